#include "tests/engine/forward/reference_backend.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/formats/format.h"

namespace gh::test {

namespace {

// To the nearest F16, ties to even, by arithmetic: 11 significant bits, none below 2^-24, overflow to infinity.
double roundToF16(double value) {
    if (value == 0 || !std::isfinite(value)) return value;
    int exponent = 0;
    std::frexp(value, &exponent);
    const double unit = std::ldexp(1.0, std::max(exponent - 11, -24));
    const double rounded = std::nearbyint(value / unit) * unit;
    return std::fabs(rounded) >= 65536.0 ? std::copysign(HUGE_VAL, value) : rounded;
}

// What the cache keeps of a row of heads.
void roundRow(std::vector<double>& row, kernels::KvType type) {
    for (double& value : row) value = static_cast<double>(static_cast<float>(value));
    const kernels::Format* format = nullptr;
    for (const kernels::Format& f : kernels::formatList())
        if (f.name == std::string_view(kernels::kvType(type).name)) format = &f;
    if (type == kernels::KvType::F32) return;
    if (format->blockValues == 1) {
        for (double& value : row) value = roundToF16(value);
        return;
    }
    std::vector<float> floats(row.begin(), row.end());
    std::vector<std::byte> blocks(row.size() / static_cast<std::size_t>(format->blockValues) * static_cast<std::size_t>(format->blockBytes));
    format->encode(floats.data(), floats.size(), blocks.data());
    format->decode(blocks.data(), floats.size(), floats.data());
    row.assign(floats.begin(), floats.end());
}

// What a product with int8 activations sees of x: per 32-block, scale max|x| / 127, round half to even.
std::vector<double> throughInt8(const double* x, int n) {
    std::vector<double> out(static_cast<std::size_t>(n));
    for (int block = 0; block < n; block += 32) {
        float largest = 0;
        for (int i = block; i < block + 32; ++i) largest = std::max(largest, std::fabs(static_cast<float>(x[i])));
        const float scale = largest / 127.0f;
        for (int i = block; i < block + 32; ++i) {
            const float q = scale == 0 ? 0 : std::nearbyint(static_cast<float>(x[i]) / scale);
            out[static_cast<std::size_t>(i)] =
                static_cast<double>(std::clamp(q, -127.0f, 127.0f)) * static_cast<double>(scale);
        }
    }
    return out;
}

}  // namespace

Tensor ReferenceBackend::createTensor(int capacity, int columns) {
    m_tensors.push_back({columns, std::vector<double>(static_cast<std::size_t>(capacity) * static_cast<std::size_t>(columns))});
    return {static_cast<int>(m_tensors.size()) - 1};
}

std::uint64_t ReferenceBackend::tensorBytes() const {
    std::uint64_t sum = 0;
    for (const Buffer& buffer : m_tensors) sum += buffer.values.size() * sizeof(double);
    return sum;
}

Result<Linear> ReferenceBackend::addLinear(const ModelTensor& tensor, ActivationMode mode) {
    const kernels::Format* format = kernels::findFormat(tensor.type);
    if (format == nullptr) return Error{ErrorCode::Unsupported, tensor.name, "storage type"};
    Matrix m;
    m.cols = static_cast<int>(tensor.dims[0]);
    m.rows = static_cast<int>(tensor.dims[1]);
    m.values.resize(static_cast<std::size_t>(m.rows) * static_cast<std::size_t>(m.cols));
    const std::size_t rowBytes = tensor.bytes.size() / static_cast<std::size_t>(m.rows), cols = tensor.dims[0];
    for (std::size_t row = 0; row < static_cast<std::size_t>(m.rows); ++row)
        format->decode(tensor.bytes.data() + storedRow(tensor, row) * rowBytes, cols, m.values.data() + row * cols);
    m.integer = format->integer && m.cols % 32 == 0;
    m.int8 = mode == ActivationMode::Int8 && m.integer;
    m_matrices.push_back(std::move(m));
    return Linear{static_cast<int>(m_matrices.size()) - 1};
}

Result<Linear> ReferenceBackend::addLinear(const quantize::StoredMatrix& stored, const std::string&, ActivationMode mode) {
    Matrix m;
    m.cols = stored.cols;
    m.rows = stored.rows;
    m.values.resize(static_cast<std::size_t>(m.rows) * static_cast<std::size_t>(m.cols));
    for (int row = 0; row < m.rows; ++row)
        stored.scheme->decode(stored.bytes.data(), m.rows, m.cols, row, m.values.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(m.cols));
    m.int8 = mode == ActivationMode::Int8 && kernels::findFormat(stored.scheme->runsAs(m.cols))->integer;
    m_matrices.push_back(std::move(m));
    return Linear{static_cast<int>(m_matrices.size()) - 1};
}

Result<Vector> ReferenceBackend::addVector(const ModelTensor& tensor) {
    m_vectors.push_back(vectorValues(tensor));
    return Vector{static_cast<int>(m_vectors.size()) - 1};
}

std::uint64_t ReferenceBackend::weightBytes() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < m_matrices.size(); ++i) sum += linearBytes(Linear{static_cast<int>(i)});
    return sum;
}

