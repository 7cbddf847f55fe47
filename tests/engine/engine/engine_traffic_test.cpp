// Random traffic on tiny models: many requests with priorities, branches, samples of one prompt, cancels, both policies, pools
// down to the least that runs one request. Whatever happens to a request, its tokens and the bits of its logits are those
// that it has alone; and after every step the books are right.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/schedule/scheduler.h"
#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int kSeeds = 24;
#else
constexpr int kSeeds = 216;
#endif
// More of them, with others first, for who has the time.
int fromEnvironment(const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text ? std::atoi(text) : otherwise;
}

// What a request did: its ids, and of every token it drew a hash of the logits.
struct Trace {
    std::vector<TokenId> ids;
    std::map<std::uint32_t, std::uint64_t> logits;   // by position
    StopReason reason{};
};

std::uint64_t hashOf(std::span<const float> values) {
    std::uint64_t hash = 14695981039346656037u;
    for (const float value : values) hash = (hash ^ std::bit_cast<std::uint32_t>(value)) * 1099511628211u;
    return hash;
}

// A scheduler that is stepped by hand.
struct Machine {
    ModelRuntime& model;
    std::map<std::uint64_t, Trace> traces;   // of what has drawn something or ended, by request
    std::map<std::uint64_t, RequestFinished> ended;
    std::uint64_t steps = 0;
    std::unique_ptr<Scheduler> scheduler;

    Machine(ModelRuntime& runtime, int budget, bool recording, PolicySettings policy = {}) : model(runtime) {
        SchedulerHooks hooks;
        hooks.emit = [this](Event event) {
            if (auto* end = std::get_if<RequestFinished>(&event)) {
                EXPECT_FALSE(ended.contains(end->request.value)) << "ended twice";
                traces[end->request.value].ids = end->ids;
                traces[end->request.value].reason = end->reason;
                ended[end->request.value] = std::move(*end);
            }
        };
        hooks.prompt = [](const SubmitRequest& request) -> Result<Prompt> {
            return Prompt{std::get<std::vector<TokenId>>(request.prompt), std::make_shared<const telemetry::PromptText>()};
        };
        hooks.logits = [this](RequestId request, std::uint32_t position, std::span<const float> logits) {
            const bool first = traces[request.value].logits.emplace(position, hashOf(logits)).second;
            EXPECT_TRUE(first) << "position " << position << " was drawn twice";
        };
        RecordingSettings settings;
        settings.on = recording;
        scheduler = std::make_unique<Scheduler>(model, std::move(hooks), budget, settings, 1, policy);
    }
    bool step() {
        if (!scheduler->step(steps + 1, 0)) return false;
        ++steps;
        return true;
    }
};

// What is asked decides the answer; nothing else does.
// Prompt, most tokens, seed, sample, temperature, whether it may end by itself.
using Asked = std::tuple<std::vector<TokenId>, int, std::uint64_t, std::uint32_t, float, bool>;
Asked askedOf(const SubmitRequest& request) {
    return {std::get<std::vector<TokenId>>(request.prompt), request.maxTokens, request.sampler.seed, request.sampler.sample,
            request.sampler.temperature, request.sampler.logitBias.empty()};
}

// The least: a request fills the pool. More: two or three do. Keys and values of block types are copied like others.
struct Shape { const char* family; int context; kernels::KvTypes types; };
constexpr kernels::KvTypes kBlocks{kernels::KvType::Q8_0, kernels::KvType::Q4_0};
constexpr Shape kShapes[] = {{"llama", 48, {}},  {"llama", 112, {}},  {"gemma3", 64, {}},      {"gemma3", 160, {}},
                             {"llama", 400, {}}, {"gemma3", 400, {}}, {"llama", 96, kBlocks}, {"gemma3", 128, kBlocks}};

struct World {
    std::unique_ptr<ModelRuntime> alone;
    std::map<Asked, Trace> answers;
    std::vector<std::unique_ptr<ModelRuntime>> models;   // with 1 to 3 threads

