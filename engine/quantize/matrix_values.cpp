#include "engine/quantize/matrix_values.h"

#include <algorithm>
#include <limits>

#include "engine/model/gguf_reader.h"
#include "engine/quantize/error_map.h"

namespace gh::quantize {

bool isMatrix(const ModelTensor& tensor) {
    constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
    return tensor.dims.size() == 2 && tensor.dims[1] > 1 && tensor.dims[0] > 0 && tensor.dims[0] <= kMost && tensor.dims[1] <= kMost;
}

StoredMatrix ownStored(const ModelTensor& tensor) {
    const Scheme* scheme = schemeOfType(tensor.type);
    if (!scheme || scheme->gguf) return {};
    return {scheme, rowsOf(tensor), colsOf(tensor), tensor.bytes};
}

std::string storedTypeName(std::uint32_t type) {
    const Scheme* scheme = schemeOfType(type);
    if (scheme && !scheme->gguf) return scheme->title;
    return std::string(kernels::storageTypeName(type));
}

FittingScheme schemeForTensor(const RuleSet& rules, const ModelTensor& tensor) {
    if (!isMatrix(tensor)) return {};
    const Scheme* scheme = rules.schemeFor(tensor.partOf.empty() ? tensor.name : tensor.partOf);
    return scheme ? fittingScheme(*scheme, colsOf(tensor)) : FittingScheme{};
}

kernels::StorageType runsAs(const ModelTensor& tensor) {
    const auto own = ownStored(tensor);
    return own.scheme ? own.scheme->runsAs(own.cols) : static_cast<kernels::StorageType>(tensor.type);
}

void decodeRows(const ModelTensor& tensor, int first, int last, float* out) {
    const auto cols = static_cast<std::size_t>(tensor.dims[0]);
    const auto own = ownStored(tensor);
    if (own.scheme) {
        for (int row = first; row < last; ++row, out += cols) own.scheme->decode(own.bytes.data(), own.rows, own.cols, row, out);
        return;
    }
    const kernels::Format& format = *kernels::findFormat(tensor.type);
    const std::size_t rowBytes = cols / static_cast<std::size_t>(format.blockValues) * static_cast<std::size_t>(format.blockBytes);
    for (int row = first; row < last; ++row, out += cols) {
        format.decode(tensor.bytes.data() + storedRow(tensor, static_cast<std::size_t>(row)) * rowBytes, cols, out);
        if (tensor.plus != 0)
            for (std::size_t i = 0; i < cols; ++i) out[i] += tensor.plus;
    }
}

std::vector<float> decodeMatrix(const ModelTensor& tensor, ThreadPool* pool) {
    const int rows = rowsOf(tensor), cols = colsOf(tensor);
    std::vector<float> values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    const auto part = [&](int first, int last) {
        decodeRows(tensor, first, last, values.data() + static_cast<std::size_t>(first) * static_cast<std::size_t>(cols));
    };
    if (!pool || rows == 1) {
        part(0, rows);
        return values;
    }
    const int perTask = std::max(1, (64 << 10) / std::max(1, cols));
    pool->run(static_cast<std::size_t>((rows + perTask - 1) / perTask), [&](std::size_t task, int) {
        const int first = static_cast<int>(task) * perTask;
        part(first, std::min(rows, first + perTask));
    });
    return values;
}

Result<std::vector<float>> matrixValues(const ModelFile& file, const ModelTensor& tensor) {
    if (tensor.dims.size() > 2)
        return Error{ErrorCode::Unsupported, "tensor " + shownName(tensor.name), "has more than two dimensions"};
    if (!kernels::findFormat(tensor.type) && !ownStored(tensor).scheme)
        return Error{ErrorCode::Unsupported, "tensor " + shownName(tensor.name),
                     "is stored as " + storedTypeName(tensor.type) + ", a type that is not supported"};
    auto values = decodeMatrix(tensor, nullptr);
    file.dropPages(tensor);
    return values;
}

Result<QuantizedMatrix> quantizeTensor(const ModelTensor& tensor, const Scheme& scheme, ScaleChoice choice, ThreadPool* pool) {
    const int rows = rowsOf(tensor), cols = colsOf(tensor);
    const auto values = decodeMatrix(tensor, pool);
    auto matrix = quantizeMatrix(scheme, values.data(), rows, cols, choice, pool);
    if (matrix) return matrix;
    Error error = matrix.error();
    error.detail = std::string("as ") + scheme.title + ": " + error.detail;
    error.subject = "tensor " + shownName(tensor.name);
    return error;
}

}  // namespace gh::quantize
