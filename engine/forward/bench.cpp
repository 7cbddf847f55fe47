#include "engine/forward/bench.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <string>

#include "engine/base/thread_pool.h"
#include "engine/forward/model_runtime.h"
#include "kernels/isa.h"

namespace gh {
namespace {

constexpr int kBatchContext = 64;   // tokens in each sequence of a batched measurement
constexpr int kBatchSteps = 24;

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void add(StepWork& sum, const BatchWork& work) {
    sum.weightBytes += static_cast<double>(work.weightBytes);
    sum.cacheBytes += static_cast<double>(work.cacheBytes);
    sum.operations += static_cast<double>(work.operations);
}

StepWork meanOf(const StepWork& sum, int steps) {
    return {sum.weightBytes / steps, sum.cacheBytes / steps, sum.operations / steps};
}

// One bench: the model, the ids it runs on, and the batch that is filled again and again.
class Bench {
public:
    Bench(ModelRuntime& model, const BenchOptions& options, const std::function<bool()>& interrupted)
        : m_model(model), m_options(options), m_interrupted(interrupted) {}

    Result<BenchReport> run() {
        if (auto fits = check(); !fits) return fits.error();
        const int vocab = m_model.config().vocab;
        m_anyToken = std::uniform_int_distribution<TokenId>(0, std::max(1, vocab - 300) - 1);   // leaves out the markers at the end
        m_tokens.resize(static_cast<std::size_t>(longest()));
        for (auto& token : m_tokens) token = m_anyToken(m_random);
        m_logits.resize(static_cast<std::size_t>(vocab));
        if (auto measured = limits(); !measured) return measured.error();
        if (!single()) return cancelled();
        for (const int size : m_options.batches) {
            auto done = batched(size);
            if (!done) return done.error();
        }
        return std::move(m_report);
    }

private:
    static Error cancelled() { return {ErrorCode::Cancelled, "", "interrupted"}; }
    bool stop() const { return m_interrupted && m_interrupted(); }
    int longest() const { return std::max({m_options.prefill, m_options.context + m_options.decode, kBatchContext}); }

    Result<void> check() const {
        if (longest() > m_model.contextLimit())
            return Error{ErrorCode::InvalidArgument, "bench",
                         std::to_string(longest()) + " tokens are more than the context limit of " + std::to_string(m_model.contextLimit())};
        for (const int size : m_options.batches)
            if (size < 1 || size > m_model.maxRows())
                return Error{ErrorCode::InvalidArgument, "batches", "a batch has 1 to " + std::to_string(m_model.maxRows()) + " sequences"};
        return {};
    }

    Result<void> limits() {
        // As many bytes as a step reads, so that caches help both alike; beyond kReadMost none holds them anyway.
        constexpr std::uint64_t kReadMost = std::uint64_t{1} << 30;
        auto limits = measureMachineLimits(m_model.threads(), m_model.isa(),
                                           std::min(m_model.facts()->weightBytes, kReadMost));
        if (!limits) return limits.error();
        m_report.limits = *limits;
        return {};
    }

    BatchWork step(int logitRows, StepTimes* times = nullptr) {
        m_model.forward(m_batch, times);
        return m_model.work(m_batch, logitRows);
    }

    // Runs the first `count` tokens of a cleared cache; the last row's logits are formed.
    StepWork prefill(SequenceCache& cache, int count, int* steps = nullptr) {
        StepWork work;
        cache.clear();
        for (int first = 0; first < count; first += m_model.maxRows()) {
            const int part = std::min(m_model.maxRows(), count - first);
            cache.growTo(static_cast<std::uint64_t>(first + part));
            m_batch.clear();
            for (int i = first; i < first + part; ++i)
                m_batch.push_back({m_tokens[static_cast<std::size_t>(i)], static_cast<std::uint32_t>(i), &cache});
            add(work, step(first + part == count ? 1 : 0));
            cache.dropOutOfWindow(static_cast<std::uint64_t>(first + part));
            if (steps) ++*steps;
        }
        const int last = static_cast<int>(m_batch.size()) - 1;
        m_model.logits({&last, 1}, m_logits.data());
        return work;
    }

