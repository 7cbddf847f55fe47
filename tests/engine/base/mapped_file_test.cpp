#include "engine/base/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/gguf_writer.h"

namespace gh {
namespace {

TEST(MappedFile, ShowsTheBytesAlsoAfterPagesWereDropped) {
    test::Bytes bytes(20000);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 7);
    const auto path = test::writeTemporary("mapped", bytes);
    const auto file = MappedFile::open(path);
    ASSERT_TRUE(file.ok());
    EXPECT_EQ((*file)->path(), path);
    ASSERT_EQ((*file)->bytes().size(), bytes.size());
    for (const auto& [offset, length] : {std::pair<std::size_t, std::size_t>{0, 20000},
                                         {5000, 4},
                                         {19999, 100000},
                                         {20000, 1},
                                         {0, 0},
                                         {3, ~std::size_t{0}}})
        (*file)->dropPages(offset, length);
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), (*file)->bytes().begin()));
}

TEST(MappedFile, AnEmptyFileIsAnEmptySpan) {
    const auto file = MappedFile::open(test::writeTemporary("empty", {}));
    ASSERT_TRUE(file.ok());
    EXPECT_TRUE((*file)->bytes().empty());
    (*file)->dropPages(0, 10);
}

TEST(MappedFile, NamesWhatCannotBeOpened) {
    const auto absent = MappedFile::open("/nowhere/model.gguf");
    ASSERT_FALSE(absent.ok());
    EXPECT_EQ(absent.error().code, ErrorCode::MissingFile);
    EXPECT_NE(absent.error().message().find("/nowhere/model.gguf"), std::string::npos);

    const auto path = test::writeTemporary("x", {});
    const auto folder = MappedFile::open(path.substr(0, path.find_last_of('/')));
    ASSERT_FALSE(folder.ok());
    EXPECT_EQ(folder.error().code, ErrorCode::MissingFile);
    EXPECT_NE(folder.error().message().find("folder"), std::string::npos);
}

TEST(MappedFile, APipeIsRefusedWithoutWaiting) {
    const auto path = test::writeTemporary("pipe", {});
    ::unlink(path.c_str());
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const auto file = MappedFile::open(path);
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(file.error().code, ErrorCode::MissingFile);
}

}  // namespace
}  // namespace gh
