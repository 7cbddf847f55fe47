// NF4 in blocks of 64 along the row, the last one shorter where they do not divide it. As stored:
//  nf4     row by row the F16 largest magnitudes of its blocks, then the codes, two a byte, the first in the high half
//  nf4-dq  double quantization: first a float for each 256 blocks of the whole matrix, counted row after row; then a byte
//          a block: its largest magnitude is (byte / 255)^2 * float, rounded to F16; then the codes. QLoRA takes the mean
//          out and has floats of 8 bits; squares of 256 steps are as fine in the middle, and a block beside one with an
//          outlier is not lost.
#include <cmath>
#include <cstring>

#include "engine/quantize/nf4_steps.h"
#include "engine/quantize/scheme_files.h"
#include "kernels/formats/half.h"
#include "kernels/formats/own_blocks.h"

namespace gh::quantize {
namespace {

constexpr int kBlock = 64, kBlocksOfScale = 256;

std::size_t blocksOf(int cols) { return static_cast<std::size_t>((cols + kBlock - 1) / kBlock); }
std::size_t codeBytes(int cols) { return (static_cast<std::size_t>(cols) + 1) / 2; }
bool fits(int) { return true; }

float chooseAbsmax(const float* x, int n, ScaleChoice choice) {
    const float most = largestMagnitude(x, n);
    if (choice == ScaleChoice::AbsMax) return most;
    return most * bestClip([&](float share) {
        const float absmax = asHalf(most * share);
        std::uint8_t codes[kBlock];
        nf4Round(x, n, absmax, codes);
        double error = 0;
        for (int i = 0; i < n; ++i) {
            const double e = static_cast<double>(x[i]) - static_cast<double>(nf4Value(codes[i], absmax));
            error += e * e;
        }
        return error;
    });
}

struct Plain {
    static std::size_t rowBytes(int cols) { return 2 * blocksOf(cols) + codeBytes(cols); }
    static std::uint64_t bytes(int rows, int cols) { return static_cast<std::uint64_t>(rows) * rowBytes(cols); }
    static const std::byte* codesAt(const std::byte* bytes, int, int cols, int row) {
        return bytes + static_cast<std::size_t>(row) * rowBytes(cols) + 2 * blocksOf(cols);
    }
    static std::uint16_t absmaxAt(const std::byte* bytes, int, int cols, int row, std::size_t block) {
        return kernels::load16(bytes + static_cast<std::size_t>(row) * rowBytes(cols) + 2 * block);
    }
    // The largest magnitudes of the blocks of rows [first, last), stored, and in absmax as they are read again.
    static void scales(const float* w, int, int cols, int first, int last, ScaleChoice choice, std::byte* out, std::vector<float>& absmax) {
        for (int row = first; row < last; ++row)
            for (std::size_t b = 0; b < blocksOf(cols); ++b) {
                const int begin = static_cast<int>(b) * kBlock;
                const float* x = w + static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) + begin;
                const auto half = kernels::floatToHalf(chooseAbsmax(x, std::min(kBlock, cols - begin), choice));
                kernels::store16(out + static_cast<std::size_t>(row) * rowBytes(cols) + 2 * b, half);
                absmax.push_back(kernels::halfToFloat(half));
            }
    }
};

struct Double {
    static std::size_t blocks(int rows, int cols) { return static_cast<std::size_t>(rows) * blocksOf(cols); }
    static std::size_t supers(int rows, int cols) { return (blocks(rows, cols) + kBlocksOfScale - 1) / kBlocksOfScale; }
    static std::uint64_t bytes(int rows, int cols) {
        return 4 * supers(rows, cols) + blocks(rows, cols) + static_cast<std::uint64_t>(rows) * codeBytes(cols);
    }
    static const std::byte* codesAt(const std::byte* bytes, int rows, int cols, int row) {
        return bytes + 4 * supers(rows, cols) + blocks(rows, cols) + static_cast<std::size_t>(row) * codeBytes(cols);
    }
    static float restored(int step, float super) { return asHalf(static_cast<float>(step * step) * super / 65025.0f); }
    static std::uint16_t absmaxAt(const std::byte* bytes, int rows, int cols, int row, std::size_t block) {
        const std::size_t index = static_cast<std::size_t>(row) * blocksOf(cols) + block;
        float super;
        std::memcpy(&super, bytes + index / kBlocksOfScale * 4, 4);
        return kernels::floatToHalf(restored(std::to_integer<int>(bytes[4 * supers(rows, cols) + index]), super));
    }
    // Of the scale blocks that these rows touch all magnitudes are found, also those in other rows: rows may then be taken
    // in any parts, at the same time. The part that holds a scale block's first block writes its float.
    static void scales(const float* w, int rows, int cols, int first, int last, ScaleChoice choice, std::byte* out, std::vector<float>& absmax) {
        const std::size_t perRow = blocksOf(cols), begin = static_cast<std::size_t>(first) * perRow, end = static_cast<std::size_t>(last) * perRow;
        const std::size_t head = 4 * supers(rows, cols), all = blocks(rows, cols);
        for (std::size_t super = begin / kBlocksOfScale; super * kBlocksOfScale < end; ++super) {
            const std::size_t from = super * kBlocksOfScale, to = std::min(all, from + kBlocksOfScale);
            float found[kBlocksOfScale];
            float most = 0;
            for (std::size_t i = from; i < to; ++i) {
                const int at = static_cast<int>(i % perRow) * kBlock;
                found[i - from] = chooseAbsmax(w + i / perRow * static_cast<std::size_t>(cols) + at, std::min(kBlock, cols - at), choice);
                most = std::max(most, found[i - from]);
            }
            if (from >= begin) std::memcpy(out + 4 * super, &most, 4);
            for (std::size_t i = std::max(from, begin); i < std::min(to, end); ++i) {
                const auto step = static_cast<std::uint8_t>(most == 0.0f ? 0.0f : kernels::nearest(std::sqrt(found[i - from] / most) * 255.0f));
                out[head + i] = static_cast<std::byte>(step);
                absmax.push_back(restored(step, most));
            }
        }
    }
};

template <class Form>
struct Nf4 {
    static void encode(const float* w, int rows, int cols, int first, int last, ScaleChoice choice, float, std::byte* out) {
        std::vector<float> absmax;
        absmax.reserve(static_cast<std::size_t>(last - first) * blocksOf(cols));
        Form::scales(w, rows, cols, first, last, choice, out, absmax);
        std::vector<std::uint8_t> codes(static_cast<std::size_t>(cols) + 1);
        const float* scale = absmax.data();
        for (int row = first; row < last; ++row) {
            const float* x = w + static_cast<std::size_t>(row) * static_cast<std::size_t>(cols);
            for (int begin = 0; begin < cols; begin += kBlock) nf4Round(x + begin, std::min(kBlock, cols - begin), *scale++, codes.data() + begin);
            if (cols % 2) codes[static_cast<std::size_t>(cols)] = 0;
            auto* to = const_cast<std::byte*>(Form::codesAt(out, rows, cols, row));
            for (std::size_t i = 0; i < codeBytes(cols); ++i) to[i] = static_cast<std::byte>(codes[2 * i] << 4 | codes[2 * i + 1]);
        }
    }

