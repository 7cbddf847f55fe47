// What this machine can do at most: bytes read and operations computed a second with the threads and the instruction
// set in use. Measured, never looked up; figures of a busy machine are too low, so the best of several rounds counts.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/base/result.h"
#include "kernels/isa.h"

namespace gh {

class ThreadPool;

struct MachineLimits {
    double readBytesPerSecond = 0;  // a stream read of readBytes, all threads
    std::uint64_t readBytes = 0;
    double int8OpsPerSecond = 0;    // multiplications and additions counted apart, all threads
    double f32OpsPerSecond = 0;
};

// The larger of each figure: what another program took away once is not what the machine cannot do.
MachineLimits bestOf(const MachineLimits& a, const MachineLimits& b);

// Measures in pieces, so that whoever shares the thread can be served between two of them.
class LimitsProbe {
public:
    // bytes: how much the stream read goes over: what a decode step reads, so that caches help both alike. All pieces
    // together take about `seconds` of all threads.
    LimitsProbe(ThreadPool& threads, kernels::Isa isa, std::uint64_t bytes, double seconds);
    ~LimitsProbe();

    // One piece, some 20 ms at most. True: there is no more to do. Error DoesNotFit where there is no memory to read.
    Result<bool> advance();
    const MachineLimits& limits() const;   // when advance() was true

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

// All pieces at once.
Result<MachineLimits> measureMachineLimits(ThreadPool& threads, kernels::Isa isa, std::uint64_t bytes, double seconds = 0.6);

}  // namespace gh
