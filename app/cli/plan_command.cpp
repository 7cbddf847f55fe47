// plan: does a model fit a budget, with how much context, for how many; nothing is loaded.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/text_model.h"
#include "engine/plan/budget_plan.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string path, shapeFile, family, budget, weights, solve;
    kernels::KvTypes types;
    std::uint64_t users = 1, context = 0, sharedPrefix = 0;
    CLI::Option *usersOption = nullptr, *contextOption = nullptr, *weightsOption = nullptr;
    bool grid = false, json = false;
};

// "8GiB", "24 GB", "512MiB", "8589934592": GB are 10^9 bytes, GiB 2^30.
std::optional<std::uint64_t> parseBytes(std::string_view text) {
    struct Unit {
        const char* name;
        double bytes;
    };
    constexpr Unit kUnits[] = {{"", 1}, {"B", 1}, {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40},
                               {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}};
    const std::size_t end = text.find_first_not_of("0123456789.");
    const auto value = parseNumber(text.substr(0, end));
    std::string_view unit = end == std::string_view::npos ? "" : text.substr(end);
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    for (const Unit& known : kUnits)
        if (value && unit == known.name && *value > 0 && *value * known.bytes < 0x1p62)
            return static_cast<std::uint64_t>(std::llround(*value * known.bytes));
    return {};
}

std::string gib(std::uint64_t bytes) {
    char text[60];
    std::snprintf(text, sizeof text, "%.3f GiB", static_cast<double>(bytes) / 0x1p30);
    return text;
}

Error wrong(const char* option, const std::string& what) { return {ErrorCode::InvalidArgument, option, what}; }

Result<plan::BudgetQuestion> questionOf(const Options& options) {
    plan::BudgetQuestion question;
    const int sources = (options.path.empty() ? 0 : 1) + (options.shapeFile.empty() ? 0 : 1) + (options.family.empty() ? 0 : 1);
    if (sources != 1) return wrong("plan", "give one of: a MODEL, --shape FILE, --family NAME");
    if (!options.family.empty()) {
        const plan::ModelShape* shape = plan::findFamily(options.family);
        if (!shape) {
            std::string names;
            for (const plan::ModelShape& known : plan::familyList()) names += (names.empty() ? "" : ", ") + known.name;
            return wrong("--family", options.family + " is none of those known: " + names);
        }
        question.shape = *shape;
    } else if (!options.shapeFile.empty()) {
        auto text = readFile(options.shapeFile);
        if (!text) return text.error();
        auto shape = plan::shapeFromConfig(*text, options.shapeFile);
        if (!shape) return shape.error();
        question.shape = *shape;
    } else {
        auto model = openTextModel(options.path);
        if (!model) return model.error();
        const ModelConfig& config = model->model.config;
        question.shape.name = std::filesystem::path(options.path).filename().string();
        question.shape.layers = config.layers;
        question.shape.width = config.width;
        question.shape.ffn = config.ffn;
        question.shape.vocab = config.vocab;
        question.shape.heads = config.layer.empty() ? 0 : config.layer.front().heads;
        question.shape.context = config.context;
        question.shape.groups = layerGroups(config);
        std::uint64_t bytes = 0;
        for (const ModelTensor* tensor : model->model.tensors) {
            std::uint64_t values = 1;
            for (const std::uint64_t dim : tensor->dims) values *= dim;   // checked against the file's size when it was opened
            question.shape.parameters += values;
            bytes += tensor->bytes.size();
        }
        if (!*options.weightsOption) question.weightBytes = bytes;
    }
    const auto bits = plan::weightBits(options.weights);
    if (!bits) return wrong("--weights", options.weights + " is none of " + plan::weightWords());
    question.bits = *bits;
    question.k = options.types.k;
    question.v = options.types.v;
    question.users = options.users;
    question.context = options.context;
    question.sharedPrefix = options.sharedPrefix;
    if (options.solve == "context") question.unknown = plan::Unknown::Context;
    else if (options.solve == "users") question.unknown = plan::Unknown::Users;
    else if (options.solve == "budget") question.unknown = plan::Unknown::Budget;
    else question.unknown = *options.contextOption ? plan::Unknown::Nothing : plan::Unknown::Context;
    if (question.unknown != plan::Unknown::Context && !*options.contextOption)
        return wrong("--context", "is needed where it is not what is looked for");
    if (question.unknown != plan::Unknown::Budget) {
        if (options.budget.empty()) return wrong("--budget", "is needed where it is not what is looked for: 8GiB, 24GB …");
        const auto bytes = parseBytes(options.budget);
        if (!bytes) return wrong("--budget", options.budget + " is no size: a number with B, KiB, MiB, GiB, TiB, kB, MB, GB or TB is expected");
        question.budget = *bytes;
    }
    return question;
}

Json toJson(const plan::BudgetQuestion& question, const plan::BudgetAnswer& answer) {
    Json ledger = Json::array();
    for (const plan::BudgetLine& line : answer.ledger) ledger.push_back({{"term", line.term}, {"bytes", line.bytes}, {"formula", line.formula}});
    return {{"model", question.shape.name},
            {"fits", answer.fits},
            {"tokens", answer.fits ? Json(answer.tokens) : Json()},
            {"users", answer.users},
            {"context", answer.context},
            {"budget_bytes", answer.budget},
            {"bytes_left", answer.bytesLeft},
            {"model_context", question.shape.context > 0 ? Json(question.shape.context) : Json()},
            {"ledger", std::move(ledger)}};
}

