// How attention reads the tiles of a cache: one reader of keys and one of values a type, with the layouts of
// kernels/kv_types.h. What they give is f32; what is done with it does not depend on the type. Include only from a file
// that foreach_target.h re-includes.

// The toggle makes this an include guard per target.
#if defined(GH_KERNELS_CPU_KV_READERS_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GH_KERNELS_CPU_KV_READERS_H
#undef GH_KERNELS_CPU_KV_READERS_H
#else
#define GH_KERNELS_CPU_KV_READERS_H
#endif

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/vec.h"
#include "kernels/kernel_table.h"

HWY_BEFORE_NAMESPACE();
namespace gh::kernels::HWY_NAMESPACE {
namespace {

// ---- keys: a vector is one dim of a tile's 16 tokens --------------------------------------------------------
// stretch(headSize) begins the next stretch of dims and says how many they are; then first() and second() are the two
// dims at hand and advance() goes two on. last() is the dim left over where a stretch is odd.

template <typename T>
struct FloatKeys {
    static constexpr int kPairBytes = 2 * kTileTokens * static_cast<int>(sizeof(T));  // of two dims
    const T* at;

    HWY_INLINE explicit FloatKeys(const void* tile) : at(static_cast<const T*>(tile)) {}
    HWY_INLINE int stretch(int headSize) { return headSize; }
    HWY_INLINE Vec first() const { return load(at); }
    HWY_INLINE Vec second() const { return load(at + kTileTokens); }
    HWY_INLINE Vec last() const { return load(at); }
    HWY_INLINE void advance() { at += 2 * kTileTokens; }
};

constexpr int kDims = 32;                          // of a block
constexpr int kScaleBytes = 2 * kTileTokens;       // of a tile's blocks of the same dims
constexpr int kQ8Bytes = 34 * kTileTokens, kQ4Bytes = 18 * kTileTokens;  // such blocks whole

HWY_INLINE Vec loadScales(const std::uint8_t* blocks) {
    return load(reinterpret_cast<const std::uint16_t*>(blocks));
}
HWY_INLINE Vec loadSigned(const std::uint8_t* p) {
    return toFloats(loadSignedBytes(reinterpret_cast<const std::int8_t*>(p)));
}

struct Q8Keys {
    static constexpr int kPairBytes = kQ8Bytes / (kDims / 2);
    const std::uint8_t* at;
    float scales[kTileTokens];

    HWY_INLINE explicit Q8Keys(const void* tile) : at(static_cast<const std::uint8_t*>(tile)) {}
    HWY_INLINE int stretch(int) {
        store(loadScales(at), scales);
        at += kScaleBytes;
        return kDims;
    }
    HWY_INLINE Vec first() const { return loadSigned(at) * load(scales); }
    HWY_INLINE Vec second() const { return loadSigned(at + kTileTokens) * load(scales); }
    HWY_INLINE Vec last() const { return first(); }
    HWY_INLINE void advance() { at += 2 * kTileTokens; }
};

// (q - 8) * scale is q * scale - 8 * scale: both sides are exact, and the right one is a single operation.
struct Q4Keys {
    static constexpr int kPairBytes = kQ4Bytes / (kDims / 2);
    const std::uint8_t* at;
    float scales[kTileTokens], offsets[kTileTokens];

    HWY_INLINE explicit Q4Keys(const void* tile) : at(static_cast<const std::uint8_t*>(tile)) {}
    HWY_INLINE int stretch(int) {
        const Vec scale = loadScales(at);
        store(scale, scales);
        store(scale * set(-8.0f), offsets);
        at += kScaleBytes;
        return kDims;
    }
    HWY_INLINE Vec value(IVec q) const { return mulAdd(toFloats(q), load(scales), load(offsets)); }
    HWY_INLINE Vec first() const { return value(loadBytes(at) & setInt(15)); }
    HWY_INLINE Vec second() const { return value(shiftRight<4>(loadBytes(at))); }
    HWY_INLINE Vec last() const { return first(); }
    HWY_INLINE void advance() { at += kTileTokens; }
};

// ---- values: kVecs vectors of 16 dims of one token, token after token ------------------------------------------
// dim: of the first vector, a multiple of 16, and of 32 where there are several. part(): the first `width` of them, only
// asked for where there is one vector. kByPiece: piece(j, i) gives a register's worth of get(j), with nothing but that
// register.

template <typename T>
struct FloatValues {
    template <int kVecs>
    struct Of {
        static constexpr bool kByPiece = true;
        const T* at;
        int headSize;

