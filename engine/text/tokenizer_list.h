// The tokenizer families, by tokenizer.ggml.model. A new family is its own file and one line here.
#pragma once

#include <memory>
#include <span>

#include "engine/text/tokenizer.h"

namespace gh {

struct TokenizerFamily {
    const char* model;
    const char* what;
    Result<std::shared_ptr<const Tokenizer>> (*create)(const ModelFile& file);
};
std::span<const TokenizerFamily> tokenizerList();

Result<std::shared_ptr<const Tokenizer>> createByteLevelBpe(const ModelFile& file);
Result<std::shared_ptr<const Tokenizer>> createSentencePiece(const ModelFile& file);

}  // namespace gh
