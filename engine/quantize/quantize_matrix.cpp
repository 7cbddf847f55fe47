#include <atomic>
#include <cmath>

#include "engine/base/thread_pool.h"
#include "engine/quantize/int_steps.h"
#include "engine/quantize/scheme.h"

namespace gh::quantize {
namespace {

constexpr int kTaskValues = 64 << 10;

// Scales are F16: beyond this size one may have become infinite, which is looked at closely.
constexpr float kLargeValue = 60000.0f;

Error notFinite(const Scheme& scheme, int row, int col) {
    return {ErrorCode::InvalidArgument, scheme.title,
            "the value in row " + std::to_string(row) + ", column " + std::to_string(col) +
                " is not finite (infinity or NaN); such a matrix cannot be quantized"};
}

}  // namespace

Result<QuantizedMatrix> quantizeMatrix(const Scheme& scheme, const float* w, int rows, int cols, ScaleChoice choice, ThreadPool* pool) {
    if (!scheme.fits(cols))
        return Error{ErrorCode::InvalidArgument, scheme.title,
                     "cannot hold rows of " + std::to_string(cols) + " values, which are no whole blocks of it"};
    QuantizedMatrix matrix{&scheme, rows, cols, std::vector<std::byte>(scheme.bytes(rows, cols))};
    const int perTask = std::max(1, kTaskValues / std::max(1, cols));
    const auto tasks = static_cast<std::size_t>((rows + perTask - 1) / perTask);
    const auto run = [&](auto&& body) {
        const auto task = [&](std::size_t index, int) {
            const int first = static_cast<int>(index) * perTask;
            body(first, std::min(rows, first + perTask));
        };
        if (pool) return pool->run(tasks, task);
        for (std::size_t i = 0; i < tasks; ++i) task(i, 0);
    };

    // The first bad row, whichever task finds one first.
    std::atomic<int> badRow{rows};
    std::atomic<bool> large{false};
    run([&](int first, int last) {
        for (int row = first; row < last; ++row) {
            const float* x = w + static_cast<std::size_t>(row) * static_cast<std::size_t>(cols);
            // A NaN gets lost in a comparison, but not in a sum of zeros.
            float lanes[kLanes] = {};
            int i = 0;
            for (; i + kLanes <= cols; i += kLanes)
                for (int l = 0; l < kLanes; ++l) lanes[l] += x[i + l] * 0.0f;
            for (int l = 0; i < cols; ++i, ++l) lanes[l] += x[i] * 0.0f;
            if (kernels::foldLanes(lanes) != 0.0f) {
                for (int before = badRow; row < before && !badRow.compare_exchange_weak(before, row);) {}
                return;
            }
            if (largestMagnitude(x, cols) > kLargeValue) large = true;
        }
    });
    if (badRow < rows) {
        const float* x = w + static_cast<std::size_t>(badRow) * static_cast<std::size_t>(cols);
        int col = 0;
        while (std::isfinite(x[col])) ++col;
        return notFinite(scheme, badRow, col);
    }

    const float tensorScale = scheme.measure ? scheme.measure(w, rows, cols, choice) : 0.0f;
    run([&](int first, int last) { scheme.encode(w, rows, cols, first, last, choice, tensorScale, matrix.bytes.data()); });
    if (!large) return matrix;
    std::vector<float> row(static_cast<std::size_t>(cols));
    for (int r = 0; r < rows; ++r) {
        scheme.decode(matrix.bytes.data(), rows, cols, r, row.data());
        for (const float value : row)
            if (!std::isfinite(value))
                return Error{ErrorCode::InvalidArgument, scheme.title,
                             "row " + std::to_string(r) + " has values so large that its scale is beyond 16 bits; keep this matrix in F32"};
    }
    return matrix;
}

}  // namespace gh::quantize
