// Writes a model of a GGUF file once more, as transformers keeps it: config.json, tokenizer.json, safetensors. The way
// back from the names and forms of engine/model/hf_*, written apart from them, so that the two can be compared.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/model/gguf.h"
#include "tests/support/gguf_writer.h"

namespace gh::test {

struct SafetensorsEntry {
    std::string name, dtype;
    std::vector<std::uint64_t> shape;
    Bytes data;
};
Bytes safetensorsFile(const std::vector<SafetensorsEntry>& tensors);

// Gemma's norm weights lack 1 in safetensors; through this that is lossless: the file's norms on a grid of 2^-16.
void roundNorms(Bytes& gguf);

nlohmann::json hfConfig(const ModelFile& gguf);
std::vector<SafetensorsEntry> hfTensors(const ModelFile& gguf);
// tokenizer.json of a GGUF file's tokenizer; with SentencePiece the merges are made of the scores, as transformers does.
nlohmann::json hfTokenizer(const ModelFile& gguf);
nlohmann::json hfTokenizerConfig(const ModelFile& gguf);

// A temporary folder with all of it; shards > 1: several files and an index. Returns its path.
std::string hfFolder(const ModelFile& gguf, const std::string& name, int shards = 1);
void writeFile(const std::string& path, std::string_view content);

}  // namespace gh::test
