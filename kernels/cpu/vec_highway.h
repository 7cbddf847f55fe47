// The vector of vec.h over Google Highway: one 16-lane vector (AVX3) or two of 8 lanes (AVX2).
// Included by vec.h once per vector pass.

HWY_BEFORE_NAMESPACE();
namespace gh::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr bool kBaseline = false;
constexpr int kVectors = HWY_TARGET == HWY_AVX3 ? 1 : 2;
// Vec that fit into the registers at once; only tile shapes follow from it, never bits.
constexpr int kRegisters = HWY_TARGET == HWY_AVX3 ? 32 : 8;

using FloatTag = hn::FixedTag<float, 16 / kVectors>;
using IntTag = hn::FixedTag<std::int32_t, 16 / kVectors>;
using HalfTag = hn::Rebind<hwy::float16_t, FloatTag>;
using Floats = hn::Vec<FloatTag>;
using Ints = hn::Vec<IntTag>;
using Lanes = hn::Mask<FloatTag>;
using ByteTag = hn::Rebind<std::uint8_t, FloatTag>;
using SignedByteTag = hn::Rebind<std::int8_t, FloatTag>;

HWY_INLINE Floats halvesToFloats(const std::uint16_t* p) {
    return hn::PromoteTo(FloatTag(), hn::LoadU(HalfTag(), reinterpret_cast<const hwy::float16_t*>(p)));
}
HWY_INLINE void floatsToHalves(Floats v, std::uint16_t* p) {
    hn::StoreU(hn::DemoteTo(HalfTag(), v), HalfTag(), reinterpret_cast<hwy::float16_t*>(p));
}
HWY_INLINE Ints bytesToInts(const std::uint8_t* p) {
    return hn::PromoteTo(IntTag(), hn::LoadU(ByteTag(), p));
}
HWY_INLINE Ints bytesToInts(const std::int8_t* p) {
    return hn::PromoteTo(IntTag(), hn::LoadU(SignedByteTag(), p));
}
HWY_INLINE Lanes between(Ints lane, int first, int last) {
    const IntTag di;
    return hn::RebindMask(FloatTag(),
                          hn::And(hn::Gt(lane, hn::Set(di, first - 1)), hn::Lt(lane, hn::Set(di, last + 1))));
}

// Folds 8 lanes to one: lane j with lane j + half.
template <typename Fn>
HWY_INLINE float fold8(hn::Vec<hn::FixedTag<float, 8>> v, const Fn& fn) {
    const hn::FixedTag<float, 4> d4;
    auto r = fn(hn::LowerHalf(d4, v), hn::UpperHalf(d4, v));
    r = fn(r, hn::Shuffle1032(r));
    r = fn(r, hn::Shuffle2301(r));
    return hn::GetLane(r);
}
struct Sum {
    template <typename V>
    HWY_INLINE V operator()(V a, V b) const {
        return hn::Add(a, b);
    }
};
struct Largest {
    template <typename V>
    HWY_INLINE V operator()(V a, V b) const {
        return hn::Max(a, b);
    }
};

// A vector as what a register holds of it: where sums take all registers but one, its values come piece by piece.
constexpr int kPieces = kVectors;
using Piece = Floats;
HWY_INLINE Piece loadPiece(const float* p) {
    return hn::LoadU(FloatTag(), p);
}
HWY_INLINE Piece loadPiece(const std::uint16_t* p) {
    return halvesToFloats(p);
}
HWY_INLINE Piece setPiece(float x) {
    return hn::Set(FloatTag(), x);
}
HWY_INLINE Piece mulAdd(Piece a, Piece b, Piece c) {
    return hn::MulAdd(a, b, c);
}

#if HWY_TARGET == HWY_AVX3

struct Vec {
    Floats v0;
};
HWY_INLINE Piece& pieceOf(Vec& v, int) {
    return v.v0;
}
struct IVec {
    Ints v0;
};
struct Mask {
    Lanes v0;
};
#define GH_EACH(NAME, R, ARGS, CALL) \
    HWY_INLINE R NAME ARGS {         \
        return R{CALL(v0)};          \
    }
HWY_INLINE void store(Vec v, float* p) {
    hn::StoreU(v.v0, FloatTag(), p);
}
HWY_INLINE void store(Vec v, std::uint16_t* p) {
    floatsToHalves(v.v0, p);
}
HWY_INLINE Vec load(const float* p) {
    return {hn::LoadU(FloatTag(), p)};
}
HWY_INLINE Vec load(const std::uint16_t* p) {
    return {halvesToFloats(p)};
}
HWY_INLINE IVec loadBytes(const std::uint8_t* p) {
    return {bytesToInts(p)};
}
HWY_INLINE IVec loadSignedBytes(const std::int8_t* p) {
    return {bytesToInts(p)};
}
HWY_INLINE void loadPairs(const float* p, Vec& even, Vec& odd) {
    hn::LoadInterleaved2(FloatTag(), p, even.v0, odd.v0);
}
HWY_INLINE void storePairs(Vec even, Vec odd, float* p) {
    hn::StoreInterleaved2(even.v0, odd.v0, FloatTag(), p);
}
HWY_INLINE Mask lanesBetween(int first, int last) {
    return {between(hn::Iota(IntTag(), 0), first, last)};
}
template <typename Fn>
HWY_INLINE float fold16(Vec v, const Fn& fn) {
    const hn::FixedTag<float, 8> d8;
    return fold8(fn(hn::LowerHalf(d8, v.v0), hn::UpperHalf(d8, v.v0)), fn);
}
HWY_INLINE float firstLane(Vec v) {
    return hn::GetLane(v.v0);
}