    explicit World(const Shape& shape) {
        TinyOptions tiny = tinyOptions(shape.family, kernels::StorageType::Q8_0);
        if (shape.types != kernels::KvTypes{}) tiny.headSize = 32;   // whole blocks
        const std::string path = tinyModelFile(tiny);
        LoadOptions options;
        options.contextTokens = shape.context;
        options.kvTypes = shape.types;
        alone = *ModelRuntime::load(path, options, 1, 32);
        for (int threads = 1; threads <= 3; ++threads) models.push_back(*ModelRuntime::load(path, options, threads, 48));
    }
    const Trace& answerTo(SubmitRequest request) {
        const Asked asked = askedOf(request);
        if (const auto found = answers.find(asked); found != answers.end()) return found->second;
        Machine lone(*alone, 32, false);
        request.request = RequestId{1};
        request.conversation = {};
        request.priority = 0;
        request.sampleOf = {};
        request.salt.clear();
        lone.scheduler->submit(std::move(request));
        while (lone.scheduler->hasWork()) lone.step();
        return answers[asked] = lone.traces[1];
    }
};

void checkBooks(Scheduler& scheduler) {
    auto& pools = scheduler.model().pools();
    scheduler.prefixes().checkForTest();
    for (std::size_t g = 0; g < pools.groups.size(); ++g) {
        BlockPool& pool = *pools.groups[g];
        std::vector<int> references(static_cast<std::size_t>(pool.blocks()));
        std::uint64_t formula = 0;
        for (const auto& sequence : scheduler.sequences()) {
            for (const BlockIndex block : sequence->cache.table(static_cast<int>(g)).entries())
                if (block != kNoBlock) ++references[static_cast<std::size_t>(block)];
            formula += plan::predictedBytes(pool.group(), pool.types().k, pool.types().v, sequence->resident(), pool.blockTokens());
        }
        int held = 0, reusable = 0;
        for (int b = 0; b < pool.blocks(); ++b) {
            ASSERT_EQ(pool.references(b), references[static_cast<std::size_t>(b)]) << "group " << g << ", block " << b;
            held += references[static_cast<std::size_t>(b)] > 0 ? 1 : 0;
            reusable += pool.isReusable(b) ? 1 : 0;
        }
        ASSERT_EQ(pool.heldBlocks(), held);
        ASSERT_EQ(pool.reusableBlocks(), reusable);
        ASSERT_EQ(pool.allocatedBytes(), static_cast<std::uint64_t>(held) * pool.blockBytes());
        ASSERT_EQ(pool.allocatedBytes(), formula - pool.sharedBytes());
    }
}

struct Counts {
    std::uint64_t steps = 0, requests = 0, preemptions = 0, hits = 0, copies = 0, evictions = 0, padding = 0;
    std::uint64_t forks = 0, cancelled = 0, awaits = 0;   // awaits: steps at which somebody let another read
};

class Traffic {
public:
    Traffic(World& world, std::uint64_t seed, Counts& counts)
        : m_world(world), m_random(seed), m_counts(counts), m_model(*world.models[below(3)]),
          m_machine(m_model, 1 + static_cast<int>(below(4) == 0 ? below(4) : below(48)), below(3) == 0, policy()) {
        for (const auto& pool : m_model.pools().groups) {
            m_copiesBefore += pool->copies();
            m_evictionsBefore += pool->evictions();
        }
        for (int i = 0; i < 3; ++i) m_stems.push_back(someIds(static_cast<int>(5 + below(50)), static_cast<unsigned>(below(4))));
    }

