// SmolLM2 on a paragraph against an independent forward pass in float64 (tests/oracle/make_residuals.py).
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/forward/direct.h"
#include "engine/inspect/outliers.h"
#include "tests/support/real_models.h"

namespace gh::inspect {
namespace {

const std::string kFolder = std::string(GLASSHOUSE_TEST_DATA) + "/inspect/";

class RealOutliers : public testing::Test {
protected:
    void SetUp() override {
        const std::string path = test::realModel(test::kSmolLm2);
        if (path.empty()) GTEST_SKIP() << test::kSmolLm2 << " is not there";
        LoadOptions options;
        options.activations = ActivationMode::F32;
        options.kvTypes = {kernels::KvType::F32, kernels::KvType::F32};
        options.contextTokens = 256;
        auto opened = DirectRun::open(path, options, 0);
        ASSERT_TRUE(opened.ok()) << opened.error().message();
        m_run = std::move(opened).value();
        m_expected = nlohmann::json::parse(std::ifstream(kFolder + "smollm2_residuals.json"));
        m_ids = m_expected["ids"].get<std::vector<TokenId>>();
    }

    std::unique_ptr<DirectRun> m_run;
    nlohmann::json m_expected;
    std::vector<TokenId> m_ids;
};

TEST_F(RealOutliers, ResidualRowsAreThoseOfTheReference) {
    std::ifstream file(kFolder + "smollm2_residuals.f32", std::ios::binary);
    const auto layers = m_expected["layers"].get<std::vector<int>>();
    const auto positions = m_expected["positions"].get<std::vector<std::uint32_t>>();
    std::vector<float> reference(layers.size() * positions.size() * 576);
    file.read(reinterpret_cast<char*>(reference.data()), static_cast<std::streamsize>(reference.size() * sizeof(float)));
    ASSERT_TRUE(file.good());
    const Tap taps[] = {Tap::Residual};
    int compared = 0;
    const auto done = watchRows(m_run->runtime(), m_ids, taps, 264,
        [&](Tap, int layer, std::uint32_t first, int count, int dims, const float* rows) {
            const auto l = std::ranges::find(layers, layer) - layers.begin();
            if (l == static_cast<std::ptrdiff_t>(layers.size())) return;
            ASSERT_EQ(dims, 576);
            for (std::size_t p = 0; p < positions.size(); ++p) {
                if (positions[p] < first || positions[p] >= first + static_cast<std::uint32_t>(count)) continue;
                const float* ours = rows + static_cast<std::ptrdiff_t>(positions[p] - first) * dims;
                const float* right = reference.data() + (static_cast<std::size_t>(l) * positions.size() + p) * 576;
                float largest = 0, off = 0;
                for (int i = 0; i < dims; ++i) {
                    largest = std::max(largest, std::fabs(right[i]));
                    off = std::max(off, std::fabs(ours[i] - right[i]));
                }
                EXPECT_LE(off, 1e-4f * largest) << "layer " << layer << ", position " << positions[p];
                ++compared;
            }
        });
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(compared, static_cast<int>(layers.size() * positions.size()));
}

TEST_F(RealOutliers, TheKnownDimensionsComeOutWithAndWithoutPositionZero) {
    for (const bool skip : {false, true}) {
        OutlierSpec spec;
        spec.skipFirst = skip;
        const auto found = findOutliers(m_run->runtime(), m_ids, spec);
        ASSERT_TRUE(found.ok());
        for (const auto& fact : m_expected["facts"]) {
            if (fact["skip_first"] != skip) continue;
            const LayerOutliers& layer = found->layers[fact["layer"].get<std::size_t>()];
            SCOPED_TRACE("layer " + std::to_string(layer.layer) + (skip ? " without position 0" : ""));
            EXPECT_NEAR(layer.median, fact["median"].get<double>(), 1e-3 * layer.median);
            EXPECT_EQ(layer.int8LevelsUsed, fact["int8_levels_used"].get<int>());
            for (std::size_t i = 0; i < fact["top"].size(); ++i) {
                EXPECT_EQ(layer.top[i].dim, fact["top"][i]["dim"].get<int>());
                EXPECT_EQ(layer.top[i].position, fact["top"][i]["position"].get<std::uint32_t>());
                const auto largest = fact["top"][i]["max"].get<double>();
                EXPECT_NEAR(layer.top[i].max, largest, 1e-4 * largest);
            }
        }
    }
    // The figures that the project's notes give for this paragraph.
    const auto found = findOutliers(m_run->runtime(), m_ids, {});
    ASSERT_TRUE(found.ok());
    EXPECT_NEAR(found->layers[3].top[0].max, 650.7, 0.05);
    EXPECT_NEAR(found->layers[15].top[0].max, 22500, 1);
    EXPECT_NEAR(found->layers[26].top[0].max, 22416, 1);
}

}  // namespace
}  // namespace gh::inspect
