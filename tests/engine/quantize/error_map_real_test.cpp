// The error figures of SmolLM2 that FACTS.md gives, over its 210 matrices.
#include <gtest/gtest.h>

#include <chrono>

#include "engine/quantize/error_map.h"
#include "tests/support/real_models.h"

namespace gh::quantize {
namespace {

TEST(ErrorMap, FiguresOfSmolLm2) {
    const std::string path = test::realModel(test::kSmolLm2);
    if (path.empty()) GTEST_SKIP() << "needs " << test::kSmolLm2 << "; ./dev models fetches it";
    const auto file = openModelFile(path);
    ASSERT_TRUE(file) << file.error().message();
    struct Wanted {
        const char* scheme;
        double mean, worst;
    };
    for (const Wanted& wanted : {Wanted{"int8-tensor", 0.0289, 0.1165}, {"int8-row", 0.0085, 0.0116}, {"int4-tensor", 0.4875, 0.9854},
                                 {"int4-row", 0.1540, 0.2110}, {"nf4", 0.0938, 0.1016}}) {
        const auto start = std::chrono::steady_clock::now();
        const auto map = errorMap(**file, *findScheme(wanted.scheme), ScaleChoice::AbsMax, 0);
        ASSERT_TRUE(map) << map.error().message();
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        RecordProperty(std::string(wanted.scheme) + " seconds", std::to_string(seconds));
        std::printf("%s: mean %.4f, worst %.4f (%s), %.3f bits, %.2f s\n", wanted.scheme, map->mean, map->tensors[map->worst].error,
                    map->tensors[map->worst].name.c_str(), map->bits, seconds);
        EXPECT_EQ(map->tensors.size(), 210u);
        EXPECT_NEAR(map->mean, wanted.mean, 0.0005) << wanted.scheme;
        EXPECT_NEAR(map->tensors[map->worst].error, wanted.worst, 0.0005) << wanted.scheme;
        if (std::string_view(wanted.scheme).ends_with("tensor")) { EXPECT_EQ(map->tensors[map->worst].name, "blk.27.ffn_gate.weight"); }
        for (const TensorErrors& tensor : map->tensors)
            if (tensor.name == "blk.27.ffn_gate.weight") {
                EXPECT_NEAR(tensor.maxOverStd, 51.3, 0.05);
                EXPECT_EQ(tensor.beyond6Sigma, 94u);
                EXPECT_EQ(tensor.part, "ffn_gate");
                EXPECT_EQ(tensor.layer, 27);
                EXPECT_EQ(tensor.storedType, "Q4_1");
            }
    }
    const auto detail = tensorDetail(**file, "blk.27.ffn_gate.weight", *findScheme("int4-row"), ScaleChoice::AbsMax);
    ASSERT_TRUE(detail) << detail.error().message();
    std::uint64_t counted = 0;
    for (const auto count : detail->counts) counted += count;
    EXPECT_EQ(counted, 884'736u);
    EXPECT_EQ(detail->levels.size(), 16u);
    EXPECT_EQ(detail->worstRows.size(), 20u);
    EXPECT_GE(detail->worstRows.front().error, detail->worstRows.back().error);
    EXPECT_FALSE(tensorDetail(**file, "no.such.weight", *findScheme("nf4"), ScaleChoice::AbsMax));
}

}  // namespace
}  // namespace gh::quantize
