// A model as far as its memory goes: numbers alone, no file. Where they come from: a list of well-known families, a
// transformers config.json, a model file's header.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/plan/cache_formula.h"

namespace gh::plan {

struct ModelShape {
    std::string name;
    std::uint64_t parameters = 0;
    int layers = 0, width = 0, ffn = 0, vocab = 0, heads = 0;
    int context = 0;                  // tokens it was made for; 0: not known
    bool tied = false;                // head and embedding are one matrix
    std::vector<LayerGroup> groups;   // KV heads, head sizes and windows; layerIndex is filled
    std::string source;               // where the numbers are from, with a date
};

// Weights of a dense decoder of this shape: embedding, head, attention, gated FFN, norms. Used where nobody counted them.
// extras: biases of q, k and v; norms of q and k; norms behind attention and FFN.
struct ShapeExtras {
    bool qkvBiases = false, qkNorms = false, postNorms = false;
};
std::uint64_t countParameters(const ModelShape& shape, const ShapeExtras& extras);

// The well-known ones, and "7B", "13B", "70B" (7, 13, 70 × 10^9 parameters) that tables of budgets are made with.
std::span<const ModelShape> familyList();
const ModelShape* findFamily(std::string_view name);   // letters of any case, blanks as '-'

// config.json of a transformers model. Errors: BadFile names the key, what was found and what is expected; Unsupported: a
// family whose cache works otherwise (latent attention, recurrent or convolutional layers), by name.
Result<ModelShape> shapeFromConfig(std::string_view json, const std::string& subject);

}  // namespace gh::plan
