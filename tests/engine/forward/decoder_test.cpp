// The families' decoders on the CPU backend against the same decoders on the reference backend, with everything exact
// (f32 activations, F32 cache): what differs is the rounding of single operations.
#include <fstream>
#include <map>

#include "engine/forward/decoder.h"
#include "engine/forward/direct.h"
#include "engine/lab/work_formula.h"
#include "tests/engine/forward/backend_fixture.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

ModelWeights loadInto(Backend& b, const CheckedModel& checked, ActivationMode mode) {
    std::map<std::string, const ModelTensor*> byName;
    for (const ModelTensor* t : checked.tensors) byName[t->name] = t;
    const auto vector = [&](const std::string& name) { return byName.contains(name) ? must(b.addVector(*byName[name])) : Vector{}; };
    const auto linear = [&](const std::string& name) {
        if (!byName.contains(name)) return Linear{};
        const Linear w = must(b.addLinear(*byName[name], mode));
        const std::string bias = name.substr(0, name.rfind('.')) + ".bias";
        if (byName.contains(bias)) b.setBias(w, vector(bias));
        return w;
    };
    ModelWeights w;
    w.embedding = linear("token_embd.weight");
    w.output = byName.contains("output.weight") ? linear("output.weight") : w.embedding;
    w.outputNorm = vector("output_norm.weight");
    for (int i = 0; i < checked.config.layers; ++i) {
        const std::string blk = "blk." + std::to_string(i) + ".";
        w.layers.push_back({vector(blk + "attn_norm.weight"), vector(blk + "attn_q_norm.weight"), vector(blk + "attn_k_norm.weight"),
                            vector(blk + "post_attention_norm.weight"), vector(blk + "ffn_norm.weight"), vector(blk + "post_ffw_norm.weight"),
                            linear(blk + "attn_q.weight"), linear(blk + "attn_k.weight"), linear(blk + "attn_v.weight"),
                            linear(blk + "attn_output.weight"), linear(blk + "ffn_gate.weight"), linear(blk + "ffn_up.weight"),
                            linear(blk + "ffn_down.weight")});
    }
    return w;
}

std::vector<float> referenceLogits(const std::string& path, std::span<const TokenId> ids, kernels::KvType type, ActivationMode mode) {
    const CheckedModel checked = must(openModel(path));
    const ModelConfig& config = checked.config;
    ReferenceBackend b;
    const ModelWeights weights = loadInto(b, checked, mode);
    const int rows = static_cast<int>(ids.size());
    Workspace workspace(b, config, rows);
    const auto groups = layerGroups(config);
    ModelPools pools = must(createPools(groups, type, 16, std::vector<int>(groups.size(), (rows + 15) / 16)));
    SequenceCache cache(pools);
    cache.growTo(ids.size());
    std::vector<BatchRow> batch;
    for (int i = 0; i < rows; ++i) batch.push_back({ids[static_cast<std::size_t>(i)], static_cast<std::uint32_t>(i), &cache});
    findDecoder(config.family)->decode({b, config, weights, workspace, batch});
    b.rmsNorm(workspace.residual, weights.outputNorm, config.normEps, rows, workspace.residual);
    const Tensor logits = b.createTensor(rows, config.vocab);
    const LinearJob head[] = {{weights.output, logits}};
    b.linear(head, workspace.residual, rows);
    EXPECT_EQ(b.multiplyAccumulates(), lab::macsOfRows(config, 0, ids.size(), ids.size()).total()) << "what the lab says of such a pass";
    if (config.logitCap > 0) b.softCap(logits, config.logitCap, rows);
    return output(b, logits, rows, config.vocab);
}

std::vector<float> engineLogits(const std::string& path, std::span<const TokenId> ids, kernels::KvType type, ActivationMode mode) {
    LoadOptions options;
    options.kvTypes = type;
    options.activations = mode;
    const auto run = must(DirectRun::open(path, options, 2));
    std::vector<float> all;
    const auto done = run->logits(ids, false, 0, [&](std::size_t, std::span<const float> row) {
        all.insert(all.end(), row.begin(), row.end());
        return true;
    });
    if (!done) throw std::runtime_error(done.error().message());
    return all;
}

TEST(Decoder, FamiliesAndFormatsAgainstTheReference) {
    std::vector<TokenId> ids{1};
    std::mt19937 random(3);
    while (ids.size() < 30) ids.push_back(static_cast<TokenId>(3 + random() % 250));
    for (const std::string& family : tinyFamilies())
        for (const kernels::Format& format : kernels::formatList()) {
            SCOPED_TRACE(family + " " + format.name);
            const std::string path = tinyModelFile(tinyOptions(family, format.type));
            const auto right = referenceLogits(path, ids, kernels::KvType::F32, ActivationMode::F32);
            const auto found = engineLogits(path, ids, kernels::KvType::F32, ActivationMode::F32);
            ASSERT_EQ(found.size(), right.size());
            double largest = 0, worst = 0;
            for (std::size_t i = 0; i < right.size(); ++i) {
                largest = std::max(largest, std::fabs(static_cast<double>(right[i])));
                worst = std::max(worst, std::fabs(static_cast<double>(found[i]) - static_cast<double>(right[i])));
            }
            EXPECT_LT(worst, 2e-5 * largest);
        }
}

}  // namespace
}  // namespace gh::test
