// The line at the bottom: context used, cache, speed of the reply on show, requests. Every figure is from the
// snapshot, and of the step that the clock shows.
#pragma once

#include <QFrame>
#include <QList>
#include <QWidget>

#include "app/chat/conversation.h"
#include "widgets/clock.h"
#include "widgets/controls/metric_label.h"
#include "widgets/panel.h"

class QLabel;

namespace gh::app {

class Meter;

class StatusStrip : public QWidget {
    Q_OBJECT
public:
    explicit StatusStrip(QWidget* parent = nullptr);
    // conversation: the one on show, 0 for none. While the clock is scrubbed, context, cache and step are those of then,
    // and what there is only of now is left out.
    void show(const widgets::SnapshotPtr& snapshot, RowId conversation, const widgets::ClockModel& clock);
    void setWeights(const QString& name);  // the variant that the model is open as; empty: as stored
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    QLabel* m_label;
    Meter* m_meter;
    QList<QFrame*> m_rules;
    bool m_hasCache = false, m_hasTraffic = false, m_hasWeights = false, m_live = true;
    widgets::SnapshotOfClock m_past;
    widgets::PartsLabel *m_context, *m_cache, *m_rate, *m_first, *m_step, *m_traffic, *m_weights, *m_requests;
};

}  // namespace gh::app
