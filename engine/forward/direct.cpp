#include "engine/forward/direct.h"

#include <algorithm>

#include "engine/forward/model_runtime.h"

namespace gh {
namespace {

constexpr int kChunk = 264;         // tokens a prefill step where nobody says otherwise: 22 token tiles of the kernels
constexpr std::size_t kLogitPart = 32;  // rows whose logits are on the host at a time (33 MB at 262,144 tokens)

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

ModelRuntime& DirectRun::runtime() { return *m_impl->model; }

}  // namespace gh
