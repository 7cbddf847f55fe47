#include "engine/evaluate/statistics.h"

#include <algorithm>
#include <cmath>

namespace gh::evaluate {
namespace {

template <class Of>
std::vector<double> column(std::span<const Scored> scored, Of of) {
    std::vector<double> values;
    values.reserve(scored.size());
    for (const Scored& s : scored) values.push_back(of(s));
    return values;
}

}  // namespace

Mean meanOf(std::span<const double> values) {
    if (values.empty()) return {};
    const auto n = static_cast<double>(values.size());
    Mean mean;
    for (const double v : values) mean.value += v;
    mean.value /= n;
    if (values.size() < 2) return mean;
    double squares = 0;
    for (const double v : values) squares += (v - mean.value) * (v - mean.value);
    mean.error = std::sqrt(squares / (n - 1) / n);
    return mean;
}

double percentile(std::span<const double> ascending, double share) {
    if (ascending.empty()) return 0;
    const double at = share * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    if (below + 1 >= ascending.size()) return ascending.back();
    return ascending[below] + (at - static_cast<double>(below)) * (ascending[below + 1] - ascending[below]);
}

// Wilson, Probable Inference, the Law of Succession, and Statistical Inference (1927).
Share wilson(int right, int asked) {
    constexpr double kZ = 1.959963984540054;   // 97.5 % of the normal distribution
    Share share{right, asked, 0, 1};
    if (asked <= 0) return share;
    const double n = asked, p = right / n, z2 = kZ * kZ;
    const double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    const double half = kZ / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    share.low = right == 0 ? 0 : std::max(0.0, middle - half);
    share.high = right == asked ? 1 : std::min(1.0, middle + half);
    return share;
}

Perplexity perplexityOf(std::span<const Scored> scored, int window) {
    const Mean loss = meanOf(column(scored, [](const Scored& s) { return -s.logProbability; }));
    const double value = std::exp(loss.value);
    return {value, value * loss.error, scored.size(), window};
}

Divergence divergenceOf(std::span<const Scored> scored) {
    Divergence out;
    out.tokens = scored.size();
    if (scored.empty()) return out;
    std::vector<double> kl = column(scored, [](const Scored& s) { return s.kl; });
    out.kl = meanOf(kl);
    std::sort(kl.begin(), kl.end());
    out.median = percentile(kl, 0.5);
    out.p90 = percentile(kl, 0.9);
    out.p95 = percentile(kl, 0.95);
    out.p99 = percentile(kl, 0.99);
    out.p999 = percentile(kl, 0.999);
    out.max = kl.back();

    std::vector<double> dp = column(scored, [](const Scored& s) { return s.probability - s.referenceProbability; });
    std::vector<double> squares = dp;
    for (double& v : squares) v *= v;
    const Mean square = meanOf(squares);
    out.rmsDp.value = std::sqrt(square.value);
    // Of a root: half the relative error of what is under it.
    if (out.rmsDp.value > 0) out.rmsDp.error = square.error / (2 * out.rmsDp.value);
    std::sort(dp.begin(), dp.end());
    constexpr double kShares[] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
    for (std::size_t i = 0; i < std::size(kShares); ++i) out.dp[i] = percentile(dp, kShares[i]);
    out.sameTop = meanOf(column(scored, [](const Scored& s) { return s.sameTop ? 1.0 : 0.0; }));
    return out;
}

}  // namespace gh::evaluate
