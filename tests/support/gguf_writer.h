// Writes GGUF files for tests. Checks nothing: tests also write files that are wrong on purpose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gh::test {

using Bytes = std::vector<std::byte>;

class GgufWriter {
public:
    explicit GgufWriter(std::uint32_t version = 3, std::uint32_t alignment = 32)
        : m_version(version), m_alignment(alignment) {}

    void add(std::string_view key, std::uint32_t value);
    void add(std::string_view key, std::int32_t value);
    void add(std::string_view key, float value);
    void add(std::string_view key, bool value);
    void add(std::string_view key, std::string_view value);
    void add(std::string_view key, const char* value) { add(key, std::string_view(value)); }
    void add(std::string_view key, const std::vector<std::string>& values);
    void add(std::string_view key, const std::vector<float>& values);
    void add(std::string_view key, const std::vector<std::int32_t>& values);
    // Type and value as they will stand in the file.
    void addRaw(std::string_view key, std::uint32_t type, const Bytes& value);
    // dims[0] is the row length. The data is stored as given, whatever the shape says.
    void addTensor(std::string_view name, std::vector<std::uint64_t> dims, std::uint32_t type, Bytes data);

    Bytes build() const;

private:
    struct Tensor {
        std::string name;
        std::vector<std::uint64_t> dims;
        std::uint32_t type;
        Bytes data;
    };
    std::uint32_t m_version, m_alignment;
    std::uint64_t m_pairCount = 0;
    Bytes m_pairs;
    std::vector<Tensor> m_tensors;
};

// A folder of this test process that is removed at its end; files with equal names replace each other.
std::string writeTemporary(std::string_view fileName, const Bytes& bytes);

}  // namespace gh::test
