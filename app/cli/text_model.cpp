#include "app/cli/text_model.h"

namespace gh::app {

namespace {

// The keys of a file are called alike in all files.
Error inFile(const std::string& path, Error error) {
    error.subject = path + ": " + error.subject;
    return error;
}

}  // namespace

Result<TextModel> openTextModel(const std::string& path) {
    auto checked = openModel(path);
    if (!checked) return checked.error();
    auto tokenizer = Tokenizer::create(*checked->file);
    if (!tokenizer) return inFile(path, tokenizer.error());
    TextModel model{std::move(checked.value()), std::move(tokenizer.value()), {}};
    if (model.model.file->find("tokenizer.chat_template")) {
        auto source = model.model.file->text("tokenizer.chat_template");
        if (!source) return inFile(path, source.error());
        model.chatTemplate = std::string(*source);
    }
    return model;
}

Result<void> checkIds(const std::vector<TokenId>& ids, int vocabulary, const std::string& option) {
    for (const TokenId id : ids) {
        if (id >= 0 && id < vocabulary) continue;
        return Error{ErrorCode::InvalidArgument, option,
                     "id " + std::to_string(id) + " is not in the model's vocabulary, which ends at " +
                         std::to_string(vocabulary - 1)};
    }
    return {};
}

}  // namespace gh::app
