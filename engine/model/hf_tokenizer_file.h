// tokenizer.json as it is written: vocabulary and merges taken out of the stream, as they are nearly all of it, the
// rest as a tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/limited_json.h"

namespace gh {

struct HfTokenizerFile {
    nlohmann::json tree;      // without model.vocab and model.merges
    std::string texts;        // of all entries of the vocabulary, one after another
    struct Entry {
        std::uint32_t begin, length;
        std::uint32_t id;
    };
    std::vector<Entry> vocabulary;  // in the order of the file
    std::string merges;             // "left right" each, as GGUF stores an array of strings
    std::uint64_t mergeCount = 0;

    std::string_view text(const Entry& entry) const { return std::string_view(texts).substr(entry.begin, entry.length); }
};

// Errors (BadFile) name the path.
Result<HfTokenizerFile> readHfTokenizerFile(const std::string& path);

}  // namespace gh
