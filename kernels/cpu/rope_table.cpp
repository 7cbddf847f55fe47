#include "kernels/cpu/rope_table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace gh::kernels {
namespace {

double pairFrequency(double base, int rotated, int pair) {
    return std::pow(base, -2.0 * pair / rotated);
}

}  // namespace

void buildRopeRow(const RopeAngles& angles, long long position, float* cosSin) {
    for (int i = 0; i < angles.rotated / 2; ++i) {
        double angle = static_cast<double>(position) / angles.scale * pairFrequency(angles.base, angles.rotated, i);
        if (!angles.divisors.empty()) angle /= angles.divisors[static_cast<std::size_t>(i)];
        cosSin[2 * i] = static_cast<float>(std::cos(angle) * angles.magnitude);
        cosSin[2 * i + 1] = static_cast<float>(std::sin(angle) * angles.magnitude);
    }
}

void llama3Divisors(double base, int rotated, const Llama3Scaling& scaling, float* divisors) {
    const double low = scaling.lowFrequencyFactor, high = scaling.highFrequencyFactor;
    for (int i = 0; i < rotated / 2; ++i) {
        const double turns =
            scaling.originalContext * pairFrequency(base, rotated, i) / (2 * std::numbers::pi);
        double divisor = 1.0;
        if (turns < low) {
            divisor = scaling.factor;
        } else if (turns <= high) {
            const double fast = (turns - low) / (high - low);
            divisor = 1.0 / ((1.0 - fast) / scaling.factor + fast);
        }
        divisors[i] = static_cast<float>(divisor);
    }
}

void yarnDivisors(double base, int rotated, const YarnScaling& scaling, double* divisors) {
    // The pair, as a real number, that turns so many times over the original context.
    const auto pairOfTurns = [&](double turns) {
        return rotated * std::log(scaling.originalContext / (turns * 2 * std::numbers::pi)) / (2 * std::log(base));
    };
    const double first = std::max(0.0, std::floor(pairOfTurns(scaling.betaFast)));
    const double last = std::min(rotated - 1.0, std::ceil(pairOfTurns(scaling.betaSlow)));
    for (int i = 0; i < rotated / 2; ++i) {
        const double slow = std::clamp((i - first) / std::max(0.001, last - first), 0.0, 1.0);
        divisors[i] = 1.0 / (slow / scaling.factor + (1.0 - slow));
    }
}

double yarnMagnitude(double factor, double weight) {
    return factor <= 1.0 ? 1.0 : 0.1 * weight * std::log(factor) + 1.0;
}

double longRopeMagnitude(double factor, double originalContext) {
    return factor <= 1.0 ? 1.0 : std::sqrt(1.0 + std::log(factor) / std::log(originalContext));
}

int ropeSourceRow(int headSize, RopePairs writtenFor, RopePairs storedFor, int row) {
    if (writtenFor == storedFor) return row;
    const int head = row / headSize * headSize, inHead = row % headSize, half = headSize / 2;
    const int source =
        storedFor == RopePairs::Adjacent ? inHead / 2 + inHead % 2 * half : inHead % half * 2 + inHead / half;
    return head + source;
}

}  // namespace gh::kernels
