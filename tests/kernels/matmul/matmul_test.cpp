// One answer in the matrix products: every instruction set, row count and tiling gives the bits of the plain
// C++ table, and that table gives what a naive product gives.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cpu/activations.h"
#include "kernels/packed.h"
#include "tests/kernels/formats/random_tensor.h"
#include "tests/kernels/matmul/matmul_list_for_tests.h"

namespace gh::kernels {
namespace {

struct FreeAligned {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{64}); }
};

// A random matrix, packed, with its decoded weights beside it.
struct Matrix {
    Matrix(const Format& format, int rows, int cols, std::mt19937& rng)
        : packed(packedLayout(format.type, rows, cols)) {
        const auto source = test::randomTensor(format, rows, cols, rng);
        storage.reset(static_cast<std::byte*>(::operator new (packedBytes(packed), std::align_val_t{64})));
        packGroups(packed, source.data(), storage.get(), 0, packed.groups());
        packed.data = storage.get();
        weights.resize(static_cast<std::size_t>(rows) * cols);
        format.decode(source.data(), weights.size(), weights.data());
    }
    PackedMatrix packed;
    std::unique_ptr<std::byte, FreeAligned> storage;
    std::vector<float> weights;
};

std::vector<float> randomRows(int rows, int cols, std::mt19937& rng) {
    std::vector<float> x(static_cast<std::size_t>(rows) * cols);
    std::normal_distribution<float> normal;
    for (float& v : x) v = normal(rng);
    // Blocks of zeros and of wildly different size occur in real activations.
    if (cols >= 32) {
        for (int i = 0; i < 32; ++i) x[i] = 0.0f;
        for (int i = cols - 32; i < cols; ++i) x[static_cast<std::size_t>(rows - 1) * cols + i] *= 1e6f;
    }
    return x;
}

constexpr float kUntouched = -123.25f;
constexpr int kExtra = 3;  // outputs beyond the matrix that must stay as they are

struct Product {
    int tokens, outputs;
    std::vector<float> out;
};

// x through one table, cut into tiles of the given numbers of groups and token rows (0: all at once).
Product multiply(const MatmulKernels& k, const Matrix& m, const std::vector<float>& x, int tokens, bool int8,
                 int groupTile, int rowTile) {
    const PackedMatrix& w = m.packed;
    const int stride = w.rows + kExtra;
    Product p{tokens, w.rows, std::vector<float>(static_cast<std::size_t>(tokens) * stride, kUntouched)};
    std::vector<std::byte> acts;
    if (int8) {
        acts.resize(quantizedBytes(tokens, w.cols));
        for (int row = 0; row < tokens; row += 5) {
            k.quantizeRows(x.data(), w.cols, row, std::min(tokens, row + 5), tokens, w.cols, acts.data());
        }
    }
    if (!groupTile) groupTile = w.groups();
    if (!rowTile) rowTile = tokens;
    for (int g = 0; g < w.groups(); g += groupTile) {
        for (int row = 0; row < tokens; row += rowTile) {
            const int gEnd = std::min(w.groups(), g + groupTile), rEnd = std::min(tokens, row + rowTile);
            if (int8) {
                k.matmulInt8(w, g, gEnd, acts.data(), tokens, row, rEnd, p.out.data(), stride);
            } else {
                k.matmulF32(w, g, gEnd, x.data(), w.cols, row, rEnd, p.out.data(), stride);
            }
        }
    }
    for (int t = 0; t < tokens; ++t) {
        for (int e = 0; e < kExtra; ++e)
            EXPECT_EQ(p.out[static_cast<std::size_t>(t) * stride + w.rows + e], kUntouched);
    }
    return p;
}

bool sameBits(const Product& a, const Product& b) {
    return a.out.size() == b.out.size() &&
           std::memcmp(a.out.data(), b.out.data(), a.out.size() * sizeof(float)) == 0;
}

std::string label(const char* isa, const Format& f, const Matrix& m, int tokens, bool int8, int groupTile,
                  int rowTile) {
    return std::string(isa) + " " + f.name + " " + std::to_string(m.packed.rows) + "x" +
           std::to_string(m.packed.cols) + " tokens " + std::to_string(tokens) + (int8 ? " int8" : " f32") +
           " tiles " + std::to_string(groupTile) + "x" + std::to_string(rowTile);
}

void expectOneAnswer(const Format& format, const Matrix& m, int tokens, std::mt19937& rng) {
    const auto x = randomRows(tokens, m.packed.cols, rng);
    for (const bool int8 : {true, false}) {
        if (int8 && !m.packed.integer) continue;
        const Product want = multiply(scalarMatmul(), m, x, tokens, int8, 0, 0);
        for (const auto& isa : test::runnableMatmuls()) {
            const int groupTile = 1 + static_cast<int>(rng() % 3),
                      rowTile = 1 + static_cast<int>(rng() % tokens);
            for (const auto& [g, r] : {std::pair{0, 0}, std::pair{groupTile, rowTile}}) {
                ASSERT_TRUE(sameBits(multiply(*isa.kernels, m, x, tokens, int8, g, r), want))
                    << label(isa.name, format, m, tokens, int8, g, r);
            }
        }
    }
}