        HWY_INLINE Of(const void* tile, int size, int token, int dim)
            : at(static_cast<const T*>(tile) + static_cast<std::size_t>(token) * size + dim), headSize(size) {}
        HWY_INLINE Vec get(int j) const { return load(at + j * kLanes); }
        HWY_INLINE Piece piece(int j, int i) const { return loadPiece(at + j * kLanes + i * (kLanes / kPieces)); }
        HWY_INLINE Vec part(int width) const { return loadUpTo16(at, width); }
        HWY_INLINE void advance() { at += headSize; }
    };
};

struct Q8Values {
    template <int kVecs>
    struct Of {
        static constexpr bool kByPiece = false;
        static constexpr int kBlocks = (kVecs + 1) / 2;
        const std::uint8_t* at;
        const float* scale;
        float scales[kBlocks * kTileTokens];

        HWY_INLINE Of(const void* tile, int, int token, int dim) {
            at = static_cast<const std::uint8_t*>(tile) + dim / kDims * kQ8Bytes;
            for (int b = 0; b < kBlocks; ++b) store(loadScales(at + b * kQ8Bytes), scales + b * kTileTokens);
            at += kScaleBytes + token * kDims + dim % kDims;
            scale = scales + token;
        }
        HWY_INLINE Vec get(int j) const {
            return loadSigned(at + j / 2 * kQ8Bytes + j % 2 * kLanes) * set(scale[j / 2 * kTileTokens]);
        }
        HWY_INLINE Vec part(int) const { return get(0); }
        HWY_INLINE void advance() {
            at += kDims;
            ++scale;
        }
    };
};

struct Q4Values {
    template <int kVecs>
    struct Of {
        static constexpr bool kByPiece = false;
        static constexpr int kBlocks = (kVecs + 1) / 2;
        const std::uint8_t* at;
        const float* scale;
        IVec mask;  // of one vector alone: its nibbles, left where they are, with their scale divided for it
        float scales[kBlocks * kTileTokens], offsets[kBlocks * kTileTokens];

        HWY_INLINE Of(const void* tile, int, int token, int dim) {
            const bool high = kVecs == 1 && dim % kDims != 0;
            mask = setInt(high ? 0xf0 : 0x0f);
            const Vec divided = set(high ? 0.0625f : 1.0f);
            at = static_cast<const std::uint8_t*>(tile) + dim / kDims * kQ4Bytes;
            for (int b = 0; b < kBlocks; ++b) {
                const Vec whole = loadScales(at + b * kQ4Bytes);
                store(whole * divided, scales + b * kTileTokens);
                store(whole * set(-8.0f), offsets + b * kTileTokens);
            }
            at += kScaleBytes + token * (kDims / 2);
            scale = scales + token;
        }
        HWY_INLINE Vec get(int j) const {
            const IVec bytes = loadBytes(at + j / 2 * kQ4Bytes);
            const IVec q = kVecs == 1 || j % 2 == 0 ? bytes & mask : shiftRight<4>(bytes);
            const float* own = scale + j / 2 * kTileTokens;
            return mulAdd(toFloats(q), set(own[0]), set(own[kBlocks * kTileTokens]));
        }
        HWY_INLINE Vec part(int) const { return get(0); }
        HWY_INLINE void advance() {
            at += kDims / 2;
            ++scale;
        }
    };
};

}  // namespace
}  // namespace gh::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
