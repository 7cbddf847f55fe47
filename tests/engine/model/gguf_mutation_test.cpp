// Damaged files: whatever the damage, the reader answers, and answers alike for a mapping and a buffer.
// Under ASan/UBSan this is a small fuzzer with a fixed seed.
#include <gtest/gtest.h>

#include <random>

#include "engine/model/gguf.h"
#include "engine/model/model_config.h"
#include "engine/text/tokenizer.h"
#include "tests/support/tiny_model.h"

namespace gh {
namespace {

// Walks over everything that loading would.
void use(const test::Bytes& bytes) {
    const auto file = parseGguf(bytes, "damaged.gguf");
    if (!file) {
        EXPECT_FALSE(file.error().message().empty());
        return;
    }
    const auto model = checkModel(*file);
    if (!model) return;
    for (const ModelTensor* tensor : model->tensors) (void)checkFinite(*tensor).ok();
    (void)Tokenizer::create(**file).ok();
    (void)layerGroups(model->config);
}

test::TinyOptions small(const std::string& family) {
    auto options = test::tinyOptions(family);
    options.width = 16;
    options.ffn = 16;
    options.headSize = 8;
    options.layers = 1;
    if (family == "llama") options.tokenizer = test::TinyTokenizer::ByteLevel;
    return options;
}

TEST(GgufMutation, EveryShorterFileIsRejected) {
    const test::Bytes whole = test::tinyModel(small("llama"));
    ASSERT_TRUE(parseGguf(whole, "whole").ok());
    for (std::size_t length = 0; length < whole.size(); length += length < 9000 ? 1 : 997) {
        const test::Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_FALSE(parseGguf(cut, "cut").ok()) << length;
    }
}

TEST(GgufMutation, ChangedBytesAreAnswered) {
    std::mt19937_64 random(20240531);
    for (const std::string& family : test::tinyFamilies()) {
        const test::Bytes whole = test::tinyModel(small(family));
        const std::size_t metadata = std::min<std::size_t>(whole.size(), 9000);
        for (int round = 0; round < 3000; ++round) {
            test::Bytes damaged = whole;
            const int changes = 1 + static_cast<int>(random() % 3);
            for (int i = 0; i < changes; ++i) {
                // Half of the time in the first kilobyte, where most bytes mean something.
                const std::size_t at = random() % (random() % 2 ? metadata : 1024);
                static constexpr unsigned char kValues[] = {0x00, 0x01, 0x7f, 0x80, 0xff, 0x20};
                damaged[at] = static_cast<std::byte>(random() % 2 ? kValues[random() % 6] : random() % 256);
            }
            use(damaged);
        }
    }
}

TEST(GgufMutation, RandomBytesAfterAGoodHeaderAreAnswered) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 2000; ++round) {
        test::GgufWriter writer;
        test::Bytes bytes = writer.build();
        for (std::size_t i = 0; i < 16; ++i)
            bytes[8 + i] = static_cast<std::byte>(i % 8 == 0 ? random() % 8 : 0);
        bytes.resize(bytes.size() + random() % 400);
        for (std::size_t i = 24; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::byte>(random() % 4 ? random() % 13 % (1 + i % 9) : random() % 256);
        use(bytes);
    }
}

}  // namespace
}  // namespace gh
