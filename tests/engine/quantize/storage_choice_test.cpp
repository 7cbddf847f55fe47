// Fallback types: the ready-made cases, and that every listed type comes out with rows of whole blocks at any width.
#include "engine/quantize/storage_choice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace gh {
namespace {

using kernels::StorageType;

StorageType typeNamed(const std::string& name) {
    for (const auto& format : kernels::formatList())
        if (format.name == name) return format.type;
    ADD_FAILURE() << "no type is named " << name;
    return StorageType::F32;
}

TEST(StorageChoice, ReadyMadeCases) {
    std::ifstream file(GLASSHOUSE_TEST_DATA "/quant/quant_choice.json");
    const auto cases = nlohmann::json::parse(file).at("cases");
    EXPECT_EQ(cases.size(), 21u);
    for (const auto& c : cases) {
        const auto& input = c.at("input");
        const std::string wanted = c.at("expected").at("use"), id = c.at("id");
        const bool cache = input.contains("head_dim");
        const StorageType asked = typeNamed(cache ? input.at("kv_type") : input.at("asked"));
        const StorageType found = storageFor(asked, cache ? input.at("head_dim") : input.at("columns"));
        if (wanted == "as asked" || wanted == "Q8_0")
            EXPECT_EQ(found, asked) << id;
        else if (wanted == "32-block type")
            EXPECT_EQ(kernels::findFormat(found)->blockValues, 32) << id;
        else
            EXPECT_EQ(found, StorageType::F16) << id;
    }
}

TEST(StorageChoice, RowsAreWholeBlocks) {
    for (const auto& format : kernels::formatList()) {
        for (const int columns : {1, 48, 576, 640, 896, 1024, 4544}) {
            const auto* found = kernels::findFormat(storageFor(format.type, columns));
            ASSERT_NE(found, nullptr);
            EXPECT_EQ(columns % found->blockValues, 0) << format.name << " " << columns;
            EXPECT_EQ(found == &format, columns % format.blockValues == 0) << format.name << " " << columns;
        }
        // What takes the place of a super-block type is at least as precise.
        const auto* found = kernels::findFormat(storageFor(format.type, 896));
        EXPECT_GE(found->blockBytes * format.blockValues, format.blockBytes * found->blockValues) << format.name;
    }
}

}  // namespace
}  // namespace gh
