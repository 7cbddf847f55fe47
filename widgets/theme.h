// Colour roles and measures of resources/tokens.json, light and dark. Widgets ask for roles, never for colours.
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QString>
#include <QVector>

namespace gh::widgets {

enum class ThemeMode { System, Light, Dark };

class Theme : public QObject {
    Q_OBJECT
public:
    static Theme& instance();                     // the one look of the process; set before the first window
    void setMode(ThemeMode mode);                 // applies palette, fonts and style sheet to qApp; emits changed
    ThemeMode mode() const { return m_mode; }
    bool isDark() const { return m_dark; }

    QColor color(const char* role) const;         // "surface", "textMuted", "accent", "phase.prefill" …; unknown: magenta + warning
    QColor owner(std::size_t index) const;        // owner hues, cyclic
    QColor ramp(const char* ramp, double t) const;// "sequential", "diverging": t in 0..1
    QColor onRamp(const QColor& fill) const;      // onRampDark or onRampLight, whichever contrasts more
    int space(int step) const;                    // 1..6 -> 4..32
    int size(const char* name) const;             // "toolbar", "panelHeader", "row" …
    int radius(const char* name) const;
    int block(const char* name) const;            // "cell", "cellSmall", "gap"
    double opacity(const char* name) const;
    QFont font(const char* size, const char* weight = "regular") const;  // "caption", "body", "chat", "value" …
    QFont mono(const char* size) const;

signals:
    void changed();

private:
    Theme();
    ThemeMode m_mode = ThemeMode::System;
    bool m_dark = false;
};

}  // namespace gh::widgets
