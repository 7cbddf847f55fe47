#include "widgets/controls/scrub_bar.h"

#include <algorithm>

#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "widgets/controls/icons.h"
#include "widgets/controls/metric_label.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/scrub_track.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {

using Tone = PartsLabel::Tone;

ScrubBar::ScrubBar(ClockModel* clock, QWidget* parent) : QWidget(parent), m_clock(clock) {
    const Theme& theme = Theme::instance();
    setProperty("plane", "window");
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme.space(4), 0, theme.space(4), 0);
    row->setSpacing(theme.space(2));
    const auto button = [&](const char* iconName, const QString& tip) {
        auto* b = iconButton(iconName, tip, this);
        b->setProperty("kind", "outlined");
        row->addWidget(b);
        return b;
    };
    m_previous = button("step-back", tr("One step back (comma)"));
    m_play = button("pause", {});
    m_next = button("step", tr("One step on (full stop)"));
    row->addSpacing(theme.space(2));
    m_oldest = new PartsLabel(this);
    m_track = new ScrubTrack(clock, this);
    m_newest = new PartsLabel(this);
    row->addWidget(m_oldest);
    row->addWidget(m_track, 1);
    row->addWidget(m_newest);
    row->addSpacing(theme.space(2));
    m_where = new PartsLabel(this, "body");
    row->addWidget(m_where);
    m_goLive = new QPushButton(icon("live"), tr("Go to live"), this);
    m_goLive->setFocusPolicy(Qt::TabFocus);
    m_goLive->setToolTip(tr("Follow the newest step again (End)"));
    m_live = new QLabel(QStringLiteral("● ") + tr("Live"), this);
    m_live->setProperty("role", "ok");
    m_live->setFont(theme.font("body", "semibold"));
    m_live->setToolTip(tr("Every panel follows the newest step."));
    // One place for both, or the track would move under the pointer that drags it.
    QSizePolicy keepsPlace = m_goLive->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_goLive->setSizePolicy(keepsPlace);
    auto* end = new QGridLayout;
    end->addWidget(m_live, 0, 0, Qt::AlignRight | Qt::AlignVCenter);
    end->addWidget(m_goLive, 0, 0, Qt::AlignVCenter);
    row->addLayout(end);
    m_oldest->setToolTip(tr("The oldest step that is kept"));
    m_newest->setToolTip(tr("The newest step"));
    m_where->setToolTip(tr("The step that all panels show. The engine goes on meanwhile."));

    connect(m_previous, &QToolButton::clicked, clock, [clock] { clock->stepBy(-1); });
    connect(m_next, &QToolButton::clicked, clock, [clock] { clock->stepBy(1); });
    connect(m_play, &QToolButton::clicked, clock, &ClockModel::playOrHold);
    connect(m_goLive, &QPushButton::clicked, clock, [this, clock] {
        // The button leaves; the focus stays on the timeline.
        if (m_goLive->hasFocus()) m_track->setFocus(Qt::OtherFocusReason);
        clock->goLive();
    });
    connect(clock, &ClockModel::changed, this, &ScrubBar::refresh);
    connect(clock, &ClockModel::rangeChanged, this, &ScrubBar::refresh);
    m_goLive->setAccessibleName(m_goLive->text());
    setFocusProxy(m_track);
    refresh();
}

void ScrubBar::setSnapshot(const SnapshotPtr& snapshot) {
    m_clock->setSnapshot(snapshot);
    const bool running = snapshot && snapshot->state == telemetry::EngineState::Running;
    if (std::exchange(m_running, running) != running) refresh();
    if (snapshot) m_track->setLogs(snapshot->steps, snapshot->marks);
}

