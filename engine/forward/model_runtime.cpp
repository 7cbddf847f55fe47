#include "engine/forward/model_runtime.h"

#include <algorithm>
#include <chrono>
#include <map>

#include "engine/forward/model_outline.h"
#include "engine/quantize/matrix_values.h"
#include "kernels/isa.h"

namespace gh {
namespace {

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

ModelRuntime::~ModelRuntime() = default;

Result<std::unique_ptr<ModelRuntime>> ModelRuntime::load(const std::string& path, const LoadOptions& options, int threads,
                                                         int maxRows, const LoadObserver& observer) {
    const auto start = std::chrono::steady_clock::now();
    auto stageStart = start;
    telemetry::LoadProgress progress;
    progress.path = path;
    const auto report = [&] { return !observer || observer(progress); };
    const auto nextStage = [&](telemetry::LoadStage stage, std::uint64_t total) {
        progress.stageMs.push_back(secondsSince(stageStart) * 1e3);
        stageStart = std::chrono::steady_clock::now();
        progress.stage = stage;
        progress.done = 0;
        progress.total = total;
    };
    const Error cancelled{ErrorCode::Cancelled, path, "loading was cancelled"};
    if (!report()) return cancelled;

    std::string problem;
    const auto* isa = kernels::chooseIsa(&problem);
    if (!isa) return Error{ErrorCode::InvalidArgument, "GLASSHOUSE_ISA", problem};

    auto opened = openForUse(path, [&](const CheckedModel* whole) {
        if (whole) nextStage(telemetry::LoadStage::Tensors, whole->tensors.size());
        return report();
    });
    if (!opened) return opened.error();
    const CheckedModel& checked = opened->checked;
    progress.done = progress.total;
    if (!report()) return cancelled;
    std::unique_ptr<ModelRuntime> model(new ModelRuntime);
    model->m_tokenizer = opened->tokenizer;
    model->m_file = checked.file;
    model->m_config = checked.config;
    model->m_warnings = checked.warnings;
    for (const auto& warning : model->m_tokenizer->warnings()) model->m_warnings.push_back(warning);
    if (const auto* value = checked.file->find("tokenizer.chat_template"))
        if (const auto* text = std::get_if<std::string_view>(&value->data)) model->m_templateSource = *text;
    if (options.chatTemplate) model->m_templateSource = *options.chatTemplate;
    model->m_decode = findDecoder(model->m_config.family)->decode;
    model->m_kvTypes = options.kvTypes;
    model->m_blockTokens = options.blockTokens;
    model->m_maxRows = maxRows;

    auto outline = outlineOf(checked, *model->m_tokenizer, path, options, maxRows);
    if (!outline) return outline.error();
    if (auto fits = fitsHere(*outline); !fits) return fits.error();
    auto facts = std::make_shared<telemetry::ModelFacts>(outline->facts);
    facts->isa = isa->name;
    model->m_groups = outline->groups;
    model->m_plan = outline->plan;
    const ModelConfig& config = model->m_config;
    const auto& memory = model->m_plan;
    settleRope(model->m_config, facts->contextLimit);

    model->m_threads = std::make_unique<ThreadPool>(threads);
    facts->threads = model->m_threads->threads();
    model->m_backend = makeCpuBackend(isa->table(), *model->m_threads);
    std::uint64_t bytes = 0;
    for (const auto* tensor : checked.tensors) bytes += tensor->bytes.size();
    nextStage(telemetry::LoadStage::Packing, bytes);
    if (!report()) return cancelled;
    if (auto loaded = model->loadWeights(checked, options, progress, observer); !loaded) return loaded.error();
    facts->weightBytes = model->m_backend->weightBytes();

    std::vector<int> blocks;
    for (const auto& group : model->m_groups)
        blocks.push_back(static_cast<int>(
            plan::poolBlocks(group, plan::poolTokens(memory), memory.blockTokens, memory.stepTokens, memory.sequences)));
    auto pools = createPools(model->m_groups, options.kvTypes, options.blockTokens, blocks);
    if (!pools) return pools.error();
    model->m_pools = std::move(pools).value();
    model->m_workspace = std::make_unique<Workspace>(*model->m_backend, config, maxRows);
    model->m_headInput = model->m_backend->createTensor(kLogitRows, config.width);
    model->m_logits = model->m_backend->createTensor(kLogitRows, config.vocab);

    nextStage(telemetry::LoadStage::FirstPass, 1);
    if (!report()) return cancelled;
    model->m_facts = facts;
    if (auto pass = model->firstPass(); !pass) return pass.error();
    progress.stageMs.push_back(secondsSince(stageStart) * 1e3);
    facts->loadSeconds = secondsSince(start);
    model->updateLedger();
    return model;
}

Result<void> ModelRuntime::loadWeights(const CheckedModel& checked, const LoadOptions& options,
                                       telemetry::LoadProgress& progress, const LoadObserver& observer) {
    std::optional<quantize::RuleSet> rules;
    if (options.weights) {
        auto compiled = quantize::RuleSet::compile(*options.weights);
        if (!compiled) return compiled.error();
        rules = std::move(*compiled);
    }
    std::map<std::string, int> notes;   // why matrices are not as asked, of how many
    std::map<std::string, const ModelTensor*, std::less<>> byName;
    for (const auto* tensor : checked.tensors) byName[tensor->name] = tensor;
    std::optional<Error> failure;

    const auto finished = [&](const ModelTensor& tensor) {
        progress.done += tensor.bytes.size();
        checked.file->dropPages(tensor);
        if (!failure && observer && !observer(progress))
            failure = Error{ErrorCode::Cancelled, progress.path, "loading was cancelled"};
    };
    const auto vector = [&](const std::string& name) -> Vector {
        const auto found = byName.find(name);
        if (failure || found == byName.end()) return {};
        auto result = m_backend->addVector(*found->second);
        if (!result) {
            failure = result.error();
            return {};
        }
        finished(*found->second);
        return *result;
    };
    const auto linear = [&](const std::string& name) -> Linear {
        const auto found = byName.find(name);
        if (failure || found == byName.end()) return {};
        const ModelTensor& tensor = *found->second;
        const auto fit = rules ? quantize::schemeForTensor(*rules, tensor) : quantize::FittingScheme{};
        if (!fit.note.empty()) ++notes[fit.note];
        auto result = [&]() -> Result<Linear> {
            if (!fit.scheme) return m_backend->addLinear(tensor, options.activations);
            auto matrix = quantize::quantizeTensor(tensor, *fit.scheme, rules->scales(), m_threads.get());
            if (!matrix) return matrix.error();
            return m_backend->addLinear(*matrix, tensor.name, options.activations);
        }();
        if (!result) {
            failure = result.error();
            return {};
        }
        finished(*found->second);
        const std::string bias = name.substr(0, name.rfind('.')) + ".bias";
        if (byName.contains(bias)) {
            const Vector values = vector(bias);
            if (failure) return {};
            m_backend->setBias(*result, values);
        }
        const auto& dims = found->second->dims;
        if (name != "token_embd.weight") {
            m_stepWeightBytes += m_backend->linearBytes(*result);
            m_stepOperations += 2 * dims[0] * dims[1];
        }
        return *result;
    };

    m_weights.embedding = linear("token_embd.weight");
    m_weights.outputNorm = vector("output_norm.weight");
    for (int i = 0; i < m_config.layers && !failure; ++i) {
        const std::string blk = "blk." + std::to_string(i) + ".";
        LayerWeights w;
        w.attnNorm = vector(blk + "attn_norm.weight");
        w.q = linear(blk + "attn_q.weight");
        w.k = linear(blk + "attn_k.weight");
        w.v = linear(blk + "attn_v.weight");
        w.o = linear(blk + "attn_output.weight");
        w.qNorm = vector(blk + "attn_q_norm.weight");
        w.kNorm = vector(blk + "attn_k_norm.weight");
        w.postAttnNorm = vector(blk + "post_attention_norm.weight");
        w.ffnNorm = vector(blk + "ffn_norm.weight");
        w.gate = linear(blk + "ffn_gate.weight");
        w.up = linear(blk + "ffn_up.weight");
        w.down = linear(blk + "ffn_down.weight");
        w.postFfnNorm = vector(blk + "post_ffw_norm.weight");
        m_weights.layers.push_back(w);
    }
    m_weights.output = m_weights.embedding;
    if (byName.contains("output.weight")) {
        const auto layerBytes = m_stepWeightBytes, layerOperations = m_stepOperations;
        m_weights.output = linear("output.weight");
        m_stepWeightBytes = layerBytes;
        m_stepOperations = layerOperations;
    }
    if (failure) return *failure;
    for (const auto& [note, matrices] : notes)
        m_warnings.push_back(std::to_string(matrices) + (matrices == 1 ? " matrix is" : " matrices are") + " not as asked: " + note);
    m_headOperations = 2ull * static_cast<std::uint64_t>(m_config.width) * static_cast<std::uint64_t>(m_config.vocab);
    return {};
}

Result<ModelPools> ModelRuntime::privatePools(int tokens) const {
    std::vector<int> blocks(m_groups.size(), (tokens + m_blockTokens - 1) / m_blockTokens);
    return createPools(m_groups, m_kvTypes, m_blockTokens, blocks);
}

// One token through everything: the first real step then pays for no page fault of ours, and a model that cannot
// produce finite numbers is noticed before anybody talks to it.
Result<void> ModelRuntime::firstPass() {
    auto pools = privatePools(1);
    if (!pools) return pools.error();
    SequenceCache cache(*pools);
    cache.growTo(1);
    const BatchRow row{std::max(0, m_tokenizer->bos()), 0, &cache};
    forward({&row, 1});
    std::vector<float> host(static_cast<std::size_t>(m_config.vocab));
    const int which = 0;
    logits({&which, 1}, host.data());
    return {};
}

void ModelRuntime::updateLedger() {
    m_ledger = plan::predictLedger(m_plan);
    const auto logitBytes = static_cast<std::uint64_t>(kLogitRows) * static_cast<std::uint64_t>(m_config.vocab) * sizeof(float);
    for (auto& line : m_ledger) {
        if (line.term == "weights") line.allocatedBytes = m_backend->weightBytes();
        if (line.term == "cache") line.allocatedBytes = m_pools.reservedBytes();
        if (line.term == "activations") line.allocatedBytes = m_backend->tensorBytes() - logitBytes;
        if (line.term == "logits") line.allocatedBytes = logitBytes;
    }
}

void ModelRuntime::setModelId(ModelId id) {
    auto facts = std::make_shared<telemetry::ModelFacts>(*m_facts);
    facts->id = id.value;
    m_facts = facts;
}

void ModelRuntime::forward(Batch batch, StepTimes* times, const TapSink* taps) {
    m_backend->forgetMarkers();
    m_decode({*m_backend, m_config, m_weights, *m_workspace, batch, taps, times});
}

void ModelRuntime::forwardFrom(int layer, const float* residuals, Batch batch) {
    m_backend->forgetMarkers();
    m_backend->write(m_workspace->residual, 0, static_cast<int>(batch.size()), residuals);
    DecodeContext context{*m_backend, m_config, m_weights, *m_workspace, batch};
    context.firstLayer = layer;
    m_decode(context);
}

Result<void> ModelRuntime::withMatrix(std::string_view tensor, const quantize::StoredMatrix& matrix,
                                      const std::function<void(int layer)>& body) {
    constexpr std::pair<const char*, Linear LayerWeights::*> kParts[] = {
        {"attn_q", &LayerWeights::q}, {"attn_k", &LayerWeights::k},     {"attn_v", &LayerWeights::v},    {"attn_output", &LayerWeights::o},
        {"ffn_gate", &LayerWeights::gate}, {"ffn_up", &LayerWeights::up}, {"ffn_down", &LayerWeights::down}};
    for (std::size_t layer = 0; layer < m_weights.layers.size(); ++layer)
        for (const auto& [part, member] : kParts) {
            if (tensor != "blk." + std::to_string(layer) + "." + part + ".weight") continue;
            Linear& place = m_weights.layers[layer].*member;
            auto added = m_backend->addLike(place, matrix, std::string(tensor), ActivationMode::F32);
            if (!added) return added.error();
            const Linear own = std::exchange(place, *added);
            body(static_cast<int>(layer));
            place = own;
            m_backend->dropNewest();
            return {};
        }
    return Error{ErrorCode::Unsupported, std::string(tensor), "is no matrix that a layer has for itself"};
}

void ModelRuntime::logits(std::span<const int> rows, float* host) {
    const auto vocab = static_cast<std::size_t>(m_config.vocab);
    for (std::size_t first = 0; first < rows.size(); first += kLogitRows) {
        const auto part = rows.subspan(first, std::min<std::size_t>(kLogitRows, rows.size() - first));
        const int count = static_cast<int>(part.size());
        m_backend->gatherRows(m_workspace->residual, part, m_headInput);
        head(count, host + first * vocab);
    }
}

void ModelRuntime::readResidual(int first, int count, float* host) {
    m_backend->read(m_workspace->residual, first, count, host);
}

void ModelRuntime::logitsOf(const float* residuals, int count, float* host) {
    m_backend->write(m_headInput, 0, count, residuals);
    head(count, host);
}

void ModelRuntime::head(int count, float* host) {
    m_backend->rmsNorm(m_headInput, m_weights.outputNorm, m_config.normEps, count, m_headInput);
    const LinearJob job[] = {{m_weights.output, m_logits}};
    m_backend->linear(job, m_headInput, count);
    if (m_config.logitCap > 0.0f) m_backend->softCap(m_logits, m_config.logitCap, count);
    m_backend->read(m_logits, 0, count, host);
}

BatchWork ModelRuntime::work(Batch batch, int logitRows) const {
    BatchWork work;
    work.weightBytes = m_stepWeightBytes + (logitRows ? m_backend->linearBytes(m_weights.output) : 0);
    work.operations = m_stepOperations * batch.size() + m_headOperations * static_cast<std::uint64_t>(logitRows);
    for (const auto& group : m_groups) {
        const auto layers = static_cast<std::uint64_t>(group.layers);
        const auto heads = static_cast<std::uint64_t>(m_config.layer[static_cast<std::size_t>(group.layerIndex.front())].heads);
        const auto size = static_cast<std::uint64_t>(group.keySize);
        const std::uint64_t bytesPerToken = plan::bytesPerToken(group, m_kvTypes.k, m_kvTypes.v);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            std::uint64_t visible = batch[i].position + 1ull;
            if (group.window > 0) visible = std::min<std::uint64_t>(visible, static_cast<std::uint64_t>(group.window));
            work.operations += layers * visible * heads * size * 4;
            // The rows of one sequence share the reads; the last one of them sees the most.
            if (i + 1 == batch.size() || batch[i + 1].cache != batch[i].cache)
                work.cacheBytes += visible * bytesPerToken;
        }
    }
    return work;
}

}  // namespace gh
