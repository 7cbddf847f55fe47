#include "engine/evaluate/row_divergence.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/sample/lanes.h"

namespace gh::evaluate {
namespace {

constexpr std::size_t kLanes = 16;
constexpr std::size_t kRun = 1024;   // a multiple of 16, so that a value's lane does not depend on the cut

// 16 sums in double: element i in lane i mod 16.
struct LaneSums {
    lanes::Doubles lane[kLanes / 2] = {};

    void add(const float* values) {
        for (std::size_t v = 0; v < kLanes / lanes::kWidth; ++v) {
            const lanes::Floats four = lanes::load(values + v * lanes::kWidth);
            lane[2 * v] += lanes::lowHalf(four);
            lane[2 * v + 1] += lanes::highHalf(four);
        }
    }
    double folded() {
        for (std::size_t half = kLanes / 4; half > 0; half /= 2)
            for (std::size_t l = 0; l < half; ++l) lane[l] += lane[l + half];
        return lane[0][0] + lane[0][1];
    }
};

}  // namespace

// With a and b the logits less their largest and d = a - b: KL(p ‖ q) = sum(p d) - log sum(exp a) + log sum(exp b). Taken
// from the largest ones, the terms are as small as the rows are alike, and nothing large cancels.
RowDivergence rowDivergence(std::span<const float> reference, const RowScan& referenceScan, std::span<const float> variant,
                            const RowScan& variantScan) {
    const auto finite = [](std::span<const float> row, const RowScan& scan) {
        return scan.firstBad < 0 && scan.allowed == static_cast<int>(row.size());
    };
    if (!finite(reference, referenceScan) || !finite(variant, variantScan)) {
        constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
        return {kNan, kNan, kNan, kNan};
    }
    float p[kRun], q[kRun], pd[kRun], qd[kRun];
    LaneSums pSum, qSum, pdSum, qdSum;
    for (std::size_t first = 0; first < reference.size(); first += kRun) {
        const std::size_t n = std::min(kRun, reference.size() - first);
        const float *a = reference.data() + first, *b = variant.data() + first;
        expRelative({a, n}, referenceScan.max, 1.0f, p);
        expRelative({b, n}, variantScan.max, 1.0f, q);
        for (std::size_t i = 0; i < n; ++i) {
            const float d = (a[i] - referenceScan.max) - (b[i] - variantScan.max);
            pd[i] = p[i] * d;
            qd[i] = q[i] * d;
        }
        std::size_t padded = n;
        for (; padded % kLanes != 0; ++padded) p[padded] = q[padded] = pd[padded] = qd[padded] = 0;
        for (std::size_t i = 0; i < padded; i += kLanes) {
            pSum.add(p + i);
            qSum.add(q + i);
            pdSum.add(pd + i);
            qdSum.add(qd + i);
        }
    }
    RowDivergence out;
    const double sumP = pSum.folded(), sumQ = qSum.folded();
    out.referenceLogSum = std::log(sumP);
    out.variantLogSum = std::log(sumQ);
    const double between = out.variantLogSum - out.referenceLogSum;
    // Rounding may leave a hair below nothing.
    out.forward = std::max(0.0, pdSum.folded() / sumP + between);
    out.backward = std::max(0.0, -qdSum.folded() / sumQ - between);
    return out;
}

int rankOf(std::span<const float> logits, TokenId id) {
    const float own = logits[static_cast<std::size_t>(id)];
    int before = 0;
    for (const float other : logits) before += other > own;
    for (const float other : logits.first(static_cast<std::size_t>(id))) before += other == own;
    return before + 1;
}

}  // namespace gh::evaluate
