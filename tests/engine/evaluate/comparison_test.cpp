// Comparisons run by hand: tiny models of every family, and the real ones where they are here.
#include "engine/evaluate/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/forward/direct.h"
#include "tests/support/real_models.h"
#include "tests/support/tiny_model.h"

namespace gh::evaluate {
namespace {

using telemetry::ComparisonFacts;
using telemetry::ComparisonMode;
using telemetry::ComparisonState;

std::shared_ptr<ComparisonSpec> specOf(std::vector<Variant> variants, ComparisonMode mode = ComparisonMode::Lockstep) {
    auto spec = std::make_shared<ComparisonSpec>();
    spec->variants = std::move(variants);
    spec->prompt = std::string("Once there was a mill in the valley, and each of");
    spec->mode = mode;
    spec->maxTokens = 12;
    spec->threads = 2;
    return spec;
}

std::shared_ptr<const ComparisonFacts> runAll(const std::shared_ptr<ComparisonSpec>& spec) {
    auto comparison = Comparison::load(spec, {});
    if (!comparison) {
        ADD_FAILURE() << comparison.error().message();
        return std::make_shared<const ComparisonFacts>();
    }
    while (!(*comparison)->done()) (*comparison)->step();
    return (*comparison)->facts();
}

void expectEqualToTheBit(const ComparisonFacts& facts) {
    ASSERT_EQ(facts.state, ComparisonState::Done) << facts.trouble;
    ASSERT_GT(facts.positions.size(), 0u);
    for (std::size_t v = 1; v < facts.variants.size(); ++v) {
        EXPECT_EQ(facts.variants[v].klMean, 0);
        EXPECT_EQ(facts.variants[v].klMax, 0);
        EXPECT_EQ(facts.variants[v].agreed, facts.variants[v].compared);
        EXPECT_EQ(facts.variants[v].compared, static_cast<int>(facts.positions.size()));
        EXPECT_EQ(facts.variants[v].splitAt, -1);
        for (std::size_t i = 0; i < facts.positions.size(); ++i) {
            const auto &cell = facts.positions[i].cells[v], &reference = facts.positions[i].cells[0];
            EXPECT_EQ(cell.klForward, 0);
            EXPECT_EQ(cell.klBackward, 0);
            EXPECT_EQ(cell.id, reference.id);
            EXPECT_EQ(cell.rank, reference.rank);
            EXPECT_EQ(cell.departsAt, -1);
            ASSERT_FALSE(cell.layerErrors.empty());
            for (const float error : cell.layerErrors) EXPECT_EQ(error, 0);
        }
    }
}

// The same weights under another name.
std::string copyOf(const std::string& path) {
    const auto copy = std::filesystem::temp_directory_path() / ("glasshouse-copy-" + std::to_string(::getpid()) + ".gguf");
    std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing);
    return copy.string();
}

TEST(Comparison, OfAModelToItselfAndToItsCopyIsExactlyNothing) {
    for (const std::string& family : test::tinyFamilies())
        for (const auto type : {kernels::StorageType::F32, kernels::StorageType::Q8_0}) {
            SCOPED_TRACE(family);
            const std::string path = test::tinyModelFile(test::tinyOptions(family, type)), copy = copyOf(path);
            for (const auto mode : {ComparisonMode::Lockstep, ComparisonMode::Free})
                expectEqualToTheBit(*runAll(specOf({{"a", path, {}}, {"b", path, {}}, {"c", copy, {}}}, mode)));
            std::filesystem::remove(copy);
        }
}

TEST(Comparison, OfARealModelToItsCopyIsExactlyNothing) {
    for (const auto name : {test::kSmolLm2, test::kGemma3}) {
        const std::string path = test::realModel(name);
        if (path.empty()) GTEST_SKIP() << name << " is not on this machine";
        // Another name for the same bytes, without a copy of them.
        const auto link = std::filesystem::temp_directory_path() / ("glasshouse-link-" + std::to_string(::getpid()) + ".gguf");
        std::filesystem::remove(link);
        std::filesystem::create_symlink(path, link);
        LoadOptions load;
        load.contextTokens = 256;
        auto spec = specOf({{"file", path, load}, {"link", link.string(), load}});
        spec->maxTokens = 4;
        expectEqualToTheBit(*runAll(spec));
        std::filesystem::remove(link);
    }
}

TEST(Comparison, TheReferenceSaysWhatTheModelSaysAlone) {
    const std::string path = test::tinyModelFile(test::tinyOptions("llama"));
    auto spec = specOf({{"a", path, {}}, {"b", path, {}}});
    spec->sampler.temperature = 0.8f;
    spec->sampler.seed = 7;
    const auto facts = runAll(spec);
    auto direct = DirectRun::open(path, {}, 2);
    ASSERT_TRUE(direct);
    const Tokenizer& tokenizer = (*direct)->tokenizer();
    std::vector<TokenId> ids = tokenizer.withModelSpecials(tokenizer.encode(std::get<std::string>(spec->prompt), false));
    ASSERT_EQ(facts->promptTokens, ids.size());
    const std::vector<TokenId> prompt = ids;
    Sampler sampler(spec->sampler);
    std::vector<TokenId> output;
    for (std::size_t i = 0; i < facts->positions.size(); ++i) {
        auto logits = (*direct)->naiveLastLogits(ids);
        ASSERT_TRUE(logits);
        const auto drawn = sampler.sample(*logits, prompt, output, ids.size());
        ASSERT_TRUE(drawn);
        EXPECT_EQ(facts->positions[i].cells[0].id, drawn->id) << i;
        EXPECT_EQ(facts->positions[i].position, ids.size());
        output.push_back(drawn->id);
        ids.push_back(drawn->id);
    }
}

TEST(Comparison, InLockstepAllReadTheReferencesTokens) {
    // Another seed is another model of the same vocabulary.
    auto options = test::tinyOptions("llama");
    const std::string path = test::tinyModelFile(options);
    options.seed = 2;
    options.width = 32;
    const std::string other = copyOf(test::tinyModelFile(options));
    const auto facts = runAll(specOf({{"a", path, {}}, {"b", other, {}}}));
    EXPECT_EQ(facts->variants[1].compared, static_cast<int>(facts->positions.size()));
    int differ = 0;
    for (std::size_t i = 0; i < facts->positions.size(); ++i) {
        const auto& cells = facts->positions[i].cells;
        EXPECT_GT(cells[1].klForward, 0);
        EXPECT_GT(cells[1].klBackward, 0);
        EXPECT_GE(cells[1].rank, 1);
        EXPECT_TRUE(cells[1].layerErrors.empty()) << "another width has no residual to be compared";
        EXPECT_EQ(cells[1].candidates.size(), 8u);
        EXPECT_EQ(cells[1].rank == 1, cells[1].id == cells[0].id);
        differ += cells[0].id != cells[1].id;
    }
    EXPECT_GT(differ, 0);
    std::filesystem::remove(other);
}

TEST(Comparison, FreeVariantsGoOnAfterTheySplit) {
    auto options = test::tinyOptions("llama");
    const std::string path = test::tinyModelFile(options);
    options.seed = 2;
    const std::string other = copyOf(test::tinyModelFile(options));
    const auto facts = runAll(specOf({{"a", path, {}}, {"b", other, {}}}, ComparisonMode::Free));
    const int split = facts->variants[1].splitAt;
    ASSERT_GE(split, 0);
    EXPECT_EQ(facts->variants[1].compared, split + 1);
    EXPECT_EQ(facts->variants[1].agreed, split);
    for (std::size_t i = 0; i < facts->positions.size(); ++i) {
        const auto& cell = facts->positions[i].cells[1];
        EXPECT_EQ(std::isnan(cell.klForward), static_cast<int>(i) > split) << i;
        EXPECT_EQ(std::isnan(cell.klBackward), static_cast<int>(i) > split) << i;
    }
    // Each says what it says alone.
    const auto alone = runAll(specOf({{"b", other, {}}, {"b", other, {}}}));
    for (std::size_t i = 0; i < facts->positions.size(); ++i)
        EXPECT_EQ(facts->positions[i].cells[1].id, alone->positions[i].cells[0].id) << i;
    std::filesystem::remove(other);
}

TEST(Comparison, CacheTypesAreVariantsToo) {
    const std::string path = test::tinyModelFile(test::tinyOptions("llama"));
    LoadOptions f32;
    f32.kvTypes = kernels::KvType::F32;
    LoadOptions exact;
    exact.activations = ActivationMode::F32;
    const auto facts = runAll(specOf({{"f16", path, {}}, {"f32", path, f32}, {"exact", path, exact}}));
    ASSERT_EQ(facts->variants.size(), 3u);
    EXPECT_GT(facts->variants[1].klMean, 0);
    EXPECT_LT(facts->variants[1].klMean, 1e-3);
    EXPECT_EQ(facts->variants[1].cacheAllocated, 2 * facts->variants[0].cacheAllocated);
    for (const auto& variant : facts->variants) {
        EXPECT_EQ(variant.cachePredicted, variant.cacheAllocated);
        EXPECT_LE(variant.cacheAllocated, variant.cacheReserved);
        EXPECT_GT(variant.stepMs, 0);
        EXPECT_GT(variant.weightBytes, 0u);
        EXPECT_EQ(variant.bits, 32);
    }
}

TEST(Comparison, WhatCannotBeComparedIsRefusedWithWords) {
    const std::string path = test::tinyModelFile(test::tinyOptions("llama"));
    const Variant stored{"stored", path, {}};
    const auto refused = [](std::vector<Variant> variants) {
        auto loaded = Comparison::load(specOf(std::move(variants)), {});
        return loaded ? Error{} : loaded.error();
    };
    EXPECT_NE(refused({stored}).detail.find("two to four"), std::string::npos);
    EXPECT_NE(refused({stored, stored, stored, stored, stored}).detail.find("5 were given"), std::string::npos);
    EXPECT_EQ(refused({stored, {"gone", "/nonexistent.gguf", {}}}).code, ErrorCode::MissingFile);
    EXPECT_EQ(refused({stored, {"gone", "/nonexistent.gguf", {}}}).subject.rfind("gone", 0), 0u);
    auto bytes = test::tinyOptions("llama");
    bytes.tokenizer = test::TinyTokenizer::ByteLevel;
    const Error other = refused({stored, {"other", test::tinyModelFile(bytes), {}}});
    EXPECT_EQ(other.code, ErrorCode::InvalidArgument);
    EXPECT_NE(other.detail.find("vocabulary"), std::string::npos) << other.detail;
    LoadOptions small;
    small.contextTokens = 16;
    const std::string again = test::tinyModelFile(test::tinyOptions("llama"));
    const Error full = refused({{"a", again, small}, {"b", again, small}});
    EXPECT_EQ(full.code, ErrorCode::InvalidArgument);
    EXPECT_NE(full.detail.find("context"), std::string::npos) << full.detail;

    auto chat = specOf({{"a", again, {}}, {"b", again, {}}});
    chat->prompt = std::vector<ChatMessage>{{"user", "Hello", {}}};
    auto noTemplate = Comparison::load(chat, {});
    ASSERT_FALSE(noTemplate);
    EXPECT_EQ(noTemplate.error().code, ErrorCode::Template);
    auto cancelled = Comparison::load(specOf({{"a", again, {}}, {"b", again, {}}}), [](double, std::string_view) { return false; });
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().code, ErrorCode::Cancelled);
}

