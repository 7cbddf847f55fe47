// errors: what quantization schemes do to each matrix of a model, measured on the weights alone.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/model/model_config.h"
#include "engine/quantize/error_map.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string path;
    std::vector<std::string> schemes;
    int threads = 0;
    bool leastSquares = false, json = false;
};

Json toJson(const quantize::ErrorMap& map) {
    Json tensors = Json::array();
    for (const auto& tensor : map.tensors) {
        Json one{{"name", tensor.name},
                 {"error", tensor.error},
                 {"max_over_std", tensor.maxOverStd},
                 {"beyond_6_sigma", tensor.beyond6Sigma},
                 {"levels_used", tensor.levelsUsed},
                 {"bits", tensor.bits},
                 {"stored", tensor.storedType}};
        if (!tensor.note.empty()) one["note"] = tensor.note;
        tensors.push_back(std::move(one));
    }
    Json out{{"bits", map.bits}, {"mean", map.mean}};
    if (!map.tensors.empty()) out["worst"] = {{"tensor", map.tensors[map.worst].name}, {"error", map.tensors[map.worst].error}};
    out["tensors"] = std::move(tensors);
    return out;
}

void print(const quantize::ErrorMap& map) {
    char line[256];
    const auto title = std::string(quantize::findScheme(map.scheme)->title);
    std::snprintf(line, sizeof line, "%s: %.3f bits a weight, mean error %.4f over %zu matrices\n\n", title.c_str(), map.bits, map.mean, map.tensors.size());
    writeOut(line);
    std::snprintf(line, sizeof line, "%-34s %8s %9s %8s %8s %7s\n", "matrix", "error", "max/std", "> 6 std", "levels", "bits");
    writeOut(line);
    std::vector<std::string> notes;
    for (std::size_t i = 0; i < map.tensors.size(); ++i) {
        const auto& t = map.tensors[i];
        std::snprintf(line, sizeof line, " %8.4f %9.1f %8llu %8.1f %7.3f%s\n", t.error, t.maxOverStd, static_cast<unsigned long long>(t.beyond6Sigma),
                      t.levelsUsed, t.bits, i == map.worst ? "  worst" : "");
        const std::string name = printable(t.name);
        writeOut(name + std::string(name.size() < 34 ? 34 - name.size() : 0, ' ') + line);
        if (!t.note.empty() && std::find(notes.begin(), notes.end(), t.note) == notes.end()) notes.push_back(t.note);
    }
    for (const std::string& note : notes) writeOut("not as asked: " + note + "\n");
    writeOut("\n");
}

int run(const Options& options) {
    const auto checked = openModel(options.path);
    if (!checked) return fail(checked.error());
    Json schemes = Json::object();
    Progress progress("errors");
    for (std::size_t i = 0; i < options.schemes.size(); ++i) {
        quantize::Watch watch;
        watch.cancelled = interrupted;
        watch.progress = [&](double share) {
            progress.show(static_cast<std::size_t>((static_cast<double>(i) + share) * 100), options.schemes.size() * 100);
        };
        const auto map = quantize::errorMap(*checked->file, *quantize::findScheme(options.schemes[i]),
                                            options.leastSquares ? quantize::ScaleChoice::LeastSquares : quantize::ScaleChoice::AbsMax,
                                            options.threads, watch);
        if (!map) return fail(map.error());
        if (options.json) schemes[map->scheme] = toJson(*map);
        else print(*map);
    }
    if (options.json) writeJson({{"schemes", std::move(schemes)}});
    return kExitDone;
}

}  // namespace

std::function<int()> setUpErrors(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    addSchemeList(parser, "--scheme", options->schemes, "schemes to measure, separated by commas")->required();
    parser
        .add_option_function<std::string>(
            "--scales",
            [options](const std::string& text) {
                options->leastSquares = text == "least-squares";
                if (!options->leastSquares && text != "absmax") throw CLI::ValidationError("--scales", "'" + text + "' is not absmax or least-squares");
            },
            "how scales are chosen: absmax (default) or least-squares")
        ->type_name("CHOICE");
    addInteger(parser, "--threads", options->threads, 1, 1024, "threads to compute with; default: usable cores");
    parser.add_flag("--json", options->json, "one JSON object");
    return [options] { return run(*options); };
}

}  // namespace gh::app
