// A read-only memory-mapped file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "engine/base/result.h"

namespace gh {

class MappedFile {
public:
    // Errors: MissingFile (cannot open, is a folder), BadFile (empty is fine: an empty span).
    static Result<std::shared_ptr<const MappedFile>> open(const std::string& path);
    ~MappedFile();
    std::span<const std::byte> bytes() const { return {m_data, m_size}; }
    const std::string& path() const { return m_path; }
    // Tells the system that a range will not be read again: its pages need not stay resident.
    void dropPages(std::size_t offset, std::size_t length) const;

private:
    MappedFile() = default;
    std::string m_path;
    const std::byte* m_data = nullptr;
    std::size_t m_size = 0;
};

}  // namespace gh
