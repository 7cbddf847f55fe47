// gh_kernel_bench: matrix products in the shapes of the two models, per instruction set, on one thread,
// beside what the machine can do at most. Few rows are measured on so many copies of the matrix that no cache
// holds them, as in a whole model; GB/s counts packed weights, GOP/s two operations a weight and row.
#include <benchmark/benchmark.h>

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernels/isa.h"
#include "kernels/packed.h"
#include "kernels/peaks.h"
#include "tests/kernels/formats/random_tensor.h"
#include "tests/kernels/matmul/matmul_list_for_tests.h"

namespace gh::kernels {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kColdBytes = std::size_t{320} << 20;

struct Free {
    void operator()(void* p) const { std::free(p); }
};
using Memory = std::unique_ptr<std::byte, Free>;

// Huge pages, as the engine asks for them.
Memory allocate(std::size_t bytes) {
    const std::size_t rounded = (bytes + kHugePage - 1) / kHugePage * kHugePage;
    Memory memory(static_cast<std::byte*>(std::aligned_alloc(kHugePage, rounded)));
    madvise(memory.get(), rounded, MADV_HUGEPAGE);
    std::memset(memory.get(), 0, rounded);
    return memory;
}

struct Shape {
    const char* what;
    StorageType type;
    int rows, cols;
};

constexpr Shape kShapes[] = {
    {"SmolLM2_q", StorageType::Q4_1, 576, 576},     {"SmolLM2_up", StorageType::Q4_1, 1536, 576},
    {"SmolLM2_down", StorageType::Q4_1, 576, 1536}, {"SmolLM2_head", StorageType::Q8_0, 49152, 576},
    {"Gemma3_up", StorageType::Q5_0, 2048, 640},    {"Gemma3_down", StorageType::Q4_K, 640, 2048},
    {"Gemma3_down6", StorageType::Q6_K, 640, 2048}, {"Gemma3_head", StorageType::Q8_0, 262144, 640},
};

void productOf(benchmark::State& state, const MatmulKernels& k, const Shape& shape, int tokens, bool int8) {
    std::mt19937 rng(1);
    PackedMatrix m = packedLayout(shape.type, shape.rows, shape.cols);
    const std::size_t bytes = packedBytes(m);
    const std::size_t copies = tokens <= 16 ? std::max<std::size_t>(1, kColdBytes / bytes) : 1;
    const Memory storage = allocate(bytes * copies);
    const auto source = test::randomTensor(*findFormat(shape.type), 16, shape.cols, rng);
    for (std::size_t c = 0; c < copies; ++c) {
        for (int g = 0; g < m.groups(); ++g) {
            packGroups(m, source.data() - static_cast<std::size_t>(g) * source.size(),
                       storage.get() + c * bytes, g, g + 1);
        }
    }
    std::vector<float> x(static_cast<std::size_t>(tokens) * shape.cols);
    for (float& v : x) v = std::uniform_real_distribution<float>(-1, 1)(rng);
    std::vector<std::byte> acts(quantizedBytes(tokens, shape.cols));
    std::vector<float> out(static_cast<std::size_t>(tokens) * shape.rows);
    constexpr int kGroups = 8, kRows = 256;  // tiles as the engine cuts them
    std::size_t copy = 0;
    for (auto _ : state) {
        m.data = storage.get() + copy * bytes;
        copy = (copy + 1) % copies;
        if (int8) k.quantizeRows(x.data(), shape.cols, 0, tokens, tokens, shape.cols, acts.data());
        for (int row = 0; row < tokens; row += kRows) {
            const int rowEnd = std::min(tokens, row + kRows);
            for (int g = 0; g < m.groups(); g += kGroups) {
                const int gEnd = std::min(m.groups(), g + kGroups);
                if (int8) {
                    k.matmulInt8(m, g, gEnd, acts.data(), tokens, row, rowEnd, out.data(), shape.rows);
                } else {
                    k.matmulF32(m, g, gEnd, x.data(), shape.cols, row, rowEnd, out.data(), shape.rows);
                }
            }
        }
    }
    const auto rounds = static_cast<double>(state.iterations());
    state.counters["GB/s"] = benchmark::Counter(rounds * bytes / 1e9, benchmark::Counter::kIsRate);
    state.counters["GOP/s"] =
        benchmark::Counter(rounds * 2e-9 * shape.rows * shape.cols * tokens, benchmark::Counter::kIsRate);
}

// What one thread of this machine can do at most.
void streamRead(benchmark::State& state, const PeakLoops& peak) {
    const Memory memory = allocate(kColdBytes);
    for (auto _ : state) benchmark::DoNotOptimize(peak.read(memory.get(), kColdBytes));
    state.counters["GB/s"] = benchmark::Counter(static_cast<double>(state.iterations()) * kColdBytes / 1e9,
                                                benchmark::Counter::kIsRate);
}

void int8Peak(benchmark::State& state, const PeakLoops& peak) {
    constexpr std::size_t kRounds = 1000;
    for (auto _ : state) benchmark::DoNotOptimize(peak.int8(kRounds));
    const auto operations = static_cast<double>(peak.int8Operations * kRounds);
    state.counters["GOP/s"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * operations / 1e9, benchmark::Counter::kIsRate);
}

void registerProduct(const test::NamedMatmul& isa, const Shape& shape, int tokens, bool int8) {
    const std::string name = std::string(isa.name) + (int8 ? "/int8/" : "/f32/") + shape.what + "_" +
                             findFormat(shape.type)->name + "/" + std::to_string(tokens);
    benchmark::RegisterBenchmark(name.c_str(), [&kernels = *isa.kernels, shape, tokens, int8](benchmark::State& state) {
        productOf(state, kernels, shape, tokens, int8);
    })->MinTime(0.2);
}

void registerAll() {
    const auto isas = test::runnableMatmuls();
    for (const auto& isa : isas) {
        const PeakLoops& peak = peakLoops(findIsa(isa.name)->isa);
        const std::string machine = std::string(isa.name) + "/machine/";
        benchmark::RegisterBenchmark((machine + "stream_read").c_str(), streamRead, peak);
        benchmark::RegisterBenchmark((machine + "int8").c_str(), int8Peak, peak);
        for (const Shape& shape : kShapes) {
            for (const int tokens : {1, 8, 64, 512}) {
                for (const bool int8 : {true, false}) registerProduct(isa, shape, tokens, int8);
            }
        }
        for (const Format& format : packedFormatList()) {  // all in one shape, to compare them
            if (!format.integer) continue;
            for (const int tokens : {1, 264}) registerProduct(isa, {"Any", format.type, 2048, 1024}, tokens, true);
        }
    }
}

}  // namespace
}  // namespace gh::kernels

int main(int argc, char** argv) {
    gh::kernels::registerAll();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
