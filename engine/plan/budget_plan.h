// Does it fit, with how much context, for how many: the arithmetic of a memory budget, any one term the unknown.
// Every answer is a ledger whose terms are sums that a reader can follow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/plan/model_shape.h"

namespace gh::plan {

constexpr std::uint64_t kGiB = 1ull << 30;
// What a program needs beside weights and cache where no engine was asked: activations, logits, itself.
constexpr std::uint64_t kDefaultReserve = kGiB * 3 / 2;

// How weights are stored, as bits a weight: "f16" 16, "int8" 8, "int4" 4.125 (groups of 128 with a 16-bit scale), and the
// storage types by their blocks ("q4_0" 4.5). Nothing: no such word.
std::optional<double> weightBits(std::string_view word);
std::string weightWords();   // for messages: "f16, int8, int4, …"

enum class Unknown { Nothing, Context, Users, Budget };

struct BudgetQuestion {
    ModelShape shape;
    double bits = 16;                          // a weight
    std::optional<std::uint64_t> weightBytes;  // counted, where there is a file: bits are left aside
    std::uint64_t budget = 0, reserve = kDefaultReserve;   // bytes
    CacheType k = CacheType::F16, v = CacheType::F16;
    std::uint64_t users = 1, context = 0;      // tokens each
    std::uint64_t sharedPrefix = 0;            // of them, that all users have in common and that is kept once
    Unknown unknown = Unknown::Context;
};

struct BudgetLine {
    std::string term;      // "weights", "cache", "reserve"
    std::uint64_t bytes = 0;
    std::string formula;
};

struct BudgetAnswer {
    bool fits = false;
    std::uint64_t tokens = 0;      // cached over all users; 0 where it does not fit
    std::uint64_t users = 0, context = 0, budget = 0;   // the unknown among them solved
    std::int64_t bytesLeft = 0;    // of the budget, behind weights and reserve; negative: they alone are too much
    std::vector<BudgetLine> ledger;
};

// Error InvalidArgument: no users, no layers, more than 2^40 tokens, a prefix longer than the context.
Result<BudgetAnswer> solveBudget(const BudgetQuestion& question);

struct GridCell {
    std::string family, weights;
    std::uint64_t budgetGiB = 0;
    bool fits = false;
    std::uint64_t tokens = 0;
};
// 7B, 13B and 70B in f16, int8 and int4 on 8, 16, 24, 48 and 80 GiB with a 16-bit cache.
std::vector<GridCell> budgetGrid();

}  // namespace gh::plan
