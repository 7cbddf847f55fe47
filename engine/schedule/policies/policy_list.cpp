#include <algorithm>

#include "engine/schedule/policies/policy.h"

namespace gh {

std::span<const PolicyEntry> policyList() {
    static constexpr PolicyEntry kPolicies[] = {
        {BatchPolicy::Continuous, "continuous", makeContinuousPolicy},
        {BatchPolicy::Static, "static", makeStaticPolicy},
    };
    return kPolicies;
}

const PolicyEntry& policyEntry(BatchPolicy kind) {
    const auto all = policyList();
    return *std::find_if(all.begin(), all.end() - 1, [&](const PolicyEntry& entry) { return entry.kind == kind; });
}

ByState byState(Running running) {
    ByState found;
    for (const auto& request : running) {
        switch (request->state) {
            case telemetry::RequestState::Decode: found.decode.push_back({request.get(), 1}); break;
            case telemetry::RequestState::Padding: found.padding.push_back({request.get(), 1}); break;
            case telemetry::RequestState::Prefill:
                found.reading.push_back({request.get(), request->total() - request->sequence->resident()});
                break;
            default: break;
        }
    }
    return found;
}

}  // namespace gh
