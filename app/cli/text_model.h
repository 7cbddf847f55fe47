// A model file as far as text and shape go: checked like loading does, except the values, and without reading
// weights.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/model_config.h"
#include "engine/text/tokenizer.h"

namespace gh::app {

struct TextModel {
    CheckedModel model;
    std::shared_ptr<const Tokenizer> tokenizer;
    std::string chatTemplate;  // the file's own, empty: none
};
Result<TextModel> openTextModel(const std::string& path);

// Error code InvalidArgument, naming the first id that is no row of the vocabulary.
Result<void> checkIds(const std::vector<TokenId>& ids, int vocabulary, const std::string& option);

}  // namespace gh::app
