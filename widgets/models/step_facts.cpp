#include "widgets/models/step_facts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QCoreApplication>

#include "widgets/plots/axis.h"
#include "widgets/text/units.h"

namespace gh::widgets {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepFacts)
};

double forwardSeconds(const telemetry::StepRecord& record) {
    return (static_cast<double>(record.prefillMs) + static_cast<double>(record.decodeMs)) / 1000;
}

}  // namespace

std::size_t indexOfStep(const StepLog& steps, std::uint64_t step) {
    std::size_t low = 0, high = steps.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (steps[middle].step < step) low = middle + 1;
        else high = middle;
    }
    return low;
}

Percentiles percentiles(std::vector<double> values) {
    Percentiles p;
    p.steps = values.size();
    if (values.empty()) return p;
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
        return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
    };
    p.p50 = at(0.50);
    p.p90 = at(0.90);
    p.p99 = at(0.99);
    return p;
}

std::vector<double> lastTotals(const StepLog& steps, std::size_t count) {
    std::vector<double> totals;
    for (std::size_t i = steps.size() - std::min(count, steps.size()); i < steps.size(); ++i)
        totals.push_back(static_cast<double>(steps[i].totalMs()));
    return totals;
}

Histogram histogram(const std::vector<double>& values, int mostBins) {
    Histogram h;
    if (values.empty()) return h;
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double median = percentiles(values).p50;
    // A few long steps would squeeze all others into one bin: they are counted apart.
    const double top = *high > 3 * median ? std::max(2 * median, *low) : *high;
    const double span = std::max(top - *low, std::max(0.2 * *low, 1e-3));
    h.width = niceStep(span, mostBins);
    h.first = std::floor(*low / h.width) * h.width;
    h.counts.resize(static_cast<std::size_t>(std::max(1.0, std::floor((top - h.first) / h.width) + 1)));
    for (const double value : values) {
        const auto bin = static_cast<std::size_t>(std::max(0.0, (value - h.first) / h.width));
        if (bin < h.counts.size()) ++h.counts[bin];
        else ++h.beyond;
    }
    return h;
}

std::optional<Rates> rates(const telemetry::StepRecord& record) {
    const double seconds = forwardSeconds(record);
    if (!(seconds > 0)) return std::nullopt;
    return Rates{static_cast<double>(record.weightBytes + record.cacheBytes) / seconds,
                 static_cast<double>(record.operations) / seconds};
}

std::optional<double> readShare(const telemetry::StepRecord& record, const std::optional<telemetry::MachineFacts>& machine) {
    const auto derived = rates(record);
    if (!derived || !machine || !(machine->readBytesPerSecond > 0)) return std::nullopt;
    return derived->bytesPerSecond / machine->readBytesPerSecond;
}

std::optional<double> operationsShare(const telemetry::StepRecord& record, const std::optional<telemetry::MachineFacts>& machine) {
    const auto derived = rates(record);
    if (!derived || !machine || !(machine->operationsPerSecond > 0)) return std::nullopt;
    return derived->operationsPerSecond / machine->operationsPerSecond;
}

std::optional<double> barLimit(StepMeasure measure, const std::optional<telemetry::MachineFacts>& machine) {
    if (!machine) return std::nullopt;
    const double limit = measure == StepMeasure::Bytes        ? machine->readBytesPerSecond / 1e9
                         : measure == StepMeasure::Operations ? machine->operationsPerSecond / 1e9
                                                              : 0;
    return limit > 0 ? std::optional(limit) : std::nullopt;
}

std::array<double, 4> barParts(const telemetry::StepRecord& record, StepMeasure measure) {
    const auto derived = rates(record).value_or(Rates{});
    switch (measure) {
        case StepMeasure::Time: return {record.prefillMs, record.decodeMs, record.samplingMs, record.restMs};
        case StepMeasure::Tokens:
            return {static_cast<double>(record.prefillTokens), static_cast<double>(record.decodeTokens), 0, 0};
        case StepMeasure::Bytes: return {0, derived.bytesPerSecond / 1e9, 0, 0};
        case StepMeasure::Operations: return {0, derived.operationsPerSecond / 1e9, 0, 0};
    }
    return {};
}

