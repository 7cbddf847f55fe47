// Predicted beside allocated, with the sign that says whether they agree, the prediction's own arithmetic, and how the
// pool is used.
#pragma once

#include <QWidget>

#include "widgets/models/cache_facts.h"


namespace gh::widgets {

class InlineMessage;
class MetricLabel;
class SteadyLabel;

class CacheHeader : public QWidget {
    Q_OBJECT
public:
    explicit CacheHeader(QWidget* parent = nullptr);
    void setFacts(const telemetry::BlockMap& map, const CacheFacts& facts);
    bool saysEqual() const { return m_equal; }
    QString arithmeticText() const;

signals:
    void blockWanted(int pool, int block);       // a block that has no owner

private:
    class Sign;
    void explain(const telemetry::BlockMap& map, const CacheFacts& facts);
    MetricLabel *m_predicted, *m_allocated, *m_inUse, *m_waste, *m_cached, *m_reserved;
    MetricLabel *m_saved, *m_reusable, *m_copies, *m_evictions;
    QWidget* m_sharing;                              // the row of the four, once there is anything to say
    Sign* m_sign;
    SteadyLabel* m_arithmetic;
    InlineMessage* m_message;
    int m_ownerlessPool = -1, m_ownerlessBlock = -1;
    bool m_equal = true;
};

}  // namespace gh::widgets
