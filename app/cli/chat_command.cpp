// chat: a conversation in the terminal, or one message a line from a pipe. Each turn continues on the cached
// blocks of the one before.
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "app/cli/command_list.h"
#include "app/cli/engine_session.h"
#include "app/cli/exit_codes.h"
#include "app/cli/line_reader.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/text_model.h"
#include "engine/text/chat_template.h"

namespace gh::app {
namespace {

struct Options {
    std::string path, system, chatTemplate;
    CLI::Option* systemOption = nullptr;
    int maxTokens = -1;
    WhenFull whenFull = WhenFull::Stop;
    std::vector<std::string> stops;
    SamplingOptions sampling;
    RunOptions run;
};

constexpr const char* kHelp =
    "  /new    forget the conversation and begin another\n"
    "  /help   this list\n"
    "  /quit   leave (Ctrl-D too; Ctrl-C stops a reply and leaves)\n"
    "Anything else is a message to the model.\n";

class Chat {
public:
    Chat(const Options& options, EngineSession& session) : m_options(options), m_session(session) {
        restart();
    }

    // A pipe's exit code is that of its first message that failed.
    int run() {
        int failed = kExitDone;
        const bool terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
        LineReader reader;
        std::string line;
        for (;;) {
            if (terminal) writeOut("> ");
            flushOut();
            switch (reader.next(line)) {
                case LineReader::Outcome::Interrupted:
                    writeOut(terminal ? "\n" : "");
                    return kExitInterrupted;
                case LineReader::Outcome::End:
                    writeOut(terminal ? "\n" : "");
                    return failed;
                case LineReader::Outcome::Line:
                    break;
            }
            if (line.find_first_not_of(" \t") == line.npos) continue;
            if (line == "/quit" || line == "/exit") return failed;
            if (line == "/help") {
                std::fputs(kHelp, stderr);
                continue;
            }
            if (line == "/new") {
                m_session.engine().post(ReleaseConversation{m_conversation});
                restart();
                continue;
            }
            if (looksLikeCommand(line)) {
                complain(line + " is no command; /help lists them. A space in front sends it as a message");
                continue;
            }
            const int code = turn(line);
            if (code == kExitInterrupted) return code;
            // At a terminal the user can mend what failed. In a pipe a later /new may; a template does not change.
            if (code == kExitFailed && !terminal) return code;
            if (failed == kExitDone && !terminal) failed = code;
        }
    }

private:
    // One word behind a slash: a path has more slashes, a sentence more words.
    static bool looksLikeCommand(std::string_view line) {
        const std::string_view word = line.substr(0, line.find_last_not_of(" \t") + 1);
        return word.size() > 1 && word[0] == '/' &&
               std::all_of(word.begin() + 1, word.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    }

    void restart() {
        m_conversation = ConversationId{m_conversation.value + 1};
        m_messages.clear();
        m_forgotten = 0;
        if (*m_options.systemOption) m_messages.push_back({"system", m_options.system, {}});
    }

    int turn(const std::string& text) {
        m_messages.push_back({"user", text, {}});
        SubmitRequest request;
        request.request = Engine::newRequestId();
        request.model = m_session.model();
        request.conversation = m_conversation;
        request.label = "chat";
        request.prompt = m_messages;
        request.sampler = m_options.sampling.settings;
        request.maxTokens = m_options.maxTokens;
        request.whenFull = m_options.whenFull;
        request.stops = m_options.stops;
        const auto show = [](std::string_view piece) {
            writeReply(piece);
            flushOut();
        };
        const bool drops = m_options.whenFull == WhenFull::DropOldest;
        const auto warn = [drops](const ContextNearlyFull& full) {
            if (drops) return;  // it makes room for itself
            complain("the context is nearly full: " + std::to_string(full.tokensLeft) + " of " +
                     std::to_string(full.limit) + " tokens left; /new begins another conversation");
        };
        Generation reply = m_session.run(SubmitRequest(request), show, warn);
        std::size_t dropped = forget(reply.droppedMessages);
        // A reply that fills the context goes on behind fewer turns, as long as that makes room.
        while (drops && reply.reason == StopReason::ContextFull && !reply.error && reply.ids.size() > reply.continued) {
            if (request.maxTokens > 0)
                request.maxTokens = std::max(1, request.maxTokens - static_cast<int>(reply.ids.size() - reply.continued));
            request.request = Engine::newRequestId();
            request.prompt = m_messages;
            request.continued = reply.ids;
            std::string text = std::move(reply.text);
            reply = m_session.run(SubmitRequest(request), show, warn);
            reply.text.insert(0, text);
            dropped += forget(reply.droppedMessages);
        }
        writeOut("\n");
        flushOut();
        m_forgotten += dropped;
        if (dropped > 0)
            complain("the context is full: the " + std::to_string(m_forgotten) +
                     " oldest messages are no longer in the prompt (" + std::to_string(dropped) + " more than before)");
        if (reply.error) {
            m_messages.pop_back();
            const int code = fail(*reply.error);
            if (reply.error->code == ErrorCode::Template)
                complain("choose another template with --template: " + templateNames() + ", or a file");
            return code;
        }
        m_messages.push_back({"assistant", std::move(reply.text), std::move(reply.ids)});
        if (reply.reason == StopReason::Cancelled) return kExitInterrupted;
        if (reply.reason == StopReason::ContextFull)
            complain("the context is full; /new begins another conversation");
        return kExitDone;
    }

    // The engine's prompt went without the oldest ones: those that follow do too.
    std::size_t forget(std::uint32_t messages) {
        const auto first = m_messages.begin() + (*m_options.systemOption ? 1 : 0);
        m_messages.erase(first, first + messages);
        return messages;
    }

    const Options& m_options;
    EngineSession& m_session;
    ConversationId m_conversation;
    std::vector<ChatMessage> m_messages;
    std::size_t m_forgotten = 0;   // of this conversation, the oldest
};

// A model without a template cannot chat until one is chosen. Checked before the weights are read.
Result<void> chooseTemplate(Options& options) {
    if (!options.chatTemplate.empty()) {
        auto source = templateSource(options.chatTemplate);
        if (!source) return source.error();
        options.run.load.chatTemplate = std::move(source.value());
    }
    auto model = openTextModel(options.path);
    if (!model) return model.error();
    if (model->chatTemplate.empty() && !options.run.load.chatTemplate)
        return Error{
            ErrorCode::InvalidArgument, options.path,
            "the model has no chat template; choose one with --template: " + templateNames() + ", or a file"};
    auto parsed = ChatTemplate::parse(options.run.load.chatTemplate.value_or(model->chatTemplate));
    if (!parsed)
        return Error{
            parsed.error().code, parsed.error().subject,
            parsed.error().detail + "; choose another with --template: " + templateNames() + ", or a file"};
    return validate(options.sampling.settings);
}

int run(Options& options) {
    if (auto chosen = chooseTemplate(options); !chosen) return fail(chosen.error());
    EngineConfig config;
    config.threads = options.run.threads;
    EngineSession session(config);
    auto loaded = session.load(options.path, options.run.load);
    if (!loaded) return fail(loaded.error());
    for (const std::string& warning : loaded->warnings) complain(warning);
    if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO))
        std::fprintf(stderr, "%s, %s, %d threads. /help lists what else can be typed.\n",
                     printable(loaded->facts->name).c_str(), loaded->facts->precision.c_str(), loaded->facts->threads);
    return Chat(options, session).run();
}

}  // namespace

std::function<int()> setUpChat(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    options->systemOption = parser.add_option("--system", options->system, "system message");
    addTemplateOption(parser, options->chatTemplate);
    addInteger(parser, "--max-tokens", options->maxTokens, 1, std::numeric_limits<int>::max(),
               "tokens of a reply at most");
    parser
        .add_option_function<std::string>(
            "--when-full",
            [options](const std::string& text) {
                if (text == "stop")
                    options->whenFull = WhenFull::Stop;
                else if (text == "drop-oldest")
                    options->whenFull = WhenFull::DropOldest;
                else
                    throw CLI::ValidationError("--when-full", text + " is neither stop nor drop-oldest");
            },
            "when the context is full: stop (default), or drop-oldest: whole oldest turns leave the prompt")
        ->type_name("WHAT");
    parser.add_option("--stop", options->stops, "stop before this text; may be given again")
        ->allow_extra_args(false);
    addSamplingOptions(parser, options->sampling);
    addRunOptions(parser, options->run);
    addWeightOptions(parser, options->run.load.weights);
    return [options] { return run(*options); };
}

}  // namespace gh::app
