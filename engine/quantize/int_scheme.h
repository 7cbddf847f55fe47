// Integer schemes as they are stored: for a whole-tensor scale two bytes in front, then row by row the F16 scales of its
// groups (with asymmetric ones each followed by the F16 minimum) and the codes, kBits each from the low bits of a byte
// on. Groups run along the row; the last is shorter where they do not divide it.
#pragma once

#include <cstring>

#include "engine/quantize/int_steps.h"
#include "engine/quantize/scheme_files.h"
#include "kernels/formats/half.h"
#include "kernels/formats/own_blocks.h"

namespace gh::quantize {

constexpr int kWholeTensor = 0, kWholeRow = -1;   // in place of a group's length

// What a scheme of kBits runs as: with a scale for 32 inputs, and with one for 64 where there is such a layout.
struct RunTypes {
    kernels::StorageType by32, by64;
};
template <int kBits, bool kMin>
constexpr RunTypes runTypes() {
    using enum kernels::StorageType;
    if constexpr (kBits == 8) return kMin ? RunTypes{Int8M, Int8M} : RunTypes{Q8_0, Q8_0};
    if constexpr (kBits == 4) return kMin ? RunTypes{Q4_1, Int4M} : RunTypes{Q4_0, Int4};
    if constexpr (kBits == 3) return kMin ? RunTypes{Int3M, Int3M} : RunTypes{Int3, Int3};
}

template <int kBits, int kGroup, bool kMin>
struct IntScheme {
    static constexpr int kScaleBytes = kMin ? 4 : 2;
    static constexpr bool kTensor = kGroup == kWholeTensor;

    static int groupOf(int cols) { return kGroup > 0 ? kGroup : cols; }
    static std::size_t groups(int cols) { return static_cast<std::size_t>((cols + groupOf(cols) - 1) / groupOf(cols)); }
    static std::size_t headBytes(int cols) { return kTensor ? 0 : groups(cols) * kScaleBytes; }
    static std::size_t rowBytes(int cols) { return headBytes(cols) + (static_cast<std::size_t>(cols) * kBits + 7) / 8; }
    static std::uint64_t bytes(int rows, int cols) { return (kTensor ? 2 : 0) + static_cast<std::uint64_t>(rows) * rowBytes(cols); }
    static bool fits(int) { return true; }

    static const std::byte* rowAt(const std::byte* bytes, int cols, int row) {
        return bytes + (kTensor ? 2 : 0) + static_cast<std::size_t>(row) * rowBytes(cols);
    }
    struct Scale {
        float scale, low;
    };
    static Scale scaleAt(const std::byte* bytes, int cols, int row, int col) {
        if constexpr (kTensor) return {kernels::halfAt(bytes), 0};
        const std::byte* at = rowAt(bytes, cols, row) + static_cast<std::size_t>(col / groupOf(cols)) * kScaleBytes;
        return {kernels::halfAt(at), kMin ? kernels::halfAt(at + 2) : 0.0f};
    }

    static float measure(const float* w, int rows, int cols, ScaleChoice choice) {
        float most = 0;
        for (int row = 0; row < rows; ++row) most = std::max(most, largestMagnitude(w + static_cast<std::size_t>(row) * cols, cols));
        const float scale = most / static_cast<float>(Symmetric<kBits>::kMost);
        if (choice == ScaleChoice::AbsMax) return asHalf(scale);
        const float share = bestClip([&](float part) {
            const float s = asHalf(scale * part);
            double error = 0;
            for (int row = 0; row < rows; ++row)
                error += squaredError(w + static_cast<std::size_t>(row) * cols, cols,
                                      [s](float x) { return Symmetric<kBits>::restored(x, s); });
            return error;
        });
        return asHalf(scale * share);
    }

    static Scale choose(const float* x, int n, ScaleChoice choice) {
        if constexpr (kMin) {
            const Range range = rangeOf(x, n);
            const auto clipped = [range](float share) {
                // The range drawn in about its middle.
                const float middle = 0.5f * range.low + 0.5f * range.high, half = (0.5f * range.high - 0.5f * range.low) * share;
                const Range part{share == 1.0f ? range.low : middle - half, share == 1.0f ? range.high : middle + half};
                return Scale{asHalf(Asymmetric<kBits>::scaleOf(part)), asHalf(part.low)};
            };
            if (choice == ScaleChoice::AbsMax) return clipped(1.0f);
            return clipped(bestClip([&](float share) {
                const Scale s = clipped(share);
                return squaredError(x, n, [s](float v) { return Asymmetric<kBits>::restored(v, s.scale, s.low); });
            }));
        } else {
            const float scale = Symmetric<kBits>::scaleOf(x, n);
            if (choice == ScaleChoice::AbsMax) return {asHalf(scale), 0};
            return {asHalf(scale * bestClip([&](float share) {
                        const float s = asHalf(scale * share);
                        return squaredError(x, n, [s](float v) { return Symmetric<kBits>::restored(v, s); });
                    })), 0};
        }
    }

