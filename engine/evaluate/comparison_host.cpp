#include "engine/evaluate/comparison_host.h"

#include <spdlog/spdlog.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <thread>

namespace gh::evaluate {

using telemetry::ComparisonFacts;
using telemetry::ComparisonState;

class ComparisonHost::Loading {
public:
    using Outcome = Result<std::unique_ptr<Comparison>>;

    Loading(std::shared_ptr<const ComparisonSpec> spec, std::function<void()> changed) {
        m_thread = std::thread([this, spec = std::move(spec), changed = std::move(changed)] {
            const auto progress = [&](double share, std::string_view doing) {
                {
                    const std::lock_guard lock(m_mutex);
                    m_share = share;
                    m_doing = doing;
                }
                changed();
                return !m_cancelled.load();
            };
            const auto load = [&]() -> Outcome {
                try {
                    return Comparison::load(spec, progress);
                } catch (const std::bad_alloc&) {
                    return Error{ErrorCode::DoesNotFit, "comparison", "the system gives no more memory; close other programs"};
                } catch (const std::exception& problem) {
                    return Error{ErrorCode::Internal, "comparison", problem.what()};
                }
            };
            auto outcome = load();
            {
                const std::lock_guard lock(m_mutex);
                m_outcome = std::move(outcome);
            }
            changed();
        });
    }
    ~Loading() {
        cancel();
        m_thread.join();
    }

    void cancel() { m_cancelled = true; }
    void progress(ComparisonFacts& facts) const {
        const std::lock_guard lock(m_mutex);
        facts.share = m_share;
        facts.doing = m_doing;
    }
    std::optional<Outcome> takeOutcome() {   // once, when done
        const std::lock_guard lock(m_mutex);
        auto outcome = std::move(m_outcome);
        m_outcome.reset();
        return outcome;
    }

private:
    std::atomic<bool> m_cancelled{false};
    mutable std::mutex m_mutex;
    double m_share = 0;
    std::string m_doing;
    std::optional<Outcome> m_outcome;
    std::thread m_thread;   // last: starts when everything else is there
};

ComparisonHost::ComparisonHost(std::function<void()> changed) : m_changed(std::move(changed)) {}
ComparisonHost::~ComparisonHost() = default;

void ComparisonHost::start(std::shared_ptr<const ComparisonSpec> spec) {
    stop();
    ++m_id;
    ComparisonFacts facts;
    facts.mode = spec->mode;
    facts.departThreshold = telemetry::kDepartThreshold;
    for (const Variant& variant : spec->variants) facts.variants.emplace_back().name = variant.name;
    say(std::move(facts));
    m_loading = std::make_unique<Loading>(std::move(spec), m_changed);
}

void ComparisonHost::stop() {
    if (m_loading) {
        m_loading->cancel();
        m_retired.push_back(std::move(m_loading));
        letGo(ComparisonState::Cancelled);
    } else if (m_comparison) {
        letGo(ComparisonState::Cancelled);
    }
}

bool ComparisonHost::takeLoaded() {
    std::erase_if(m_retired, [](const auto& old) { return old->takeOutcome().has_value(); });
    if (!m_loading) return false;
    auto outcome = m_loading->takeOutcome();
    if (!outcome) {
        ComparisonFacts facts = *m_facts;
        m_loading->progress(facts);
        say(std::move(facts));
        return true;
    }
    m_loading.reset();
    if (*outcome) m_comparison = std::move(*outcome).value();
    else letGo(ComparisonState::Failed, outcome->error().message());
    return true;
}

bool ComparisonHost::active() const { return m_loading || m_comparison || !m_retired.empty(); }

void ComparisonHost::step() {
    try {
        m_comparison->step();
        if (m_comparison->done()) {
            const auto last = m_comparison->facts();
            letGo(last->state, last->trouble);
        }
    } catch (const std::exception& problem) {
        spdlog::error("a step of the comparison failed: {}", problem.what());
        letGo(ComparisonState::Failed, problem.what());
    }
}

std::shared_ptr<const ComparisonFacts> ComparisonHost::facts() const {
    if (m_comparison && m_comparison->facts() != m_inner) {
        m_inner = m_comparison->facts();
        auto fresh = std::make_shared<ComparisonFacts>(*m_inner);
        fresh->id = m_id;
        fresh->version = ++m_version;
        m_facts = std::move(fresh);
    }
    return m_facts;
}

void ComparisonHost::letGo(ComparisonState state, std::string trouble) {
    ComparisonFacts last = *facts();
    m_comparison.reset();
    m_inner.reset();
    last.state = state;
    last.doing.clear();
    last.trouble = std::move(trouble);
    say(std::move(last));
}

void ComparisonHost::say(ComparisonFacts facts) {
    facts.id = m_id;
    facts.version = ++m_version;
    m_facts = std::make_shared<const ComparisonFacts>(std::move(facts));
}

}  // namespace gh::evaluate
