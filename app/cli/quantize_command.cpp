// quantize: a model written anew with other types.
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/evaluate/budget_search.h"
#include "engine/quantize/quantize_file.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string from, to;
    std::shared_ptr<const quantize::WeightRules> weights;
    bool nearest = false, json = false;
    float bits = 0;   // a weight; 0: not asked for
    int threads = 0;
};

// The rules that were given, or those that cost least under so many bits a weight.
Result<quantize::Assignment> rulesOf(const Options& options) {
    if (options.bits > 0 && options.weights)
        return Error{ErrorCode::InvalidArgument, "--bits-per-weight", "chooses the schemes itself; leave --scheme and --rules out"};
    if (options.weights) return quantize::Assignment{*options.weights, 0, 0, 0};
    if (!(options.bits > 0))
        return Error{ErrorCode::InvalidArgument, "quantize",
                     "says nothing of what is to become of the weights; give --scheme, --rules or --bits-per-weight"};
    evaluate::SensitivitySpec spec;
    spec.reference = {quantize::kAsStored, options.from, {}};
    spec.schemes = evaluate::budgetSchemes(options.nearest);
    spec.threads = options.threads;
    Progress progress("how much each matrix minds");
    evaluate::EvaluationHooks hooks;
    hooks.cancelled = interrupted;
    hooks.progress = [&](double share, std::string_view) { progress.show(static_cast<std::size_t>(share * 1000), 1000); };
    return evaluate::assignBits(std::move(spec), static_cast<double>(options.bits), hooks);
}

void print(const Options& options, const quantize::WrittenFile& written) {
    struct Change {
        int matrices = 0;
        std::uint64_t bytes = 0;
    };
    std::map<std::pair<std::string, std::string>, Change> changes;
    std::map<std::string, int> notes;
    for (const auto& tensor : written.tensors) {
        if (!tensor.note.empty()) ++notes[tensor.note];
        Change& change = changes[{tensor.from, tensor.to}];
        ++change.matrices;
        change.bytes += tensor.bytes;
    }
    for (const auto& [types, change] : changes)
        writeOut(std::to_string(change.matrices) + " × " + types.first + (types.first == types.second ? " kept" : " → " + types.second) + ": " +
                 thousands(change.bytes) + " bytes\n");
    for (const auto& [note, count] : notes) writeOut(std::to_string(count) + " not as asked: " + note + "\n");
    char line[100];
    std::snprintf(line, sizeof line, ": %s bytes, %.3f bits a weight of the matrices\n", thousands(written.bytes).c_str(), written.bits);
    writeOut(printable(options.to) + line);
    if (written.ownTypes.empty()) return;
    std::string names;
    for (const std::string& name : written.ownTypes) names += (names.empty() ? "" : ", ") + name;
    writeOut("Only Glasshouse opens this file: " + names + " has no GGUF type. --nearest-gguf takes the nearest ones instead.\n");
}

Json toJson(const quantize::WrittenFile& written) {
    Json tensors = Json::array();
    for (const auto& tensor : written.tensors) {
        Json one{{"name", tensor.name}, {"from", tensor.from}, {"to", tensor.to}, {"bytes", tensor.bytes}};
        if (!tensor.note.empty()) one["note"] = tensor.note;
        tensors.push_back(std::move(one));
    }
    return {{"bytes", written.bytes}, {"bits", written.bits}, {"own_types", written.ownTypes}, {"tensors", std::move(tensors)}};
}

int run(const Options& options) {
    const auto assigned = rulesOf(options);
    if (!assigned) return fail(assigned.error());
    Progress progress("quantize");
    quantize::Watch watch;
    watch.cancelled = interrupted;
    watch.progress = [&](double share) { progress.show(static_cast<std::size_t>(share * 1000), 1000); };
    const auto written = quantize::quantizeFile(options.from, options.to, {assigned->rules, options.nearest, options.threads}, watch);
    if (!written) return fail(written.error());
    if (options.json) {
        Json out = toJson(*written);
        if (assigned->bits > 0) out["assigned"] = {{"bits", assigned->bits}, {"bytes", assigned->bytes}, {"predicted_kl", assigned->predicted}};
        writeJson(out);
        return kExitDone;
    }
    print(options, *written);
    if (assigned->bits > 0) {
        char line[120];
        std::snprintf(line, sizeof line, "The layers' matrices take %.3f bits a weight; predicted divergence %.4f nats a token\n", assigned->bits, assigned->predicted);
        writeOut(line);
    }
    return kExitDone;
}

}  // namespace

std::function<int()> setUpQuantize(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    parser.add_option("IN", options->from, "the model: a GGUF file, any part of a split one, or a folder of safetensors")
        ->required()
        ->type_name("FILE|FOLDER");
    parser.add_option("OUT", options->to, "the GGUF file to write; it appears whole or not at all")->required()->type_name("FILE");
    addWeightOptions(parser, options->weights);
    addNumber(parser, "--bits-per-weight", options->bits, 0.1, 32,
              "choose a scheme for each matrix so that together they take no more, and the text's predictions change least (minutes)");
    parser.add_flag("--nearest-gguf", options->nearest, "schemes without a GGUF type become the nearest type that other programs open");
    addInteger(parser, "--threads", options->threads, 1, 1024, "threads to compute with; default: usable cores");
    parser.add_flag("--json", options->json, "one JSON object");
    return [options] { return run(*options); };
}

}  // namespace gh::app
