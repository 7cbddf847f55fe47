// Random numbers without a stream: a hash of (seed, sample, position, purpose, token). What was drawn before, in which
// batch or after which preemption cannot change a number.
//
// Mixing: the finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014; in
// Stafford's "variant 13") chained over the inputs, each on its own odd constant, so that the five inputs do not
// commute. What all tokens of one draw share is mixed once.
#pragma once

#include <cstdint>

#include "engine/base/ids.h"

namespace gh {

// What a random number is for; never reuse or reorder, or old seeds give other texts.
enum NoisePurpose : std::uint32_t { kNoiseDraw = 0 };

class NoiseKey {
public:
    NoiseKey(std::uint64_t seed, std::uint32_t sample, std::uint64_t position, std::uint32_t purpose) {
        m_key = mix(seed + 0x9e3779b97f4a7c15u);
        m_key = mix(m_key ^ (position * 0xd1342543de82ef95u + 0x632be59bd9b4e019u));
        m_key = mix(m_key ^ ((static_cast<std::uint64_t>(purpose) << 32 | sample) * 0xaef17502108ef2d9u + 0x2545f4914f6cdd1du));
    }

    // In (0, 1), 53 bits. The one draw in 2^53 that would be 0 takes the neighbour.
    double uniform(TokenId token) const {
        const std::uint64_t bits = mix(m_key + (static_cast<std::uint64_t>(static_cast<std::uint32_t>(token)) + 1) * 0x9e3779b97f4a7c15u) >> 11;
        return static_cast<double>(static_cast<std::int64_t>(bits | (bits == 0))) * 0x1p-53;
    }

private:
    static std::uint64_t mix(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return x ^ (x >> 31);
    }
    std::uint64_t m_key;
};

}  // namespace gh
