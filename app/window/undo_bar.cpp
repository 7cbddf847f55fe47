#include "app/window/undo_bar.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

UndoBar::UndoBar(QWidget* parent) : QFrame(parent) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 6, 6, 8);
    row->setSpacing(4);
    m_label = new QLabel(this);
    m_label->setWordWrap(true);
    m_label->setMinimumWidth(40);
    m_undo = new QPushButton(tr("Undo"), this);
    m_undo->setFlat(true);
    m_undo->setToolTip(tr("Bring it back (Ctrl+Z)"));
    m_close = new QToolButton(this);
    m_close->setIcon(widgets::icon("close", "tooltipText"));
    m_close->setToolTip(tr("Close"));
    m_close->setAccessibleName(tr("Close this message"));
    row->addWidget(m_label, 1);
    row->addWidget(m_undo);
    row->addWidget(m_close);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        hide();
        emit undoRequested();
    });
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);
    // A tick four times a second moves the line by a pixel or two.
    m_tick.setInterval(250);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        // Not while it is being read or aimed at.
        if (underMouse() || m_undo->hasFocus() || m_close->hasFocus()) m_shown.restart();
        if (m_shown.hasExpired(kMs) || !isVisible()) {
            m_tick.stop();
            hide();
        }
        update(QRect(0, height() - 3, width(), 3));
    });
    connect(&Theme::instance(), &Theme::changed, this, &UndoBar::dress);
    dress();
    hide();
}

void UndoBar::dress() {
    const Theme& theme = Theme::instance();
    const auto name = [&](const char* role) { return theme.color(role).name(); };
    // The one place that wears the tooltip's colours: it lies over the list and goes by itself.
    setStyleSheet(QStringLiteral(
                      "QLabel { color: %1; background: transparent; }"
                      "QPushButton { color: %2; background: transparent; border: 1px solid transparent;"
                      " border-radius: 4px; padding: 3px 8px; font-weight: 600; }"
                      "QPushButton:focus, QToolButton:focus { border: 1px solid %2; }"
                      "QPushButton:hover, QToolButton:hover { background: rgba(255, 255, 255, 30); }"
                      "QToolButton { background: transparent; border: 1px solid transparent; padding: 3px; }")
                      .arg(name("tooltipText"), name("tooltipAccent")));
    update();
}

void UndoBar::say(const QString& text, bool undo) {
    m_label->setText(text);
    m_undo->setVisible(undo);
    m_shown.start();
    m_tick.start();
    show();
    QAccessibleEvent event(this, QAccessible::Alert);
    setAccessibleName(text);
    QAccessible::updateAccessibility(&event);
}

void UndoBar::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color("tooltip"));
    painter.drawRoundedRect(rect(), theme.radius("control"), theme.radius("control"));
    const double left = std::max(0.0, 1.0 - double(m_shown.elapsed()) / kMs);
    painter.setBrush(theme.color("tooltipAccent"));
    painter.drawRect(QRectF(0, height() - 3, width() * left, 3));
}

}  // namespace gh::app
