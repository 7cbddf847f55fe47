#include "engine/model/architectures/rope_keys.h"

#include <algorithm>
#include <cmath>

#include "kernels/cpu/rope_table.h"

namespace gh {
namespace {

constexpr const char* kDivisors = "rope_freqs.weight";
constexpr const char* kShortDivisors = "rope_factors_short.weight";
constexpr const char* kLongDivisors = "rope_factors_long.weight";
// What divisors of real models are within by far; beyond it angles would overflow or stand still.
constexpr double kLeastDivisor = 1e-6, kMostDivisor = 1e9;

int readDims(HyperReader& reader, const LayerConfig& layer) {
    const int dims =
        reader.integerOr("rope.dimension_count", layer.headSize, 2, layer.headSize, "the head size");
    if (dims % 2 != 0)
        reader.fail("rope.dimension_count", "is " + std::to_string(dims) + ", expected an even number");
    return dims;
}

// 1 without one.
double readFactor(HyperReader& reader) {
    // 0 stands for "no scaling" in files; scale_linear is the key's name before there were kinds.
    for (const char* name : {"rope.scaling.factor", "rope.scale_linear"})
        if (const double factor = reader.numberOr(name, 0.0, 0.0, 1e6); factor != 0.0) {
            if (factor >= 1e-3) return factor;
            reader.fail(name, "is " + std::to_string(factor) + ", expected 0 (no scaling) or 0.001 and more");
        }
    return 1.0;
}

// Values of a divisor tensor, empty where the file has none.
std::vector<double> readDivisors(HyperReader& reader, const char* name, int pairs) {
    const ModelTensor* tensor = reader.file().tensor(name);
    if (tensor == nullptr || reader.error()) return {};
    const auto count = static_cast<std::size_t>(pairs);
    const kernels::Format* format = kernels::findFormat(tensor->type);
    const bool oneValueEach = format != nullptr && format->blockValues == 1;
    if (!oneValueEach || tensor->bytes.size() != count * static_cast<std::size_t>(format->blockBytes)) {
        reader.failTensor(name, "expected " + std::to_string(pairs) +
                                    " floats, one for each pair of values that RoPE turns");
        return {};
    }
    if (tensor->dims.empty() || tensor->dims[0] != count) return {};  // the comparison of shapes says so
    const std::vector<float> values = vectorValues(*tensor);
    for (std::size_t i = 0; i < count; ++i)
        if (!(values[i] >= kLeastDivisor && values[i] <= kMostDivisor)) {  // also true for NaN
            reader.failTensor(name, "value " + std::to_string(i) + " is " + std::to_string(values[i]) +
                                        ", expected a positive finite number");
            return {};
        }
    return {values.begin(), values.end()};
}

void scaleYarn(HyperReader& reader, double factor, RopeConfig& rope) {
    const kernels::YarnScaling yarn{factor, static_cast<double>(rope.originalContext),
                                    reader.numberOr("rope.scaling.yarn_beta_fast", 32.0, 1e-3, 1e6),
                                    reader.numberOr("rope.scaling.yarn_beta_slow", 1.0, 1e-3, 1e6)};
    const double all = reader.numberOr("rope.scaling.yarn_log_multiplier", 0.0, 0.0, 1e3);
    // -1 is ggml's "as the type says".
    const double share = reader.numberOr("rope.scaling.yarn_ext_factor", 1.0, -1e3, 1e3);
    if (share != 1.0 && share != -1.0)
        reader.fail("rope.scaling.yarn_ext_factor", "is " + std::to_string(share) + "; only 1 is supported",
                    ErrorCode::Unsupported);
    if (!reader.error() && rope.base <= 1.0)
        reader.fail("rope.freq_base", "is 1, with which all pairs turn alike; YaRN needs more");
    if (reader.error()) return;
    rope.divisors.resize(static_cast<std::size_t>(rope.dims / 2));
    kernels::yarnDivisors(rope.base, rope.dims, yarn, rope.divisors.data());
    rope.magnitude *= kernels::yarnMagnitude(factor, 1.0);
    if (all != 0.0) rope.magnitude /= kernels::yarnMagnitude(factor, all);
}

void scaleLlama3(HyperReader& reader, double factor, RopeConfig& rope) {
    if (!rope.divisors.empty()) return;  // the file has them as a tensor
    const double low = reader.number("rope.scaling.low_freq_factor", 1e-3, 1e6);
    const double high = reader.number("rope.scaling.high_freq_factor", 1e-3, 1e6);
    if (!reader.error() && high <= low)
        reader.fail("rope.scaling.high_freq_factor",
                    "is " + std::to_string(high) + ", expected more than low_freq_factor");
    if (reader.error()) return;
    // Through floats: the divisors that a GGUF file of the same model has.
    std::vector<float> divisors(static_cast<std::size_t>(rope.dims / 2));
    kernels::llama3Divisors(rope.base, rope.dims, {factor, low, high, rope.originalContext}, divisors.data());
    rope.divisors.assign(divisors.begin(), divisors.end());
}

}  // namespace

double readRopeBase(HyperReader& reader, std::string_view name, double fallback) {
    // Below 1 angles would grow with the dimension; a tiny base would even overflow them.
    return reader.numberOr(name, fallback, 1.0, 1e12);
}

RopeConfig readRope(HyperReader& reader, const ModelConfig& config, double baseFallback) {
    RopeConfig rope;
    rope.base = readRopeBase(reader, "rope.freq_base", baseFallback);
    rope.dims = readDims(reader, config.layer[0]);
    const std::string type = reader.textOr("rope.scaling.type", "linear");
    const double factor = readFactor(reader);
    rope.originalContext = reader.integerOr("rope.scaling.original_context_length", config.context, 1, 1 << 30);
    rope.magnitude = reader.numberOr("rope.scaling.attn_factor", 1.0, 1e-3, 1e3);
    if (reader.has("rope.dimension_sections"))
        reader.fail("rope.dimension_sections", "is set; positions in several dimensions are not supported",
                    ErrorCode::Unsupported);
    if (reader.error()) return rope;

    const int pairs = rope.dims / 2;
    rope.divisors = readDivisors(reader, kDivisors, pairs);
    const auto shorter = readDivisors(reader, kShortDivisors, pairs);
    rope.longDivisors = readDivisors(reader, kLongDivisors, pairs);
    if (shorter.empty() != rope.longDivisors.empty())
        reader.failTensor(shorter.empty() ? kShortDivisors : kLongDivisors,
                          "is missing, though the file has the other one of the two");
    if (!shorter.empty()) rope.divisors = shorter;
    if (reader.error()) return rope;

    if (type == "linear" || type == "none") {
        if (type == "linear") rope.scale = factor;
        rope.magnitude *= reader.numberOr("rope.scaling.yarn_attn_factor", 1.0, 1e-3, 1e3);
    } else if (type == "yarn" && rope.divisors.empty()) {
        scaleYarn(reader, factor, rope);
    } else if (type == "llama3") {
        scaleLlama3(reader, factor, rope);
    } else if (type == "longrope" && !rope.longDivisors.empty()) {
        // The factor only says how far the context was stretched; the divisors have it within.
        if (!reader.has("rope.scaling.attn_factor") && rope.originalContext > 1)
            rope.magnitude = kernels::longRopeMagnitude(factor, rope.originalContext);
    } else {
        reader.fail("rope.scaling.type",
                    "is \"" + type +
                        "\"; supported are none, linear, yarn and llama3, and longrope with the tensors " +
                        kShortDivisors + " and " + kLongDivisors,
                    ErrorCode::Unsupported);
    }
    if (rope.longDivisors.empty()) rope.originalContext = 0;  // decides nothing later
    return rope;
}

void setRope(ModelConfig& config, const RopeConfig& rope) {
    for (auto& layer : config.layer) layer.rope = rope;
    numberRopeTables(config);
}

void numberRopeTables(ModelConfig& config) {
    std::vector<const RopeConfig*> tables;
    for (auto& layer : config.layer) {
        const auto found =
            std::find_if(tables.begin(), tables.end(), [&](const RopeConfig* rope) { return *rope == layer.rope; });
        layer.ropeTable = static_cast<int>(found - tables.begin());
        if (found == tables.end()) tables.push_back(&layer.rope);
    }
}

void settleRope(ModelConfig& config, int contextLimit) {
    for (auto& layer : config.layer) {
        RopeConfig& rope = layer.rope;
        if (!rope.longDivisors.empty() && contextLimit > rope.originalContext) rope.divisors = rope.longDivisors;
        rope.longDivisors.clear();
    }
}

void needRope(const ModelConfig& config, std::vector<TensorNeed>& needs) {
    const auto pairs = static_cast<std::uint64_t>(config.layer[0].rope.dims / 2);
    for (const char* name : {kDivisors, kShortDivisors, kLongDivisors})
        needs.push_back({.name = name, .dims = {pairs}, .optional = true, .inConfig = true});
}

}  // namespace gh
