// Runs the command line as a user does: a process with arguments, standard input, output and an exit code.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace gh::test {

struct Outcome {
    int code = -1;  // 128 + signal when one ended it
    std::string out, err;
    double seconds = 0;

    nlohmann::json json() const;  // of `out`; a test failure and null when it is none
};

struct Call {
    std::vector<std::string> arguments;
    std::string input;  // standard input
    std::vector<std::pair<std::string, std::string>> environment;
    bool keepInputOpen = false;  // no end of file until the process ends
    // Asked after every piece of output and every 20 ms: true sends SIGINT, once.
    std::function<bool(const std::string& out)> interruptWhen;
};

Outcome run(const Call& call);
Outcome run(std::vector<std::string> arguments, std::string input = {});

std::string data(const std::string& name);  // a file below tests/data
std::string tinyLlama();
std::string tinyGemma();                         // window 8: 30 ids reach beyond it
std::string realModel(const std::string& name);  // empty, with a word, when it is not on this machine

// A folder that goes with the object.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    std::string file(const std::string& name) const { return (m_path / name).string(); }

private:
    std::filesystem::path m_path;
};

std::string contentOf(const std::string& path);
void writeContent(const std::string& path, const std::string& content);

}  // namespace gh::test
