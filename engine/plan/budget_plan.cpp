#include "engine/plan/budget_plan.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "engine/plan/checked.h"
#include "kernels/formats/format.h"

namespace gh::plan {
namespace {

constexpr std::uint64_t kMostTokens = 1ull << 40, kMostUsers = 1ull << 32;

struct Word {
    const char* word;
    double bits;
};
constexpr Word kWords[] = {{"f32", 32}, {"f16", 16}, {"bf16", 16}, {"int8", 8}, {"int4", 4.125}};

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

// Cache bytes of `users` sequences of `context` tokens, the first `shared` of which are kept once.
std::uint64_t cacheBytes(const BudgetQuestion& q, std::uint64_t users, std::uint64_t context) {
    std::uint64_t total = 0;
    for (const LayerGroup& group : q.shape.groups) {
        const std::uint64_t one = bytesForTokens(group, q.k, q.v, context);
        // A windowed group keeps the common part only as far as its window reaches back into it.
        const std::uint64_t window = group.window > 0 ? static_cast<std::uint64_t>(group.window) : kMostTokens;
        const std::uint64_t own = context - q.sharedPrefix;
        const std::uint64_t sharedTokens = own >= window ? 0 : std::min(q.sharedPrefix, window - own);
        const std::uint64_t shared = bytesForTokens(group, q.k, q.v, sharedTokens);
        const std::uint64_t each = one - std::min(one, shared);
        total = saturatingAdd(total, saturatingAdd(saturatingMultiply(each, users), users > 0 ? shared : 0));
    }
    return total;
}

std::string number(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

std::string cacheFormula(const BudgetQuestion& q, std::uint64_t users, std::uint64_t context) {
    std::string words;
    for (const LayerGroup& group : q.shape.groups) {
        if (!words.empty()) words += " + ";
        const bool bound = group.window > 0 && static_cast<std::uint64_t>(group.window) < context;
        words += std::to_string(users) + " users × " + std::to_string(bound ? static_cast<std::uint64_t>(group.window) : context) +
                 (bound ? " tokens (window) × " : " tokens × ") + std::to_string(bytesPerToken(group, q.k, q.v)) + " B (" +
                 std::to_string(group.layers) + " layers × " + std::to_string(group.kvHeads) + " KV heads × (" +
                 std::to_string(group.keySize) + " K + " + std::to_string(group.valueSize) + " V))";
    }
    if (q.sharedPrefix > 0) words += ", " + std::to_string(q.sharedPrefix) + " tokens of a common beginning kept once";
    return words;
}

template <class Bytes>
std::uint64_t mostWithin(std::uint64_t most, std::uint64_t limit, Bytes bytes) {
    std::uint64_t fits = 0, tooMany = most + 1;
    while (tooMany - fits > 1) {
        const std::uint64_t middle = fits + (tooMany - fits) / 2;
        (bytes(middle) <= limit ? fits : tooMany) = middle;
    }
    return fits;
}

}  // namespace

std::optional<double> weightBits(std::string_view word) {
    const std::string wanted = lower(word);
    for (const Word& known : kWords)
        if (wanted == known.word) return known.bits;
    for (const kernels::Format& format : kernels::formatList())
        if (wanted == lower(format.name)) return 8.0 * format.blockBytes / format.blockValues;
    return {};
}

std::string weightWords() {
    std::string words;
    for (const Word& known : kWords) words += (words.empty() ? "" : ", ") + std::string(known.word);
    for (const kernels::Format& format : kernels::formatList())
        if (format.blockValues > 1) words += ", " + lower(format.name);
    return words;
}

Result<BudgetAnswer> solveBudget(const BudgetQuestion& q) {
    const auto refuse = [](const char* what, std::string words) {
        return Error{ErrorCode::InvalidArgument, what, std::move(words)};
    };
    if (q.shape.layers <= 0 || q.shape.groups.empty()) return refuse("layers", "a model has at least one layer");
    if (q.users == 0 && q.unknown != Unknown::Users) return refuse("users", "nobody uses it: at least 1 is expected");
    if (q.users > kMostUsers) return refuse("users", std::to_string(q.users) + " is more than can be planned for");
    if (q.context > kMostTokens) return refuse("context", std::to_string(q.context) + " tokens are more than can be planned for");
    if (q.sharedPrefix > q.context && q.unknown != Unknown::Context)
        return refuse("shared prefix", "is longer than the context of " + std::to_string(q.context) + " tokens");
    if (!(q.bits > 0) || q.bits > 64) return refuse("weights", "bits a weight must lie above 0 and up to 64");

    BudgetAnswer answer;
    // Exact in double up to 2^53 bytes; bits have at most three binary places.
    const std::uint64_t weights = q.weightBytes.value_or(
        static_cast<std::uint64_t>(std::llround(static_cast<double>(q.shape.parameters) * q.bits / 8)));
    const std::uint64_t fixed = saturatingAdd(weights, q.reserve);
    answer.users = q.users;
    answer.context = q.context;
    answer.budget = q.budget;
    if (q.unknown == Unknown::Budget) answer.budget = saturatingAdd(fixed, cacheBytes(q, q.users, q.context));
    answer.bytesLeft = static_cast<std::int64_t>(std::min<std::uint64_t>(answer.budget, INT64_MAX)) -
                       static_cast<std::int64_t>(std::min<std::uint64_t>(fixed, INT64_MAX));
    const std::uint64_t left = answer.bytesLeft > 0 ? static_cast<std::uint64_t>(answer.bytesLeft) : 0;
    switch (q.unknown) {
        case Unknown::Context:
            answer.context = mostWithin(kMostTokens, left, [&](std::uint64_t tokens) {
                return tokens < q.sharedPrefix ? 0 : cacheBytes(q, q.users, tokens);
            });
            answer.fits = answer.bytesLeft >= 0 && answer.context > 0 && answer.context >= q.sharedPrefix;
            break;
        case Unknown::Users:
            answer.users = mostWithin(kMostUsers, left, [&](std::uint64_t users) { return cacheBytes(q, users, q.context); });
            answer.fits = answer.bytesLeft >= 0 && answer.users > 0;
            break;
        case Unknown::Budget: answer.fits = true; break;
        case Unknown::Nothing: answer.fits = answer.bytesLeft >= 0 && cacheBytes(q, q.users, q.context) <= left; break;
    }
    if (!answer.fits && q.unknown == Unknown::Context) answer.context = 0;
    if (!answer.fits && q.unknown == Unknown::Users) answer.users = 0;
    if (answer.fits) answer.tokens = saturatingMultiply(answer.users, answer.context);
    answer.ledger.push_back({"weights", weights,
                             q.weightBytes ? "counted in the file"
                                           : std::to_string(q.shape.parameters) + " parameters × " + number(q.bits) + " bits / 8"});
    const bool known = answer.fits || q.unknown == Unknown::Nothing;
    answer.ledger.push_back({"cache", known ? cacheBytes(q, answer.users, answer.context) : 0,
                             known ? cacheFormula(q, answer.users, answer.context) : "does not fit"});
    answer.ledger.push_back({"reserve", q.reserve, "activations, logits and the program itself"});
    return answer;
}

std::vector<GridCell> budgetGrid() {
    std::vector<GridCell> grid;
    for (const char* family : {"7B", "13B", "70B"}) {
        for (const std::uint64_t gib : {8, 16, 24, 48, 80}) {
            for (const char* weights : {"f16", "int8", "int4"}) {
                BudgetQuestion question;
                question.shape = *findFamily(family);
                question.bits = *weightBits(weights);
                question.budget = gib * kGiB;
                const auto answer = solveBudget(question);
                grid.push_back({family, weights, gib, answer->fits, answer->tokens});
            }
        }
    }
    return grid;
}

}  // namespace gh::plan
