// The line at the bottom: context used, cache, speed of the reply on show, requests. Every figure is from the
// snapshot.
#pragma once

#include <QWidget>

#include "app/chat/conversation.h"
#include "widgets/controls/metric_label.h"
#include "widgets/panel.h"

namespace gh::app {

class Meter;

class StatusStrip : public QWidget {
    Q_OBJECT
public:
    explicit StatusStrip(QWidget* parent = nullptr);
    // conversation: the one on show, 0 for none.
    void show(const widgets::SnapshotPtr& snapshot, RowId conversation);

private:
    Meter* m_meter;
    widgets::PartsLabel *m_context, *m_cache, *m_rate, *m_first, *m_step, *m_requests;
};

}  // namespace gh::app
