// A file of requests, one JSON object a line. Empty lines are skipped.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace gh::app {

struct FileRequest {
    int line = 0;                      // in the file, from 1
    std::string prompt;                // "prompt": text; empty where ids are given
    std::vector<TokenId> ids;          // "prompt": [ids]
    double arrival = 0;                // "arrival_s": seconds after the start, 0 … 86,400
    std::optional<int> maxTokens;      // "max_tokens": at least 1
    int priority = 0;                  // "priority": higher first, -1,000 … 1,000
    int samples = 1;                   // "n": 1 … 256
    std::optional<std::uint64_t> seed; // "seed"
};

// Errors: MissingFile; BadFile naming line and key: no object, an unknown key, a value that is none.
Result<std::vector<FileRequest>> readRequestFile(const std::string& path);
Result<std::vector<FileRequest>> readRequests(const std::string& text, const std::string& path);

}  // namespace gh::app
