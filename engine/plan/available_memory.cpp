#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "engine/plan/ledger.h"

namespace gh::plan {

namespace {

std::optional<std::uint64_t> number(const std::optional<std::string>& content) {
    if (!content) return std::nullopt;
    std::uint64_t value = 0;
    const char* begin = content->data();
    const auto [end, problem] = std::from_chars(begin, begin + content->size(), value);
    if (problem != std::errc() || end == begin) return std::nullopt;  // also "max": no limit
    return value;
}

// The number after a key at the start of a line: "MemAvailable:   123 kB", "inactive_file 4096".
std::optional<std::uint64_t> field(const std::optional<std::string>& content, std::string_view key) {
    if (!content) return std::nullopt;
    std::istringstream lines(*content);
    for (std::string line; std::getline(lines, line);) {
        if (line.size() <= key.size() || line.compare(0, key.size(), key) != 0) continue;
        if (line[key.size()] != ' ' && line[key.size()] != '\t') continue;
        const std::size_t digit = line.find_first_not_of(" \t", key.size());
        return digit == std::string::npos ? std::nullopt : number(line.substr(digit));
    }
    return std::nullopt;
}

struct Controller {
    const char *root, *limit, *usage, *droppable;
};
constexpr Controller kVersion2{"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};
constexpr Controller kVersion1{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file"};

// Walks from the group's folder to the root. In a container the path named in /proc may not exist below its mount:
// folders without files are passed over, and the root there is the container's own group.
void tighten(const TextReader& read, const Controller& controller, std::string path,
             std::optional<std::uint64_t>& available) {
    for (;;) {
        const std::string folder = controller.root + (path == "/" ? "" : path) + "/";
        const auto limit = number(read(folder + controller.limit));
        const auto usage = number(read(folder + controller.usage));
        // Version 1 says "no limit" as a number near 2^63.
        if (limit && usage && *limit < (std::uint64_t{1} << 60)) {
            const std::uint64_t droppable = field(read(folder + "memory.stat"), controller.droppable).value_or(0);
            const std::uint64_t held = *usage - std::min(*usage, droppable);
            const std::uint64_t left = *limit - std::min(*limit, held);
            available = std::min(available.value_or(left), left);
        }
        if (path.empty() || path == "/") return;
        path.resize(path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
    }
}

bool names(const std::string& list, const std::string& controller) {
    std::istringstream items(list);
    for (std::string item; std::getline(items, item, ',');)
        if (item == controller) return true;
    return false;
}

}  // namespace

std::optional<std::uint64_t> availableMemory(const TextReader& read) {
    std::optional<std::uint64_t> available;
    if (const auto kib = field(read("/proc/meminfo"), "MemAvailable:")) available = *kib * 1024;
    const auto groups = read("/proc/self/cgroup");
    if (!groups) return available;
    std::istringstream lines(*groups);
    for (std::string line; std::getline(lines, line);) {  // "4:memory:/path" or "0::/path"
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
        if (controllers.empty()) tighten(read, kVersion2, path, available);
        if (names(controllers, "memory")) tighten(read, kVersion1, path, available);
    }
    return available;
}

std::optional<std::uint64_t> availableMemory() {
    return availableMemory([](const std::string& path) -> std::optional<std::string> {
        std::ifstream file(path);
        if (!file) return std::nullopt;
        std::ostringstream content;
        content << file.rdbuf();
        return content.str();
    });
}

}  // namespace gh::plan
