// Worker threads for kernels. run() hands out fixed tiles 0..count-1 dynamically, so that a worker which
// the system preempts stalls nobody; tiles never depend on the number of threads, so results do not either.
// Workers spin briefly after a job, then sleep. The calling thread works too. One caller at a time.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace gh {

// Cores this process may really use: affinity mask and the container's CPU quota (cgroup v1/v2), at least 1.
int usableCores();

class ThreadPool {
public:
    explicit ThreadPool(int threads);  // total threads including the caller; 0 = usableCores()
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    int threads() const;

    // Calls job(tile, worker) for each tile once; worker is 0..threads()-1 (for scratch memory).
    // Returns when all are done. job must not throw. No allocation on the hot path (function_ref style).
    template <class Job>
    void run(std::size_t count, Job&& job) {
        using Plain = std::remove_reference_t<Job>;
        runErased(count, &job, [](const void* self, std::size_t tile, int worker) {
            (*const_cast<Plain*>(static_cast<const Plain*>(self)))(tile, worker);
        });
    }

private:
    void runErased(std::size_t count, const void* job, void (*call)(const void*, std::size_t, int));
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace gh