void print(const plan::BudgetQuestion& question, const plan::BudgetAnswer& answer) {
    writeOut(printable(question.shape.name) + " on " + gib(answer.budget) + ": ");
    if (!answer.fits) {
        writeOut(answer.bytesLeft < 0 ? "does not fit: weights and reserve alone take " + gib(static_cast<std::uint64_t>(-answer.bytesLeft)) + " too much\n"
                                      : "does not fit\n");
    } else {
        writeOut("fits, " + thousands(answer.users) + (answer.users == 1 ? " user with " : " users with ") + thousands(answer.context) +
                 " tokens" + (answer.users == 1 ? "" : " each") + "\n");
        if (question.shape.context > 0 && answer.context > static_cast<std::uint64_t>(question.shape.context))
            writeOut("(the model itself was made for " + thousands(static_cast<unsigned long long>(question.shape.context)) + " tokens)\n");
    }
    for (const plan::BudgetLine& line : answer.ledger) {
        char head[80];
        std::snprintf(head, sizeof head, "  %-8s %12s %20s B   ", line.term.c_str(), gib(line.bytes).c_str(), thousands(line.bytes).c_str());
        writeOut(head + line.formula + "\n");
    }
    if (!question.shape.source.empty()) writeOut("  shape: " + printable(question.shape.source) + "\n");
}

void printGrid() {
    writeOut("tokens that fit beside weights and 1.5 GiB, with a 16-bit cache\n\n  GiB  weights");
    for (const char* family : {"7B", "13B", "70B"}) {
        char head[40];
        std::snprintf(head, sizeof head, " %14s", family);
        writeOut(head);
    }
    const auto grid = plan::budgetGrid();
    for (const auto& row : grid) {
        if (row.family != "7B") continue;
        char line[200];
        std::snprintf(line, sizeof line, "\n %4llu  %-7s", static_cast<unsigned long long>(row.budgetGiB), row.weights.c_str());
        writeOut(line);
        for (const auto& cell : grid) {
            if (cell.budgetGiB != row.budgetGiB || cell.weights != row.weights) continue;
            std::snprintf(line, sizeof line, " %14s", cell.fits ? thousands(cell.tokens).c_str() : "does not fit");
            writeOut(line);
        }
    }
    writeOut("\n");
}

int run(const Options& options) {
    if (options.grid) {
        if (!options.json) {
            printGrid();
            return kExitDone;
        }
        Json cells = Json::array();
        for (const plan::GridCell& cell : plan::budgetGrid())
            cells.push_back({{"family", cell.family}, {"budget_gib", cell.budgetGiB}, {"weights", cell.weights}, {"fits", cell.fits},
                             {"tokens", cell.fits ? Json(cell.tokens) : Json()}});
        writeJson(cells);
        return kExitDone;
    }
    auto question = questionOf(options);
    if (!question) return fail(question.error());
    auto answer = plan::solveBudget(*question);
    if (!answer) return fail(answer.error());
    if (options.json)
        writeJson(toJson(*question, *answer));
    else
        print(*question, *answer);
    return kExitDone;
}

void addCount(CLI::App& parser, const char* name, std::uint64_t& target, CLI::Option** option, std::int64_t least, const char* help) {
    *option = parser.add_option_function<std::string>(name, [name, &target, least](const std::string& text) {
        const auto value = parseInteger(text);
        if (!value || *value < least || *value > (std::int64_t{1} << 40))
            throw CLI::ValidationError(name, text + " is no whole number from " + std::to_string(least) + " to 2^40");
        target = static_cast<std::uint64_t>(*value);
    }, help)->type_name("N");
}

}  // namespace

std::function<int()> setUpPlan(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    parser.add_option("MODEL", options->path, "a GGUF file or a folder of safetensors; only its header is read")->type_name("FILE|FOLDER");
    parser.add_option("--shape", options->shapeFile, "a transformers config.json instead of a model")->type_name("FILE");
    parser.add_option("--family", options->family, "a well-known model instead: \"Llama 3.1 8B\", qwen3-4b, 7B …");
    parser.add_option("--budget", options->budget, "memory there is: 8GiB, 24GB …")->type_name("SIZE");
    options->weights = "f16";
    options->weightsOption = parser.add_option("--weights", options->weights,
                                               "how weights are stored: " + plan::weightWords() + "; a MODEL's own where not given");
    addCacheTypes(parser, options->types);
    CLI::Option* unused = nullptr;
    addCount(parser, "--users", options->users, &options->usersOption, 1, "users at once (default 1)");
    addCount(parser, "--context", options->context, &options->contextOption, 1, "tokens each of them has");
    addCount(parser, "--shared-prefix", options->sharedPrefix, &unused, 0, "of these tokens, that all have in common (kept once)");
    parser.add_option("--solve", options->solve, "what is looked for; default: the context, or with one given whether it fits")
        ->check(CLI::IsMember({"context", "users", "budget"}));
    parser.add_flag("--grid", options->grid, "the table of 7B, 13B and 70B models by budget and weights");
    parser.add_flag("--json", options->json, "one JSON object");
    return [options] { return run(*options); };
}

}  // namespace gh::app
