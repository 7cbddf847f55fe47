#include "kernels/cpu/rope_table.h"

#include <cmath>
#include <cstddef>

namespace gh::kernels {

void buildRopeRow(double base, double scale, int rotated, long long position, float* cosSin) {
    buildRopeRow(base, scale, rotated, {}, position, cosSin);
}

void buildRopeRow(double base, double scale, int rotated, std::span<const float> divisors, long long position,
                  float* cosSin) {
    for (int i = 0; i < rotated / 2; ++i) {
        const double frequency = std::pow(base, -2.0 * i / rotated);
        double angle = static_cast<double>(position) * scale * frequency;
        if (!divisors.empty()) angle /= static_cast<double>(divisors[static_cast<std::size_t>(i)]);
        cosSin[2 * i] = static_cast<float>(std::cos(angle));
        cosSin[2 * i + 1] = static_cast<float>(std::sin(angle));
    }
}

}  // namespace gh::kernels