TEST(Comparison, FactsAreNewOnlyWhereSomethingChanged) {
    const std::string path = test::tinyModelFile(test::tinyOptions("llama"));
    auto comparison = Comparison::load(specOf({{"a", path, {}}, {"b", path, {}}}), {});
    ASSERT_TRUE(comparison);
    const auto first = (*comparison)->facts();
    EXPECT_EQ(first, (*comparison)->facts());
    (*comparison)->step();
    EXPECT_NE(first, (*comparison)->facts());
    EXPECT_GT((*comparison)->facts()->version, first->version);
}

TEST(Comparison, JsonHoldsEveryPosition) {
    const std::string path = test::tinyModelFile(test::tinyOptions("llama"));
    const auto facts = runAll(specOf({{"a", path, {}}, {"b", path, {}}}));
    const auto json = nlohmann::json::parse(toJson(*facts));
    EXPECT_EQ(json["mode"], "lockstep");
    EXPECT_EQ(json["state"], "done");
    ASSERT_EQ(json["positions"].size(), facts->positions.size());
    EXPECT_EQ(json["positions"][0]["cells"][1]["kl"], 0.0);
    EXPECT_EQ(json["variants"][1]["agreed"], json["variants"][1]["compared"]);
    EXPECT_TRUE(json["variants"][1]["split_at"].is_null());
}

}  // namespace
}  // namespace gh::evaluate
