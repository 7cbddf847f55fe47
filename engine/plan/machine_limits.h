// What this machine can do at most: bytes read and operations computed a second with the threads and the instruction
// set in use. Measured, never looked up; figures of a busy machine are too low, so the best of several rounds counts.
#pragma once

#include <cstdint>

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

// bytes: how much the stream read goes over: what a decode step reads, so that caches help both alike. Takes about
// `seconds` of all threads. Error DoesNotFit where there is no memory for the buffer.
Result<MachineLimits> measureMachineLimits(ThreadPool& threads, kernels::Isa isa, std::uint64_t bytes, double seconds = 0.6);

}  // namespace gh
