// The bar that moves the one clock: a step back, play or hold, a step on; the kept steps as a slider with marks; which
// step is on show and how far it is behind; back to live. Its keys (comma, full stop, Space, Home, End) act only while it
// has the focus, so that typing never scrubs.
#pragma once

#include <QWidget>

#include "widgets/panel.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace gh::widgets {

class PartsLabel;
class ScrubTrack;

class ScrubBar : public QWidget {
    Q_OBJECT
public:
    explicit ScrubBar(ClockModel* clock, QWidget* parent = nullptr);
    void setSnapshot(const SnapshotPtr& snapshot);    // tells the clock too
    ScrubTrack* track() const { return m_track; }
    QToolButton* playButton() const { return m_play; }
    QPushButton* liveButton() const { return m_goLive; }
    QLabel* liveSign() const { return m_live; }
    QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    // What gives way in a narrow window, one after the other: the numbers at the ends, the words on the button.
    enum class Room { Full, NoEnds, IconsOnly };
    void refresh();
    void fit();
    int widthAt(Room room) const;
    ClockModel* m_clock;
    QToolButton *m_previous, *m_play, *m_next;
    PartsLabel *m_oldest, *m_newest, *m_where;
    ScrubTrack* m_track;
    QLabel* m_live;                                   // in the place of the button that leads there, while steps come
    QPushButton* m_goLive;
    Room m_room = Room::Full;
    bool m_running = false;                           // the engine
};

// "step 74 of 120" and "46 behind"; the second is empty while the clock is live.
struct ClockWords { QString step, behind; };
ClockWords clockWords(const ClockModel& clock);
QString longestStepWords();  // of a live clock, in a session of a usual length

}  // namespace gh::widgets
