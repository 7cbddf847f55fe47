// A request on its way: waiting, prefill, decode, and back to waiting when its blocks went to others.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/sample/sampler.h"
#include "engine/schedule/pause_clock.h"
#include "engine/schedule/sequence.h"
#include "engine/text/streaming.h"
#include "engine/text/tokenizer.h"

namespace gh {

struct Request {
    explicit Request(SubmitRequest command)
        : spec(std::move(command)), output(spec.continued), sampler(spec.sampler), stops(spec.stops), submitted(Clock::now()) {}

    SubmitRequest spec;
    telemetry::RequestState state = telemetry::RequestState::Waiting;
    Sequence* sequence = nullptr;      // once admitted
    std::vector<TokenId> prompt, output;   // output: as drawn, an end marker left out
    std::shared_ptr<const telemetry::PromptText> promptText;
    std::uint32_t dropped = 0;         // messages that are not in the prompt
    std::optional<SampleResult> endDraw;   // of the end marker, where candidates were asked for
    std::uint32_t reused = 0;          // prompt tokens continued on cached blocks
    Sampler sampler;
    Utf8Stream utf8;
    StopMatcher stops;
    bool warnedFull = false, cancelled = false;
    std::optional<StopReason> ended;   // by the continued ids alone; Padding: why it ended
    PrefixHit hit;                     // of the first admission
    std::uint32_t preemptions = 0;
    std::uint64_t submittedStep = 0, number = 0;   // number: in order of arrival
    std::uint64_t admittedStep = 0, lastRow = 0;   // steps: newest admission; newest row
    std::uint32_t computed = 0;        // positions computed at some time: what lies before is recomputed, not new
    bool announced = false;            // RequestStarted is out
    bool readPrompt = false;           // once: samples of the same prompt may go on from it
    // Another computes the first `awaitedTokens` of its tokens just now: it begins when they are there. It has done so at
    // `awaited` steps, and does so no longer than kMostAwaited: then it reads them itself.
    static constexpr std::uint32_t kMostAwaited = 64;
    RequestId awaits;
    std::uint32_t awaitedTokens = 0, awaited = 0;
    bool waitsForLeader = false;       // a sample whose prompt is still being read by another
    Clock::time_point submitted, started, firstToken, lastToken;   // started: first admission
    Clock::duration pausedBefore{}, pausedSince{};   // of the engine: until the first token; from it to the last
    std::uint64_t firstStep = 0, lastStep = 0;

    // Who is served first. A level of priority is worth so many steps of waiting: a fixed order of any two requests, in
    // which only finitely many can come before one that waits.
    static constexpr std::int64_t kStepsALevel = 256, kMostPriority = 1'000'000;
    std::int64_t rank() const {
        return static_cast<std::int64_t>(submittedStep) -
               kStepsALevel * std::clamp<std::int64_t>(spec.priority, -kMostPriority, kMostPriority);
    }
    bool before(const Request& other) const {
        return rank() != other.rank() ? rank() < other.rank() : number < other.number;
    }
    bool isActive() const { return state == telemetry::RequestState::Prefill || state == telemetry::RequestState::Decode; }

    // Known before the first step: prompt and continued ids.
    std::uint32_t given() const { return static_cast<std::uint32_t>(prompt.size() + spec.continued.size()); }
    std::size_t generated() const { return output.size() - spec.continued.size(); }
    // What the next token of the reply lets be shown.
    std::string push(TokenId id, const Tokenizer& tokenizer) {
        return stops.push(utf8.push(tokenizer.isSpecial(id) ? "" : tokenizer.piece(id)));
    }
    std::uint32_t total() const { return static_cast<std::uint32_t>(prompt.size() + output.size()); }
    TokenId idAt(std::uint32_t position) const {
        return position < prompt.size() ? prompt[position] : output[position - prompt.size()];
    }
    double secondsSinceSubmit() const { return std::chrono::duration<double>(Clock::now() - submitted).count(); }
    double ttftMs() const {
        return generated() == 0 ? 0 : std::chrono::duration<double, std::milli>(firstToken - submitted).count();
    }
    double tokensPerSecond() const {
        const double seconds = std::chrono::duration<double>(lastToken - firstToken - pausedSince).count();
        return generated() > 1 && seconds > 0 ? static_cast<double>(generated() - 1) / seconds : 0;
    }
};

}  // namespace gh
