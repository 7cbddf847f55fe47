// The vector of vec.h in plain C++: the reference that the others must equal to the bit.
// Included by vec.h once per baseline pass.
#include <bit>
#include <cmath>

#include "kernels/formats/float_to_half.h"

namespace gh::kernels::HWY_NAMESPACE {

constexpr bool kBaseline = true;
constexpr int kRegisters = 16;  // vectors that fit at once; only tile shapes follow from it, never bits

struct Vec {
    float lane[16];
};
struct IVec {
    std::uint32_t lane[16];  // wraps around, as vector integers do
};
struct Mask {
    bool lane[16];
};

constexpr int kPieces = 1;
using Piece = Vec;
inline Piece& pieceOf(Vec& v, int) {
    return v;
}

template <typename Result, typename Fn>
inline Result eachLane(Fn fn) {
    Result r;
    for (int i = 0; i < 16; ++i) r.lane[i] = fn(i);
    return r;
}

inline Vec set(float x) {
    return eachLane<Vec>([=](int) { return x; });
}
inline Vec load(const float* p) {
    return eachLane<Vec>([=](int i) { return p[i]; });
}
inline Vec load(const std::uint16_t* p) {
    return eachLane<Vec>([=](int i) { return halfToFloat(p[i]); });
}
template <typename T>
inline Piece loadPiece(const T* p) {
    return load(p);
}
inline Piece setPiece(float x) {
    return set(x);
}
inline IVec loadBytes(const std::uint8_t* p) {
    return eachLane<IVec>([=](int i) { return p[i]; });
}
inline IVec loadSignedBytes(const std::int8_t* p) {
    return eachLane<IVec>([=](int i) { return static_cast<std::uint32_t>(std::int32_t{p[i]}); });
}
inline void store(const Vec& v, float* p) {
    for (int i = 0; i < 16; ++i) p[i] = v.lane[i];
}
inline void store(const Vec& v, std::uint16_t* p) {
    for (int i = 0; i < 16; ++i) p[i] = floatToHalf(v.lane[i]);
}
inline void loadPairs(const float* p, Vec& even, Vec& odd) {
    for (int i = 0; i < 16; ++i) {
        even.lane[i] = p[2 * i];
        odd.lane[i] = p[2 * i + 1];
    }
}
inline void storePairs(const Vec& even, const Vec& odd, float* p) {
    for (int i = 0; i < 16; ++i) {
        p[2 * i] = even.lane[i];
        p[2 * i + 1] = odd.lane[i];
    }
}

inline Vec operator+(const Vec& a, const Vec& b) {
    return eachLane<Vec>([&](int i) { return a.lane[i] + b.lane[i]; });
}
inline Vec operator-(const Vec& a, const Vec& b) {
    return eachLane<Vec>([&](int i) { return a.lane[i] - b.lane[i]; });
}
inline Vec operator*(const Vec& a, const Vec& b) {
    return eachLane<Vec>([&](int i) { return a.lane[i] * b.lane[i]; });
}
inline Vec operator/(const Vec& a, const Vec& b) {
    return eachLane<Vec>([&](int i) { return a.lane[i] / b.lane[i]; });
}
inline Vec mulAdd(const Vec& a, const Vec& b, const Vec& c) {
    return eachLane<Vec>([&](int i) { return std::fma(a.lane[i], b.lane[i], c.lane[i]); });
}
// These two answer with b where a NaN takes part and where both are zeros, as the instructions of x86 do.
inline Vec larger(const Vec& a, const Vec& b) {
    return eachLane<Vec>([&](int i) { return a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i]; });
}
inline Vec smaller(const Vec& a, const Vec& b) {
    return eachLane<Vec>([&](int i) { return a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i]; });
}

inline IVec bitsOf(const Vec& v) {
    return eachLane<IVec>([&](int i) { return std::bit_cast<std::uint32_t>(v.lane[i]); });
}
inline Vec floatsOf(const IVec& v) {
    return eachLane<Vec>([&](int i) { return std::bit_cast<float>(v.lane[i]); });
}
inline Vec toFloats(const IVec& v) {  // of signed integers
    return eachLane<Vec>([&](int i) { return static_cast<float>(static_cast<std::int32_t>(v.lane[i])); });
}
inline IVec setInt(std::int32_t x) {
    return eachLane<IVec>([=](int) { return static_cast<std::uint32_t>(x); });
}
inline IVec operator+(const IVec& a, const IVec& b) {
    return eachLane<IVec>([&](int i) { return a.lane[i] + b.lane[i]; });
}
inline IVec operator-(const IVec& a, const IVec& b) {
    return eachLane<IVec>([&](int i) { return a.lane[i] - b.lane[i]; });
}
inline IVec operator&(const IVec& a, const IVec& b) {
    return eachLane<IVec>([&](int i) { return a.lane[i] & b.lane[i]; });
}
inline IVec operator|(const IVec& a, const IVec& b) {
    return eachLane<IVec>([&](int i) { return a.lane[i] | b.lane[i]; });
}
template <int kBits>
inline IVec shiftLeft(const IVec& v) {
    return eachLane<IVec>([&](int i) { return v.lane[i] << kBits; });
}
template <int kBits>
inline IVec shiftRight(const IVec& v) {  // arithmetic
    return eachLane<IVec>(
        [&](int i) { return static_cast<std::uint32_t>(static_cast<std::int32_t>(v.lane[i]) >> kBits); });
}

inline Mask lanesBetween(int first, int last) {
    return eachLane<Mask>([=](int i) { return i >= first && i <= last; });
}
inline Vec select(const Mask& m, const Vec& yes, const Vec& no) {
    return eachLane<Vec>([&](int i) { return m.lane[i] ? yes.lane[i] : no.lane[i]; });
}

template <typename Fn>
inline float fold(Vec v, Fn fn) {
    for (int half = 8; half > 0; half /= 2)
        for (int i = 0; i < half; ++i) v.lane[i] = fn(v.lane[i], v.lane[i + half]);
    return v.lane[0];
}
inline float foldSum(const Vec& v) {
    return fold(v, [](float a, float b) { return a + b; });
}
inline float foldMax(const Vec& v) {
    return fold(v, [](float a, float b) { return a > b ? a : b; });
}
inline float firstLane(const Vec& v) {
    return v.lane[0];
}

}  // namespace gh::kernels::HWY_NAMESPACE