#else

struct Vec {
    Floats v0, v1;
};
HWY_INLINE Piece& pieceOf(Vec& v, int i) {
    return i == 0 ? v.v0 : v.v1;
}
struct IVec {
    Ints v0, v1;
};
struct Mask {
    Lanes v0, v1;
};
#define GH_EACH(NAME, R, ARGS, CALL)  \
    HWY_INLINE R NAME ARGS {          \
        return R{CALL(v0), CALL(v1)}; \
    }
HWY_INLINE void store(Vec v, float* p) {
    hn::StoreU(v.v0, FloatTag(), p);
    hn::StoreU(v.v1, FloatTag(), p + 8);
}
HWY_INLINE void store(Vec v, std::uint16_t* p) {
    floatsToHalves(v.v0, p);
    floatsToHalves(v.v1, p + 8);
}
HWY_INLINE Vec load(const float* p) {
    return {hn::LoadU(FloatTag(), p), hn::LoadU(FloatTag(), p + 8)};
}
HWY_INLINE Vec load(const std::uint16_t* p) {
    return {halvesToFloats(p), halvesToFloats(p + 8)};
}
HWY_INLINE IVec loadBytes(const std::uint8_t* p) {
    return {bytesToInts(p), bytesToInts(p + 8)};
}
HWY_INLINE IVec loadSignedBytes(const std::int8_t* p) {
    return {bytesToInts(p), bytesToInts(p + 8)};
}
HWY_INLINE void loadPairs(const float* p, Vec& even, Vec& odd) {
    hn::LoadInterleaved2(FloatTag(), p, even.v0, odd.v0);
    hn::LoadInterleaved2(FloatTag(), p + 16, even.v1, odd.v1);
}
HWY_INLINE void storePairs(Vec even, Vec odd, float* p) {
    hn::StoreInterleaved2(even.v0, odd.v0, FloatTag(), p);
    hn::StoreInterleaved2(even.v1, odd.v1, FloatTag(), p + 16);
}
HWY_INLINE Mask lanesBetween(int first, int last) {
    return {between(hn::Iota(IntTag(), 0), first, last), between(hn::Iota(IntTag(), 8), first, last)};
}
template <typename Fn>
HWY_INLINE float fold16(Vec v, const Fn& fn) {
    return fold8(fn(v.v0, v.v1), fn);
}
HWY_INLINE float firstLane(Vec v) {
    return hn::GetLane(v.v0);
}

#endif

// Lane by lane, the same on each part. A macro, as lambdas would not inherit the target's attributes.
#define GH_CALL(p) hn::Set(FloatTag(), x)
GH_EACH(set, Vec, (float x), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::Add(a.p, b.p)
GH_EACH(operator+, Vec, (Vec a, Vec b), GH_CALL)
GH_EACH(operator+, IVec, (IVec a, IVec b), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::Sub(a.p, b.p)
GH_EACH(operator-, Vec, (Vec a, Vec b), GH_CALL)
GH_EACH(operator-, IVec, (IVec a, IVec b), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::Mul(a.p, b.p)
GH_EACH(operator*, Vec, (Vec a, Vec b), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::Div(a.p, b.p)
GH_EACH(operator/, Vec, (Vec a, Vec b), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::MulAdd(a.p, b.p, c.p)
GH_EACH(mulAdd, Vec, (Vec a, Vec b, Vec c), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::Max(a.p, b.p)
GH_EACH(larger, Vec, (Vec a, Vec b), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::Min(a.p, b.p)
GH_EACH(smaller, Vec, (Vec a, Vec b), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::BitCast(IntTag(), v.p)
GH_EACH(bitsOf, IVec, (Vec v), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::BitCast(FloatTag(), v.p)
GH_EACH(floatsOf, Vec, (IVec v), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::ConvertTo(FloatTag(), v.p)
GH_EACH(toFloats, Vec, (IVec v), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::Set(IntTag(), x)
GH_EACH(setInt, IVec, (std::int32_t x), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::And(a.p, b.p)
GH_EACH(operator&, IVec, (IVec a, IVec b), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::Or(a.p, b.p)
GH_EACH(operator|, IVec, (IVec a, IVec b), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::ShiftLeft<kBits>(v.p)
template <int kBits>
GH_EACH(shiftLeft, IVec, (IVec v), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::ShiftRight<kBits>(v.p)
template <int kBits>
GH_EACH(shiftRight, IVec, (IVec v), GH_CALL)
#undef GH_CALL
#define GH_CALL(p) hn::IfThenElse(m.p, yes.p, no.p)
GH_EACH(select, Vec, (Mask m, Vec yes, Vec no), GH_CALL)
#undef GH_CALL
#undef GH_EACH

    HWY_INLINE float foldSum(Vec v) {
    return fold16(v, Sum());
}
HWY_INLINE float foldMax(Vec v) {
    return fold16(v, Largest());
}

}  // namespace gh::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
