#include "engine/lab/attention_head.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

#include "engine/model/model_file.h"
#include "kernels/formats/format.h"

namespace gh::lab {

Result<std::unique_ptr<AttentionHead>> AttentionHead::create(kernels::Isa isa, ThreadPool& threads, const LoadOptions& load,
                                                             int headSize, int tokens) {
    const auto entry = std::find_if(kernels::isaList().begin(), kernels::isaList().end(),
                                    [&](const kernels::IsaEntry& e) { return e.isa == isa; });
    std::unique_ptr<AttentionHead> head(new AttentionHead);
    head->m_backend = makeCpuBackend(entry->table(), threads);
    head->m_headSize = headSize;
    // The interface writes activations by embed alone: row i of the table is token i.
    std::mt19937 random(3);
    std::vector<float> values(static_cast<std::size_t>(kTable) * static_cast<std::size_t>(headSize));
    for (float& value : values) value = static_cast<float>(random() % 2001) / 1000.0f - 1.0f;
    ModelTensor tensor;
    tensor.name = "one head";
    tensor.dims = {static_cast<std::uint64_t>(headSize), kTable};
    tensor.type = static_cast<std::uint32_t>(kernels::StorageType::F32);
    tensor.bytes = std::as_bytes(std::span(values));
    auto table = head->m_backend->addLinear(tensor, ActivationMode::F32);
    if (!table) return table.error();
    head->m_table = *table;
    for (Tensor* t : {&head->m_q, &head->m_k, &head->m_v, &head->m_out}) *t = head->m_backend->createTensor(kRows, headSize);
    plan::LayerGroup group;
    group.layers = group.kvHeads = 1;
    group.keySize = group.valueSize = headSize;
    group.layerIndex = {0};
    auto pools = createPools({group}, load.kvTypes, load.blockTokens, {2 * ((tokens + load.blockTokens - 1) / load.blockTokens)});
    if (!pools) return pools.error();
    head->m_pools = std::move(*pools);
    for (int i = 0; i < 2; ++i) head->m_caches.emplace_back(head->m_pools);
    return head;
}

double AttentionHead::rows(SequenceCache& cache, int first, int count, bool ask) {
    cache.growTo(static_cast<std::uint64_t>(first + count));
    const AttentionShape shape{0, 1, 1, m_headSize, 0, 0};
    std::vector<BatchRow> batch;
    const auto fill = [&](Tensor to, int which, float scale) {
        batch.clear();
        for (int i = first; i < first + count; ++i) batch.push_back({(3 * i + which) % kTable, static_cast<std::uint32_t>(i), &cache});
        m_backend->embed(m_table, batch, scale, to);
    };
    fill(m_q, 0, 1.0f / std::sqrt(static_cast<float>(m_headSize)));
    fill(m_k, 1, 1.0f);
    fill(m_v, 2, 1.0f);
    const auto start = std::chrono::steady_clock::now();
    m_backend->appendKv(m_k, m_v, shape, batch);
    if (ask) m_backend->attention(m_q, shape, batch, m_out);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

AttentionHead::Step AttentionHead::cached(int n) {
    SequenceCache& cache = m_caches[0];
    if (m_have >= n) {
        m_have = n - 1;
        cache.shrinkTo(static_cast<std::uint64_t>(m_have));
    }
    for (; m_have < n - 1; m_have += std::min(kRows, n - 1 - m_have)) rows(cache, m_have, std::min(kRows, n - 1 - m_have), false);
    Step step;
    step.seconds = rows(cache, n - 1, 1, true);
    m_have = n;
    step.output.resize(static_cast<std::size_t>(m_headSize));
    m_backend->read(m_out, 0, 1, step.output.data());
    return step;
}

AttentionHead::Step AttentionHead::naive(int n) {
    SequenceCache& scratch = m_caches[1];
    scratch.clear();
    Step step;
    int count = 0;
    for (int first = 0; first < n; first += count) {
        count = std::min(kRows, n - first);
        step.seconds += rows(scratch, first, count, true);
    }
    step.output.resize(static_cast<std::size_t>(m_headSize));
    m_backend->read(m_out, count - 1, 1, step.output.data());
    return step;
}

}  // namespace gh::lab
