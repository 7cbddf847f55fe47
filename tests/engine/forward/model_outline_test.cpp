// What is said of a model before it is loaded is what it says itself afterwards, and what loading will need.
#include <gtest/gtest.h>

#include "engine/forward/model_outline.h"
#include "engine/forward/model_runtime.h"
#include "engine/model/gguf.h"
#include "tests/support/hf_writer.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

const GoOn kAlways = [](const CheckedModel*) { return true; };

TEST(ModelOutline, IsWhatTheLoadedModelSays) {
    for (const std::string& family : tinyFamilies()) {
        SCOPED_TRACE(family);
        const std::string path = tinyModelFile(tinyOptions(family, kernels::StorageType::Q8_0));
        LoadOptions options;
        options.contextTokens = 192;
        const auto outline = outlineModel(path, options, 32, kAlways);
        ASSERT_TRUE(outline.ok()) << outline.error().message();
        const auto model = ModelRuntime::load(path, options, 1, 32);
        ASSERT_TRUE(model.ok()) << model.error().message();
        const telemetry::ModelFacts &said = outline->facts, &is = *(*model)->facts();
        EXPECT_EQ(said.fileName, is.fileName);
        EXPECT_EQ(said.family, is.family);
        EXPECT_EQ(said.precision, is.precision);
        EXPECT_EQ(said.parameters, is.parameters);
        EXPECT_EQ(said.fileBytes, is.fileBytes);
        EXPECT_EQ(said.layers, is.layers);
        EXPECT_EQ(said.heads, is.heads);
        EXPECT_EQ(said.kvHeads, is.kvHeads);
        EXPECT_EQ(said.context, is.context);
        EXPECT_EQ(said.contextLimit, is.contextLimit);
        EXPECT_EQ(said.cacheBytesPerToken, is.cacheBytesPerToken);
        EXPECT_EQ(said.hasTemplate, is.hasTemplate);
        EXPECT_EQ(outline->container, "GGUF");
        EXPECT_EQ(outline->parts, std::vector<std::string>{path});
        std::uint64_t predicted = 0, stored = 0;
        for (const auto& line : (*model)->ledger()) predicted += line.predictedBytes;
        EXPECT_EQ(plan::predictedTotal(outline->plan), predicted);
        EXPECT_EQ(outline->storage.front().type, "Q8_0");
        for (const StorageShare& share : outline->storage) stored += share.bytes;
        EXPECT_GT(stored, 0u);
        EXPECT_LT(stored, said.fileBytes);
    }
}

TEST(ModelOutline, OfFoldersAndUnderABudget) {
    const auto gguf = openGguf(tinyModelFile(tinyOptions("llama")));
    const std::string folder = hfFolder(**gguf, "outlined", 2);
    LoadOptions options;
    const auto outline = outlineModel(folder + "/", options, 32, kAlways);
    ASSERT_TRUE(outline.ok()) << outline.error().message();
    EXPECT_EQ(outline->container, "safetensors");
    EXPECT_EQ(outline->parts.size(), 2u);
    EXPECT_EQ(outline->facts.fileName, "outlined");
    options.cacheBytes = outline->facts.cacheBytesPerToken * 100;
    EXPECT_EQ(outlineModel(folder, options, 32, kAlways)->facts.contextLimit, 96);  // whole blocks
    // More than one context: several sequences share the pool, none is longer than the model's context.
    const int context = outline->facts.contextLimit;
    for (const auto& [path, windowed] : {std::pair{folder, false}, {tinyModelFile(tinyOptions("gemma3")), true}}) {
        LoadOptions budget;
        const auto one = outlineModel(path, budget, 32, kAlways);
        const auto cacheOf = [](const ModelOutline& o) { return plan::predictLedger(o.plan)[1].predictedBytes; };
        budget.cacheBytes = 3 * cacheOf(*one);
        const auto three = outlineModel(path, budget, 32, kAlways);
        ASSERT_TRUE(three.ok()) << three.error().message();
        EXPECT_EQ(three->facts.contextLimit, one->facts.contextLimit);
        EXPECT_LE(cacheOf(*three), budget.cacheBytes);
        EXPECT_GT(cacheOf(*three), 2 * cacheOf(*one));
        EXPECT_GE(plan::poolTokens(three->plan), (windowed ? 17u : 30u) * static_cast<std::uint64_t>(one->facts.contextLimit) / 10);
        budget.contextTokens = 32;
        EXPECT_EQ(outlineModel(path, budget, 32, kAlways)->facts.contextLimit, 32);
    }
    EXPECT_GT(context, 96);
    options.cacheBytes = 1;
    const auto none = outlineModel(folder, options, 32, kAlways);
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, ErrorCode::DoesNotFit);
    EXPECT_NE(none.error().message().find(std::to_string(outline->facts.cacheBytesPerToken * 16)), std::string::npos);
}

TEST(ModelOutline, CanBeGivenUp) {
    const std::string path = tinyModelFile(tinyOptions("llama"));
    for (int after : {0, 1}) {
        int asked = 0;
        const auto outline = outlineModel(path, {}, 32, [&](const CheckedModel*) { return asked++ < after; });
        ASSERT_FALSE(outline.ok());
        EXPECT_EQ(outline.error().code, ErrorCode::Cancelled);
        EXPECT_EQ(asked, after + 1);
    }
    EXPECT_EQ(outlineModel("/absent.gguf", {}, 32, kAlways).error().code, ErrorCode::MissingFile);
}

}  // namespace
}  // namespace gh::test