    // Decodes options.decode tokens behind options.context tokens; seconds of the decode alone.
    double decode(SequenceCache& cache, StepWork* work, bool split) {
        if (m_options.context > 0) prefill(cache, m_options.context);
        else cache.clear();
        const auto start = Clock::now();
        StepTimes times;
        double headSeconds = 0;
        for (int i = 0; i < m_options.decode; ++i) {
            const auto position = static_cast<std::uint32_t>(m_options.context + i);
            cache.growTo(position + 1ull);
            m_batch.assign(1, {m_tokens[position], position, &cache});
            const BatchWork done = step(1, split ? &times : nullptr);
            if (work) add(*work, done);
            const int row = 0;
            const auto head = Clock::now();
            m_model.logits({&row, 1}, m_logits.data());
            cache.dropOutOfWindow(position + 1ull);
            headSeconds += secondsSince(head);
        }
        const double seconds = secondsSince(start);
        if (split) setSplit(times, headSeconds);
        return seconds;
    }

    // Times are sums over the decoded tokens.
    void setSplit(const StepTimes& times, double headSeconds) {
        for (const telemetry::LayerTime& layer : times.layers)
            m_report.layers.push_back({layer.attentionMs / m_options.decode, layer.ffnMs / m_options.decode});
        m_report.embedMs = times.embedSeconds * 1e3 / m_options.decode;
        m_report.headMs = headSeconds * 1e3 / m_options.decode;
    }

    bool single() {
        SequenceCache cache(m_model.pools());
        prefill(cache, m_options.prefill);   // warm
        for (int run = 0; run < m_options.runs; ++run) {
            if (stop()) return false;
            const auto start = Clock::now();
            m_report.prefillSteps = 0;
            m_report.prefill = prefill(cache, m_options.prefill, &m_report.prefillSteps);
            m_report.prefillRuns.push_back(m_options.prefill / secondsSince(start));
            if (stop()) return false;
            StepWork work;
            m_report.decodeRuns.push_back(m_options.decode / decode(cache, &work, false));
            m_report.decode = meanOf(work, m_options.decode);
        }
        decode(cache, nullptr, true);
        m_report.prefillTokensPerSecond = *std::max_element(m_report.prefillRuns.begin(), m_report.prefillRuns.end());
        m_report.decodeTokensPerSecond = *std::max_element(m_report.decodeRuns.begin(), m_report.decodeRuns.end());
        return true;
    }

    Result<void> batched(int size) {
        auto pools = m_model.privatePools(size * (kBatchContext + kBatchSteps + 16));
        if (!pools) return pools.error();
        std::vector<SequenceCache> sequences;
        for (int s = 0; s < size; ++s) {
            sequences.emplace_back(*pools);
            prefill(sequences.back(), kBatchContext);
        }
        std::vector<int> rows(static_cast<std::size_t>(size));
        for (int s = 0; s < size; ++s) rows[static_cast<std::size_t>(s)] = s;
        std::vector<float> all(static_cast<std::size_t>(size) * m_logits.size());
        StepWork work;
        const auto start = Clock::now();
        for (int i = 0; i < kBatchSteps; ++i) {
            if (stop()) return cancelled();
            const auto position = static_cast<std::uint32_t>(kBatchContext + i);
            m_batch.clear();
            for (auto& sequence : sequences) {
                sequence.growTo(position + 1ull);
                m_batch.push_back({m_anyToken(m_random), position, &sequence});
            }
            add(work, step(size));
            m_model.logits(rows, all.data());
        }
        const double seconds = secondsSince(start);
        m_report.batched.push_back({size, size * kBatchSteps / seconds, seconds / kBatchSteps * 1e3, meanOf(work, kBatchSteps)});
        return {};
    }

    ModelRuntime& m_model;
    const BenchOptions& m_options;
    const std::function<bool()>& m_interrupted;
    std::mt19937 m_random{0};
    std::uniform_int_distribution<TokenId> m_anyToken;
    std::vector<TokenId> m_tokens;
    std::vector<float> m_logits;
    std::vector<BatchRow> m_batch;
    BenchReport m_report;
};

}  // namespace

Result<BenchReport> runBench(ModelRuntime& model, const BenchOptions& options, const std::function<bool()>& interrupted) {
    return Bench(model, options, interrupted).run();
}

}  // namespace gh
