#include "widgets/theme_style.h"

#include <QApplication>
#include <QEvent>
#include <QFile>
#include <QFocusEvent>
#include <QPainter>
#include <QPainterPath>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QStyleOption>

#include "widgets/theme.h"
#include "widgets/tokens.h"

namespace gh::widgets {
namespace {

class Style : public QProxyStyle {
public:
    Style() : QProxyStyle(QStyleFactory::create("Fusion")) {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        // Tabs stand on their plane. A main window asks for the line anew with each row of tabs that it takes into use
        // again, so that it came and went with the workspaces.
        if (element == PE_FrameTabBarBase) return;
        if (element != PE_FrameFocusRect) {
            QProxyStyle::drawPrimitive(element, option, painter, widget);
            return;
        }
        const Theme& theme = Theme::instance();
        const double width = theme.line("focus"), half = width / 2, radius = theme.radius("control");
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(theme.color("focus"), width));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(half, half, -half, -half), radius, radius);
        painter->restore();
    }

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        switch (metric) {
            case PM_SmallIconSize:
            case PM_ButtonIconSize:
            case PM_ToolBarIconSize: return Theme::instance().size("icon");
            case PM_DockWidgetSeparatorExtent:
            case PM_SplitterWidth: return 1;
            default: return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override {
        switch (hint) {
            case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
            case SH_ToolTip_WakeUpDelay: return 350;
            case SH_EtchDisabledText: return 0;
            default: return QProxyStyle::styleHint(hint, option, widget, data);
        }
    }
};

class FocusWatcher : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* object, QEvent* event) override {
        if ((event->type() != QEvent::FocusIn && event->type() != QEvent::FocusOut) || !object->isWidgetType())
            return false;
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        // Another window, or a menu, came in between: the ring is as it was when the focus comes back.
        if (reason == Qt::ActiveWindowFocusReason || reason == Qt::PopupFocusReason) return false;
        const bool keyboard = event->type() == QEvent::FocusIn &&
                              (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
                               reason == Qt::ShortcutFocusReason);
        auto* widget = static_cast<QWidget*>(object);
        if (widget->property("keyboardFocus").toBool() != keyboard) {
            widget->setProperty("keyboardFocus", keyboard);
            Theme::restyle(widget);
        }
        return false;
    }
};

QString valueOf(const Theme& theme, const QString& name) {
    if (name == "look") return theme.isDark() ? "dark" : "light";
    const auto& measures = Tokens::get().measures;
    const auto it = measures.constFind(name.toUtf8());
    return it != measures.constEnd() ? QString::number(*it) : theme.color(name.toUtf8().constData()).name();
}

}  // namespace

QStyle* newStyle() { return new Style; }

void watchKeyboardFocus(QApplication* application) { application->installEventFilter(new FocusWatcher(application)); }

QPalette palette(const Theme& theme) {
    QPalette palette;
    const auto set = [&](QPalette::ColorRole role, const char* name, const char* disabled) {
        palette.setColor(QPalette::Active, role, theme.color(name));
        palette.setColor(QPalette::Inactive, role, theme.color(name));
        palette.setColor(QPalette::Disabled, role, theme.color(disabled));
    };
    set(QPalette::Window, "window", "window");
    set(QPalette::WindowText, "text", "textDisabled");
    set(QPalette::Base, "surface", "surface");
    set(QPalette::AlternateBase, "raised", "raised");
    set(QPalette::Text, "text", "textDisabled");
    set(QPalette::PlaceholderText, "textMuted", "textDisabled");
    set(QPalette::Button, "raised", "raised");
    set(QPalette::ButtonText, "text", "textDisabled");
    set(QPalette::BrightText, "onAccent", "onAccent");
    set(QPalette::Highlight, "accent", "lineStrong");
    set(QPalette::HighlightedText, "onAccent", "text");
    set(QPalette::Link, "accentText", "textDisabled");
    set(QPalette::LinkVisited, "accentText", "textDisabled");
    set(QPalette::ToolTipBase, "tooltip", "tooltip");
    set(QPalette::ToolTipText, "tooltipText", "tooltipText");
    set(QPalette::Light, "surface", "surface");
    set(QPalette::Midlight, "raised", "raised");
    set(QPalette::Mid, "line", "line");
    set(QPalette::Dark, "lineStrong", "lineStrong");
    set(QPalette::Shadow, "lineStrong", "lineStrong");
    return palette;
}

QString styleSheet(const Theme& theme) {
    QFile file(":/look/style.qss");
    if (!file.open(QIODevice::ReadOnly)) qFatal("the look (:/look/style.qss) is not in the program");
    const QString source = QString::fromUtf8(file.readAll());
    QString out;
    qsizetype at = 0;
    for (qsizetype open; (open = source.indexOf("@{", at)) >= 0;) {
        const qsizetype close = source.indexOf('}', open);
        out += source.mid(at, open - at);
        const QString name = source.mid(open + 2, close - open - 2);
        out += valueOf(theme, name);
        at = close + 1;
    }
    return out + source.mid(at);
}

}  // namespace gh::widgets
