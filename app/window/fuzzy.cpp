#include "app/window/fuzzy.h"

#include <algorithm>
#include <QStringList>

namespace gh::app {

namespace {

// One character a place, so that places in the folded text are places in the text.
QString folded(const QString& text) {
    QString out = text.toCaseFolded();
    if (out.size() != text.size()) out = text.toLower();
    if (out.size() != text.size()) return text;
    for (QChar& c : out) {
        const QString parts = c.decomposition();
        // й and ё are letters of their own, not accents.
        if (!parts.isEmpty() && c.script() == QChar::Script_Latin) c = parts[0];
    }
    return out;
}

bool startsWord(const QString& text, int at) {
    return at == 0 || (!text[at - 1].isLetterOrNumber() && text[at].isLetterOrNumber());
}

// Letters of a word in order, each preferably at the start of a word.
bool scattered(const QString& word, const QString& text, FuzzyMatch& match) {
    std::vector<int> at;
    int from = 0, score = 0;
    for (const QChar c : word) {
        int found = -1;
        for (int i = from; i < text.size(); ++i) {
            if (text[i] != c) continue;
            if (found < 0) found = i;
            if (startsWord(text, i)) {
                found = i;
                break;
            }
            if (i == from) break;  // goes on right after the one before
        }
        if (found < 0) return false;
        score += startsWord(text, found) ? 8 : found == from && !at.empty() ? 6 : 1;
        at.push_back(found);
        from = found + 1;
    }
    // Letters that lie far apart are chance.
    if (at.back() - at.front() > 4 * int(word.size()) + 12) return false;
    match.score += score;
    match.at.insert(match.at.end(), at.begin(), at.end());
    return true;
}

bool findWord(const QString& word, const QString& text, FuzzyMatch& match) {
    int best = -1, bestScore = 0;
    for (int at = int(text.indexOf(word)); at >= 0; at = int(text.indexOf(word, at + 1))) {
        const int score = (startsWord(text, at) ? 40 : 20) + (at == 0 ? 10 : 0);
        if (score > bestScore) {
            best = at;
            bestScore = score;
        }
    }
    if (best < 0) return word.size() > 1 && scattered(word, text, match);
    match.score += bestScore + 2 * int(word.size());
    for (int i = 0; i < word.size(); ++i) match.at.push_back(best + i);
    return true;
}

}  // namespace

FoldedText::FoldedText(const QString& text) : m_text(folded(text)) {}

std::optional<FuzzyMatch> fuzzyMatch(const FoldedText& query, const FoldedText& text) {
    FuzzyMatch match;
    for (const QString& word : query.text().split(' ', Qt::SkipEmptyParts)) {
        if (!findWord(word, text.text(), match)) return {};
    }
    std::sort(match.at.begin(), match.at.end());
    match.at.erase(std::unique(match.at.begin(), match.at.end()), match.at.end());
    if (match.score > 0) match.score -= int(text.text().size()) / 8;  // of equal matches the shorter name is meant
    return match;
}

}  // namespace gh::app
