// lens: what each layer of a model would predict at a position; attention: where the heads of a layer look.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/text_input.h"
#include "engine/forward/direct.h"
#include "engine/inspect/attention_view.h"
#include "engine/inspect/logit_lens.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string path;
    TextInput input;
    int position = -1, layer = 0, top = 5;
    bool json = false;
    RunOptions run;
};

// What both commands begin with.
struct Opened {
    std::unique_ptr<DirectRun> model;
    std::vector<TokenId> ids;
    int position = 0;
};
Result<Opened> open(const Options& options) {
    auto model = DirectRun::open(options.path, options.run.load, options.run.threads);
    if (!model) return model.error();
    auto ids = inputIds(options.input, (*model)->tokenizer());
    if (!ids) return ids.error();
    const int last = static_cast<int>(ids->size()) - 1;
    return Opened{std::move(*model), std::move(*ids), options.position < 0 ? last : options.position};
}

std::string pieceOf(const Tokenizer& tokenizer, TokenId id) { return std::string(tokenizer.piece(id)); }

Json pieceJson(const Tokenizer& tokenizer, TokenId id) {
    const std::string piece = pieceOf(tokenizer, id);
    return isUtf8(piece) ? Json(piece) : Json();
}

Json lensJson(const inspect::LogitLens& lens, const Tokenizer& tokenizer) {
    Json layers = Json::array();
    for (const auto& layer : lens.layers) {
        Json top = Json::array();
        for (const auto& one : layer.top) top.push_back({{"id", one.id}, {"piece", pieceJson(tokenizer, one.id)}, {"probability", one.probability}});
        layers.push_back({{"layer", layer.layer}, {"answer_rank", layer.answerRank}, {"answer_probability", layer.answerProbability}, {"top", std::move(top)}});
    }
    return {{"position", lens.position}, {"answer", lens.answer}, {"answer_piece", pieceJson(tokenizer, lens.answer)}, {"appears_at", lens.appearsAt}, {"layers", std::move(layers)}};
}

void printLens(const inspect::LogitLens& lens, const Tokenizer& tokenizer) {
    writeOut("What each layer would predict behind position " + std::to_string(lens.position) + "; the answer, " +
             printable("'" + pieceOf(tokenizer, lens.answer) + "'") + ", stands from layer " + std::to_string(lens.appearsAt) + " on\n\nlayer  rank of the answer  candidates\n");
    for (const auto& layer : lens.layers) {
        char line[120];
        std::snprintf(line, sizeof line, "%5d %19d  ", layer.layer, layer.answerRank);
        std::string text = line;
        for (const auto& one : layer.top) {
            std::snprintf(line, sizeof line, " %.1f %%   ", 100.0 * static_cast<double>(one.probability));
            text += printable("'" + pieceOf(tokenizer, one.id) + "'") + line;
        }
        writeOut(text + "\n");
    }
}

int runLens(const Options& options) {
    auto opened = open(options);
    if (!opened) return fail(opened.error());
    Progress progress("lens");
    auto lens = inspect::logitLens(opened->model->runtime(), opened->ids, opened->position, options.top, [&](double share) {
        progress.show(static_cast<std::size_t>(share * 100), 100);
        return !interrupted();
    });
    if (!lens) return fail(lens.error());
    if (options.json) writeJson(lensJson(*lens, opened->model->tokenizer()));
    else printLens(*lens, opened->model->tokenizer());
    return kExitDone;
}

Json attentionJson(const inspect::AttentionView& view) {
    Json heads = Json::array();
    for (const auto& head : view.heads) {
        Json sinks = Json::array();
        for (const int sink : head.sinks) sinks.push_back({{"position", sink}, {"mean_share", head.meanShares[static_cast<std::size_t>(sink)]}});
        heads.push_back({{"weights", head.weights}, {"sinks", std::move(sinks)}});
    }
    return {{"layer", view.layer}, {"position", view.query}, {"window", view.window}, {"heads", std::move(heads)}};
}

void printAttention(const inspect::AttentionView& view, const Opened& opened, int top) {
    writeOut("Layer " + std::to_string(view.layer) + ": where the token at position " + std::to_string(view.query) + " looks\n\nhead  weight of position 'token'\n");
    for (std::size_t h = 0; h < view.heads.size(); ++h) {
        const auto& head = view.heads[h];
        std::vector<int> order(head.weights.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
        const auto shown = std::min(order.size(), static_cast<std::size_t>(top));
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown), order.end(), [&](int a, int b) {
            const float x = head.weights[static_cast<std::size_t>(a)], y = head.weights[static_cast<std::size_t>(b)];
            return x != y ? x > y : a < b;
        });
        char line[80];
        std::snprintf(line, sizeof line, "%4zu ", h);
        std::string text = line;
        for (std::size_t i = 0; i < shown; ++i) {
            const auto at = static_cast<std::size_t>(order[i]);
            std::snprintf(line, sizeof line, "  %.1f %% of %d ", 100.0 * static_cast<double>(head.weights[at]), order[i]);
            text += line + printable("'" + pieceOf(opened.model->tokenizer(), opened.ids[at]) + "'");
        }
        for (const int sink : head.sinks) text += "   sink: " + std::to_string(sink);
        writeOut(text + "\n");
    }
}

int runAttention(const Options& options) {
    auto opened = open(options);
    if (!opened) return fail(opened.error());
    Progress progress("attention");
    auto view = inspect::attentionView(opened->model->runtime(), opened->ids, options.layer, opened->position, [&](double share) {
        progress.show(static_cast<std::size_t>(share * 100), 100);
        return !interrupted();
    });
    if (!view) return fail(view.error());
    if (options.json) writeJson(attentionJson(*view));
    else printAttention(*view, *opened, options.top);
    return kExitDone;
}

std::shared_ptr<Options> setUp(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    addTextInput(parser, options->input);
    addInteger(parser, "--position", options->position, 0, 1 << 30, "of the text's tokens, counted from 0; default: the last");
    addRunOptions(parser, options->run);
    parser.add_flag("--json", options->json, "one JSON object");
    return options;
}

}  // namespace

std::function<int()> setUpLens(CLI::App& parser) {
    auto options = setUp(parser);
    addInteger(parser, "--top", options->top, 1, 1 << 20, "candidates listed a layer (default 5)");
    return [options] { return runLens(*options); };
}

std::function<int()> setUpAttention(CLI::App& parser) {
    auto options = setUp(parser);
    addInteger(parser, "--layer", options->layer, 0, 1 << 20, "which layer, counted from 0 (default 0)");
    addInteger(parser, "--top", options->top, 1, 1 << 20, "positions listed a head; --json has all (default 5)");
    return [options] { return runAttention(*options); };
}

}  // namespace gh::app
