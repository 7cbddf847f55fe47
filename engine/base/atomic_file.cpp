#include "engine/base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

namespace gh {

Result<std::unique_ptr<AtomicFile>> AtomicFile::create(const std::string& path) {
    struct stat found;
    if (stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode))
        return Error{ErrorCode::InvalidArgument, path, "is no regular file; choose another name to write to"};
    std::vector<char> name(path.begin(), path.end());
    for (const char c : std::string(".part-XXXXXX")) name.push_back(c);
    name.push_back('\0');
    const int descriptor = mkostemp(name.data(), O_CLOEXEC);
    if (descriptor < 0)
        return Error{ErrorCode::InvalidArgument, path, std::string("cannot be written (") + std::strerror(errno) + "); choose another place"};
    // mkstemp makes files for the owner alone; what others may read is the user's mask to say.
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(descriptor, 0666 & ~mask);
    return std::unique_ptr<AtomicFile>(new AtomicFile(path, name.data(), descriptor));
}

AtomicFile::~AtomicFile() {
    if (m_descriptor < 0) return;
    close(m_descriptor);
    unlink(m_temporary.c_str());
}

Error AtomicFile::failed() const {
    return {ErrorCode::Internal, m_path, std::string("writing failed (") + std::strerror(errno) + "); nothing was left behind"};
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), std::min(bytes.size(), std::size_t{1} << 30));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return failed();
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return {};
}

Result<void> AtomicFile::commit() {
    if (fsync(m_descriptor) != 0) return failed();
    if (std::rename(m_temporary.c_str(), m_path.c_str()) != 0) return failed();
    close(m_descriptor);
    m_descriptor = -1;
    return {};
}

}  // namespace gh
