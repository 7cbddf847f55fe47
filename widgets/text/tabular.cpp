#include "widgets/text/tabular.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QHash>

namespace gh::widgets {
namespace {

// What is between digits is nearly always the same few words and signs: shaping them anew for every figure of every frame
// costs more than drawing them.
constexpr qsizetype kRunsKept = 512;

struct Widths {
    double cell = 0;
    double advance[10] = {};
    QHash<QString, double> runs;

    double of(const QFont& font, const QString& run) {
        if (const auto known = runs.constFind(run); known != runs.constEnd()) return *known;
        if (runs.size() >= kRunsKept) runs.clear();
        return *runs.insert(run, QFontMetricsF(font).horizontalAdvance(run));
    }
};

Widths& widthsOf(const QFont& font) {
    static QHash<QFont, Widths> known;
    auto it = known.find(font);
    if (it == known.end()) {
        const QFontMetricsF metrics(font);
        Widths widths;
        for (int d = 0; d < 10; ++d) {
            widths.advance[d] = metrics.horizontalAdvance(QChar('0' + d));
            widths.cell = std::max(widths.cell, widths.advance[d]);
        }
        it = known.insert(font, widths);
    }
    return *it;
}

bool isDigit(QChar c) { return c >= '0' && c <= '9'; }

// Calls digit(value, x, cell) and run(text, x) in order; returns the whole width.
template <class Digit, class Run>
double walk(const QFont& font, const QString& text, Digit digit, Run run) {
    Widths& widths = widthsOf(font);
    double x = 0;
    for (qsizetype i = 0; i < text.size();) {
        if (isDigit(text[i])) {
            const int value = text[i].unicode() - '0';
            digit(text.mid(i, 1), x + (widths.cell - widths.advance[value]) / 2);
            x += widths.cell;
            ++i;
            continue;
        }
        qsizetype end = i;
        while (end < text.size() && !isDigit(text[end])) ++end;
        const QString part = text.mid(i, end - i);
        run(part, x);
        x += widths.of(font, part);
        i = end;
    }
    return x;
}

}  // namespace

double tabularWidth(const QFont& font, const QString& text) {
    const auto nothing = [](const QString&, double) {};
    return walk(font, text, nothing, nothing);
}

double drawTabular(QPainter& painter, QPointF baseline, const QString& text) {
    const auto draw = [&](const QString& part, double x) { painter.drawText(baseline + QPointF(x, 0), part); };
    return walk(painter.font(), text, draw, draw);
}

void drawTabular(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    const double width = tabularWidth(painter.font(), text);
    double x = box.left();
    if (alignment & Qt::AlignRight) x = box.right() - width;
    if (alignment & Qt::AlignHCenter) x = box.center().x() - width / 2;
    double y = box.top() + metrics.ascent();
    if (alignment & Qt::AlignBottom) y = box.bottom() - metrics.descent();
    if (alignment & Qt::AlignVCenter) y = box.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    drawTabular(painter, QPointF(x, y), text);
}

}  // namespace gh::widgets
