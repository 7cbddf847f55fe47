// The sampler chain: logit bias, repetition penalty (prompt and output), presence and frequency penalties (output
// only), all over the last n ids; then top-k, top-p, min-p, temperature. Each is off by default; temperature 0 is
// greedy. Candidates are ordered by (logit descending, id ascending) and cumulated in double, ties to the lowest id.
// Random numbers are a function of (seed, sample, position, purpose, token), never a running stream.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/sample/softmax.h"

namespace gh {

struct SamplerSettings {
    std::vector<std::pair<TokenId, float>> logitBias;  // -inf forbids
    float repeatPenalty = 1.0f;      // 1 = off; negative logits are multiplied, positive divided
    float presencePenalty = 0.0f;
    float frequencyPenalty = 0.0f;
    int penaltyLastN = 64;           // -1 = all, 0 = penalties off
    int topK = 0;                    // 0 = off
    float topP = 1.0f;               // 1 = off
    float minP = 0.0f;               // 0 = off
    float temperature = 0.0f;        // 0 = greedy
    std::uint64_t seed = 0;
    std::uint32_t sample = 0;        // which of several samples of the same prompt
};

// Checks ranges; the error names the field.
Result<void> validate(const SamplerSettings& settings);

struct StageSurvivors {
    const char* stage;               // "top-k", "top-p", "min-p", …: static strings
    std::uint32_t before = 0, after = 0;
};

struct Candidate {
    TokenId id = 0;
    float logit = 0;                 // after penalties
    float probability = 0;           // after bias and penalties, before the filters, temperature 1
};

struct SampleResult {
    TokenId id = 0;
    float logProbability = 0;        // of the chosen id, as Candidate::probability
    std::vector<StageSurvivors> stages;   // only stages that are on
    std::vector<Candidate> top;      // the best few of the unfiltered distribution (at most keepTop)
    std::uint32_t allowed = 0;       // tokens that are not forbidden
    // Known only where candidates were asked for (keepTop > 0):
    float entropy = 0;               // bits, of the unfiltered distribution
    std::uint32_t rank = 0;          // of the chosen id in (logit descending, id ascending); 0 = the likeliest
    float logit = 0;                 // of the chosen id, after penalties
};

class Sampler {
public:
    explicit Sampler(SamplerSettings settings);

    // logits: [vocab], changed in place by bias and penalties. prompt/output: the sequence's ids so far.
    // position: position in the conversation of the token to be drawn. Non-finite logits: NaN and +inf are an error
    // naming the first index; -inf is "forbidden" (an error only if every logit is).
    Result<SampleResult> sample(std::span<float> logits, std::span<const TokenId> prompt,
                                std::span<const TokenId> output, std::uint64_t position, int keepTop = 0);
    // The same into a result whose vectors are used again: allocates nothing after the first calls.
    Result<void> sampleInto(SampleResult& result, std::span<float> logits, std::span<const TokenId> prompt,
                            std::span<const TokenId> output, std::uint64_t position, int keepTop = 0);

    // What a draw is made from: the survivors of every filter, best first, with their probability after temperature.
    // Temperature 0: the best alone, with probability 1.
    struct Survivor {
        TokenId id = 0;
        float logit = 0;
        double probability = 0;
    };
    Result<std::vector<Survivor>> distribution(std::span<float> logits, std::span<const TokenId> prompt,
                                               std::span<const TokenId> output);

    const SamplerSettings& settings() const { return m_settings; }

private:
    bool filtered() const { return m_settings.topK > 0 || m_settings.topP < 1.0f || m_settings.minP > 0.0f; }
    Result<void> adjust(std::span<float> logits, std::span<const TokenId> prompt, std::span<const TokenId> output);
    // Puts the `count` best into m_candidates, in order; the whole of m_candidates is replaced.
    void selectBest(std::span<const float> logits, std::size_t count);
    // Leaves the survivors in the first places of m_candidates, in order, and returns how many there are. What
    // m_candidates holds before are the best in order, or nothing. total: sum of exp(logit - largest).
    std::size_t filter(std::span<const float> logits, const RowScan& scan, double total, std::vector<StageSurvivors>& stages);
    std::size_t filterTopP(std::span<const float> logits, const RowScan& scan, double total, std::size_t kept);
    TokenId draw(std::span<const float> logits, const RowScan& scan, std::size_t kept, std::uint64_t position) const;

    SamplerSettings m_settings;
    std::vector<std::uint32_t> m_counts;      // scratch, all 0 between calls
    std::vector<Candidate> m_candidates;      // scratch
};

// Uniform in (0, 1), 53 bits, never 0 or 1.
double uniformNoise(std::uint64_t seed, std::uint32_t sample, std::uint64_t position, std::uint32_t purpose, TokenId token);

}  // namespace gh
