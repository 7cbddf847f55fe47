#include "kernels/packed.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

#include "kernels/cpu/activations.h"
#include "kernels/formats/packing.h"

namespace gh::kernels {
namespace {

std::size_t roundUp(std::size_t n, std::size_t unit) {
    return (n + unit - 1) / unit * unit;
}

std::size_t spanBytes(const Packing& p, int cols) {
    const std::size_t whole = static_cast<std::size_t>(cols / p.spanInputs) * p.spanBytes;
    const int rest = cols % p.spanInputs;
    if (rest == 0) return whole;
    const int missingPairs = (p.spanInputs - rest) / (2 * kBlockInputs);
    return whole + static_cast<std::size_t>(p.spanBytes - missingPairs * p.pairBytes);
}

void packSpans(const Format& format, const PackedMatrix& m, const std::byte* src, std::byte* dst, int group) {
    const Packing& p = *format.packing;
    const std::size_t rowBytes = static_cast<std::size_t>(m.cols / format.blockValues) * format.blockBytes;
    const std::size_t spanSourceBytes =
        static_cast<std::size_t>(p.spanInputs / format.blockValues) * format.blockBytes;
    const std::byte* rows[kGroupRows] = {};
    for (int r = 0; r < kGroupRows && group * kGroupRows + r < m.rows; ++r) {
        rows[r] = src + static_cast<std::size_t>(group * kGroupRows + r) * rowBytes;
    }
    std::byte* span = dst + static_cast<std::size_t>(group) * m.groupBytes;
    for (int input = 0; input < m.cols; input += p.spanInputs, span += p.spanBytes) {
        p.pack(rows, std::min(p.spanInputs, m.cols - input) / kBlockInputs, span);
        for (const std::byte*& row : rows) {
            if (row) row += spanSourceBytes;
        }
    }
}

// [input][16 rows] of whole elements: a transpose in tiles, so that both sides stay in cache.
template <class Element>
void packPlain(const PackedMatrix& m, const std::byte* src, std::byte* dst, int group) {
    std::byte* to = dst + static_cast<std::size_t>(group) * m.groupBytes;
    const int rows = std::min(kGroupRows, m.rows - group * kGroupRows);
    const std::size_t cols = static_cast<std::size_t>(m.cols);
    const std::byte* from = src + static_cast<std::size_t>(group) * kGroupRows * cols * sizeof(Element);
    if (rows < kGroupRows) std::memset(to, 0, m.groupBytes);
    constexpr std::size_t kTile = 64;
    for (std::size_t begin = 0; begin < cols; begin += kTile) {
        const std::size_t end = std::min(begin + kTile, cols);
        for (int r = 0; r < rows; ++r) {
            for (std::size_t i = begin; i < end; ++i) {
                std::memcpy(to + (i * kGroupRows + r) * sizeof(Element),
                            from + (r * cols + i) * sizeof(Element), sizeof(Element));
            }
        }
    }
    const std::size_t used = cols * kGroupRows * sizeof(Element);
    std::memset(to + used, 0, m.groupBytes - used);
}

}  // namespace

PackedMatrix packedLayout(StorageType type, int rows, int cols) {
    const Format* format = findFormat(type);
    assert(format && rows >= 0 && cols >= 0 && cols % format->blockValues == 0);
    PackedMatrix m;
    m.type = type;
    m.rows = rows;
    m.cols = cols;
    m.integer = format->integer && cols % kBlockInputs == 0;
    m.groupBytes = m.integer ? spanBytes(*format->packing, cols)
                             : roundUp(static_cast<std::size_t>(cols) * kGroupRows * format->blockBytes, 64);
    return m;
}

void packGroups(const PackedMatrix& layout, const std::byte* src, std::byte* dst, int groupBegin,
                int groupEnd) {
    const Format& format = *findFormat(layout.type);
    for (int group = groupBegin; group < groupEnd; ++group) {
        if (layout.integer) {
            packSpans(format, layout, src, dst, group);
        } else if (format.blockBytes == 4) {
            packPlain<std::uint32_t>(layout, src, dst, group);
        } else {
            packPlain<std::uint16_t>(layout, src, dst, group);
        }
    }
}

void unpackRow(const PackedMatrix& m, int row, float* out) {
    const Format& format = *findFormat(m.type);
    const std::byte* group = m.data + static_cast<std::size_t>(row / kGroupRows) * m.groupBytes;
    const int lane = row % kGroupRows;
    if (m.integer) {
        const Packing& p = *format.packing;
        for (int input = 0; input < m.cols; input += p.spanInputs, group += p.spanBytes) {
            p.unpack(group, lane, std::min(p.spanInputs, m.cols - input) / kBlockInputs, out + input);
        }
        return;
    }
    const std::size_t step = static_cast<std::size_t>(kGroupRows) * format.blockBytes;
    constexpr int kRun = 256;
    std::byte run[kRun * 4];
    for (int begin = 0; begin < m.cols; begin += kRun) {
        const int count = std::min(kRun, m.cols - begin);
        for (int i = 0; i < count; ++i) {
            std::memcpy(run + i * format.blockBytes, group + (begin + i) * step + lane * format.blockBytes,
                        format.blockBytes);
        }
        format.decode(run, count, out + begin);
    }
}

void unpackRun(const PackedMatrix& m, int group, int begin, int count, float (*out)[kGroupRows]) {
    const Format& format = *findFormat(m.type);
    const std::byte* from = m.data + static_cast<std::size_t>(group) * m.groupBytes;
    if (!m.integer) {
        const std::size_t inputBytes = static_cast<std::size_t>(kGroupRows) * format.blockBytes;
        format.decode(from + begin * inputBytes, static_cast<std::size_t>(count) * kGroupRows, out[0]);
        return;
    }
    const Packing& p = *format.packing;
    for (int done = 0; done < count; done += p.spanInputs) {
        const std::byte* span = from + static_cast<std::size_t>((begin + done) / p.spanInputs) * p.spanBytes;
        const int inputs = std::min(p.spanInputs, count - done);
        float row[kRunInputs];
        for (int r = 0; r < kGroupRows; ++r) {
            p.unpack(span, r, inputs / kBlockInputs, row);
            for (int i = 0; i < inputs; ++i) out[done + i][r] = row[i];
        }
    }
}

std::size_t quantizedBytes(int rows, int cols) {
    return sizeof(ActivationBlock) * static_cast<std::size_t>(rows) *
           static_cast<std::size_t>(cols / kBlockInputs);
}

}  // namespace gh::kernels