double barTotal(const telemetry::StepRecord& record, StepMeasure measure) {
    const auto parts = barParts(record, measure);
    return parts[0] + parts[1] + parts[2] + parts[3];
}

std::optional<double> cutHeight(std::vector<double> totals) {
    if (totals.size() < 8) return std::nullopt;
    const double highest = *std::max_element(totals.begin(), totals.end());
    const auto ninth = totals.begin() + static_cast<std::ptrdiff_t>(totals.size() * 9 / 10);
    std::nth_element(totals.begin(), ninth, totals.end());
    // Below this the long ones still leave the others a quarter of the height.
    if (*ninth <= 0 || highest <= 4 * *ninth) return std::nullopt;
    return 2 * *ninth;
}

std::optional<MeanStep> meanOf(const StepLog& steps, std::uint64_t first, std::uint64_t last) {
    MeanStep mean;
    telemetry::StepRecord& sum = mean.record;
    double tokens = 0;
    for (std::size_t i = indexOfStep(steps, first); i < steps.size() && steps[i].step <= last; ++i) {
        const telemetry::StepRecord& r = steps[i];
        if (mean.count++ == 0) mean.first = r.step;
        mean.last = r.step;
        sum.prefillMs += r.prefillMs, sum.decodeMs += r.decodeMs, sum.samplingMs += r.samplingMs, sum.restMs += r.restMs;
        sum.embedMs += r.embedMs, sum.headMs += r.headMs;
        sum.weightBytes += r.weightBytes, sum.cacheBytes += r.cacheBytes, sum.operations += r.operations;
        sum.prefillTokens += r.prefillTokens, sum.decodeTokens += r.decodeTokens;
        tokens += r.prefillTokens + r.decodeTokens;
        if (sum.layers.size() < r.layers.size()) sum.layers.resize(r.layers.size());
        for (std::size_t l = 0; l < r.layers.size(); ++l) {
            sum.layers[l].attentionMs += r.layers[l].attentionMs;
            sum.layers[l].ffnMs += r.layers[l].ffnMs;
        }
    }
    if (mean.count == 0) return std::nullopt;
    const auto n = static_cast<float>(mean.count);
    for (float* ms : {&sum.prefillMs, &sum.decodeMs, &sum.samplingMs, &sum.restMs, &sum.embedMs, &sum.headMs}) *ms /= n;
    for (telemetry::LayerTime& layer : sum.layers) layer.attentionMs /= n, layer.ffnMs /= n;
    sum.weightBytes /= mean.count, sum.cacheBytes /= mean.count, sum.operations /= mean.count;
    sum.step = mean.last;
    mean.tokens = tokens / static_cast<double>(mean.count);
    return mean;
}

QString stepHover(const telemetry::StepRecord& r) {
    QString html = Text::tr("<b>Step %1</b> · %2").arg(units::count(r.step), units::milliseconds(r.totalMs()).text());
    const auto part = [&](const QString& name, float ms) {
        if (ms > 0) html += QStringLiteral("<br>%1 %2").arg(name, units::milliseconds(ms).text());
    };
    part(Text::tr("prefill"), r.prefillMs);
    part(Text::tr("decode"), r.decodeMs);
    part(Text::tr("sampling"), r.samplingMs);
    part(Text::tr("rest"), r.restMs);
    html += QStringLiteral("<br>") + units::tokens(r.prefillTokens + r.decodeTokens);
    if (const auto derived = rates(r))
        html += QStringLiteral(" · ") + Text::tr("%1 read, %2 (derived)")
                                           .arg(units::bytesPerSecond(derived->bytesPerSecond).text(),
                                                units::operationsPerSecond(derived->operationsPerSecond).text());
    return html;
}

}  // namespace gh::widgets
