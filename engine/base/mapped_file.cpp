#include "engine/base/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

namespace gh {

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string& path) {
    // O_NONBLOCK: opening a pipe must not wait for a writer.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return Error{ErrorCode::MissingFile, path, std::string("cannot be opened: ") + std::strerror(errno)};
    struct Closer {
        int fd;
        ~Closer() { ::close(fd); }
    } closer{fd};

    struct stat info {};
    if (::fstat(fd, &info) != 0)
        return Error{ErrorCode::MissingFile, path,
                     std::string("cannot be examined: ") + std::strerror(errno)};
    if (S_ISDIR(info.st_mode))
        return Error{ErrorCode::MissingFile, path, "is a folder; choose a model file in it"};
    if (!S_ISREG(info.st_mode))
        return Error{ErrorCode::MissingFile, path, "is not a regular file, so it cannot be memory-mapped"};

    std::shared_ptr<MappedFile> file(new MappedFile);
    file->m_path = path;
    file->m_size = static_cast<std::size_t>(info.st_size);
    if (file->m_size > 0) {
        void* data = ::mmap(nullptr, file->m_size, PROT_READ, MAP_SHARED, fd, 0);
        if (data == MAP_FAILED) {
            file->m_size = 0;
            return Error{ErrorCode::BadFile, path,
                         std::string("cannot be memory-mapped: ") + std::strerror(errno)};
        }
        file->m_data = static_cast<const std::byte*>(data);
    }
    return std::shared_ptr<const MappedFile>(std::move(file));
}

MappedFile::~MappedFile() {
    if (m_data != nullptr) ::munmap(const_cast<std::byte*>(m_data), m_size);
}

void MappedFile::dropPages(std::size_t offset, std::size_t length) const {
    if (offset >= m_size || length == 0) return;
    if (length > m_size - offset) length = m_size - offset;
    // Rounded outwards: a neighbour that is still needed faults its edge page back in from the page cache.
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    const std::size_t begin = offset / page * page;
    ::madvise(const_cast<std::byte*>(m_data) + begin, offset + length - begin, MADV_DONTNEED);
}

}  // namespace gh
