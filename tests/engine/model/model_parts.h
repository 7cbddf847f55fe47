// Small models of one's own make for tests of what the families read: keys and tensors that a test may change.
#pragma once

#include <gtest/gtest.h>

#include <functional>

#include "engine/model/gguf.h"
#include "engine/model/model_config.h"
#include "tests/support/gguf_writer.h"

namespace gh::test {

inline Result<CheckedModel> check(const Bytes& bytes) {
    auto file = parseGguf(bytes, "model.gguf");
    if (!file) return file.error();
    // The bytes may go: nobody reads the tensors' values here.
    return checkModel(std::move(*file));
}

// A one-layer model of width 8 with two heads whose keys and tensors a test may change.
struct Parts {
    std::string family = "llama";
    std::vector<std::pair<std::string, std::function<void(GgufWriter&, const std::string&)>>> keys;
    std::vector<std::pair<std::string, std::vector<std::uint64_t>>> tensors;
    std::uint32_t type = 0;

    explicit Parts(int layers = 1) {
        set("block_count", static_cast<std::uint32_t>(layers));
        for (const auto& [name, value] : {std::pair<const char*, std::uint32_t>{"context_length", 32},
                                          {"embedding_length", 8},
                                          {"feed_forward_length", 12},
                                          {"attention.head_count", 2},
                                          {"attention.head_count_kv", 1}})
            set(name, value);
        set("attention.layer_norm_rms_epsilon", 1e-5f);
        tensors = {{"token_embd.weight", {8, 20}}, {"output_norm.weight", {8}}};
        for (int i = 0; i < layers; ++i) {
            const std::string p = "blk." + std::to_string(i) + ".";
            for (const auto& [name, dims] :
                 std::vector<std::pair<std::string, std::vector<std::uint64_t>>>{{"attn_norm", {8}},
                                                                                 {"attn_q", {8, 8}},
                                                                                 {"attn_k", {8, 4}},
                                                                                 {"attn_v", {8, 4}},
                                                                                 {"attn_output", {8, 8}},
                                                                                 {"ffn_norm", {8}},
                                                                                 {"ffn_gate", {8, 12}},
                                                                                 {"ffn_up", {8, 12}},
                                                                                 {"ffn_down", {12, 8}}})
                tensors.emplace_back(p + name + ".weight", dims);
        }
    }

    template <class T>
    Parts& set(const std::string& name, T value) {
        std::erase_if(keys, [&](const auto& key) { return key.first == name; });
        keys.emplace_back(name,
                          [value](GgufWriter& writer, const std::string& key) { writer.add(key, value); });
        return *this;
    }

    Result<CheckedModel> check() const {
        GgufWriter writer;
        writer.add("general.architecture", family);
        for (const auto& [name, add] : keys)
            add(writer, name.starts_with("split.") ? name : family + "." + name);
        for (const auto& [name, dims] : tensors) {
            std::uint64_t values = 1;
            for (const auto extent : dims) values *= extent;
            writer.addTensor(name, dims, type, Bytes(values * 4));
        }
        return gh::test::check(writer.build());
    }
};

inline void expectRefused(const Result<CheckedModel>& model, ErrorCode code, const std::string& word) {
    ASSERT_FALSE(model.ok()) << word;
    EXPECT_EQ(model.error().code, code) << model.error().message();
    EXPECT_NE(model.error().message().find(word), std::string::npos) << model.error().message();
}

}  // namespace gh::test