std::uint64_t ReferenceBackend::linearBytes(Linear weight) const {
    return m_matrices[static_cast<std::size_t>(weight.index)].values.size() * sizeof(float);
}

void ReferenceBackend::embed(Linear table, Batch batch, float scale, Tensor out) {
    const Matrix& m = m_matrices[static_cast<std::size_t>(table.index)];
    for (std::size_t r = 0; r < batch.size(); ++r)
        for (int i = 0; i < m.cols; ++i)
            row(out, static_cast<int>(r))[i] =
                static_cast<double>(m.values[static_cast<std::size_t>(batch[r].token * m.cols + i)]) * static_cast<double>(scale);
}

void ReferenceBackend::rmsNorm(Tensor x, Vector weight, float eps, int rows, Tensor out) {
    const auto& w = m_vectors[static_cast<std::size_t>(weight.index)];
    const int n = cols(x);
    for (int r = 0; r < rows; ++r) {
        double squares = 0;
        for (int i = 0; i < n; ++i) squares += row(x, r)[i] * row(x, r)[i];
        const double root = std::sqrt(squares / n + static_cast<double>(eps));
        for (int i = 0; i < n; ++i) row(out, r)[i] = row(x, r)[i] / root * static_cast<double>(w[static_cast<std::size_t>(i)]);
    }
}

void ReferenceBackend::headNorm(Tensor x, int heads, int headSize, Vector weight, float eps, int rows) {
    const auto& w = m_vectors[static_cast<std::size_t>(weight.index)];
    for (int r = 0; r < rows; ++r)
        for (int h = 0; h < heads; ++h) {
            double* head = row(x, r) + h * headSize;
            double squares = 0;
            for (int i = 0; i < headSize; ++i) squares += head[i] * head[i];
            const double root = std::sqrt(squares / headSize + static_cast<double>(eps));
            for (int i = 0; i < headSize; ++i) head[i] = head[i] / root * static_cast<double>(w[static_cast<std::size_t>(i)]);
        }
}

void ReferenceBackend::linear(std::span<const LinearJob> jobs, Tensor x, int rows) {
    for (const LinearJob& job : jobs) {
        const Matrix& m = m_matrices[static_cast<std::size_t>(job.weight.index)];
        for (int r = 0; r < rows; ++r) {
            std::vector<double> input(row(x, r), row(x, r) + m.cols);
            if (m.int8) input = throughInt8(row(x, r), m.cols);
            for (int o = 0; o < m.rows; ++o) {
                double sum = 0;
                if (m.bias.index >= 0) sum = static_cast<double>(m_vectors[static_cast<std::size_t>(m.bias.index)][static_cast<std::size_t>(o)]);
                for (int i = 0; i < m.cols; ++i, ++m_macs)
                    sum += static_cast<double>(m.values[static_cast<std::size_t>(o * m.cols + i)]) * input[static_cast<std::size_t>(i)];
                row(job.out, r)[o] = sum;
            }
        }
    }
}

void ReferenceBackend::rope(Tensor x, int heads, const LayerConfig& layer, kernels::RopePairs pairs, float scale, Batch batch) {
    const RopeConfig& rope = layer.rope;
    const int half = rope.dims / 2;
    for (std::size_t r = 0; r < batch.size(); ++r)
        for (int h = 0; h < heads; ++h) {
            double* head = row(x, static_cast<int>(r)) + h * layer.headSize;
            for (int i = 0; i < half; ++i) {
                const double frequency = std::pow(rope.base, -2.0 * i / rope.dims);
                const double divisor = rope.divisors.empty() ? 1.0 : rope.divisors[static_cast<std::size_t>(i)];
                const double angle = static_cast<double>(batch[r].position) * frequency / rope.scale / divisor;
                double& a = pairs == kernels::RopePairs::Adjacent ? head[2 * i] : head[i];
                double& b = pairs == kernels::RopePairs::Adjacent ? head[2 * i + 1] : head[i + half];
                const double x0 = a * rope.magnitude, x1 = b * rope.magnitude;
                a = x0 * std::cos(angle) - x1 * std::sin(angle);
                b = x0 * std::sin(angle) + x1 * std::cos(angle);
            }
            for (int i = 0; i < layer.headSize; ++i) head[i] *= static_cast<double>(scale);
        }
}

