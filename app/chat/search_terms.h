// What was typed into a search field, as words: how the index is asked for them, and where they stand in a
// text.
#pragma once

#include <QString>
#include <utility>
#include <vector>

#include "app/chat/search_hit.h"

namespace gh::app {

struct SearchTerm {
    QString word;         // folded: lower case, without accents
    bool prefix = false;  // words that begin so count too
};

// Letters and digits make words, all else is between them: whatever is typed is text, never an operator.
std::vector<SearchTerm> searchTerms(const QString& text);

// The expression for SQLite's FTS5 (unicode61): every typed word must occur, "foo-bar" as two in this order.
// The last one and those of three letters or more find longer words too. Empty: nothing to look for.
QString ftsQuery(const QString& text);

HitRanges rangesOf(const std::vector<SearchTerm>& terms, const QString& text,
                   int most = SearchHit::kMostRanges);

// One line of about `length` characters around the first of the ranges, and the ranges in it.
QString snippetOf(const QString& text, const HitRanges& ranges, HitRanges* inSnippet, int length = 140);

}  // namespace gh::app
