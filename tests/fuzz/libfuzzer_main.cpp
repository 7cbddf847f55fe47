// gh_fuzz TARGET SECONDS FOLDER: fuzzes, with seeds, corpus and findings in the folder.
// gh_fuzz TARGET FILE: runs one input, such as a finding.
#include <cstring>
#include <ctime>
#include <fstream>

#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace gh::fuzz;
namespace fs = std::filesystem;

const Target* chosen = nullptr;

// An input may take so much of the processor. By the clock on the wall only a standstill is told: on a busy machine a
// process waits for seconds.
constexpr double kMostSeconds = 2;
constexpr const char* kStandstill = "-timeout=60";

double processorSeconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void printProcessorSeconds() {
    std::fprintf(stderr, "stat::processor_seconds: %.0f\n", processorSeconds(CLOCK_PROCESS_CPUTIME_ID));
}

[[noreturn]] void wrongCall() {
    std::fprintf(stderr, "gh_fuzz TARGET SECONDS FOLDER | gh_fuzz TARGET FILE\nTargets:\n");
    for (const Target& target : targetList()) std::fprintf(stderr, "  %-16s %s\n", target.name, target.what);
    std::exit(2);
}

void writeSeeds(const fs::path& folder) {
    fs::remove_all(folder);
    fs::create_directories(folder);
    int number = 0;
    for (const std::string& seed : allSeeds(*chosen))
        std::ofstream(folder / std::to_string(number++), std::ios::binary) << seed;
}

}  // namespace

// libFuzzer calls this before it looks at its arguments: ours become its own.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    static std::vector<std::string> arguments{(*argv)[0]};
    if (*argc < 3) wrongCall();
    chosen = findTarget((*argv)[1]);
    if (chosen == nullptr) wrongCall();
    const std::string limits[] = {kStandstill, "-rss_limit_mb=512",
                                  "-malloc_limit_mb=" + std::to_string(chosen->mostAllocation),
                                  "-max_len=" + std::to_string(chosen->mostInput)};
    arguments.insert(arguments.end(), std::begin(limits), std::end(limits));
    if (*argc == 3) {
        arguments.emplace_back((*argv)[2]);
    } else {
        const fs::path folder = (*argv)[3];
        writeSeeds(folder / "seeds");
        fs::create_directories(folder / "corpus");
        arguments.insert(arguments.end(),
                         {std::string("-max_total_time=") + (*argv)[2], "-print_final_stats=1", "-reload=0",
                          "-artifact_prefix=" + (folder / "finding-").string()});
        if (chosen->words != nullptr)
            arguments.push_back("-dict=" + (fs::path(GLASSHOUSE_FUZZ_FOLDER) / chosen->words).string());
        arguments.insert(arguments.end(), {(folder / "corpus").string(), (folder / "seeds").string()});
    }
    std::atexit(printProcessorSeconds);
    static std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    *argc = static_cast<int>(pointers.size());
    pointers.push_back(nullptr);
    *argv = pointers.data();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const double before = processorSeconds(CLOCK_THREAD_CPUTIME_ID);
    chosen->run({reinterpret_cast<const char*>(data), size});
    const double seconds = processorSeconds(CLOCK_THREAD_CPUTIME_ID) - before;
    if (seconds > kMostSeconds) {
        std::fprintf(stderr, "the input took %.1f s of the processor, at most %.0f are allowed\n", seconds, kMostSeconds);
        std::abort();
    }
    return 0;
}
