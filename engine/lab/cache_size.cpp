// lab cache-size: the formula against what pools count when tables of many sequences grow, and what other numbers of
// KV heads would make of it. Blocks are taken and given back, never written: the memory behind them is not touched.
#include <algorithm>

#include "engine/cache/sequence_cache.h"
#include "engine/forward/model_outline.h"
#include "engine/lab/experiments.h"
#include "engine/lab/measured_model.h"

namespace gh::lab {
namespace {

constexpr std::uint64_t kMostTokens = std::uint64_t{1} << 26;   // 4 million blocks of 16: what the bookkeeping holds in a second

std::uint64_t predicted(const ModelOutline& outline, const std::vector<plan::LayerGroup>& groups, std::uint64_t users,
                        std::uint64_t tokens) {
    std::uint64_t sum = 0;
    for (const auto& group : groups)
        sum += users * plan::predictedBytes(group, outline.plan.k, outline.plan.v, tokens, outline.plan.blockTokens);
    return sum;
}

// What the pools count once `users` sequences hold `tokens` tokens each. Errors of createPools.
Result<std::uint64_t> allocated(const ModelOutline& outline, const LoadOptions& load,
                                const std::vector<plan::LayerGroup>& groups, std::uint64_t users, std::uint64_t tokens) {
    const auto block = static_cast<std::uint64_t>(outline.plan.blockTokens);
    const std::uint64_t whole = (tokens + block - 1) / block * block;
    std::vector<int> blocks;
    for (const auto& group : groups)
        blocks.push_back(static_cast<int>(
            plan::poolBlocks(group, users * whole, outline.plan.blockTokens, kMeasuredRows, static_cast<int>(users))));
    auto pools = createPools(groups, load.kvTypes, outline.plan.blockTokens, blocks);
    if (!pools) return pools.error();
    std::vector<SequenceCache> sequences;
    sequences.reserve(users);
    for (std::uint64_t user = 0; user < users; ++user) {
        SequenceCache& sequence = sequences.emplace_back(*pools);
        // In the steps of a prefill, so that windowed layers give back behind what they take ahead.
        for (std::uint64_t have = 0; have < tokens;) {
            have = std::min<std::uint64_t>(tokens, have + kMeasuredRows);
            if (!sequence.growTo(have)) return Error{ErrorCode::Internal, "cache-size", "the pool ran out of blocks that the formula promised"};
            sequence.dropOutOfWindow(have);
        }
    }
    return pools->allocatedBytes();
}

std::vector<plan::LayerGroup> withKvHeads(std::vector<plan::LayerGroup> groups, const ModelConfig& config, bool all) {
    for (auto& group : groups) group.kvHeads = all ? config.layer[static_cast<std::size_t>(group.layerIndex.front())].heads : 1;
    return groups;
}

struct Variant { const char* name; std::vector<plan::LayerGroup> groups; };

}  // namespace

std::span<const OptionSpec> cacheSizeOptions() {
    static constexpr OptionSpec kOptions[] = {
        {"users", OptionKind::Counts, "32,64,128", 1, 4096, "users of each shape"},
        {"tokens", OptionKind::Counts, "2048,1024,512", 1, 1 << 22, "tokens of each user, one for each shape"},
        {"contexts", OptionKind::Counts, "512,1024,2048,4096,8192", 1, 1 << 22, "tokens of one user, for the growth"},
    };
    return kOptions;
}

Ended cacheSize(const Subject& subject, const Options& options, Notebook& notebook) {
    const auto users = options.counts("users"), tokens = options.counts("tokens"), contexts = options.counts("contexts");
    if (users.size() != tokens.size())
        return Error{ErrorCode::InvalidArgument, "tokens",
                     "a shape is users x tokens: there are " + std::to_string(users.size()) + " numbers of users and " +
                         std::to_string(tokens.size()) + " of tokens; give as many of each"};
    for (std::size_t i = 0; i < users.size(); ++i)
        if (static_cast<std::uint64_t>(users[i]) * static_cast<std::uint64_t>(tokens[i]) > kMostTokens)
            return Error{ErrorCode::InvalidArgument, "tokens",
                         std::to_string(users[i]) + " x " + std::to_string(tokens[i]) + " are more than " +
                             std::to_string(kMostTokens) + " tokens in all"};
    auto opened = openForUse(subject.path, [&](const CheckedModel*) { return !notebook.cancelled(); });
    if (!opened) return opened.error();
    const ModelConfig& config = opened->checked.config;
    auto outlined = outlineOf(opened->checked, *opened->tokenizer, subject.path, subject.load, kMeasuredRows);
    if (!outlined) return outlined.error();
    const ModelOutline& outline = *outlined;
    notebook.begin(outline.facts, {{"shapes", "Cache by users x tokens", {"users", "users", false}, {"cache", "bytes", false}},
                                   {"growth", "Cache of one user", {"context", "tokens", false}, {"cache", "bytes", false}}});

    const Variant variants[] = {{"mha", withKvHeads(outline.groups, config, true)},
                                {"model", outline.groups},
                                {"mqa", withKvHeads(outline.groups, config, false)}};
    const double parts = static_cast<double>(users.size() + contexts.size());
    std::size_t done = 0;
    std::vector<std::uint64_t> shapes;
    bool agree = true;
    for (std::size_t i = 0; i < users.size(); ++i, ++done) {
        if (notebook.cancelled()) return Notebook::cancelledError();
        notebook.progress(static_cast<double>(done) / parts, "shapes");
        const auto u = static_cast<std::uint64_t>(users[i]), t = static_cast<std::uint64_t>(tokens[i]);
        const std::string shape = std::to_string(u) + "x" + std::to_string(t);
        const std::uint64_t bytes = predicted(outline, outline.groups, u, t);
        shapes.push_back(bytes);
        notebook.limit("shapes", "predicted", users[i], static_cast<double>(bytes));
        notebook.figure("predicted_" + shape, static_cast<double>(bytes), "bytes");
        // A shape whose pool this machine has no address space for is predicted all the same.
        const auto counted = allocated(outline, subject.load, outline.groups, u, t);
        if (!counted && counted.error().code != ErrorCode::DoesNotFit) return counted.error();
        if (!counted) {
            notebook.note("not_allocated_" + shape, counted.error().message());
            continue;
        }
        agree &= *counted == bytes;
        notebook.point("shapes", "allocated", users[i], static_cast<double>(*counted));
        notebook.figure("allocated_" + shape, static_cast<double>(*counted), "bytes");
    }
    for (const int context : contexts) {
        if (notebook.cancelled()) return Notebook::cancelledError();
        notebook.progress(static_cast<double>(done++) / parts, "growth");
        for (const Variant& variant : variants) {
            const std::uint64_t bytes = predicted(outline, variant.groups, 1, static_cast<std::uint64_t>(context));
            notebook.limit("growth", std::string(variant.name) + "_predicted", context, static_cast<double>(bytes));
            const auto counted = allocated(outline, subject.load, variant.groups, 1, static_cast<std::uint64_t>(context));
            if (!counted && counted.error().code != ErrorCode::DoesNotFit) return counted.error();
            if (!counted) continue;
            agree &= *counted == bytes;
            notebook.point("growth", std::string(variant.name) + "_allocated", context, static_cast<double>(*counted));
        }
    }
    std::uint64_t perToken[3] = {};
    for (int v = 0; v < 3; ++v)
        for (const auto& group : variants[v].groups) perToken[v] += plan::bytesPerToken(group, outline.plan.k, outline.plan.v);
    notebook.figure("bytes_per_token", static_cast<double>(perToken[1]), "bytes");
    notebook.figure("bytes_per_token_mha", static_cast<double>(perToken[0]), "bytes");
    notebook.figure("bytes_per_token_mqa", static_cast<double>(perToken[2]), "bytes");
    notebook.figure("mha_factor", static_cast<double>(perToken[0]) / static_cast<double>(perToken[1]), "x");
    notebook.note("predicted_and_allocated", agree ? "equal" : "differ");
    notebook.note("shapes", std::equal(shapes.begin() + 1, shapes.end(), shapes.begin()) ? "equal" : "differ");
    return {};
}

}  // namespace gh::lab
