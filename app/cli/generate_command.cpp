// generate: continues a prompt, given as text, as a chat turn or as ids.
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/naive_generation.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/token_report.h"
#include "app/cli/text_model.h"
#include "engine/text/chat_template.h"
#include "engine/text/prompt_text.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kDefaultMaxTokens = 256;

struct Options {
    std::string path, prompt, promptFile, system, chatTemplate;
    std::optional<std::vector<TokenId>> ids, continued;
    CLI::Option *promptOption = nullptr, *fileOption = nullptr, *systemOption = nullptr;
    bool chat = false, naive = false, json = false;
    int candidates = 0;
    int maxTokens = kDefaultMaxTokens;
    std::vector<std::string> stops;
    SamplingOptions sampling;
    RunOptions run;
};

Result<std::string> promptText(const Options& options) {
    if (!*options.fileOption) return options.prompt;
    return options.promptFile == "-" ? readStandardInput() : readFile(options.promptFile);
}

struct CallPrompt {
    std::vector<TokenId> ids;
    telemetry::PromptText text;   // without tokens where the ids were given
};

Result<CallPrompt> chatPrompt(const Options& options, const TextModel& model,
                                        const std::string& prompt) {
    std::string source = model.chatTemplate;
    if (!options.chatTemplate.empty()) {
        auto chosen = templateSource(options.chatTemplate);
        if (!chosen) return chosen.error();
        source = std::move(chosen.value());
    }
    if (source.empty())
        return Error{
            ErrorCode::InvalidArgument, "--chat",
            "the model has no chat template; choose one with --template: " + templateNames() + ", or a file"};
    auto parsed = ChatTemplate::parse(std::move(source));
    if (!parsed) return parsed.error();
    std::vector<ChatMessage> messages;
    if (*options.systemOption) messages.push_back({"system", options.system, {}});
    messages.push_back({"user", prompt, {}});
    auto chat = chatIds(*model.tokenizer, **parsed, messages);
    if (!chat) return chat.error();
    return CallPrompt{std::move(chat->ids), std::move(chat->prompt)};
}

Result<CallPrompt> callPrompt(const Options& options, const TextModel& model) {
    if (options.ids) {
        auto checked = checkIds(*options.ids, model.model.config.vocab, "--ids");
        if (!checked) return checked.error();
        return CallPrompt{*options.ids, {}};
    }
    auto prompt = promptText(options);
    if (!prompt) return prompt.error();
    if (options.chat) return chatPrompt(options, model, *prompt);
    auto ids = model.tokenizer->withModelSpecials(model.tokenizer->encode(*prompt, false));
    if (ids.empty())
        return Error{ErrorCode::InvalidArgument, "--prompt",
                     "is empty, and the model begins no text by itself; give some text"};
    auto text = plainPrompt(*model.tokenizer, ids, *prompt);
    return CallPrompt{std::move(ids), std::move(text)};
}

Result<Generation> runNaive(const Options& options, std::vector<TokenId> ids, const TextSink& sink) {
    auto model = DirectRun::open(options.path, options.run.load, options.run.threads);
    if (!model) return model.error();
    return generateNaively(
        **model, {std::move(ids), options.continued.value_or(std::vector<TokenId>()), options.sampling.settings, options.maxTokens, options.stops, options.candidates}, sink);
}

Result<Generation> runCached(const Options& options, std::vector<TokenId> ids, const TextSink& sink) {
    EngineConfig config;
    config.threads = options.run.threads;
    EngineSession session(config);
    auto loaded = session.load(options.path, options.run.load);
    if (!loaded) return loaded.error();
    for (const std::string& warning : loaded->warnings) complain(warning);
    SubmitRequest request;
    request.request = Engine::newRequestId();
    request.model = session.model();
    request.label = "generate";
    request.prompt = std::move(ids);
    request.continued = options.continued.value_or(std::vector<TokenId>());
    request.sampler = options.sampling.settings;
    request.maxTokens = options.maxTokens;
    request.stops = options.stops;
    request.keepCandidates = options.candidates;
    return session.run(std::move(request), sink, [](const ContextNearlyFull& full) {
        complain("the context is nearly full: " + std::to_string(full.tokensLeft) + " of " +
                 std::to_string(full.limit) + " tokens left");
    });
}

Json toJson(const Generation& g) {
    Json kv;
    if (g.kv) {
        kv = {{"predicted_bytes", g.kv->predictedBytes},
              {"allocated_bytes", g.kv->allocatedBytes},
              {"reserved_bytes", g.kv->reservedBytes},
              {"blocks", g.kv->blocks},
              {"block_tokens", g.kv->blockTokens}};
    }
    return {{"prompt_ids", g.promptIds},
            {"ids", g.ids},
            {"continued", g.continued},
            {"text", g.text},
            {"stop_reason", stopReasonName(g.reason)},
            {"ttft_ms", g.ttftMs},
            {"step_ms", g.stepMs},
            {"tokens_per_s", g.tokensPerSecond},
            {"seed", g.seed},
            {"kv", std::move(kv)}};
}

