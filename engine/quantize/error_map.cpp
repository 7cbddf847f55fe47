#include "engine/quantize/error_map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/model/gguf_reader.h"
#include "engine/quantize/int_steps.h"
#include "engine/quantize/matrix_values.h"

namespace gh::quantize {
namespace {

constexpr int kBins = 256;
constexpr std::size_t kWorstRows = 20;

struct Sums {
    double value = 0, square = 0, error = 0;
    float most = 0;
    std::array<std::uint64_t, 256> levels{};
    void add(const Sums& other) {
        value += other.value;
        square += other.square;
        error += other.error;
        most = std::max(most, other.most);
        for (std::size_t i = 0; i < levels.size(); ++i) levels[i] += other.levels[i];
    }
};

// "blk.27.ffn_gate.weight": layer 27, ffn_gate.
void placeOf(const std::string& name, TensorErrors& errors) {
    errors.name = name;
    std::string_view rest = name;
    if (name.starts_with("blk.")) {
        const auto dot = name.find('.', 4);
        int layer = 0;
        bool digits = dot != std::string::npos && dot > 4 && dot < 12;
        for (std::size_t i = 4; digits && i < dot; ++i) {
            digits = name[i] >= '0' && name[i] <= '9';
            layer = 10 * layer + (name[i] - '0');
        }
        if (digits) {
            errors.layer = layer;
            rest.remove_prefix(dot + 1);
        }
    }
    if (constexpr std::string_view kWeight = ".weight"; rest.ends_with(kWeight)) rest.remove_suffix(kWeight.size());
    errors.part = rest;
}

// A row's part: the sums of its values, of its squared error and of the levels that it uses.
void addRow(const QuantizedMatrix& matrix, int row, const float* x, float* restored, std::uint8_t* codes, Sums& sums) {
    const Scheme& scheme = *matrix.scheme;
    const int n = matrix.cols;
    scheme.decode(matrix.bytes.data(), matrix.rows, n, row, restored);
    double value[kLanes] = {}, square[kLanes] = {}, error[kLanes] = {};
    int i = 0;
    const auto one = [&](int at, int l) {
        const double v = static_cast<double>(x[at]), e = v - static_cast<double>(restored[at]);
        value[l] += v;
        square[l] += v * v;
        error[l] += e * e;
    };
    for (; i + kLanes <= n; i += kLanes)
        for (int l = 0; l < kLanes; ++l) one(i + l, l);
    for (int l = 0; i < n; ++i, ++l) one(i, l);
    for (int l = 0; l < kLanes; ++l) {
        sums.value += value[l];
        sums.square += square[l];
        sums.error += error[l];
    }
    sums.most = std::max(sums.most, largestMagnitude(x, n));
    if (!scheme.codes) return;
    scheme.codes(matrix.bytes.data(), matrix.rows, n, row, codes);
    for (int k = 0; k < n; ++k) ++sums.levels[codes[k]];
}

struct Measured {
    TensorErrors errors;
    QuantizedMatrix matrix;
    std::vector<float> values;
};

Result<Measured> measure(const ModelFile& file, const ModelTensor& tensor, const Scheme& asked, ScaleChoice choice, ThreadPool& pool) {
    if (!kernels::findFormat(tensor.type) && !ownStored(tensor).scheme)
        return Error{ErrorCode::Unsupported, "tensor " + shownName(tensor.name),
                     "is stored as " + storedTypeName(tensor.type) + ", a type that is not supported"};
    Measured all;
    placeOf(tensor.name, all.errors);
    all.errors.rows = rowsOf(tensor);
    all.errors.cols = colsOf(tensor);
    all.errors.storedType = storedTypeName(tensor.type);
    const FittingScheme fit = fittingScheme(asked, colsOf(tensor));
    all.errors.note = fit.note;
    all.errors.bits = bitsPerWeight(*fit.scheme, all.errors.rows, all.errors.cols);
    all.values = decodeMatrix(tensor, &pool);
    file.dropPages(tensor);
    auto matrix = quantizeMatrix(*fit.scheme, all.values.data(), all.errors.rows, all.errors.cols, choice, &pool);
    if (!matrix)
        return Error{matrix.error().code, "tensor " + shownName(tensor.name), matrix.error().detail};
    all.matrix = std::move(*matrix);

    // Parts of fixed rows, whose sums are added in order: one answer on any number of threads.
    const int rows = all.errors.rows, cols = all.errors.cols;
    const int perPart = std::max(1, (64 << 10) / cols);
    const auto parts = static_cast<std::size_t>((rows + perPart - 1) / perPart);
    std::vector<Sums> sums(parts);
    const auto width = static_cast<std::size_t>(cols);
    pool.run(parts, [&](std::size_t part, int) {
        std::vector<float> restored(width);
        std::vector<std::uint8_t> codes(width);
        const int first = static_cast<int>(part) * perPart;
        for (int row = first; row < std::min(rows, first + perPart); ++row)
            addRow(all.matrix, row, all.values.data() + static_cast<std::size_t>(row) * width, restored.data(), codes.data(), sums[part]);
    });
    Sums total;
    for (const Sums& part : sums) total.add(part);
    const double count = static_cast<double>(rows) * cols, mean = total.value / count;
    const double deviation = std::sqrt(std::max(0.0, total.square / count - mean * mean));
    all.errors.error = total.square > 0 ? std::sqrt(total.error / total.square) : 0;
    all.errors.maxOverStd = deviation > 0 ? static_cast<double>(total.most) / deviation : 0;
    const float far = static_cast<float>(6 * deviation);
    std::vector<std::uint64_t> beyond(parts);
    pool.run(parts, [&](std::size_t part, int) {
        const std::size_t first = part * static_cast<std::size_t>(perPart) * width;
        const std::size_t last = std::min(all.values.size(), first + static_cast<std::size_t>(perPart) * width);
        std::uint64_t found = 0;
        for (std::size_t i = first; i < last; ++i) found += std::fabs(all.values[i]) > far ? 1 : 0;
        beyond[part] = found;
    });
    for (const std::uint64_t found : beyond) all.errors.beyond6Sigma += found;
    double entropy = 0;
    for (const std::uint64_t times : total.levels)
        if (times > 0) entropy -= static_cast<double>(times) / count * std::log2(static_cast<double>(times) / count);
    all.errors.levelsUsed = fit.scheme->codes ? std::exp2(entropy) : 0;
    return all;
}

}  // namespace

Result<ErrorMap> errorMap(const ModelFile& file, const Scheme& scheme, ScaleChoice choice, int threads, const Watch& watch) {
    std::vector<const ModelTensor*> matrices;
    std::uint64_t all = 0, done = 0;
    for (const ModelTensor& tensor : file.tensors()) {
        TensorErrors place;
        placeOf(tensor.name, place);
        if (!isMatrix(tensor) || place.layer < 0) continue;
        matrices.push_back(&tensor);
        all += tensor.dims[0] * tensor.dims[1];
    }
    ThreadPool pool(threads);
    ErrorMap map;
    map.scheme = scheme.name;
    double bits = 0;
    for (const ModelTensor* tensor : matrices) {
        if (watch.cancelled && watch.cancelled()) return Error{ErrorCode::Cancelled, file.path(), "measuring the errors was cancelled"};
        auto measured = measure(file, *tensor, scheme, choice, pool);
        if (!measured) return measured.error();
        TensorErrors& errors = measured->errors;
        const std::uint64_t values = tensor->dims[0] * tensor->dims[1];
        bits += errors.bits * static_cast<double>(values);
        map.mean += errors.error;
        if (!map.tensors.empty() && errors.error > map.tensors[map.worst].error) map.worst = map.tensors.size();
        map.tensors.push_back(std::move(errors));
        done += values;
        if (watch.progress) watch.progress(static_cast<double>(done) / static_cast<double>(all));
    }
    if (!matrices.empty()) {
        map.mean /= static_cast<double>(matrices.size());
        map.bits = bits / static_cast<double>(all);
    }
    return map;
}

Result<TensorDetail> tensorDetail(const ModelFile& file, std::string_view name, const Scheme& scheme, ScaleChoice choice) {
    const ModelTensor* tensor = file.tensor(name);
    if (!tensor || !isMatrix(*tensor))
        return Error{ErrorCode::InvalidArgument, shownName(name), "is no matrix of this model"};
    ThreadPool pool(0);
    auto measured = measure(file, *tensor, scheme, choice, pool);
    if (!measured) return measured.error();
    TensorDetail detail;
    detail.errors = std::move(measured->errors);
    const std::vector<float>& values = measured->values;
    const QuantizedMatrix& matrix = measured->matrix;

    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    detail.low = *low;
    detail.high = *high;
    detail.counts.assign(kBins, 0);
    const double width = static_cast<double>(*high) - static_cast<double>(*low);
    for (const float value : values) {
        const double share = width > 0 ? (static_cast<double>(value) - static_cast<double>(*low)) / width : 0;
        ++detail.counts[static_cast<std::size_t>(std::min<double>(kBins - 1, share * kBins))];
    }
    const auto largest = static_cast<std::size_t>(
        std::max_element(values.begin(), values.end(), [](float a, float b) { return std::fabs(a) < std::fabs(b); }) - values.begin());
    const auto cols = static_cast<std::size_t>(matrix.cols);
    detail.levels = matrix.scheme
                        ->levelsOf(matrix.bytes.data(), matrix.rows, matrix.cols, static_cast<int>(largest / cols), static_cast<int>(largest % cols))
                        .values;
    std::vector<float> restored(cols);
    for (int row = 0; row < matrix.rows; ++row) {
        const float* x = values.data() + static_cast<std::size_t>(row) * cols;
        matrix.scheme->decode(matrix.bytes.data(), matrix.rows, matrix.cols, row, restored.data());
        double error = 0, square = 0;
        for (std::size_t i = 0; i < cols; ++i) {
            const double e = static_cast<double>(x[i]) - static_cast<double>(restored[i]);
            error += e * e;
            square += static_cast<double>(x[i]) * static_cast<double>(x[i]);
        }
        detail.worstRows.push_back({row, square > 0 ? std::sqrt(error / square) : 0, largestMagnitude(x, matrix.cols)});
    }
    std::ranges::stable_sort(detail.worstRows, [](const auto& a, const auto& b) { return a.error > b.error; });
    if (detail.worstRows.size() > kWorstRows) detail.worstRows.resize(kWorstRows);
    return detail;
}

}  // namespace gh::quantize
