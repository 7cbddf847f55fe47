#include "tests/widgets/support/scripted_source.h"

#include <algorithm>

#include "tests/support/remember_map.h"
#include <cmath>

namespace gh::test {

using namespace telemetry;

namespace {

constexpr std::uint32_t kChunk = 64;
constexpr const char* kPieces[] = {" Every", " new", " token", " att", "ends", " to", " all", " the", " tokens",
                                   " before", " it", ".", " Their", " keys", " and", " values", " are", " kept",
                                   " in", " a", " cache", ",", " so", " nothing", " is", " computed", " twice",
                                   " \xe2\x80\x94", " na", "\xc3", "\xafve", "\n"};

}  // namespace

ScriptedSource::ScriptedSource(Shape shape) : m_shape(shape) {
    auto model = std::make_shared<ModelFacts>();
    model->id = 1;
    model->name = "Scripted 135M";
    model->family = "llama";
    model->layers = shape.layers;
    model->kvHeads = shape.kvHeads;
    model->headSize = shape.headSize;
    model->bos = 1;
    model->context = model->contextLimit = shape.blocks * shape.blockTokens;
    m_model = model;
    if (shape.windowLayers > 0) {
        addPool("full", shape.layers - shape.windowLayers, 0, shape.blocks);
        addPool("window", shape.windowLayers, shape.window, shape.blocks);
    } else {
        addPool("all layers", shape.layers, 0, shape.blocks);
    }
    publish();
}

void ScriptedSource::addPool(const std::string& name, int layers, int window, int blocks) {
    Pool pool;
    pool.facts.name = name;
    pool.facts.layers = layers;
    pool.facts.window = window;
    pool.facts.blockTokens = m_shape.blockTokens;
    // K and V, two bytes each
    pool.facts.blockBytes = 2ull * static_cast<std::uint64_t>(layers * m_shape.kvHeads * m_shape.headSize) * 2 *
                            static_cast<std::uint64_t>(m_shape.blockTokens);
    pool.facts.cells.resize(static_cast<std::size_t>(blocks));
    pool.facts.reservedBytes = pool.facts.blockBytes * static_cast<std::uint64_t>(blocks);
    for (int i = 0; i < blocks; ++i) pool.free.insert(i);
    m_pools.push_back(std::move(pool));
}

double ScriptedSource::noise() {
    m_random ^= m_random << 13;
    m_random ^= m_random >> 7;
    m_random ^= m_random << 17;
    return static_cast<double>(m_random >> 11) / 9007199254740992.0;
}

std::uint64_t ScriptedSource::start(const std::string& label, std::uint32_t promptTokens) {
    const std::uint64_t key = m_nextKey++;
    Sequence& sequence = m_sequences[key];
    sequence.key = key;
    sequence.label = label;
    sequence.prompt = promptTokens;
    sequence.text = std::make_shared<PromptText>();
    sequence.text->promptTokens = promptTokens;
    if (m_shape.chatTemplate) sequence.text->roles = {"system", "user"};
    sequence.tables.resize(m_pools.size());
    sequence.submittedStep = m_step;
    if (m_shape.mostRunning > 0) mark(MarkKind::Submitted, sequence, 0);
    return key;
}

void ScriptedSource::append(Sequence& sequence, bool generated) {
    const auto blockTokens = static_cast<std::uint32_t>(m_shape.blockTokens);
    for (std::size_t p = 0; p < m_pools.size(); ++p) {
        Pool& pool = m_pools[p];
        auto& table = sequence.tables[p];
        if (sequence.tokens % blockTokens == 0) {
            if (pool.free.empty()) return;
            const int block = *pool.free.begin();
            pool.free.erase(pool.free.begin());
            table.push_back(block);
            BlockCell& cell = pool.facts.cells[static_cast<std::size_t>(block)];
            cell = {sequence.key, sequence.tokens, 0, 1, BlockState::Used, m_step, m_step};
        }
        BlockCell& cell = pool.facts.cells[static_cast<std::size_t>(table.back())];
        ++cell.filled;
        cell.filledAtStep = m_step;
        const std::uint32_t next = sequence.tokens + 1;
        const auto window = static_cast<std::uint32_t>(pool.facts.window);
        if (window > 0 && next + 1 > window)
            for (std::uint32_t b = 0; b < (next + 1 - window) / blockTokens; ++b)
                if (table[b] >= 0) {
                    pool.facts.cells[static_cast<std::size_t>(table[b])] = {};
                    pool.free.insert(table[b]);
                    table[b] = -1;
                }
    }
    TokenFacts facts;
    facts.id = static_cast<std::int32_t>(sequence.tokens * 37 % 49152);
    facts.generated = generated;
    facts.step = m_step;
    facts.text = kPieces[sequence.tokens % std::size(kPieces)];
    facts.origin = generated ? TokenOrigin::Generated : TokenOrigin::Given;
    if (m_shape.chatTemplate && !generated) describe(sequence, facts);
    if (generated) draw(sequence, sequence.tokens, facts.id, facts.text);
    sequence.facts.append(facts);
    ++sequence.tokens;
}

// A system message and a user's, with the markers of ChatML around them.
void ScriptedSource::describe(const Sequence& sequence, TokenFacts& facts) {
    const std::uint32_t bos = static_cast<std::uint32_t>(m_shape.surplusBos), p = sequence.tokens;
    const std::uint32_t half = bos + sequence.prompt / 3, end = sequence.prompt - 5;
    PromptText& text = *sequence.text;
    const auto write = [&](const char* piece, int id, bool special) {
        facts.text = piece;
        facts.id = id;
        facts.special = special;
        facts.origin = TokenOrigin::Template;
    };
    if (p < bos) {
        write("<|im_start|>", 1, true);
    } else if (p < bos + 3 || (p >= half && p < half + 5) || p >= end) {
        const std::uint32_t k = p < bos + 3 ? p - bos + 2 : p < end ? p - half : p - end;
        const char* role = p < bos + 3 ? "system" : p < end ? "user" : "assistant";
        if (k == 0) write("<|im_end|>", 2, true);
        if (k == 1 || k == 4) write("\n", 198, false);
        if (k == 2) write("<|im_start|>", 1, true);
        if (k == 3) write(role, 9690, false);
    } else {
        facts.origin = TokenOrigin::Content;
    }
    const bool content = facts.origin == TokenOrigin::Content;
    const auto begin = static_cast<std::uint32_t>(text.text.size());
    text.text += facts.text;
    text.tokens.push_back({begin, begin + static_cast<std::uint32_t>(facts.text.size())});
    text.origins.push_back(facts.origin);
    const std::int32_t message = !content ? -1 : p < half ? 0 : 1;
    if (text.spans.empty() || text.spans.back().message != message) text.spans.push_back({begin, begin, content, message});
    text.spans.back().end = static_cast<std::uint32_t>(text.text.size());
}

void ScriptedSource::draw(Sequence& sequence, std::uint32_t position, std::int32_t id, const std::string& text) {
    auto draw = std::make_shared<DrawFacts>();
    // Not noise(): other figures of the script must not depend on whether draws are made.
    const double roll = std::fmod(position * 0.6180339887, 1.0);
    const double best = 0.25 + 0.7 * roll;
    draw->id = id;
    draw->vocabulary = draw->allowed = 49'152;
    draw->temperature = 0.8f;
    draw->step = m_step;
    draw->rank = roll > 0.25 ? 0 : roll > 0.06 ? 2 : 31;
    draw->stages = {{"top-k", 49'152, 40}, {"top-p", 40, draw->rank > 8 ? 36u : 5u}};
    double left = 1;
    for (std::uint32_t r = 0; r < 8; ++r) {
        const double p = left * best;
        left -= p;
        const bool chosen = r == draw->rank;
        draw->candidates.push_back({chosen ? id : static_cast<std::int32_t>(300 + 11 * r), 12.0f - static_cast<float>(r),
                                    static_cast<float>(p), r, false,
                                    chosen ? text : kPieces[(position + 3 * r + 1) % std::size(kPieces)]});
        draw->entropy -= static_cast<float>(p * std::log2(p));
    }
    if (draw->rank >= 8) draw->candidates.push_back({id, 0, static_cast<float>(left / 40), draw->rank, false, text});
    for (const CandidateFacts& c : draw->candidates)
        if (c.rank == draw->rank) draw->logProbability = std::log(c.probability);
    sequence.draws.set(position, std::move(draw));
    while (sequence.draws.bytes() > m_shape.drawBytes && sequence.draws.dropOldest()) {}
}

// First come, first served.
void ScriptedSource::admit() {
    int running = 0;
    for (const auto& [key, sequence] : m_sequences) running += sequence.running && sequence.admitted && !sequence.preempted;
    for (auto& [key, sequence] : m_sequences)
        if (sequence.running && !sequence.admitted && (m_shape.mostRunning == 0 || running < m_shape.mostRunning)) {
            sequence.admitted = true;
            ++running;
        }
}

void ScriptedSource::step(int count) {
    for (int i = 0; i < count; ++i) {
        ++m_step;
        admit();
        std::uint32_t prefill = 0, decode = 0, context = 0;
        std::vector<StepRow> rows;
        for (auto& [key, sequence] : m_sequences) {
            if (sequence.padding) rows.push_back({key, key, sequence.tokens, 1, RowKind::Padding});
            if (!sequence.running || !sequence.admitted || sequence.preempted) continue;
            const std::uint32_t first = sequence.tokens;
            if (sequence.tokens == 0) mark(MarkKind::Started, sequence, sequence.prompt);
            if (sequence.tokens >= sequence.prompt && sequence.generated == 0) mark(MarkKind::FirstToken, sequence, 0);
            if (sequence.recompute > 0) {
                const std::uint32_t chunk = std::min(kChunk, sequence.recompute);
                rows.push_back({key, key, sequence.tokens - sequence.recompute, chunk, RowKind::Recompute});
                sequence.recompute -= chunk;
                prefill += chunk;
            } else if (sequence.tokens < sequence.prompt) {
                // What was found in the cache is there without a row.
                while (sequence.tokens < sequence.hit.hitTokens) append(sequence, false);
                const std::uint32_t from = sequence.tokens, chunk = std::min(kChunk, sequence.prompt - from);
                for (std::uint32_t t = 0; t < chunk; ++t) append(sequence, false);
                rows.push_back({key, key, from, chunk, RowKind::Prefill});
                prefill += chunk;
            } else {
                append(sequence, true);
                ++sequence.generated;
                ++decode;
                rows.push_back({key, key, first, 1, RowKind::Decode});
            }
            context = std::max(context, sequence.tokens);
        }
        record(prefill, decode, context, std::move(rows));
        rememberMap(m_past, m_step, map(), m_steps[0].step);
    }
    publish();
}

void ScriptedSource::preempt(std::uint64_t key) {
    Sequence& sequence = m_sequences.at(key);
    sequence.preempted = true;
    ++sequence.preemptions;
    mark(MarkKind::Preempted, sequence, sequence.generated);
    publish();
}

void ScriptedSource::resume(std::uint64_t key) {
    Sequence& sequence = m_sequences.at(key);
    sequence.preempted = false;
    sequence.recompute = sequence.tokens;
    mark(MarkKind::Resumed, sequence, sequence.tokens);
    publish();
}

void ScriptedSource::pad(std::uint64_t key, bool on) {
    m_sequences.at(key).padding = on;
    publish();
}

void ScriptedSource::setHit(std::uint64_t key, const PrefixHit& hit) { m_sequences.at(key).hit = hit; }

RequestFacts ScriptedSource::factsOf(const Sequence& sequence, std::uint32_t place) const {
    RequestFacts facts;
    facts.request = sequence.key;
    facts.sequence = sequence.admitted ? sequence.key : 0;
    facts.conversation = sequence.key;
    facts.state = !sequence.running     ? RequestState::Done
                  : sequence.preempted  ? RequestState::Preempted
                  : !sequence.admitted  ? RequestState::Waiting
                  : sequence.generated  ? RequestState::Decode
                                        : RequestState::Prefill;
    facts.promptTokens = sequence.prompt;
    facts.prefilled = std::min(sequence.tokens, sequence.prompt);
    facts.generated = sequence.generated;
    facts.label = sequence.label;
    facts.reusedTokens = sequence.admitted ? sequence.hit.hitTokens : 0;
    facts.hit = sequence.hit;
    facts.preemptions = sequence.preemptions;
    facts.submittedStep = sequence.submittedStep;
    facts.queuePlace = place;
    return facts;
}

void ScriptedSource::record(std::uint32_t prefill, std::uint32_t decode, std::uint32_t context, std::vector<StepRow> rows) {
    StepRecord record;
    record.step = m_step;
    record.startedAt = m_clock;
    record.prefillTokens = prefill;
    record.decodeTokens = decode;
    record.contextTokens = context;
    for (const StepRow& row : rows) {
        if (row.kind == RowKind::Padding) ++record.paddingTokens;
        else record.sequences.push_back(row.sequence);
    }
    record.rows = std::move(rows);
    const double rise = static_cast<double>(context) * 0.0008, spike = noise() > 0.985 ? 2.2 : 0;
    if (prefill) record.prefillMs = static_cast<float>(prefill * 0.11 + noise() * 0.4);
    if (decode) record.decodeMs = static_cast<float>(4.9 + decode * 0.4 + rise + noise() * 0.35 + spike);
    record.samplingMs = static_cast<float>(0.25 + noise() * 0.1);
    record.restMs = static_cast<float>(0.2 + noise() * 0.25);
    record.weightBytes = 93'800'000;
    record.cacheBytes = static_cast<std::uint64_t>(context) * 23'040;
    record.operations = (static_cast<std::uint64_t>(prefill) + decode) * 270'000'000ull;
    const float forward = record.prefillMs + record.decodeMs;
    record.embedMs = forward * 0.01f;
    record.headMs = forward * 0.14f;
    for (int l = 0; l < m_shape.layers; ++l) {
        const auto each = forward * 0.85f / static_cast<float>(m_shape.layers);
        const auto share = static_cast<float>(0.42 + 0.06 * noise());
        record.layers.push_back({each * share, each * (1 - share)});
    }
    m_clock += record.totalMs() / 1000;
    m_steps.append(std::move(record));
}

void ScriptedSource::mark(MarkKind kind, const Sequence& sequence, std::uint64_t amount) {
    m_marks.append({m_step, kind, sequence.key, sequence.key, sequence.key, amount, sequence.label});
}

void ScriptedSource::finish(std::uint64_t key) {
    m_sequences.at(key).running = false;
    m_lastFinished = key;
    mark(MarkKind::Finished, m_sequences.at(key), m_sequences.at(key).generated);
    for (Pool& pool : m_pools)
        for (BlockCell& cell : pool.facts.cells)
            if (cell.owner == key) cell.state = BlockState::Cached;
    publish();
}

void ScriptedSource::release(std::uint64_t key) {
    m_sequences.erase(key);
    for (Pool& pool : m_pools)
        for (std::size_t b = 0; b < pool.facts.cells.size(); ++b)
            if (pool.facts.cells[b].owner == key) {
                pool.facts.cells[b] = {};
                pool.free.insert(static_cast<int>(b));
            }
    publish();
}

void ScriptedSource::hold(int extraBlocks) {
    Pool& pool = m_pools.front();
    for (int i = 0; i < extraBlocks && !pool.free.empty(); ++i) {
        const int block = *pool.free.begin();
        pool.free.erase(pool.free.begin());
        pool.facts.cells[static_cast<std::size_t>(block)] = {0, 0, 0, 1, BlockState::Used, m_step, m_step};
    }
    pool.extra += extraBlocks;
    publish();
}

BlockMap ScriptedSource::map() const {
    BlockMap map;
    for (const Pool& pool : m_pools) {
        BlockPool facts = pool.facts;
        facts.allocatedBytes = facts.blockBytes * (facts.cells.size() - pool.free.size());
        facts.predictedBytes = facts.allocatedBytes - facts.blockBytes * static_cast<std::uint64_t>(pool.extra);
        map.pools.push_back(std::move(facts));
    }
    for (const auto& [key, sequence] : m_sequences)
        map.sequences.push_back({key, key, sequence.running ? key : 0, sequence.label, sequence.tokens, sequence.running});
    return map;
}

void ScriptedSource::publish() {
    auto map = std::make_shared<BlockMap>(this->map());
    auto tokens = std::make_shared<std::vector<SequenceTokens>>();
    map->version = ++m_version;
    auto snapshot = std::make_shared<Snapshot>();
    for (const auto& [key, sequence] : m_sequences) {
        tokens->push_back({key, sequence.facts.view(), sequence.draws.view(), sequence.text});
        if (!sequence.running || m_shape.mostRunning == 0) {
            snapshot->running += sequence.running;
            continue;
        }
        const bool waits = !sequence.admitted || sequence.preempted;
        ++(waits ? snapshot->waiting : snapshot->running);
        snapshot->requests.push_back(factsOf(sequence, waits ? snapshot->waiting : 0));
    }
    if (const auto last = m_sequences.find(m_lastFinished); last != m_sequences.end() && m_shape.mostRunning > 0)
        snapshot->requests.push_back(factsOf(last->second, 0));
    if (m_shape.mostRunning > 0) snapshot->policy = {m_policy, m_shape.mostRunning, m_shape.budget};
    snapshot->version = m_version;
    snapshot->step = m_step;
    snapshot->state = snapshot->running + snapshot->waiting ? EngineState::Running : EngineState::Idle;
    snapshot->model = m_model;
    snapshot->machine = m_machine;
    snapshot->blocks = map;
    snapshot->tokens = tokens;
    snapshot->steps = m_steps.view();
    snapshot->marks = m_marks.view();
    snapshot->history = m_past.view();
    m_latest = snapshot;
}

}  // namespace gh::test
