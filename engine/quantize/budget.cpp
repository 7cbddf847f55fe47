// Choosing one scheme a tensor with the least sum under a bound is the multiple-choice knapsack. States (bytes, divergence)
// are built tensor by tensor; one that is no better in either than another is dropped. That is exact while the states are
// few; beyond kMostStates the best of each stretch of bytes is kept, whose bytes stay exact, so that the bound always holds.
#include "engine/quantize/budget.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace gh::quantize {
namespace {

constexpr std::size_t kMostStates = 4096;

struct State {
    std::uint64_t bytes = 0;
    double divergence = 0;
    std::uint32_t before = 0;   // index among the states of the tensor before
    std::uint32_t choice = 0;
};

std::vector<State> thinned(std::vector<State> states, std::uint64_t budget) {
    std::ranges::sort(states, [](const State& a, const State& b) {
        return a.bytes != b.bytes ? a.bytes < b.bytes : a.divergence < b.divergence;
    });
    std::vector<State> kept;
    for (const State& state : states)
        if (kept.empty() || state.divergence < kept.back().divergence) kept.push_back(state);
    if (kept.size() <= kMostStates) return kept;
    const std::uint64_t low = kept.front().bytes, step = std::max<std::uint64_t>(1, (budget - low) / (kMostStates - 1) + 1);
    std::vector<State> few{kept.front()};   // the smallest, or a tight budget may be lost
    for (std::size_t i = 1; i < kept.size(); ++i) {
        // Divergence falls with bytes: the last of a stretch is its best.
        const bool last = i + 1 == kept.size() || (kept[i + 1].bytes - low) / step != (kept[i].bytes - low) / step;
        if (last) few.push_back(kept[i]);
    }
    return few;
}

std::string escaped(const std::string& name) {
    std::string pattern;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
        if (!plain) pattern += '\\';
        pattern += c;
    }
    return pattern;
}

}  // namespace

std::uint64_t weightsOf(const std::vector<Sensitivity>& table) {
    std::map<std::string_view, std::uint64_t> each;
    for (const Sensitivity& one : table) each[one.tensor] = one.weights;
    std::uint64_t sum = 0;
    for (const auto& [tensor, weights] : each) sum += weights;
    return sum;
}

Result<Assignment> assignWithin(const std::vector<Sensitivity>& table, std::uint64_t budget) {
    std::vector<std::string> order;
    std::map<std::string, std::vector<const Sensitivity*>> choices;
    for (const Sensitivity& entry : table) {
        auto& of = choices[entry.tensor];
        if (of.empty()) order.push_back(entry.tensor);
        of.push_back(&entry);
    }
    // What the tensors from each on take at least.
    std::vector<std::uint64_t> least(order.size() + 1, 0);
    for (std::size_t i = order.size(); i-- > 0;) {
        const auto& of = choices[order[i]];
        least[i] = least[i + 1] + (*std::ranges::min_element(of, {}, [](const Sensitivity* s) { return s->bytes; }))->bytes;
    }
    if (least[0] > budget)
        return Error{ErrorCode::DoesNotFit, "the budget",
                     "of " + std::to_string(budget) + " bytes is less than the smallest schemes take for these " +
                         std::to_string(order.size()) + " matrices, " + std::to_string(least[0]) + " bytes; allow more or offer smaller schemes"};

    std::vector<std::vector<State>> states(order.size() + 1);
    states[0] = {State{}};
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto& of = choices[order[i]];
        std::vector<State> next;
        for (std::uint32_t s = 0; s < states[i].size(); ++s)
            for (std::uint32_t c = 0; c < of.size(); ++c) {
                const State state{states[i][s].bytes + of[c]->bytes, states[i][s].divergence + of[c]->divergence, s, c};
                if (state.bytes + least[i + 1] <= budget) next.push_back(state);
            }
        states[i + 1] = thinned(std::move(next), budget);
    }
    // Sorted by bytes with falling divergence: the last is the best.
    Assignment best;
    best.bytes = states.back().back().bytes;
    best.predicted = states.back().back().divergence;
    std::uint64_t weights = 0;
    auto at = static_cast<std::uint32_t>(states.back().size() - 1);
    for (std::size_t i = order.size(); i-- > 0;) {
        const State& state = states[i + 1][at];
        const Sensitivity& chosen = *choices[order[i]][state.choice];
        best.rules.rules.push_back({escaped(order[i]), chosen.scheme});
        weights += chosen.weights;
        at = state.before;
    }
    std::ranges::reverse(best.rules.rules);
    if (weights > 0) best.bits = 8.0 * static_cast<double>(best.bytes) / static_cast<double>(weights);
    return best;
}

}  // namespace gh::quantize
