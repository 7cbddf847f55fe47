#include "widgets/text/tabular.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QHash>

namespace gh::widgets {
namespace {

struct Digits {
    double cell = 0;
    double advance[10] = {};
};

const Digits& digitsOf(const QFont& font) {
    static QHash<QString, Digits> known;
    const QString key = font.key();
    auto it = known.find(key);
    if (it == known.end()) {
        const QFontMetricsF metrics(font);
        Digits digits;
        for (int d = 0; d < 10; ++d) {
            digits.advance[d] = metrics.horizontalAdvance(QChar('0' + d));
            digits.cell = std::max(digits.cell, digits.advance[d]);
        }
        it = known.insert(key, digits);
    }
    return *it;
}

bool isDigit(QChar c) { return c >= '0' && c <= '9'; }

// Calls digit(value, x, cell) and run(text, x) in order; returns the whole width.
template <class Digit, class Run>
double walk(const QFont& font, const QString& text, Digit digit, Run run) {
    const Digits& digits = digitsOf(font);
    const QFontMetricsF metrics(font);
    double x = 0;
    for (qsizetype i = 0; i < text.size();) {
        if (isDigit(text[i])) {
            const int value = text[i].unicode() - '0';
            digit(text.mid(i, 1), x + (digits.cell - digits.advance[value]) / 2);
            x += digits.cell;
            ++i;
            continue;
        }
        qsizetype end = i;
        while (end < text.size() && !isDigit(text[end])) ++end;
        const QString part = text.mid(i, end - i);
        run(part, x);
        x += metrics.horizontalAdvance(part);
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