    void run(int requests) {
        int left = requests;
        std::uint64_t idle = 0;
        while (left > 0 || m_machine.scheduler->hasWork()) {
            if (left > 0 && below(4) == 0) {
                left -= submit();
                while (left > 0 && below(3) == 0) left -= submit();   // at the same step: of one stem now and then
            }
            if (below(40) == 0 && !m_sent.empty()) {
                const auto& any = *std::next(m_sent.begin(), static_cast<std::ptrdiff_t>(below(m_sent.size())));
                m_machine.scheduler->cancel(any.second.request);
            }
            if (below(30) == 0) m_machine.scheduler->setPolicy(policy());
            if (below(30) == 0) m_machine.scheduler->release(ConversationId{1 + below(3)});
            const bool stepped = m_machine.step();
            idle = stepped || left > 0 ? 0 : idle + 1;
            ASSERT_LT(idle, 3u) << "work, and nothing is done";
            ASSERT_LT(m_machine.steps, 20'000u) << "somebody starves";
            const auto record = m_machine.scheduler->takeRecord();
            std::uint32_t rows = 0;
            for (const auto& row : record.rows) rows += row.count;
            ASSERT_EQ(rows, record.prefillTokens + record.decodeTokens + record.paddingTokens);
            m_counts.padding += record.paddingTokens;
            m_counts.hits += record.hitTokens;
            for (const auto& request : m_machine.scheduler->waiting()) {
                m_counts.awaits += request->awaitedTokens > 0 ? 1 : 0;
                ASSERT_LE(request->awaited, Request::kMostAwaited);
            }
            checkBooks(*m_machine.scheduler);
            if (testing::Test::HasFatalFailure()) return;
        }
        compare();
        m_counts.steps += m_machine.steps;
        for (const auto& pool : m_model.pools().groups) {
            m_counts.copies += pool->copies();
            m_counts.evictions += pool->evictions();
        }
        m_counts.copies -= m_copiesBefore;
        m_counts.evictions -= m_evictionsBefore;
        m_machine.scheduler.reset();
        for (const auto& pool : m_model.pools().groups) {
            EXPECT_EQ(pool->allocatedBytes(), 0u);
            EXPECT_EQ(pool->reusableBlocks(), 0);
            EXPECT_EQ(pool->freeBlocks(), pool->blocks());
        }
    }

private:
    std::uint64_t below(std::uint64_t n) { return m_random() % n; }
    PolicySettings policy() {
        PolicySettings settings;
        settings.kind = below(3) == 0 ? BatchPolicy::Static : BatchPolicy::Continuous;
        settings.mostRunning = 1 + static_cast<int>(below(8));
        settings.tokenBudget = below(2) == 0 ? 0 : 1 + static_cast<int>(below(40));
        return settings;
    }

    int submit() {
        SubmitRequest request;
        request.model = ModelId{1};
        request.conversation = ConversationId{below(3) == 0 ? 1 + below(3) : 0};
        const std::size_t limit = static_cast<std::size_t>(m_model.contextLimit());
        std::vector<TokenId> ids = m_stems[below(m_stems.size())];
        // A branch: of something that was said before, cut somewhere.
        if (!m_machine.ended.empty() && below(2) == 0) {
            const auto& [key, end] = *std::next(m_machine.ended.begin(), static_cast<std::ptrdiff_t>(below(m_machine.ended.size())));
            ids = joined(std::get<std::vector<TokenId>>(m_sent.at(key).prompt), end.ids);
            ids.resize(1 + below(ids.size()));
        }
        if (below(3) > 0) ids = joined(ids, someIds(static_cast<int>(1 + below(12)), static_cast<unsigned>(below(3))));
        if (ids.size() > limit) ids.resize(below(8) == 0 ? limit : 1 + below(limit));
        request.prompt = ids;
        request.maxTokens = 1 + static_cast<int>(below(below(5) == 0 ? 60 : 16));
        request.priority = static_cast<int>(below(5)) - 2;
        if (below(5) == 0) request.salt = "other";
        request.sampler = EngineDriver::noEnd();
        if (below(4) == 0) request.sampler.logitBias.clear();   // it may end by itself
        if (below(2) == 0) {
            request.sampler.temperature = 1.2f;
            request.sampler.seed = below(4);
        }
        const std::uint64_t samples = below(5) == 0 ? 2 + below(3) : 1;
        RequestId leader;
        for (std::uint32_t sample = 0; sample < samples; ++sample) {
            request.request = RequestId{++m_last};
            request.sampler.sample = sample;
            request.sampleOf = leader;
            if (sample > 0) ++m_counts.forks;
            if (sample == 0) leader = request.request;
            m_sent[m_last] = request;
            m_machine.scheduler->submit(request);
            ++m_counts.requests;
        }
        return static_cast<int>(samples);
    }

    void compare() {
        for (const auto& [key, request] : m_sent) {
            ASSERT_TRUE(m_machine.ended.contains(key)) << "request " << key << " never ended";
            const RequestFinished& end = m_machine.ended.at(key);
            m_counts.preemptions += end.stats.preemptions;
            const Trace& found = m_machine.traces[key];
            const Trace& right = m_world.answerTo(request);
            std::vector<TokenId> expected = right.ids;
            if (end.reason == StopReason::Cancelled) {
                ++m_counts.cancelled;
                ASSERT_LE(end.ids.size(), expected.size());
                expected.resize(end.ids.size());
            } else {
                ASSERT_EQ(stopReasonName(end.reason), stopReasonName(right.reason)) << (end.error ? end.error->message() : "");
                ASSERT_EQ(found.logits.size(), right.logits.size());
            }
            ASSERT_EQ(end.ids, expected) << "request " << key << ", preempted " << end.stats.preemptions << " times, hit " << end.stats.hit.hitTokens;
            for (const auto& [position, hash] : found.logits) {
                const auto at = right.logits.find(position);
                ASSERT_TRUE(at != right.logits.end());
                ASSERT_EQ(hash, at->second) << "logits at " << position << " of request " << key << ", hit " << end.stats.hit.hitTokens;
            }
        }
    }

    World& m_world;
    std::mt19937_64 m_random;
    Counts& m_counts;
    ModelRuntime& m_model;
    Machine m_machine;
    std::vector<std::vector<TokenId>> m_stems;
    std::map<std::uint64_t, SubmitRequest> m_sent;
    std::uint64_t m_last = 0;
    std::uint64_t m_copiesBefore = 0, m_evictionsBefore = 0;
};

TEST(EngineTraffic, EveryRequestIsAnsweredAsIfItWereAlone) {
    BlockPool::setPoisonReleasedForTest(true);
    Counts counts;
    std::vector<std::unique_ptr<World>> worlds;
    for (const Shape& shape : kShapes) worlds.push_back(std::make_unique<World>(shape));
    const int first = fromEnvironment("GLASSHOUSE_TRAFFIC_FIRST", 0), seeds = fromEnvironment("GLASSHOUSE_TRAFFIC_SEEDS", kSeeds);
    for (int seed = first; seed < first + seeds; ++seed) {
        const Shape& shape = kShapes[static_cast<std::size_t>(seed) % std::size(kShapes)];
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << shape.family << ", context " << shape.context);
        Traffic traffic(*worlds[static_cast<std::size_t>(seed) % std::size(kShapes)], static_cast<std::uint64_t>(seed), counts);
        traffic.run(14);
        if (HasFatalFailure() || HasNonfatalFailure()) break;
    }
    BlockPool::setPoisonReleasedForTest(false);
    std::printf("[ traffic  ] %llu steps, %llu requests, %llu preemptions, %llu tokens found, %llu copies, %llu evictions, "
                "%llu rows of padding, %llu further samples, %llu cancelled, %llu steps of letting another read\n",
                static_cast<unsigned long long>(counts.steps), static_cast<unsigned long long>(counts.requests),
                static_cast<unsigned long long>(counts.preemptions), static_cast<unsigned long long>(counts.hits),
                static_cast<unsigned long long>(counts.copies), static_cast<unsigned long long>(counts.evictions),
                static_cast<unsigned long long>(counts.padding), static_cast<unsigned long long>(counts.forks),
                static_cast<unsigned long long>(counts.cancelled), static_cast<unsigned long long>(counts.awaits));
    if (seeds >= 200 && !HasFatalFailure()) {
        EXPECT_GE(counts.steps, 20'000u);
        EXPECT_GT(counts.preemptions, 100u);
        EXPECT_GT(counts.hits, 1'000u);
        EXPECT_GT(counts.copies, 100u);
        EXPECT_GT(counts.padding, 100u);
        EXPECT_GT(counts.awaits, 100u);
    }
}

}  // namespace
}  // namespace gh::test
