// A file that appears whole or not at all: written beside its place under another name, flushed to the disk, renamed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "engine/base/result.h"

namespace gh {

class AtomicFile {
public:
    // Errors (InvalidArgument) name the path and what the system says; write and commit fail as the disk does (Internal).
    static Result<std::unique_ptr<AtomicFile>> create(const std::string& path);
    ~AtomicFile();   // without commit() nothing is left behind
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    Result<void> write(std::span<const std::byte> bytes);
    Result<void> commit();   // the last call

private:
    AtomicFile(std::string path, std::string temporary, int descriptor)
        : m_path(std::move(path)), m_temporary(std::move(temporary)), m_descriptor(descriptor) {}
    Error failed() const;

    std::string m_path, m_temporary;
    int m_descriptor = -1;
};

}  // namespace gh
