#include "engine/forward/rope_tables.h"

#include "kernels/cpu/rope_table.h"

namespace gh {
namespace {

constexpr std::uint32_t kGrowBy = 512;  // positions; building one costs about 10 µs per 100

}  // namespace

void RopeTables::ensure(const LayerConfig& layer, std::uint32_t lastPosition) {
    const auto index = static_cast<std::size_t>(layer.ropeTable);
    if (m_tables.size() <= index) m_tables.resize(index + 1);
    auto& table = m_tables[index];
    const auto dims = static_cast<std::size_t>(layer.rope.dims);
    const std::size_t have = table.size() / dims;
    if (lastPosition < have) return;
    const std::size_t want = (lastPosition / kGrowBy + 1) * kGrowBy;
    table.resize(want * dims);
    const RopeConfig& rope = layer.rope;
    const kernels::RopeAngles angles{rope.base, rope.scale, rope.dims, rope.divisors, rope.magnitude};
    for (std::size_t p = have; p < want; ++p) kernels::buildRopeRow(angles, static_cast<long long>(p), &table[p * dims]);
}

const float* RopeTables::row(const LayerConfig& layer, std::uint32_t position) const {
    return &m_tables[static_cast<std::size_t>(layer.ropeTable)][position * static_cast<std::size_t>(layer.rope.dims)];
}

std::uint64_t RopeTables::bytes() const {
    std::uint64_t sum = 0;
    for (const auto& table : m_tables) sum += table.capacity() * sizeof(float);
    return sum;
}

}  // namespace gh