TEST(Matmul, OneAnswerForEveryRowCount) {
    std::mt19937 rng(11);
    for (const Format& format : packedFormatList()) {
        const Matrix m(format, 37, format.blockValues == 1 ? 70 : test::oddWidth(format), rng);
        for (int tokens = 1; tokens <= 67; ++tokens) expectOneAnswer(format, m, tokens, rng);
    }
}

TEST(Matmul, OneAnswerForEveryShape) {
    std::mt19937 rng(12);
    for (const Format& format : packedFormatList()) {
        for (const int cols : test::widths(format)) {
            for (const int rows : {1, 8, 16, 23, 64}) {
                const Matrix m(format, rows, cols, rng);
                for (const int tokens : {1, 3, 13}) expectOneAnswer(format, m, tokens, rng);
            }
        }
    }
}

// Rows longer than what is taken apart at a time go on from their sums so far; more tokens than a cache holds pass
// one part after the other.
TEST(Matmul, OneAnswerForLongRowsOfManyTokens) {
    std::mt19937 rng(19);
    for (const Format& format : packedFormatList()) {
        const Matrix m(format, 53, format.blockValues == 256 ? 1280 : format.blockValues == 64 ? 1088 : 1056, rng);
        for (const int tokens : {26, 61, 67, 269}) expectOneAnswer(format, m, tokens, rng);
    }
}

// A row's result does not depend on which rows share the call.
TEST(Matmul, RowsAreAlone) {
    std::mt19937 rng(13);
    for (const Format& format : packedFormatList()) {
        const Matrix m(format, 32, format.blockValues == 1 ? 64 : test::oddWidth(format), rng);
        constexpr int kTokens = 29;
        const auto x = randomRows(kTokens, m.packed.cols, rng);
        for (const auto& isa : test::runnableMatmuls()) {
            for (const bool int8 : {true, false}) {
                if (int8 && !m.packed.integer) continue;
                const Product all = multiply(*isa.kernels, m, x, kTokens, int8, 0, 0);
                for (int t = 0; t < kTokens; ++t) {
                    const std::vector<float> one(x.begin() + t * m.packed.cols,
                                                 x.begin() + (t + 1) * m.packed.cols);
                    const Product alone = multiply(*isa.kernels, m, one, 1, int8, 0, 0);
                    ASSERT_EQ(std::memcmp(alone.out.data(), all.out.data() + alone.out.size() * t,
                                          alone.out.size() * 4),
                              0)
                        << label(isa.name, format, m, t, int8, 0, 0);
                }
            }
        }
    }
}

TEST(Matmul, FloatPathIsTheNaiveChain) {
    std::mt19937 rng(14);
    for (const Format& format : packedFormatList()) {
        for (const int cols : test::widths(format)) {
            const Matrix m(format, 19, cols, rng);
            const auto x = randomRows(2, cols, rng);
            const Product got = multiply(scalarMatmul(), m, x, 2, false, 0, 0);
            for (int t = 0; t < 2; ++t) {
                for (int o = 0; o < 19; ++o) {
                    float want = 0.0f;
                    for (int i = 0; i < cols; ++i)
                        want = std::fma(m.weights[o * cols + i], x[t * cols + i], want);
                    ASSERT_EQ(std::memcmp(&got.out[t * (19 + kExtra) + o], &want, 4), 0)
                        << format.name << " " << cols;
                }
            }
        }
    }
}

TEST(Matmul, Int8PathIsTheProductOfItsParts) {
    std::mt19937 rng(15);
    for (const Format& format : packedFormatList()) {
        if (!format.integer) continue;
        for (const int cols : test::widths(format)) {
            const Matrix m(format, 21, cols, rng);
            constexpr int kTokens = 14;
            const auto x = randomRows(kTokens, cols, rng);
            const Product got = multiply(scalarMatmul(), m, x, kTokens, true, 0, 0);
            std::vector<std::byte> acts(quantizedBytes(kTokens, cols));
            scalarMatmul().quantizeRows(x.data(), cols, 0, kTokens, kTokens, cols, acts.data());
            for (int t = 0; t < kTokens; ++t) {
                const auto row =
                    activationRow(reinterpret_cast<ActivationBlock*>(acts.data()), kTokens, cols / 32, t);
                for (int o = 0; o < 21; ++o) {
                    double want = 0, size = 0;
                    for (int i = 0; i < cols; ++i) {
                        const ActivationBlock& a = row.first[i / 32 * row.step];
                        const double product =
                            static_cast<double>(m.weights[o * cols + i]) * a.q[i % 32] * a.scale;
                        want += product;
                        size += std::fabs(product);
                    }
                    // Minima and quants cancel in formats with both, hence the room beyond the sum's own
                    // size. NF4 has its levels to 14 bits here (kernels/formats/packing.h).
                    const double room = format.type == StorageType::NF4 ? 3e-4 : 2e-5;
                    ASSERT_NEAR(got.out[t * (21 + kExtra) + o], want, room * size + 1e-30)
                        << format.name << " " << cols << " token " << t << " output " << o;
                }
            }
        }
    }
}