    static void storeCodes(const std::uint8_t* codes, int n, std::byte* to) {
        if constexpr (kBits == 8) {
            std::memcpy(to, codes, static_cast<std::size_t>(n));
        } else if constexpr (kBits == 4) {
            for (int i = 0; i + 1 < n; i += 2) to[i / 2] = static_cast<std::byte>(codes[i] | codes[i + 1] << 4);
            if (n % 2) to[n / 2] = static_cast<std::byte>(codes[n - 1]);
        } else {
            std::uint32_t bits = 0;
            int held = 0;
            for (int i = 0; i < n; ++i) {
                bits |= static_cast<std::uint32_t>(codes[i]) << held;
                for (held += kBits; held >= 8; held -= 8, bits >>= 8) *to++ = static_cast<std::byte>(bits);
            }
            if (held > 0) *to = static_cast<std::byte>(bits);
        }
    }
    static void loadCodes(const std::byte* from, int n, std::uint8_t* codes) {
        if constexpr (kBits == 8) {
            std::memcpy(codes, from, static_cast<std::size_t>(n));
        } else if constexpr (kBits == 4) {
            for (int i = 0; i < n; ++i) codes[i] = static_cast<std::uint8_t>((std::to_integer<unsigned>(from[i / 2]) >> (4 * (i % 2))) & 15);
        } else {
            std::uint32_t bits = 0;
            int held = 0;
            for (int i = 0; i < n; ++i) {
                for (; held < kBits; held += 8) bits |= std::to_integer<std::uint32_t>(*from++) << held;
                codes[i] = static_cast<std::uint8_t>(bits & ((1u << kBits) - 1));
                bits >>= kBits;
                held -= kBits;
            }
        }
    }

    static void encode(const float* w, int, int cols, int first, int last, ScaleChoice choice, float tensorScale, std::byte* out) {
        if (kTensor && first == 0) kernels::store16(out, kernels::floatToHalf(tensorScale));
        std::vector<std::uint8_t> row(static_cast<std::size_t>(cols));
        const int group = groupOf(cols);
        for (int r = first; r < last; ++r) {
            const float* x = w + static_cast<std::size_t>(r) * cols;
            std::byte* to = const_cast<std::byte*>(rowAt(out, cols, r));
            for (int begin = 0; begin < cols; begin += group) {
                const int n = std::min(group, cols - begin);
                const Scale s = kTensor ? Scale{tensorScale, 0} : choose(x + begin, n, choice);
                if constexpr (kMin) Asymmetric<kBits>::round(x + begin, n, s.scale, s.low, row.data() + begin);
                else Symmetric<kBits>::round(x + begin, n, s.scale, row.data() + begin);
                if constexpr (!kTensor) {
                    std::byte* at = to + static_cast<std::size_t>(begin / group) * kScaleBytes;
                    kernels::store16(at, kernels::floatToHalf(s.scale));
                    if constexpr (kMin) kernels::store16(at + 2, kernels::floatToHalf(s.low));
                }
            }
            storeCodes(row.data(), cols, to + headBytes(cols));
        }
    }

    static void codes(const std::byte* bytes, int, int cols, int row, std::uint8_t* out) {
        loadCodes(rowAt(bytes, cols, row) + headBytes(cols), cols, out);
    }

    static void decode(const std::byte* bytes, int rows, int cols, int row, float* out) {
        std::vector<std::uint8_t> all(static_cast<std::size_t>(cols));
        codes(bytes, rows, cols, row, all.data());
        const int group = groupOf(cols);
        for (int begin = 0; begin < cols; begin += group) {
            const Scale s = scaleAt(bytes, cols, row, begin);
            for (int i = begin; i < std::min(cols, begin + group); ++i) {
                const auto code = all[static_cast<std::size_t>(i)];
                if constexpr (kMin) out[i] = Asymmetric<kBits>::value(code, s.scale, s.low);
                else out[i] = Symmetric<kBits>::value(code, s.scale);
            }
        }
    }

    static Levels levelsOf(const std::byte* bytes, int, int cols, int row, int col) {
        const Scale s = scaleAt(bytes, cols, row, col);
        Levels levels;
        levels.scale = s.scale;
        for (int code = 0; code < 1 << kBits; ++code) {
            const auto c = static_cast<std::uint8_t>(code);
            levels.values.push_back(kMin ? Asymmetric<kBits>::value(c, s.scale, s.low) : Symmetric<kBits>::value(c, s.scale));
        }
        return levels;
    }

    static kernels::StorageType runsAs(int cols) {
        if (cols % 32 != 0) return kernels::StorageType::F32;
        return kGroup == 32 || cols % 64 != 0 ? runTypes<kBits, kMin>().by32 : runTypes<kBits, kMin>().by64;
    }

    static void toBlocks(const std::byte* bytes, int rows, int cols, int row, std::byte* out) {
        const auto type = runsAs(cols);
        if (type == kernels::StorageType::F32) {
            std::vector<float> values(static_cast<std::size_t>(cols));
            decode(bytes, rows, cols, row, values.data());
            return void(std::memcpy(out, values.data(), values.size() * sizeof(float)));
        }
        std::vector<std::uint8_t> all(static_cast<std::size_t>(cols));
        codes(bytes, rows, cols, row, all.data());
        const kernels::CodeBlocks& form = *kernels::codeBlocks(type);
        const std::byte* head = kTensor ? bytes : rowAt(bytes, cols, row);
        for (int begin = 0; begin < cols; begin += form.values, out += form.bytes) {
            const std::byte* at = head + (kTensor ? 0 : static_cast<std::size_t>(begin / groupOf(cols)) * kScaleBytes);
            form.store(all.data() + begin, kernels::load16(at), kMin ? kernels::load16(at + 2) : std::uint16_t{0}, out);
        }
    }

    static Scheme scheme(const char* name, const char* title, std::uint32_t number, const char* nearest) {
        return {name, title, 1 << kBits, ownFileType(number), false, nearest, bytes, fits, encode, kTensor ? measure : nullptr,
                decode, levelsOf, codes, runsAs, toBlocks};
    }
};

}  // namespace gh::quantize
