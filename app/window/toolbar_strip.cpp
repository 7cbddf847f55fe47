#include "app/window/toolbar_strip.h"

#include <algorithm>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "app/window/workspace_list.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/segmented.h"
#include "widgets/controls/steady_label.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {
const QString kDot = QStringLiteral("● ");
}

ToolbarStrip::ToolbarStrip(QWidget* modelButton, QWidget* parent) : QWidget(parent), m_model(modelButton) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(12);
    m_left = new QWidget(this);
    auto* left = new QHBoxLayout(m_left);
    left->setContentsMargins(0, 0, 0, 0);
    left->addWidget(modelButton);
    left->addStretch(1);

    QStringList names;
    for (const WorkspaceEntry& entry : workspaceList()) names << entry.title();
    m_workspaces = new widgets::Segmented(names, this);
    m_workspaces->setAccessibleName(tr("Workspace"));
    int number = 0;
    for (const WorkspaceEntry& entry : workspaceList()) {
        const int index = number++;
        m_workspaces->setTip(index, tr("%1 (Ctrl+%2)").arg(entry.purpose()).arg(number));
    }

    m_right = new QWidget(this);
    auto* right = new QHBoxLayout(m_right);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(8);
    right->addStretch(1);
    m_word = new QLabel(m_right);
    m_word->setFont(Theme::instance().font("body", "semibold"));
    m_stepLabel = new widgets::SteadyLabel(m_right);
    m_stepLabel->label()->setProperty("role", "muted");
    right->addWidget(m_word);
    right->addWidget(m_stepLabel);
    m_stop = button("stop", "error", tr("Stop"), tr("Stop this reply (Esc)"));
    m_pause = button("pause", "text", tr("Pause"), {});
    m_step = button("step", "text", tr("Step"), tr("One step while paused (F7)"));
    m_more = new QToolButton(m_right);
    m_more->setIcon(widgets::icon("more"));
    m_more->setToolTip(tr("Menu (F10)"));
    m_more->setAccessibleName(tr("Menu"));
    m_more->setFixedSize(28, 28);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_menu = new QMenu(m_more);
    m_more->setMenu(m_menu);
    for (QWidget* part : {static_cast<QWidget*>(m_stop), static_cast<QWidget*>(m_pause),
                          static_cast<QWidget*>(m_step), static_cast<QWidget*>(m_more)})
        right->addWidget(part);

    // Equal shares at both sides keep the workspaces in the middle while there is room.
    row->addWidget(m_left, 1);
    row->addWidget(m_workspaces);
    row->addWidget(m_right, 1);
    setPaused(false);
}

QPushButton* ToolbarStrip::button(const char* icon, const char* role, const QString& text, const QString& tip) {
    auto* b = new QPushButton(widgets::icon(icon, role), text, this);
    b->setToolTip(tip);
    b->setAccessibleName(text);
    b->setFocusPolicy(Qt::TabFocus);
    return b;
}

void ToolbarStrip::setState(const QString& word, const char* role, const QString& step) {
    const QString text = word.isEmpty() ? QString() : kDot + word;
    const bool other = m_word->text() != text || m_stepLabel->text().size() != step.size();
    if (m_word->text() != text) m_word->setText(text);
    if (m_word->property("role").toString() != QLatin1String(role)) {
        m_word->setProperty("role", role);
        Theme::restyle(m_word);
    }
    m_stepLabel->setText(step);
    if (other) fit();
}

void ToolbarStrip::reserve(const QStringList& words, const QString& step) {
    m_longestWords = words;
    m_longestStep = step;
    fit();
}

void ToolbarStrip::setPaused(bool paused) {
    const QString text = paused ? tr("Resume") : tr("Pause");
    if (m_pause->accessibleName() == text && !m_pause->toolTip().isEmpty()) return;
    m_pause->setAccessibleName(text);
    m_pause->setIcon(widgets::icon(paused ? "play" : "pause", "text"));
    m_pause->setToolTip(paused ? tr("Let the engine go on (F6)")
                               : tr("Pause the engine at the next step, for all requests (F6)"));
    apply(m_room);
    fit();
}

void ToolbarStrip::apply(Room room) {
    m_room = room;
    m_stepLabel->setVisible(room == Room::Full);
    for (QPushButton* b : {m_stop, m_pause, m_step})
        b->setText(room == Room::IconsOnly ? QString() : b->accessibleName());
}

// Reckoned, not tried: trying would ask for another layout each time.
int ToolbarStrip::widthAt(Room room, int model) const {
    constexpr int kBreath = 16;
    int width = layout()->contentsMargins().left() + layout()->contentsMargins().right() + 2 * layout()->spacing();
    width += kBreath + model + m_workspaces->sizeHint().width();
    return width + rightAt(room);
}

int ToolbarStrip::rightAt(Room room) const {
    constexpr int kIcon = 16, kIconGap = 8, kPadding = 26;
    const int gap = m_right->layout()->spacing();
    int word = m_word->sizeHint().width();
    for (const QString& text : m_longestWords)
        word = std::max(word, m_word->fontMetrics().horizontalAdvance(kDot + text) + 2);
    int width = word + gap + m_more->width();
    if (room == Room::Full)
        width += std::max(m_stepLabel->sizeHint().width(),
                          m_stepLabel->label()->fontMetrics().horizontalAdvance(m_longestStep) + 2) + gap;
    width += 3 * (kIcon + kPadding + gap);
    if (room == Room::IconsOnly) return width;
    const auto wordsOf = [](const QPushButton* b, const QString& text) {
        return kIconGap + b->fontMetrics().horizontalAdvance(text);
    };
    return width + wordsOf(m_stop, m_stop->accessibleName()) + wordsOf(m_step, m_step->accessibleName()) +
           std::max(wordsOf(m_pause, tr("Pause")), wordsOf(m_pause, tr("Resume")));
}

void ToolbarStrip::fit() {
    // The model's name and facts are worth more than the words on buttons whose icons say the same.
    const int model = m_model->sizeHint().width();
    const Room room = widthAt(Room::Full, model) <= width()     ? Room::Full
                      : widthAt(Room::NoStep, model) <= width() ? Room::NoStep
                                                                : Room::IconsOnly;
    if (room != m_room) apply(room);
    m_right->setMinimumWidth(rightAt(room));
}

void ToolbarStrip::openMenu() {
    m_more->showMenu();
}

QSize ToolbarStrip::minimumSizeHint() const {
    return {widthAt(Room::IconsOnly, m_model->minimumSizeHint().width()), layout()->minimumSize().height()};
}

void ToolbarStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

bool ToolbarStrip::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::Polish || event->type() == QEvent::StyleChange) fit();
    return handled;
}

}  // namespace gh::app
