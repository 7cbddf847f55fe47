// A model in several GGUF files opens by any of them; what does not belong together is refused by the part's name.
#include <gtest/gtest.h>

#include <filesystem>

#include "engine/model/gguf.h"
#include "engine/model/model_config.h"
#include "tests/engine/model/case_files.h"
#include "tests/engine/model/logits_compare.h"
#include "tests/support/tiny_model.h"

namespace gh {
namespace {

namespace fs = std::filesystem;

std::string partName(const std::string& model, int number, int count) {
    char name[96];
    std::snprintf(name, sizeof name, "%s-%05d-of-%05d.gguf", model.c_str(), number + 1, count);
    return name;
}

// Copies a value as it stands.
test::Bytes rawValue(const ModelValue& value) {
    test::Bytes out;
    const auto append = [&](const void* data, std::size_t size) {
        const auto* raw = static_cast<const std::byte*>(data);
        out.insert(out.end(), raw, raw + size);
    };
    const auto number = [&](auto as) { append(&as, sizeof as); };
    if (const auto* array = std::get_if<ModelArray>(&value.data)) {
        number(static_cast<std::uint32_t>(array->element));
        number(array->count);
        append(array->bytes.data(), array->bytes.size());
    } else if (const auto* text = std::get_if<std::string_view>(&value.data)) {
        number(static_cast<std::uint64_t>(text->size()));
        append(text->data(), text->size());
    } else if (const auto* flag = std::get_if<bool>(&value.data)) {
        number(static_cast<std::uint8_t>(*flag));
    } else if (value.type == ValueType::F32) {
        number(static_cast<float>(std::get<double>(value.data)));
    } else {
        number(static_cast<std::uint32_t>(std::get<std::uint64_t>(value.data)));
    }
    return out;
}

struct Split {
    int count = 3;
    int tensorsSaid = -1;  // -1: the truth
    bool twice = false;    // the last part repeats a tensor of the first
    std::string name = "split";
};

// Paths of the parts.
std::vector<std::string> writeParts(const std::string& gguf, const Split& split) {
    const auto file = *openGguf(gguf);
    const auto& tensors = file->tensors();
    std::vector<std::string> paths;
    for (int part = 0; part < split.count; ++part) {
        test::GgufWriter writer;
        if (part == 0)
            for (const auto& [key, value] : file->values())
                writer.addRaw(key, static_cast<std::uint32_t>(value.type), rawValue(value));
        const auto u16 = [](int value) { return test::Bytes{std::byte(value & 255), std::byte(value >> 8)}; };
        writer.addRaw("split.no", 2, u16(part));
        writer.addRaw("split.count", 2, u16(split.count));
        writer.add("split.tensors.count", split.tensorsSaid >= 0 ? split.tensorsSaid : static_cast<int>(tensors.size()));
        for (std::size_t i = 0; i < tensors.size(); ++i)
            if (static_cast<int>(i) % split.count == part || (split.twice && part == split.count - 1 && i == 0))
                writer.addTensor(tensors[i].name, tensors[i].dims, tensors[i].type,
                                 test::Bytes(tensors[i].bytes.begin(), tensors[i].bytes.end()));
        paths.push_back(test::writeTemporary(partName(split.name, part, split.count), writer.build()));
    }
    return paths;
}

void expectRefused(const std::string& path, const std::string& part, const std::string& word) {
    const auto model = openModel(path);
    ASSERT_FALSE(model.ok()) << word;
    EXPECT_NE(model.error().message().find(part), std::string::npos) << model.error().message();
    EXPECT_NE(model.error().message().find(word), std::string::npos) << model.error().message();
}

TEST(GgufSplit, OpensByAnyPartAsTheWhole) {
    const std::string whole = test::tinyModelFile(test::tinyOptions("llama", kernels::StorageType::Q8_0));
    const auto paths = writeParts(whole, {});
    const std::vector<TokenId> ids = {1, 5, 9, 260, 33, 7};
    const auto wanted = test::allLogits(whole, ids, {});
    for (const std::string& path : paths) {
        const auto file = openModelFile(path);
        ASSERT_TRUE(file.ok()) << file.error().message();
        EXPECT_EQ((*file)->parts().size(), 3u);
        EXPECT_EQ((*file)->path(), path);
        EXPECT_EQ(test::allLogits(path, ids, {}), wanted);
    }
}

TEST(GgufSplit, NamesThePartThatIsWrong) {
    const std::string whole = test::tinyModelFile(test::tinyOptions("llama"));
    auto parts = writeParts(whole, {});
    fs::remove(parts[1]);
    expectRefused(parts[0], parts[1], "part 2 of 3");
    expectRefused(parts[2], parts[1], "part 2 of 3");
    EXPECT_EQ(openModel(parts[0]).error().code, ErrorCode::MissingFile);

    parts = writeParts(whole, {});
    fs::copy_file(parts[0], parts[1], fs::copy_options::overwrite_existing);
    expectRefused(parts[0], parts[1], "split.no");

    parts = writeParts(whole, {.tensorsSaid = 500});
    expectRefused(parts[0], "split.tensors.count", "500");
    parts = writeParts(whole, {.twice = true});
    expectRefused(parts[0], "split.tensors.count", "parts hold");
    parts = writeParts(whole, {.tensorsSaid = static_cast<int>((*openGguf(whole))->tensors().size()) + 1, .twice = true});
    expectRefused(parts[1], parts[2], "an earlier part");

    parts = writeParts(whole, {});
    const auto others = writeParts(whole, {.tensorsSaid = 99, .name = "other"});
    fs::copy_file(others[2], parts[2], fs::copy_options::overwrite_existing);
    expectRefused(parts[0], parts[2], "another model");

    const std::string renamed = (fs::path(parts[0]).parent_path() / "renamed.gguf").string();
    fs::copy_file(parts[0], renamed, fs::copy_options::overwrite_existing);
    expectRefused(renamed, "-00001-of-00003.gguf", "own name");
}

TEST(GgufSplit, DamagedPartsAreNamed) {
    const std::string whole = test::tinyModelFile(test::tinyOptions("llama"));
    const auto parts = writeParts(whole, {});
    const test::Bytes bytes = test::readBytes(parts[1]);
    test::writeTemporary(fs::path(parts[1]).filename().string(), test::Bytes(bytes.begin(), bytes.begin() + 50));
    expectRefused(parts[0], parts[1], "");
}

}  // namespace
}  // namespace gh
