// The safetensors container.
#include "engine/model/safetensors.h"

#include "tests/fuzz/fuzz_target.h"

namespace gh::fuzz {

void runSafetensors(std::string_view input) {
    const auto bytes = std::as_bytes(std::span(input));
    const auto tensors = parseSafetensors(bytes, "fuzz.safetensors");
    if (!tensors) return require(!tensors.error().message().empty(), "a rejection says why");
    for (const Safetensor& tensor : *tensors) {
        std::uint64_t values = 1;
        for (const std::uint64_t extent : tensor.shape) values *= extent;
        require(tensor.bytes.size() == values * tensor.type->bytes, "a tensor has the bytes of its shape");
        require(tensor.bytes.empty() || (tensor.bytes.data() >= bytes.data() &&
                                         tensor.bytes.data() + tensor.bytes.size() <= bytes.data() + bytes.size()),
                "a tensor lies within the file");
    }
}

std::vector<std::string> safetensorsSeeds() { return filesOf(testData() / "safetensors", ".safetensors"); }

}  // namespace gh::fuzz
