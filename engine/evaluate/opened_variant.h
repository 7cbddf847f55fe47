// A variant as far as its headers say what it is, and what must agree between those that are set side by side.
#pragma once

#include <memory>
#include <vector>

#include "engine/evaluate/variant.h"
#include "engine/forward/model_outline.h"

namespace gh::evaluate {

struct OpenedVariant {
    std::shared_ptr<const OpenedModel> model;   // shared by variants of one path
    ModelOutline outline;
    std::uint64_t matrixBytes = 0;   // of the layers' matrices in stored form, as the variant's rules make them
    double bits = 0;                 // a weight of these
    bool quantized = false;          // some of them as the file stores them, or by the rules
};

// Opens each (a path once) and checks that they can be compared. maxRows: rows a batch of theirs may have. Errors: of
// opening, with the variant's name; InvalidArgument: vocabularies that differ, with the first token that does; a rule that
// does not compile. goOn false: Cancelled.
Result<std::vector<OpenedVariant>> openVariants(const std::vector<Variant>& variants, int maxRows,
                                                const std::function<bool(std::string_view doing)>& goOn);

// The error with the variant's name before what it is about.
Error ofVariant(const Variant& variant, Error error);

}  // namespace gh::evaluate