void summarize(const Generation& g) {
    std::fprintf(
        stderr, "%zu prompt tokens, %zu generated (%s), first after %.0f ms, then %.1f tokens/s, seed %llu\n",
        g.promptIds.size(), g.ids.size() - g.continued, stopReasonName(g.reason), g.ttftMs, g.tokensPerSecond,
        static_cast<unsigned long long>(g.seed));
}

Result<void> checkCall(const Options& options) {
    const int sources =
        (*options.promptOption ? 1 : 0) + (*options.fileOption ? 1 : 0) + (options.ids ? 1 : 0);
    const auto wrong = [](const char* subject, const char* detail) {
        return Error{ErrorCode::InvalidArgument, subject, detail};
    };
    if (sources != 1) return wrong("generate", "give one of --prompt, --prompt-file and --ids");
    if (options.ids && options.chat) return wrong("--ids", "are given as they are; leave out --chat");
    if (*options.systemOption && !options.chat) return wrong("--system", "needs --chat");
    if (!options.chatTemplate.empty() && !options.chat) return wrong("--template", "needs --chat");
    for (const std::string& stop : options.stops)
        if (stop.empty()) return wrong("--stop", "an empty text would stop at once; give the text to stop before");
    if (options.candidates > 0 && !options.json) return wrong("--candidates", "needs --json");
    return validate(options.sampling.settings);
}

int run(const Options& options) {
    if (auto checked = checkCall(options); !checked) return fail(checked.error());
    std::shared_ptr<const Tokenizer> tokenizer;
    Result<CallPrompt> prompt = [&]() -> Result<CallPrompt> {
        auto model = openTextModel(options.path);
        if (!model) return model.error();
        for (const auto& [id, bias] : options.sampling.settings.logitBias)
            if (auto checked = checkIds({id}, model->model.config.vocab, "--logit-bias"); !checked)
                return checked.error();
        if (options.continued)
            if (auto checked = checkIds(*options.continued, model->model.config.vocab, "--continue"); !checked)
                return checked.error();
        tokenizer = model->tokenizer;
        return callPrompt(options, *model);
    }();
    if (!prompt) return fail(prompt.error());
    std::vector<TokenId>& ids = prompt->ids;
    const bool doubleBos = leadingBos(ids, tokenizer->bos()) > 1;
    if (doubleBos)
        complain("the prompt begins with " + std::to_string(leadingBos(ids, tokenizer->bos())) + " BOS tokens; models are trained on one");
    TextSink sink;
    if (!options.json) {
        sink = [](std::string_view text) {
            writeReply(text);
            flushOut();
        };
    }
    auto result =
        options.naive ? runNaive(options, std::move(ids), sink) : runCached(options, std::move(ids), sink);
    if (!result) return fail(result.error());
    const Generation& generation = *result;
    if (options.json) {
        Json out = toJson(generation);
        out["double_bos"] = doubleBos;
        if (!options.ids) out["prompt_spans"] = promptSpansJson(*tokenizer, generation.promptIds, prompt->text);
        if (generation.error) out["error"] = errorJson(*generation.error);
        if (options.candidates > 0) out["positions"] = drawsJson(*tokenizer, generation);
        writeJson(out);
    } else {
        writeOut("\n");
        flushOut();
        if (!generation.error) summarize(generation);
    }
    setJsonErrors(false);   // the object above has it
    if (generation.error) return fail(*generation.error);
    return generation.reason == StopReason::Cancelled ? kExitInterrupted : kExitDone;
}

}  // namespace

std::function<int()> setUpGenerate(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    options->promptOption =
        parser.add_option("--prompt", options->prompt, "the text to continue; the model's BOS rule applies");
    options->fileOption = parser.add_option("--prompt-file", options->promptFile,
                                            "read the prompt from a file; - for standard input");
    addIds(parser, options->ids, "--ids", "the prompt as token ids; no BOS is added");
    addIds(parser, options->continued, "--continue",
           "ids of a reply that was begun: goes on after them as if it had never stopped; change the last one to see "
           "what would have followed another token");
    parser.add_flag("--chat", options->chat, "the prompt is a user's message, put into the chat template");
    options->systemOption = parser.add_option("--system", options->system, "system message, with --chat");
    addTemplateOption(parser, options->chatTemplate);
    addInteger(parser, "--max-tokens", options->maxTokens, 1, std::numeric_limits<int>::max(),
               "tokens to generate at most (default " + std::to_string(kDefaultMaxTokens) + ")");
    parser.add_option("--stop", options->stops, "stop before this text; may be given again")
        ->allow_extra_args(false);
    addSamplingOptions(parser, options->sampling);
    addRunOptions(parser, options->run);
    addWeightOptions(parser, options->run.load.weights);
    parser.add_flag("--naive", options->naive, "no cache: a fresh pass over everything for each token");
    addInteger(parser, "--candidates", options->candidates, 1, 1000,
               "with --json: of each drawn token the N likeliest, its entropy, and what each filter removed");
    parser.add_flag("--json", options->json, "one JSON object at the end");
    return [options] { return run(*options); };
}

}  // namespace gh::app