    static void codes(const std::byte* bytes, int rows, int cols, int row, std::uint8_t* out) {
        const std::byte* from = Form::codesAt(bytes, rows, cols, row);
        for (int i = 0; i < cols; ++i) out[i] = static_cast<std::uint8_t>((std::to_integer<unsigned>(from[i / 2]) >> (i % 2 ? 0 : 4)) & 15);
    }

    static float absmaxAt(const std::byte* bytes, int rows, int cols, int row, int col) {
        return kernels::halfToFloat(Form::absmaxAt(bytes, rows, cols, row, static_cast<std::size_t>(col / kBlock)));
    }

    static void decode(const std::byte* bytes, int rows, int cols, int row, float* out) {
        std::vector<std::uint8_t> all(static_cast<std::size_t>(cols));
        codes(bytes, rows, cols, row, all.data());
        for (int begin = 0; begin < cols; begin += kBlock) {
            const float absmax = absmaxAt(bytes, rows, cols, row, begin);
            for (int i = begin; i < std::min(cols, begin + kBlock); ++i) out[i] = nf4Value(all[static_cast<std::size_t>(i)], absmax);
        }
    }

    static Levels levelsOf(const std::byte* bytes, int rows, int cols, int row, int col) {
        Levels levels;
        levels.scale = absmaxAt(bytes, rows, cols, row, col);
        for (const float level : kernels::kNf4Levels) levels.values.push_back(level * levels.scale);
        return levels;
    }

    static kernels::StorageType runsAs(int cols) { return cols % kBlock == 0 ? kernels::StorageType::NF4 : kernels::StorageType::F32; }

    static void toBlocks(const std::byte* bytes, int rows, int cols, int row, std::byte* out) {
        if (cols % kBlock != 0) {
            std::vector<float> values(static_cast<std::size_t>(cols));
            decode(bytes, rows, cols, row, values.data());
            return void(std::memcpy(out, values.data(), values.size() * sizeof(float)));
        }
        std::vector<std::uint8_t> all(static_cast<std::size_t>(cols));
        codes(bytes, rows, cols, row, all.data());
        const kernels::CodeBlocks& form = *kernels::codeBlocks(kernels::StorageType::NF4);
        for (std::size_t b = 0; b < blocksOf(cols); ++b, out += form.bytes)
            form.store(all.data() + b * kBlock, Form::absmaxAt(bytes, rows, cols, row, b), 0, out);
    }

    static Scheme scheme(const char* name, const char* title, std::uint32_t number) {
        return {name, title, 16, ownFileType(number), false, "iq4_nl", Form::bytes, fits, encode, nullptr, decode, levelsOf, codes,
                runsAs, toBlocks};
    }
};

}  // namespace

std::vector<Scheme> nf4Schemes() {
    return {Nf4<Plain>::scheme("nf4", "NF4 · blocks of 64", 0xF01), Nf4<Double>::scheme("nf4-dq", "NF4 · double quantization", 0xF02)};
}

}  // namespace gh::quantize
