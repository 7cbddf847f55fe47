// The interface of Backend in its plainest form: every operation one loop, sums in double, attention a softmax over
// all visible tokens, no kernel, no thread, no block. What each other backend is checked against, op by op.
// Rounding that the design prescribes is done here too: K and V to the cache's type, activations to int8 per 32-block.
#pragma once

#include <map>
#include <vector>

#include "engine/forward/backend.h"

namespace gh::test {

class ReferenceBackend final : public Backend {
public:
    const char* name() const override { return "reference"; }

    Tensor createTensor(int capacity, int cols) override;
    std::uint64_t tensorBytes() const override;
    Result<Linear> addLinear(const ModelTensor& tensor, ActivationMode mode) override;
    Result<Linear> addLinear(const quantize::StoredMatrix& matrix, const std::string& name, ActivationMode mode) override;
    Result<Vector> addVector(const ModelTensor& tensor) override;
    Result<Linear> addLike(Linear like, const quantize::StoredMatrix& matrix, const std::string& name, ActivationMode mode) override {
        auto added = addLinear(matrix, name, mode);
        if (added) m_matrices.back().bias = m_matrices[static_cast<std::size_t>(like.index)].bias;
        return added;
    }
    void dropNewest() override { m_matrices.pop_back(); }
    void setActivations(ActivationMode mode) override {
        for (Matrix& m : m_matrices) m.int8 = m.integer && mode == ActivationMode::Int8;
    }
    void setBias(Linear weight, Vector bias) override { m_matrices[static_cast<std::size_t>(weight.index)].bias = bias; }
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
    void softCap(Tensor x, float cap, int rows) override;
    void add(Tensor a, Tensor b, int rows, Tensor out) override;
    void gatherRows(Tensor x, std::span<const int> rows, Tensor out) override;
    void read(Tensor x, int first, int count, float* host) override;
    void write(Tensor x, int first, int count, const float* host) override;

    Marker mark() override { return {}; }
    double seconds(Marker, Marker) override { return 0; }
    void forgetMarkers() override {}

    std::uint64_t multiplyAccumulates() const { return m_macs; }   // of products and attention, counted one by one

private:
    struct Matrix {
        int rows = 0, cols = 0;
        bool int8 = false;
        bool integer = false;   // could be
        std::vector<float> values;
        Vector bias;
    };
    struct Buffer {
        int cols = 0;
        std::vector<double> values;
    };
    // Position -> K and V of all KV heads, of one layer of one sequence.
    struct Stored {
        std::vector<double> k, v;
    };
    using LayerCache = std::map<std::uint32_t, Stored>;

    double* row(Tensor t, int r) {
        Buffer& buffer = m_tensors[static_cast<std::size_t>(t.index)];
        return buffer.values.data() + static_cast<std::size_t>(r) * static_cast<std::size_t>(buffer.cols);
    }
    int cols(Tensor t) const { return m_tensors[static_cast<std::size_t>(t.index)].cols; }

    std::uint64_t m_macs = 0;
    std::vector<Buffer> m_tensors;
    std::vector<Matrix> m_matrices;
    std::vector<std::vector<float>> m_vectors;
    std::map<std::pair<const SequenceCache*, int>, LayerCache> m_cache;
};

}  // namespace gh::test
