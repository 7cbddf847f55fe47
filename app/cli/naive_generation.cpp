#include "app/cli/naive_generation.h"

#include <chrono>

#include "app/cli/interrupt.h"
#include "engine/text/streaming.h"

namespace gh::app {
namespace {

double milliseconds(std::chrono::steady_clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

}  // namespace

Generation generateNaively(DirectRun& model, NaiveRequest request, const TextSink& sink) {
    Generation generation;
    generation.promptIds = request.promptIds;
    generation.seed = request.sampler.seed;
    const std::size_t limit = static_cast<std::size_t>(model.facts().contextLimit);
    if (generation.promptIds.size() + request.continued.size() > limit) {
        generation.reason = StopReason::Failed;
        generation.error =
            Error{ErrorCode::InvalidArgument, "prompt",
                  std::to_string(generation.promptIds.size() + request.continued.size()) + " tokens, but the context holds " +
                      std::to_string(limit) + "; shorten it"};
        return generation;
    }
    Sampler sampler(request.sampler);
    Utf8Stream utf8;
    StopMatcher stops(request.stops);
    const auto show = [&](const std::string& text) {
        if (text.empty()) return;
        generation.text += text;
        if (sink) sink(text);
    };
    std::vector<TokenId> sequence = std::move(request.promptIds);
    const std::size_t promptSize = sequence.size();
    for (const TokenId id : request.continued) {
        if (model.tokenizer().isEndOfGeneration(id)) {
            generation.reason = StopReason::EndOfGeneration;
            return generation;
        }
        sequence.push_back(id);
        generation.ids.push_back(id);
        ++generation.continued;
        stops.push(utf8.push(model.tokenizer().isSpecial(id) ? "" : model.tokenizer().piece(id)));
        if (stops.stopped()) {
            generation.reason = StopReason::StopString;
            return generation;
        }
    }
    const std::size_t given = sequence.size();
    const auto started = std::chrono::steady_clock::now();
    for (;;) {
        if (interrupted()) {
            generation.reason = StopReason::Cancelled;
            break;
        }
        if (request.maxTokens >= 0 && sequence.size() - given >= static_cast<std::size_t>(request.maxTokens)) {
            generation.reason = StopReason::MaxTokens;
            break;
        }
        if (sequence.size() > limit) {
            generation.reason = StopReason::ContextFull;
            break;
        }
        const auto stepStarted = std::chrono::steady_clock::now();
        auto logits = model.naiveLastLogits(sequence);
        auto sampled = logits ? sampler.sample(*logits, std::span(sequence).first(promptSize), generation.ids,
                                               sequence.size(), request.keepCandidates)
                              : Result<SampleResult>(logits.error());
        if (!sampled) {
            generation.reason = StopReason::Failed;
            generation.error = sampled.error();
            break;
        }
        const auto now = std::chrono::steady_clock::now();
        if (sequence.size() == given)
            generation.ttftMs = milliseconds(now - started);
        else
            generation.stepMs.push_back(milliseconds(now - stepStarted));
        if (model.tokenizer().isEndOfGeneration(sampled->id)) {
            generation.reason = StopReason::EndOfGeneration;
            if (request.keepCandidates > 0) generation.endDraw = std::move(*sampled);
            break;
        }
        sequence.push_back(sampled->id);
        generation.ids.push_back(sampled->id);
        if (request.keepCandidates > 0) generation.draws.push_back(*sampled);
        const std::string_view piece =
            model.tokenizer().isSpecial(sampled->id) ? "" : model.tokenizer().piece(sampled->id);
        show(stops.push(utf8.push(piece)));
        if (stops.stopped()) {
            generation.reason = StopReason::StopString;
            break;
        }
    }
    if (!stops.stopped()) show(stops.push(utf8.finish()));
    if (!stops.stopped()) show(stops.finish());
    double total = 0;
    for (const double ms : generation.stepMs) total += ms;
    if (total > 0) generation.tokensPerSecond = 1e3 * static_cast<double>(generation.stepMs.size()) / total;
    return generation;
}

}  // namespace gh::app
