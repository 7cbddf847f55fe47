#include "engine/sample/softmax.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "engine/sample/fast_exp.h"

namespace gh {

namespace {
constexpr std::size_t kLanes = 16;
constexpr float kMinusInf = -std::numeric_limits<float>::infinity();
constexpr std::int32_t kInfBits = 0x7f800000;

bool isBad(float v) {
    return !(v < std::numeric_limits<float>::infinity());  // NaN and +inf
}
}  // namespace

RowScan scanRow(std::span<const float> x) {
    RowScan scan;
    scan.max = kMinusInf;
    const std::size_t n = x.size();
    // One pass on 16 lanes: largest value, values above -inf, and the largest bit pattern without sign, which is
    // at least that of infinity where something may be wrong.
    float max[kLanes];
    std::int32_t allowed[kLanes] = {}, bad[kLanes] = {};
    std::fill(std::begin(max), std::end(max), kMinusInf);
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
        std::int32_t bits[kLanes];
        std::memcpy(bits, x.data() + i, sizeof bits);
        for (std::size_t l = 0; l < kLanes; ++l) {
            const float v = x[i + l];
            max[l] = v > max[l] ? v : max[l];
            allowed[l] += v > kMinusInf ? 1 : 0;
            // +inf and NaNs of either sign; -inf alone is legal
            bad[l] |= ((bits[l] & 0x7fffffff) >= kInfBits ? 1 : 0) & (v == kMinusInf ? 0 : 1);
        }
    }
    for (std::size_t l = 0; i < n; ++i, ++l) {
        max[l] = x[i] > max[l] ? x[i] : max[l];
        allowed[l] += x[i] > kMinusInf ? 1 : 0;
        bad[l] |= isBad(x[i]) ? 1 : 0;
    }
    std::int32_t anyBad = 0;
    for (std::size_t l = 0; l < kLanes; ++l) {
        scan.max = std::max(scan.max, max[l]);
        scan.allowed += allowed[l];
        anyBad |= bad[l];
    }
    if (anyBad != 0) {
        scan.firstBad = static_cast<int>(std::find_if(x.begin(), x.end(), isBad) - x.begin());
        return scan;
    }
    if (scan.allowed > 0) scan.argmax = static_cast<int>(std::find(x.begin(), x.end(), scan.max) - x.begin());
    return scan;
}

float fastExp(float v) {
    return expNonPositive(v);
}

double sumExp(std::span<const float> x, float max) {
    double sum[kLanes] = {};
    const std::size_t n = x.size();
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
        float e[kLanes];
        for (std::size_t l = 0; l < kLanes; ++l) e[l] = expNonPositive(x[i + l] - max);
        for (std::size_t l = 0; l < kLanes; ++l) sum[l] += static_cast<double>(e[l]);
    }
    for (std::size_t l = 0; i < n; ++i, ++l) sum[l] += static_cast<double>(expNonPositive(x[i] - max));
    for (std::size_t half = kLanes / 2; half > 0; half /= 2)
        for (std::size_t l = 0; l < half; ++l) sum[l] += sum[l + half];
    return sum[0];
}

double logSumExp(std::span<const float> x) {
    float max = kMinusInf;
    for (float v : x) max = std::max(max, v);
    if (max == kMinusInf) return -std::numeric_limits<double>::infinity();
    return static_cast<double>(max) + std::log(sumExp(x, max));
}

void softmax(std::span<const float> x, std::span<float> p) {
    float max = kMinusInf;
    for (float v : x) max = std::max(max, v);
    if (max == kMinusInf) {
        std::fill(p.begin(), p.end(), 0.0f);
        return;
    }
    const double sum = sumExp(x, max);
    for (std::size_t i = 0; i < x.size(); ++i)
        p[i] = static_cast<float>(static_cast<double>(expNonPositive(x[i] - max)) / sum);
}

}  // namespace gh
