// The pieces that Theme lays over the application: palette, style sheet, base style, keyboard focus.
#pragma once

#include <QPalette>
#include <QString>

class QApplication;
class QStyle;

namespace gh::widgets {

class Theme;

QStyle* newStyle();                        // Fusion, with the focus frame of the look
QPalette palette(const Theme& theme);
QString styleSheet(const Theme& theme);
// Style sheets know :focus but not "focused from the keyboard": this sets the property keyboardFocus on the widget
// that was reached with Tab or a shortcut, so that a mouse click draws no ring.
void watchKeyboardFocus(QApplication* application);

}  // namespace gh::widgets
