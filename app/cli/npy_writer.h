// Writes a float32 array to a .npy file row by row (format: NumPy's NEP 1). The rows go to a temporary file
// beside the target, which takes its name only when all are there. A device or a pipe is written to as it is.
#pragma once

#include <cstdio>
#include <memory>
#include <span>
#include <string>

#include "engine/base/result.h"

namespace gh::app {

class NpyWriter {
public:
    static Result<std::unique_ptr<NpyWriter>> create(const std::string& path, std::size_t rows,
                                                     std::size_t columns);
    ~NpyWriter();  // removes the temporary file unless finish() was called
    NpyWriter(const NpyWriter&) = delete;
    NpyWriter& operator=(const NpyWriter&) = delete;

    bool writeRow(std::span<const float> row);  // false: see finish()
    Result<void> finish();

private:
    NpyWriter() = default;
    Error failure() const;

    std::string m_path, m_temporary;  // temporary: empty for a target that is no file
    FILE* m_file = nullptr;
    std::size_t m_rows = 0, m_written = 0;
    int m_errno = 0;
};

}  // namespace gh::app
