// The engine: owns models, caches and one engine thread. Commands go in by post(), state comes out as immutable
// snapshots (lossy, latest wins) and as events (never lost). Nothing here blocks the caller but the destructor.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/sample/sampler.h"
#include "engine/telemetry/snapshot.h"
#include "engine/text/chat_template.h"
#include "kernels/kv_types.h"

namespace gh {

namespace quantize {
struct WeightRules;      // engine/quantize/rules.h
}
namespace evaluate {
struct ComparisonSpec;   // engine/evaluate/comparison.h
}

enum class ActivationMode { Int8, F32 };
using BatchPolicy = telemetry::BatchPolicy;
using PrefixHit = telemetry::PrefixHit;

struct LoadOptions {
    kernels::KvTypes kvTypes;              // F16 for both; block types ask for heads that their blocks divide
    ActivationMode activations = ActivationMode::Int8;
    int blockTokens = 16;
    int contextTokens = 0;                 // pool size in tokens; 0: the model's context, at most 8,192
    std::optional<std::string> chatTemplate;  // Jinja source instead of the model's own
    std::uint64_t cacheBytes = 0;          // pool size in bytes, for as many whole blocks as fit; 0: by contextTokens
    // Schemes that matrices are quantized by while they are loaded; null: all stay as the file stores them.
    std::shared_ptr<const quantize::WeightRules> weights;
};

// ---- commands ---------------------------------------------------------------------------------------
struct LoadModel { ModelId model; std::string path; LoadOptions options; };   // replaces the loaded one when ready
struct CancelLoad {};
// What becomes of a chat whose prompt and reply the context does not hold. Nothing is ever shifted in the cache.
enum class WhenFull {
    Stop,        // refused, or the reply ends
    DropOldest,  // whole oldest turns leave the prompt, which is then read anew (engine/text/kept_turns.h)
};
struct UnloadModel { ModelId model; };
struct SubmitRequest {
    RequestId request;
    ModelId model;
    ConversationId conversation;           // keeps its cache between turns; 0: released at the end
    std::string label;                     // for legends
    std::variant<std::vector<ChatMessage>, std::vector<TokenId>> prompt;
    // A reply to this prompt that was begun before: it goes on after these ids as if it had never stopped (they count as
    // output for penalties and stop strings, and the next draw is the one it would have had). An end marker ends it.
    std::vector<TokenId> continued;
    SamplerSettings sampler;
    WhenFull whenFull = WhenFull::Stop;
    std::uint32_t droppedBefore = 0;       // RequestStarted::droppedMessages of the turn before: the cut stays while it does
    bool foldSystem = false;               // for templates without that role: it stands before the first user's text
    int maxTokens = -1;                    // new ones; -1: until end of generation or context limit
    std::vector<std::string> stops;
    int keepCandidates = 0;                // best candidates reported with each token
    int priority = 0;                      // higher first; a level counts as much as a wait of 256 steps, so that nobody starves
    std::string salt;                      // prompts of different salts share no cached blocks
    // A request with the same prompt, submitted before, from whose cache it goes on: n samples of one prompt are n requests
    // that differ in sampler.sample. 0: none.
    RequestId sampleOf;
};
struct CancelRequest { RequestId request; };
struct SetPaused { bool paused; };         // at the next step boundary, for all requests
struct StepOnce {};                        // one iteration while paused
struct ReleaseConversation { ConversationId conversation; };   // frees its cache
struct SetChatTemplate { ModelId model; std::string source; };
// By which rule requests share the steps, at the next step boundary; for this and later models.
struct PolicySettings {
    BatchPolicy kind = BatchPolicy::Continuous;
    int mostRunning = 32;                  // requests running at once, at least 1: the slots (a word that Qt takes)
    int tokenBudget = 0;                   // rows a step may have; 0: EngineConfig::stepTokenBudget, which is also the most
};
struct SetPolicy { PolicySettings policy; };
// Loads the variants beside the model and lets them generate on one prompt, a position at a time, between the steps of other
// requests; Snapshot::comparison shows it. A comparison that goes on is stopped. Its models go when it ends or is stopped;
// what it found stays in the snapshot.
struct StartComparison { std::shared_ptr<const evaluate::ComparisonSpec> spec; };
struct StopComparison {};
using Command = std::variant<LoadModel, CancelLoad, UnloadModel, SubmitRequest, CancelRequest, SetPaused, StepOnce,
                             ReleaseConversation, SetChatTemplate, SetPolicy, StartComparison, StopComparison>;

// ---- events -----------------------------------------------------------------------------------------
enum class StopReason { EndOfGeneration, MaxTokens, StopString, ContextFull, Cancelled, Failed };
const char* stopReasonName(StopReason reason);   // end_of_generation, max_tokens, stop_string, context_full, cancelled, failed

struct ModelLoaded { std::shared_ptr<const telemetry::ModelFacts> facts; std::string chatTemplate; std::vector<std::string> warnings; };
struct LoadFailed { ModelId model; std::string path; Error error; };    // the model that was open stays open
struct ModelUnloaded { ModelId model; };
struct RequestStarted {                    // prompt known and admitted
    RequestId request; ConversationId conversation;
    std::vector<TokenId> promptIds;
    std::uint32_t reusedTokens = 0;        // continued on cached blocks
    std::uint64_t seed = 0;                // the seed used
    std::uint32_t contextLimit = 0;
    std::vector<std::string> continuedText;   // what each of the continued ids shows, as TokenProduced::text
    std::uint32_t droppedMessages = 0;     // the oldest behind the system message, which are not in the prompt
};
struct TokenProduced {
    RequestId request; ConversationId conversation;
    TokenId id = 0;
    std::uint32_t position = 0;            // in the sequence
    std::uint64_t step = 0;
    std::string text;                      // what may be shown now (UTF-8 whole, stop strings held back); may be empty
    SampleResult sample;
    double at = 0;                         // seconds since the engine started
};
// Said before the context is full: once, when 64 tokens or 5 % are left, at most a quarter of it.
struct ContextNearlyFull { RequestId request; ConversationId conversation; std::uint32_t tokensLeft = 0, limit = 0; };
struct RequestStats {
    std::uint32_t promptTokens = 0, reusedTokens = 0, generated = 0;
    double ttftMs = 0, tokensPerSecond = 0, seconds = 0;   // tokens/s: decode only
    std::uint64_t firstStep = 0, lastStep = 0;
    std::uint64_t predictedBytes = 0, allocatedBytes = 0, reservedBytes = 0, blocks = 0;  // at the last step before release
    int blockTokens = 0;
    PrefixHit hit;                         // of the first admission
    std::uint32_t preemptions = 0;
    double queueMs = 0;                    // from submission to the first admission
    // Seconds since the engine started; startedAt: the first admission, 0: there was none.
    double submittedAt = 0, startedAt = 0, finishedAt = 0;
};
struct RequestFinished {
    RequestId request; ConversationId conversation;
    StopReason reason = StopReason::EndOfGeneration;
    std::string text;                      // held-back text that may now be shown
    std::vector<TokenId> ids;              // of the reply: continued and generated, without the end marker
    RequestStats stats;
    std::optional<SampleResult> endDraw;   // of the end marker, where candidates were asked for
    std::optional<Error> error;            // reason Failed: also a template error (code Template) or a prompt over the limit
};
using Event = std::variant<ModelLoaded, LoadFailed, ModelUnloaded, RequestStarted, TokenProduced, ContextNearlyFull, RequestFinished>;

struct EngineConfig {
    int threads = 0;                       // 0: usable cores
    int stepTokenBudget = 264;             // prefill chunk + decode rows a step: 22 token tiles of the kernels
    double publishIntervalMs = 16;
    bool recordTelemetry = true;           // off only to measure what recording costs
    int candidates = 8;                    // best candidates recorded with each drawn token
    std::uint64_t candidateBytes = 32ull << 20;   // what these records may take; the oldest are dropped
    PolicySettings policy;
    bool measureMachine = false;           // its limits, in the first idle moments of each model (Snapshot::machine)
};

class Engine {
public:
    explicit Engine(EngineConfig config = {});
    ~Engine();                             // stops within one step, joins
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    void post(Command command);
    std::vector<Event> takeEvents();       // all since the last call, in order
    std::shared_ptr<const telemetry::Snapshot> snapshot() const;   // never null
    // Called from the engine thread after a snapshot or event was put out; must not block. Set before the first post().
    void setWakeUp(std::function<void()> wakeUp);

    static ModelId newModelId();
    static RequestId newRequestId();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace gh
