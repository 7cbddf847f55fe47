// A model and how it is loaded: what evaluations and comparisons set side by side.
#pragma once

#include <string>

#include "engine/engine.h"
#include "engine/quantize/rules.h"

namespace gh::evaluate {

struct Variant {
    std::string name;   // "int4-group64"
    std::string path;
    LoadOptions load;   // `weights` says which schemes; cache types and activations are variants too
};

}  // namespace gh::evaluate
