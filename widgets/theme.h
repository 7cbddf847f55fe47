// Colour roles and measures of resources/tokens.json, light and dark. Widgets ask for roles, never for colours.
//
// Standard Qt widgets get their look from one application style sheet, which reads these dynamic properties:
//   QPushButton   kind = "primary" | "ghost" | "danger"          (none: outlined)
//   QToolButton   (none: a quiet icon button), kind = "outlined"
//   QLabel        role = "caption" | "muted" | "title" | "heading" | "value" | "mono" | "error" | "warn" | "ok"
//   QWidget       plane = "window" | "surface" | "raised" | "sunken"    (needs WA_StyledBackground on plain QWidget)
//   QFrame        card = "raised" | "selection" | "warn" | "error" | "outlined";  rule = "horizontal" | "vertical"
// Set them before the widget is shown, or call Theme::restyle(widget) afterwards.
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QString>
#include <QVector>

class QWidget;

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
    static constexpr std::size_t kMutedOwner = 1 << 16;
    QColor owner(std::size_t index) const;        // owner hues, cyclic; from kMutedOwner on the same, muted
    std::size_t owners() const;                   // how many hues there are
    QColor ramp(const char* ramp, double t) const;// "sequential", "diverging": t in 0..1
    QColor onRamp(const QColor& fill) const;      // onRampDark or onRampLight, whichever contrasts more
    int space(int step) const;                    // 1..6 -> 4..32
    int size(const char* name) const;             // "toolbar", "panelHeader", "row" …
    int radius(const char* name) const;
    int block(const char* name) const;            // "cell", "cellSmall", "gap"
    double line(const char* name) const;          // "hair", "plot", "selection", "focus" …
    int motion(const char* name) const;           // milliseconds: "hover", "state", "panel" …
    double opacity(const char* name) const;
    QFont font(const char* size, const char* weight = "regular") const;  // "caption", "body", "chat", "value" …
    QFont mono(const char* size) const;

    // What a colour role is in one of the two looks, whichever is on (tests, pictures).
    static QColor colorOf(bool dark, const char* role);
    static void restyle(QWidget* widget);         // reads the dynamic properties again

signals:
    void changed();

private:
    Theme();
    void apply();
    bool systemIsDark() const;
    ThemeMode m_mode = ThemeMode::System;
    bool m_dark = false;
    bool m_systemDark = false;
};

// WCAG 2 contrast ratio of two opaque colours, 1..21.
double contrast(const QColor& a, const QColor& b);
// `top` laid over `bottom` with the given opacity; opaque.
QColor mix(const QColor& bottom, const QColor& top, double opacity);

}  // namespace gh::widgets
