#include "engine/text/tokenizer_list.h"

namespace gh {

std::span<const TokenizerFamily> tokenizerList() {
    static constexpr TokenizerFamily kFamilies[] = {
        {"gpt2", "byte-level BPE", createByteLevelBpe},
        {"llama", "SentencePiece BPE", createSentencePiece},
    };
    return kFamilies;
}

}  // namespace gh
