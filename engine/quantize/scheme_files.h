// What each file of schemes gives to scheme_list.cpp.
#pragma once

#include <vector>

#include "engine/quantize/scheme.h"

namespace gh::quantize {

std::vector<Scheme> int8Schemes();
std::vector<Scheme> int4Schemes();
std::vector<Scheme> int3Schemes();
std::vector<Scheme> nf4Schemes();
std::vector<Scheme> ggufSchemes();

// Numbers of tensor types that only Glasshouse knows, far beyond GGUF's: "GH" and the scheme's number.
constexpr std::uint32_t ownFileType(std::uint32_t number) { return 0x47480000u + number; }

}  // namespace gh::quantize
