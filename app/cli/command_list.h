// The commands of the command line: one file each, one line each in command_list.cpp.
#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace gh::app {

struct CliCommand {
    const char* name;
    const char* summary;
    // Declares the command's options on `parser` and returns what is to run once they are parsed; it returns
    // the exit code.
    std::function<int()> (*setUp)(CLI::App& parser);
};

std::span<const CliCommand> commandList();
const CliCommand* findCommand(std::string_view name);

std::function<int()> setUpInfo(CLI::App& parser);
std::function<int()> setUpTokenize(CLI::App& parser);
std::function<int()> setUpGenerate(CLI::App& parser);
std::function<int()> setUpChat(CLI::App& parser);
std::function<int()> setUpLogits(CLI::App& parser);
std::function<int()> setUpBench(CLI::App& parser);
std::function<int()> setUpOutliers(CLI::App& parser);
std::function<int()> setUpLens(CLI::App& parser);
std::function<int()> setUpAttention(CLI::App& parser);
std::function<int()> setUpPlan(CLI::App& parser);
std::function<int()> setUpErrors(CLI::App& parser);
std::function<int()> setUpQuantize(CLI::App& parser);
std::function<int()> setUpLab(CLI::App& parser);
std::function<int()> setUpServeFile(CLI::App& parser);
std::function<int()> setUpCompare(CLI::App& parser);
std::function<int()> setUpEvaluate(CLI::App& parser);

}  // namespace gh::app
