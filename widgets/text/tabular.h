// Text whose digits all take the same width, so that a figure that changes does not make its neighbours dance.
// (Qt can ask a font for tabular figures only from 6.7 on; here each digit is set in a cell of the widest one.)
#pragma once

#include <QFont>
#include <QPainter>
#include <QString>

namespace gh::widgets {

double tabularWidth(const QFont& font, const QString& text);
// With the painter's font and pen; returns the width drawn.
double drawTabular(QPainter& painter, QPointF baseline, const QString& text);
void drawTabular(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text);

}  // namespace gh::widgets
