#include "engine/sample/noise.h"
#include "engine/sample/sampler.h"

namespace gh {

double uniformNoise(std::uint64_t seed, std::uint32_t sample, std::uint64_t position, std::uint32_t purpose,
                    TokenId token) {
    return NoiseKey(seed, sample, position, purpose).uniform(token);
}

}  // namespace gh
