#include "engine/forward/model_outline.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <tuple>

#include "engine/forward/decoder.h"
#include "engine/forward/model_runtime.h"
#include "engine/model/file_types.h"
#include "engine/quantize/matrix_values.h"
#include "kernels/packed.h"

namespace gh {
namespace {

constexpr int kDefaultContext = 8192;   // tokens the pool is made for where nobody says otherwise
// Conversations whose windowed layers stay resident side by side; further ones push out the least recently used.
constexpr int kWindowedSequences = 4;
constexpr std::uint64_t kMostWindowed = 64;
// A budget that would hold more than 20,000 blocks of 16 buys no more: what is published of each must stay quick to draw.
constexpr std::uint64_t kMostPoolTokens = 320'000;

// What people call the model's precision: the mix that the file names itself, else the type that holds most bytes of
// the layer matrices (a Q4_K_M file of a narrow model is mostly Q5_0).
// Where rules quantize it anew, the schemes of the layer matrices, those of most weights first.
std::string precisionOf(const CheckedModel& checked, const quantize::RuleSet* rules) {
    std::map<std::string, std::uint64_t> weights;
    bool anew = false;
    for (const auto* tensor : checked.tensors) {
        if (!rules || tensor->dims.size() < 2 || !tensor->name.starts_with("blk.")) continue;
        const auto fit = quantize::schemeForTensor(*rules, *tensor);
        weights[fit.scheme ? fit.scheme->title : quantize::storedTypeName(tensor->type)] += tensor->dims[0] * tensor->dims[1];
        anew = anew || fit.scheme;
    }
    if (anew) {
        std::vector<std::pair<std::string, std::uint64_t>> order(weights.begin(), weights.end());
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
        constexpr std::size_t kMostNamed = 3;
        std::string text;
        for (std::size_t i = 0; i < std::min(order.size(), kMostNamed); ++i) text += (i ? " + " : "") + order[i].first;
        return text + (order.size() > kMostNamed ? " + …" : "");
    }
    if (const auto type = checked.file->integerOr("general.file_type", UINT64_MAX); type)
        if (const char* name = fileTypeName(*type)) return name;
    std::map<std::uint32_t, std::uint64_t> bytes;
    for (const auto* tensor : checked.tensors)
        if (tensor->dims.size() > 1 && tensor->name.starts_with("blk.")) bytes[tensor->type] += tensor->bytes.size();
    const auto most = std::max_element(bytes.begin(), bytes.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return most == bytes.end() ? std::string() : quantize::storedTypeName(most->first);
}

// What loading will need, from shapes alone.
plan::LoadPlan planOf(const CheckedModel& checked, const quantize::RuleSet* rules, const std::vector<plan::LayerGroup>& groups, const LoadOptions& options,
                      int contextTokens, int maxRows) {
    const ModelConfig& config = checked.config;
    plan::LoadPlan plan;
    for (const auto* tensor : checked.tensors) {
        if (tensor->dims.size() < 2) {
            plan.weightBytes += tensor->dims[0] * sizeof(float);
            continue;
        }
        const auto scheme = rules ? quantize::schemeForTensor(*rules, *tensor).scheme : nullptr;
        const int columns = quantize::colsOf(*tensor);
        const auto layout = kernels::packedLayout(scheme ? scheme->runsAs(columns) : quantize::runsAs(*tensor), quantize::rowsOf(*tensor), columns);
        plan.weightBytes += kernels::packedBytes(layout);
    }
    plan.groups = groups;
    plan.k = options.kvTypes.k;
    plan.v = options.kvTypes.v;
    plan.blockTokens = options.blockTokens;
    plan.contextTokens = static_cast<std::uint64_t>(contextTokens);
    plan.sequences = kWindowedSequences;
    plan.stepTokens = maxRows;
    plan.logitRows = ModelRuntime::kLogitRows;
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

// Keys and values are quantized along a head, which must then be whole blocks.
Result<void> canHold(const std::vector<plan::LayerGroup>& groups, kernels::KvTypes types, const std::string& subject) {
    for (const auto& group : groups)
        for (const auto& [what, type, size] :
             {std::tuple{"keys", types.k, group.keySize}, {"values", types.v, group.valueSize}}) {
            const kernels::KvTypeEntry& entry = kernels::kvType(type);
            if (size % entry.blockValues == 0) continue;
            return Error{ErrorCode::InvalidArgument, subject,
                         std::string("the cache's ") + what + " cannot be " + entry.name + ", which quantizes blocks of " +
                             std::to_string(entry.blockValues) + " values of a head: this model's heads have " +
                             std::to_string(size) + "; choose F16 or F32 for them"};
        }
    return {};
}

std::vector<StorageShare> storageOf(const CheckedModel& checked) {
    std::vector<StorageShare> shares;
    for (const auto* tensor : checked.tensors) {
        const std::string type = quantize::storedTypeName(tensor->type);
        auto at = std::find_if(shares.begin(), shares.end(), [&](const StorageShare& s) { return s.type == type; });
        if (at == shares.end()) at = shares.insert(at, {type, 0, 0});
        ++at->tensors;
        at->bytes += tensor->bytes.size();
    }
    std::stable_sort(shares.begin(), shares.end(), [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
    return shares;
}

}  // namespace

Result<OpenedModel> openForUse(const std::string& path, const GoOn& goOn) {
    const Error cancelled{ErrorCode::Cancelled, path, "loading was cancelled"};
    if (!goOn(nullptr)) return cancelled;
    auto checked = openModel(path);
    if (!checked) return checked.error();
    if (!goOn(&*checked)) return cancelled;
    auto tokenizer = Tokenizer::create(*checked->file);
    if (!tokenizer) {
        // The keys are called alike in all files.
        Error error = tokenizer.error();
        error.subject = path + ": " + error.subject;
        return error;
    }
    if (!findDecoder(checked->config.family))
        return Error{ErrorCode::Unsupported, checked->config.family, "no decoder for this family"};
    return OpenedModel{std::move(*checked), std::move(*tokenizer)};
}

Result<ModelOutline> outlineOf(const CheckedModel& checked, const Tokenizer& tokenizer, const std::string& path,
                               const LoadOptions& options, int maxRows) {
    const ModelConfig& config = checked.config;
    const LayerConfig& layer = config.layer.front();
    std::optional<quantize::RuleSet> rules;
    if (options.weights) {
        auto compiled = quantize::RuleSet::compile(*options.weights);
        if (!compiled) return compiled.error();
        rules = std::move(*compiled);
    }
    ModelOutline outline;
    telemetry::ModelFacts& facts = outline.facts;
    facts.path = path;
    // Of a folder too, however its path ends.
    const auto filePath = std::filesystem::path(path).lexically_normal();
    facts.fileName = (filePath.has_filename() ? filePath : filePath.parent_path()).filename().string();
    facts.name = config.name.empty() ? std::filesystem::path(path).stem().string() : config.name;
    facts.family = config.family;
    facts.precision = precisionOf(checked, rules ? &*rules : nullptr);
    for (const auto* tensor : checked.tensors) {
        std::uint64_t values = 1;
        for (const auto dim : tensor->dims) values *= dim;
        facts.parameters += values;
    }
    facts.fileBytes = checked.file->fileBytes();
    facts.layers = config.layers;
    facts.heads = layer.heads;
    facts.kvHeads = layer.kvHeads;
    facts.headSize = layer.headSize;
    facts.width = config.width;
    facts.ffn = config.ffn;
    facts.vocab = config.vocab;
    facts.context = config.context;
    const int wanted = options.contextTokens > 0 ? options.contextTokens : kDefaultContext;
    facts.contextLimit = config.context > 0 ? std::min(wanted, config.context) : wanted;
    facts.kvType = kernels::kvTypesName(options.kvTypes);
    facts.activations = options.activations == ActivationMode::Int8 ? "int8" : "f32";
    const ModelValue* own = checked.file->find("tokenizer.chat_template");
    const auto* source = own ? std::get_if<std::string_view>(&own->data) : nullptr;
    facts.hasTemplate = options.chatTemplate ? !options.chatTemplate->empty() : source && !source->empty();
    facts.bos = tokenizer.bos();
    for (TokenId id = 0; id < config.vocab; ++id) {
        const bool known = id < tokenizer.size();   // some matrices have more rows than there are tokens
        if (!known || tokenizer.isSpecial(id)) facts.specials.push_back(id);
        if (known && tokenizer.isEndOfGeneration(id)) facts.ends.push_back(id);
    }

    outline.container = checked.file->container();
    for (const ModelPart& part : checked.file->parts()) outline.parts.push_back(part.path);
    outline.storage = storageOf(checked);
    outline.groups = layerGroups(config);
    if (auto held = canHold(outline.groups, options.kvTypes, facts.fileName); !held) return held.error();
    outline.plan = planOf(checked, rules ? &*rules : nullptr, outline.groups, options, facts.contextLimit, maxRows);
    for (const auto& group : outline.groups)
        facts.cacheBytesPerToken += plan::bytesPerToken(group, outline.plan.k, outline.plan.v);
    if (options.cacheBytes > 0) {
        // As many tokens as the budget holds: several sequences share them, each has at most the context.
        const std::uint64_t own = config.context > 0 ? std::uint64_t(config.context) : kMostPoolTokens;
        const std::uint64_t limit = options.contextTokens > 0 ? std::min<std::uint64_t>(own, std::uint64_t(options.contextTokens)) : own;
        const auto within = [&] { return plan::tokensWithin(outline.plan, options.cacheBytes, std::max(limit, kMostPoolTokens)); };
        outline.plan.poolTokens = within();
        if (outline.plan.poolTokens > limit) {
            // Windowed layers need room for the sequences that the others have room for.
            const std::uint64_t contexts = outline.plan.poolTokens / limit;
            outline.plan.sequences = static_cast<int>(std::min<std::uint64_t>(kMostWindowed, (contexts + 1) * kWindowedSequences));
            outline.plan.poolTokens = within();
        }
        outline.plan.contextTokens = std::min(limit, outline.plan.poolTokens);
        facts.contextLimit = static_cast<int>(outline.plan.contextTokens);
        if (facts.contextLimit == 0)
            return Error{ErrorCode::DoesNotFit, facts.fileName,
                         "the cache budget of " + std::to_string(options.cacheBytes) + " bytes holds not one block of " +
                             std::to_string(options.blockTokens) + " tokens, which takes " +
                             std::to_string(facts.cacheBytesPerToken * static_cast<std::uint64_t>(options.blockTokens)) +
                             " bytes; allow at least so much"};
    }
    return outline;
}

Result<void> fitsHere(const ModelOutline& outline) {
    const auto available = plan::availableMemory();
    if (!available) return {};
    return plan::checkFits(outline.plan, *available, outline.facts.fileName);
}

Result<ModelOutline> outlineModel(const std::string& path, const LoadOptions& options, int maxRows, const GoOn& goOn) {
    auto opened = openForUse(path, goOn);
    if (!opened) return opened.error();
    return outlineOf(opened->checked, *opened->tokenizer, path, options, maxRows);
}

}  // namespace gh
