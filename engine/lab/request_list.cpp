#include "engine/lab/request_list.h"

#include <cmath>
#include <random>

#include "engine/lab/measured_model.h"

namespace gh::lab {

const std::array<int, kListRequests>& outputLengths() {
    static constexpr std::array<int, kListRequests> kLengths = {
        20, 32, 13, 27, 49, 28, 86, 9,  21, 10, 9,  17, 22, 29, 33, 231, 43, 5,  23, 11, 13, 67,
        15, 4,  27, 14, 7,  9,  11, 18, 14, 21, 114, 10, 10, 16, 54, 10, 78, 7,  8,  18, 10, 12,
        31, 40, 22, 17, 70, 30, 17, 65, 9,  22, 36, 19, 12, 27, 12, 12, 9,  68, 12, 59};
    return kLengths;
}

std::vector<double> poissonArrivals(int count, double perSecond, std::uint64_t seed) {
    // By hand: the standard library's distributions differ from one implementation to another.
    std::mt19937_64 random(seed);
    std::vector<double> arrivals;
    double at = 0;
    for (int i = 0; i < count; ++i) {
        arrivals.push_back(at / perSecond);
        const double uniform = (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53;   // never 0 or 1
        at -= std::log(uniform);
    }
    return arrivals;
}

std::vector<std::vector<TokenId>> randomPrompts(int count, int shared, int own, int vocabulary, std::uint64_t seed) {
    const auto tokens = randomTokens(shared + count * own, vocabulary, seed);
    std::vector<std::vector<TokenId>> prompts;
    for (int i = 0; i < count; ++i) {
        auto& prompt = prompts.emplace_back(tokens.begin(), tokens.begin() + shared);
        const auto first = tokens.begin() + shared + i * own;
        prompt.insert(prompt.end(), first, first + own);
    }
    return prompts;
}

}  // namespace gh::lab
