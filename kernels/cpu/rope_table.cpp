#include "kernels/cpu/rope_table.h"

#include <cmath>
#include <cstddef>
#include <numbers>

namespace gh::kernels {
namespace {

double pairFrequency(double base, int rotated, int pair) {
    return std::pow(base, -2.0 * pair / rotated);
}

}  // namespace

void buildRopeRow(double base, double scale, int rotated, long long position, float* cosSin) {
    buildRopeRow(base, scale, rotated, {}, position, cosSin);
}

void buildRopeRow(double base, double scale, int rotated, std::span<const float> divisors, long long position,
                  float* cosSin) {
    for (int i = 0; i < rotated / 2; ++i) {
        double angle = static_cast<double>(position) / scale * pairFrequency(base, rotated, i);
        if (!divisors.empty()) angle /= static_cast<double>(divisors[static_cast<std::size_t>(i)]);
        cosSin[2 * i] = static_cast<float>(std::cos(angle));
        cosSin[2 * i + 1] = static_cast<float>(std::sin(angle));
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

int ropeSourceRow(int headSize, RopePairs writtenFor, RopePairs storedFor, int row) {
    if (writtenFor == storedFor) return row;
    const int head = row / headSize * headSize, inHead = row % headSize, half = headSize / 2;
    const int source =
        storedFor == RopePairs::Adjacent ? inHead / 2 + inHead % 2 * half : inHead % half * 2 + inHead / half;
    return head + source;
}

}  // namespace gh::kernels
