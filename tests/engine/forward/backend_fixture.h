// What the backend tests share: backends that are filled through the interface alone, and ways to compare them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/forward/backend.h"
#include "kernels/isa.h"
#include "tests/engine/forward/reference_backend.h"
#include "tests/support/encode.h"

namespace gh::test {

inline std::vector<float> randomValues(std::size_t n, unsigned seed, float spread = 1.0f) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, spread);
    std::vector<float> x(n);
    for (float& v : x) v = normal(random);
    return x;
}

// A tensor as a file would hold it.
struct FileTensor {
    Bytes data;
    ModelTensor tensor;
    FileTensor(kernels::StorageType type, int rows, int cols, const std::vector<float>& values) : data(encode(type, values)) {
        tensor.name = "test.weight";
        tensor.dims = {static_cast<std::uint64_t>(cols)};
        if (rows > 0) tensor.dims.push_back(static_cast<std::uint64_t>(rows));
        tensor.type = static_cast<std::uint32_t>(type);
        tensor.bytes = data;
    }
};

template <class T>
T must(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message());
    return std::move(result).value();
}

inline Linear addMatrix(Backend& b, kernels::StorageType type, int rows, int cols, const std::vector<float>& values,
                        ActivationMode mode = ActivationMode::F32) {
    const FileTensor file(type, rows, cols, values);
    return must(b.addLinear(file.tensor, mode));
}

inline Vector addRow(Backend& b, const std::vector<float>& values) {
    const FileTensor file(kernels::StorageType::F32, 0, static_cast<int>(values.size()), values);
    return must(b.addVector(file.tensor));
}

// The interface writes activations by embed alone: row i of the table is token i.
inline Tensor input(Backend& b, int rows, int cols, const std::vector<float>& values) {
    const Linear table = addMatrix(b, kernels::StorageType::F32, rows, cols, values);
    const Tensor t = b.createTensor(rows, cols);
    std::vector<BatchRow> batch;
    for (int r = 0; r < rows; ++r) batch.push_back({r, 0, nullptr});
    b.embed(table, batch, 1.0f, t);
    return t;
}

inline std::vector<float> output(Backend& b, Tensor t, int rows, int cols) {
    std::vector<float> host(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    b.read(t, 0, rows, host.data());
    return host;
}

// Runs `what` (a function of a backend that returns floats) on the reference and on CpuBackend with every instruction
// set this machine has and 1 to 3 threads: near the reference, and equal to the bit among each other.
template <class What>
void compareBackends(double tolerance, What what) {
    ReferenceBackend reference;
    const std::vector<float> right = what(reference);
    double largest = 1e-30;
    for (float v : right) largest = std::max(largest, std::fabs(static_cast<double>(v)));
    std::vector<float> first;
    for (const kernels::IsaEntry& isa : kernels::isaList()) {
        if (!isa.supported()) continue;
        for (int threads : {1, 2, 3}) {
            SCOPED_TRACE(std::string(isa.name) + ", threads " + std::to_string(threads));
            ThreadPool pool(threads);
            const auto backend = makeCpuBackend(isa.table(), pool);
            const std::vector<float> found = what(*backend);
            ASSERT_EQ(found.size(), right.size());
            for (std::size_t i = 0; i < right.size(); ++i)
                ASSERT_NEAR(found[i], right[i], tolerance * largest) << "at " << i;
            if (first.empty()) first = found;
            ASSERT_EQ(0, std::memcmp(found.data(), first.data(), found.size() * sizeof(float)));
        }
    }
}

}  // namespace gh::test
