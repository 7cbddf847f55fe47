#include <gtest/gtest.h>

#include <limits>

#include "engine/model/gguf.h"
#include "engine/model/storage_sizes.h"
#include "tests/support/gguf_writer.h"

namespace gh {
namespace {

std::shared_ptr<const ModelFile> sample() {
    static const test::Bytes bytes = [] {
        test::GgufWriter writer;
        writer.add("u32", 7u);
        writer.add("i32", 9);
        writer.add("negative", -3);
        writer.add("f32", 0.5f);
        writer.add("flag", true);
        writer.add("text", "words");
        writer.add("strings", std::vector<std::string>{"a", "", "\xff"});
        writer.add("floats", std::vector<float>{1.5f, -2.0f});
        writer.add("ints", std::vector<std::int32_t>{5, -6});
        return writer.build();
    }();
    auto file = parseGguf(bytes, "sample.gguf");
    EXPECT_TRUE(file.ok());
    return *file;
}

TEST(ModelFile, ConvertsHarmlessWidths) {
    const auto file = sample();
    EXPECT_EQ(*file->integer("u32"), 7u);
    EXPECT_EQ(*file->integer("i32"), 9u);
    EXPECT_EQ(*file->number("u32"), 7.0);
    EXPECT_EQ(*file->number("negative"), -3.0);
    EXPECT_EQ(*file->number("f32"), 0.5);
    EXPECT_EQ(*file->text("text"), "words");
    EXPECT_EQ(*file->flagOr("flag", false), true);
    EXPECT_EQ(*file->strings("strings"), (std::vector<std::string_view>{"a", "", "\xff"}));
    EXPECT_EQ(*file->floats("floats"), (std::vector<float>{1.5f, -2.0f}));
    EXPECT_EQ(*file->floats("ints"), (std::vector<float>{5, -6}));
    EXPECT_EQ(*file->integers("ints"), (std::vector<std::int64_t>{5, -6}));
}

TEST(ModelFile, FallsBackOnlyWhereTheKeyIsAbsent) {
    const auto file = sample();
    EXPECT_EQ(*file->integerOr("absent", 4), 4u);
    EXPECT_EQ(*file->numberOr("absent", 2.5), 2.5);
    EXPECT_EQ(*file->flagOr("absent", true), true);
    EXPECT_FALSE(file->integerOr("text", 4).ok());
    EXPECT_FALSE(file->numberOr("flag", 4).ok());
    EXPECT_FALSE(file->flagOr("u32", true).ok());
}

TEST(ModelFile, NamesFileAndKey) {
    const auto file = sample();
    const Error errors[] = {file->integer("absent").error(), file->integer("negative").error(),
                            file->text("absent").error(),    file->number("absent").error(),
                            file->strings("absent").error(), file->integers("floats").error(),
                            file->floats("strings").error(), file->floats("f32").error()};
    const char* const keys[] = {"absent", "negative", "absent",  "absent",
                                "absent", "floats",   "strings", "f32"};
    for (std::size_t i = 0; i < std::size(errors); ++i) {
        EXPECT_EQ(errors[i].code, ErrorCode::BadFile);
        EXPECT_NE(errors[i].message().find("sample.gguf"), std::string::npos);
        EXPECT_NE(errors[i].message().find(keys[i]), std::string::npos) << errors[i].message();
    }
}

TEST(ModelFile, OurFormatsHaveTheSizesOfTheContainersTable) {
    for (const auto& format : kernels::formatList()) {
        const StorageSize* size = findStorageSize(static_cast<std::uint32_t>(format.type));
        ASSERT_NE(size, nullptr) << format.name;
        EXPECT_EQ(size->blockValues, static_cast<std::uint32_t>(format.blockValues)) << format.name;
        EXPECT_EQ(size->blockBytes, static_cast<std::uint32_t>(format.blockBytes)) << format.name;
    }
}

}  // namespace
}  // namespace gh
