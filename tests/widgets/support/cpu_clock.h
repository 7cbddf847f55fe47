// CPU time of the calling thread: what a test may bound on a machine that others use too.
#pragma once

#include <ctime>

namespace gh::test {

inline double threadCpuMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// Limits are set for an optimized build; others (sanitizers, debug) only run the code.
#ifdef NDEBUG
constexpr bool kTimed = true;
#else
constexpr bool kTimed = false;
#endif
constexpr double kTolerance = 3;   // a busy machine's caches are not one's own

}  // namespace gh::test
