// The two pictures beside the bars: how long steps take in general, and where the picked step's time went.
#pragma once

#include <QWidget>

#include "widgets/models/step_facts.h"

class QLabel;

namespace gh::widgets {

class HistogramView;
class Legend;
class MetricLabel;
class WaterfallView;

// Percentiles and histogram of the newest steps, or of the last ones up to a scrubbed clock.
class DistributionSide : public QWidget {
    Q_OBJECT
public:
    explicit DistributionSide(QWidget* parent = nullptr);
    void setSteps(const StepLog& steps, std::optional<std::uint64_t> upTo = {});

private:
    QLabel* m_title;
    MetricLabel *m_p50, *m_p90, *m_p99;
    HistogramView* m_histogram;
};

// Rates and per-layer times of one step, or the mean of a run.
class StepSide : public QWidget {
    Q_OBJECT
public:
    explicit StepSide(QWidget* parent = nullptr);
    // machine: whose limits the rates are compared with.
    void setStep(const MeanStep& step, const std::optional<telemetry::MachineFacts>& machine = {});

signals:
    void closed();

private:
    void fillLegend(const telemetry::StepRecord& record);
    QLabel *m_title, *m_note;
    MetricLabel *m_time, *m_tokens, *m_bytes, *m_operations;
    WaterfallView* m_waterfall;
    Legend* m_legend;
};

}  // namespace gh::widgets
