// A batch is filled when nothing runs. All of it reads its prompts, then all of it decodes, a row each a step; who has ended
// computes a row of padding until the last has, and then all return. Kept for comparison only: this is what continuous
// batching is better than.
#include <algorithm>

#include "engine/schedule/policies/policy.h"

namespace gh {
namespace {

class StaticPolicy : public Policy {
public:
    // While it is being filled, and it is filled in one step.
    bool admits(Running running, std::size_t mostRunning, std::uint64_t step) const override {
        return running.size() < mostRunning &&
               std::all_of(running.begin(), running.end(), [&](const auto& request) { return request->admittedStep == step; });
    }
    bool returnsTogether() const override { return true; }

    void plan(Running running, std::uint32_t budget, std::uint64_t, std::vector<RowWish>& wishes) const override {
        ByState states = byState(running);
        if (!states.reading.empty()) {
            wishes = std::move(states.reading);
            return;
        }
        wishes = std::move(states.decode);
        wishes.insert(wishes.end(), states.padding.begin(), states.padding.end());
        // More members than rows: in turns.
        if (wishes.size() > budget)
            std::stable_sort(wishes.begin(), wishes.end(), hadNoneForLonger);
    }
};

}  // namespace

std::unique_ptr<Policy> makeStaticPolicy() { return std::make_unique<StaticPolicy>(); }

}  // namespace gh
