// The only door the widgets see: plain values, std types, const once published. A snapshot is lossy (latest
// wins); big parts are shared_ptr<const …> with a version, so an unchanged part is neither copied nor repainted.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/telemetry/comparison_facts.h"
#include "engine/telemetry/log_view.h"
#include "engine/telemetry/request_facts.h"
#include "engine/telemetry/step_mark.h"
#include "engine/telemetry/token_log.h"

namespace gh::telemetry {

// ---- model --------------------------------------------------------------------------------------------
struct ModelFacts {
    std::uint64_t id = 0;          // ModelId
    std::string path, fileName, name;
    std::string family;            // llama, gemma3
    std::string precision;         // "Q4_K_M": what the file says its mix is; else the type that holds most bytes of its matrices
    std::uint64_t parameters = 0;
    std::uint64_t fileBytes = 0;
    std::uint64_t weightBytes = 0; // packed, resident
    int layers = 0, heads = 0, kvHeads = 0, headSize = 0, width = 0, ffn = 0, vocab = 0, context = 0;
    int contextLimit = 0;          // tokens a sequence may hold here: min(context, what the pool was made for)
    std::uint64_t cacheBytesPerToken = 0;
    std::string kvType;            // "F16"; where the two differ "K Q8_0 · V Q4_0"
    std::string activations;       // "int8"
    std::string isa;               // "avx512"
    int threads = 0;
    bool hasTemplate = false;
    std::int32_t bos = -1;         // id of the token that begins a text, -1: none
    std::vector<std::int32_t> specials, ends;   // ids that stand for no text, in order; those of them that end a reply
    double loadSeconds = 0;
};

// What the machine can do at most with the model's threads and instruction set, measured while nothing ran.
struct MachineFacts {
    double readBytesPerSecond = 0;     // a stream read of readBytes
    std::uint64_t readBytes = 0;
    double operationsPerSecond = 0;    // of the model's activations, multiply and add counted apart
};

enum class LoadStage { Header, Tensors, Packing, FirstPass };
struct LoadProgress {
    std::string path;
    LoadStage stage = LoadStage::Header;
    std::uint64_t done = 0, total = 0;               // bytes in Packing, tensors in Tensors
    std::vector<double> stageMs;                     // finished stages, in order
};

// ---- cache --------------------------------------------------------------------------------------------
enum class BlockState : std::uint8_t {
    Free,        // nobody holds it, and nothing in it can be found
    Used,        // a running request's
    Cached,      // an idle conversation's
    Reusable,    // nobody holds it; its content is kept, and found by the next prompt that begins alike, until it is handed out
};

struct BlockCell {
    std::uint64_t owner = 0;       // sequence key (SequenceFacts::key), 0 = none
    std::uint32_t firstToken = 0;  // position in the owner of the block's first token
    std::uint16_t filled = 0;      // tokens written
    std::uint8_t references = 0;
    BlockState state = BlockState::Free;
    std::uint64_t filledAtStep = 0;   // step that wrote its newest token (age = now - this)
    std::uint64_t allocatedAtStep = 0;
    bool operator==(const BlockCell&) const = default;
};

// What a pool counts beside its bytes.
struct PoolFacts {
    std::uint32_t peakBlocks = 0;      // most that were held at once
    std::uint32_t reusableBlocks = 0;  // now
    std::uint32_t copies = 0;          // blocks that were copied before a write, as others needed what was in them
    std::uint32_t evictions = 0;       // reusable blocks whose content was given up for another
    std::uint64_t sharedBytes = 0;     // what sharing saves now: the sum of what sequences hold, less what is allocated
    std::uint64_t peakSharedBytes = 0, peakPredictedBytes = 0;   // most after the rows of any step
    bool operator==(const PoolFacts&) const = default;
};

// One pool per layer group (full and windowed layers differ).
struct BlockPool {
    std::string name;              // "all layers", "window 512 · 15 layers"
    int layers = 0;
    int blockTokens = 16;
    std::uint64_t blockBytes = 0;  // K and V of one block over the group's layers
    // From shape and resident tokens of every sequence, less what they share; never from the allocator.
    std::uint64_t predictedBytes = 0;
    std::uint64_t allocatedBytes = 0;  // counted in the allocator
    std::uint64_t reservedBytes = 0;   // the pool
    PoolFacts facts;
    int window = 0;                // 0 = full attention
    std::vector<BlockCell> cells;  // every block of the pool, by index
    bool operator==(const BlockPool&) const = default;
};

struct SequenceFacts {
    std::uint64_t key = 0;
    std::uint64_t conversation = 0;   // ConversationId, 0 for anonymous requests
    std::uint64_t request = 0;        // RequestId while running, else 0
    std::string label;                // what to call it in a legend
    std::uint32_t tokens = 0;         // resident in the cache
    bool running = false;
    bool operator==(const SequenceFacts&) const = default;
};

// Text of a token, where it came from and when it entered the cache.
struct TokenFacts {
    std::int32_t id = 0;
    bool special = false;
    bool generated = false;
    std::uint64_t step = 0;        // step that computed it (0: not yet)
    std::string text;              // bytes of the piece, may be a part of a UTF-8 character
    TokenOrigin origin = TokenOrigin::Given;
};

struct BlockMap {
    std::uint64_t version = 0;
    std::vector<BlockPool> pools;
    std::vector<SequenceFacts> sequences;
};

// How the index of prefixes knows the content of full blocks, now: the hash of a block is formed from that of the block
// before it and its own tokens.
struct BlockChain {
    std::uint64_t hash = 0, parent = 0;   // parent of a first block: what the adapter and the salt begin with
    std::uint32_t depth = 0;              // 1: a first block; 0: not entered, since it is not full
};
struct BlockChains {
    std::vector<std::vector<BlockChain>> pools;   // by pool of the map and block
};

struct SequenceTokens {
    std::uint64_t key = 0;
    LogView<TokenFacts> tokens;    // index = position
    DrawView draws;                // by position; the newest may be of a token that is not in the cache yet
    std::shared_ptr<const PromptText> prompt;   // of its newest request; null: none yet
};

// ---- steps --------------------------------------------------------------------------------------------
struct LayerTime {
    float attentionMs = 0;  // projections of q, k, v, output, rope, cache append and attention itself
    float ffnMs = 0;
};

// Rows of one request in a step: consecutive positions.
enum class RowKind : std::uint8_t {
    Prefill, Decode,
    Recompute,   // computed before, until the request was preempted
    Padding,     // of a request that has ended, in a static batch
};
struct StepRow {
    std::uint64_t request = 0, sequence = 0;
    std::uint32_t first = 0, count = 0;
    RowKind kind = RowKind::Prefill;
};

struct StepRecord {
    std::uint64_t step = 0;            // sequence number, from 1
    double startedAt = 0;              // seconds since the engine started
    float prefillMs = 0, decodeMs = 0; // forward pass; a mixed step is split by its rows' operations
    float samplingMs = 0, restMs = 0;  // rest: scheduling, publishing
    std::uint32_t prefillTokens = 0, decodeTokens = 0;
    std::uint64_t weightBytes = 0, cacheBytes = 0;  // read by this step
    std::uint64_t operations = 0;                   // multiply and add counted apart
    float embedMs = 0, headMs = 0;
    std::vector<LayerTime> layers;
    std::vector<std::uint64_t> sequences;           // keys that had rows in it
    std::uint32_t contextTokens = 0;                // longest context of its rows
    std::vector<StepRow> rows;                      // in the order of the batch
    std::uint32_t paddingTokens = 0;                // of decodeTokens' kind, but for nobody; counted in neither
    std::uint32_t hitTokens = 0;                    // that requests which began at this step found in the cache

