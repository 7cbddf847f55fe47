// Encoding with the faults said: what a quantizer must tell its user instead of writing a damaged file.
#pragma once

#include <cstddef>
#include <optional>

#include "kernels/formats/format.h"

namespace gh::kernels {

struct EncodeFault {
    enum class Kind { NonFinite, Overflow } kind;
    std::size_t index;  // NonFinite: of the value; Overflow: of the first value of the block whose scale F16 cannot hold
};

// n values (a multiple of format.blockValues) to n / blockValues * blockBytes bytes. After a fault dst holds nothing
// of use.
std::optional<EncodeFault> encodeChecked(const Format& format, const float* src, std::size_t n, std::byte* dst);

}  // namespace gh::kernels