// Largest quants against largest activations: where 16-bit sums would overflow if they could.
TEST(Matmul, ExtremeQuants) {
    std::mt19937 rng(16);
    for (const Format& format : packedFormatList()) {
        if (!format.integer) continue;
        const int cols = std::max(64, format.blockValues);
        for (const unsigned fill : {0xFFu, 0x00u, 0x80u, 0x7Fu}) {
            std::vector<std::byte> source = test::randomTensor(format, 16, cols, rng);
            // Everything but what would make a scale infinite.
            for (std::byte& b : source) {
                const std::byte kept = b;
                b = static_cast<std::byte>(fill);
                if (format.firstNonFinite(source.data(), 16u * cols)) b = kept;
            }
            PackedMatrix w = packedLayout(format.type, 16, cols);
            std::unique_ptr<std::byte, FreeAligned> storage(
                static_cast<std::byte*>(::operator new (packedBytes(w), std::align_val_t{64})));
            packGroups(w, source.data(), storage.get(), 0, 1);
            w.data = storage.get();
            // One token count for each way of multiplying.
            for (const int tokens : {5, 61}) {
                for (const auto& [even, odd] : {std::pair{3.0f, 3.0f}, {-3.0f, -3.0f}, {-3.0f, 3.0f}}) {
                    std::vector<float> x(static_cast<std::size_t>(tokens) * cols);
                    for (std::size_t i = 0; i < x.size(); ++i) x[i] = i % 2 ? odd : even;
                    std::vector<float> want;
                    for (const auto& isa : test::runnableMatmuls()) {
                        std::vector<std::byte> acts(quantizedBytes(tokens, cols));
                        std::vector<float> out(std::size_t{16} * tokens);
                        isa.kernels->quantizeRows(x.data(), cols, 0, tokens, tokens, cols, acts.data());
                        isa.kernels->matmulInt8(w, 0, 1, acts.data(), tokens, 0, tokens, out.data(), 16);
                        if (want.empty()) want = out;
                        ASSERT_EQ(std::memcmp(want.data(), out.data(), out.size() * 4), 0)
                            << isa.name << " " << format.name;
                    }
                }
            }
        }
    }
}

// Memory that ends at a page nobody may touch: reading or writing one byte too far ends the test.
class GuardedBytes {
public:
    explicit GuardedBytes(std::size_t n) : m_page(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
        m_bytes = (n + m_page - 1) / m_page * m_page;
        m_map = static_cast<std::byte*>(
            mmap(nullptr, m_bytes + m_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        mprotect(m_map + m_bytes, m_page, PROT_NONE);
        m_data = m_map + m_bytes - n;
    }
    ~GuardedBytes() { munmap(m_map, m_bytes + m_page); }
    GuardedBytes(const GuardedBytes&) = delete;
    GuardedBytes& operator=(const GuardedBytes&) = delete;
    std::byte* data() { return m_data; }
    float* floats() { return reinterpret_cast<float*>(m_data); }

private:
    std::size_t m_page, m_bytes;
    std::byte* m_map;
    std::byte* m_data;
};

TEST(Matmul, TouchesNothingBeyondItsOperands) {
    std::mt19937 rng(17);
    for (const Format& format : packedFormatList()) {
        for (const int cols : test::widths(format)) {
            for (const int rows : {1, 16, 21}) {
                for (const int tokens : {1, 5, 12, 14, 61}) {
                    const auto source = test::randomTensor(format, rows, cols, rng);
                    PackedMatrix w = packedLayout(format.type, rows, cols);
                    GuardedBytes from(source.size()), weights(packedBytes(w));
                    std::copy(source.begin(), source.end(), from.data());
                    packGroups(w, from.data(), weights.data(), 0, w.groups());
                    w.data = weights.data();
                    const auto values = randomRows(tokens, cols, rng);
                    GuardedBytes x(values.size() * sizeof(float)),
                        acts(w.integer ? quantizedBytes(tokens, cols) : 4);
                    GuardedBytes out(static_cast<std::size_t>(rows) * tokens * sizeof(float));
                    std::copy(values.begin(), values.end(), x.floats());
                    for (const auto& isa : test::runnableMatmuls()) {
                        isa.kernels->matmulF32(w, 0, w.groups(), x.floats(), cols, 0, tokens, out.floats(),
                                               rows);
                        if (!w.integer) continue;
                        isa.kernels->quantizeRows(x.floats(), cols, 0, tokens, tokens, cols, acts.data());
                        isa.kernels->matmulInt8(w, 0, w.groups(), acts.data(), tokens, 0, tokens,
                                                out.floats(), rows);
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace gh::kernels
