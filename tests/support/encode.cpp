#include "tests/support/encode.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace gh::test {
namespace {

using kernels::StorageType;

// Round to nearest even through the value itself: the spacing of halves around x is a power of two.
std::uint16_t half(float x) {
    const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
    const double magnitude = std::fabs(static_cast<double>(x));
    if (!(magnitude < 65520.0)) return sign | (std::isnan(x) ? 0x7e00 : 0x7c00);
    const int exponent = std::max(magnitude == 0 ? -14 : std::ilogb(magnitude), -14);
    const auto steps =
        static_cast<int>(std::nearbyint(std::ldexp(magnitude, 10 - exponent)));  // of 2^(exponent-10)
    // A carry out of the mantissa runs into the exponent by itself; subnormals have no implicit bit.
    return static_cast<std::uint16_t>(sign + (exponent + 14) * 1024 + steps);
}

float fromHalf(std::uint16_t h) {
    const int exponent = (h >> 10) & 31;
    const float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(h & 1023), -24)
                                          : std::ldexp(static_cast<float>(1024 + (h & 1023)), exponent - 25);
    return h & 0x8000 ? -magnitude : magnitude;
}

std::uint16_t bfloat(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

template <class T>
void put(Bytes& out, T value) {
    std::byte raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    for (const std::byte b : raw) out.push_back(b);
}

int level(double x, int least, int most) {
    return std::isfinite(x) ? static_cast<int>(std::clamp(std::nearbyint(x), double(least), double(most)))
                            : 0;
}

float largestMagnitude(std::span<const float> x) {
    float best = 0;
    for (const float v : x)
        if (std::fabs(v) > std::fabs(best)) best = v;
    return best;  // with its sign
}

void f32(std::span<const float> x, Bytes& out) {
    put(out, x[0]);
}
void f16(std::span<const float> x, Bytes& out) {
    put(out, half(x[0]));
}
void bf16(std::span<const float> x, Bytes& out) {
    put(out, bfloat(x[0]));
}

// value = d · (q − 8); the value of largest magnitude becomes −8.
void q40(std::span<const float> x, Bytes& out) {
    const std::uint16_t d = half(largestMagnitude(x) / -8.0f);
    put(out, d);
    for (int i = 0; i < 16; ++i) {
        const int low = level(x[i] / fromHalf(d), -8, 7) + 8,
                  high = level(x[i + 16] / fromHalf(d), -8, 7) + 8;
        put(out, static_cast<std::uint8_t>(low | high << 4));
    }
}

// value = d · q + m
void q41(std::span<const float> x, Bytes& out) {
    const auto [least, most] = std::minmax_element(x.begin(), x.end());
    const std::uint16_t d = half((*most - *least) / 15.0f), m = half(*least);
    put(out, d);
    put(out, m);
    auto q = [&](int i) { return level((x[i] - fromHalf(m)) / fromHalf(d), 0, 15); };
    for (int i = 0; i < 16; ++i) put(out, static_cast<std::uint8_t>(q(i) | q(i + 16) << 4));
}

// value = d · (q − 16); the fifth bits of all 32 values stand in one word.
void q50(std::span<const float> x, Bytes& out) {
    const std::uint16_t d = half(largestMagnitude(x) / -16.0f);
    std::uint32_t fifth = 0;
    int q[32];
    for (int i = 0; i < 32; ++i) {
        q[i] = level(x[i] / fromHalf(d), -16, 15) + 16;
        fifth |= static_cast<std::uint32_t>(q[i] >> 4) << i;
    }
    put(out, d);
    put(out, fifth);
    for (int i = 0; i < 16; ++i) put(out, static_cast<std::uint8_t>((q[i] & 15) | (q[i + 16] & 15) << 4));
}

void q80(std::span<const float> x, Bytes& out) {
    const std::uint16_t d = half(std::fabs(largestMagnitude(x)) / 127.0f);
    put(out, d);
    for (const float v : x) put(out, static_cast<std::int8_t>(level(v / fromHalf(d), -127, 127)));
}

// value = d · s · q − dmin · m, s and m six bits for each 32 values.
void q4k(std::span<const float> x, Bytes& out) {
    double step[8], low[8];
    for (int b = 0; b < 8; ++b) {
        const auto part = x.subspan(static_cast<std::size_t>(b) * 32, 32);
        low[b] = std::max(0.0f, -*std::min_element(part.begin(), part.end()));
        step[b] = (*std::max_element(part.begin(), part.end()) + low[b]) / 15.0;
    }
    const std::uint16_t d = half(static_cast<float>(*std::max_element(step, step + 8) / 63));
    const std::uint16_t dmin = half(static_cast<float>(*std::max_element(low, low + 8) / 63));
    int s[8], m[8], q[8][32];
    for (int b = 0; b < 8; ++b) {
        s[b] = level(step[b] / fromHalf(d), 0, 63);
        m[b] = level(low[b] / fromHalf(dmin), 0, 63);
        for (int i = 0; i < 32; ++i)
            q[b][i] = level((x[static_cast<std::size_t>(b * 32 + i)] + double(fromHalf(dmin)) * m[b]) /
                                (double(fromHalf(d)) * s[b]),
                            0, 15);
    }
    put(out, d);
    put(out, dmin);
    for (int b = 0; b < 4; ++b) put(out, static_cast<std::uint8_t>(s[b] | (s[b + 4] >> 4) << 6));
    for (int b = 0; b < 4; ++b) put(out, static_cast<std::uint8_t>(m[b] | (m[b + 4] >> 4) << 6));
    for (int b = 0; b < 4; ++b) put(out, static_cast<std::uint8_t>((s[b + 4] & 15) | (m[b + 4] & 15) << 4));
    for (int b = 0; b < 8; b += 2)
        for (int i = 0; i < 32; ++i) put(out, static_cast<std::uint8_t>(q[b][i] | q[b + 1][i] << 4));
}

// value = d · s · (q − 32), s eight bits for each 16 values; low nibbles, high pairs, scales, d.
void q6k(std::span<const float> x, Bytes& out) {
    double step[16];
    for (int b = 0; b < 16; ++b)
        step[b] = std::fabs(largestMagnitude(x.subspan(static_cast<std::size_t>(b) * 16, 16))) / 31.0;
    const std::uint16_t d = half(static_cast<float>(*std::max_element(step, step + 16) / 127));
    int s[16], q[256];
    for (int b = 0; b < 16; ++b) s[b] = std::max(1, level(step[b] / fromHalf(d), -127, 127));
    for (int i = 0; i < 256; ++i)
        q[i] = level(x[static_cast<std::size_t>(i)] / (double(fromHalf(d)) * s[i / 16]), -32, 31) + 32;
    for (int h = 0; h < 256; h += 128)
        for (int i = 0; i < 64; ++i)
            put(out, static_cast<std::uint8_t>((q[h + i] & 15) | (q[h + i + 64] & 15) << 4));
    for (int h = 0; h < 256; h += 128)
        for (int i = 0; i < 32; ++i)
            put(out, static_cast<std::uint8_t>(q[h + i] >> 4 | q[h + i + 32] >> 4 << 2 |
                                               q[h + i + 64] >> 4 << 4 | q[h + i + 96] >> 4 << 6));
    for (const int scale : s) put(out, static_cast<std::int8_t>(scale));
    put(out, d);
}

struct Encoder {
    StorageType type;
    void (*block)(std::span<const float> values, Bytes& out);
};

constexpr Encoder kEncoders[] = {
    {StorageType::F32, f32},  {StorageType::F16, f16},  {StorageType::BF16, bf16},
    {StorageType::Q4_0, q40}, {StorageType::Q4_1, q41}, {StorageType::Q5_0, q50},
    {StorageType::Q8_0, q80}, {StorageType::Q4_K, q4k}, {StorageType::Q6_K, q6k},
};

const Encoder* findEncoder(StorageType type) {
    for (const auto& encoder : kEncoders)
        if (encoder.type == type) return &encoder;
    return nullptr;
}

}  // namespace

bool canEncode(StorageType type) {
    return findEncoder(type) != nullptr;
}

Bytes encode(StorageType type, std::span<const float> values) {
    const Encoder* encoder = findEncoder(type);
    const kernels::Format* format = kernels::findFormat(type);
    if (encoder == nullptr || format == nullptr)
        throw std::invalid_argument("no encoder for this storage type");
    const auto block = static_cast<std::size_t>(format->blockValues);
    if (values.size() % block != 0) throw std::invalid_argument("values do not fill whole blocks");
    Bytes out;
    out.reserve(values.size() / block * static_cast<std::size_t>(format->blockBytes));
    for (std::size_t i = 0; i < values.size(); i += block) encoder->block(values.subspan(i, block), out);
    return out;
}

}  // namespace gh::test
