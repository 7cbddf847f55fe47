#include "engine/forward/model_runtime.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

#include "engine/model/file_types.h"
#include "engine/plan/ledger.h"
#include "kernels/isa.h"
#include "kernels/packed.h"

namespace gh {
namespace {

// Rows whose logits are computed at a time: enough for every decode batch, and 33 MB even at 262,144 tokens.
constexpr int kLogitRows = 32;
constexpr int kDefaultContext = 8192;   // tokens the pool is made for where nobody says otherwise
// Conversations whose windowed layers stay resident side by side; further ones push out the least recently used.
constexpr int kWindowedSequences = 4;

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string upper(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

// What people call the model's precision: the mix that the file names itself, else the type that holds most bytes of
// the layer matrices (a Q4_K_M file of a narrow model is mostly Q5_0).
std::string precisionOf(const CheckedModel& checked) {
    if (const auto type = checked.file->integerOr("general.file_type", UINT64_MAX); type)
        if (const char* name = fileTypeName(*type)) return name;
    std::map<std::uint32_t, std::uint64_t> bytes;
    for (const auto* tensor : checked.tensors)
        if (tensor->dims.size() > 1 && tensor->name.starts_with("blk.")) bytes[tensor->type] += tensor->bytes.size();
    const auto most = std::max_element(bytes.begin(), bytes.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return most == bytes.end() ? std::string() : upper(std::string(kernels::storageTypeName(most->first)));
}

// What loading will need, from shapes alone.
plan::LoadPlan planOf(const CheckedModel& checked, const std::vector<plan::LayerGroup>& groups, const LoadOptions& options,
                      int contextTokens, int maxRows) {
    const ModelConfig& config = checked.config;
    plan::LoadPlan plan;
    for (const auto* tensor : checked.tensors) {
        if (tensor->dims.size() < 2) {
            plan.weightBytes += tensor->dims[0] * sizeof(float);
            continue;
        }
        const auto layout = kernels::packedLayout(static_cast<kernels::StorageType>(tensor->type),
                                                  static_cast<int>(tensor->dims[1]), static_cast<int>(tensor->dims[0]));
        plan.weightBytes += kernels::packedBytes(layout);
    }
    plan.groups = groups;
    plan.k = plan.v = options.kvType == kernels::KvType::F16 ? plan::CacheType::F16 : plan::CacheType::F32;
    plan.blockTokens = options.blockTokens;
    plan.contextTokens = static_cast<std::uint64_t>(contextTokens);
    plan.sequences = kWindowedSequences;
    plan.stepTokens = maxRows;
    plan.logitRows = kLogitRows;
    plan.width = config.width;
    plan.ffn = config.ffn;
    plan.vocab = config.vocab;
    std::vector<int> ropeTables;
    for (const auto& layer : config.layer) {
        plan.queryWidth = std::max(plan.queryWidth, layer.heads * layer.headSize);
        plan.kvWidth = std::max(plan.kvWidth, layer.kvHeads * layer.headSize);
        if (std::find(ropeTables.begin(), ropeTables.end(), layer.ropeTable) == ropeTables.end()) {
            ropeTables.push_back(layer.ropeTable);
            plan.ropeValues += layer.rope.dims;
        }
    }
    plan.int8Activations = options.activations == ActivationMode::Int8;
    return plan;
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

    auto checked = openModel(path);
    if (!checked) return checked.error();
    nextStage(telemetry::LoadStage::Tensors, checked->tensors.size());
    if (!report()) return cancelled;

    std::unique_ptr<ModelRuntime> model(new ModelRuntime);
    auto tokenizer = Tokenizer::create(*checked->file);
    if (!tokenizer) {
        // The keys are called alike in all files.
        Error error = tokenizer.error();
        error.subject = path + ": " + error.subject;
        return error;
    }
    model->m_tokenizer = *tokenizer;
    progress.done = progress.total;
    if (!report()) return cancelled;
    model->m_file = checked->file;
    model->m_config = checked->config;
    model->m_warnings = checked->warnings;
    for (const auto& warning : model->m_tokenizer->warnings()) model->m_warnings.push_back(warning);
    if (const auto* value = checked->file->find("tokenizer.chat_template"))
        if (const auto* text = std::get_if<std::string_view>(&value->data)) model->m_templateSource = *text;
    if (options.chatTemplate) model->m_templateSource = *options.chatTemplate;
    const auto* decoder = findDecoder(model->m_config.family);
    if (!decoder) return Error{ErrorCode::Unsupported, model->m_config.family, "no decoder for this family"};
    model->m_decode = decoder->decode;
    model->m_kvType = options.kvType;
    model->m_blockTokens = options.blockTokens;
    model->m_maxRows = maxRows;

    auto facts = std::make_shared<telemetry::ModelFacts>();
    const ModelConfig& config = model->m_config;
    const LayerConfig& layer = config.layer.front();
    facts->path = path;
    // Of a folder too, however its path ends.
    const auto filePath = std::filesystem::path(path).lexically_normal();
    facts->fileName = (filePath.has_filename() ? filePath : filePath.parent_path()).filename().string();
    facts->name = config.name.empty() ? std::filesystem::path(path).stem().string() : config.name;
    facts->family = config.family;
    facts->precision = precisionOf(*checked);
    for (const auto* tensor : checked->tensors) {
        std::uint64_t values = 1;
        for (const auto dim : tensor->dims) values *= dim;
        facts->parameters += values;
    }
    facts->fileBytes = checked->file->fileBytes();
    facts->layers = config.layers;
    facts->heads = layer.heads;
    facts->kvHeads = layer.kvHeads;
    facts->headSize = layer.headSize;
    facts->width = config.width;
    facts->ffn = config.ffn;
    facts->vocab = config.vocab;
    facts->context = config.context;
    const int wanted = options.contextTokens > 0 ? options.contextTokens : kDefaultContext;
    facts->contextLimit = config.context > 0 ? std::min(wanted, config.context) : wanted;
    facts->kvType = options.kvType == kernels::KvType::F16 ? "F16" : "F32";
    facts->activations = options.activations == ActivationMode::Int8 ? "int8" : "f32";
    facts->isa = isa->name;
    facts->hasTemplate = !model->m_templateSource.empty();
    facts->bos = model->m_tokenizer->bos();

    model->m_groups = layerGroups(config);
    model->m_plan = planOf(*checked, model->m_groups, options, facts->contextLimit, maxRows);
    if (options.cacheBytes > 0) {
        // As many tokens as the budget holds; the model's own context is the most that can be used.
        const std::uint64_t most = config.context > 0 ? std::uint64_t(config.context) : UINT64_C(1) << 24;
        model->m_plan.contextTokens = plan::contextWithin(model->m_plan, options.cacheBytes, most);
        facts->contextLimit = static_cast<int>(model->m_plan.contextTokens);
        if (facts->contextLimit == 0)
            return Error{ErrorCode::DoesNotFit, facts->fileName,
                         "the cache budget of " + std::to_string(options.cacheBytes) + " bytes holds not one block of " +
                             std::to_string(options.blockTokens) + " tokens; allow more in the settings"};
    }
    settleRope(model->m_config, facts->contextLimit);
    const auto& memory = model->m_plan;
    for (const auto& group : model->m_groups) facts->cacheBytesPerToken += plan::bytesPerToken(group, memory.k, memory.v);
    if (const auto available = plan::availableMemory())
        if (auto fits = plan::checkFits(memory, *available, facts->fileName); !fits) return fits.error();

    model->m_threads = std::make_unique<ThreadPool>(threads);
    facts->threads = model->m_threads->threads();
    model->m_backend = makeCpuBackend(isa->table(), *model->m_threads);
    std::uint64_t bytes = 0;
    for (const auto* tensor : checked->tensors) bytes += tensor->bytes.size();
    nextStage(telemetry::LoadStage::Packing, bytes);
    if (!report()) return cancelled;
    if (auto loaded = model->loadWeights(*checked, options, progress, observer); !loaded) return loaded.error();
    facts->weightBytes = model->m_backend->weightBytes();

    std::vector<int> blocks;
    for (const auto& group : model->m_groups)
        blocks.push_back(static_cast<int>(
            plan::poolBlocks(group, memory.contextTokens, memory.blockTokens, memory.stepTokens, memory.sequences)));
    auto pools = createPools(model->m_groups, options.kvType, options.blockTokens, blocks);
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
        auto result = m_backend->addLinear(*found->second, options.activations);
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
    m_headOperations = 2ull * static_cast<std::uint64_t>(m_config.width) * static_cast<std::uint64_t>(m_config.vocab);
    return {};
}

Result<ModelPools> ModelRuntime::privatePools(int tokens) const {
    std::vector<int> blocks(m_groups.size(), (tokens + m_blockTokens - 1) / m_blockTokens);
    return createPools(m_groups, m_kvType, m_blockTokens, blocks);
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

void ModelRuntime::logits(std::span<const int> rows, float* host) {
    const auto vocab = static_cast<std::size_t>(m_config.vocab);
    for (std::size_t first = 0; first < rows.size(); first += kLogitRows) {
        const auto part = rows.subspan(first, std::min<std::size_t>(kLogitRows, rows.size() - first));
        const int count = static_cast<int>(part.size());
        m_backend->gatherRows(m_workspace->residual, part, m_headInput);
        m_backend->rmsNorm(m_headInput, m_weights.outputNorm, m_config.normEps, count, m_headInput);
        const LinearJob head[] = {{m_weights.output, m_logits}};
        m_backend->linear(head, m_headInput, count);
        if (m_config.logitCap > 0.0f) m_backend->softCap(m_logits, m_config.logitCap, count);
        m_backend->read(m_logits, 0, count, host + first * vocab);
    }
}

BatchWork ModelRuntime::work(Batch batch, int logitRows) const {
    BatchWork work;
    work.weightBytes = m_stepWeightBytes + (logitRows ? m_backend->linearBytes(m_weights.output) : 0);
    work.operations = m_stepOperations * batch.size() + m_headOperations * static_cast<std::uint64_t>(logitRows);
    const std::uint64_t number = m_kvType == kernels::KvType::F16 ? 2 : 4;
    for (const auto& group : m_groups) {
        const auto layers = static_cast<std::uint64_t>(group.layers);
        const auto heads = static_cast<std::uint64_t>(m_config.layer[static_cast<std::size_t>(group.layerIndex.front())].heads);
        const auto size = static_cast<std::uint64_t>(group.keySize);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            std::uint64_t visible = batch[i].position + 1ull;
            if (group.window > 0) visible = std::min<std::uint64_t>(visible, static_cast<std::uint64_t>(group.window));
            work.operations += layers * visible * heads * size * 4;
            // The rows of one sequence share the reads; the last one of them sees the most.
            if (i + 1 == batch.size() || batch[i + 1].cache != batch[i].cache)
                work.cacheBytes += layers * visible * static_cast<std::uint64_t>(group.kvHeads) * size * 2 * number;
        }
    }
    return work;
}

}  // namespace gh
