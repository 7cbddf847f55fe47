#include "engine/sample/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/sample/lanes.h"
#include "kernels/isa.h"
#include "kernels/kernel_table.h"

namespace gh {

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr std::size_t kChunk = 16;  // four vectors of four: the 16 lanes of every sum

// Calls body(values, first index) for chunks of 16; the last one is filled up with -inf, which no result notices.
template <class Body>
void forChunks(std::span<const float> x, Body body) {
    std::size_t i = 0;
    for (; i + kChunk <= x.size(); i += kChunk) body(x.data() + i, i);
    if (i == x.size()) return;
    float rest[kChunk];
    std::fill(std::copy(x.begin() + static_cast<std::ptrdiff_t>(i), x.end(), rest), rest + kChunk, -kInf);
    body(rest, i);
}

// exp(x[i] - max), or of that times a scale. Every instruction set gives the same bits, so the choice is made once.
void expRow(const float* x, int n, float* out) {
    static const kernels::IsaEntry* const isa = [] {
        const kernels::IsaEntry* chosen = kernels::chooseIsa(nullptr);
        return chosen != nullptr ? chosen : &kernels::isaList().front();
    }();
    isa->table().expRow(x, n, out);
}

template <class Test>
int firstWhere(std::span<const float> x, Test test) {
    return static_cast<int>(std::find_if(x.begin(), x.end(), test) - x.begin());
}

}  // namespace

RowScan scanRow(std::span<const float> x) {
    using namespace lanes;
    Floats max[4];
    Ints allowed[4] = {}, bad = {};
    std::fill(std::begin(max), std::end(max), broadcast(-kInf));
    forChunks(x, [&](const float* values, std::size_t) {
        for (std::size_t v = 0; v < 4; ++v) {
            const Floats row = load(values + v * kWidth);
            max[v] = select(row > max[v], row, max[v]);
            allowed[v] -= row > -kInf;
            bad |= ~(row < kInf);  // NaN and +inf
        }
    });
    RowScan scan;
    scan.max = -kInf;
    for (std::size_t v = 0; v < 4; ++v)
        for (std::size_t l = 0; l < kWidth; ++l) {
            scan.max = std::max(scan.max, max[v][l]);
            scan.allowed += allowed[v][l];
        }
    if (any(bad)) {
        scan.firstBad = firstWhere(x, [](float value) { return !(value < kInf); });
    } else if (scan.allowed > 0) {
        // In strides, as most of the row has to be passed over.
        std::size_t i = 0;
        const auto holdsMax = [&](const float* values) {
            Ints hit = {};
            for (std::size_t v = 0; v < 4; ++v) hit |= load(values + v * kWidth) == scan.max;
            return any(hit);
        };
        while (i + kChunk <= x.size() && !holdsMax(x.data() + i)) i += kChunk;
        while (x[i] != scan.max) ++i;
        scan.argmax = static_cast<int>(i);
    }
    return scan;
}

namespace {

using LaneSums = lanes::Doubles[kChunk / 2];

// Lane i is lane[i / 2][i % 2]: 16 -> 8 -> 4 -> 2 -> 1.
double folded(LaneSums& lane) {
    for (std::size_t half = kChunk / 4; half > 0; half /= 2)
        for (std::size_t l = 0; l < half; ++l) lane[l] += lane[l + half];
    return lane[0][0] + lane[0][1];
}

void addChunk(LaneSums& lane, const float* values) {
    using namespace lanes;
    for (std::size_t v = 0; v < kChunk / kWidth; ++v) {
        const Floats four = load(values + v * kWidth);
        lane[2 * v] += lowHalf(four);
        lane[2 * v + 1] += highHalf(four);
    }
}

template <bool kWeighted>
ExpSums sums(std::span<const float> x, float max) {
    constexpr std::size_t kRun = 1024;  // a multiple of 16, so that a value's lane does not depend on the cut
    constexpr float kNothing = -100;    // exp is 0 from -87 on; -inf times that 0 would be no number
    float e[kRun];
    float weighted[kWeighted ? kRun : 1];
    LaneSums lane = {}, weightedLane = {};
    for (std::size_t first = 0; first < x.size(); first += kRun) {
        const auto run = x.subspan(first, std::min(kRun, x.size() - first));
        expRelative(run, max, 1.0f, e);
        std::size_t n = run.size();
        if constexpr (kWeighted)
            for (std::size_t i = 0; i < n; ++i) {
                const float distance = run[i] - max;
                weighted[i] = e[i] * (distance > kNothing ? distance : kNothing);
            }
        for (; n % kChunk != 0; ++n) {
            e[n] = 0;
            if constexpr (kWeighted) weighted[n] = 0;
        }
        for (std::size_t i = 0; i < n; i += kChunk) {
            addChunk(lane, e + i);
            if constexpr (kWeighted) addChunk(weightedLane, weighted + i);
        }
    }
    return {folded(lane), kWeighted ? folded(weightedLane) : 0};
}

}  // namespace

double sumExp(std::span<const float> x, float max) { return sums<false>(x, max).sum; }

ExpSums sumExpWeighted(std::span<const float> x, float max) { return sums<true>(x, max); }

void expRelative(std::span<const float> x, float max, float scale, std::span<float> out) {
    for (std::size_t i = 0; i < x.size(); ++i) out[i] = (x[i] - max) * scale;
    expRow(out.data(), static_cast<int>(x.size()), out.data());
}

double logSumExp(std::span<const float> x) {
    const RowScan scan = scanRow(x);
    if (scan.max == -kInf) return -std::numeric_limits<double>::infinity();
    return static_cast<double>(scan.max) + std::log(sumExp(x, scan.max));
}

void softmax(std::span<const float> x, std::span<float> p) {
    const RowScan scan = scanRow(x);
    if (scan.max == -kInf) {
        std::fill(p.begin(), p.end(), 0.0f);
        return;
    }
    const double sum = sumExp(x, scan.max);
    expRelative(x, scan.max, 1.0f, p);
    for (float& v : p) v = static_cast<float>(static_cast<double>(v) / sum);
}

}  // namespace gh
