// Operations on rows: norm, activations, rotation, conversions. Written over the vector of vec.h.
#include "kernels/cpu/foreach_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/ops_rows.cpp"
#include <hwy/foreach_target.h>

// foreach_target.h comes first: it includes this file once per target.
#include "kernels/cpu/cpu_tables.h"
#include "kernels/cpu/vec.h"
#include "kernels/cpu/vec_math.h"

HWY_BEFORE_NAMESPACE();
namespace gh::kernels::HWY_NAMESPACE {
namespace {

float dot(const float* a, const float* b, int n) {
    Vec sum = set(0.0f);
    for (int i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        sum = mulAdd(loadUpTo16(a + i, m), loadUpTo16(b + i, m), sum);
    }
    return foldSum(sum);
}

void rmsNorm(const float* x, const float* weight, int n, float eps, float* out) {
    const float mean = dot(x, x, n) / static_cast<float>(n);
    const Vec factor = set(1.0f / __builtin_sqrtf(mean + eps));
    for (int i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        Vec y = loadUpTo16(x + i, m) * factor;
        if (weight != nullptr) y = y * loadUpTo16(weight + i, m);
        storeUpTo16(y, m, out + i);
    }
}

void add(const float* a, const float* b, int n, float* out) {
    for (int i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        storeUpTo16(loadUpTo16(a + i, m) + loadUpTo16(b + i, m), m, out + i);
    }
}

void scale(const float* x, float factor, int n, float* out) {
    for (int i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        storeUpTo16(loadUpTo16(x + i, m) * set(factor), m, out + i);
    }
}

void siluMul(const float* gate, const float* up, int n, float* out) {
    const Vec one = set(1.0f);
    for (int i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        const Vec g = loadUpTo16(gate + i, m);
        const Vec silu = g / (one + exp(set(0.0f) - g));
        storeUpTo16(silu * loadUpTo16(up + i, m), m, out + i);
    }
}

// gelu_tanh(x) = x/2 * (1 + tanh(sqrt(2/pi) * x * (1 + 0.044715 x^2)))
void geluTanhMul(const float* gate, const float* up, int n, float* out) {
    const Vec one = set(1.0f);
    for (int i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        const Vec g = loadUpTo16(gate + i, m);
        const Vec inner = set(0.7978845608f) * g * mulAdd(set(0.044715f), g * g, one);
        const Vec gelu = set(0.5f) * g * (one + tanh(inner));
        storeUpTo16(gelu * loadUpTo16(up + i, m), m, out + i);
    }
}

void softCapRow(const float* x, float cap, int n, float* out) {
    for (int i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        storeUpTo16(softCap(loadUpTo16(x + i, m), set(cap)), m, out + i);
    }
}

void expRow(const float* x, int n, float* out) {
    for (int i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        storeUpTo16(exp(loadUpTo16(x + i, m)), m, out + i);
    }
}

struct Pairs {
    Vec first, second;
};

HWY_INLINE Pairs loadPairsUpTo16(const float* p, int pairs) {
    Pairs r;
    if (pairs == kLanes) {
        loadPairs(p, r.first, r.second);
    } else {
        float whole[2 * kLanes] = {};
        for (int i = 0; i < 2 * pairs; ++i) whole[i] = p[i];
        loadPairs(whole, r.first, r.second);
    }
    return r;
}

HWY_INLINE void storePairsUpTo16(const Pairs& v, int pairs, float* p) {
    if (pairs == kLanes) {
        storePairs(v.first, v.second, p);
    } else {
        float whole[2 * kLanes];
        storePairs(v.first, v.second, whole);
        for (int i = 0; i < 2 * pairs; ++i) p[i] = whole[i];
    }
}

// (a, b) turned by the angle: (a cos - b sin, a sin + b cos)
HWY_INLINE Pairs turn(const Pairs& x, const Pairs& cosSin) {
    const Vec negated = set(0.0f) - x.second * cosSin.second;
    return {mulAdd(x.first, cosSin.first, negated), mulAdd(x.first, cosSin.second, x.second * cosSin.first)};
}

void rope(float* x, int rotated, const float* cosSin, RopePairs pairs) {
    const int count = rotated / 2;
    for (int i = 0; i < count; i += kLanes) {
        const int m = upTo16(count - i);
        const Pairs angle = loadPairsUpTo16(cosSin + 2 * i, m);
        if (pairs == RopePairs::Adjacent) {
            storePairsUpTo16(turn(loadPairsUpTo16(x + 2 * i, m), angle), m, x + 2 * i);
        } else {
            float* second = x + count + i;
            const Pairs y = turn({loadUpTo16(x + i, m), loadUpTo16(second, m)}, angle);
            storeUpTo16(y.first, m, x + i);
            storeUpTo16(y.second, m, second);
        }
    }
}

void toF16(const float* x, std::size_t n, std::uint16_t* out) {
    for (std::size_t i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        storeUpTo16(loadUpTo16(x + i, m), m, out + i);
    }
}

void fromF16(const std::uint16_t* x, std::size_t n, float* out) {
    for (std::size_t i = 0; i < n; i += kLanes) {
        const int m = upTo16(n - i);
        storeUpTo16(loadUpTo16(x + i, m), m, out + i);
    }
}

void storeKey(const float* k, int headSize, KvType type, int slot, void* tile) {
    if (type == KvType::F32) {
        float* out = static_cast<float*>(tile) + slot;
        for (int d = 0; d < headSize; ++d) out[d * kTileTokens] = k[d];
    } else if (type == KvType::F16) {
        std::uint16_t* out = static_cast<std::uint16_t*>(tile) + slot;
        for (int d = 0; d < headSize; d += kLanes) {
            const int m = upTo16(headSize - d);
            std::uint16_t halves[kLanes];
            store(loadUpTo16(k + d, m), halves);
            for (int i = 0; i < m; ++i) out[(d + i) * kTileTokens] = halves[i];
        }
    } else {
        storeKeyBlocks(kvType(type), k, headSize, slot, tile);
    }
}

void storeValue(const float* v, int headSize, KvType type, int slot, void* tile) {
    const std::size_t first = static_cast<std::size_t>(slot) * static_cast<std::size_t>(headSize);
    if (type == KvType::F32) {
        float* out = static_cast<float*>(tile) + first;
        for (int d = 0; d < headSize; ++d) out[d] = v[d];
    } else if (type == KvType::F16) {
        toF16(v, headSize, static_cast<std::uint16_t*>(tile) + first);
    } else {
        storeValueBlocks(kvType(type), v, headSize, slot, tile);
    }
}

void storeKv(const float* k, const float* v, int headSize, KvTypes types, int slot, void* kTile, void* vTile) {
    storeKey(k, headSize, types.k, slot, kTile);
    storeValue(v, headSize, types.v, slot, vTile);
}

}  // namespace

void fillRowOps(KernelTable& table) {
    table.rmsNorm = rmsNorm;
    table.add = add;
    table.scale = scale;
    table.siluMul = siluMul;
    table.geluTanhMul = geluTanhMul;
    table.softCap = softCapRow;
    table.rope = rope;
    table.dot = dot;
    table.expRow = expRow;
    table.toF16 = toF16;
    table.fromF16 = fromF16;
    table.storeKv = storeKv;
}

}  // namespace gh::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gh::kernels {
void scalar::fillRowOps(KernelTable& table) {
    N_SCALAR::fillRowOps(table);
}
void avx2::fillRowOps(KernelTable& table) {
    N_AVX2::fillRowOps(table);
}
void avx512::fillRowOps(KernelTable& table) {
    N_AVX3::fillRowOps(table);
}
}  // namespace gh::kernels
#endif
