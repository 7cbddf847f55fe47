// GGUF v2/v3 container (specification: the ggml project's docs/gguf.md). Nothing in a file is trusted: every
// count, size and offset is checked by subtraction against what is left before anything is allocated.
#pragma once

#include <cstdint>
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

enum class GgufType : std::uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, String, Array, U64, I64, F64 };

// An array stays in the file until it is asked for: elements are views into the mapping.
struct GgufArray {
    GgufType element{};
    std::uint64_t count = 0;
    std::span<const std::byte> bytes;  // the elements as stored
};

struct GgufValue {
    GgufType type{};
    std::variant<std::uint64_t, std::int64_t, double, bool, std::string_view, GgufArray> data;
};

struct GgufTensor {
    std::string name;
    std::vector<std::uint64_t> dims;  // ne[0] = inputs (row length), ne[1] = rows
    std::uint32_t type = 0;
    std::uint64_t offset = 0;  // within the data section
    std::span<const std::byte> bytes;
};

class GgufFile {
public:
    static Result<std::shared_ptr<const GgufFile>> open(const std::string& path);
    // The read path: same checks on a buffer (tests compare both).
    static Result<std::shared_ptr<const GgufFile>> parse(std::span<const std::byte> bytes, std::string name);

    std::uint32_t version() const { return m_version; }
    std::uint64_t alignment() const { return m_alignment; }
    const std::string& path() const { return m_path; }
    std::uint64_t fileBytes() const { return m_bytes.size(); }
    const std::vector<std::pair<std::string, GgufValue>>& values() const { return m_values; }
    const std::vector<GgufTensor>& tensors() const { return m_tensors; }
    const std::vector<std::string>& warnings() const { return m_warnings; }
    const MappedFile* mapping() const { return m_mapping.get(); }  // null for parse()

    const GgufValue* find(std::string_view key) const;
    const GgufTensor* tensor(std::string_view name) const;

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
    Result<std::vector<std::int64_t>> integers(std::string_view key) const;

private:
    friend class GgufParser;
    std::shared_ptr<const MappedFile> m_mapping;
    std::span<const std::byte> m_bytes;
    std::string m_path;
    std::uint32_t m_version = 0;
    std::uint64_t m_alignment = 32;
    std::vector<std::pair<std::string, GgufValue>> m_values;
    std::vector<GgufTensor> m_tensors;
    std::unordered_map<std::string_view, std::size_t> m_valueIndex, m_tensorIndex;
    std::vector<std::string> m_warnings;
};

}  // namespace gh
