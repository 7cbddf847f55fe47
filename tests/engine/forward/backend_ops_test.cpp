// Every operation of the CPU backend but attention against the reference, on each instruction set and 1 to 3 threads.
#include "tests/engine/forward/backend_fixture.h"

namespace gh::test {
namespace {

using kernels::StorageType;
using Floats = std::vector<float>;

TEST(BackendOps, EmbedOfEveryFormat) {
    for (const kernels::Format& format : kernels::formatList()) {
        SCOPED_TRACE(format.name);
        const int cols = format.blockValues > 32 ? 256 : 96, rows = 37;
        const Floats values = randomValues(static_cast<std::size_t>(rows * cols), 1);
        compareBackends(1e-7, [&](Backend& b) {
            const Linear table = addMatrix(b, format.type, rows, cols, values);
            const Tensor out = b.createTensor(5, cols);
            const std::vector<BatchRow> batch{{0, 0, nullptr}, {36, 1, nullptr}, {17, 2, nullptr}, {17, 3, nullptr}, {15, 4, nullptr}};
            b.embed(table, batch, 1.75f, out);
            return output(b, out, 5, cols);
        });
    }
}

TEST(BackendOps, RmsNorm) {
    for (int cols : {1, 8, 31, 64, 100, 576}) {
        const int rows = 41;
        compareBackends(2e-6, [&](Backend& b) {
            const Tensor x = input(b, rows, cols, randomValues(static_cast<std::size_t>(rows * cols), 2, 3));
            const Vector w = addRow(b, randomValues(static_cast<std::size_t>(cols), 3));
            const Tensor out = b.createTensor(rows, cols);
            b.rmsNorm(x, w, 1e-5f, rows, out);
            Floats both = output(b, out, rows, cols);
            b.rmsNorm(x, w, 1e-5f, rows, x);  // in place
            const Floats inPlace = output(b, x, rows, cols);
            both.insert(both.end(), inPlace.begin(), inPlace.end());
            return both;
        });
    }
}

TEST(BackendOps, HeadNorm) {
    compareBackends(2e-6, [&](Backend& b) {
        const Tensor x = input(b, 9, 3 * 24, randomValues(9 * 3 * 24, 4, 2));
        b.headNorm(x, 3, 24, addRow(b, randomValues(24, 5)), 1e-6f, 9);
        return output(b, x, 9, 3 * 24);
    });
}

// All formats x both activation modes x row counts around every tile of the kernels, two products at once.
TEST(BackendOps, LinearOfEveryFormat) {
    for (const kernels::Format& format : kernels::formatList()) {
        const int cols = format.blockValues > 32 ? 256 : 96;
        for (ActivationMode mode : {ActivationMode::F32, ActivationMode::Int8})
            for (int rows : {1, 2, 5, 8, 13, 37}) {
                SCOPED_TRACE(std::string(format.name) + (mode == ActivationMode::Int8 ? " int8 " : " f32 ") + std::to_string(rows));
                const Floats x = randomValues(static_cast<std::size_t>(rows * cols), 6, 2);
                const Floats w1 = randomValues(static_cast<std::size_t>(50 * cols), 7, 0.1f);
                const Floats w2 = randomValues(static_cast<std::size_t>(16 * cols), 8, 0.1f);
                compareBackends(3e-6, [&](Backend& b) {
                    const Tensor in = input(b, rows, cols, x);
                    const Linear a = addMatrix(b, format.type, 50, cols, w1, mode), c = addMatrix(b, format.type, 16, cols, w2, mode);
                    const Tensor out1 = b.createTensor(rows, 50), out2 = b.createTensor(rows, 16);
                    const LinearJob jobs[] = {{a, out1}, {c, out2}};
                    b.linear(jobs, in, rows);
                    Floats both = output(b, out1, rows, 50);
                    const Floats second = output(b, out2, rows, 16);
                    both.insert(both.end(), second.begin(), second.end());
                    return both;
                });
            }
    }
}

// Rows that 32 does not divide multiply in f32 whatever the mode; one product of each kind in the same region.
TEST(BackendOps, LinearOfMixedAndOddShapes) {
    for (int cols : {1, 7, 48, 100})
        compareBackends(3e-6, [&](Backend& b) {
            const Tensor in = input(b, 6, cols, randomValues(static_cast<std::size_t>(6 * cols), 9));
            const Linear w = addMatrix(b, StorageType::F16, 19, cols, randomValues(static_cast<std::size_t>(19 * cols), 10), ActivationMode::Int8);
            const Tensor out = b.createTensor(6, 19);
            const LinearJob jobs[] = {{w, out}};
            b.linear(jobs, in, 6);
            return output(b, out, 6, 19);
        });
    compareBackends(3e-6, [&](Backend& b) {
        const Tensor in = input(b, 3, 64, randomValues(3 * 64, 11));
        const Linear whole = addMatrix(b, StorageType::Q8_0, 33, 64, randomValues(33 * 64, 12), ActivationMode::Int8);
        const Linear floats = addMatrix(b, StorageType::F32, 33, 64, randomValues(33 * 64, 13), ActivationMode::Int8);
        const Tensor a = b.createTensor(3, 33), c = b.createTensor(3, 33);
        const LinearJob jobs[] = {{whole, a}, {floats, c}};
        b.linear(jobs, in, 3);
        b.add(a, c, 3, a);
        return output(b, a, 3, 33);
    });
}

// An output does not depend on the rows beside it: the first rows alone give the same bits.
TEST(BackendOps, RowsDoNotDependOnTheirBatch) {
    ThreadPool pool(2);
    for (const kernels::IsaEntry& isa : kernels::isaList()) {
        if (!isa.supported()) continue;
        for (const kernels::Format& format : kernels::formatList()) {
            SCOPED_TRACE(std::string(isa.name) + " " + format.name);
            const int cols = format.blockValues > 32 ? 256 : 64, rows = 40;
            const auto b = makeCpuBackend(isa.table(), pool);
            const Tensor in = input(*b, rows, cols, randomValues(static_cast<std::size_t>(rows * cols), 14));
            const Linear w = addMatrix(*b, format.type, 50, cols, randomValues(static_cast<std::size_t>(50 * cols), 15), ActivationMode::Int8);
            const Tensor out = b->createTensor(rows, 50);
            const LinearJob jobs[] = {{w, out}};
            b->linear(jobs, in, rows);
            const Floats all = output(*b, out, rows, 50);
            for (int few : {1, 3, 9, 17, 39}) {
                b->linear(jobs, in, few);
                const Floats some = output(*b, out, few, 50);
                ASSERT_EQ(0, std::memcmp(some.data(), all.data(), some.size() * sizeof(float))) << few;
            }
        }
    }
}

TEST(BackendOps, RopeOfBothPairings) {
    for (kernels::RopePairs pairs : {kernels::RopePairs::Adjacent, kernels::RopePairs::Halves})
        for (int dims : {2, 10, 24}) {
            LayerConfig layer;
            layer.headSize = 24;
            layer.rope = {.base = 10000, .scale = 4, .dims = dims, .divisors = {}, .magnitude = 1.0, .longDivisors = {}};
            compareBackends(5e-7, [&](Backend& b) {
                const Tensor x = input(b, 5, 48, randomValues(5 * 48, 16));
                std::vector<BatchRow> batch;
                for (std::uint32_t position : {0u, 1u, 17u, 255u, 8191u}) batch.push_back({0, position, nullptr});
                b.rope(x, 2, layer, pairs, 0.25f, batch);
                return output(b, x, 5, 48);
            });
        }
}

// Divisors of single pairs and a factor of cosines and sines; a second layer's table stands beside the first.
TEST(BackendOps, RopeOfScaledPairs) {
    LayerConfig plain, scaled;
    plain.headSize = scaled.headSize = 12;
    plain.rope.dims = scaled.rope.dims = 8;
    scaled.rope.divisors = {1.0, 1.5, 7.25, 32.0};
    scaled.rope.magnitude = 1.19;
    scaled.ropeTable = 1;
    compareBackends(5e-7, [&](Backend& b) {
        const Tensor x = input(b, 4, 24, randomValues(4 * 24, 36));
        std::vector<BatchRow> batch;
        for (std::uint32_t position : {0u, 3u, 600u, 8191u}) batch.push_back({0, position, nullptr});
        b.rope(x, 2, scaled, kernels::RopePairs::Halves, 0.5f, batch);
        b.rope(x, 2, plain, kernels::RopePairs::Adjacent, 1.0f, batch);
        return output(b, x, 4, 24);
    });
}

TEST(BackendOps, SoftCap) {
    compareBackends(3e-7, [&](Backend& b) {
        const Tensor x = input(b, 5, 45, randomValues(5 * 45, 37, 60));
        b.softCap(x, 30.0f, 5);
        return output(b, x, 5, 45);
    });
}

// Outputs that no group of 16 ends with, few rows and many.
TEST(BackendOps, ProductsAddTheirBias) {
    for (ActivationMode mode : {ActivationMode::F32, ActivationMode::Int8})
        for (int rows : {1, 5, 37})
            compareBackends(3e-6, [&](Backend& b) {
                const Tensor in = input(b, rows, 64, randomValues(static_cast<std::size_t>(rows * 64), 38));
                const auto biased = [&](int outputs, unsigned seed) {
                    const Floats values = randomValues(static_cast<std::size_t>(outputs * 64), seed, 0.1f);
                    const Linear w = addMatrix(b, StorageType::Q8_0, outputs, 64, values, mode);
                    b.setBias(w, addRow(b, randomValues(static_cast<std::size_t>(outputs), seed + 50)));
                    return w;
                };
                const Tensor out = b.createTensor(rows, 50), gate = b.createTensor(rows, 96), up = b.createTensor(rows, 96);
                const LinearJob job[] = {{biased(50, 40), out}};
                b.linear(job, in, rows);
                b.gatedLinear(Activation::Silu, {biased(96, 41), gate}, {biased(96, 42), up}, in, rows, up);
                Floats both = output(b, out, rows, 50);
                const Floats second = output(b, up, rows, 96);
                both.insert(both.end(), second.begin(), second.end());
                return both;
            });
}

TEST(BackendOps, GatedActivations) {
    for (Activation activation : {Activation::Silu, Activation::GeluTanh})
        compareBackends(2e-7, [&](Backend& b) {
            const Tensor gate = input(b, 7, 90, randomValues(7 * 90, 17, 6)), up = input(b, 7, 90, randomValues(7 * 90, 18));
            const Tensor out = b.createTensor(7, 90);
            b.gatedActivation(activation, gate, up, 7, out);
            return output(b, out, 7, 90);
        });
}

// In one or in parts: the same bits, of the activation and of the product that reads its int8 values.
TEST(BackendOps, GatedProductsAreTheirParts) {
    constexpr int cols = 96, width = 48;
    for (ActivationMode mode : {ActivationMode::F32, ActivationMode::Int8})
        for (int ffn : {32, 160})
            for (int rows : {1, 2, 12, 13}) {
                SCOPED_TRACE(std::to_string(ffn) + " outputs, rows " + std::to_string(rows));
                const Floats x = randomValues(static_cast<std::size_t>(rows * cols), 31, 2);
                const auto run = [&](Backend& b, bool inOne) {
                    const auto matrix = [&](int outputs, int inputs, unsigned seed) {
                        const Floats w = randomValues(static_cast<std::size_t>(outputs * inputs), seed, 0.1f);
                        return addMatrix(b, StorageType::Q4_1, outputs, inputs, w, mode);
                    };
                    const Tensor in = input(b, rows, cols, x), gate = b.createTensor(rows, ffn), up = b.createTensor(rows, ffn);
                    const Tensor act = b.createTensor(rows, ffn), out = b.createTensor(rows, width);
                    const LinearJob both[] = {{matrix(ffn, cols, 32), gate}, {matrix(ffn, cols, 33), up}};
                    const LinearJob down[] = {{matrix(width, ffn, 34), out}};
                    // Twice: from the second time on it is known that a product reads the activation.
                    for (int time = 0; time < 2; ++time) {
                        if (inOne) {
                            b.gatedLinear(Activation::Silu, both[0], both[1], in, rows, act);
                        } else {
                            b.linear(both, in, rows);
                            b.gatedActivation(Activation::Silu, gate, up, rows, act);
                        }
                        b.linear(down, act, rows);
                    }
                    Floats all = output(b, act, rows, ffn);
                    const Floats last = output(b, out, rows, width);
                    all.insert(all.end(), last.begin(), last.end());
                    return all;
                };
                ThreadPool pool(2);
                for (const kernels::IsaEntry& isa : kernels::isaList()) {
                    if (!isa.supported()) continue;
                    const auto one = makeCpuBackend(isa.table(), pool), parts = makeCpuBackend(isa.table(), pool);
                    EXPECT_EQ(run(*one, true), run(*parts, false)) << isa.name;
                }
            }
}

TEST(BackendOps, AddAndGather) {
    compareBackends(1e-7, [&](Backend& b) {
        const Tensor x = input(b, 40, 77, randomValues(40 * 77, 19)), y = input(b, 40, 77, randomValues(40 * 77, 20));
        b.add(x, y, 40, x);
        const Tensor out = b.createTensor(4, 77);
        const int rows[] = {39, 0, 7, 7};
        b.gatherRows(x, rows, out);
        return output(b, out, 4, 77);
    });
}

TEST(BackendOps, NamesATensorThatIsNotFinite) {
    ThreadPool pool(1);
    const auto b = makeCpuBackend(kernels::isaList().front().table(), pool);
    Floats values(64, 1.0f);
    values[40] = std::nanf("");
    const FileTensor file(StorageType::F32, 2, 32, values);
    const auto added = b->addLinear(file.tensor, ActivationMode::F32);
    ASSERT_FALSE(added.ok());
    EXPECT_NE(added.error().message().find("test.weight"), std::string::npos);
}

}  // namespace
}  // namespace gh::test
