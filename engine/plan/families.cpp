// Shapes of well-known families, as data: the figures of the config.json that their authors publish. Parameter counts follow
// from the shape and are tested against the published ones, which a wrong figure would miss.
#include <algorithm>
#include <array>
#include <cctype>

#include "engine/plan/model_shape.h"

namespace gh::plan {
namespace {

enum Extras : unsigned { kNone = 0, kBiases = 1, kQkNorms = 2, kPostNorms = 4 };

struct Line {
    const char* name;
    int layers, width, ffn, heads, kvHeads, headSize, vocab, context;
    bool tied;
    int window = 0, period = 0;   // all layers have the window, or with a period every period-th has none
    unsigned extras = kNone;
    std::uint64_t parameters = 0; // 0: counted from the shape
};

constexpr const char* kSource = "as its authors publish it (config.json), entered 2026-11";
constexpr const char* kRound = "round figures for tables of budgets";

constexpr Line kLines[] = {
    {"Llama 2 7B", 32, 4096, 11008, 32, 32, 128, 32000, 4096, false},
    {"Llama 2 13B", 40, 5120, 13824, 40, 40, 128, 32000, 4096, false},
    {"Llama 2 70B", 80, 8192, 28672, 64, 8, 128, 32000, 4096, false},
    {"Llama 3.1 8B", 32, 4096, 14336, 32, 8, 128, 128256, 131072, false},
    {"Llama 3.1 70B", 80, 8192, 28672, 64, 8, 128, 128256, 131072, false},
    {"Llama 3.1 405B", 126, 16384, 53248, 128, 8, 128, 128256, 131072, false},
    {"Llama 3.2 1B", 16, 2048, 8192, 32, 8, 64, 128256, 131072, true},
    {"Llama 3.2 3B", 28, 3072, 8192, 24, 8, 128, 128256, 131072, true},
    {"Mistral 7B v0.1", 32, 4096, 14336, 32, 8, 128, 32000, 32768, false, 4096},
    {"Mistral 7B v0.3", 32, 4096, 14336, 32, 8, 128, 32768, 32768, false},
    {"Mistral Nemo 12B", 40, 5120, 14336, 32, 8, 128, 131072, 131072, false},
    {"Mistral Small 24B", 40, 5120, 32768, 32, 8, 128, 131072, 32768, false},
    {"Qwen2.5 0.5B", 24, 896, 4864, 14, 2, 64, 151936, 32768, true, 0, 0, kBiases},
    {"Qwen2.5 1.5B", 28, 1536, 8960, 12, 2, 128, 151936, 32768, true, 0, 0, kBiases},
    {"Qwen2.5 3B", 36, 2048, 11008, 16, 2, 128, 151936, 32768, true, 0, 0, kBiases},
    {"Qwen2.5 7B", 28, 3584, 18944, 28, 4, 128, 152064, 32768, false, 0, 0, kBiases},
    {"Qwen2.5 14B", 48, 5120, 13824, 40, 8, 128, 152064, 32768, false, 0, 0, kBiases},
    {"Qwen2.5 32B", 64, 5120, 27648, 40, 8, 128, 152064, 32768, false, 0, 0, kBiases},
    {"Qwen2.5 72B", 80, 8192, 29568, 64, 8, 128, 152064, 32768, false, 0, 0, kBiases},
    {"Qwen3 0.6B", 28, 1024, 3072, 16, 8, 128, 151936, 40960, true, 0, 0, kQkNorms},
    {"Qwen3 1.7B", 28, 2048, 6144, 16, 8, 128, 151936, 40960, true, 0, 0, kQkNorms},
    {"Qwen3 4B", 36, 2560, 9728, 32, 8, 128, 151936, 40960, true, 0, 0, kQkNorms},
    {"Qwen3 8B", 36, 4096, 12288, 32, 8, 128, 151936, 40960, false, 0, 0, kQkNorms},
    {"Qwen3 14B", 40, 5120, 17408, 40, 8, 128, 151936, 40960, false, 0, 0, kQkNorms},
    {"Qwen3 32B", 64, 5120, 25600, 64, 8, 128, 151936, 40960, false, 0, 0, kQkNorms},
    {"Gemma 2 2B", 26, 2304, 9216, 8, 4, 256, 256000, 8192, true, 4096, 2, kPostNorms},
    {"Gemma 2 9B", 42, 3584, 14336, 16, 8, 256, 256000, 8192, true, 4096, 2, kPostNorms},
    {"Gemma 2 27B", 46, 4608, 36864, 32, 16, 128, 256000, 8192, true, 4096, 2, kPostNorms},
    {"Gemma 3 270M", 18, 640, 2048, 4, 1, 256, 262144, 32768, true, 512, 6, kPostNorms | kQkNorms},
    {"Gemma 3 1B", 26, 1152, 6912, 4, 1, 256, 262144, 32768, true, 512, 6, kPostNorms | kQkNorms},
    {"Gemma 3 4B", 34, 2560, 10240, 8, 4, 256, 262208, 131072, true, 1024, 6, kPostNorms | kQkNorms},
    {"Gemma 3 12B", 48, 3840, 15360, 16, 8, 256, 262208, 131072, true, 1024, 6, kPostNorms | kQkNorms},
    {"Gemma 3 27B", 62, 5376, 21504, 32, 16, 128, 262208, 131072, true, 1024, 6, kPostNorms | kQkNorms},
    {"Phi-3 mini", 32, 3072, 8192, 32, 32, 96, 32064, 4096, false, 2047},
    {"Phi-3 medium", 40, 5120, 17920, 40, 10, 128, 32064, 4096, false, 2047},
    {"Phi-4", 40, 5120, 17920, 40, 10, 128, 100352, 16384, false},
    {"Phi-4 mini", 32, 3072, 8192, 24, 8, 128, 200064, 131072, true},
    {"SmolLM2 135M", 30, 576, 1536, 9, 3, 64, 49152, 8192, true},
    {"SmolLM2 360M", 32, 960, 2560, 15, 5, 64, 49152, 8192, true},
    {"SmolLM2 1.7B", 24, 2048, 8192, 32, 32, 64, 49152, 8192, true},
    {"7B", 32, 4096, 14336, 32, 8, 128, 32000, 0, false, 0, 0, kNone, 7'000'000'000},
    {"13B", 40, 5120, 13824, 40, 40, 128, 32000, 0, false, 0, 0, kNone, 13'000'000'000},
    {"70B", 80, 8192, 28672, 64, 8, 128, 32000, 0, false, 0, 0, kNone, 70'000'000'000},
};

ModelShape shapeOf(const Line& line) {
    ModelShape shape;
    shape.name = line.name;
    shape.layers = line.layers;
    shape.width = line.width;
    shape.ffn = line.ffn;
    shape.vocab = line.vocab;
    shape.heads = line.heads;
    shape.context = line.context;
    shape.tied = line.tied;
    shape.source = line.parameters ? kRound : kSource;
    LayerGroup full{0, line.kvHeads, line.headSize, line.headSize, 0, {}};
    LayerGroup windowed{0, line.kvHeads, line.headSize, line.headSize, line.window, {}};
    for (int layer = 0; layer < line.layers; ++layer) {
        const bool sees = line.window == 0 || (line.period > 0 && layer % line.period == line.period - 1);
        LayerGroup& group = sees ? full : windowed;
        ++group.layers;
        group.layerIndex.push_back(layer);
    }
    for (LayerGroup& group : std::array{full, windowed})
        if (group.layers > 0) shape.groups.push_back(std::move(group));
    const ShapeExtras extras{(line.extras & kBiases) != 0, (line.extras & kQkNorms) != 0, (line.extras & kPostNorms) != 0};
    shape.parameters = line.parameters ? line.parameters : countParameters(shape, extras);
    return shape;
}

// "Llama 3.1 8B", "llama-3.1-8b" and "llama_3.1_8B" are one name.
std::string plainName(std::string_view name) {
    std::string plain;
    for (const char c : name)
        plain += c == ' ' || c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return plain;
}

}  // namespace

std::span<const ModelShape> familyList() {
    static const std::vector<ModelShape> kList = [] {
        std::vector<ModelShape> list;
        for (const Line& line : kLines) list.push_back(shapeOf(line));
        return list;
    }();
    return kList;
}

const ModelShape* findFamily(std::string_view name) {
    const std::string wanted = plainName(name);
    for (const ModelShape& shape : familyList())
        if (plainName(shape.name) == wanted) return &shape;
    return nullptr;
}

}  // namespace gh::plan
