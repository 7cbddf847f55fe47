#include "engine/plan/ledger.h"

#include <algorithm>
#include <cstdio>

#include "engine/plan/checked.h"

namespace gh::plan {

namespace {

std::uint64_t count(int n) {
    return n > 0 ? static_cast<std::uint64_t>(n) : 0;
}

template <class... T>
std::uint64_t sum(T... terms) {
    std::uint64_t total = 0;
    ((total = saturatingAdd(total, terms)), ...);
    return total;
}

template <class... T>
std::uint64_t product(T... factors) {
    std::uint64_t total = 1;
    ((total = saturatingMultiply(total, factors)), ...);
    return total;
}

std::string text(std::uint64_t n) {
    return std::to_string(n);
}

// For sentences: "1.25 GiB", "96.0 MiB".
std::string size(std::uint64_t bytes) {
    char words[32];
    const double mib = static_cast<double>(bytes) / (1024.0 * 1024.0);
    if (mib >= 1024)
        std::snprintf(words, sizeof words, "%.2f GiB", mib / 1024);
    else
        std::snprintf(words, sizeof words, "%.1f MiB", mib);
    return words;
}

std::uint64_t cacheReserve(const LoadPlan& plan, std::uint64_t tokens) {
    std::uint64_t bytes = 0;
    for (const LayerGroup& group : plan.groups) {
        const std::uint64_t blocks =
            poolBlocks(group, tokens, plan.blockTokens, plan.stepTokens, plan.sequences);
        bytes = saturatingAdd(bytes, product(blocks, count(plan.blockTokens), bytesPerToken(group, plan.k, plan.v)));
    }
    return bytes;
}

std::string cacheFormula(const LoadPlan& plan) {
    std::string words;
    for (const LayerGroup& group : plan.groups) {
        if (!words.empty()) words += " + ";
        const std::uint64_t blocks =
            poolBlocks(group, poolTokens(plan), plan.blockTokens, plan.stepTokens, plan.sequences);
        words += text(blocks) + " blocks × " + text(count(plan.blockTokens)) + " tokens × " +
                 text(bytesPerToken(group, plan.k, plan.v)) + " B";
    }
    return words.empty() ? "no layer keeps a cache" : words;
}

// Values a row of the workspace holds.
std::uint64_t rowValues(const LoadPlan& plan) {
    return sum(product<std::uint64_t, std::uint64_t>(3, count(plan.width)),
               product<std::uint64_t, std::uint64_t>(2, count(plan.queryWidth)),
               product<std::uint64_t, std::uint64_t>(2, count(plan.kvWidth)),
               product<std::uint64_t, std::uint64_t>(3, count(plan.ffn)));
}

// int8 form of the widest input a matrix has, one row.
std::uint64_t quantizedRow(const LoadPlan& plan) {
    if (!plan.int8Activations) return 0;
    const std::uint64_t widest = std::max({count(plan.width), count(plan.queryWidth), count(plan.ffn)});
    const std::uint64_t blocks = sum(widest, std::uint64_t{31}) / 32;
    return product<std::uint64_t, std::uint64_t>(blocks, 32 + 8);
}

std::uint64_t activationBytes(const LoadPlan& plan, std::uint64_t contextTokens) {
    const std::uint64_t row = sum(product<std::uint64_t, std::uint64_t>(4, rowValues(plan)), quantizedRow(plan));
    return sum(product(count(plan.stepTokens), row),
               product<std::uint64_t, std::uint64_t, std::uint64_t>(4, contextTokens, count(plan.ropeValues)));
}

std::uint64_t logitBytes(const LoadPlan& plan) {
    return product<std::uint64_t, std::uint64_t, std::uint64_t>(4, count(plan.logitRows), count(plan.vocab));
}

std::uint64_t totalAt(const LoadPlan& plan, std::uint64_t contextTokens) {
    return sum(plan.weightBytes, cacheReserve(plan, contextTokens), activationBytes(plan, contextTokens),
               logitBytes(plan));
}

}  // namespace

std::uint64_t poolTokens(const LoadPlan& plan) { return plan.poolTokens > 0 ? plan.poolTokens : plan.contextTokens; }

std::uint64_t poolBlocks(const LayerGroup& group, std::uint64_t contextTokens, int blockTokens, int stepTokens,
                         int sequences) {
    const std::uint64_t block = std::max<std::uint64_t>(count(blockTokens), 1);
    const std::uint64_t whole = contextTokens / block + (contextTokens % block != 0 ? 1 : 0);
    if (group.window <= 0 || sequences <= 0) return whole;
    // The first row of a step sees window - 1 positions before it: window + step - 1 in a row. A run of n positions
    // that starts anywhere touches at most (n - 2 + block) / block + 1 blocks.
    const std::uint64_t run = std::max<std::uint64_t>(count(group.window) + count(stepTokens), 2) - 1;
    const std::uint64_t one = (run - 1 + block - 1) / block + 1;
    return std::min(whole, product(one, count(sequences)));
}

std::vector<telemetry::LedgerLine> predictLedger(const LoadPlan& plan) {
    std::vector<telemetry::LedgerLine> lines;
    lines.push_back({"weights", "packed tensors of the file", plan.weightBytes, 0});
    lines.push_back({"cache", cacheFormula(plan), cacheReserve(plan, poolTokens(plan)), 0});
    std::string rows = text(count(plan.stepTokens)) + " rows × (" + text(rowValues(plan)) + " floats × 4 B";
    if (plan.int8Activations) rows += " + " + text(quantizedRow(plan)) + " B int8";
    rows += ")";
    if (plan.ropeValues > 0)
        rows += " + " + text(plan.contextTokens) + " positions × " + text(count(plan.ropeValues)) + " angles × 4 B";
    lines.push_back({"activations", rows, activationBytes(plan, plan.contextTokens), 0});
    lines.push_back({"logits", text(count(plan.logitRows)) + " rows × " + text(count(plan.vocab)) + " tokens × 4 B",
                     logitBytes(plan), 0});
    return lines;
}

std::uint64_t predictedTotal(const LoadPlan& plan) {
    return sum(plan.weightBytes, cacheReserve(plan, poolTokens(plan)), activationBytes(plan, plan.contextTokens),
               logitBytes(plan));
}

namespace {

// Largest multiple of a block, at most `most`, for which bytesAt stays within the limit.
template <class F>
std::uint64_t largestWithin(const LoadPlan& plan, std::uint64_t most, std::uint64_t limit, F&& bytesAt) {
    const std::uint64_t block = std::max<std::uint64_t>(count(plan.blockTokens), 1);
    std::uint64_t fits = 0, tooMany = most / block + 1;  // in blocks
    while (tooMany - fits > 1) {
        const std::uint64_t middle = fits + (tooMany - fits) / 2;
        (bytesAt(plan, middle * block) <= limit ? fits : tooMany) = middle;
    }
    return fits * block;
}

}  // namespace

std::uint64_t largestContext(const LoadPlan& plan, std::uint64_t availableBytes) {
    return largestWithin(plan, plan.contextTokens, availableBytes, totalAt);
}

std::uint64_t tokensWithin(const LoadPlan& plan, std::uint64_t cacheBytes, std::uint64_t mostTokens) {
    return largestWithin(plan, mostTokens, cacheBytes, cacheReserve);
}

Result<void> checkFits(const LoadPlan& plan, std::uint64_t availableBytes, const std::string& subject) {
    const std::uint64_t needed = predictedTotal(plan);
    if (needed <= availableBytes) return {};
    std::string words = "needs " + size(needed) + " of memory (";
    bool first = true;
    for (const telemetry::LedgerLine& line : predictLedger(plan)) {
        if (!first) words += ", ";
        first = false;
        words += line.term + " " + size(line.predictedBytes);
        if (line.term == "cache") words += " for " + text(poolTokens(plan)) + " tokens";
    }
    words += "), " + size(availableBytes) + " is available; ";
    const std::uint64_t context = largestContext(plan, availableBytes);
    if (context > 0)
        words += "a context of at most " + text(context) + " tokens would fit";
    else
        words += "no context length would fit: close other programs or choose a smaller model";
    return Error{ErrorCode::DoesNotFit, subject, std::move(words)};
}

}  // namespace gh::plan
