// What every picture can do with a right click: copy itself, save itself as PNG or SVG, give its numbers as CSV.
#pragma once

#include <QSize>
#include <QString>

class QImage;
class QMenu;
class QPainter;
class QWidget;

namespace gh::widgets {

class Exportable {
public:
    virtual ~Exportable() = default;
    virtual QString exportName() const = 0;               // of the file, without ending
    virtual QSize exportSize() const = 0;                 // logical pixels
    virtual void drawForExport(QPainter& painter) = 0;    // within exportSize(), background included
    virtual QString csv() const = 0;                      // numbers with a point, first line names the columns
};

QImage toImage(Exportable& picture, double scale = 2);
bool savePng(Exportable& picture, const QString& path);
bool saveSvg(Exportable& picture, const QString& path);
bool saveCsv(const Exportable& picture, const QString& path);
// The ring around a picture that has the focus from the keyboard.
void drawFocus(QPainter& painter, const QWidget& widget);
// Adds the copy and save actions; a file that cannot be written is said in a message box over `parent`.
void addExportActions(QMenu& menu, QWidget* parent, Exportable& picture);

}  // namespace gh::widgets
