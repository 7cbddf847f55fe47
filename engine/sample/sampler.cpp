#include "engine/sample/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/sample/lanes.h"
#include "engine/sample/noise.h"

namespace gh {

namespace {

bool better(const Candidate& a, const Candidate& b) {
    return a.logit > b.logit || (a.logit == b.logit && a.id < b.id);
}

Error wrongField(const char* field, const std::string& rule) {
    return Error{ErrorCode::InvalidArgument, field, rule};
}

// Probability of a logit relative to the best one's, in double.
double relative(float logit, float best, double temperature = 1.0) {
    return std::exp((static_cast<double>(logit) - static_cast<double>(best)) / temperature);
}

// A logit a little below the one whose probability is `ratio` times the best one's.
float lowerBound(float best, double ratio) {
    return static_cast<float>(static_cast<double>(best) + std::log(ratio)) - 1e-5f * (1.0f + std::fabs(best));
}

}  // namespace

Result<void> validate(const SamplerSettings& s) {
    const auto finite = [](float v) { return std::isfinite(v); };
    if (!finite(s.temperature) || s.temperature < 0)
        return wrongField("temperature", "must be 0 (greedy) or a positive number");
    if (!finite(s.topP) || s.topP < 0 || s.topP > 1) return wrongField("top-p", "must be from 0 to 1 (1 is off)");
    if (!finite(s.minP) || s.minP < 0 || s.minP > 1) return wrongField("min-p", "must be from 0 to 1 (0 is off)");
    if (s.topK < 0) return wrongField("top-k", "must be 0 (off) or a positive number");
    if (!finite(s.repeatPenalty) || s.repeatPenalty <= 0)
        return wrongField("repeat-penalty", "must be a positive number (1 is off)");
    if (!finite(s.presencePenalty)) return wrongField("presence-penalty", "must be a finite number (0 is off)");
    if (!finite(s.frequencyPenalty)) return wrongField("frequency-penalty", "must be a finite number (0 is off)");
    if (s.penaltyLastN < -1) return wrongField("penalty-last-n", "must be -1 (all), 0 (off) or a number of tokens");
    for (const auto& [id, bias] : s.logitBias) {
        if (id < 0) return wrongField("logit-bias", "token " + std::to_string(id) + " is negative");
        if (std::isnan(bias) || bias == std::numeric_limits<float>::infinity())
            return wrongField("logit-bias", "of token " + std::to_string(id) + " must be finite or -inf (forbidden)");
    }
    return {};
}

Sampler::Sampler(SamplerSettings settings) : m_settings(std::move(settings)) {}

Result<void> Sampler::adjust(std::span<float> logits, std::span<const TokenId> prompt,
                             std::span<const TokenId> output) {
    const auto vocab = static_cast<TokenId>(logits.size());
    for (const auto& [id, bias] : m_settings.logitBias) {
        if (id < 0 || id >= vocab)
            return wrongField("logit-bias", "token " + std::to_string(id) + " is not in a vocabulary of " +
                                                std::to_string(vocab));
        logits[static_cast<std::size_t>(id)] += bias;
    }

    const float repeat = m_settings.repeatPenalty;
    const float presence = m_settings.presencePenalty, frequency = m_settings.frequencyPenalty;
    if (m_settings.penaltyLastN == 0 || (repeat == 1.0f && presence == 0.0f && frequency == 0.0f)) return {};
    if (m_settings.penaltyLastN > 0) {
        // The last n of prompt and output together; the output has the first claim, as it is the newer.
        const auto n = static_cast<std::size_t>(m_settings.penaltyLastN);
        output = output.last(std::min(n, output.size()));
        prompt = prompt.last(std::min(n - output.size(), prompt.size()));
    }
    m_counts.resize(logits.size(), 0);
    const auto known = [&](TokenId id) { return id >= 0 && id < vocab; };
    // Twice the count in the output, plus one for having been seen at all.
    for (TokenId id : prompt)
        if (known(id)) m_counts[static_cast<std::size_t>(id)] |= 1u;
    for (TokenId id : output)
        if (known(id)) m_counts[static_cast<std::size_t>(id)] = (m_counts[static_cast<std::size_t>(id)] + 2) | 1u;
    const auto punish = [&](TokenId id) {
        if (!known(id)) return;
        std::uint32_t& seen = m_counts[static_cast<std::size_t>(id)];
        if (seen == 0) return;  // done already
        float& logit = logits[static_cast<std::size_t>(id)];
        if (repeat != 1.0f) logit = logit > 0 ? logit / repeat : logit * repeat;
        const std::uint32_t inOutput = seen >> 1;
        if (inOutput > 0) logit -= presence + frequency * static_cast<float>(inOutput);
        seen = 0;
    };
    for (TokenId id : prompt) punish(id);
    for (TokenId id : output) punish(id);
    return {};
}

void Sampler::selectBest(std::span<const float> logits, std::size_t count) {
    m_candidates.clear();
    constexpr float kForbidden = -std::numeric_limits<float>::infinity();
    const std::size_t n = logits.size();
    if (count == 0) return;
    if (count > n / 16) {
        for (std::size_t i = 0; i < n; ++i)
            if (logits[i] > kForbidden) m_candidates.push_back({static_cast<TokenId>(i), logits[i], 0});
        if (count < m_candidates.size()) {
            const auto end = m_candidates.begin() + static_cast<std::ptrdiff_t>(count);
            std::nth_element(m_candidates.begin(), end, m_candidates.end(), better);
            m_candidates.erase(end, m_candidates.end());
        }
        std::sort(m_candidates.begin(), m_candidates.end(), better);
        return;
    }
    // A heap of the best so far, its worst on top: nearly every logit costs one comparison. Ids come in ascending
    // order, so one that equals the worst is worse.
    float worst = kForbidden;
    const auto consider = [&](std::size_t i) {
        if (!(logits[i] > worst)) return;
        if (m_candidates.size() == count) {
            std::pop_heap(m_candidates.begin(), m_candidates.end(), better);
            m_candidates.pop_back();
        }
        m_candidates.push_back({static_cast<TokenId>(i), logits[i], 0});
        std::push_heap(m_candidates.begin(), m_candidates.end(), better);
        if (m_candidates.size() == count) worst = m_candidates.front().logit;
    };
    // In strides, as most of the row has to be passed over.
    constexpr std::size_t kStride = 4 * lanes::kWidth;
    std::size_t i = 0;
    for (; i + kStride <= n; i += kStride) {
        lanes::Ints hit = {};
        for (std::size_t v = 0; v < 4; ++v) hit |= lanes::load(logits.data() + i + v * lanes::kWidth) > worst;
        if (!lanes::any(hit)) continue;
        for (std::size_t j = i; j < i + kStride; ++j) consider(j);
    }
    for (; i < n; ++i) consider(i);
    std::sort_heap(m_candidates.begin(), m_candidates.end(), better);
}

// Smallest set of the best whose probability reaches p.
std::size_t Sampler::filterTopP(std::span<const float> logits, const RowScan& scan, double total, std::size_t kept) {
    const double p = static_cast<double>(m_settings.topP);
    if (m_settings.topK > 0) {
        double among = 0, sum = 0;
        for (std::size_t i = 0; i < kept; ++i) among += relative(m_candidates[i].logit, scan.max);
        for (std::size_t i = 0; i < kept; ++i) {
            sum += relative(m_candidates[i].logit, scan.max);
            if (sum >= p * among) return i + 1;
        }
        return kept;
    }
    // Those with less than (1 - p) / n each have less than 1 - p together: the others reach p without them. These few
    // become a heap, from which the best are taken until the sum is there.
    const double least = (1.0 - p) * total / static_cast<double>(logits.size());
    const float bound = least > 0 ? lowerBound(scan.max, least) : std::numeric_limits<float>::lowest();
    m_candidates.clear();
    for (std::size_t i = 0; i < logits.size(); ++i)
        if (logits[i] >= bound) m_candidates.push_back({static_cast<TokenId>(i), logits[i], 0});
    const auto worse = [](const Candidate& a, const Candidate& b) { return better(b, a); };
    std::make_heap(m_candidates.begin(), m_candidates.end(), worse);
    auto end = m_candidates.end();
    for (double sum = 0; end != m_candidates.begin() && (end == m_candidates.end() || sum < p * total); --end) {
        sum += relative(m_candidates.front().logit, scan.max);
        std::pop_heap(m_candidates.begin(), end, worse);
    }
    std::reverse(m_candidates.begin(), m_candidates.end());  // the taken ones stood at the end, the best last
    return static_cast<std::size_t>(m_candidates.end() - end);
}

std::size_t Sampler::filter(std::span<const float> logits, const RowScan& scan, double total,
                            std::vector<StageSurvivors>& stages) {
    auto kept = static_cast<std::size_t>(scan.allowed);
    const auto record = [&](const char* stage, std::size_t after) {
        stages.push_back({stage, static_cast<std::uint32_t>(kept), static_cast<std::uint32_t>(after)});
        kept = after;
    };
    bool ranked = false;
    if (m_settings.topK > 0) {
        const std::size_t wanted = std::min(kept, static_cast<std::size_t>(m_settings.topK));
        if (m_candidates.size() < wanted) selectBest(logits, wanted);
        else m_candidates.resize(wanted);
        ranked = true;
        record("top-k", m_candidates.size());
    }
    if (m_settings.topP < 1.0f) {
        const std::size_t after = filterTopP(logits, scan, total, kept);
        ranked = true;
        record("top-p", after);
    }
    if (m_settings.minP > 0.0f) {
        const double least = static_cast<double>(m_settings.minP);
        const auto stays = [&](float logit) { return relative(logit, scan.max) >= least; };
        std::size_t after = 0;
        if (ranked) {
            while (after < kept && stays(m_candidates[after].logit)) ++after;
        } else {
            const float bound = lowerBound(scan.max, least);  // so that the exact test is made for few
            m_candidates.clear();
            for (std::size_t i = 0; i < logits.size(); ++i)
                if (logits[i] >= bound && stays(logits[i]))
                    m_candidates.push_back({static_cast<TokenId>(i), logits[i], 0});
            std::sort(m_candidates.begin(), m_candidates.end(), better);
            after = m_candidates.size();
        }
        record("min-p", std::max<std::size_t>(after, 1));
    }
    return kept;
}

// The largest of log-probability plus Gumbel noise. The normalizer is the same for all, so it is left out.
TokenId Sampler::draw(std::span<const float> logits, const RowScan& scan, std::size_t kept,
                      std::uint64_t position) const {
    const NoiseKey noise(m_settings.seed, m_settings.sample, position, kNoiseDraw);
    const double temperature = static_cast<double>(m_settings.temperature);
    const double best = static_cast<double>(scan.max);
    const auto value = [&](float logit, double u) {
        return (static_cast<double>(logit) - best) / temperature - std::log(-std::log(u));
    };
    TokenId chosen = scan.argmax;
    double chosenValue = value(scan.max, noise.uniform(chosen));
    double bound = std::exp(chosenValue);
    // log(p) - log(-log(u)) > v asks for -log(u) < p / e^v, and -log(u) is at least 1 - u: most candidates are
    // refused by that without a logarithm. The margin covers the rounding of p.
    const auto consider = [&](TokenId id, float logit, float p) {
        const double u = noise.uniform(id);
        if ((1.0 - u) * bound > static_cast<double>(p) * 1.0001 + 1e-36) return;
        const double v = value(logit, u);
        if (v > chosenValue || (v == chosenValue && id < chosen)) {
            chosen = id;
            chosenValue = v;
            bound = std::exp(v);
        }
    };
    if (filtered()) {
        for (std::size_t i = 0; i < kept; ++i) {
            const Candidate& c = m_candidates[i];
            consider(c.id, c.logit, static_cast<float>(relative(c.logit, scan.max, temperature)));
        }
        return chosen;
    }
    constexpr std::size_t kRun = 1024;
    float p[kRun];
    const float scale = std::min(1.0f / m_settings.temperature, std::numeric_limits<float>::max());
    for (std::size_t first = 0; first < logits.size(); first += kRun) {
        const std::size_t n = std::min(kRun, logits.size() - first);
        expRelative(logits.subspan(first, n), scan.max, scale, {p, n});
        for (std::size_t i = 0; i < n; ++i)
            if (logits[first + i] > -std::numeric_limits<float>::infinity())
                consider(static_cast<TokenId>(first + i), logits[first + i], p[i]);
    }
    return chosen;
}

namespace {

Result<RowScan> scanAllowed(std::span<const float> logits) {
    const RowScan scan = scanRow(logits);
    if (scan.firstBad >= 0) {
        const float v = logits[static_cast<std::size_t>(scan.firstBad)];
        return Error{ErrorCode::Internal, "logits",
                     "the value of token " + std::to_string(scan.firstBad) + " is " +
                         (std::isnan(v) ? "not a number" : "infinite") +
                         "; the model's weights or its cache are damaged, load it again"};
    }
    if (scan.argmax < 0)
        return Error{ErrorCode::Internal, "logits",
                     "no token is allowed: every value is -inf; check the logit bias"};
    return scan;
}

// Mostly the chosen one is among the best few; else those before it are counted.
std::uint32_t rankOf(std::span<const float> logits, TokenId id, const std::vector<Candidate>& top) {
    for (std::size_t i = 0; i < top.size(); ++i)
        if (top[i].id == id) return static_cast<std::uint32_t>(i);
    const float logit = logits[static_cast<std::size_t>(id)];
    std::uint32_t before = 0;
    for (const float other : logits) before += other > logit;
    for (const float other : logits.first(static_cast<std::size_t>(id))) before += other == logit;
    return before;
}

}  // namespace

Result<void> Sampler::sampleInto(SampleResult& result, std::span<float> logits, std::span<const TokenId> prompt,
                                 std::span<const TokenId> output, std::uint64_t position, int keepTop) {
    result.stages.clear();
    result.top.clear();
    result.entropy = 0;
    result.rank = 0;
    if (auto done = adjust(logits, prompt, output); !done) return done.error();
    const Result<RowScan> scanned = scanAllowed(logits);
    if (!scanned) return scanned.error();
    const RowScan& scan = *scanned;

    const ExpSums sums = keepTop > 0 ? sumExpWeighted(logits, scan.max) : ExpSums{sumExp(logits, scan.max), 0};
    const double logSum = static_cast<double>(scan.max) + std::log(sums.sum);
    result.allowed = static_cast<std::uint32_t>(scan.allowed);
    m_candidates.clear();
    if (keepTop > 0) {
        // One look over the row serves these and the top-k filter.
        const auto allowed = static_cast<std::size_t>(scan.allowed), reported = static_cast<std::size_t>(keepTop);
        selectBest(logits, std::min(allowed, std::max(reported, static_cast<std::size_t>(std::max(0, m_settings.topK)))));
        for (Candidate candidate : std::span(m_candidates).first(std::min(reported, m_candidates.size()))) {
            candidate.probability = static_cast<float>(std::exp(static_cast<double>(candidate.logit) - logSum));
            result.top.push_back(candidate);
        }
    }
    const std::size_t kept = filter(logits, scan, sums.sum, result.stages);
    result.id = m_settings.temperature > 0 ? draw(logits, scan, kept, position) : scan.argmax;
    result.logit = logits[static_cast<std::size_t>(result.id)];
    result.logProbability = static_cast<float>(static_cast<double>(result.logit) - logSum);
    if (keepTop > 0) {
        // Rounding may leave a hair below nothing where one token has all of the probability.
        result.entropy = static_cast<float>(std::max(0.0, (std::log(sums.sum) - sums.weighted / sums.sum) / std::log(2.0)));
        result.rank = rankOf(logits, result.id, result.top);
    }
    return {};
}

Result<SampleResult> Sampler::sample(std::span<float> logits, std::span<const TokenId> prompt,
                                     std::span<const TokenId> output, std::uint64_t position, int keepTop) {
    SampleResult result;
    if (auto done = sampleInto(result, logits, prompt, output, position, keepTop); !done) return done.error();
    return result;
}

Result<std::vector<Sampler::Survivor>> Sampler::distribution(std::span<float> logits,
                                                             std::span<const TokenId> prompt,
                                                             std::span<const TokenId> output) {
    if (auto done = adjust(logits, prompt, output); !done) return done.error();
    const Result<RowScan> scanned = scanAllowed(logits);
    if (!scanned) return scanned.error();
    const RowScan& scan = *scanned;
    std::vector<StageSurvivors> stages;
    m_candidates.clear();
    std::size_t kept = filter(logits, scan, sumExp(logits, scan.max), stages);
    if (!filtered()) selectBest(logits, kept);
    if (m_settings.temperature == 0) kept = 1;

    std::vector<Survivor> survivors;
    double sum = 0;
    for (std::size_t i = 0; i < kept; ++i) {
        const Candidate& c = m_candidates[i];
        const double temperature = m_settings.temperature > 0 ? static_cast<double>(m_settings.temperature) : 1.0;
        survivors.push_back({c.id, c.logit, relative(c.logit, scan.max, temperature)});
        sum += survivors.back().probability;
    }
    for (Survivor& s : survivors) s.probability /= sum;
    return survivors;
}

}  // namespace gh