void ReferenceBackend::appendKv(Tensor k, Tensor v, const AttentionShape& shape, Batch batch) {
    const int n = shape.kvHeads * shape.headSize;
    for (std::size_t r = 0; r < batch.size(); ++r) {
        const auto place = batch[r].cache->pools().ofLayer[static_cast<std::size_t>(shape.layer)];
        const kernels::KvTypes types = batch[r].cache->pools().groups[static_cast<std::size_t>(place.group)]->types();
        Stored& stored = m_cache[{batch[r].cache, shape.layer}][batch[r].position];
        stored.k.assign(row(k, static_cast<int>(r)), row(k, static_cast<int>(r)) + n);
        stored.v.assign(row(v, static_cast<int>(r)), row(v, static_cast<int>(r)) + n);
        roundRow(stored.k, types.k);
        roundRow(stored.v, types.v);
    }
}

void ReferenceBackend::attention(Tensor q, const AttentionShape& shape, Batch batch, Tensor out) {
    const int group = shape.heads / shape.kvHeads;
    for (std::size_t r = 0; r < batch.size(); ++r) {
        const LayerCache& cache = m_cache.at({batch[r].cache, shape.layer});
        const auto position = batch[r].position;
        const auto window = static_cast<std::uint32_t>(shape.window);
        const std::uint32_t first = window > 0 && position + 1 > window ? position + 1 - window : 0;
        for (int h = 0; h < shape.heads; ++h) {
            const double* query = row(q, static_cast<int>(r)) + h * shape.headSize;
            const int kv = h / group * shape.headSize;
            std::vector<double> score;
            for (std::uint32_t t = first; t <= position; ++t) {
                double dot = 0;
                for (int i = 0; i < shape.headSize; ++i, ++m_macs) dot += query[i] * cache.at(t).k[static_cast<std::size_t>(kv + i)];
                const auto cap = static_cast<double>(shape.cap);
                score.push_back(cap > 0 ? cap * std::tanh(dot / cap) : dot);
            }
            const double max = *std::max_element(score.begin(), score.end());
            double sum = 0;
            for (double& s : score) sum += s = std::exp(s - max);
            double* to = row(out, static_cast<int>(r)) + h * shape.headSize;
            std::fill(to, to + shape.headSize, 0.0);
            for (std::uint32_t t = first; t <= position; ++t)
                for (int i = 0; i < shape.headSize; ++i, ++m_macs)
                    to[i] += score[t - first] / sum * cache.at(t).v[static_cast<std::size_t>(kv + i)];
        }
    }
}

void ReferenceBackend::gatedActivation(Activation activation, Tensor gate, Tensor up, int rows, Tensor out) {
    const double kRoot = std::sqrt(2.0 / std::acos(-1.0));
    for (int r = 0; r < rows; ++r)
        for (int i = 0; i < cols(out); ++i) {
            const double g = row(gate, r)[i];
            const double active = activation == Activation::Silu
                                      ? g / (1 + std::exp(-g))
                                      : 0.5 * g * (1 + std::tanh(kRoot * (g + 0.044715 * g * g * g)));
            row(out, r)[i] = active * row(up, r)[i];
        }
}

void ReferenceBackend::softCap(Tensor x, float cap, int rows) {
    for (int r = 0; r < rows; ++r)
        for (int i = 0; i < cols(x); ++i)
            row(x, r)[i] = static_cast<double>(cap) * std::tanh(row(x, r)[i] / static_cast<double>(cap));
}

void ReferenceBackend::add(Tensor a, Tensor b, int rows, Tensor out) {
    for (int r = 0; r < rows; ++r)
        for (int i = 0; i < cols(out); ++i) row(out, r)[i] = row(a, r)[i] + row(b, r)[i];
}

void ReferenceBackend::gatherRows(Tensor x, std::span<const int> rows, Tensor out) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        std::copy(row(x, rows[i]), row(x, rows[i]) + cols(x), row(out, static_cast<int>(i)));
}

void ReferenceBackend::read(Tensor x, int first, int count, float* host) {
    for (int r = 0; r < count; ++r)
        for (int i = 0; i < cols(x); ++i) *host++ = static_cast<float>(row(x, first + r)[i]);
}

void ReferenceBackend::write(Tensor x, int first, int count, const float* host) {
    for (int r = 0; r < count; ++r)
        for (int i = 0; i < cols(x); ++i) row(x, first + r)[i] = static_cast<double>(*host++);
}

}  // namespace gh::test
