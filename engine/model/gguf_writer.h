// A GGUF v3 file written from the keys of a model file and tensors that come one after another: the table stands first, so
// their types and sizes are said before their bytes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/atomic_file.h"
#include "engine/model/model_file.h"

namespace gh {

class GgufFileWriter {
public:
    explicit GgufFileWriter(std::uint64_t alignment) : m_alignment(alignment) {}

    void addValue(std::string_view key, const ModelValue& value);
    void addInteger(std::string_view key, std::uint32_t value);
    void addTensor(std::string_view name, const std::vector<std::uint64_t>& dims, std::uint32_t type, std::uint64_t bytes);

    // Header, keys and table; then the tensors' bytes in the order in which they were added; then the end. The file is there
    // after finish() and not before.
    Result<void> begin(const std::string& path);
    Result<void> writeTensor(std::span<const std::byte> bytes);
    Result<std::uint64_t> finish();   // bytes of the file

private:
    Result<void> pad();
    Result<void> put(std::span<const std::byte> bytes);

    std::uint64_t m_alignment, m_values = 0, m_tensors = 0, m_offset = 0, m_written = 0;
    std::string m_pairs, m_table;
    std::unique_ptr<AtomicFile> m_file;
};

}  // namespace gh
