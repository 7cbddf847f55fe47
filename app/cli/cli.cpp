#include "app/cli/cli.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "kernels/isa.h"

namespace gh::app {
namespace {

bool isHelp(std::string_view word) {
    return word == "--help" || word == "-h" || word == "help";
}
bool isVersion(std::string_view word) {
    return word == "--version";
}

std::string overview() {
    std::string text =
        "Glasshouse runs a language model in its own process and shows what the engine does.\n\n"
        "  glasshouse [MODEL]              open the window\n"
        "  glasshouse COMMAND MODEL …      work in the terminal\n\nCommands:\n";
    for (const CliCommand& command : commandList())
        text += "  " + std::string(command.name) +
                std::string(12 - std::string_view(command.name).size(), ' ') + command.summary + "\n";
    return text +
           "\n  glasshouse COMMAND --help lists a command's options.\n\n"
           "Exit codes: 0 done, 1 failed, 2 wrong call, 3 model file refused, 4 does not fit in memory, 130 "
           "interrupted.\n"
           "GLASSHOUSE_ISA forces an instruction set (scalar, avx2, avx512).\n";
}

// The engine's log belongs on stderr, as stdout is the command's result; what went well is not worth a line
// there.
void quietLog() {
    spdlog::set_default_logger(spdlog::stderr_logger_mt("glasshouse"));
    spdlog::set_pattern("glasshouse: %v");
    spdlog::set_level(spdlog::level::warn);
}

int runCommand(const CliCommand& command, int argc, char** argv) {
    CLI::App parser(command.summary, "glasshouse " + std::string(command.name));
    const std::function<int()> run = command.setUp(parser);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        writeOut(parser.help());
        return kExitDone;
    } catch (const CLI::ParseError& error) {
        complain(std::string(command.name) + ": " + error.what() + "\n  glasshouse " + command.name +
                 " --help lists the options");
        return kExitUsage;
    }
    // Scripts that asked for an object get one when the call fails, too.
    if (const CLI::Option* json = parser.get_option_no_throw("--json")) setJsonErrors(json->count() > 0);
    std::string problem;
    if (!kernels::chooseIsa(&problem)) {
        complain(problem);
        return kExitUsage;
    }
    quietLog();
    watchForInterrupt();
    return run();
}

}  // namespace

bool wantsCli(int argc, char** argv) {
    if (argc < 2) return false;
    const std::string_view word = argv[1];
    if (findCommand(word) || isHelp(word) || isVersion(word)) return true;
    // What is neither a command nor can be a model file was mistyped: say so instead of opening a window.
    if (word.starts_with("--")) return word != "--shots";
    return word.find_first_of("./") == std::string_view::npos && !word.starts_with('-') &&
           !std::filesystem::exists(word);
}

int runCli(int argc, char** argv) {
    const std::string_view word = argc > 1 ? argv[1] : "--help";
    try {
        if (isHelp(word)) {
            writeOut(overview());
            return finish(kExitDone);
        }
        if (isVersion(word)) {
            writeOut("glasshouse " GLASSHOUSE_VERSION "\n");
            return finish(kExitDone);
        }
        if (const CliCommand* command = findCommand(word))
            return finish(runCommand(*command, argc - 1, argv + 1));
        complain("'" + std::string(word) + "' is neither a command nor a file; glasshouse --help lists the commands");
        return kExitUsage;
    } catch (const std::bad_alloc&) {
        complain("out of memory");
        return finish(kExitDoesNotFit);
    } catch (const std::exception& error) {
        complain(error.what());
        return finish(kExitFailed);
    }
}

}  // namespace gh::app
