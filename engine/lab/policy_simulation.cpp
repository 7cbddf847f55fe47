#include "engine/lab/policy_simulation.h"

#include <algorithm>

namespace gh::lab {
namespace {

struct Running {
    std::size_t index;
    int read = 0, written = 0;
};

class Simulation {
public:
    Simulation(const PolicySettings& policy, int budget, const std::vector<PlannedRequest>& requests, const StepCost& cost)
        : m_policy(policy), m_budget(budget), m_requests(requests), m_cost(cost), m_arrived(requests.size()) {
        for (std::size_t i = 0; i < requests.size(); ++i) m_arrived[i] = {requests[i].arrival, 0, requests[i].output};
    }

    Simulated run() {
        while (m_next < m_requests.size() || !m_running.empty()) {
            if (m_running.empty()) m_now = std::max(m_now, m_requests[m_next].arrival);
            admit();
            step();
        }
        return {statisticsOf(m_arrived, m_steps, m_busy, m_policy.mostRunning, m_rows, m_padding), std::move(m_arrived)};
    }

private:
    bool isStatic() const { return m_policy.kind == BatchPolicy::Static; }
    bool ended(const Running& r) const { return r.written == m_requests[r.index].output; }

    void admit() {
        if (isStatic() && !m_running.empty()) return;
        while (m_next < m_requests.size() && m_running.size() < static_cast<std::size_t>(m_policy.mostRunning) &&
               m_requests[m_next].arrival <= m_now)
            m_running.push_back({m_next++});
    }

    // Decode rows first, then what the budget leaves for prompts.
    void step() {
        StepLoad load;
        int budget = m_budget;
        std::vector<std::size_t> drawing;
        for (std::size_t i = 0; i < m_running.size(); ++i) {
            const Running& r = m_running[i];
            const PlannedRequest& request = m_requests[r.index];
            if (r.read < request.prompt || budget == 0) continue;
            --budget;
            ++load.rows;
            load.context += static_cast<std::uint64_t>(r.read + r.written);
            if (ended(r)) ++m_padding;
            else drawing.push_back(i);
        }
        for (std::size_t i = 0; i < m_running.size(); ++i) {
            Running& r = m_running[i];
            const int left = m_requests[r.index].prompt - r.read;
            if (left == 0 || budget == 0) continue;
            const int count = std::min(left, budget);
            budget -= count;
            load.rows += count;
            for (int p = r.read; p < r.read + count; ++p) load.context += static_cast<std::uint64_t>(p) + 1;
            r.read += count;
            if (count == left) drawing.push_back(i);
        }
        for (const Running& r : m_running) m_busy += ended(r) ? 0 : 1;
        ++m_steps;
        m_rows += static_cast<std::uint64_t>(load.rows);
        m_now += m_cost(load);
        for (const std::size_t i : drawing) ++m_running[i].written;
        const auto returns = [&](const Running& r) {
            m_arrived[r.index].returned = m_now;
            return true;
        };
        if (!isStatic()) {
            std::erase_if(m_running, [&](const Running& r) { return ended(r) && returns(r); });
        } else if (std::all_of(m_running.begin(), m_running.end(), [&](const Running& r) { return ended(r); })) {
            std::for_each(m_running.begin(), m_running.end(), returns);
            m_running.clear();
        }
    }

    const PolicySettings& m_policy;
    int m_budget;
    const std::vector<PlannedRequest>& m_requests;
    const StepCost& m_cost;
    std::vector<Arrived> m_arrived;
    std::vector<Running> m_running;
    std::size_t m_next = 0;
    double m_now = 0;
    std::uint64_t m_steps = 0, m_busy = 0, m_rows = 0, m_padding = 0;
};

}  // namespace

Simulated simulate(const PolicySettings& policy, int tokenBudget, const std::vector<PlannedRequest>& requests, const StepCost& cost) {
    return Simulation(policy, tokenBudget, requests, cost).run();
}

}  // namespace gh::lab
