// Texts of the window are plain, whatever stands in them: names of files, what models, templates and the engine say. Left
// to itself, Qt reads what looks like HTML as HTML, and opens the files that it names. The ctest `layering` refuses the
// ways around this.
#pragma once

#include <QRect>
#include <QString>

class QApplication;
class QPoint;
class QWidget;

namespace gh::widgets {

// Labels, tool tips and message boxes, those that Qt itself makes, too.
void keepTextsPlain(QApplication* application);

void showTip(const QPoint& globalPosition, const QString& text, QWidget* widget, const QRect& rect = {});
// Written in HTML by the program itself; what comes from elsewhere stands escaped in it.
void showRichTip(const QPoint& globalPosition, const QString& html, QWidget* widget, const QRect& rect = {});
void hideTip();

// A text from elsewhere on a button or in a menu: none of its letters is a short cut, nothing in it a column of keys.
QString onButton(QString text);

}  // namespace gh::widgets
