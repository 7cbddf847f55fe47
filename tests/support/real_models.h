// The real models, where `./dev models` keeps them.
#pragma once

#include <string>
#include <string_view>

namespace gh::test {

constexpr std::string_view kSmolLm2 = "SmolLM2-135M-Instruct.Q4_1.gguf";
constexpr std::string_view kGemma3 = "gemma-3-270m-q4_k_m.gguf";

// Path of a model file in $GLASSHOUSE_MODELS or ~/.cache/glasshouse, or empty: then the test skips and says
// so.
std::string realModel(std::string_view fileName);

}  // namespace gh::test
