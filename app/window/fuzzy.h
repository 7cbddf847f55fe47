// Finding names by a few of their letters, for the command palette.
#pragma once

#include <optional>
#include <QString>
#include <vector>

namespace gh::app {

struct FuzzyMatch {
    int score = 0;        // larger is better
    std::vector<int> at;  // places of the letters that matched, rising
};
// Every word of the query must be found: at the start of a word, best; else anywhere in a row; else its letters in order.
// Case and accents do not matter. An empty query matches everything with score 0.
std::optional<FuzzyMatch> fuzzyMatch(const QString& query, const QString& text);

}  // namespace gh::app
