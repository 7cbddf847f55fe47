// The one interface between the decoder and arithmetic. Tensors and weights are handles, an operation works on a
// whole batch of rows, times come from markers that the backend resolves. Nothing above may look into a buffer.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/cache/sequence_cache.h"
#include "engine/engine.h"
#include "engine/model/model_config.h"
#include "engine/quantize/scheme.h"

namespace gh {

// Activations: capacity × cols floats.
struct Tensor { int index = -1; };
// A weight matrix (outputs × inputs), packed as the backend likes it.
struct Linear { int index = -1; };
// A float vector: norm weights.
struct Vector { int index = -1; };
struct Marker { int index = -1; };

// One row of a batch: a prefill token, a decode token or a row to verify; they are one thing. Rows of one sequence stand
// together in ascending position.
struct BatchRow {
    TokenId token = 0;
    std::uint32_t position = 0;
    SequenceCache* cache = nullptr;
};
using Batch = std::span<const BatchRow>;

struct LinearJob { Linear weight; Tensor out; };

// What attention needs to know about a layer.
struct AttentionShape {
    int layer = 0;
    int heads = 0, kvHeads = 0, headSize = 0;
    int window = 0;   // 0 = full
    float cap = 0.0f; // scores become cap * tanh(score / cap); 0: they stay
};

class Backend {
public:
    virtual ~Backend() = default;
    virtual const char* name() const = 0;

    // ---- buffers and weights -----------------------------------------------------------------------
    virtual Tensor createTensor(int capacity, int cols) = 0;
    virtual std::uint64_t tensorBytes() const = 0;        // allocated by createTensor and for scratch
    // Reads a tensor of a file: packs it (in parallel), lets its source pages go. Errors name the tensor.
    virtual Result<Linear> addLinear(const ModelTensor& tensor, ActivationMode mode) = 0;
    // The same for a matrix that a scheme has made, packed as Scheme::runsAs says. name: for messages.
    virtual Result<Linear> addLinear(const quantize::StoredMatrix& matrix, const std::string& name, ActivationMode mode) = 0;
    // A matrix in the place of one that is there, with that one's bias, until dropNewest() gives it back.
    virtual Result<Linear> addLike(Linear like, const quantize::StoredMatrix& matrix, const std::string& name, ActivationMode mode) = 0;
    virtual void dropNewest() = 0;
    virtual Result<Vector> addVector(const ModelTensor& tensor) = 0;
    // Every product of the weight adds the bias to its outputs.
    virtual void setBias(Linear weight, Vector bias) = 0;
    // What products multiply with from here on, whatever the weights were added for; weights without an integer form stay f32.
    virtual void setActivations(ActivationMode mode) = 0;
    virtual std::uint64_t weightBytes() const = 0;        // packed, resident
    virtual std::uint64_t linearBytes(Linear weight) const = 0;

    // ---- operations: the first `rows` rows ------------------------------------------------------------
    virtual void embed(Linear table, Batch batch, float scale, Tensor out) = 0;
    virtual void rmsNorm(Tensor x, Vector weight, float eps, int rows, Tensor out) = 0;
    virtual void headNorm(Tensor x, int heads, int headSize, Vector weight, float eps, int rows) = 0;  // in place, per head
    // Every job multiplies the same x; out row = weight × x row + the weight's bias.
    virtual void linear(std::span<const LinearJob> jobs, Tensor x, int rows) = 0;
    // Rotates heads in place by each row's position, then multiplies by `scale`.
    virtual void rope(Tensor x, int heads, const LayerConfig& layer, kernels::RopePairs pairs, float scale, Batch batch) = 0;
    // Rounds K and V to the cache's type and stores them at each row's position.
    virtual void appendKv(Tensor k, Tensor v, const AttentionShape& shape, Batch batch) = 0;
    virtual void attention(Tensor q, const AttentionShape& shape, Batch batch, Tensor out) = 0;
    virtual void gatedActivation(Activation activation, Tensor gate, Tensor up, int rows, Tensor out) = 0;
    // Both products of x and what becomes of them. A backend may do them in one; gate.out and up.out are written all the same.
    virtual void gatedLinear(Activation activation, LinearJob gate, LinearJob up, Tensor x, int rows, Tensor out) {
        const LinearJob both[] = {gate, up};
        linear(both, x, rows);
        gatedActivation(activation, gate.out, up.out, rows, out);
    }
    virtual void softCap(Tensor x, float cap, int rows) = 0;   // in place: cap * tanh(x / cap)
    virtual void add(Tensor a, Tensor b, int rows, Tensor out) = 0;
    virtual void gatherRows(Tensor x, std::span<const int> rows, Tensor out) = 0;
    // Copies rows [first, first + count) to the host.
    virtual void read(Tensor x, int first, int count, float* host) = 0;
    // The other way.
    virtual void write(Tensor x, int first, int count, const float* host) = 0;

    // ---- time ---------------------------------------------------------------------------------------
    virtual Marker mark() = 0;                            // "now" in the order of operations
    virtual double seconds(Marker from, Marker to) = 0;
    virtual void forgetMarkers() = 0;                     // at the start of a step
};

class ThreadPool;
// The CPU backend over the kernels of one instruction set. The pool outlives it.
std::unique_ptr<Backend> makeCpuBackend(const kernels::KernelTable& kernels, ThreadPool& pool);

}  // namespace gh
