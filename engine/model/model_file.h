// A model as it lies on disk, in one form whatever its container is: keys and tensors under the names that GGUF gives
// them. Made by one of the readers (gguf.h), which check everything; families and tokenizers read nothing else.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "engine/base/mapped_file.h"
#include "engine/base/result.h"
#include "kernels/formats/format.h"

namespace gh {

// Numbers as in GGUF files.
enum class ValueType : std::uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, String, Array, U64, I64, F64 };

// An array stays encoded until it is asked for: elements are views into these bytes.
struct ModelArray {
    ValueType element{};
    std::uint64_t count = 0;
    std::span<const std::byte> bytes;  // the elements as GGUF stores them (strings: length in 64 bits, then bytes)
};

struct ModelValue {
    ValueType type{};
    std::variant<std::uint64_t, std::int64_t, double, bool, std::string_view, ModelArray> data;
};

struct ModelTensor {
    std::string name;
    std::vector<std::uint64_t> dims;  // ne[0] = inputs (row length), ne[1] = rows
    std::uint32_t type = 0;           // kernels::StorageType
    std::uint64_t offset = 0;         // within the data section of its part
    std::span<const std::byte> bytes;
    // Where a container stores a tensor otherwise than GGUF does; the readers below give GGUF's form.
    int halvedHeads = 0;  // the rows of each of so many heads: all first elements of RoPE's pairs, then all second ones
    float plus = 0;       // added to each value
    std::string partOf{};  // the tensor of the file that this is some rows of; empty: it is one itself
};

// A row of the tensor, 0 <= row < dims[1], as it stands in the bytes: GGUF keeps the two rows of a pair together.
std::size_t storedRow(const ModelTensor& tensor, std::size_t row);
// All values of a vector (dims[1] = 1) as floats. The type is one that is listed in format_list.
std::vector<float> vectorValues(const ModelTensor& tensor);

// One file of a model: most have one.
struct ModelPart {
    std::string path;
    std::shared_ptr<const MappedFile> mapping;  // null: parsed from a buffer
    std::uint64_t bytes = 0;
};

class ModelFile {
public:
    // container: "GGUF" …; version and alignment as the container says, 0 where it has none.
    ModelFile(std::string path, std::string container) : m_path(std::move(path)), m_container(std::move(container)) {}
    ModelFile(const ModelFile&) = delete;
    ModelFile& operator=(const ModelFile&) = delete;

    const std::string& path() const { return m_path; }  // as it was opened
    const std::string& container() const { return m_container; }
    std::uint32_t version() const { return m_version; }
    std::uint64_t alignment() const { return m_alignment; }
    const std::vector<ModelPart>& parts() const { return m_parts; }
    std::uint64_t fileBytes() const;
    const std::deque<std::pair<std::string, ModelValue>>& values() const { return m_values; }
    const std::deque<ModelTensor>& tensors() const { return m_tensors; }
    const std::vector<std::string>& warnings() const { return m_warnings; }
    // Tells the system that a tensor's bytes will not be read again (they can be, it only costs time).
    void dropPages(const ModelTensor& tensor) const;

    const ModelValue* find(std::string_view key) const;
    // A key or tensor as people know it from this container, for messages.
    std::string shown(std::string_view name) const { return m_naming ? m_naming(name) : std::string(name); }
    const ModelTensor* tensor(std::string_view name) const;

    // Typed look-ups that convert harmless widths and name the key in the error. The *Or forms: absent is
    // fine.
    Result<std::uint64_t> integer(std::string_view key) const;
    Result<double> number(std::string_view key) const;
    Result<std::string_view> text(std::string_view key) const;
    Result<std::uint64_t> integerOr(std::string_view key, std::uint64_t fallback) const;
    Result<double> numberOr(std::string_view key, double fallback) const;
    Result<bool> flagOr(std::string_view key, bool fallback) const;
    Result<std::vector<std::string_view>> strings(std::string_view key) const;  // views into the file
    // Integers of 16 bits and more are converted; bytes and booleans are refused.
    Result<std::vector<float>> floats(std::string_view key) const;
    // Floats that are whole numbers are converted.
    Result<std::vector<std::int64_t>> integers(std::string_view key) const;

    // For readers. False: there is one of this name already.
    bool addValue(std::string key, ModelValue value);
    bool addTensor(ModelTensor tensor);
    void addPart(ModelPart part) { m_parts.push_back(std::move(part)); }
    void addWarning(std::string warning) { m_warnings.push_back(std::move(warning)); }
    // What keys and tensors are called in a container that does not use GGUF's names; empty: as GGUF calls them.
    void setNaming(std::function<std::string(std::string_view)> naming) { m_naming = std::move(naming); }
    void setVersion(std::uint32_t version) { m_version = version; }
    void setAlignment(std::uint64_t alignment) { m_alignment = alignment; }
    ModelTensor& changeTensor(std::size_t index) { return m_tensors[index]; }
    // Keeps bytes that values or tensors show and that stand in no file. The views stay valid.
    std::string_view keep(std::string bytes) { return m_kept.emplace_back(std::move(bytes)); }

private:
    std::string m_path, m_container;
    std::uint32_t m_version = 0;
    std::uint64_t m_alignment = 0;
    std::vector<ModelPart> m_parts;
    std::deque<std::pair<std::string, ModelValue>> m_values;  // a deque: the indices hold views into it
    std::deque<ModelTensor> m_tensors;
    std::deque<std::string> m_kept;
    std::unordered_map<std::string_view, std::size_t> m_valueIndex, m_tensorIndex;
    std::vector<std::string> m_warnings;
    std::function<std::string(std::string_view)> m_naming;
};

// Opens whatever kind of model file the path is.
Result<std::shared_ptr<const ModelFile>> openModelFile(const std::string& path);

}  // namespace gh
