// CpuBackend: the operations of Backend on kernels/cpu, cut into fixed tiles for the thread pool.
#pragma once

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/forward/backend.h"
#include "engine/forward/rope_tables.h"
#include "engine/forward/weight_arena.h"
#include "kernels/packed.h"

namespace gh {

// 64-byte aligned floats; grows, never shrinks.
class AlignedFloats {
public:
    float* data() { return m_data; }
    const float* data() const { return m_data; }
    std::size_t size() const { return m_size; }
    void reserve(std::size_t floats);
    AlignedFloats() = default;
    AlignedFloats(AlignedFloats&& other) noexcept : m_data(std::exchange(other.m_data, nullptr)), m_size(std::exchange(other.m_size, 0)) {}
    AlignedFloats& operator=(AlignedFloats&&) = delete;
    void swap(AlignedFloats& other) noexcept {
        std::swap(m_data, other.m_data);
        std::swap(m_size, other.m_size);
    }
    ~AlignedFloats();

private:
    float* m_data = nullptr;
    std::size_t m_size = 0;
};

class CpuBackend final : public Backend {
public:
    static constexpr int kQueriesOfATask = 32;   // attention: rows × heads of a group that share each load of K and V

    CpuBackend(const kernels::KernelTable& kernels, ThreadPool& pool);

    const char* name() const override { return m_kernels.name; }
    Tensor createTensor(int capacity, int cols) override;
    std::uint64_t tensorBytes() const override;
    Result<Linear> addLinear(const ModelTensor& tensor, ActivationMode mode) override;
    Result<Linear> addLinear(const quantize::StoredMatrix& matrix, const std::string& name, ActivationMode mode) override;
    Result<Linear> addLike(Linear like, const quantize::StoredMatrix& matrix, const std::string& name, ActivationMode mode) override;
    void dropNewest() override;
    Result<Vector> addVector(const ModelTensor& tensor) override;
    void setBias(Linear weight, Vector bias) override { m_weights[static_cast<std::size_t>(weight.index)].bias = bias; }
    void setActivations(ActivationMode mode) override;
    std::uint64_t weightBytes() const override;
    std::uint64_t linearBytes(Linear weight) const override;

    void embed(Linear table, Batch batch, float scale, Tensor out) override;
    void rmsNorm(Tensor x, Vector weight, float eps, int rows, Tensor out) override;
    void headNorm(Tensor x, int heads, int headSize, Vector weight, float eps, int rows) override;
    void linear(std::span<const LinearJob> jobs, Tensor x, int rows) override;
    void rope(Tensor x, int heads, const LayerConfig& layer, kernels::RopePairs pairs, float scale, Batch batch) override;
    void appendKv(Tensor k, Tensor v, const AttentionShape& shape, Batch batch) override;
    void attention(Tensor q, const AttentionShape& shape, Batch batch, Tensor out) override;
    void gatedActivation(Activation activation, Tensor gate, Tensor up, int rows, Tensor out) override;
    void gatedLinear(Activation activation, LinearJob gate, LinearJob up, Tensor x, int rows, Tensor out) override;
    void softCap(Tensor x, float cap, int rows) override;
    void add(Tensor a, Tensor b, int rows, Tensor out) override;
    void gatherRows(Tensor x, std::span<const int> rows, Tensor out) override;
    void read(Tensor x, int first, int count, float* host) override;
    void write(Tensor x, int first, int count, const float* host) override;

    Marker mark() override;
    double seconds(Marker from, Marker to) override;
    void forgetMarkers() override { m_markers.clear(); }

private:
    struct Buffer {
        AlignedFloats floats;
        int cols = 0, capacity = 0;
        bool feedsProducts = false;   // some int8 product has read it
    };
    struct Weight {
        kernels::PackedMatrix matrix;
        bool int8 = false;   // multiplies with int8 activations
        Vector bias;         // none: index -1
    };
    // Attention of some rows of one sequence with one KV head. partial < 0: walks all its cuts and folds them itself;
    // else only the cut `cut`, left in the partial results from index `partial` on.
    struct AttentionTask {
        int firstRow, rows, kvHead, cut, partial;
    };
    struct AttentionScratch {
        AlignedFloats scores, cutOut, runOut;
        std::vector<float> cutMax, cutSum, runMax, runSum;
        std::vector<kernels::CutQuery> queries;
    };

    // Lays a matrix out and packs it: pack(layout, memory, first, last) does some groups.
    template <class Pack>
    Result<Linear> addPacked(kernels::StorageType type, int outputs, int columns, const std::string& name, ActivationMode mode, Pack pack);
    float* row(Tensor t, int r);
    int cols(Tensor t) const { return m_tensors[static_cast<std::size_t>(t.index)].cols; }
    const Weight& weight(Linear w) const { return m_weights[static_cast<std::size_t>(w.index)]; }
    // Runs body(first, last) over rows, in parallel where they are worth it.
    // byTokenTiles: tasks of whole token tiles, where what they write is quantized.
    template <class Body>
    void forRows(int rows, int valuesPerRow, Body body, bool byTokenTiles = false);
    // Int8 activations of x for the products to come. What an operation writes is quantized while it is in the first
    // cache, once it is known that products read that tensor.
    void quantize(Tensor x, int rows);
    void quantizeRows(Tensor x, int first, int last, int rows);
    bool quantizesAsWritten(Tensor out, int rows);   // asked before the first row of `out` is written
    void quantizeForProduct(Tensor x, int rows);     // what products with int8 activations of x need
    void multiply(const LinearJob& job, Tensor x, int rows, int firstGroup, int lastGroup);
    void wrote(Tensor t) { if (t.index == m_quantizedOf.index) m_quantizedOf = {}; }

    void runAttentionTask(const AttentionTask& task, AttentionScratch& scratch, Tensor q, const AttentionShape& shape,
                          Batch batch, Tensor out);
    void attendOneCut(const AttentionTask& task, AttentionScratch& scratch, Tensor q, const AttentionShape& shape,
                      Batch batch, int cut);
    void foldPartials(const AttentionShape& shape, Batch batch, Tensor out, int firstRow, int rows);

    const kernels::KernelTable& m_kernels;
    ThreadPool& m_pool;
    WeightArena m_arena;
    RopeTables m_ropes;
    std::vector<Buffer> m_tensors;
    std::vector<Weight> m_weights;
    std::vector<std::vector<float>> m_vectors;
    AlignedFloats m_quantized;                      // int8 activations of the current product
    AlignedFloats m_quantizedNext;                  // of the next one, written while the current is read
    Tensor m_quantizedOf;                           // which tensor's they are, and of how many rows; none: of nothing
    int m_quantizedRows = 0;
    std::vector<AttentionTask> m_attentionTasks;
    std::vector<AttentionScratch> m_attentionScratch;   // one a worker
    AlignedFloats m_partials;                       // split decode: (max, sum, out[headSize]) by row, head and cut
    std::vector<int> m_partialOfRow;                // first partial of a row, or -1
    std::vector<std::chrono::steady_clock::time_point> m_markers;
};

}  // namespace gh
