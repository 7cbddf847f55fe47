#include <algorithm>
#include <numeric>

#include "engine/forward/model_outline.h"
#include "engine/lab/experiments.h"
#include "engine/lab/machine_use.h"
#include "engine/lab/measured_model.h"

namespace gh::lab {

std::span<const Experiment> experimentList() {
    static const Experiment kExperiments[] = {
        {"cached-vs-naive", "With and without a cache",
         "Without a cache every new token makes the model read all tokens before it again, so the work of a step grows with "
         "the context, that of a whole reply with its square, and the scores of attention with the cube. With a cache a step "
         "computes one token and only looks back. Multiplications are counted, not only timed, and the results of both ways "
         "are compared bit by bit. The last plot draws the tiles of attention: only one is alive at a time, so the large "
         "square of scores is never written.",
         Needs::Runtime, cachedVsNaiveOptions(), cachedVsNaive},
        {"phases", "Reading and writing",
         "Reading a prompt handles many tokens with each weight it fetches, so it is the arithmetic that limits it. Writing "
         "handles one token with each weight, so it is the memory. The roofline shows both: to the left the slope of what the "
         "memory delivers, to the right the flat roof of what the processor computes; both limits were measured on this "
         "machine just before.",
         Needs::Runtime, phasesOptions(), phases},
        {"cache-size", "How large the cache gets",
         "Two numbers for every token, head value and layer: that is all the cache holds, and it can be computed before "
         "anything is allocated. Only the tokens that are resident count, not how they are spread over users. Sharing key "
         "and value heads among query heads makes it smaller by exactly that factor.",
         Needs::Shape, cacheSizeOptions(), cacheSize},
        {"knee", "How many at once",
         "A step reads all weights once, for one request or for many. Up to the knee another request costs almost nothing; "
         "beyond it the arithmetic is the limit, so that every further request makes all others wait and buys little. The "
         "knee is the least batch with 90 % of the best throughput.",
         Needs::Runtime, kneeOptions(), knee},
        {"policies", "Static and continuous batching",
         "A static batch returns when its longest reply is finished: the places of the finished ones compute padding, and who "
         "comes late waits for the whole batch. Continuous batching fills a place as soon as it is free. The same requests run "
         "under both, really on the engine and simulated at the cost of a step measured just before.",
         Needs::Engine, policiesOptions(), policies, policiesJson},
        {"paging", "What paging saves",
         "Who reserves the longest context for each request pays for tokens that are never written. Blocks are taken as they "
         "fill, so a request wastes part of one block at most, and requests that begin alike share the blocks of what they "
         "have in common. What is saved is room for more requests.",
         Needs::Engine, pagingOptions(), paging},
    };
    return kExperiments;
}

const Experiment* findExperiment(std::string_view id) {
    for (const Experiment& experiment : experimentList())
        if (id == experiment.id) return &experiment;
    return nullptr;
}

std::string_view explanationText(std::string_view key) {
    const Experiment* experiment = findExperiment(key);
    return experiment ? experiment->explanation : std::string_view();
}

Outcome runExperiment(const Experiment& experiment, const Subject& subject, const Options& options, const Hooks& hooks) {
    Notebook notebook(experiment, options, hooks);
    Outcome outcome;
    const MachineUse machine;
    outcome.error = experiment.run(subject, options, notebook);
    if (const auto taken = machine.takenByOthers(notebook.run().threads)) {
        notebook.figure("taken_by_others", 100 * *taken, "%");
        if (*taken >= kMostTaken) notebook.note("machine", "busy with other programs: times mean little");
    }
    outcome.run = notebook.take(!outcome.error);
    return outcome;
}

Result<std::uint64_t> labMemory(const Experiment& experiment, const Subject& subject) {
    if (experiment.needs == Needs::Shape) return std::uint64_t{0};
    auto outline = outlineModel(subject.path, subject.load, kMeasuredRows, [](const CheckedModel*) { return true; });
    if (!outline) return outline.error();
    return plan::predictedTotal(outline->plan);
}

}  // namespace gh::lab
