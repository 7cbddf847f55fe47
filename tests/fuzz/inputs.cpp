// What the targets share.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "engine/text/chat_template.h"
#include "engine/text/tokenizer.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/tiny_model.h"

namespace gh::fuzz {

namespace fs = std::filesystem;

fs::path testData() { return GLASSHOUSE_TEST_DATA; }

std::string readFile(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string> filesOf(const fs::path& folder, std::string_view extension) {
    std::vector<fs::path> paths;
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(folder, problem))
        if (extension.empty() || entry.path().extension() == extension) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> contents;
    for (const auto& path : paths) contents.push_back(readFile(path));
    return contents;
}

std::string fromHex(std::string_view hex) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

std::vector<std::string_view> splitFiles(std::string_view input, std::size_t most) {
    std::vector<std::string_view> files;
    while (files.size() + 1 < most) {
        const std::size_t end = input.find(kNextFile);
        if (end == std::string_view::npos) break;
        files.push_back(input.substr(0, end));
        input.remove_prefix(end + kNextFile.size());
    }
    files.push_back(input);
    files.resize(most);
    return files;
}

std::string joinFiles(const std::vector<std::string>& files) {
    std::string joined;
    for (const std::string& file : files) (joined += &file == files.data() ? "" : kNextFile) += file;
    return joined;
}

std::string scratchFolder() {
    static const struct Folder {
        fs::path path = fs::temp_directory_path() / ("glasshouse-fuzz-" + std::to_string(::getpid()));
        Folder() { fs::create_directories(path); }
        ~Folder() {
            std::error_code problem;
            fs::remove_all(path, problem);
        }
    } folder;
    return folder.path.string();
}

void writeScratch(const std::string& name, std::string_view content) {
    const fs::path path = fs::path(scratchFolder()) / name;
    if (content.empty()) {
        fs::remove(path);
        return;
    }
    std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
}

void useModel(const std::shared_ptr<const ModelFile>& file) {
    if (const auto source = file->text("tokenizer.chat_template"))
        if (const auto parsed = ChatTemplate::parse(std::string(*source)))
            (void)(*parsed)->render({{"user", "a<|im_end|>", {}}}, {}).ok();
    if (auto checked = checkModel(file)) {
        for (const ModelTensor* tensor : checked->tensors) (void)checkFinite(*tensor).ok();
        (void)layerGroups(checked->config);
        settleRope(checked->config, 64);
    }
    const auto tokenizer = Tokenizer::create(*file);
    if (!tokenizer) return;
    constexpr std::string_view kText = "It's  12 <s> tests\n\n of\xff \xc3\xa9l <|im_end|>";
    for (const bool special : {false, true}) {
        const auto ids = (*tokenizer)->encode(kText, special);
        for (const TokenId id : ids) require(id >= 0 && id < (*tokenizer)->size(), "ids lie within the vocabulary");
        (void)(*tokenizer)->decodeEncoded((*tokenizer)->withModelSpecials(ids), special);
    }
}

std::string smallModel(const std::string& family) {
    auto options = test::tinyOptions(family);
    options.width = 16;
    options.ffn = 16;
    options.headSize = 8;
    options.layers = 1;
    options.chatTemplate = "{% for m in messages %}{{ m.role ~ ': ' ~ m.content | trim }}{% endfor %}";
    if (family == "llama") options.tokenizer = test::TinyTokenizer::ByteLevel;
    const test::Bytes bytes = test::tinyModel(options);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace gh::fuzz
