// Synthetic requests: prompts of random tokens with lengths, arrivals and a shared beginning as asked for. Each request
// is a function of (seed, its number), so that the same settings give the same requests whenever they are asked for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/telemetry/traffic.h"

namespace gh {

struct SyntheticRequest {
    std::uint64_t number = 0;              // from 1
    double arrival = 0;                    // seconds since the beginning; closed loop: 0
    std::vector<TokenId> prompt;
    std::uint32_t replyTokens = 0;         // at least 1
    bool shared = false;                   // it begins with the shared tokens
    std::uint64_t seed = 0;                // of its sampler
};

// What the prompts are made of: ids below `size`, without those in leftOut (special tokens mean something).
struct TrafficVocabulary {
    std::int32_t size = 0;
    std::vector<TokenId> leftOut;
};

// Whether there can be such traffic where a request may hold `contextTokens`: the error names the value that is out.
Result<void> validate(const telemetry::TrafficSettings& settings, std::uint32_t contextTokens);

class TrafficGenerator {
public:
    // Settings that validate() accepts; a vocabulary with at least one token.
    TrafficGenerator(telemetry::TrafficSettings settings, TrafficVocabulary vocabulary);
    const telemetry::TrafficSettings& settings() const { return m_settings; }

    // The next one, in order of arrival.
    SyntheticRequest next();
    // When it arrives, without making it.
    double nextArrival() const { return m_nextArrival; }

private:
    double noise(std::uint64_t number, std::uint64_t place, std::uint32_t purpose) const;
    std::uint32_t length(const telemetry::TrafficLengths& lengths, std::uint64_t number, std::uint32_t purpose) const;
    TokenId token(std::uint64_t number, std::uint64_t place, std::uint32_t purpose) const;

    telemetry::TrafficSettings m_settings;
    TrafficVocabulary m_vocabulary;
    std::vector<TokenId> m_shared;
    std::uint64_t m_number = 0;
    double m_nextArrival = 0;
};

}  // namespace gh
