// The logit lens: its last layer is the model itself.
#include "engine/inspect/logit_lens.h"

#include <gtest/gtest.h>

#include "engine/forward/direct.h"
#include "engine/forward/model_runtime.h"
#include "engine/sample/softmax.h"
#include "tests/support/real_models.h"
#include "tests/support/tiny_model.h"

namespace gh::inspect {
namespace {

TEST(LogitLens, TheLastLayerIsTheModelInEveryFamily) {
    const std::vector<TokenId> ids = {5, 60, 7, 81, 9, 100, 11, 12, 130};
    for (const std::string& family : test::tinyFamilies()) {
        SCOPED_TRACE(family);
        auto run = DirectRun::open(test::tinyModelFile(test::tinyOptions(family)), {}, 2);
        ASSERT_TRUE(run.ok());
        ModelRuntime& model = (*run)->runtime();
        const auto tokens = static_cast<std::size_t>(std::min(model.config().vocab, model.tokenizer().size()));
        ASSERT_TRUE((*run)->logits(ids, false, 0, [&](std::size_t position, std::span<const float> logits) {
            const std::vector<float> kept(logits.begin(), logits.begin() + static_cast<std::ptrdiff_t>(tokens));
            std::vector<float> probabilities(tokens);
            softmax(kept, probabilities);
            if (position % 4 != 0) return true;
            const auto lens = logitLens(model, ids, static_cast<int>(position), 3);
            EXPECT_TRUE(lens.ok());
            if (!lens) return false;
            EXPECT_EQ(lens->answer, scanRow(kept).argmax);
            const LensLayer& last = lens->layers.back();
            EXPECT_EQ(last.answerRank, 1);
            EXPECT_EQ(last.top.front().id, lens->answer);
            EXPECT_EQ(last.answerProbability, probabilities[static_cast<std::size_t>(lens->answer)]) << "equal to the bit";
            EXPECT_EQ(lens->layers.size(), static_cast<std::size_t>(model.config().layers));
            for (int layer = lens->appearsAt; layer < model.config().layers; ++layer)
                EXPECT_EQ(lens->layers[static_cast<std::size_t>(layer)].top.front().id, lens->answer);
            if (lens->appearsAt > 0) {
                EXPECT_NE(lens->layers[static_cast<std::size_t>(lens->appearsAt) - 1].top.front().id, lens->answer);
            }
            return true;
        }).ok());
        EXPECT_EQ(logitLens(model, ids, 9, 3).error().code, ErrorCode::InvalidArgument);
    }
}

TEST(LogitLens, ARealModelFindsItsAnswerLate) {
    const std::string path = test::realModel(test::kSmolLm2);
    if (path.empty()) GTEST_SKIP() << test::kSmolLm2 << " is not there";
    LoadOptions options;
    options.contextTokens = 64;
    auto run = DirectRun::open(path, options, 0);
    ASSERT_TRUE(run.ok());
    const auto ids = (*run)->tokenizer().encode("The capital of France is", false);
    const auto lens = logitLens((*run)->runtime(), ids, static_cast<int>(ids.size()) - 1, 5);
    ASSERT_TRUE(lens.ok());
    EXPECT_EQ((*run)->tokenizer().piece(lens->answer), " Paris");
    EXPECT_GT(lens->appearsAt, 20);
    EXPECT_GT(lens->layers.front().answerRank, 10);
}

}  // namespace
}  // namespace gh::inspect
