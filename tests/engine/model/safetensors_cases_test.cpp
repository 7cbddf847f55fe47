// Every file of tests/data/safetensors: decided as expected.json says, alike through the mapping and through a buffer,
// fast and without large allocations, and with the guilty tensor in the message.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstring>

#include "engine/base/mapped_file.h"
#include "engine/model/safetensors.h"
#include "tests/engine/model/case_files.h"

namespace gh {
namespace {

using nlohmann::json;

long peakKib() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

class SafetensorsCases : public testing::TestWithParam<std::string> {};

TEST_P(SafetensorsCases, AreDecidedAsExpected) {
    static const json expected = test::readJson("safetensors/expected.json");
    const json& wanted = expected[GetParam()];
    const std::string path = test::dataPath("safetensors/" + GetParam());
    const test::Bytes bytes = test::readBytes(path);
    const long peakBefore = peakKib();
    const auto begin = std::chrono::steady_clock::now();
    const auto file = MappedFile::open(path);
    ASSERT_TRUE(file.ok());
    const auto mapped = parseSafetensors((*file)->bytes(), path);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(took.count(), 1.0);
    EXPECT_LT(peakKib() - peakBefore, 16 * 1024);
    const auto read = parseSafetensors(bytes, path);
    ASSERT_EQ(mapped.ok(), read.ok());
    ASSERT_EQ(mapped.ok(), wanted["load"] == "ok") << (mapped ? "accepted" : mapped.error().message());
    if (!mapped) {
        EXPECT_EQ(mapped.error().message(), read.error().message());
        EXPECT_EQ(mapped.error().code, ErrorCode::BadFile);
        for (const auto& mention : wanted.value("mention", json::array()))
            EXPECT_NE(mapped.error().detail.find(mention.get<std::string>()), std::string::npos)
                << mapped.error().message();
        return;
    }
    ASSERT_EQ(mapped->size(), wanted["facts"].size());
    for (const Safetensor& tensor : *mapped) {
        const json& facts = wanted["facts"][tensor.name];
        EXPECT_EQ(tensor.type->name, facts["dtype"]) << tensor.name;
        EXPECT_EQ(json(tensor.shape), facts["shape"]) << tensor.name;
        const auto values = facts["values"].get<std::vector<double>>();
        ASSERT_EQ(tensor.bytes.size(), values.size() * tensor.type->bytes);
        if (!tensor.type->readable) {
            std::int64_t value = 0;
            std::memcpy(&value, tensor.bytes.data(), 8);
            EXPECT_EQ(static_cast<double>(value), values[0]);
            continue;
        }
        std::vector<float> found(values.size());
        kernels::findFormat(tensor.type->type)->decode(tensor.bytes.data(), found.size(), found.data());
        EXPECT_EQ(std::vector<double>(found.begin(), found.end()), values) << tensor.name;
    }
}

std::vector<std::string> caseNames() {
    std::vector<std::string> names;
    const json expected = test::readJson("safetensors/expected.json");
    for (const auto& item : expected.items()) names.push_back(item.key());
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, SafetensorsCases, testing::ValuesIn(caseNames()),
                         [](const auto& info) { return info.param.substr(0, info.param.find('.')); });

}  // namespace
}  // namespace gh
