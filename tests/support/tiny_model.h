// Complete tiny models with random weights from a fixed seed, made on the fly: family × storage type ×
// options.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/formats/format.h"
#include "tests/support/gguf_writer.h"

namespace gh::test {

enum class TinyTokenizer { SentencePiece, ByteLevel };

enum class TinyRope { Plain, Linear, Yarn, Llama3Tensor, Llama3Keys, LongRope };

// The families that tiny models can be made of: those of architectureList.
std::vector<std::string> tinyFamilies();

struct TinyOptions {
    std::string family = "llama";
    kernels::StorageType type = kernels::StorageType::F32;
    TinyTokenizer tokenizer = TinyTokenizer::SentencePiece;
    // Row lengths are rounded up to whole blocks of the type (width, ffn, heads × headSize).
    int layers = 2, width = 64, ffn = 96, heads = 4, kvHeads = 2;
    int headSize = 0;  // 0: width / heads
    int context = 512;
    bool tied = true;
    int window = 0;              // of every layer, or as the family has it
    TinyRope rope = TinyRope::Plain;
    double ropeFactor = 4.0;     // of what rope says
    int originalContext = 64;    // the same
    std::vector<int> kvHeadsOfLayer;  // empty: kvHeads for all
    bool biases = false;         // of all matrices of a layer; qwen2 has those of q, k and v anyway
    bool fused = false;          // q, k and v in one tensor, gate and up in another; phi3 has that anyway
    std::string chatTemplate;  // empty: none
    std::uint64_t seed = 1;
};

// The usual options of a family: gemma3 has 6 layers, one KV head and a window of 8, gemma2 and phi3 have a window too.
TinyOptions tinyOptions(const std::string& family, kernels::StorageType type = kernels::StorageType::F32);

// The file's bytes. The vocabulary has 256 single bytes, a few words and specials: ids 0 to 2 are <unk>, <s>
// (BOS) and </s> (EOS) with SentencePiece; <|endoftext|>, <|im_start|> and <|im_end|> (EOS) byte-level (pre
// "smollm").
Bytes tinyModel(const TinyOptions& options);
// Writes it to a temporary file; returns its path.
std::string tinyModelFile(const TinyOptions& options);

}  // namespace gh::test
