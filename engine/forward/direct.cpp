#include "engine/forward/direct.h"

#include <algorithm>
#include <chrono>
#include <random>

#include "engine/forward/model_runtime.h"

namespace gh {
namespace {

constexpr int kChunk = 264;         // tokens a prefill step where nobody says otherwise: 22 token tiles of the kernels
constexpr std::size_t kLogitPart = 32;  // rows whose logits are on the host at a time (33 MB at 262,144 tokens)
constexpr int kBatchContext = 64;   // tokens in each sequence of a batched measurement
constexpr int kBatchSteps = 24;

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Error cancelledError() { return {ErrorCode::Cancelled, "", "interrupted"}; }

}  // namespace

struct DirectRun::Impl {
    std::unique_ptr<ModelRuntime> model;
    std::vector<BatchRow> batch;

    // Runs ids[first, first + count) of one sequence.
    void run(SequenceCache& cache, std::span<const TokenId> ids, std::size_t first, std::size_t count) {
        batch.clear();
        for (std::size_t i = first; i < first + count; ++i) batch.push_back({ids[i], static_cast<std::uint32_t>(i), &cache});
        model->forward(batch);
    }

    Result<void> check(std::span<const TokenId> ids, bool naive) const {
        for (const TokenId id : ids)
            if (id < 0 || id >= model->config().vocab)
                return Error{ErrorCode::InvalidArgument, "ids",
                             "token id " + std::to_string(id) + " is outside this model's vocabulary of " +
                                 std::to_string(model->config().vocab) + " tokens"};
        if (!naive && ids.size() > static_cast<std::size_t>(model->contextLimit()))
            return Error{ErrorCode::InvalidArgument, "ids",
                         std::to_string(ids.size()) + " tokens are more than the context limit of " +
                             std::to_string(model->contextLimit())};
        return {};
    }

