// Two to four variants of a model on one prompt at the same time: what the Compare panel draws. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/telemetry/log_view.h"

namespace gh::telemetry {

enum class ComparisonMode : std::uint8_t {
    Lockstep,   // all see the reference's tokens
    Free,       // each its own text
};
// A residual stream departs where a tenth of its length is off, 1 % of its energy. A 16-bit or Q8_0 cache moves it by 0.003
// to 0.035 on the models this was measured on and changes few choices; 4-bit weights and 4-bit caches pass 0.1 in the
// first layers.
constexpr float kDepartThreshold = 0.1f;

enum class ComparisonState : std::uint8_t { Loading, Running, Done, Cancelled, Failed };

struct ComparisonCandidate {
    std::int32_t id = -1;
    float probability = 0;
    std::string text;
};

// One variant at one position. Index 0 of a comparison is the reference: its divergences are 0.
struct ComparisonCell {
    std::int32_t id = -1;            // the token it chose (its own text in Free; in Lockstep what it would have chosen)
    std::string text;
    float klForward = 0;             // KL(reference ‖ variant), nats; NaN: not comparable (Free, behind the split)
    float klBackward = 0;            // KL(variant ‖ reference)
    int rank = 0;                    // of the reference's token among the variant's, 1 = first
    float referenceProbability = 0;  // that the variant gives the reference's token
    int departsAt = -1;              // first layer whose residual is off by more than the threshold; -1: none
    std::vector<float> layerErrors;  // relative error of the residual after each layer against the reference's; empty: not kept
    std::vector<ComparisonCandidate> candidates;   // best first, at most 8
};

struct ComparisonPosition {
    std::uint32_t position = 0;      // in the sequence
    std::vector<ComparisonCell> cells;   // one a variant
};

struct ComparisonVariant {
    std::string name;                // "q4_0", "int4-group64 · K Q8_0"
    std::uint64_t weightBytes = 0;   // resident
    double bits = 0;                 // a weight of the quantized matrices
    double stepMs = 0;               // of decode, median so far
    double tokensPerSecond = 0;      // 1000 / stepMs
    std::uint64_t cachePredicted = 0, cacheAllocated = 0, cacheReserved = 0;
    int agreed = 0, compared = 0;    // positions with the same choice
    double klMean = 0, klMax = 0;
    int splitAt = -1;                // Free: index of the first position where its text leaves the reference's
    bool ended = false;
    std::vector<float> layerErrorMeans;   // of ComparisonCell::layerErrors so far
};

struct ComparisonFacts {
    std::uint64_t id = 0;            // of the comparison
    std::uint64_t version = 0;
    ComparisonMode mode = ComparisonMode::Lockstep;
    ComparisonState state = ComparisonState::Loading;
    std::string doing;               // English: what is loaded now
    double share = 0;                // of loading
    std::string trouble;             // why it failed
    std::string prompt;
    std::uint32_t promptTokens = 0, wanted = 0;
    float departThreshold = 0;       // of departsAt
    std::vector<ComparisonVariant> variants;
    LogView<ComparisonPosition> positions;
};

}  // namespace gh::telemetry
