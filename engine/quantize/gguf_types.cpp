// GGUF's own types as schemes: stored as in the file, encoded as kernels/formats does (with searches of their own:
// ScaleChoice says nothing here).
#include <algorithm>
#include <cstring>
#include <span>

#include "engine/quantize/scheme_files.h"
#include "kernels/formats/packing.h"

namespace gh::quantize {
namespace {

using kernels::Format;
using kernels::StorageType;

// Bytes of a block that hold scales, and what makes them all 1 and the minima 0: such a block decodes to its bare quants.
struct Patch {
    int offset, count;
    std::uint8_t byte;
};
constexpr Patch kHalfOne(int offset) { return {offset + 1, 1, 0x3C}; }   // F16's 1.0 is 0x3C00; the low byte is a patch of 0

struct Quants {
    int least = 0, count = 0;           // whole numbers from least on; IQ4: places in a table
    bool iq4 = false;
    std::uint8_t lowFill = 0x00, highFill = 0xFF;   // quant bytes of nothing but the least and the greatest quant
    std::vector<Patch> scales;
};

Quants quantsOf(StorageType type) {
    const auto half = [](int offset) { return Patch{offset, 1, 0}; };
    switch (type) {
        case StorageType::Q4_0: return {-8, 16, false, 0x00, 0xFF, {half(0), kHalfOne(0)}};
        case StorageType::Q4_1: return {0, 16, false, 0x00, 0xFF, {half(0), kHalfOne(0), {2, 2, 0}}};
        case StorageType::Q5_0: return {-16, 32, false, 0x00, 0xFF, {half(0), kHalfOne(0)}};
        case StorageType::Q5_1: return {0, 32, false, 0x00, 0xFF, {half(0), kHalfOne(0), {2, 2, 0}}};
        case StorageType::Q8_0: return {-128, 256, false, 0x80, 0x7F, {half(0), kHalfOne(0)}};
        case StorageType::Q2_K: return {0, 4, false, 0x00, 0xFF, {{0, 16, 0x01}, half(80), kHalfOne(80), {82, 2, 0}}};
        // Scales of six bits, 32 too large: 33 is 1 in the nibbles and 2 in the upper bit pairs.
        case StorageType::Q3_K: return {-4, 8, false, 0x00, 0xFF, {{96, 8, 0x11}, {104, 4, 0xAA}, half(108), kHalfOne(108)}};
        case StorageType::Q4_K: return {0, 16, false, 0x00, 0xFF, {half(0), kHalfOne(0), {2, 2, 0}, {4, 4, 1}, {8, 4, 0}, {12, 4, 1}}};
        case StorageType::Q5_K: return {0, 32, false, 0x00, 0xFF, {half(0), kHalfOne(0), {2, 2, 0}, {4, 4, 1}, {8, 4, 0}, {12, 4, 1}}};
        case StorageType::Q6_K: return {-32, 64, false, 0x00, 0xFF, {{192, 16, 1}, half(208), kHalfOne(208)}};
        case StorageType::IQ4_NL: return {0, 16, true, 0x00, 0xFF, {half(0), kHalfOne(0)}};
        case StorageType::IQ4_XS: return {0, 16, true, 0x00, 0xFF, {half(0), kHalfOne(0), {2, 2, 0xAA}, {4, 4, 0x11}}};
        default: return {};
    }
}

template <StorageType kType>
struct Gguf {
    static const Format& format() {
        static const Format& found = *kernels::findFormat(kType);
        return found;
    }
    static const Quants& quants() {
        static const Quants all = quantsOf(kType);
        return all;
    }
    static std::size_t rowBytes(int cols) { return static_cast<std::size_t>(cols / format().blockValues * format().blockBytes); }
    static std::uint64_t bytes(int rows, int cols) { return static_cast<std::uint64_t>(rows) * rowBytes(cols); }
    static bool fits(int cols) { return cols % format().blockValues == 0; }
    static void encode(const float* w, int, int cols, int first, int last, ScaleChoice, float, std::byte* out) {
        for (int row = first; row < last; ++row)
            format().encode(w + static_cast<std::size_t>(row) * static_cast<std::size_t>(cols), static_cast<std::size_t>(cols),
                            out + static_cast<std::size_t>(row) * rowBytes(cols));
    }
    static void decode(const std::byte* bytes, int, int cols, int row, float* out) {
        format().decode(bytes + static_cast<std::size_t>(row) * rowBytes(cols), static_cast<std::size_t>(cols), out);
    }
    static void codes(const std::byte* bytes, int, int cols, int row, std::uint8_t* out) {
        const auto size = static_cast<std::size_t>(format().blockBytes);
        const auto values = static_cast<std::size_t>(format().blockValues);
        std::byte block[256];
        float bare[256];
        const std::byte* from = bytes + static_cast<std::size_t>(row) * rowBytes(cols);
        for (int begin = 0; begin < cols; begin += format().blockValues, from += size) {
            std::memcpy(block, from, size);
            for (const Patch& patch : quants().scales) std::memset(block + patch.offset, patch.byte, static_cast<std::size_t>(patch.count));
            format().decode(block, values, bare);
            for (std::size_t i = 0; i < values; ++i) {
                const int q = static_cast<int>(bare[i]);
                out[static_cast<std::size_t>(begin) + i] = static_cast<std::uint8_t>(
                    quants().iq4 ? std::ranges::lower_bound(kernels::kIq4Levels, q) - kernels::kIq4Levels : q - quants().least);
            }
        }
    }
    static Levels levelsOf(const std::byte* bytes, int, int cols, int row, int col) {
        Levels levels;
        if (quants().count == 0) return levels;
        const auto size = static_cast<std::size_t>(format().blockBytes);
        const std::byte* from = bytes + static_cast<std::size_t>(row) * rowBytes(cols) + static_cast<std::size_t>(col / format().blockValues) * size;
        // The value that the least and the greatest quant would have in this place; the others lie evenly between, or as the
        // table says.
        float ends[2], all[256];
        for (int end = 0; end < 2; ++end) {
            std::byte block[256];
            std::memset(block, end ? quants().highFill : quants().lowFill, size);
            for (const Patch& patch : quants().scales)
                std::memcpy(block + patch.offset, from + patch.offset, static_cast<std::size_t>(patch.count));
            format().decode(block, static_cast<std::size_t>(format().blockValues), all);
            ends[end] = all[col % format().blockValues];
        }
        const auto place = [](int k) { return static_cast<float>(quants().iq4 ? int{kernels::kIq4Levels[k]} : k); };
        const int last = quants().count - 1;
        levels.scale = (ends[1] - ends[0]) / (place(last) - place(0));
        for (int k = 0; k <= last; ++k) levels.values.push_back(ends[0] + levels.scale * (place(k) - place(0)));
        std::ranges::sort(levels.values);   // negative scales exist
        return levels;
    }
    static StorageType runsAs(int) { return kType; }
    static void toBlocks(const std::byte* bytes, int, int cols, int row, std::byte* out) {
        std::memcpy(out, bytes + static_cast<std::size_t>(row) * rowBytes(cols), rowBytes(cols));
    }
    static Scheme scheme(const char* name) {
        return {name, format().name, quants().count, static_cast<std::uint32_t>(kType), true, nullptr, bytes, fits, encode, nullptr, decode,
                levelsOf, quants().count ? codes : nullptr, runsAs, toBlocks};
    }
};

}  // namespace

std::vector<Scheme> ggufSchemes() {
    using enum StorageType;
    return {Gguf<F32>::scheme("f32"),   Gguf<F16>::scheme("f16"),   Gguf<Q8_0>::scheme("q8_0"), Gguf<Q6_K>::scheme("q6_k"),
            Gguf<Q5_K>::scheme("q5_k"), Gguf<Q5_1>::scheme("q5_1"), Gguf<Q5_0>::scheme("q5_0"), Gguf<Q4_K>::scheme("q4_k"),
            Gguf<Q4_1>::scheme("q4_1"), Gguf<Q4_0>::scheme("q4_0"), Gguf<IQ4_NL>::scheme("iq4_nl"), Gguf<IQ4_XS>::scheme("iq4_xs"),
            Gguf<Q3_K>::scheme("q3_k"), Gguf<Q2_K>::scheme("q2_k")};
}

}  // namespace gh::quantize
