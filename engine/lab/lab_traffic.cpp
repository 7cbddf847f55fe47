#include "engine/lab/lab_traffic.h"

#include <algorithm>
#include <limits>
#include <set>

#include "engine/forward/model_outline.h"
#include "engine/lab/step_costs.h"

namespace gh::lab {

Result<std::unique_ptr<LabTraffic>> LabTraffic::open(const Subject& subject, const Notebook& notebook) {
    // The engine shows its tokenizer to nobody; which tokens end a reply is read from the file.
    auto opened = openForUse(subject.path, [&](const CheckedModel*) { return !notebook.cancelled(); });
    if (!opened) return opened.error();
    std::unique_ptr<LabTraffic> lab(new LabTraffic);
    for (TokenId id = 0; id < opened->tokenizer->size(); ++id)
        if (opened->tokenizer->isEndOfGeneration(id)) lab->m_sampler.logitBias.emplace_back(id, -std::numeric_limits<float>::infinity());
    lab->m_config.threads = subject.threads;
    lab->m_traffic = std::make_unique<TrafficEngine>(lab->m_config, [&notebook] { return notebook.cancelled(); });
    auto loaded = lab->m_traffic->load(subject.path, subject.load, [&](double share) { notebook.progress(share, "loading the model"); });
    if (!loaded) return loaded.error();
    lab->m_facts = loaded->facts;
    return lab;
}

TimedRequest LabTraffic::request(std::vector<TokenId> prompt, int length, double arrival, std::string salt) const {
    TimedRequest timed;
    timed.arrival = arrival;
    timed.submit.label = "lab";
    timed.submit.prompt = std::move(prompt);
    timed.submit.sampler = m_sampler;
    timed.submit.maxTokens = length;
    timed.submit.salt = std::move(salt);
    return timed;
}

Result<void> LabTraffic::checkContext(const char* option, int tokens) const {
    if (tokens <= m_facts->contextLimit) return {};
    return Error{ErrorCode::InvalidArgument, option,
                 "a request of " + std::to_string(tokens) + " tokens is longer than the context limit of " +
                     std::to_string(m_facts->contextLimit)};
}

BatchStatistics statisticsOf(const TrafficOutcome& outcome, int slots) {
    std::vector<Arrived> requests;
    for (const ServedRequest& served : outcome.requests)
        requests.push_back({served.arrival, served.returned, static_cast<int>(served.tokens.size())});
    std::uint64_t steps = 0, busy = 0, rows = 0, padding = 0;
    for (std::uint64_t step = outcome.firstStep; step <= outcome.lastStep; ++step) {
        const telemetry::StepRecord* record = recordOf(outcome.end->steps, step);
        if (!record) continue;
        ++steps;
        std::set<std::uint64_t> writing;
        for (const telemetry::StepRow& row : record->rows) {
            rows += row.count;
            if (row.kind == telemetry::RowKind::Padding) padding += row.count;
            else writing.insert(row.request);
        }
        busy += writing.size();
    }
    return statisticsOf(requests, steps, busy, slots, rows, padding);
}

}  // namespace gh::lab
