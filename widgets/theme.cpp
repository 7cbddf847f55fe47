#include "widgets/theme.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleHints>
#include <QWidget>

#include "widgets/controls/plain_text.h"
#include "widgets/theme_style.h"
#include "widgets/tokens.h"

namespace gh::widgets {
namespace {

constexpr double kMutedShare = 0.38;   // of the hue over grey: told apart from each other, and from what is full

int whole(double value) { return std::isnan(value) ? 0 : static_cast<int>(std::lround(value)); }

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

QStringList installed(const QStringList& wanted) {
    static const QStringList known = QFontDatabase::families();
    QStringList found;
    for (const QString& family : wanted)
        if (known.contains(family)) found << family;
    return found;
}

QFont sized(const QStringList& families, QFont::StyleHint hint, const char* size, double weight) {
    QFont font;
    if (!families.isEmpty()) font.setFamilies(families);
    font.setStyleHint(hint);
    font.setPixelSize(std::max(1, whole(Tokens::get().measure("type.size", size))));
    font.setWeight(static_cast<QFont::Weight>(whole(weight)));
    // Hinting moves Inter's stems to whole pixels and its letters apart; at two pixels a dot it does nothing.
    font.setHintingPreference(QFont::PreferNoHinting);
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    font.setFeature("tnum", 1);
#endif
    return font;
}

}  // namespace

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor mix(const QColor& bottom, const QColor& top, double opacity) {
    const auto channel = [&](double b, double t) { return b + (t - b) * opacity; };
    return QColor::fromRgbF(static_cast<float>(channel(bottom.redF(), top.redF())),
                            static_cast<float>(channel(bottom.greenF(), top.greenF())),
                            static_cast<float>(channel(bottom.blueF(), top.blueF())));
}

Theme& Theme::instance() {
    static Theme* theme = new Theme;  // lives as long as the process: widgets ask it in their destructors too
    return *theme;
}

Theme::Theme() {
    // Asked before our own palette hides what the desktop said.
    const QPalette system = QGuiApplication::palette();
    m_systemDark = system.color(QPalette::Window).lightness() < system.color(QPalette::WindowText).lightness() ||
                   qgetenv("GTK_THEME").endsWith("dark");
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this, [this] {
        if (m_mode == ThemeMode::System) setMode(ThemeMode::System);
    });
#endif
    m_dark = systemIsDark();
}

bool Theme::systemIsDark() const {
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    switch (QGuiApplication::styleHints()->colorScheme()) {
        case Qt::ColorScheme::Dark: return true;
        case Qt::ColorScheme::Light: return false;
        case Qt::ColorScheme::Unknown: break;
    }
#endif
    return m_systemDark;
}

void Theme::setMode(ThemeMode mode) {
    m_mode = mode;
    m_dark = mode == ThemeMode::Dark || (mode == ThemeMode::System && systemIsDark());
    apply();
    emit changed();
}

void Theme::apply() {
    static bool once = [] {
        QApplication::setStyle(newStyle());
        watchKeyboardFocus(qApp);
        keepTextsPlain(qApp);
        return true;
    }();
    Q_UNUSED(once);
    QApplication::setFont(font("body"));
    QApplication::setPalette(palette(*this));
    qApp->setStyleSheet(styleSheet(*this));
}

QColor Theme::colorOf(bool dark, const char* role) {
    const auto& roles = Tokens::get().look(dark).roles;
    // The key does not own its characters: a look-up in a paint event allocates nothing.
    const auto it = roles.constFind(QByteArray::fromRawData(role, static_cast<qsizetype>(qstrlen(role))));
    if (it != roles.constEnd()) return *it;
    qWarning("the look has no colour role %s", role);
    return Qt::magenta;
}

QColor Theme::color(const char* role) const { return colorOf(m_dark, role); }

QColor Theme::owner(std::size_t index) const {
    const auto& owners = Tokens::get().look(m_dark).owners;
    if (index < kMutedOwner) return owners[index % owners.size()];
    return mix(color("control"), owners[(index - kMutedOwner) % owners.size()], kMutedShare);
}

std::size_t Theme::owners() const { return Tokens::get().look(m_dark).owners.size(); }

QColor Theme::ramp(const char* ramp, double t) const {
    const LookColors& look = Tokens::get().look(m_dark);
    const auto& stops = qstrcmp(ramp, "diverging") == 0 ? look.diverging : look.sequential;
    const double at = std::clamp(std::isnan(t) ? 0.0 : t, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    return mix(stops[low], stops[low + 1], at - static_cast<double>(low));
}

QColor Theme::onRamp(const QColor& fill) const {
    const QColor dark = color("onRampDark"), light = color("onRampLight");
    return contrast(fill, dark) >= contrast(fill, light) ? dark : light;
}

int Theme::space(int step) const { return whole(Tokens::get().measure("space", QByteArray::number(step))); }
int Theme::size(const char* name) const { return whole(Tokens::get().measure("size", name)); }
int Theme::radius(const char* name) const { return whole(Tokens::get().measure("radius", name)); }
int Theme::block(const char* name) const { return whole(Tokens::get().measure("block", name)); }
int Theme::motion(const char* name) const { return whole(Tokens::get().measure("motion", name)); }
double Theme::line(const char* name) const { return Tokens::get().measure("line", name); }
double Theme::opacity(const char* name) const { return Tokens::get().measure("opacity", name); }

QFont Theme::font(const char* size, const char* weight) const {
    static const QStringList families = installed(Tokens::get().uiFamilies);
    return sized(families, QFont::SansSerif, size, Tokens::get().measure("type.weight", weight));
}

QFont Theme::mono(const char* size) const {
    static const QStringList families = [] {
        QStringList list = installed(Tokens::get().monoFamilies);
        if (list.isEmpty()) list << QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
        return list;
    }();
    return sized(families, QFont::Monospace, size, Tokens::get().measure("type.weight", "regular"));
}

void Theme::restyle(QWidget* widget) {
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
    widget->update();
}

}  // namespace gh::widgets
