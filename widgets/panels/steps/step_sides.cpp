#include "widgets/panels/steps/step_sides.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/controls/legend.h"
#include "widgets/controls/metric_label.h"
#include "widgets/controls/panel_header.h"
#include "widgets/plots/histogram.h"
#include "widgets/plots/waterfall.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {

DistributionSide::DistributionSide(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* layout = bareColumn(this);
    m_title = new QLabel(this);
    m_title->setProperty("role", "caption");
    m_title->setWordWrap(true);
    m_p50 = new MetricLabel(tr("p50 ms"), MetricLabel::Size::Value, this, MetricLabel::Caption::Below);
    m_p90 = new MetricLabel(tr("p90 ms"), MetricLabel::Size::Value, this, MetricLabel::Caption::Below);
    m_p99 = new MetricLabel(tr("p99 ms"), MetricLabel::Size::Value, this, MetricLabel::Caption::Below);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme.space(3));
    for (MetricLabel* metric : {m_p50, m_p90, m_p99}) row->addWidget(metric, 1);
    m_histogram = new HistogramView(this);
    layout->addWidget(m_title);
    layout->addLayout(row);
    layout->addWidget(m_histogram, 1);
}

void DistributionSide::setSteps(const StepLog& all, std::optional<std::uint64_t> upTo) {
    const StepLog steps = upTo ? all.prefix(indexOfStep(all, *upTo + 1)) : all;
    const std::vector<double> totals = lastTotals(steps);
    const Percentiles p = percentiles(totals);
    const QString title = totals.size() == 1 ? tr("Step time, 1 step")
                          : upTo ? tr("Step time, steps %1").arg(units::range(*upTo + 1 - totals.size(), *upTo))
                                 : tr("Step time, last %1 steps").arg(units::count(totals.size()));
    if (title != m_title->text()) m_title->setText(title);
    const auto set = [](MetricLabel* metric, double ms, const QString& share) {
        const units::Figure figure = ms >= 1000 ? units::Figure{units::number(ms, 0), {}} : units::milliseconds(ms);
        metric->setFigure({figure.value, {}}, tr("%1 of these steps took at most %2").arg(share, units::milliseconds(ms).text()));
    };
    set(m_p50, p.p50, units::percent(0.50, 0).text());
    set(m_p90, p.p90, units::percent(0.90, 0).text());
    set(m_p99, p.p99, units::percent(0.99, 0).text());
    m_histogram->setValues(totals);
}

StepSide::StepSide(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* layout = bareColumn(this);
    QHBoxLayout* head = sideHead(m_title, m_note, this);
    m_title->setProperty("role", "title");
    auto* close = iconButton("close", tr("Back to the distribution"), this);
    connect(close, &QToolButton::clicked, this, &StepSide::closed);
    head->addWidget(close);
    layout->addLayout(head);
    m_time = new MetricLabel(tr("time"), MetricLabel::Size::Value, this, MetricLabel::Caption::Below);
    m_tokens = new MetricLabel(tr("tokens"), MetricLabel::Size::Value, this, MetricLabel::Caption::Below);
    m_bytes = new MetricLabel(tr("GB/s"), MetricLabel::Size::Value, this, MetricLabel::Caption::Below);
    m_operations = new MetricLabel(tr("GFLOP/s"), MetricLabel::Size::Value, this, MetricLabel::Caption::Below);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme.space(2));
    for (MetricLabel* metric : {m_time, m_tokens, m_bytes, m_operations}) row->addWidget(metric, 1);
    layout->addLayout(row);
    m_waterfall = new WaterfallView(this);
    layout->addWidget(m_waterfall, 1);
    m_legend = new Legend(this);
    layout->addWidget(m_legend);
}

// What stands beside each swatch is its share, so that the strip can be read without a ruler.
void StepSide::fillLegend(const telemetry::StepRecord& record) {
    double attention = 0, ffn = 0;
    for (const telemetry::LayerTime& layer : record.layers) attention += layer.attentionMs, ffn += layer.ffnMs;
    const double total = record.embedMs + record.headMs + attention + ffn + record.samplingMs + record.restMs;
    const auto share = [&](double ms) { return total > 0 ? units::percent(ms / total, 0).text() : QString(); };
    m_legend->setEntries(
        {{tr("Attention %1").arg(share(attention)),
          tr("Projections of q, k, v and output, rope, writing the cache, and attention itself: %1 in all layers.")
              .arg(units::milliseconds(attention).text()),
          roleSwatch("phase.decode"), 10},
         {tr("FFN %1").arg(share(ffn)),
          tr("The feed-forward networks of all layers: %1.").arg(units::milliseconds(ffn).text()), roleSwatch("phase.sampling"), 10},
         {tr("Head %1").arg(share(record.embedMs + record.headMs)),
          tr("Looking up the token (%1), and the product that gives a logit for every token of the vocabulary (%2).")
              .arg(units::milliseconds(record.embedMs).text(), units::milliseconds(record.headMs).text()),
          roleSwatch("phase.prefill"), 10}});
}

namespace {
// Added to what a hover says of a rate.
QString ofLimit(const QString& words, std::optional<double> share, const units::Figure& limit) {
    if (!share) return words;
    return words + QStringLiteral("\n") + StepSide::tr("%1 of this machine's limit, %2").arg(units::percent(*share, 0).text(), limit.text());
}
}  // namespace

void StepSide::setStep(const MeanStep& step, const std::optional<telemetry::MachineFacts>& machine) {
    m_title->setText(step.count == 1 ? tr("Step %1").arg(units::count(step.first))
                                     : tr("Steps %1").arg(units::range(step.first, step.last)));
    m_note->setText(step.count == 1 ? QString() : tr("mean of %1").arg(units::count(step.count)));
    const units::Figure time = units::milliseconds(step.record.totalMs());
    m_time->setCaption(time.unit);
    m_time->setFigure({time.value, {}});
    m_tokens->setFigure({units::number(step.tokens, step.count == 1 || step.tokens >= 100 ? 0 : 1), {}},
                        tr("tokens computed in the step: one a running reply, or a chunk of a prompt"));
    if (const auto derived = rates(step.record)) {
        const telemetry::MachineFacts limits = machine.value_or(telemetry::MachineFacts{});
        m_bytes->setFigure({units::bytesPerSecond(derived->bytesPerSecond).value, {}},
                           ofLimit(tr("Derived: %1 of weights and %2 of cache, read in %3 of forward pass")
                               .arg(units::bytes(step.record.weightBytes).text(), units::bytes(step.record.cacheBytes).text(),
                                    units::milliseconds(step.record.prefillMs + step.record.decodeMs).text()),
                                   readShare(step.record, machine), units::bytesPerSecond(limits.readBytesPerSecond)));
        m_operations->setFigure({units::operationsPerSecond(derived->operationsPerSecond).value, {}},
                                ofLimit(tr("Derived: %1 operations (multiply and add counted apart) in %2 of forward pass")
                                    .arg(units::count(step.record.operations),
                                         units::milliseconds(step.record.prefillMs + step.record.decodeMs).text()),
                                        operationsShare(step.record, machine), units::operationsPerSecond(limits.operationsPerSecond)));
    } else {
        m_bytes->setNothing();
        m_operations->setNothing();
    }
    m_waterfall->setRecord(step.record);
    fillLegend(step.record);
}

}  // namespace gh::widgets
