#include "tests/support/encode.h"

#include <stdexcept>

namespace gh::test {

Bytes encode(kernels::StorageType type, std::span<const float> values) {
    const kernels::Format* format = kernels::findFormat(type);
    if (format == nullptr) throw std::invalid_argument("this storage type is not listed");
    const auto block = static_cast<std::size_t>(format->blockValues);
    if (values.size() % block != 0) throw std::invalid_argument("values do not fill whole blocks");
    Bytes out(values.size() / block * static_cast<std::size_t>(format->blockBytes));
    format->encode(values.data(), values.size(), out.data());
    return out;
}

}  // namespace gh::test
