// Every family, variants of them, and each storage type against the independent float64 reference of tests/oracle: exactly as
// far as float32 goes with float activations, and closely with int8 ones.
#include <gtest/gtest.h>

#include <map>

#include "engine/model/model_config.h"
#include "tests/engine/model/case_files.h"
#include "tests/engine/model/logits_compare.h"

namespace gh {
namespace {

using nlohmann::json;

const json& index() {
    static const json models = test::readJson("tiny/tiny.json")["models"];
    return models;
}

std::vector<float> referenceLogits(const json& run) {
    const test::Bytes bytes = test::readBytes(test::dataPath("tiny/" + run["logits"].get<std::string>()));
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
    return values;
}

struct Difference {
    double meanKl = 0, largest = 0;  // largest: of a logit, relative to 1 and its size
};

Difference compare(const json& model, const json& run, ActivationMode activations, int chunk) {
    LoadOptions options;
    options.kvTypes = kernels::KvType::F32;
    options.activations = activations;
    options.contextTokens = run.value("context", 0);
    const auto ids = run["ids"].get<std::vector<TokenId>>();
    const auto found =
        test::allLogits(test::dataPath("tiny/" + model["model"].get<std::string>()), ids, options, chunk);
    const auto positions = run["positions"].get<std::vector<std::size_t>>();
    const auto vocab = model["vocab"].get<std::size_t>();
    const auto reference = referenceLogits(run);
    Difference difference;
    if (found.empty() || reference.size() != positions.size() * vocab) {
        ADD_FAILURE() << "no logits to compare";
        return difference;
    }
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::span<const float> wanted(&reference[i * vocab], vocab);
        const auto& row = found[positions[i]];
        EXPECT_EQ(row.size(), vocab);
        if (row.size() != vocab) return difference;
        difference.meanKl += test::divergence(wanted, row) / static_cast<double>(positions.size());
        for (std::size_t v = 0; v < vocab; ++v)
            difference.largest =
                std::max(difference.largest,
                         std::fabs(double(row[v]) - wanted[v]) / std::max(1.0, std::fabs(double(wanted[v]))));
    }
    return difference;
}

class TinyOracle : public testing::TestWithParam<std::size_t> {
    void SetUp() override {
        if (!test::machineHasChosenIsa()) GTEST_SKIP() << "this machine lacks the instruction set";
    }
};

TEST_P(TinyOracle, FloatActivationsAgree) {
    const json& model = index()[GetParam()];
    for (const auto& run : model["runs"])
        for (const int chunk : {0, 7}) {
            const auto difference = compare(model, run, ActivationMode::F32, chunk);
            EXPECT_LT(difference.largest, 1e-4) << run["logits"] << " chunk " << chunk;
            EXPECT_LT(difference.meanKl, 1e-5) << run["logits"] << " chunk " << chunk;
        }
}

TEST_P(TinyOracle, Int8ActivationsAreClose) {
    const json& model = index()[GetParam()];
    for (const auto& run : model["runs"]) {
        const auto difference = compare(model, run, ActivationMode::Int8, 0);
        // Of two or three bits a value is further from any other: the same rounding of activations weighs more.
        const bool coarse = model["type"] == "Q2_K" || model["type"] == "Q3_K";
        EXPECT_LT(difference.meanKl, coarse ? 0.02 : 0.01) << run["logits"];
        EXPECT_GE(difference.meanKl, -1e-6) << run["logits"];
    }
}

// 30 ids, beyond the window of gemma3: the same bits however the prompt is cut, cached or not, on any
// threads.
TEST_P(TinyOracle, GiveOneAnswer) {
    const json& model = index()[GetParam()];
    const std::string path = test::dataPath("tiny/" + model["model"].get<std::string>());
    const auto ids = model["runs"][0]["ids"].get<std::vector<TokenId>>();
    for (const auto activations : {ActivationMode::Int8, ActivationMode::F32}) {
        LoadOptions options;
        options.contextTokens = model["runs"][0].value("context", 0);
        options.activations = activations;
        const auto whole = test::allLogits(path, ids, options);
        ASSERT_FALSE(whole.empty());
        for (const int chunk : {1, 7}) EXPECT_EQ(test::allLogits(path, ids, options, chunk), whole) << chunk;
        // Naive passes are many: 14 ids pass the window as well.
        const std::vector<TokenId> start(ids.begin(), ids.begin() + 14);
        EXPECT_EQ(test::allLogits(path, start, options, 0, true),
                  std::vector<std::vector<float>>(whole.begin(), whole.begin() + 14))
            << "naive";
        EXPECT_EQ(test::allLogits(path, ids, options, 0, false, 1), whole) << "one thread";
    }
}

INSTANTIATE_TEST_SUITE_P(All, TinyOracle, testing::Range<std::size_t>(0, index().size()),
                         [](const auto& info) {
                             const std::string name = index()[info.param]["model"];
                             return name.substr(0, name.find('.'));
                         });

// What a format asks of products a family does not change: all formats in llama, a float and an int8 one in each.
TEST(TinyOracle, CoversEveryFamilyAndFormat) {
    std::map<std::pair<std::string, std::string>, int> seen;
    for (const auto& model : index())
        if (!model.contains("variant")) ++seen[{model["family"], model["type"]}];
    const auto expectOne = [&](const char* family, const char* format) {
        EXPECT_EQ((seen[{family, format}]), 1)
            << "add " << family << " in " << format << " to tests/oracle/make_tiny.py";
    };
    for (const auto& format : kernels::formatList()) expectOne("llama", format.name);
    for (const auto& architecture : architectureList()) {
        expectOne(architecture.name, "F32");
        expectOne(architecture.name, "Q8_0");
    }
}

}  // namespace
}  // namespace gh
