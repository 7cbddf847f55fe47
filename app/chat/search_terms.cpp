#include "app/chat/search_terms.h"

#include <algorithm>
#include <array>
#include <QStringList>

namespace gh::app {

namespace {

constexpr int kPrefixFrom = 3;

char16_t foldedSlowly(QChar c) {
    const QString parts = c.decomposition();
    const QChar base = parts.isEmpty() || c.decompositionTag() != QChar::Canonical ? c : parts[0];
    return base.toCaseFolded().unicode();
}

// Latin, Greek and Cyrillic from a table: long replies are walked through letter by letter.
char16_t folded(QChar c) {
    static const auto table = [] {
        std::array<char16_t, 0x600> t{};
        for (std::size_t i = 0; i < t.size(); ++i) t[i] = foldedSlowly(QChar(char16_t(i)));
        return t;
    }();
    return c.unicode() < table.size() ? table[c.unicode()] : foldedSlowly(c);
}

// A part of a word as the index sees it. Half of a pair stands for a letter beyond the first plane.
bool inWord(QChar c) {
    if (c.unicode() < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return c.isLetterOrNumber() || c.isMark() || c.isSurrogate();
}

struct Word {
    int begin = 0, end = 0;
    QString text;  // folded
};

// Calls `take` with each word, until it says false.
template <class F>
void forWords(const QString& text, F&& take) {
    Word word;
    for (int at = 0; at < text.size();) {
        if (!inWord(text[at])) {
            ++at;
            continue;
        }
        word.begin = at;
        word.text.clear();
        for (; at < text.size() && inWord(text[at]); ++at) {
            if (!text[at].isMark()) word.text += QChar(folded(text[at]));
        }
        word.end = at;
        if (!word.text.isEmpty() && !take(word)) return;
    }
}

}  // namespace

std::vector<SearchTerm> searchTerms(const QString& text) {
    std::vector<SearchTerm> terms;
    forWords(text, [&](const Word& word) {
        terms.push_back({word.text, word.text.size() >= kPrefixFrom});
        return true;
    });
    if (!terms.empty()) terms.back().prefix = true;
    return terms;
}

QString ftsQuery(const QString& text) {
    QStringList parts;
    for (const QString& typed : text.simplified().split(' ', Qt::SkipEmptyParts)) {
        QStringList words;
        qsizetype last = 0;
        forWords(typed, [&](const Word& word) {
            words << typed.mid(word.begin, word.end - word.begin);
            last = word.text.size();
            return true;
        });
        // Only letters, marks and digits are left, so nothing in the quotes can end them.
        if (!words.isEmpty())
            parts << '"' + words.join(' ') + '"' + (last >= kPrefixFrom ? QStringLiteral("*") : QString());
    }
    if (parts.isEmpty()) return {};
    if (!parts.back().endsWith('*')) parts.back() += '*';
    return parts.join(QStringLiteral(" AND "));
}

HitRanges rangesOf(const std::vector<SearchTerm>& terms, const QString& text, int most) {
    HitRanges ranges;
    if (terms.empty()) return ranges;
    forWords(text, [&](const Word& word) {
        const bool hit = std::any_of(terms.begin(), terms.end(), [&](const SearchTerm& term) {
            return term.prefix ? word.text.startsWith(term.word) : word.text == term.word;
        });
        if (hit) ranges.emplace_back(word.begin, word.end);
        return int(ranges.size()) < most;
    });
    return ranges;
}

QString snippetOf(const QString& text, const HitRanges& ranges, HitRanges* inSnippet, int length) {
    const int before = length / 4;
    const int first = ranges.empty() ? 0 : ranges.front().first;
    int begin = std::max(0, first - before);
    if (begin > 0) {  // at a word's beginning, where one is near
        const int space = int(text.indexOf(' ', begin));
        begin = space >= 0 && space < first ? space + 1 : text[begin].isLowSurrogate() ? begin + 1 : begin;
    }
    int end = std::min(int(text.size()), begin + length);
    if (end < text.size() && text[end].isLowSurrogate()) --end;
    QString line = text.mid(begin, end - begin);
    for (QChar& c : line) {
        if (c.isSpace() || c.category() == QChar::Other_Control) c = ' ';  // as long as it was: ranges stay
    }
    const int shift = begin > 0 ? 1 : 0;
    if (begin > 0) line.prepend(QChar(0x2026));
    if (end < text.size()) line.append(QChar(0x2026));
    inSnippet->clear();
    for (const auto& [from, to] : ranges) {
        if (from >= begin && from < end) inSnippet->emplace_back(from - begin + shift, std::min(to, end) - begin + shift);
    }
    return line;
}

}  // namespace gh::app
