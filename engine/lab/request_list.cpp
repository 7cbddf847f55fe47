#include "engine/lab/request_list.h"

#include <cmath>
#include <random>

#include "engine/lab/measured_model.h"

namespace gh::lab {

const std::array<int, kListRequests>& outputLengths() {
    static constexpr std::array<int, kListRequests> kLengths = {
        231, 14, 31, 26, 46, 9, 18, 13, 11, 13, 17, 18, 12, 33, 17, 5,
        61, 18, 16, 29, 28, 25, 14, 27, 10, 80, 10, 21, 24, 28, 18, 38,
        6, 21, 18, 17, 77, 12, 22, 7, 27, 8, 8, 176, 40, 24, 26, 10,
        10, 30, 8, 27, 9, 25, 11, 97, 51, 17, 8, 13, 22, 12, 27, 47};
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
