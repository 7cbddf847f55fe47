// Variants of a model as the command line names them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/evaluate/variant.h"

namespace gh::app {

// "a,b,c" cut at commas; empty parts are left out.
std::vector<std::string> listOf(std::string_view text);

// The model with its layers' matrices in this scheme; "stored": as the file has them. Error InvalidArgument: no scheme of
// this name, with the list.
Result<evaluate::Variant> schemeVariant(const std::string& path, const LoadOptions& load, const std::string& scheme);

// The same by a file of rules (quantize::rulesFromJson); named after the file.
Result<evaluate::Variant> rulesVariant(const std::string& path, const LoadOptions& load, const std::string& rulesFile);

// "q8_0" for both, or keys and values apart: "q8_0/q4_0". Error InvalidArgument names what is expected.
Result<kernels::KvTypes> cacheTypes(const std::string& text);

std::string schemeWords();   // "stored, int8-tensor, …"

}  // namespace gh::app
