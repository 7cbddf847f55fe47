#include "app/cli/text_input.h"

namespace gh::app {

void addTextInput(CLI::App& parser, TextInput& input) {
    input.textOption = parser.add_option("--text", input.text, "the text to run; without it and the next two: standard input");
    input.fileOption = parser.add_option("--text-file", input.file, "a file with the text")->type_name("FILE");
    auto* ids = addIds(parser, input.ids, "--ids", "token ids instead of a text; no BOS is added");
    input.textOption->excludes(input.fileOption)->excludes(ids);
    input.fileOption->excludes(ids);
}

Result<std::vector<TokenId>> inputIds(const TextInput& input, const Tokenizer& tokenizer) {
    if (input.ids) return *input.ids;
    auto text = *input.textOption ? Result<std::string>(input.text) : *input.fileOption ? readFile(input.file) : readStandardInput();
    if (!text) return text.error();
    return tokenizer.withModelSpecials(tokenizer.encode(*text, false));
}

}  // namespace gh::app
