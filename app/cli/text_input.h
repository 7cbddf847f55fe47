// The text that a command runs over: --text, --text-file, --ids, or standard input.
#pragma once

#include "app/cli/options.h"
#include "engine/text/tokenizer.h"

namespace gh::app {

struct TextInput {
    std::string text, file;
    std::optional<std::vector<TokenId>> ids;
    CLI::Option *textOption = nullptr, *fileOption = nullptr;
};
void addTextInput(CLI::App& parser, TextInput& input);
// With the tokens that the model begins texts with; ids as they were given. Errors of readFile.
Result<std::vector<TokenId>> inputIds(const TextInput& input, const Tokenizer& tokenizer);

}  // namespace gh::app
