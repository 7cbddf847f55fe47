// info: checks a file as loading does, except the values, and says what is in it.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/text_model.h"
#include "engine/text/chat_template.h"
#include "engine/quantize/matrix_values.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

// One number where all layers agree, else one a layer.
Json perLayer(const ModelConfig& config, int LayerConfig::*field) {
    Json values = Json::array();
    bool equal = true;
    for (const LayerConfig& layer : config.layer) {
        values.push_back(layer.*field);
        equal = equal && layer.*field == config.layer.front().*field;
    }
    return equal && !values.empty() ? values.front() : values;
}

Json tokenOrNull(TokenId id) {
    return id < 0 ? Json() : Json(id);
}

std::uint64_t cacheBytesPerToken(const ModelConfig& config, kernels::KvTypes types) {
    std::uint64_t bytes = 0;
    for (const plan::LayerGroup& group : layerGroups(config)) bytes += plan::bytesPerToken(group, types.k, types.v);
    return bytes;
}

Json describe(const TextModel& text, const std::string& templateProblem, kernels::KvTypes types) {
    const CheckedModel& model = text.model;
    const ModelConfig& config = model.config;
    Json out;
    out["family"] = config.family;
    out["name"] = config.name;
    out["shape"] = {{"layers", config.layers},
                    {"heads", perLayer(config, &LayerConfig::heads)},
                    {"kv_heads", perLayer(config, &LayerConfig::kvHeads)},
                    {"head_size", perLayer(config, &LayerConfig::headSize)},
                    {"width", config.width},
                    {"ffn", config.ffn},
                    {"vocab", config.vocab},
                    {"context", config.context},
                    {"window", perLayer(config, &LayerConfig::window)},
                    {"tied_output", config.tiedOutput}};
    out["cache_bytes_per_token"] = cacheBytesPerToken(config, types);
    out["kv_type"] = kernels::kvTypesName(types);
    const Tokenizer& tokenizer = *text.tokenizer;
    out["tokenizer"] = {{"model", tokenizer.modelName()},      {"pre", tokenizer.preName()},
                        {"tokens", tokenizer.size()},          {"bos", tokenOrNull(tokenizer.bos())},
                        {"eos", tokenOrNull(tokenizer.eos())}, {"adds_bos", tokenizer.addsBos()},
                        {"adds_eos", tokenizer.addsEos()}};
    out["template"] = text.chatTemplate.empty() ? Json() : Json(text.chatTemplate);
    if (!templateProblem.empty()) out["template_error"] = templateProblem;
    std::uint64_t parameters = 0;
    Json tensors = Json::array();
    for (const ModelTensor& tensor : model.file->tensors()) {
        std::uint64_t values = 1;
        for (const std::uint64_t dim : tensor.dims)
            values *= dim;  // checked against the file's size when it was opened
        parameters += values;
        tensors.push_back({{"name", tensor.name},
                           {"type", quantize::storedTypeName(tensor.type)},
                           {"dims", tensor.dims},
                           {"bytes", tensor.bytes.size()}});
    }
    out["parameters"] = parameters;
    const ModelFile& file = *model.file;
    Json parts = Json::array();
    for (const ModelPart& part : file.parts()) parts.push_back({{"path", part.path}, {"bytes", part.bytes}});
    out["file"] = {{"path", file.path()}, {"container", file.container()}, {"bytes", file.fileBytes()}};
    if (file.version() > 0) out["file"].update({{"gguf_version", file.version()}, {"alignment", file.alignment()}});
    out["file"]["parts"] = std::move(parts);
    Json warnings = model.warnings;
    for (const std::string& warning : tokenizer.warnings()) warnings.push_back(warning);
    out["warnings"] = std::move(warnings);
    out["tensors"] = std::move(tensors);
    return out;
}

std::string compact(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

void print(const Json& info) {
    const auto line = [](const char* label, const std::string& value) {
        char text[24];
        std::snprintf(text, sizeof text, "%-18s", label);
        writeOut(text + printable(value) + "\n");
    };
    const Json& file = info["file"];
    const std::size_t parts = file["parts"].size();
    line("file", compact(file["container"]) + (file.contains("gguf_version") ? " " + compact(file["gguf_version"]) : "") +
                     ", " + thousands(file["bytes"].get<std::uint64_t>()) + " bytes" +
                     (parts > 1 ? " in " + std::to_string(parts) + " files" : ""));
    if (parts > 1)
        for (const Json& part : file["parts"])
            line("part", compact(part["path"]) + ", " + thousands(part["bytes"].get<std::uint64_t>()) + " bytes");
    line("family", compact(info["family"]) + ", " + compact(info["name"]));
    const Json& shape = info["shape"];
    line("shape", compact(shape["layers"]) + " layers, width " + compact(shape["width"]) + ", FFN " +
                      compact(shape["ffn"]) + ", " + compact(shape["heads"]) + " query and " +
                      compact(shape["kv_heads"]) + " KV heads of " + compact(shape["head_size"]));
    line("vocabulary", thousands(shape["vocab"].get<std::uint64_t>()) + " tokens");
    line("context", thousands(shape["context"].get<std::uint64_t>()) + " tokens");
    line("cache", thousands(info["cache_bytes_per_token"].get<std::uint64_t>()) + " bytes a token (" +
                      compact(info["kv_type"]) + ")");
    line("parameters", thousands(info["parameters"].get<std::uint64_t>()));
    line("tokenizer", compact(info["tokenizer"]["model"]) + " / " + compact(info["tokenizer"]["pre"]));
    line("chat template", info.contains("template_error")
                              ? "does not parse: " + compact(info["template_error"])
                          : info["template"].is_null() ? "none"
                                                       : "yes");
    std::vector<std::pair<std::string, std::pair<std::uint64_t, std::uint64_t>>>
        types;  // name, (tensors, bytes)
    for (const Json& tensor : info["tensors"]) {
        const std::string type = tensor["type"];
        auto at =
            std::find_if(types.begin(), types.end(), [&](const auto& entry) { return entry.first == type; });
        if (at == types.end()) at = types.insert(types.end(), {type, {0, 0}});
        at->second.first += 1;
        at->second.second += tensor["bytes"].get<std::uint64_t>();
    }
    for (const auto& [type, sums] : types)
        line("tensors", std::to_string(sums.first) + " × " + type + ", " + thousands(sums.second) + " bytes");
    for (const Json& warning : info["warnings"]) line("warning", compact(warning));
}

struct Options {
    std::string path;
    kernels::KvTypes kvTypes;
    bool json = false;
};

int run(const Options& options) {
    const auto text = openTextModel(options.path);
    if (!text) return fail(text.error());
    std::string templateProblem;
    if (!text->chatTemplate.empty()) {
        const auto parsed = ChatTemplate::parse(text->chatTemplate);
        if (!parsed) templateProblem = parsed.error().message();
    }
    const Json info = describe(*text, templateProblem, options.kvTypes);
    if (options.json)
        writeJson(info);
    else
        print(info);
    return kExitDone;
}

}  // namespace

std::function<int()> setUpInfo(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    addCacheTypes(parser, options->kvTypes);
    parser.add_flag("--json", options->json, "one JSON object");
    return [options] { return run(*options); };
}

}  // namespace gh::app
