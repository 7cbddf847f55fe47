#include "engine/evaluate/passes.h"

#include <algorithm>
#include <chrono>

#include "engine/sample/softmax.h"

namespace gh::evaluate {
namespace {

Error cancelled() { return {ErrorCode::Cancelled, "evaluation", "interrupted"}; }
Error poolFull() { return {ErrorCode::DoesNotFit, "cache", "the pool has no free block"}; }

// Rows of several sequences, run in batches of at most kChunkRows; the logits of those that are asked for go to `each`.
class Rows {
public:
    using Each = std::function<void(std::size_t tag, std::span<const float> logits)>;

    Rows(ModelRuntime& model, const GoOnWith& goOn, Each each) : m_model(model), m_goOn(goOn), m_each(std::move(each)) {
        m_host.resize(static_cast<std::size_t>(ModelRuntime::kLogitRows) * static_cast<std::size_t>(model.config().vocab));
    }
    // tag: handed to `each`; kNone: no logits are asked for.
    static constexpr std::size_t kNone = SIZE_MAX;
    Result<void> add(SequenceCache& cache, TokenId id, std::uint32_t position, std::size_t tag) {
        if (static_cast<int>(m_batch.size()) == std::min(kChunkRows, m_model.maxRows()))
            if (auto ran = flush(); !ran) return ran;
        if (!cache.growTo(position + 1)) return poolFull();
        if (tag != kNone) {
            m_rows.push_back(static_cast<int>(m_batch.size()));
            m_tags.push_back(tag);
        }
        m_batch.push_back({id, position, &cache});
        return {};
    }
    Result<void> flush() {
        if (m_batch.empty()) return {};
        if (m_goOn && !m_goOn()) return cancelled();
        m_model.forward(m_batch);
        const auto vocab = static_cast<std::size_t>(m_model.config().vocab);
        const auto tokens = std::min(vocab, static_cast<std::size_t>(m_model.tokenizer().size()));
        for (std::size_t first = 0; first < m_rows.size(); first += ModelRuntime::kLogitRows) {
            const auto count = std::min<std::size_t>(ModelRuntime::kLogitRows, m_rows.size() - first);
            m_model.logits(std::span(m_rows).subspan(first, count), m_host.data());
            for (std::size_t i = 0; i < count; ++i) m_each(m_tags[first + i], std::span(m_host).subspan(i * vocab, tokens));
        }
        for (const BatchRow& row : m_batch) row.cache->dropOutOfWindow(row.position + 1);
        m_batch.clear();
        m_rows.clear();
        m_tags.clear();
        return {};
    }

private:
    ModelRuntime& m_model;
    const GoOnWith& m_goOn;
    Each m_each;
    std::vector<BatchRow> m_batch;
    std::vector<int> m_rows;
    std::vector<std::size_t> m_tags;
    std::vector<float> m_host;
};

std::size_t longest(std::span<const Ids> texts) {
    std::size_t most = 1;
    for (const Ids& text : texts) most = std::max(most, text.size());
    return most;
}

}  // namespace

Result<std::unique_ptr<Sequences>> Sequences::create(const ModelRuntime& model, std::size_t count, std::size_t tokensEach) {
    // Each may begin a block of its own; blocks have at most so many tokens.
    constexpr std::size_t kMostBlockTokens = 256;
    const std::size_t each = (tokensEach + kMostBlockTokens - 1) / kMostBlockTokens * kMostBlockTokens;
    auto pools = model.privatePools(static_cast<int>(count * each));
    if (!pools) return pools.error();
    auto sequences = std::make_unique<Sequences>();
    sequences->m_pools = std::move(*pools);
    for (std::size_t i = 0; i < count; ++i) sequences->m_caches.emplace_back(sequences->m_pools);
    return sequences;
}

std::size_t Windows::rows() const {
    std::size_t sum = 0;
    for (const Ids& window : ids) sum += window.size() - 1;
    return sum;
}

Windows windowsOf(const Tokenizer& tokenizer, std::string_view text, int window, int most) {
    const Ids ids = tokenizer.encode(text, false);
    const std::size_t end = most > 0 ? std::min(ids.size(), static_cast<std::size_t>(most)) : ids.size();
    const bool bos = tokenizer.addsBos() && tokenizer.bos() >= 0;
    const std::size_t room = static_cast<std::size_t>(window) - bos;
    Windows windows;
    for (std::size_t first = 0; first < end; first += room) {
        Ids one;
        if (bos) one.push_back(tokenizer.bos());
        one.insert(one.end(), ids.begin() + static_cast<std::ptrdiff_t>(first),
                   ids.begin() + static_cast<std::ptrdiff_t>(std::min(end, first + room)));
        if (one.size() >= 2) windows.ids.push_back(std::move(one));
    }
    return windows;
}

Result<void> residualsOf(ModelRuntime& model, SequenceCache& cache, std::span<const TokenId> ids, const GoOnWith& goOn, float* out) {
    const auto width = static_cast<std::size_t>(model.config().width);
    std::vector<BatchRow> batch;
    cache.clear();
    for (std::size_t first = 0; first < ids.size(); first += kChunkRows) {
        if (goOn && !goOn()) return cancelled();
        const auto count = std::min<std::size_t>(kChunkRows, ids.size() - first);
        if (!cache.growTo(first + count)) return poolFull();
        batch.clear();
        for (std::size_t i = first; i < first + count; ++i) batch.push_back({ids[i], static_cast<std::uint32_t>(i), &cache});
        model.forward(batch);
        model.readResidual(0, static_cast<int>(count), out + first * width);
        cache.dropOutOfWindow(first + count);
    }
    return {};
}

Result<std::vector<Ids>> continueGreedily(ModelRuntime& model, std::span<const Ids> prompts, int most,
                                          const std::function<bool(std::size_t, TokenId)>& until, const GoOnWith& goOn) {
    auto caches = Sequences::create(model, prompts.size(), longest(prompts) + static_cast<std::size_t>(most));
    if (!caches) return caches.error();
    std::vector<Ids> out(prompts.size());
    std::vector<bool> ended(prompts.size(), false);
    Rows rows(model, goOn, [&](std::size_t i, std::span<const float> logits) {
        out[i].push_back(std::max(0, scanRow(logits).argmax));
        ended[i] = until && until(i, out[i].back());
    });
    for (std::size_t i = 0; i < prompts.size(); ++i)
        for (std::size_t p = 0; p < prompts[i].size(); ++p)
            if (auto added = rows.add((**caches)[i], prompts[i][p], static_cast<std::uint32_t>(p),
                                      p + 1 == prompts[i].size() ? i : Rows::kNone);
                !added)
                return added.error();
    if (auto ran = rows.flush(); !ran) return ran.error();
    for (int step = 1; step < most; ++step) {
        for (std::size_t i = 0; i < prompts.size(); ++i)
            if (!ended[i])
                if (auto added = rows.add((**caches)[i], out[i].back(), static_cast<std::uint32_t>(prompts[i].size() + out[i].size() - 1), i); !added)
                    return added.error();
        if (auto ran = rows.flush(); !ran) return ran.error();
    }
    return out;
}

Result<std::vector<Ids>> choicesOn(ModelRuntime& model, std::span<const Ids> prompts, std::span<const Ids> continued,
                                   const GoOnWith& goOn) {
    auto caches = Sequences::create(model, prompts.size(), longest(prompts) + longest(continued));
    if (!caches) return caches.error();
    std::vector<Ids> out(prompts.size());
    Rows rows(model, goOn, [&](std::size_t i, std::span<const float> logits) { out[i].push_back(std::max(0, scanRow(logits).argmax)); });
    for (std::size_t i = 0; i < prompts.size(); ++i) {
        Ids text = prompts[i];
        text.insert(text.end(), continued[i].begin(), continued[i].end() - 1);
        for (std::size_t p = 0; p < text.size(); ++p)
            if (auto added = rows.add((**caches)[i], text[p], static_cast<std::uint32_t>(p),
                                      p + 1 >= prompts[i].size() ? i : Rows::kNone);
                !added)
                return added.error();
    }
    if (auto ran = rows.flush(); !ran) return ran.error();
    return out;
}

Result<double> decodeSpeed(ModelRuntime& model, std::span<const TokenId> ids, const GoOnWith& goOn) {
    constexpr std::size_t kWarm = 4, kSteps = 25;
    auto caches = Sequences::create(model, 1, kWarm + kSteps);
    if (!caches) return caches.error();
    std::vector<float> logits(static_cast<std::size_t>(model.config().vocab));
    std::vector<double> seconds;
    for (std::size_t p = 0; p < kWarm + kSteps; ++p) {
        if (goOn && !goOn()) return cancelled();
        if (!(**caches)[0].growTo(p + 1)) return poolFull();
        const BatchRow row{ids[p % ids.size()], static_cast<std::uint32_t>(p), &(**caches)[0]};
        const auto start = std::chrono::steady_clock::now();
        model.forward({&row, 1});
        const int which = 0;
        model.logits({&which, 1}, logits.data());
        if (p >= kWarm) seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(seconds.begin(), seconds.begin() + kSteps / 2, seconds.end());
    return 1 / std::max(1e-9, seconds[kSteps / 2]);
}

}  // namespace gh::evaluate
