// By which rule requests share the steps: who may join, and who asks for how many rows in which order. Blocks, budget and
// the rows themselves are the scheduler's matter, whatever the policy.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/schedule/request.h"

namespace gh {

using Running = std::span<const std::unique_ptr<Request>>;   // in the order of Request::before

struct RowWish {
    Request* request = nullptr;
    std::uint32_t most = 0;       // rows it would take
};

inline bool hadNoneForLonger(const RowWish& a, const RowWish& b) { return a.request->lastRow < b.request->lastRow; }

class Policy {
public:
    virtual ~Policy() = default;
    // May one more join those that run, at this step?
    virtual bool admits(Running running, std::size_t mostRunning, std::uint64_t step) const = 0;
    // Wishes in the order in which they are granted, of together at most `budget` rows as far as it matters to the rule.
    virtual void plan(Running running, std::uint32_t budget, std::uint64_t step, std::vector<RowWish>& wishes) const = 0;
    // Who has ended stays in as a row of padding until all have, and they return as one.
    virtual bool returnsTogether() const = 0;
};

// Those that decode, those that ended and pad, and those that still read; each as they stand.
struct ByState {
    std::vector<RowWish> decode, padding, reading;
};
ByState byState(Running running);

std::unique_ptr<Policy> makeContinuousPolicy();
std::unique_ptr<Policy> makeStaticPolicy();

struct PolicyEntry {
    BatchPolicy kind;
    const char* name;             // in commands and files
    std::unique_ptr<Policy> (*make)();
};
std::span<const PolicyEntry> policyList();
const PolicyEntry& policyEntry(BatchPolicy kind);

}  // namespace gh
