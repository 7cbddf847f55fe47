#include "app/window/hit_text.h"

#include <algorithm>
#include <QTextLayout>

namespace gh::app {

namespace {

const QString kCut(QChar(0x2026));
const QString kCutBefore = kCut + QChar(0x2060);  // joined to the word after it: no line ends between them

// How much of the text these lines take.
int lengthIn(const QString& text, const QFont& font, double width, int lines) {
    QTextLayout layout(text, font);
    QTextOption wrap;
    wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(wrap);
    layout.beginLayout();
    int length = 0;
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(width);
        length = line.textStart() + line.textLength();
    }
    layout.endLayout();
    return length;
}

bool isPartOfLetter(QChar c) {
    return c.isLowSurrogate() || c.isMark();
}

// The first beginning of a word from here on, `last` at the latest.
int wordFrom(const QString& text, int from, int last) {
    const qsizetype space = text.indexOf(' ', from);
    return space >= 0 && space < last ? int(space) + 1 : last;
}

// From `begin` as far as there is room; `end`: where in `text` it was cut.
QString cutAt(const QString& before, const QString& text, int begin, const QFont& font, double width, int lines,
              int* end) {
    const QString head = before + (begin > 0 ? kCutBefore : QString());
    const QString whole = head + text.mid(begin);
    int length = lengthIn(whole, font, width, lines);
    *end = int(text.size());
    if (length >= whole.size()) return whole;
    // The sign of the cut takes room too.
    for (; length > head.size(); --length) {
        if (whole[length - 1].isSpace() || isPartOfLetter(whole[length])) continue;
        const QString cut = whole.left(length) + kCut;
        if (lengthIn(cut, font, width, lines) < cut.size()) continue;
        *end = begin + length - int(head.size());
        return cut;
    }
    *end = begin;
    return head + kCut;
}

int wordBefore(const QString& text, int begin) {
    return begin < 2 ? 0 : int(text.lastIndexOf(' ', begin - 2)) + 1;
}

}  // namespace

HitText fitHit(const QString& before, const QString& text, const HitRanges& ranges, const QFont& font, double width,
               int lines) {
    int begin = 0, end = 0;
    HitText fitted{cutAt(before, text, 0, font, width, lines, &end), {}};
    if (!ranges.empty() && ranges.front().second > end) {
        const auto [from, to] = ranges.front();
        // A quarter of the room says what stands before the place; where that is too much, less does.
        begin = std::max(1, wordFrom(text, std::max(0, from - end / 4), from));
        fitted.text = cutAt(before, text, begin, font, width, lines, &end);
        while (to > end && begin < from) {
            begin = wordFrom(text, begin, from);
            fitted.text = cutAt(before, text, begin, font, width, lines, &end);
        }
        // Where the end is near there is room for more before it.
        while (end == int(text.size())) {
            const int earlier = wordBefore(text, begin);
            int then = 0;
            const QString more = cutAt(before, text, earlier, font, width, lines, &then);
            if (earlier == 0 || then < end) break;
            begin = earlier;
            fitted.text = more;
        }
    }
    const int shift = int(before.size()) + (begin > 0 ? int(kCutBefore.size()) : 0) - begin;
    for (const auto& [from, to] : ranges) {
        if (to > begin && from < end)
            fitted.ranges.emplace_back(std::max(from, begin) + shift, std::min(to, end) + shift);
    }
    return fitted;
}

}  // namespace gh::app
