// Requests join and leave at any step. Every one that decodes has its row; what is left of the budget reads prompts, in
// order of arrival. Where the budget does not do for all, those that had no row for longest come first, and reading
// keeps an eighth, so that neither starves the other.
#include <algorithm>

#include "engine/schedule/policies/policy.h"

namespace gh {
namespace {

class ContinuousPolicy : public Policy {
public:
    bool admits(Running running, std::size_t mostRunning, std::uint64_t) const override { return running.size() < mostRunning; }
    bool returnsTogether() const override { return false; }

    void plan(Running running, std::uint32_t budget, std::uint64_t step, std::vector<RowWish>& wishes) const override {
        ByState states = byState(running);
        std::size_t decodes = budget;
        if (!states.reading.empty()) {
            // Of a budget of one row, every second.
            decodes = budget > 1 ? budget - std::max(1u, budget / 8) : step % 2;
            // Whom a full batch keeps from reading has its turn all the same.
            if (states.decode.size() >= decodes)
                std::stable_sort(states.reading.begin(), states.reading.end(), hadNoneForLonger);
        }
        if (states.decode.size() > decodes) {
            std::stable_sort(states.decode.begin(), states.decode.end(), hadNoneForLonger);
            states.decode.resize(decodes);
        }
        wishes = std::move(states.decode);
        wishes.insert(wishes.end(), states.reading.begin(), states.reading.end());
    }
};

}  // namespace

std::unique_ptr<Policy> makeContinuousPolicy() { return std::make_unique<ContinuousPolicy>(); }

}  // namespace gh
