#include "process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace gh::test {
namespace {

struct Pipe {
    int read = -1, write = -1;
    Pipe() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) == 0) {
            read = ends[0];
            write = ends[1];
        }
    }
    ~Pipe() {
        closeRead();
        closeWrite();
    }
    void closeRead() { closeOne(read); }
    void closeWrite() { closeOne(write); }

private:
    static void closeOne(int& end) {
        if (end >= 0) close(end);
        end = -1;
    }
};

[[noreturn]] void become(const Call& call, const Pipe& in, const Pipe& out, const Pipe& err) {
    dup2(in.read, STDIN_FILENO);
    dup2(out.write, STDOUT_FILENO);
    dup2(err.write, STDERR_FILENO);
    for (const auto& [name, value] : call.environment) setenv(name.c_str(), value.c_str(), 1);
    std::vector<char*> arguments{const_cast<char*>(GLASSHOUSE_CLI)};
    for (const std::string& argument : call.arguments)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    execv(GLASSHOUSE_CLI, arguments.data());
    _exit(127);
}

// Appends what there is; false at the end of the stream.
bool drain(int descriptor, std::string& into) {
    char buffer[65536];
    const ssize_t got = read(descriptor, buffer, sizeof buffer);
    if (got > 0) into.append(buffer, static_cast<std::size_t>(got));
    return got > 0;
}

}  // namespace

nlohmann::json Outcome::json() const {
    auto value = nlohmann::json::parse(out, nullptr, false);
    if (!value.is_discarded()) return value;
    ADD_FAILURE() << "no JSON: '" << out << "', stderr: '" << err << "', exit code " << code;
    return {};
}

Outcome run(const Call& call) {
    signal(SIGPIPE, SIG_IGN);  // a process that does not read its input is no reason to end
    Outcome outcome;
    Pipe in, out, err;
    const auto started = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) become(call, in, out, err);
    in.closeRead();
    out.closeWrite();
    err.closeWrite();
    std::size_t written = 0;
    bool outOpen = true, errOpen = true, interrupted = false;
    while (outOpen || errOpen) {
        if (written == call.input.size() && !call.keepInputOpen) in.closeWrite();
        pollfd wait[3] = {{outOpen ? out.read : -1, POLLIN, 0},
                          {errOpen ? err.read : -1, POLLIN, 0},
                          {written < call.input.size() ? in.write : -1, POLLOUT, 0}};
        poll(wait, 3, call.interruptWhen && !interrupted ? 20 : -1);
        if (wait[0].revents) outOpen = drain(out.read, outcome.out);
        if (wait[1].revents) errOpen = drain(err.read, outcome.err);
        if (wait[2].revents) {
            // One page at a time never blocks on a pipe that poll called writable.
            const std::size_t part = std::min<std::size_t>(4096, call.input.size() - written);
            const ssize_t put = write(in.write, call.input.data() + written, part);
            written = put > 0 ? written + static_cast<std::size_t>(put) : call.input.size();
        }
        if (call.interruptWhen && !interrupted && call.interruptWhen(outcome.out)) {
            interrupted = true;
            kill(child, SIGINT);
        }
    }
    int status = 0;
    waitpid(child, &status, 0);
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return outcome;
}

Outcome run(std::vector<std::string> arguments, std::string input) {
    Call call;
    call.arguments = std::move(arguments);
    call.input = std::move(input);
    return run(call);
}

std::string data(const std::string& name) {
    return std::string(GLASSHOUSE_TEST_DATA) + "/" + name;
}
std::string tinyLlama() {
    return data("gguf/tiny_llama_ok.gguf");
}
std::string tinyGemma() {
    return data("gguf/tiny_gemma3_ok.gguf");
}

std::string realModel(const std::string& name) {
    const char* chosen = std::getenv("GLASSHOUSE_MODELS");
    const char* home = std::getenv("HOME");
    const std::filesystem::path folder = chosen && *chosen
                                             ? std::filesystem::path(chosen)
                                             : std::filesystem::path(home ? home : "/") / ".cache/glasshouse";
    const std::filesystem::path path = folder / name;
    if (std::filesystem::is_regular_file(path)) return path.string();
    std::printf("%s is not on this machine\n", name.c_str());
    return {};
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "glasshouse_cli_XXXXXX").string();
    if (mkdtemp(pattern.data())) m_path = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!m_path.empty()) std::filesystem::remove_all(m_path, ignored);
}

std::string contentOf(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void writeContent(const std::string& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

}  // namespace gh::test
