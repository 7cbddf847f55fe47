// Attention of CpuBackend: which rows, heads and cuts are one task. Every row walks the context in cuts of 256 tokens
// anchored at position 0, each cut from a fresh (max, sum, output), folded in cut order; whether one task folds the
// cuts itself or several leave partial results does not change a bit.
#include <algorithm>

#include "engine/forward/cpu_backend.h"

namespace gh {
namespace {

constexpr int kRowsInline = 64;       // stored rows × heads that one thread does itself

int firstVisible(std::uint32_t position, int window) {
    return window > 0 ? std::max(0, static_cast<int>(position) - window + 1) : 0;
}

}  // namespace

void CpuBackend::appendKv(Tensor k, Tensor v, const AttentionShape& shape, Batch batch) {
    const auto storeRow = [&](int r) {
        const BatchRow& item = batch[static_cast<std::size_t>(r)];
        const auto place = item.cache->pools().ofLayer[static_cast<std::size_t>(shape.layer)];
        const BlockTable& table = item.cache->table(place.group);
        const BlockPool& pool = table.pool();
        const auto blockTokens = static_cast<std::uint32_t>(pool.blockTokens());
        const BlockIndex block = table.entries()[item.position / blockTokens];
        const int inBlock = static_cast<int>(item.position % blockTokens);
        for (int h = 0; h < shape.kvHeads; ++h) {
            const auto tile = pool.tile(block, place.index, h, inBlock / kernels::kTileTokens);
            m_kernels.storeKv(row(k, r) + h * shape.headSize, row(v, r) + h * shape.headSize, shape.headSize, pool.types(),
                              inBlock % kernels::kTileTokens, const_cast<void*>(tile.k), const_cast<void*>(tile.v));
        }
    };
    const int rows = static_cast<int>(batch.size());
    if (rows * shape.kvHeads <= kRowsInline) {
        for (int r = 0; r < rows; ++r) storeRow(r);
        return;
    }
    // A tile's 16 tokens share cache lines of K: one task takes 16 rows, so that threads rarely meet on a line.
    m_pool.run(static_cast<std::size_t>((rows + 15) / 16), [&](std::size_t task, int) {
        for (int r = static_cast<int>(task) * 16; r < std::min(rows, static_cast<int>(task) * 16 + 16); ++r) storeRow(r);
    });
}

void CpuBackend::attention(Tensor q, const AttentionShape& shape, Batch batch, Tensor out) {
    wrote(out);
    const int rows = static_cast<int>(batch.size());
    const int group = shape.heads / shape.kvHeads;
    const int rowsOfATask = std::max(1, kQueriesOfATask / group);

    // Runs of rows of one sequence, cut into row tiles.
    struct RowTile { int first, count; };
    thread_local std::vector<RowTile> rowTiles;
    rowTiles.clear();
    for (int r = 0; r < rows;) {
        int end = r + 1;
        while (end < rows && batch[static_cast<std::size_t>(end)].cache == batch[static_cast<std::size_t>(r)].cache) ++end;
        for (int first = r; first < end; first += rowsOfATask) rowTiles.push_back({first, std::min(rowsOfATask, end - first)});
        r = end;
    }
    // With few tasks the context is split as well: three KV heads on two threads would be a 2 : 1 imbalance.
    const bool split = static_cast<int>(rowTiles.size()) * shape.kvHeads < 4 * m_pool.threads();

    m_attentionTasks.clear();
    m_partialOfRow.assign(static_cast<std::size_t>(rows), -1);
    int partials = 0;
    for (const auto& tile : rowTiles) {
        const auto lastPosition = batch[static_cast<std::size_t>(tile.first + tile.count - 1)].position;
        const int firstCut = firstVisible(batch[static_cast<std::size_t>(tile.first)].position, shape.window) / kernels::kCutTokens;
        const int lastCut = static_cast<int>(lastPosition) / kernels::kCutTokens;
        const bool splitThis = split && lastCut > firstCut;
        const int cuts = lastCut - firstCut + 1;
        if (splitThis)
            for (int r = 0; r < tile.count; ++r) m_partialOfRow[static_cast<std::size_t>(tile.first + r)] = partials + r * shape.heads * cuts;
        for (int h = 0; h < shape.kvHeads; ++h) {
            if (!splitThis) {
                m_attentionTasks.push_back({tile.first, tile.count, h, firstCut, -1});
                continue;
            }
            for (int cut = firstCut; cut <= lastCut; ++cut) m_attentionTasks.push_back({tile.first, tile.count, h, cut, cut - firstCut});
        }
        if (splitThis) partials += tile.count * shape.heads * cuts;
    }
    m_partials.reserve(static_cast<std::size_t>(partials) * static_cast<std::size_t>(shape.headSize + 2));

    const auto run = [&](std::size_t task, int worker) {
        runAttentionTask(m_attentionTasks[task], m_attentionScratch[static_cast<std::size_t>(worker)], q, shape, batch, out);
    };
    // A short context on one row is done before another thread has woken up.
    if (rows == 1 && batch[0].position < 64) {
        for (std::size_t task = 0; task < m_attentionTasks.size(); ++task) run(task, 0);
    } else {
        m_pool.run(m_attentionTasks.size(), run);
    }
    for (const auto& tile : rowTiles)
        if (m_partialOfRow[static_cast<std::size_t>(tile.first)] >= 0) foldPartials(shape, batch, out, tile.first, tile.count);
}

void CpuBackend::attendOneCut(const AttentionTask& task, AttentionScratch& s, Tensor q, const AttentionShape& shape,
                              Batch batch, int cut) {
    const int group = shape.heads / shape.kvHeads;
    const int cutStart = cut * kernels::kCutTokens;
    s.queries.clear();
    int lowest = kernels::kCutTokens, highest = -1;
    for (int r = 0; r < task.rows; ++r) {
        const auto position = batch[static_cast<std::size_t>(task.firstRow + r)].position;
        const int first = std::max(0, firstVisible(position, shape.window) - cutStart);
        const int last = std::min(kernels::kCutTokens - 1, static_cast<int>(position) - cutStart);
        if (first > last) continue;
        lowest = std::min(lowest, first);
        highest = std::max(highest, last);
        for (int g = 0; g < group; ++g) {
            const auto index = static_cast<std::size_t>(r * group + g);
            const int head = task.kvHead * group + g;
            s.queries.push_back({row(q, task.firstRow + r) + head * shape.headSize, first, last,
                                 s.cutOut.data() + index * static_cast<std::size_t>(shape.headSize), &s.cutMax[index], &s.cutSum[index]});
        }
    }
    if (s.queries.empty()) return;

    const SequenceCache& cache = *batch[static_cast<std::size_t>(task.firstRow)].cache;
    const auto place = cache.pools().ofLayer[static_cast<std::size_t>(shape.layer)];
    const BlockTable& table = cache.table(place.group);
    const BlockPool& pool = table.pool();
    const int tilesPerBlock = pool.blockTokens() / kernels::kTileTokens;
    kernels::KvTile tiles[kernels::kCutTokens / kernels::kTileTokens] = {};
    for (int t = lowest / kernels::kTileTokens; t <= highest / kernels::kTileTokens; ++t) {
        const int tileOfSequence = cutStart / kernels::kTileTokens + t;
        const BlockIndex block = table.entries()[static_cast<std::size_t>(tileOfSequence / tilesPerBlock)];
        tiles[t] = pool.tile(block, place.index, task.kvHead, tileOfSequence % tilesPerBlock);
    }
    m_kernels.attendCut(tiles, pool.types(), shape.headSize, shape.cap, s.queries.data(), static_cast<int>(s.queries.size()),
                        s.scores.data());
}

void CpuBackend::runAttentionTask(const AttentionTask& task, AttentionScratch& s, Tensor q, const AttentionShape& shape,
                                  Batch batch, Tensor out) {
    const int group = shape.heads / shape.kvHeads;
    const auto count = static_cast<std::size_t>(task.rows * group);
    const auto headSize = static_cast<std::size_t>(shape.headSize);
    s.scores.reserve(count * kernels::kCutTokens);
    s.cutOut.reserve(count * headSize);
    s.runOut.reserve(count * headSize);
    if (s.cutMax.size() < count)
        for (auto* values : {&s.cutMax, &s.cutSum, &s.runMax, &s.runSum}) values->resize(count);

    if (task.partial >= 0) {
        std::fill_n(s.cutSum.begin(), count, 0.0f);
        attendOneCut(task, s, q, shape, batch, task.cut);
        for (int r = 0; r < task.rows; ++r) {
            const int rowPartial = m_partialOfRow[static_cast<std::size_t>(task.firstRow + r)];
            // Partials of a row: [cut][head]; the fold walks them in cut order.
            for (int g = 0; g < group; ++g) {
                const auto index = static_cast<std::size_t>(r * group + g);
                const int slot = rowPartial + task.partial * shape.heads + task.kvHead * group + g;
                float* to = m_partials.data() + static_cast<std::size_t>(slot) * (headSize + 2);
                to[0] = s.cutMax[index];
                to[1] = s.cutSum[index];
                std::copy_n(s.cutOut.data() + index * headSize, headSize, to + 2);
            }
        }
        return;
    }

    std::fill_n(s.runSum.begin(), count, 0.0f);
    const int lastCut = static_cast<int>(batch[static_cast<std::size_t>(task.firstRow + task.rows - 1)].position) / kernels::kCutTokens;
    for (int cut = task.cut; cut <= lastCut; ++cut) {
        std::fill_n(s.cutSum.begin(), count, 0.0f);   // a row that sees nothing of this cut stays at 0 and is skipped
        attendOneCut(task, s, q, shape, batch, cut);
        for (std::size_t i = 0; i < count; ++i) {
            if (s.cutSum[i] == 0.0f) continue;
            m_kernels.foldCut(&s.runMax[i], &s.runSum[i], s.runOut.data() + i * headSize, s.cutMax[i], s.cutSum[i],
                              s.cutOut.data() + i * headSize, shape.headSize);
        }
    }
    for (int r = 0; r < task.rows; ++r) {
        for (int g = 0; g < group; ++g) {
            const auto index = static_cast<std::size_t>(r * group + g);
            float* to = row(out, task.firstRow + r) + (task.kvHead * group + g) * shape.headSize;
            for (std::size_t d = 0; d < headSize; ++d) to[d] = s.runOut.data()[index * headSize + d] / s.runSum[index];
        }
    }
}

void CpuBackend::foldPartials(const AttentionShape& shape, Batch batch, Tensor out, int firstRow, int rows) {
    const auto headSize = static_cast<std::size_t>(shape.headSize);
    const int firstCut = firstVisible(batch[static_cast<std::size_t>(firstRow)].position, shape.window) / kernels::kCutTokens;
    const int lastCut = static_cast<int>(batch[static_cast<std::size_t>(firstRow + rows - 1)].position) / kernels::kCutTokens;
    auto& s = m_attentionScratch[0];
    s.runOut.reserve(headSize);
    for (int r = firstRow; r < firstRow + rows; ++r) {
        for (int head = 0; head < shape.heads; ++head) {
            float max = 0, sum = 0;
            float* run = s.runOut.data();
            for (int cut = firstCut; cut <= lastCut; ++cut) {
                const int slot = m_partialOfRow[static_cast<std::size_t>(r)] + (cut - firstCut) * shape.heads + head;
                const float* from = m_partials.data() + static_cast<std::size_t>(slot) * (headSize + 2);
                if (from[1] == 0.0f) continue;
                m_kernels.foldCut(&max, &sum, run, from[0], from[1], from + 2, shape.headSize);
            }
            float* to = row(out, r) + head * shape.headSize;
            for (std::size_t d = 0; d < headSize; ++d) to[d] = run[d] / sum;
        }
    }
}

}  // namespace gh
