// The request set of the lab's batching experiments: 64 output lengths that are always the same ones, prompts of random
// tokens, and arrival times from a fixed seed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/base/ids.h"

namespace gh::lab {

constexpr int kListRequests = 64;

// Tokens that each request writes, in order of arrival: a draw from a log-normal distribution, moved to median 18,
// longest 231 and 1,874 in all.
const std::array<int, kListRequests>& outputLengths();

// Arrival times of a Poisson process of `perSecond` requests a second, ascending from the first request at 0. A change
// of the rate stretches the same draw.
std::vector<double> poissonArrivals(int count, double perSecond, std::uint64_t seed);

// `shared` tokens that all prompts begin with, then `own` ones of each. Never a token from the end of the vocabulary,
// where markers stand.
std::vector<std::vector<TokenId>> randomPrompts(int count, int shared, int own, int vocabulary, std::uint64_t seed);

}  // namespace gh::lab