    float totalMs() const { return prefillMs + decodeMs + samplingMs + restMs; }
};

// ---- memory -------------------------------------------------------------------------------------------
struct LedgerLine {
    std::string term;              // "weights", "cache", "activations", "logits"
    std::string formula;
    std::uint64_t predictedBytes = 0, allocatedBytes = 0;
};

class BlockHistory;

enum class EngineState : std::uint8_t { Empty, Loading, Idle, Running, Paused };

struct Snapshot {
    std::uint64_t version = 0;
    std::uint64_t step = 0;        // newest finished step
    EngineState state = EngineState::Empty;
    bool pauseRequested = false;
    std::optional<LoadProgress> loading;
    std::shared_ptr<const ModelFacts> model;             // null: none
    std::optional<MachineFacts> machine;                 // nothing: not measured yet
    std::shared_ptr<const BlockMap> blocks;              // null: no pool
    std::shared_ptr<const BlockChains> chains;           // of `blocks`; null: not known, as of past steps
    std::shared_ptr<const std::vector<SequenceTokens>> tokens;
    LogView<StepRecord> steps;                           // at least the last 4,096
    LogView<StepMark> marks;                             // what happened at which step, oldest first
    std::shared_ptr<const BlockHistory> history;         // block maps of past steps (engine/telemetry/history.h); null: none
    std::vector<RequestFacts> requests;                  // running and waiting, then the last finished one
    std::vector<LedgerLine> ledger;
    std::uint32_t running = 0, waiting = 0;
    PolicyFacts policy;
    std::shared_ptr<const ComparisonFacts> comparison;   // the newest; null: there was none
};

// What a panel may read, and what its source can give: the live engine, a script in tests, a replayed trace.
struct SourceAbilities {
    bool blocks = true, layerTimes = true, control = true, history = true;
};

class TelemetrySource {
public:
    virtual ~TelemetrySource() = default;
    virtual SourceAbilities abilities() const = 0;
    virtual std::shared_ptr<const Snapshot> latest() const = 0;  // never null
};

}  // namespace gh::telemetry
