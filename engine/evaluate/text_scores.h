// A variant's predictions over the windows of a text, position by position, beside the reference's.
#pragma once

#include <vector>

#include "engine/evaluate/passes.h"
#include "engine/evaluate/statistics.h"

namespace gh::evaluate {

// What the reference made of the text: of each position its final residual row, from which its logits are made again where
// a variant is compared. 2,048 tokens of a model 640 wide take 5 MiB, their logits over 262,144 tokens would take 2 GiB;
// that product costs less than a pass through the layers, and needs no file.
struct ReferenceText {
    Windows windows;
    std::vector<float> residuals;    // [tokens of all windows][width]
};

// The scores of one model in one or several ways of running it.
struct TextPass {
    ActivationMode activations = ActivationMode::F32;
    bool compare = true;             // against the reference; else only the right tokens' probabilities
    std::vector<Scored> scored;      // out: one a predicted position, in order
};

// Reads the windows and keeps the residual rows; in the activations that the model is set to.
Result<ReferenceText> readReference(ModelRuntime& reference, Windows windows, const GoOnWith& goOn);

// `model` may be `reference` itself. Both are left in whatever activations came last. progress: 0…1. Error Internal: logits
// that are no finite numbers.
Result<void> scoreText(ModelRuntime& reference, const ReferenceText& text, ModelRuntime& model, std::vector<TextPass>& passes,
                       const GoOnWith& goOn, const std::function<void(double share)>& progress);

}  // namespace gh::evaluate
