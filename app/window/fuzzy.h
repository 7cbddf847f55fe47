// Finding names by a few of their letters, for the command palette.
#pragma once

#include <optional>
#include <QString>
#include <vector>

namespace gh::app {

// A text without case and accents, a letter a place. Made once of what is looked through with each key.
class FoldedText {
public:
    FoldedText() = default;
    FoldedText(const QString& text);
    FoldedText(const char* text) : FoldedText(QString::fromUtf8(text)) {}
    const QString& text() const { return m_text; }

private:
    QString m_text;
};

struct FuzzyMatch {
    int score = 0;        // larger is better
    std::vector<int> at;  // places of the letters that matched, rising
};
// Every word of the query must be found: at the start of a word, best; else anywhere in a row; else its letters in order.
// Case and accents do not matter. An empty query matches everything with score 0.
std::optional<FuzzyMatch> fuzzyMatch(const FoldedText& query, const FoldedText& text);

}  // namespace gh::app
