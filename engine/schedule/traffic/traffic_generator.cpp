#include "engine/schedule/traffic/traffic_generator.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/sample/sampler.h"

namespace gh {
namespace {

using telemetry::TrafficLengths;
using telemetry::TrafficSettings;

// What a random number is for; two of them never share one.
enum Purpose : std::uint32_t { kArrival = 1, kShared, kSharedText, kText, kPromptLength, kReplyLength, kSeed };

constexpr std::uint32_t kMostUsers = 512;
constexpr double kMostPerSecond = 1000;
// Half a decade between the middle half and the tail: replies of people and of models are about as uneven.
constexpr double kSpread = 0.8;

Error wrong(const char* what, const std::string& detail) { return {ErrorCode::InvalidArgument, what, detail}; }

Result<void> check(const TrafficLengths& lengths, const char* what) {
    if (lengths.from < 1) return wrong(what, "lengths begin at 1 token, not 0");
    if (lengths.kind != TrafficLengths::Kind::Fixed && lengths.to < lengths.from)
        return wrong(what, "the longest, " + std::to_string(lengths.to) + ", is shorter than " + std::to_string(lengths.from));
    return {};
}

}  // namespace

Result<void> validate(const TrafficSettings& s, std::uint32_t contextTokens) {
    if (s.arrival == TrafficSettings::Arrival::Rate && !(s.perSecond > 0 && s.perSecond <= kMostPerSecond))
        return wrong("arrivals", "a rate is more than 0 and at most 1000 a second");
    if (s.arrival == TrafficSettings::Arrival::Users && (s.users < 1 || s.users > kMostUsers))
        return wrong("users", "1 to 512 at a time");
    if (auto good = check(s.prompt, "prompt length"); !good) return good;
    if (auto good = check(s.reply, "reply length"); !good) return good;
    if (!(s.sharedShare >= 0 && s.sharedShare <= 1)) return wrong("shared share", "0 to 1");
    const std::uint64_t shared = s.sharedShare > 0 ? s.sharedTokens : 0;
    const std::uint64_t longest = shared + s.prompt.most() + s.reply.most();
    if (longest > contextTokens)
        return wrong("lengths", "the longest request would hold " + std::to_string(longest) + " tokens, the context holds " +
                                    std::to_string(contextTokens) + ": make prompts, replies or the shared beginning shorter");
    return {};
}

TrafficGenerator::TrafficGenerator(TrafficSettings settings, TrafficVocabulary vocabulary)
    : m_settings(settings), m_vocabulary(std::move(vocabulary)) {
    std::sort(m_vocabulary.leftOut.begin(), m_vocabulary.leftOut.end());
    for (std::uint32_t i = 0; i < m_settings.sharedTokens; ++i) m_shared.push_back(token(0, i, kSharedText));
    if (m_settings.arrival == TrafficSettings::Arrival::Rate)
        m_nextArrival = -std::log(noise(1, 0, kArrival)) / m_settings.perSecond;
}

double TrafficGenerator::noise(std::uint64_t number, std::uint64_t place, std::uint32_t purpose) const {
    return uniformNoise(m_settings.seed, static_cast<std::uint32_t>(number), place, purpose, 0);
}

std::uint32_t TrafficGenerator::length(const TrafficLengths& lengths, std::uint64_t number, std::uint32_t purpose) const {
    double value = lengths.from;
    switch (lengths.kind) {
        case TrafficLengths::Kind::Fixed: return lengths.from;
        case TrafficLengths::Kind::Uniform:
            value += std::floor(noise(number, 0, purpose) * (static_cast<double>(lengths.to - lengths.from) + 1));
            break;
        case TrafficLengths::Kind::LongTail: {
            // Log-normal: the median is `from`. A normal number from two uniform ones (Box and Muller, 1958).
            const double normal = std::sqrt(-2 * std::log(noise(number, 0, purpose))) *
                                  std::cos(2 * std::numbers::pi * noise(number, 1, purpose));
            value = std::round(value * std::exp(kSpread * normal));
            break;
        }
    }
    return static_cast<std::uint32_t>(std::clamp(value, 1.0, static_cast<double>(lengths.to)));
}

TokenId TrafficGenerator::token(std::uint64_t number, std::uint64_t place, std::uint32_t purpose) const {
    const auto& out = m_vocabulary.leftOut;
    TokenId id = static_cast<TokenId>(noise(number, place, purpose) * m_vocabulary.size);
    // One that is left out gives way to the next that is not; one in a few thousand, so that none gets likelier by much.
    for (std::int32_t tries = 0; tries < m_vocabulary.size && std::binary_search(out.begin(), out.end(), id); ++tries)
        id = (id + 1) % m_vocabulary.size;
    return id;
}

SyntheticRequest TrafficGenerator::next() {
    SyntheticRequest request;
    request.number = ++m_number;
    request.arrival = m_nextArrival;
    request.shared = noise(m_number, 0, kShared) < m_settings.sharedShare;
    if (request.shared) request.prompt = m_shared;
    const std::uint32_t own = length(m_settings.prompt, m_number, kPromptLength);
    for (std::uint32_t i = 0; i < own; ++i) request.prompt.push_back(token(m_number, i, kText));
    request.replyTokens = length(m_settings.reply, m_number, kReplyLength);
    request.seed = static_cast<std::uint64_t>(noise(m_number, 0, kSeed) * 9007199254740992.0);
    if (m_settings.arrival == TrafficSettings::Arrival::Rate)
        m_nextArrival += -std::log(noise(m_number + 1, 0, kArrival)) / m_settings.perSecond;
    return request;
}

}  // namespace gh
