#include "app/lab/lab_words.h"

#include <QCoreApplication>

namespace gh::app {

std::span<const LabWord> labWords() {
    static constexpr LabWord kWords[] = {
        // ---- experiments
        {"With and without a cache", QT_TRANSLATE_NOOP("Lab", "With and without a cache")},
        {"Without a cache every new token makes the model read all tokens before it again, so the work "
         "of a step grows with the context, that of a whole reply with its square, and the scores of "
         "attention with the cube. With a cache a step computes one token and only looks back. "
         "Multiplications are counted, not only timed, and the results of both ways are compared bit "
         "by bit. The last plot draws the tiles of attention: only one is alive at a time, so the "
         "large square of scores is never written.",
         QT_TRANSLATE_NOOP("Lab", "Without a cache every new token makes the model read all tokens before it again, so the work "
                                  "of a step grows with the context, that of a whole reply with its square, and the scores of "
                                  "attention with the cube. With a cache a step computes one token and only looks back. "
                                  "Multiplications are counted, not only timed, and the results of both ways are compared bit "
                                  "by bit. The last plot draws the tiles of attention: only one is alive at a time, so the "
                                  "large square of scores is never written.")},
        {"Reading and writing", QT_TRANSLATE_NOOP("Lab", "Reading and writing")},
        {"Reading a prompt handles many tokens with each weight it fetches, so it is the arithmetic "
         "that limits it. Writing handles one token with each weight, so it is the memory. The "
         "roofline shows both: to the left the slope of what the memory delivers, to the right the "
         "flat roof of what the processor computes; both limits were measured on this machine just "
         "before.",
         QT_TRANSLATE_NOOP("Lab", "Reading a prompt handles many tokens with each weight it fetches, so it is the arithmetic "
                                  "that limits it. Writing handles one token with each weight, so it is the memory. The "
                                  "roofline shows both: to the left the slope of what the memory delivers, to the right the "
                                  "flat roof of what the processor computes; both limits were measured on this machine just "
                                  "before.")},
        {"How large the cache gets", QT_TRANSLATE_NOOP("Lab", "How large the cache gets")},
        {"Two numbers for every token, head value and layer: that is all the cache holds, and it can "
         "be computed before anything is allocated. Only the tokens that are resident count, not how "
         "they are spread over users. Sharing key and value heads among query heads makes it smaller "
         "by exactly that factor.",
         QT_TRANSLATE_NOOP("Lab", "Two numbers for every token, head value and layer: that is all the cache holds, and it can "
                                  "be computed before anything is allocated. Only the tokens that are resident count, not how "
                                  "they are spread over users. Sharing key and value heads among query heads makes it smaller "
                                  "by exactly that factor.")},
        {"How many at once", QT_TRANSLATE_NOOP("Lab", "How many at once")},
        {"A step reads all weights once, for one request or for many. Up to the knee another request "
         "costs almost nothing; beyond it the arithmetic is the limit, so that every further request "
         "makes all others wait and buys little. The knee is the least batch with 90 % of the best "
         "throughput.",
         QT_TRANSLATE_NOOP("Lab", "A step reads all weights once, for one request or for many. Up to the knee another request "
                                  "costs almost nothing; beyond it the arithmetic is the limit, so that every further request "
                                  "makes all others wait and buys little. The knee is the least batch with 90 % of the best "
                                  "throughput.")},
        {"Static and continuous batching", QT_TRANSLATE_NOOP("Lab", "Static and continuous batching")},
        {"A static batch returns when its longest reply is finished: the places of the finished ones "
         "compute padding, and who comes late waits for the whole batch. Continuous batching fills a "
         "place as soon as it is free. The same requests run under both, really on the engine and "
         "simulated at the cost of a step measured just before.",
         QT_TRANSLATE_NOOP("Lab", "A static batch returns when its longest reply is finished: the places of the finished ones "
                                  "compute padding, and who comes late waits for the whole batch. Continuous batching fills a "
                                  "place as soon as it is free. The same requests run under both, really on the engine and "
                                  "simulated at the cost of a step measured just before.")},
        {"What paging saves", QT_TRANSLATE_NOOP("Lab", "What paging saves")},
        {"Who reserves the longest context for each request pays for tokens that are never written. "
         "Blocks are taken as they fill, so a request wastes part of one block at most, and requests "
         "that begin alike share the blocks of what they have in common. What is saved is room for "
         "more requests.",
         QT_TRANSLATE_NOOP("Lab", "Who reserves the longest context for each request pays for tokens that are never written. "
                                  "Blocks are taken as they fill, so a request wastes part of one block at most, and requests "
                                  "that begin alike share the blocks of what they have in common. What is saved is room for "
                                  "more requests.")},
        // ---- options
        {"first steps that really run both ways, one after another", QT_TRANSLATE_NOOP("Lab", "first steps that really run both ways, one after another")},
        {"longer contexts, each way", QT_TRANSLATE_NOOP("Lab", "longer contexts, each way")},
        {"contexts of one head alone", QT_TRANSLATE_NOOP("Lab", "contexts of one head alone")},
        {"prompt lengths to read", QT_TRANSLATE_NOOP("Lab", "prompt lengths to read")},
        {"tokens in the cache while one more is written", QT_TRANSLATE_NOOP("Lab", "tokens in the cache while one more is written")},
        {"decode steps at each context", QT_TRANSLATE_NOOP("Lab", "decode steps at each context")},
        {"repeated runs, for the spread", QT_TRANSLATE_NOOP("Lab", "repeated runs, for the spread")},
        {"users of each shape", QT_TRANSLATE_NOOP("Lab", "users of each shape")},
        {"tokens of each user, one for each shape", QT_TRANSLATE_NOOP("Lab", "tokens of each user, one for each shape")},
        {"tokens of one user, for the growth", QT_TRANSLATE_NOOP("Lab", "tokens of one user, for the growth")},
        {"sequences decoded together", QT_TRANSLATE_NOOP("Lab", "sequences decoded together")},
        {"tokens in each sequence before", QT_TRANSLATE_NOOP("Lab", "tokens in each sequence before")},
        {"decode steps of a run", QT_TRANSLATE_NOOP("Lab", "decode steps of a run")},
        {"requests that run at once", QT_TRANSLATE_NOOP("Lab", "requests that run at once")},
        {"tokens of each prompt", QT_TRANSLATE_NOOP("Lab", "tokens of each prompt")},
        {"Poisson arrivals, as a share of what continuous batching can carry",
         QT_TRANSLATE_NOOP("Lab", "Poisson arrivals, as a share of what continuous batching can carry")},
        {"tokens of each prompt of its own", QT_TRANSLATE_NOOP("Lab", "tokens of each prompt of its own")},
        {"tokens that all prompts begin with", QT_TRANSLATE_NOOP("Lab", "tokens that all prompts begin with")},
        // ---- what options are called where runs are told apart
        {"runs", QT_TRANSLATE_NOOP("Lab", "runs")},
        {"contexts", QT_TRANSLATE_NOOP("Lab", "contexts")},
        {"head-contexts", QT_TRANSLATE_NOOP("Lab", "contexts of one head")},
        {"prompts", QT_TRANSLATE_NOOP("Lab", "prompts")},
        {"batches", QT_TRANSLATE_NOOP("Lab", "batches")},
        {"slots", QT_TRANSLATE_NOOP("Lab", "slots")},
        {"load", QT_TRANSLATE_NOOP("Lab", "load")},
        // ---- plots and their axes
        {"Throughput", QT_TRANSLATE_NOOP("Lab", "Throughput")},
        {"Time of a step", QT_TRANSLATE_NOOP("Lab", "Time of a step")},
        {"Reading: ms a token", QT_TRANSLATE_NOOP("Lab", "Reading: ms a token")},
        {"Writing: ms a token", QT_TRANSLATE_NOOP("Lab", "Writing: ms a token")},
        {"Roofline", QT_TRANSLATE_NOOP("Lab", "Roofline")},
        {"Share of the binding limit", QT_TRANSLATE_NOOP("Lab", "Share of the binding limit")},
        {"Cache by users x tokens", QT_TRANSLATE_NOOP("Lab", "Cache by users x tokens")},
        {"Cache of one user", QT_TRANSLATE_NOOP("Lab", "Cache of one user")},
        {"A step of the whole model", QT_TRANSLATE_NOOP("Lab", "A step of the whole model")},
        {"Multiply-accumulates of a step", QT_TRANSLATE_NOOP("Lab", "Multiply-accumulates of a step")},
        {"All steps up to a context", QT_TRANSLATE_NOOP("Lab", "All steps up to a context")},
        {"Multiply-accumulates of all steps", QT_TRANSLATE_NOOP("Lab", "Multiply-accumulates of all steps")},
        {"One attention head of 64 alone: a step", QT_TRANSLATE_NOOP("Lab", "One attention head of 64 alone: a step")},
        {"One attention head of 64 alone: multiply-accumulates", QT_TRANSLATE_NOOP("Lab", "One attention head of 64 alone: multiply-accumulates")},
        {"Scores of one head", QT_TRANSLATE_NOOP("Lab", "Scores of one head")},
        {"Most memory of a step: keys and values, activations", QT_TRANSLATE_NOOP("Lab", "Most memory of a step: keys and values, activations")},
        {"Tiles of attention, in the order in which they live", QT_TRANSLATE_NOOP("Lab", "Tiles of attention, in the order in which they live")},
        {"Requests that have returned", QT_TRANSLATE_NOOP("Lab", "Requests that have returned")},
        {"Share of the requests returned within a latency", QT_TRANSLATE_NOOP("Lab", "Share of the requests returned within a latency")},
        {"Measured cost of a step", QT_TRANSLATE_NOOP("Lab", "Measured cost of a step")},
        {"Cache over the steps", QT_TRANSLATE_NOOP("Lab", "Cache over the steps")},
        {"context", QT_TRANSLATE_NOOP("Lab", "context")},
        {"step", QT_TRANSLATE_NOOP("Lab", "step")},
        {"multiply-accumulates", QT_TRANSLATE_NOOP("Lab", "multiply-accumulates")},
        {"time", QT_TRANSLATE_NOOP("Lab", "time")},
        {"scores", QT_TRANSLATE_NOOP("Lab", "scores")},
        {"memory", QT_TRANSLATE_NOOP("Lab", "memory")},
        {"key", QT_TRANSLATE_NOOP("Lab", "key")},
        {"query", QT_TRANSLATE_NOOP("Lab", "query")},
        {"prompt", QT_TRANSLATE_NOOP("Lab", "prompt")},
        {"time a token", QT_TRANSLATE_NOOP("Lab", "time a token")},
        {"intensity", QT_TRANSLATE_NOOP("Lab", "intensity")},
        {"rate", QT_TRANSLATE_NOOP("Lab", "rate")},
        {"length", QT_TRANSLATE_NOOP("Lab", "length")},
        {"share", QT_TRANSLATE_NOOP("Lab", "share")},
        {"users", QT_TRANSLATE_NOOP("Lab", "users")},
        {"cache", QT_TRANSLATE_NOOP("Lab", "cache")},
        {"batch", QT_TRANSLATE_NOOP("Lab", "batch")},
        {"throughput", QT_TRANSLATE_NOOP("Lab", "throughput")},
        {"returned", QT_TRANSLATE_NOOP("Lab", "returned")},
        {"latency", QT_TRANSLATE_NOOP("Lab", "latency")},
        {"rows", QT_TRANSLATE_NOOP("Lab", "rows")},
        // ---- units
        {"tokens", QT_TRANSLATE_NOOP("Lab", "tokens")},
        {"requests", QT_TRANSLATE_NOOP("Lab", "requests")},
        {"tokens/s", QT_TRANSLATE_NOOP("Lab", "tokens/s")},
        {"bytes", QT_TRANSLATE_NOOP("Lab", "bytes")},
        {"steps", QT_TRANSLATE_NOOP("Lab", "steps")},
        {"op/byte", QT_TRANSLATE_NOOP("Lab", "op/byte")},
        {"op/s", QT_TRANSLATE_NOOP("Lab", "op/s")},
        {"requests/s", QT_TRANSLATE_NOOP("Lab", "requests/s")},
        // ---- series
        {"measured", QT_TRANSLATE_NOOP("Lab", "measured")},
        {"cached", QT_TRANSLATE_NOOP("Lab", "with cache")},
        {"naive", QT_TRANSLATE_NOOP("Lab", "without cache")},
        {"cached_estimate", QT_TRANSLATE_NOOP("Lab", "with cache, estimated")},
        {"naive_estimate", QT_TRANSLATE_NOOP("Lab", "without cache, estimated")},
        {"cached_formula", QT_TRANSLATE_NOOP("Lab", "with cache, by formula")},
        {"naive_formula", QT_TRANSLATE_NOOP("Lab", "without cache, by formula")},
        {"kept_between_steps", QT_TRANSLATE_NOOP("Lab", "kept between steps")},
        {"matrix", QT_TRANSLATE_NOOP("Lab", "n × n matrix")},
        {"row", QT_TRANSLATE_NOOP("Lab", "one row")},
        {"tiles", QT_TRANSLATE_NOOP("Lab", "our tiles")},
        {"order", QT_TRANSLATE_NOOP("Lab", "order")},
        {"memory_limit", QT_TRANSLATE_NOOP("Lab", "memory limit")},
        {"compute_limit", QT_TRANSLATE_NOOP("Lab", "compute limit")},
        {"memory_floor", QT_TRANSLATE_NOOP("Lab", "memory floor")},
        {"compute_floor", QT_TRANSLATE_NOOP("Lab", "compute floor")},
        {"memory_roof", QT_TRANSLATE_NOOP("Lab", "memory roof")},
        {"compute_roof", QT_TRANSLATE_NOOP("Lab", "compute roof")},
        {"prefill", QT_TRANSLATE_NOOP("Lab", "reading")},
        {"decode", QT_TRANSLATE_NOOP("Lab", "writing")},
        {"predicted", QT_TRANSLATE_NOOP("Lab", "predicted")},
        {"allocated", QT_TRANSLATE_NOOP("Lab", "allocated")},
        {"mha_predicted", QT_TRANSLATE_NOOP("Lab", "one for each query head, predicted")},
        {"model_predicted", QT_TRANSLATE_NOOP("Lab", "as the model has them, predicted")},
        {"mqa_predicted", QT_TRANSLATE_NOOP("Lab", "one for all, predicted")},
        {"mha_allocated", QT_TRANSLATE_NOOP("Lab", "one for each query head, allocated")},
        {"model_allocated", QT_TRANSLATE_NOOP("Lab", "as the model has them, allocated")},
        {"mqa_allocated", QT_TRANSLATE_NOOP("Lab", "one for all, allocated")},
        {"burst_static", QT_TRANSLATE_NOOP("Lab", "all at once, static")},
        {"burst_continuous", QT_TRANSLATE_NOOP("Lab", "all at once, continuous")},
        {"poisson_static", QT_TRANSLATE_NOOP("Lab", "Poisson, static")},
        {"poisson_continuous", QT_TRANSLATE_NOOP("Lab", "Poisson, continuous")},
        {"blocks_allocated", QT_TRANSLATE_NOOP("Lab", "blocks, allocated")},
        {"blocks_used", QT_TRANSLATE_NOOP("Lab", "blocks, written")},
        {"shared_allocated", QT_TRANSLATE_NOOP("Lab", "shared blocks, allocated")},
        {"shared_used", QT_TRANSLATE_NOOP("Lab", "shared blocks, written")},
        {"reserved", QT_TRANSLATE_NOOP("Lab", "reserved")},
        // ---- figures that the panel names; the others are in the exports
        {"knee_batch", QT_TRANSLATE_NOOP("Lab", "knee")},
        {"knee_tokens_per_s", QT_TRANSLATE_NOOP("Lab", "at the knee")},
        {"best_tokens_per_s", QT_TRANSLATE_NOOP("Lab", "best")},
        {"knee_gain", QT_TRANSLATE_NOOP("Lab", "gain over one request")},
        {"knee_latency_ratio", QT_TRANSLATE_NOOP("Lab", "time of a step against one request")},
        {"ridge", QT_TRANSLATE_NOOP("Lab", "ridge")},
        {"prefill_tokens_per_s", QT_TRANSLATE_NOOP("Lab", "reading")},
        {"decode_tokens_per_s", QT_TRANSLATE_NOOP("Lab", "writing")},
        {"bytes_per_token", QT_TRANSLATE_NOOP("Lab", "a token takes")},
        {"mha_factor", QT_TRANSLATE_NOOP("Lab", "smaller than with a head for each query head")},
        {"step_macs_cached", QT_TRANSLATE_NOOP("Lab", "multiply-accumulates of the last step with cache")},
        {"step_macs_naive", QT_TRANSLATE_NOOP("Lab", "without")},
        {"memory_cached", QT_TRANSLATE_NOOP("Lab", "memory with cache")},
        {"memory_naive", QT_TRANSLATE_NOOP("Lab", "without cache")},
        {"logits_equal", QT_TRANSLATE_NOOP("Lab", "steps with equal logits")},
        {"burst_throughput_gain", QT_TRANSLATE_NOOP("Lab", "all at once: throughput, continuous against static")},
        {"burst_latency_gain", QT_TRANSLATE_NOOP("Lab", "all at once: mean latency, static against continuous")},
        {"poisson_latency_gain", QT_TRANSLATE_NOOP("Lab", "Poisson: mean latency, static against continuous")},
        {"simulation_error", QT_TRANSLATE_NOOP("Lab", "largest error of the simulation")},
        {"fits_reserved", QT_TRANSLATE_NOOP("Lab", "fit with reservations")},
        {"fits_blocks", QT_TRANSLATE_NOOP("Lab", "fit with blocks")},
        {"fits_shared", QT_TRANSLATE_NOOP("Lab", "fit with shared blocks")},
        {"blocks_peak_wasted", QT_TRANSLATE_NOOP("Lab", "wasted by blocks")},
        {"reserved_wasted", QT_TRANSLATE_NOOP("Lab", "wasted by reservations")},
        // of a way of batching, as "all at once, static: p50 latency"
        {"burst_simulated_static", QT_TRANSLATE_NOOP("Lab", "all at once, static, simulated")},
        {"burst_simulated_continuous", QT_TRANSLATE_NOOP("Lab", "all at once, continuous, simulated")},
        {"poisson_simulated_static", QT_TRANSLATE_NOOP("Lab", "Poisson, static, simulated")},
        {"poisson_simulated_continuous", QT_TRANSLATE_NOOP("Lab", "Poisson, continuous, simulated")},
        {"mean_latency_s", QT_TRANSLATE_NOOP("Lab", "mean latency")},
        {"p50_latency_s", QT_TRANSLATE_NOOP("Lab", "p50 latency")},
        {"p95_latency_s", QT_TRANSLATE_NOOP("Lab", "p95 latency")},
        {"p99_latency_s", QT_TRANSLATE_NOOP("Lab", "p99 latency")},
        {"tokens_per_s", QT_TRANSLATE_NOOP("Lab", "throughput")},
        {"slot_use", QT_TRANSLATE_NOOP("Lab", "slot use")},
        {"padding_rows", QT_TRANSLATE_NOOP("Lab", "padding")},
        {"padding_share", QT_TRANSLATE_NOOP("Lab", "padding, of all rows")},
        {"tokens_per_s_error", QT_TRANSLATE_NOOP("Lab", "error of the throughput")},
        {"mean_latency_s_error", QT_TRANSLATE_NOOP("Lab", "error of the mean latency")},
        // ---- findings
        {"knee", QT_TRANSLATE_NOOP("Lab", "knee")},
        {"not reached by batch %1", QT_TRANSLATE_NOOP("Lab", "not reached by batch %1")},
        {"machine", QT_TRANSLATE_NOOP("Lab", "machine")},
        {"busy with other programs: times mean little", QT_TRANSLATE_NOOP("Lab", "busy with other programs: times mean little")},
        {"prefill_binds", QT_TRANSLATE_NOOP("Lab", "reading is limited by")},
        {"decode_binds", QT_TRANSLATE_NOOP("Lab", "writing is limited by")},
        {"compute", QT_TRANSLATE_NOOP("Lab", "arithmetic")},
        {"predicted_and_allocated", QT_TRANSLATE_NOOP("Lab", "predicted and allocated")},
        {"shapes", QT_TRANSLATE_NOOP("Lab", "cache of the shapes")},
        {"equal", QT_TRANSLATE_NOOP("Lab", "equal")},
        {"differ", QT_TRANSLATE_NOOP("Lab", "differ")},
        {"logits", QT_TRANSLATE_NOOP("Lab", "logits")},
        {"head_outputs", QT_TRANSLATE_NOOP("Lab", "outputs of one head")},
        {"macs", QT_TRANSLATE_NOOP("Lab", "multiplications")},
        {"equal to the bit", QT_TRANSLATE_NOOP("Lab", "equal to the bit")},
        {"counted as the formula says", QT_TRANSLATE_NOOP("Lab", "counted as the formula says")},
        {"differ from the formula", QT_TRANSLATE_NOOP("Lab", "differ from the formula")},
        // ---- what is being done
        {"both ways", QT_TRANSLATE_NOOP("Lab", "both ways")},
        {"decoding together", QT_TRANSLATE_NOOP("Lab", "decoding together")},
        {"filling the caches", QT_TRANSLATE_NOOP("Lab", "filling the caches")},
        {"growth", QT_TRANSLATE_NOOP("Lab", "growth")},
        {"loading the model", QT_TRANSLATE_NOOP("Lab", "loading the model")},
        {"longer contexts", QT_TRANSLATE_NOOP("Lab", "longer contexts")},
        {"measuring the machine's limits", QT_TRANSLATE_NOOP("Lab", "measuring the machine's limits")},
        {"one attention head alone", QT_TRANSLATE_NOOP("Lab", "one attention head alone")},
        {"blocks", QT_TRANSLATE_NOOP("Lab", "blocks")},
        {"shared", QT_TRANSLATE_NOOP("Lab", "shared")},
        {"cost of a step: before", QT_TRANSLATE_NOOP("Lab", "cost of a step: before")},
        {"cost of a step: between", QT_TRANSLATE_NOOP("Lab", "cost of a step: between")},
        {"cost of a step: after", QT_TRANSLATE_NOOP("Lab", "cost of a step: after")},
    };
    return kWords;
}

}  // namespace gh::app
