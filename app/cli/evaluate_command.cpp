// evaluate: variants of a model against a reference, on a text, greedy replies and a quiz.
#include <cstdio>
#include <filesystem>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/variant_options.h"
#include "engine/evaluate/evaluation.h"

namespace gh::app {
namespace {

// Grouped INT4 stands next to NF4: finer blocks and better-placed levels are told apart.
constexpr const char* kTable = "int8-row,int4-tensor,int4-row,int4-group128,int4-group64,nf4,nf4-dq";

struct Measure {
    const char* name;
    unsigned bit;
};
constexpr Measure kMeasures[] = {{"ppl", evaluate::kPerplexity}, {"kl", evaluate::kDivergence}, {"agreement", evaluate::kAgreement},
                                 {"quiz", evaluate::kQuiz},      {"speed", evaluate::kSpeed},   {"errors", evaluate::kErrors}};

std::string measureWords() {
    std::string words;
    for (const Measure& measure : kMeasures) words += std::string(words.empty() ? "" : ",") + measure.name;
    return words;
}

struct Options {
    std::string path, schemes, rules, reference, textFile, measures;
    CLI::Option *schemeOption = nullptr, *rulesOption = nullptr, *referenceOption = nullptr, *textOption = nullptr;
    int window = 512, tokens = 0;
    bool exactOnly = false, json = false, csv = false;
    RunOptions run;
};

Error wrong(std::string subject, std::string detail) {
    return {ErrorCode::InvalidArgument, std::move(subject), std::move(detail)};
}

Result<unsigned> measuresOf(const std::string& text) {
    if (text.empty()) return static_cast<unsigned>(evaluate::kAll);
    unsigned bits = 0;
    for (const std::string& word : listOf(text)) {
        const Measure* found = nullptr;
        for (const Measure& measure : kMeasures)
            if (word == measure.name) found = &measure;
        if (!found) return wrong("--measures", "'" + word + "' is none of " + measureWords());
        bits |= found->bit;
    }
    return bits;
}

Result<evaluate::EvaluationSpec> specOf(const Options& options) {
    evaluate::EvaluationSpec spec;
    if (*options.schemeOption && *options.rulesOption) return wrong("evaluate", "give one of --scheme and --rules");
    spec.reference = {quantize::kAsStored, *options.referenceOption ? options.reference : options.path, options.run.load};
    if (*options.rulesOption) {
        auto variant = rulesVariant(options.path, options.run.load, options.rules);
        if (!variant) return variant.error();
        spec.variants.push_back(std::move(*variant));
    } else {
        // Of two files the question is what the one is beside the other.
        const std::string standard = *options.referenceOption ? quantize::kAsStored : kTable;
        for (const std::string& scheme : listOf(*options.schemeOption ? options.schemes : standard)) {
            auto variant = schemeVariant(options.path, options.run.load, scheme);
            if (!variant) return variant.error();
            if (*options.referenceOption && scheme == quantize::kAsStored)
                variant->name = std::filesystem::path(options.path).lexically_normal().filename().string();
            spec.variants.push_back(std::move(*variant));
        }
    }
    auto measures = measuresOf(options.measures);
    if (!measures) return measures.error();
    spec.measures = *measures;
    if (*options.textOption) {
        auto text = readFile(options.textFile);
        if (!text) return text.error();
        if (!isUtf8(*text)) return wrong("--text-file", "'" + options.textFile + "' is no UTF-8 text");
        spec.text = std::move(*text);
        spec.textName = std::filesystem::path(options.textFile).filename().string();
        if (spec.text.empty()) return wrong("--text-file", "'" + options.textFile + "' is empty");
    }
    spec.asRun = !options.exactOnly;
    spec.window = options.window;
    spec.most = options.tokens;
    spec.threads = options.run.threads;
    return spec;
}

int run(const Options& options) {
    auto spec = specOf(options);
    if (!spec) return fail(spec.error());
    evaluate::EvaluationOutcome outcome;
    {
        Progress progress("evaluate");
        evaluate::EvaluationHooks hooks;
        hooks.progress = [&](double share, std::string_view) { progress.show(static_cast<std::size_t>(share * 1000), 1000); };
        hooks.cancelled = interrupted;
        outcome = evaluate::evaluate(*spec, hooks);
    }
    // What was measured until an error or Ctrl-C is worth printing; where nothing was, there is nothing to print.
    const evaluate::Evaluation& found = outcome.evaluation;
    if (!found.base.name.empty()) {
        if (options.json) writeOut(evaluate::toJson(found) + "\n");
        else if (options.csv) writeOut(evaluate::toCsv(found));
        else writeOut(evaluate::toMarkdown(found));
        setJsonErrors(false);   // one object is printed, and it says that it is not complete
    }
    return outcome.error ? fail(*outcome.error) : kExitDone;
}

}  // namespace

std::function<int()> setUpEvaluate(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    options->schemeOption = parser
                                .add_option("--scheme", options->schemes,
                                            "schemes of the layers' matrices (default " + std::string(kTable) + "); there are " + schemeWords())
                                ->type_name("S,S,…");
    options->rulesOption = parser.add_option("--rules", options->rules, "a file of rules (JSON): which tensors get which scheme")->type_name("FILE");
    options->referenceOption =
        parser.add_option("--reference", options->reference, "what is measured against; default: the model as stored")->type_name("FILE|FOLDER");
    options->textOption =
        parser.add_option("--text-file", options->textFile, "held-out text for perplexity and divergence; default: the bundled one")->type_name("FILE");
    parser.add_option("--measures", options->measures, "which of " + measureWords() + " (default all)")->type_name("M,M,…");
    addInteger(parser, "--window", options->window, 2, 1 << 20, "tokens of context that the text is cut into (default 512)");
    addInteger(parser, "--tokens", options->tokens, 2, std::numeric_limits<int>::max(), "tokens of the text at most; default: all");
    parser.add_flag("--exact-only", options->exactOnly, "f32 activations alone, not the variants as they run");
    addRunOptions(parser, options->run);
    auto* json = parser.add_flag("--json", options->json, "one JSON object with all figures");
    parser.add_flag("--csv", options->csv, "all figures as CSV instead of the table")->excludes(json);
    return [options] { return run(*options); };
}

}  // namespace gh::app
