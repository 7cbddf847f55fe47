// The comparison of an engine: loaded on a thread of its own, run a step at a time by the engine thread, and what it found
// kept until the next one begins.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/evaluate/comparison.h"

namespace gh::evaluate {

class ComparisonHost {
public:
    // changed: called from the loading thread after progress or the end; must not block.
    explicit ComparisonHost(std::function<void()> changed);
    ~ComparisonHost();   // cancels and joins

    void start(std::shared_ptr<const ComparisonSpec> spec);   // what goes on is stopped
    void stop();                                              // its models go; does not wait for a load to wind down
    bool takeLoaded();              // after `changed`; true: the facts are others now
    bool active() const;            // loads, winds down or runs
    bool running() const { return m_comparison != nullptr; }
    void step();                    // only while running; releases the models with the last one
    std::shared_ptr<const telemetry::ComparisonFacts> facts() const;   // null: there was none

private:
    class Loading;
    void letGo(telemetry::ComparisonState state, std::string trouble = {});   // of its models; the facts stay
    void say(telemetry::ComparisonFacts facts);

    std::function<void()> m_changed;
    std::unique_ptr<Loading> m_loading;
    std::vector<std::unique_ptr<Loading>> m_retired;
    std::unique_ptr<Comparison> m_comparison;
    std::uint64_t m_id = 0;
    mutable std::uint64_t m_version = 0;
    mutable std::shared_ptr<const telemetry::ComparisonFacts> m_inner;   // the comparison's own, of which m_facts was made
    mutable std::shared_ptr<const telemetry::ComparisonFacts> m_facts;
};

}  // namespace gh::evaluate