    // One fresh pass over ids: the last row's logits into host.
    void naivePass(SequenceCache& scratch, std::span<const TokenId> ids, float* host) {
        scratch.clear();
        const auto chunk = static_cast<std::size_t>(std::min(kChunk, model->maxRows()));
        for (std::size_t first = 0; first < ids.size(); first += chunk) {
            const std::size_t count = std::min(chunk, ids.size() - first);
            scratch.growTo(first + count);
            run(scratch, ids, first, count);
        }
        const int last = static_cast<int>(batch.size()) - 1;
        model->logits({&last, 1}, host);
    }
};

DirectRun::DirectRun() : m_impl(std::make_unique<Impl>()) {}
DirectRun::~DirectRun() = default;

Result<std::unique_ptr<DirectRun>> DirectRun::open(const std::string& path, const LoadOptions& options, int threads) {
    auto model = ModelRuntime::load(path, options, threads, kChunk);
    if (!model) return model.error();
    std::unique_ptr<DirectRun> run(new DirectRun);
    run->m_impl->model = std::move(model).value();
    return run;
}

const Tokenizer& DirectRun::tokenizer() const { return m_impl->model->tokenizer(); }
const telemetry::ModelFacts& DirectRun::facts() const { return *m_impl->model->facts(); }
const std::string& DirectRun::chatTemplate() const { return m_impl->model->templateSource(); }

Result<void> DirectRun::logits(std::span<const TokenId> ids, bool naive, int chunk, const LogitsSink& sink) {
    ModelRuntime& model = *m_impl->model;
    if (auto valid = m_impl->check(ids, naive); !valid) return valid;
    const auto vocab = static_cast<std::size_t>(model.config().vocab);
    std::vector<float> host(vocab);
    if (naive) {
        auto pools = model.privatePools(static_cast<int>(ids.size()));
        if (!pools) return pools.error();
        SequenceCache scratch(*pools);
        for (std::size_t t = 1; t <= ids.size(); ++t) {
            m_impl->naivePass(scratch, ids.first(t), host.data());
            if (!sink(t - 1, host)) return cancelledError();
        }
        return {};
    }
    SequenceCache cache(model.pools());
    host.resize(vocab * kLogitPart);
    std::vector<int> rows;
    const auto step = static_cast<std::size_t>(std::clamp(chunk > 0 ? chunk : kChunk, 1, model.maxRows()));
    for (std::size_t first = 0; first < ids.size(); first += step) {
        const std::size_t count = std::min(step, ids.size() - first);
        if (!cache.growTo(first + count)) return Error{ErrorCode::DoesNotFit, "cache", "the pool has no free block"};
        m_impl->run(cache, ids, first, count);
        for (std::size_t part = 0; part < count; part += kLogitPart) {
            rows.clear();
            for (std::size_t i = part; i < std::min(count, part + kLogitPart); ++i) rows.push_back(static_cast<int>(i));
            model.logits(rows, host.data());
            for (std::size_t i = 0; i < rows.size(); ++i)
                if (!sink(first + part + i, std::span(host).subspan(i * vocab, vocab))) return cancelledError();
        }
        cache.dropOutOfWindow(first + count);
    }
    return {};
}

Result<std::vector<float>> DirectRun::naiveLastLogits(std::span<const TokenId> ids) {
    if (auto valid = m_impl->check(ids, true); !valid) return valid.error();
    if (ids.empty()) return Error{ErrorCode::InvalidArgument, "ids", "there are no tokens"};
    auto pools = m_impl->model->privatePools(static_cast<int>(ids.size()));
    if (!pools) return pools.error();
    SequenceCache scratch(*pools);
    std::vector<float> host(static_cast<std::size_t>(m_impl->model->config().vocab));
    m_impl->naivePass(scratch, ids, host.data());
    return host;
}

Result<BenchReport> DirectRun::bench(const BenchOptions& options, const std::function<bool()>& interrupted) {
    ModelRuntime& model = *m_impl->model;
    const int vocab = model.config().vocab;
    const int longest = std::max({options.prefill, options.decode, kBatchContext});
    if (longest > model.contextLimit())
        return Error{ErrorCode::InvalidArgument, "bench",
                     std::to_string(longest) + " tokens are more than the context limit of " + std::to_string(model.contextLimit())};
    std::mt19937 random(0);
    std::uniform_int_distribution<TokenId> anyToken(0, std::max(1, vocab - 300) - 1);   // leaves out the markers at the end
    std::vector<TokenId> tokens(static_cast<std::size_t>(longest));
    for (auto& token : tokens) token = anyToken(random);
    std::vector<float> host(static_cast<std::size_t>(vocab));

    SequenceCache cache(model.pools());
    const auto stop = [&] { return interrupted && interrupted(); };
    const auto prefill = [&](SequenceCache& into, int count) {
        into.clear();
        for (int first = 0; first < count; first += model.maxRows()) {
            const int part = std::min(model.maxRows(), count - first);
            into.growTo(static_cast<std::uint64_t>(first + part));
            m_impl->run(into, tokens, static_cast<std::size_t>(first), static_cast<std::size_t>(part));
            into.dropOutOfWindow(static_cast<std::uint64_t>(first + part));
        }
        const int last = static_cast<int>(m_impl->batch.size()) - 1;
        model.logits({&last, 1}, host.data());
    };
    const auto decode = [&] {
        cache.clear();
        for (int i = 0; i < options.decode; ++i) {
            cache.growTo(static_cast<std::uint64_t>(i) + 1);
            m_impl->run(cache, tokens, static_cast<std::size_t>(i), 1);
            const int row = 0;
            model.logits({&row, 1}, host.data());
            cache.dropOutOfWindow(static_cast<std::uint64_t>(i) + 1);
        }
    };

    BenchReport report;
    prefill(cache, options.prefill);   // warm
    for (int run = 0; run < options.runs; ++run) {
        if (stop()) return cancelledError();
        auto start = std::chrono::steady_clock::now();
        prefill(cache, options.prefill);
        report.prefillRuns.push_back(options.prefill / secondsSince(start));
        if (stop()) return cancelledError();
        start = std::chrono::steady_clock::now();
        decode();
        report.decodeRuns.push_back(options.decode / secondsSince(start));
    }
    if (!report.prefillRuns.empty()) report.prefillTokensPerSecond = *std::max_element(report.prefillRuns.begin(), report.prefillRuns.end());
    if (!report.decodeRuns.empty()) report.decodeTokensPerSecond = *std::max_element(report.decodeRuns.begin(), report.decodeRuns.end());
    cache.clear();

    for (const int size : options.batches) {
        if (size < 1 || size > model.maxRows())
            return Error{ErrorCode::InvalidArgument, "batches", "a batch has 1 to " + std::to_string(model.maxRows()) + " sequences"};
        auto pools = model.privatePools(size * (kBatchContext + kBatchSteps + 16));
        if (!pools) return pools.error();
        std::vector<SequenceCache> sequences;
        for (int s = 0; s < size; ++s) {
            sequences.emplace_back(*pools);
            prefill(sequences.back(), kBatchContext);
        }
        std::vector<int> rows(static_cast<std::size_t>(size));
        for (int s = 0; s < size; ++s) rows[static_cast<std::size_t>(s)] = s;
        std::vector<float> all(static_cast<std::size_t>(size) * static_cast<std::size_t>(vocab));
        const auto start = std::chrono::steady_clock::now();
        for (int step = 0; step < kBatchSteps; ++step) {
            if (stop()) return cancelledError();
            const auto position = static_cast<std::uint32_t>(kBatchContext + step);
            m_impl->batch.clear();
            for (auto& sequence : sequences) {
                sequence.growTo(position + 1ull);
                m_impl->batch.push_back({anyToken(random), position, &sequence});
            }
            model.forward(m_impl->batch);
            model.logits(rows, all.data());
        }
        const double seconds = secondsSince(start);
        report.batched.push_back({size, size * kBatchSteps / seconds, seconds / kBatchSteps * 1e3});
    }
    return report;
}

}  // namespace gh
