// Packing loses nothing: what comes out of a packed matrix has the bits of the reference decoder.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "kernels/packed.h"
#include "tests/kernels/formats/random_tensor.h"

namespace gh::kernels {
namespace {

struct AlignedBytes {
    explicit AlignedBytes(std::size_t n)
        : m_data(static_cast<std::byte*>(::operator new (n, std::align_val_t{64}))) {
        std::memset(m_data, 0xA5, n);  // packing must write everything itself
    }
    ~AlignedBytes() { ::operator delete (m_data, std::align_val_t{64}); }
    AlignedBytes(const AlignedBytes&) = delete;
    AlignedBytes& operator=(const AlignedBytes&) = delete;
    std::byte* data() { return m_data; }

private:
    std::byte* m_data;
};

TEST(Packing, RowsComeBackBitForBit) {
    std::mt19937 rng(5);
    for (const Format& format : packedFormatList()) {
        for (const int cols : test::widths(format)) {
            for (const int rows : {1, 15, 16, 17, 50}) {
                const auto source = test::randomTensor(format, rows, cols, rng);
                PackedMatrix m = packedLayout(format.type, rows, cols);
                ASSERT_EQ(m.groups(), (rows + 15) / 16);
                ASSERT_EQ(m.groupBytes % 64, 0u);
                ASSERT_EQ(m.integer, format.integer);
                AlignedBytes packed(packedBytes(m));
                const int cut = m.groups() / 2;  // groups are independent and may come in any order
                packGroups(m, source.data(), packed.data(), cut, m.groups());
                packGroups(m, source.data(), packed.data(), 0, cut);
                m.data = packed.data();
                std::vector<float> want(static_cast<std::size_t>(rows) * cols), got(cols + 1, -77.0f);
                format.decode(source.data(), want.size(), want.data());
                for (int row = 0; row < rows; ++row) {
                    unpackRow(m, row, got.data());
                    ASSERT_EQ(std::memcmp(got.data(), want.data() + static_cast<std::size_t>(row) * cols,
                                          static_cast<std::size_t>(cols) * sizeof(float)),
                              0)
                        << format.name << " " << rows << "x" << cols << " row " << row;
                    ASSERT_EQ(got[cols], -77.0f);
                }
                float run[kRunInputs][16];
                for (int begin = 0; begin < cols; begin += kRunInputs) {
                    const int count = std::min(kRunInputs, cols - begin);
                    for (int group = 0; group < m.groups(); ++group) {
                        unpackRun(m, group, begin, count, run);
                        for (int i = 0; i < count; ++i) {
                            for (int r = 0; r < 16; ++r) {
                                const int row = 16 * group + r;
                                // Rows beyond the matrix are zero, of either sign.
                                if (row < rows) {
                                    const float value =
                                        want[static_cast<std::size_t>(row) * cols + begin + i];
                                    ASSERT_EQ(std::memcmp(&run[i][r], &value, sizeof value), 0);
                                } else {
                                    ASSERT_EQ(run[i][r], 0.0f);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

// The packed integer layouts stay near the size of the file: memory speed is decode speed.
TEST(Packing, StaysCompact) {
    for (const Format& format : packedFormatList()) {
        const int cols = 1024;
        const PackedMatrix m = packedLayout(format.type, 64, cols);
        const double file = 64.0 * cols / format.blockValues * format.blockBytes;
        EXPECT_LE(static_cast<double>(packedBytes(m)), file * 1.03) << format.name;
    }
}

}  // namespace
}  // namespace gh::kernels