void ScrubBar::refresh() {
    const bool any = m_clock->newest() > 0, live = m_clock->isLive(), moves = live || m_clock->isPlaying();
    m_previous->setEnabled(any && m_clock->step() > m_clock->oldest());
    m_next->setEnabled(any && !live);
    m_play->setEnabled(any);
    const QString playTip = moves ? tr("Hold the clock at this step (Space)") : tr("Play on from this step (Space)");
    if (m_play->toolTip() != playTip) {
        m_play->setIcon(icon(moves ? "pause" : "play", "text"));
        m_play->setToolTip(playTip);
        m_play->setAccessibleName(playTip);
    }
    m_oldest->setParts({{any ? units::count(m_clock->oldest()) : QString(), Tone::Muted}});
    m_newest->setParts({{any ? units::count(m_clock->newest()) : QString(), Tone::Muted}});
    m_goLive->setVisible(!live);
    // The toolbar says what the engine does: beside its "Ready" or "Paused" there is nothing live to follow.
    m_live->setVisible(live && m_running);
    if (!any) {
        m_where->setParts({{tr("No step yet"), Tone::Muted}});
    } else {
        const ClockWords words = clockWords(*m_clock);
        m_where->setParts({{tr("Step %1").arg(units::count(m_clock->step())), Tone::Strong},
                           {live ? QString() : QStringLiteral("  ") + words.behind, Tone::Muted}});
    }
    fit();
}

int ScrubBar::widthAt(Room room) const {
    constexpr int kGaps = 11, kIcon = 16, kPadding = 26;
    const QMargins margins = layout()->contentsMargins();
    int width = margins.left() + margins.right() + kGaps * layout()->spacing() + m_track->minimumSizeHint().width();
    for (const QToolButton* button : {m_previous, m_play, m_next}) width += button->sizeHint().width();
    width += m_where->sizeHint().width() + kIcon + kPadding;
    if (room != Room::IconsOnly) width += m_goLive->fontMetrics().horizontalAdvance(m_goLive->accessibleName()) + 6;
    if (room == Room::Full) width += m_oldest->sizeHint().width() + m_newest->sizeHint().width() + 80;
    return width;
}

void ScrubBar::fit() {
    const Room room = widthAt(Room::Full) <= width()     ? Room::Full
                      : widthAt(Room::NoEnds) <= width() ? Room::NoEnds
                                                         : Room::IconsOnly;
    if (room == m_room) return;
    m_room = room;
    m_oldest->setVisible(room == Room::Full);
    m_newest->setVisible(room == Room::Full);
    m_goLive->setText(room == Room::IconsOnly ? QString() : m_goLive->accessibleName());
}

QSize ScrubBar::minimumSizeHint() const { return {widthAt(Room::IconsOnly), m_track->minimumSizeHint().height()}; }

void ScrubBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void ScrubBar::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) return QWidget::keyPressEvent(event);
    const auto page = std::max<std::int64_t>(10, static_cast<std::int64_t>(m_clock->newest() - m_clock->oldest()) / 10);
    switch (event->key()) {
        case Qt::Key_Comma:
        case Qt::Key_Left: return m_clock->stepBy(-1);
        case Qt::Key_Period:
        case Qt::Key_Right: return m_clock->stepBy(1);
        case Qt::Key_PageUp: return m_clock->stepBy(-page);
        case Qt::Key_PageDown: return m_clock->stepBy(page);
        case Qt::Key_Home: return m_clock->scrubTo(m_clock->oldest());
        case Qt::Key_End: return m_clock->goLive();
        case Qt::Key_Space: return m_clock->playOrHold();
        default: QWidget::keyPressEvent(event);
    }
}

ClockWords clockWords(const ClockModel& clock) {
    ClockWords words;
    if (clock.newest() == 0) return words;
    if (clock.isLive()) {
        words.step = ScrubBar::tr("step %1").arg(units::count(clock.newest()));
    } else {
        words.step = ScrubBar::tr("step %1 of %2").arg(units::count(clock.step()), units::count(clock.newest()));
        words.behind = ScrubBar::tr("%1 behind").arg(units::count(clock.behind()));
    }
    return words;
}

QString longestStepWords() { return ScrubBar::tr("step %1").arg(units::count(99'999)); }

}  // namespace gh::widgets
