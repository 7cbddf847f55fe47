// Memory for packed weights: large anonymous mappings with huge pages asked for, handed out 64-byte aligned and
// given back all at once. Huge pages make large reads 1.3 to 1.8 times as fast (KERNELS.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gh {

class WeightArena {
public:
    WeightArena() = default;
    ~WeightArena();
    WeightArena(const WeightArena&) = delete;
    WeightArena& operator=(const WeightArena&) = delete;

    // nullptr: the system has no more memory.
    std::byte* allocate(std::size_t bytes);
    // Of the newest allocation; its bytes as they were asked for.
    void giveBack(std::size_t bytes);
    std::uint64_t allocatedBytes() const { return m_allocated; }

private:
    struct Chunk {
        std::byte* base;
        std::size_t size, used;
    };
    std::vector<Chunk> m_chunks;
    std::uint64_t m_allocated = 0;
};

}  // namespace gh
