#include "engine/forward/weight_arena.h"

#include <algorithm>
#include <sys/mman.h>

namespace gh {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
// Chunks much larger than a matrix, so that little is lost at their ends; untouched pages cost nothing.
constexpr std::size_t kChunk = std::size_t{64} << 20;

std::size_t roundUp(std::size_t value, std::size_t to) { return (value + to - 1) / to * to; }
std::size_t takenBy(std::size_t bytes) { return roundUp(std::max<std::size_t>(bytes, 64), 64); }

}  // namespace

WeightArena::~WeightArena() {
    for (const auto& chunk : m_chunks) munmap(chunk.base, chunk.size);
}

std::byte* WeightArena::allocate(std::size_t bytes) {
    bytes = takenBy(bytes);
    if (m_chunks.empty() || m_chunks.back().size - m_chunks.back().used < bytes) {
        const std::size_t size = roundUp(std::max(bytes, kChunk), kHugePage);
        void* base = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base == MAP_FAILED) return nullptr;
        madvise(base, size, MADV_HUGEPAGE);
        m_chunks.push_back({static_cast<std::byte*>(base), size, 0});
    }
    Chunk& chunk = m_chunks.back();
    std::byte* result = chunk.base + chunk.used;
    chunk.used += bytes;
    m_allocated += bytes;
    return result;
}

void WeightArena::giveBack(std::size_t bytes) {
    bytes = takenBy(bytes);
    m_chunks.back().used -= bytes;
    m_allocated -= bytes;
}

}  // namespace gh
