// The parts of reading a model as transformers keeps it: configuration, names of tensors, tokenizer and chat template
// each become keys and tensors under the names GGUF gives them. Facts about fields and defaults: the library's
// configuration classes and tokenizer files.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/model_file.h"

namespace gh {

// Adds values to a model file, in the encoding of its arrays.
class KeyWriter {
public:
    explicit KeyWriter(ModelFile& file) : m_file(file) {}
    void integer(std::string key, std::uint64_t value) { m_file.addValue(std::move(key), {ValueType::U64, value}); }
    // Through a float, as GGUF files store numbers: the same model is then the same to the bit.
    void number(std::string key, double value) {
        m_file.addValue(std::move(key), {ValueType::F32, static_cast<double>(static_cast<float>(value))});
    }
    void flag(std::string key, bool value) { m_file.addValue(std::move(key), {ValueType::Bool, value}); }
    void text(std::string key, std::string value) {
        m_file.addValue(std::move(key), {ValueType::String, m_file.keep(std::move(value))});
    }
    // bytes: the elements as GGUF stores them.
    void array(std::string key, ValueType element, std::uint64_t count, std::string bytes);
    template <class T>
    void array(std::string key, ValueType element, std::span<const T> values) {
        array(std::move(key), element, values.size(),
              std::string(reinterpret_cast<const char*>(values.data()), values.size_bytes()));
    }

private:
    ModelFile& m_file;
};

// Appends one element of an array of strings.
void appendGgufString(std::string& bytes, std::string_view text);

// How a family of transformers' is written here.
struct HfFamily {
    std::span<const char* const> modelTypes;  // config.json: model_type
    const char* architecture;                 // general.architecture
    const char* activation;                   // the only one that the family's decoder has
    bool halvedPairs = false;                 // q and k rows: halves here, adjacent pairs in GGUF
    bool normsWithoutOne = false;             // norm weights lack the 1 that the model adds
    bool postNorms = false;                   // post_attention_layernorm is the norm behind attention
    const char* defaults = "{}";              // fields that config.json may leave out
};
std::span<const HfFamily> hfFamilies();

// What configuration decides about tensors.
struct HfModel {
    const HfFamily* family = nullptr;
    int heads = 0, kvHeads = 0;
    bool tied = false;
    const char* biased = nullptr;       // the field that promises biases of q, k and v; null: none does
    std::vector<std::uint64_t> endIds;  // eos_token_id
    std::uint64_t bosId = UINT64_MAX;
};
// config.json into keys of general.* and the family's. Errors name the field.
Result<HfModel> readHfConfig(const nlohmann::json& config, const std::string& path, ModelFile& file);

// A tensor under its GGUF name; an empty name: it is none of the model's (derived, tied, of another modality).
ModelTensor hfTensor(const HfModel& model, std::string_view name);
// A name that hfTensor does not know stays as it is.
bool isHfTensorKnown(const HfModel& model, std::string_view name);
// The way back, for messages: what a key or tensor is called in config.json and safetensors; itself where there is none.
std::string hfTensorName(const HfModel& model, std::string_view ours);
std::string hfFieldName(const HfModel& model, std::string_view key);

// tokenizer.json, tokenizer_config.json and generation_config.json of a folder into keys tokenizer.*. rows: of the
// embedding. Errors name the file and the field.
Result<void> readHfTokenizer(const std::string& folder, const HfModel& model, std::uint64_t rows, ModelFile& file);
// The folder's chat template, wherever it keeps it, into tokenizer.chat_template.
Result<void> readHfTemplate(const std::string& folder, const nlohmann::json& tokenizerConfig, ModelFile& file);

}  // namespace gh
