// Comparing the program's logits with a reference.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "engine/forward/direct.h"
#include "kernels/isa.h"

namespace gh::test {

// Logits of every position, or an empty vector after a failed expectation.
inline std::vector<std::vector<float>> allLogits(const std::string& path, std::span<const TokenId> ids,
                                                 const LoadOptions& options, int chunk = 0,
                                                 bool naive = false, int threads = 2) {
    std::vector<std::vector<float>> rows;
    auto run = DirectRun::open(path, options, threads);
    EXPECT_TRUE(run.ok()) << run.error().message();
    if (!run) return rows;
    const auto done =
        (*run)->logits(ids, naive, chunk, [&](std::size_t position, std::span<const float> logits) {
            EXPECT_EQ(position, rows.size());
            rows.emplace_back(logits.begin(), logits.end());
            return true;
        });
    EXPECT_TRUE(done.ok()) << done.error().message();
    EXPECT_EQ(rows.size(), ids.size());
    if (rows.size() != ids.size()) rows.clear();
    return rows;
}

// Test programs run once for each instruction set (CMakeLists.txt); machines lack some.
inline bool machineHasChosenIsa() {
    std::string problem;
    return kernels::chooseIsa(&problem) != nullptr;
}

// KL divergence of the found distribution from the reference's, in nats.
inline double divergence(std::span<const float> reference, std::span<const float> found) {
    auto logSum = [](std::span<const float> x) {
        const double most = *std::max_element(x.begin(), x.end());
        double sum = 0;
        for (const float v : x) sum += std::exp(v - most);
        return most + std::log(sum);
    };
    const double a = logSum(reference), b = logSum(found);
    double kl = 0;
    for (std::size_t i = 0; i < reference.size(); ++i)
        kl += std::exp(reference[i] - a) * ((reference[i] - a) - (found[i] - b));
    return kl;
}

}  // namespace gh::test
