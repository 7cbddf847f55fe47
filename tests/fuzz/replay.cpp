// Runs every seed of every target once: a test of the sanitizer builds.
#include <chrono>

#include "tests/fuzz/fuzz_target.h"

int main() {
    using namespace gh::fuzz;
    for (const Target& target : targetList()) {
        const auto seeds = allSeeds(target);
        require(!seeds.empty(), "every target has seeds");
        const auto begin = std::chrono::steady_clock::now();
        for (const std::string& seed : seeds) {
            // Of exactly this size, so that the address sanitizer sees the byte behind it.
            const std::vector<char> exact(seed.begin(), seed.end());
            target.run({exact.data(), exact.size()});
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        std::printf("%-16s %4zu seeds in %.2f s\n", target.name, seeds.size(), took.count());
    }
    return 0;
}
