// outliers: which dimensions of the activations stand out, layer by layer.
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/text_input.h"
#include "engine/forward/direct.h"
#include "engine/inspect/outliers.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string path, tap = "residual";
    TextInput input;
    bool skipFirst = false, json = false;
    int top = 8;
    RunOptions run;
};

Json layerJson(const inspect::LayerOutliers& layer) {
    Json top = Json::array(), octaves = Json::array();
    for (const auto& one : layer.top)
        top.push_back({{"dim", one.dim}, {"max", one.max}, {"position", one.position}, {"ratio", one.ratio}});
    for (std::size_t i = 0; i < layer.octaves.counts.size(); ++i)
        octaves.push_back({{"from", std::ldexp(1.0, layer.octaves.first + static_cast<int>(i))},
                           {"dims", layer.octaves.counts[i]}});
    Json out{{"layer", layer.layer},
             {"median", layer.median},
             {"top", std::move(top)},
             {"int8_levels_used", layer.int8LevelsUsed},
             {"octaves", std::move(octaves)}};
    if (layer.octaves.zeros) out["zero_dims"] = layer.octaves.zeros;
    return out;
}

Json toJson(const inspect::Outliers& found, const Options& options) {
    Json layers = Json::array(), systematic = Json::array();
    for (const auto& layer : found.layers) layers.push_back(layerJson(layer));
    for (const auto& one : found.systematic)
        systematic.push_back({{"dim", one.dim}, {"layers", one.layers}, {"positions", one.positions}});
    return {{"tap", options.tap},
            {"skip_first", options.skipFirst},
            {"positions", found.positions},
            {"layers", std::move(layers)},
            {"systematic", std::move(systematic)}};
}

void print(const inspect::Outliers& found, const Options& options) {
    char line[200];
    std::snprintf(line, sizeof line, "Largest |x| at the tap %s over %zu positions%s\n\n", options.tap.c_str(),
                  found.positions, options.skipFirst ? " (the first one left out)" : "");
    writeOut(line);
    writeOut("layer    median  INT8 levels   dimension: largest (at position, times the median)\n");
    constexpr std::size_t kShown = 3;
    for (const auto& layer : found.layers) {
        std::snprintf(line, sizeof line, "%5d %9.3g %8d of 255  ", layer.layer, layer.median, layer.int8LevelsUsed);
        std::string text = line;
        for (std::size_t i = 0; i < std::min(kShown, layer.top.size()); ++i) {
            const auto& one = layer.top[i];
            std::snprintf(line, sizeof line, "%s%d: %.4g (%u, %.0f x)", i ? "   " : "", one.dim,
                          static_cast<double>(one.max), one.position, one.ratio);
            text += line;
        }
        writeOut(text + "\n");
    }
    writeOut("\nSystematic outliers (6 or more in 25 % of the layers and 6 % of the positions, at the inputs of linear layers): ");
    if (found.systematic.empty()) writeOut("none");
    for (std::size_t i = 0; i < found.systematic.size(); ++i) writeOut((i ? ", " : "") + std::to_string(found.systematic[i].dim));
    writeOut("\n");
}

int run(const Options& options) {
    auto model = DirectRun::open(options.path, options.run.load, options.run.threads);
    if (!model) return fail(model.error());
    auto ids = inputIds(options.input, (*model)->tokenizer());
    if (!ids) return fail(ids.error());
    inspect::OutlierSpec spec;
    spec.tap = inspect::findTap(options.tap)->tap;
    spec.skipFirst = options.skipFirst;
    spec.top = options.top;
    Progress progress("outliers");
    auto found = inspect::findOutliers((*model)->runtime(), *ids, spec, [&](double share) {
        progress.show(static_cast<std::size_t>(share * 100), 100);
        return !interrupted();
    });
    if (!found) return fail(found.error());
    if (options.json)
        writeJson(toJson(*found, options));
    else
        print(*found, options);
    return kExitDone;
}

}  // namespace

std::function<int()> setUpOutliers(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    addTextInput(parser, options->input);
    std::vector<std::string> names;
    for (const inspect::TapName& tap : inspect::tapNames()) names.emplace_back(tap.name);
    parser.add_option("--tap", options->tap, "where to look")->check(CLI::IsMember(names))->capture_default_str();
    parser.add_flag("--skip-first", options->skipFirst, "leave position 0 out, where the largest magnitudes of many models stand");
    addInteger(parser, "--top", options->top, 1, 1 << 20, "dimensions listed a layer (default 8)");
    addRunOptions(parser, options->run);
    addWeightOptions(parser, options->run.load.weights);
    parser.add_flag("--json", options->json, "one JSON object");
    return [options] { return run(*options); };
}

}  // namespace gh::app
