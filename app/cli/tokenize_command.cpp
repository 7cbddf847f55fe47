// tokenize: text to ids and pieces, byte for byte; --decode goes the other way.
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/text_model.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string path, text, textFile;
    std::optional<std::vector<TokenId>> decode;
    CLI::Option *textOption = nullptr, *fileOption = nullptr, *decodeOption = nullptr;
    bool special = false, bos = false, json = false;
};

Result<std::string> input(const Options& options) {
    if (*options.textOption) return options.text;
    if (*options.fileOption) return readFile(options.textFile);
    return readStandardInput();
}

int decode(const Options& options, const TextModel& model) {
    if (auto checked = checkIds(*options.decode, model.tokenizer->size(), "--decode"); !checked)
        return fail(checked.error());
    const std::string text = model.tokenizer->decodeEncoded(*options.decode, options.special);
    // Special tokens are no text; they are said, never silently left out.
    Json hidden = Json::array();
    for (std::size_t i = 0; i < options.decode->size() && !options.special; ++i) {
        const TokenId id = (*options.decode)[i];
        if (model.tokenizer->isSpecial(id))
            hidden.push_back({{"position", i}, {"id", id}, {"text", model.tokenizer->tokenText(id)}});
    }
    if (!options.json) {
        writeOut(text);
        if (!hidden.empty())
            complain(std::to_string(hidden.size()) + (hidden.size() == 1 ? " special token is" : " special tokens are") +
                     " left out of the text; --special prints them");
        return kExitDone;
    }
    Json out{{"text", text}};
    if (!isUtf8(text)) out["bytes_hex"] = hex(text);
    if (!options.special) out["hidden"] = std::move(hidden);
    writeJson(out);
    return kExitDone;
}

int encode(const Options& options, const TextModel& model) {
    const auto text = input(options);
    if (!text) return fail(text.error());
    const Tokenizer& tokenizer = *model.tokenizer;
    std::vector<TokenId> ids = tokenizer.encode(*text, options.special);
    if (options.bos) ids = tokenizer.withModelSpecials(std::move(ids));
    if (!options.json) {
        std::string line;
        for (const TokenId id : ids) line += (line.empty() ? "" : " ") + std::to_string(id);
        writeOut(line + "\n");
        return kExitDone;
    }
    Json pieces = Json::array(), piecesHex = Json::array();
    bool whole = true;
    for (const TokenId id : ids) {
        const std::string_view piece = tokenizer.piece(id);
        pieces.push_back(piece);
        piecesHex.push_back(hex(piece));
        whole = whole && isUtf8(piece);
    }
    Json out{{"ids", ids}, {"pieces", std::move(pieces)}};
    // A token may hold part of a character, which JSON text cannot: then the bytes are given too.
    if (!whole) out["pieces_hex"] = std::move(piecesHex);
    writeJson(out);
    return kExitDone;
}

int run(const Options& options) {
    const auto model = openTextModel(options.path);
    if (!model) return fail(model.error());
    return options.decode ? decode(options, *model) : encode(options, *model);
}

}  // namespace

std::function<int()> setUpTokenize(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    options->textOption = parser.add_option("--text", options->text,
                                            "the text; without it standard input is read, byte for byte");
    options->fileOption = parser.add_option("--text-file", options->textFile, "read the text from a file")
                              ->excludes(options->textOption);
    options->decodeOption = addIds(parser, options->decode, "--decode", "ids to text")
                                ->excludes(options->textOption)
                                ->excludes(options->fileOption);
    parser.add_flag("--special", options->special, "markers such as <|im_end|> are control tokens, not text");
    parser.add_flag("--bos", options->bos, "apply the model's own rule for BOS and EOS")
        ->excludes(options->decodeOption);
    parser.add_flag("--json", options->json, "one JSON object");
    return [options] { return run(*options); };
}

}  // namespace gh::app
