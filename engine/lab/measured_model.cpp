#include "engine/lab/measured_model.h"

#include <algorithm>
#include <random>

namespace gh::lab {

std::vector<TokenId> randomTokens(int count, int vocabulary, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const auto choices = static_cast<std::uint64_t>(std::max(1, vocabulary - 300));
    std::vector<TokenId> tokens(static_cast<std::size_t>(count));
    for (auto& token : tokens) token = static_cast<TokenId>(random() % choices);
    return tokens;
}

Result<std::unique_ptr<MeasuredModel>> MeasuredModel::open(const Subject& subject, const Notebook& notebook) {
    const auto observer = [&](const telemetry::LoadProgress& progress) {
        notebook.progress(progress.total ? static_cast<double>(progress.done) / static_cast<double>(progress.total) : 0,
                          "loading the model");
        return !notebook.cancelled();
    };
    auto runtime = ModelRuntime::load(subject.path, subject.load, subject.threads, kMeasuredRows, observer);
    if (!runtime) return runtime.error();
    auto model = std::make_unique<MeasuredModel>();
    model->m_runtime = std::move(runtime).value();
    return model;
}

Result<void> MeasuredModel::checkContext(const char* option, int tokens) const {
    if (tokens <= m_runtime->contextLimit()) return {};
    return Error{ErrorCode::InvalidArgument, option,
                 std::to_string(tokens) + " tokens are more than the context limit of " + std::to_string(m_runtime->contextLimit())};
}

BatchWork MeasuredModel::read(SequenceCache& cache, std::span<const TokenId> ids, int first, int count) {
    BatchWork sum;
    for (int done = 0; done < count;) {
        const int part = std::min(m_runtime->maxRows(), count - done);
        const int from = first + done;
        done += part;
        cache.growTo(static_cast<std::uint64_t>(from + part));
        m_batch.clear();
        for (int i = from; i < from + part; ++i)
            m_batch.push_back({ids[static_cast<std::size_t>(i)], static_cast<std::uint32_t>(i), &cache});
        m_runtime->forward(m_batch);
        const BatchWork work = m_runtime->work(m_batch, done == count ? 1 : 0);
        sum.weightBytes += work.weightBytes;
        sum.cacheBytes += work.cacheBytes;
        sum.operations += work.operations;
        cache.dropOutOfWindow(static_cast<std::uint64_t>(from + part));
    }
    m_rows.assign(1, static_cast<int>(m_batch.size()) - 1);
    m_logits.resize(static_cast<std::size_t>(m_runtime->config().vocab));
    m_runtime->logits(m_rows, m_logits.data());
    return sum;
}

BatchWork MeasuredModel::decode(std::vector<SequenceCache>& sequences, std::span<const TokenId> ids, int position) {
    m_batch.clear();
    m_rows.clear();
    for (std::size_t s = 0; s < sequences.size(); ++s) {
        sequences[s].growTo(static_cast<std::uint64_t>(position) + 1);
        m_batch.push_back({ids[(static_cast<std::size_t>(position) + s) % ids.size()], static_cast<std::uint32_t>(position), &sequences[s]});
        m_rows.push_back(static_cast<int>(s));
    }
    m_runtime->forward(m_batch);
    m_logits.resize(m_rows.size() * static_cast<std::size_t>(m_runtime->config().vocab));
    m_runtime->logits(m_rows, m_logits.data());
    const BatchWork work = m_runtime->work(m_batch, static_cast<int>(m_rows.size()));
    for (auto& sequence : sequences) sequence.dropOutOfWindow(static_cast<std::uint64_t>(position) + 1);
    return work;
}

Result<MachineLimits> MeasuredModel::limits() {
    // As many bytes as a step reads, so that caches help both alike; beyond this none holds them anyway.
    constexpr std::uint64_t kReadMost = std::uint64_t{1} << 30;
    // Several times, the best counts: what something else takes away for a moment would put the limit below what is
    // measured against it.
    constexpr int kRounds = 4;
    constexpr double kSeconds = 0.3;
    MachineLimits best;
    for (int round = 0; round < kRounds; ++round) {
        const auto limits = measureMachineLimits(m_runtime->threads(), m_runtime->isa(), std::min(facts().weightBytes, kReadMost), kSeconds);
        if (!limits) return limits;
        best = bestOf(best, *limits);
    }
    return best;
}

StepFloor floorOf(const BatchWork& work, std::uint64_t attentionOperations, bool int8Products, const MachineLimits& limits) {
    const auto attention = static_cast<double>(attentionOperations);
    const double products = static_cast<double>(work.operations) - attention;
    return {static_cast<double>(work.weightBytes + work.cacheBytes) / limits.readBytesPerSecond,
            products / (int8Products ? limits.int8OpsPerSecond : limits.f32OpsPerSecond) + attention / limits.f32OpsPerSecond};
}

}  // namespace gh::lab
