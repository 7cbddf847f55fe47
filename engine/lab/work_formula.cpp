#include "engine/lab/work_formula.h"

#include <algorithm>

#include "kernels/kernel_table.h"

namespace gh::lab {
namespace {

// Tokens that the queries at positions 0 … n-1 see together.
std::uint64_t seenBefore(std::uint64_t n, std::uint64_t window) {
    if (window == 0 || n <= window) return n * (n + 1) / 2;
    return window * (window + 1) / 2 + (n - window) * window;
}

// The same summed over n = 1 … last: the whole of naive steps.
std::uint64_t seenBeforeSummed(std::uint64_t last, std::uint64_t window) {
    const auto tetrahedral = [](std::uint64_t n) { return n * (n + 1) / 2 * (n + 2) / 3; };
    if (window == 0 || last <= window) return tetrahedral(last);
    const std::uint64_t beyond = last - window;
    return tetrahedral(window) + beyond * (window * (window + 1) / 2) + window * (beyond * (beyond + 1) / 2);
}

std::uint64_t productsOfRow(const ModelConfig& config) {
    std::uint64_t sum = 0;
    const auto width = static_cast<std::uint64_t>(config.width);
    for (const LayerConfig& layer : config.layer) {
        const auto query = static_cast<std::uint64_t>(layer.heads) * static_cast<std::uint64_t>(layer.headSize);
        const auto kv = static_cast<std::uint64_t>(layer.kvHeads) * static_cast<std::uint64_t>(layer.headSize);
        sum += width * (2 * query + 2 * kv) + 3 * width * static_cast<std::uint64_t>(config.ffn);
    }
    return sum;
}

// seen(window): tokens seen by the rows of one layer.
template <class Seen>
std::uint64_t attentionOf(const ModelConfig& config, Seen seen) {
    std::uint64_t sum = 0;
    for (const LayerConfig& layer : config.layer)
        sum += 2 * static_cast<std::uint64_t>(layer.heads) * static_cast<std::uint64_t>(layer.headSize) *
               seen(static_cast<std::uint64_t>(layer.window));
    return sum;
}

std::uint64_t headOfRow(const ModelConfig& config) {
    return static_cast<std::uint64_t>(config.width) * static_cast<std::uint64_t>(config.vocab);
}

}  // namespace

Macs& Macs::operator+=(const Macs& other) {
    products += other.products;
    attention += other.attention;
    head += other.head;
    return *this;
}

Macs macsOfRows(const ModelConfig& config, std::uint64_t first, std::uint64_t count, std::uint64_t logitRows) {
    return {count * productsOfRow(config),
            attentionOf(config, [&](std::uint64_t window) { return seenBefore(first + count, window) - seenBefore(first, window); }),
            logitRows * headOfRow(config)};
}

Macs cachedTotal(const ModelConfig& config, std::uint64_t n) { return macsOfRows(config, 0, n, n); }

Macs naiveTotal(const ModelConfig& config, std::uint64_t n) {
    return {n * (n + 1) / 2 * productsOfRow(config),
            attentionOf(config, [&](std::uint64_t window) { return seenBeforeSummed(n, window); }), n * headOfRow(config)};
}

ScoreBytes scoreBytes(std::uint64_t n, int queriesOfTask) {
    const auto queries = std::min<std::uint64_t>(n, static_cast<std::uint64_t>(queriesOfTask));
    const auto cut = std::min<std::uint64_t>(n, kernels::kCutTokens);
    return {n * n * sizeof(float), n * sizeof(float), queries * cut * sizeof(float)};
}

}  // namespace gh::lab
