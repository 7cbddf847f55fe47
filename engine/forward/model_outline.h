// What a model is and what it would take here, from its headers alone: no weight is read. Loading begins with it, and the
// window shows it before loading.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/model/model_config.h"
#include "engine/plan/ledger.h"
#include "engine/text/tokenizer.h"

namespace gh {

struct StorageShare {
    std::string type;  // "Q4_K"
    int tensors = 0;
    std::uint64_t bytes = 0;  // in the file
};

struct ModelOutline {
    // What a loaded model says of itself, but for what only loading settles: id, isa, threads, packed bytes, seconds.
    // contextLimit: under these options.
    telemetry::ModelFacts facts;
    std::string container;  // "GGUF", "safetensors"
    std::vector<std::string> parts;      // paths of its files
    std::vector<StorageShare> storage;   // of the tensors in use, most bytes first
    std::vector<plan::LayerGroup> groups;
    plan::LoadPlan plan;
};

// maxRows: rows a batch may have. Errors: DoesNotFit (the cache budget of the options holds not one block),
// InvalidArgument (a cache type whose blocks do not divide the model's heads).
Result<ModelOutline> outlineOf(const CheckedModel& checked, const Tokenizer& tokenizer, const std::string& path,
                               const LoadOptions& options, int maxRows);

struct OpenedModel {
    CheckedModel checked;
    std::shared_ptr<const Tokenizer> tokenizer;
};
// Asked between the stages of opening, which end only whole (checking, then the tokenizer); false: give up.
using GoOn = std::function<bool(const CheckedModel* checked)>;
// Errors of openModel and of the tokenizer, Unsupported: no decoder; Cancelled.
Result<OpenedModel> openForUse(const std::string& path, const GoOn& goOn);
// Error DoesNotFit, with the figures, where the machine says that the plan is more than it has left.
Result<void> fitsHere(const ModelOutline& outline);

// All of this but the last: a model that does not fit has an outline too.
Result<ModelOutline> outlineModel(const std::string& path, const LoadOptions& options, int maxRows, const GoOn& goOn);

}  // namespace gh
