#include "app/cli/npy_writer.h"

#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace gh::app {

static_assert(std::endian::native == std::endian::little, "rows are written as they lie in memory");

Result<std::unique_ptr<NpyWriter>> NpyWriter::create(const std::string& path, std::size_t rows,
                                                     std::size_t columns) {
    std::unique_ptr<NpyWriter> writer(new NpyWriter);
    writer->m_path = path;
    writer->m_rows = rows;
    std::error_code absent;
    const auto kind = std::filesystem::status(path, absent).type();
    if (kind == std::filesystem::file_type::not_found || kind == std::filesystem::file_type::regular)
        writer->m_temporary = path + ".part" + std::to_string(getpid());
    writer->m_file = writer->m_temporary.empty() ? std::fopen(path.c_str(), "wb")
                                                 : std::fopen(writer->m_temporary.c_str(), "wbx");
    if (!writer->m_file) {
        writer->m_errno = errno;
        return writer->failure();
    }
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + std::to_string(rows) + ", " +
                         std::to_string(columns) + "), }";
    // Magic, version and length take 10 bytes; the data begins at a multiple of 64 and the header ends with a
    // new line.
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    std::string start("\x93NUMPY\x01\x00", 8);
    start += static_cast<char>(header.size() & 0xff);
    start += static_cast<char>(header.size() >> 8);
    start += header;
    if (std::fwrite(start.data(), 1, start.size(), writer->m_file) != start.size()) writer->m_errno = errno;
    return writer;
}

NpyWriter::~NpyWriter() {
    if (!m_file) return;
    std::fclose(m_file);
    if (!m_temporary.empty()) unlink(m_temporary.c_str());
}

bool NpyWriter::writeRow(std::span<const float> row) {
    if (m_errno == 0 && std::fwrite(row.data(), sizeof(float), row.size(), m_file) != row.size())
        m_errno = errno;
    if (m_errno == 0) ++m_written;
    return m_errno == 0;
}

Result<void> NpyWriter::finish() {
    if (m_errno == 0 && m_written != m_rows)
        return Error{ErrorCode::Internal, m_path, "not all rows were written"};
    if (m_errno == 0 && std::fflush(m_file) != 0) m_errno = errno;
    if (m_errno == 0 && !m_temporary.empty() && std::rename(m_temporary.c_str(), m_path.c_str()) != 0)
        m_errno = errno;
    if (m_errno != 0) return failure();
    std::fclose(m_file);
    m_file = nullptr;
    return {};
}

Error NpyWriter::failure() const {
    return {ErrorCode::Internal, m_path, std::string("cannot be written: ") + std::strerror(m_errno)};
}

}  // namespace gh::app
