// A loaded model: checked file, tokenizer, packed weights, workspace and cache pools, ready to run batches.
// Not thread-safe: one caller at a time.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/engine.h"
#include "engine/forward/backend.h"
#include "engine/forward/decoder.h"
#include "engine/plan/ledger.h"
#include "engine/text/tokenizer.h"
#include "kernels/isa.h"

namespace gh {

// Told from time to time while loading; returns false to cancel.
using LoadObserver = std::function<bool(const telemetry::LoadProgress& progress)>;

// Bytes and operations that a batch asks for, derived from shapes and positions.
struct BatchWork {
    std::uint64_t weightBytes = 0;   // packed weights read once
    std::uint64_t cacheBytes = 0;    // K and V read by its rows
    std::uint64_t operations = 0;    // multiplications and additions counted apart
};

class ModelRuntime {
public:
    // Rows whose logits are computed at a time: enough for every decode batch, and 33 MB even at 262,144 tokens.
    static constexpr int kLogitRows = 32;

    // maxRows: rows a batch may have. Errors of openModel, tokenizer and memory; Cancelled.
    static Result<std::unique_ptr<ModelRuntime>> load(const std::string& path, const LoadOptions& options, int threads,
                                                      int maxRows, const LoadObserver& observer = {});
    ~ModelRuntime();

    const ModelConfig& config() const { return m_config; }
    const Tokenizer& tokenizer() const { return *m_tokenizer; }
    std::shared_ptr<const telemetry::ModelFacts> facts() const { return m_facts; }
    void setModelId(ModelId id);
    const std::string& templateSource() const { return m_templateSource; }   // empty: the file has none
    const std::vector<std::string>& warnings() const { return m_warnings; }
    const std::vector<telemetry::LedgerLine>& ledger() const { return m_ledger; }
    void updateLedger();                                                     // what is allocated now
    ModelPools& pools() { return m_pools; }
    Backend& backend() { return *m_backend; }
    ThreadPool& threads() { return *m_threads; }
    kernels::Isa isa() const { return kernels::findIsa(m_facts->isa)->isa; }
    int maxRows() const { return m_maxRows; }
    int contextLimit() const { return m_facts->contextLimit; }
    // Fresh pools of the same kinds that hold `tokens` tokens of one sequence.
    Result<ModelPools> privatePools(int tokens) const;

    // Runs a batch of at most maxRows() rows; every row's position must have its block. The residual stream stays in
    // the workspace until the next call.
    void forward(Batch batch, StepTimes* times = nullptr, const TapSink* taps = nullptr);
    // Logits of the given rows of the last forward(): [rows][vocab] into host.
    void logits(std::span<const int> rows, float* host);
    // The residual stream of rows [first, first + count) of the last forward(), as the head will read it: [count][width].
    void readResidual(int first, int count, float* host);
    // Logits of a residual stream that was read before, [count][width], count at most kLogitRows: the bits of logits().
    void logitsOf(const float* residuals, int count, float* host);
    // The same rows from a layer on: `residuals` [rows][width] is the stream before it, as taps gave it. Keys and values of
    // the layers before stay as they are.
    void forwardFrom(int layer, const float* residuals, Batch batch);
    // Calls body(layer) with a layer's matrix replaced by another of its shape, with f32 activations. Error Unsupported: the
    // model has no such matrix for itself.
    Result<void> withMatrix(std::string_view tensor, const quantize::StoredMatrix& matrix, const std::function<void(int layer)>& body);
    // Of all products from here on; loading set it to its options'.
    void setActivations(ActivationMode mode) { m_backend->setActivations(mode); }

    BatchWork work(Batch batch, int logitRows) const;

private:
    ModelRuntime() = default;
    Result<void> loadWeights(const struct CheckedModel& checked, const LoadOptions& options, telemetry::LoadProgress& progress,
                             const LoadObserver& observer);
    Result<void> firstPass();
    void head(int count, float* host);   // of the rows in m_headInput

    std::unique_ptr<ThreadPool> m_threads;
    std::unique_ptr<Backend> m_backend;
    std::shared_ptr<const ModelFile> m_file;
    ModelConfig m_config;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    std::string m_templateSource;
    ModelWeights m_weights;
    DecodeFunction m_decode = nullptr;
    std::unique_ptr<Workspace> m_workspace;
    Tensor m_headInput, m_logits;
    std::vector<plan::LayerGroup> m_groups;
    plan::LoadPlan m_plan;
    kernels::KvTypes m_kvTypes;
    int m_blockTokens = 16;
    int m_maxRows = 0;
    ModelPools m_pools;
    std::shared_ptr<const telemetry::ModelFacts> m_facts;
    std::vector<std::string> m_warnings;
    std::vector<telemetry::LedgerLine> m_ledger;
    std::uint64_t m_stepWeightBytes = 0, m_stepOperations = 0, m_headOperations = 0;  // of one row
};

}  // namespace gh
