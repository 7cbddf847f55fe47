// The weights of attention: with the values at their tap they give what attention put out.
#include "engine/inspect/attention_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "engine/forward/direct.h"
#include "engine/forward/model_runtime.h"
#include "engine/inspect/outliers.h"
#include "tests/support/tiny_model.h"

namespace gh::inspect {
namespace {

std::vector<TokenId> someIds(int count) {
    std::vector<TokenId> ids;
    for (int i = 0; i < count; ++i) ids.push_back(3 + (i * 53) % 250);
    return ids;
}

std::unique_ptr<DirectRun> open(const test::TinyOptions& options) {
    LoadOptions load;
    load.activations = ActivationMode::F32;
    load.kvTypes = {kernels::KvType::F32, kernels::KvType::F32};
    auto run = DirectRun::open(test::tinyModelFile(options), load, 2);
    EXPECT_TRUE(run.ok());
    return std::move(run).value();
}

void expectOutputs(const test::TinyOptions& options) {
    const auto run = open(options);
    const ModelConfig& config = run->runtime().config();
    const auto ids = someIds(30);
    for (int layer = 0; layer < config.layers; ++layer) {
        const LayerConfig& shape = config.layer[static_cast<std::size_t>(layer)];
        std::vector<float> values, outputs;
        const Tap taps[] = {Tap::V, Tap::AttentionOutput};
        ASSERT_TRUE(watchRows(run->runtime(), ids, taps, 11, [&](Tap tap, int at, std::uint32_t, int count, int dims, const float* rows) {
            if (at != layer) return;
            auto& to = tap == Tap::V ? values : outputs;
            to.insert(to.end(), rows, rows + count * dims);
        }).ok());
        for (const int query : {0, 7, 29}) {
            const auto view = attentionView(run->runtime(), ids, layer, query);
            ASSERT_TRUE(view.ok()) << view.error().message();
            ASSERT_EQ(view->heads.size(), static_cast<std::size_t>(shape.heads));
            for (int h = 0; h < shape.heads; ++h) {
                const HeadView& head = view->heads[static_cast<std::size_t>(h)];
                ASSERT_EQ(head.weights.size(), static_cast<std::size_t>(query) + 1);
                EXPECT_NEAR(std::accumulate(head.weights.begin(), head.weights.end(), 0.0), 1.0, 1e-5);
                for (int i = 0; i < shape.headSize; ++i) {
                    double sum = 0;
                    for (int p = 0; p <= query; ++p) {
                        if (shape.window > 0 && query - p >= shape.window) {
                            EXPECT_EQ(head.weights[static_cast<std::size_t>(p)], 0.0f);
                        }
                        sum += static_cast<double>(head.weights[static_cast<std::size_t>(p)]) *
                               values[static_cast<std::size_t>((p * shape.kvHeads + h / (shape.heads / shape.kvHeads)) * shape.headSize + i)];
                    }
                    const float put = outputs[static_cast<std::size_t>((query * shape.heads + h) * shape.headSize + i)];
                    EXPECT_NEAR(sum, put, 1e-5 * (1 + std::fabs(put))) << "layer " << layer << ", head " << h << ", query " << query;
                }
            }
        }
    }
}

TEST(AttentionView, WeightsTimesValuesAreTheOutputInEveryFamily) {
    for (const std::string& family : test::tinyFamilies()) {
        SCOPED_TRACE(family);
        expectOutputs(test::tinyOptions(family));
    }
}

TEST(AttentionView, LayersOfDifferentHeads) {
    test::TinyOptions options = test::tinyOptions("llama");
    options.kvHeadsOfLayer = {4, 1};
    expectOutputs(options);
}

TEST(AttentionView, SinksAreKeysThatLaterQueriesGiveMuchTo) {
    const auto run = open(test::tinyOptions("llama"));
    const auto view = attentionView(run->runtime(), someIds(20), 0, 19);
    ASSERT_TRUE(view.ok());
    for (const HeadView& head : view->heads) {
        EXPECT_EQ(head.meanShares.back(), 0.0f) << "nobody is behind the last";
        for (const int sink : head.sinks) EXPECT_GE(head.meanShares[static_cast<std::size_t>(sink)], kSinkShare);
    }
    EXPECT_EQ(attentionView(run->runtime(), someIds(20), 9, 0).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(attentionView(run->runtime(), someIds(20), 0, 20).error().code, ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace gh::inspect
