// Line icons drawn for Glasshouse (resources/icons), tinted by a colour role each time they are painted, so that they
// follow the look without being set again.
#pragma once

#include <QIcon>
#include <QPainter>
#include <QString>

namespace gh::widgets {

// `name` is a file of resources/icons without ".svg". Disabled icons take textDisabled.
QIcon icon(const QString& name, const char* role = "textMuted");
void drawIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& color);
QPixmap iconPixmap(const QString& name, const QColor& color, QSize size, double devicePixelRatio);

}  // namespace gh::widgets
