#include "widgets/controls/scrub_bar.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QKeyEvent>
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
    m_where = new PartsLabel(this);
    row->addWidget(m_where);
    m_goLive = new QPushButton(icon("live"), tr("Go to live"), this);
    m_goLive->setFocusPolicy(Qt::TabFocus);
    m_goLive->setToolTip(tr("Follow the newest step again (End)"));
    QSizePolicy keepsPlace = m_goLive->sizePolicy();
    keepsPlace.setRetainSizeWhenHidden(true);
    m_goLive->setSizePolicy(keepsPlace);
    row->addWidget(m_goLive);
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
    setFocusProxy(m_track);
    refresh();
}

void ScrubBar::setSnapshot(const SnapshotPtr& snapshot) {
    m_clock->setSnapshot(snapshot);
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
    if (!any) {
        m_where->setParts({{tr("No step yet"), Tone::Muted}});
    } else {
        const ClockWords words = clockWords(*m_clock);
        m_where->setParts({{tr("Step %1").arg(units::count(m_clock->step())), Tone::Strong},
                           {QStringLiteral("  ") + (live ? tr("live") : words.behind), Tone::Muted}});
    }
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

}  // namespace gh::widgets
