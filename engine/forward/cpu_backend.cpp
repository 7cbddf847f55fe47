#include "engine/forward/cpu_backend.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <new>

#include "engine/quantize/matrix_values.h"
#include "kernels/formats/packing.h"

namespace gh {
namespace {

// A tile of a memory-bound product: large enough that claiming it costs nothing, small enough to share out evenly.
constexpr std::size_t kTileBytes = std::size_t{96} << 10;
// With many rows a tile is bound by arithmetic; four groups let the kernel keep two in registers.
constexpr int kManyRows = 16;
constexpr int kGroupsOfManyRows = 4;
constexpr int kQuantizeRows = 2 * kernels::kTokenTile;  // rows a task
constexpr int kValuesWorthATask = 16 << 10;  // about 2 µs of a row operation

// Packs groups of a tensor whose rows stand in another order: those of a few groups are brought together first, so that
// no second copy of the whole exists.
void packReordered(const ModelTensor& tensor, const kernels::PackedMatrix& matrix, std::byte* memory, int first,
                   int last) {
    const auto rows = static_cast<std::size_t>(matrix.rows);
    const std::size_t rowBytes = tensor.bytes.size() / rows;
    const std::size_t begin = static_cast<std::size_t>(first) * 16, end = std::min(rows, static_cast<std::size_t>(last) * 16);
    std::vector<std::byte> ordered((end - begin) * rowBytes);
    for (std::size_t row = begin; row < end; ++row)
        std::memcpy(ordered.data() + (row - begin) * rowBytes, tensor.bytes.data() + storedRow(tensor, row) * rowBytes,
                    rowBytes);
    kernels::PackedMatrix part = matrix;
    part.rows = static_cast<int>(end - begin);
    kernels::packGroups(part, ordered.data(), memory + static_cast<std::size_t>(first) * matrix.groupBytes, 0, last - first);
}

}  // namespace

void AlignedFloats::reserve(std::size_t floats) {
    if (floats <= m_size) return;
    std::free(m_data);
    const std::size_t bytes = (floats * sizeof(float) + 63) / 64 * 64;
    m_data = static_cast<float*>(std::aligned_alloc(64, bytes));
    if (!m_data) throw std::bad_alloc();
    std::memset(m_data, 0, bytes);
    m_size = floats;
}

AlignedFloats::~AlignedFloats() { std::free(m_data); }

CpuBackend::CpuBackend(const kernels::KernelTable& kernels, ThreadPool& pool) : m_kernels(kernels), m_pool(pool) {
    m_attentionScratch.resize(static_cast<std::size_t>(pool.threads()));
}

std::unique_ptr<Backend> makeCpuBackend(const kernels::KernelTable& kernels, ThreadPool& pool) {
    return std::make_unique<CpuBackend>(kernels, pool);
}

// ---- buffers and weights ------------------------------------------------------------------------------

Tensor CpuBackend::createTensor(int capacity, int columns) {
    Buffer buffer;
    buffer.cols = columns;
    buffer.capacity = capacity;
    buffer.floats.reserve(static_cast<std::size_t>(capacity) * static_cast<std::size_t>(columns));
    m_tensors.push_back(std::move(buffer));
    return {static_cast<int>(m_tensors.size()) - 1};
}

std::uint64_t CpuBackend::tensorBytes() const {
    std::uint64_t sum = m_quantized.size() + m_quantizedNext.size() + m_partials.size();
    for (const auto& tensor : m_tensors) sum += tensor.floats.size();
    for (const auto& s : m_attentionScratch) sum += s.scores.size() + s.cutOut.size() + s.runOut.size();
    return sum * sizeof(float);
}

template <class Pack>
Result<Linear> CpuBackend::addPacked(kernels::StorageType type, int outputs, int columns, const std::string& name, ActivationMode mode,
                                     Pack pack) {
    Weight weight;
    weight.matrix = kernels::packedLayout(type, outputs, columns);
    weight.int8 = weight.matrix.integer && mode == ActivationMode::Int8;
    std::byte* memory = m_arena.allocate(kernels::packedBytes(weight.matrix));
    if (!memory) {
        return Error{ErrorCode::DoesNotFit, name,
                     "the system gives no memory for " + std::to_string(kernels::packedBytes(weight.matrix)) +
                         " bytes of packed weights; close other programs or open a smaller model"};
    }
    const int groups = weight.matrix.groups();
    const int perTask = std::max<int>(1, static_cast<int>((std::size_t{256} << 10) / weight.matrix.groupBytes));
    m_pool.run(static_cast<std::size_t>((groups + perTask - 1) / perTask), [&](std::size_t task, int) {
        const int first = static_cast<int>(task) * perTask;
        pack(weight.matrix, memory, first, std::min(groups, first + perTask));
    });
    weight.matrix.data = memory;
    m_weights.push_back(weight);
    m_quantizedOf = {};
    if (weight.int8) m_quantized.reserve(kernels::quantizedBytes(kQuantizeRows, columns) / sizeof(float) + 1);
    return Linear{static_cast<int>(m_weights.size()) - 1};
}

Result<Linear> CpuBackend::addLinear(const ModelTensor& tensor, ActivationMode mode) {
    if (const auto own = quantize::ownStored(tensor); own.scheme) return addLinear(own, tensor.name, mode);
    if (auto finite = checkFinite(tensor); !finite) return finite.error();
    return addPacked(static_cast<kernels::StorageType>(tensor.type), quantize::rowsOf(tensor), quantize::colsOf(tensor), tensor.name, mode,
                     [&](const kernels::PackedMatrix& layout, std::byte* memory, int first, int last) {
                         if (tensor.halvedHeads == 0) kernels::packGroups(layout, tensor.bytes.data(), memory, first, last);
                         else packReordered(tensor, layout, memory, first, last);
                     });
}

Result<Linear> CpuBackend::addLinear(const quantize::StoredMatrix& stored, const std::string& name, ActivationMode mode) {
    const auto type = stored.scheme->runsAs(stored.cols);
    const kernels::Format& format = *kernels::findFormat(type);
    const std::size_t rowBytes = static_cast<std::size_t>(stored.cols / format.blockValues) * static_cast<std::size_t>(format.blockBytes);
    std::atomic<bool> finite{true};
    auto added = addPacked(type, stored.rows, stored.cols, name, mode,
                           [&](const kernels::PackedMatrix& layout, std::byte* memory, int first, int last) {
                               kernels::PackedMatrix part = layout;
                               part.rows = std::min(stored.rows, last * kernels::kGroupRows) - first * kernels::kGroupRows;
                               std::vector<std::byte> rows(static_cast<std::size_t>(part.rows) * rowBytes);
                               for (int r = 0; r < part.rows; ++r) {
                                   std::byte* row = rows.data() + static_cast<std::size_t>(r) * rowBytes;
                                   stored.scheme->toBlocks(stored.bytes.data(), stored.rows, stored.cols, first * kernels::kGroupRows + r, row);
                                   if (format.firstNonFinite(row, static_cast<std::size_t>(stored.cols))) finite = false;
                               }
                               kernels::packGroups(part, rows.data(), memory + static_cast<std::size_t>(first) * layout.groupBytes, 0, last - first);
                           });
    if (!finite)
        return Error{ErrorCode::BadFile, "tensor " + name, "has a scale that is not finite (infinity or NaN); the file is damaged"};
    return added;
}

Result<Linear> CpuBackend::addLike(Linear like, const quantize::StoredMatrix& matrix, const std::string& name, ActivationMode mode) {
    auto added = addLinear(matrix, name, mode);
    if (added) m_weights.back().bias = weight(like).bias;
    return added;
}

void CpuBackend::dropNewest() {
    m_arena.giveBack(kernels::packedBytes(m_weights.back().matrix));
    m_weights.pop_back();
}

Result<Vector> CpuBackend::addVector(const ModelTensor& tensor) {
    if (auto finite = checkFinite(tensor); !finite) return finite.error();
    m_vectors.push_back(vectorValues(tensor));
    return Vector{static_cast<int>(m_vectors.size()) - 1};
}

void CpuBackend::setActivations(ActivationMode mode) {
    for (Weight& weight : m_weights) weight.int8 = weight.matrix.integer && mode == ActivationMode::Int8;
    for (Buffer& buffer : m_tensors) buffer.feedsProducts = false;   // found out anew by the next product
    m_quantizedOf = {};
}

std::uint64_t CpuBackend::weightBytes() const {
    std::uint64_t sum = m_arena.allocatedBytes();
    for (const auto& vector : m_vectors) sum += vector.size() * sizeof(float);
    return sum;
}

std::uint64_t CpuBackend::linearBytes(Linear w) const { return kernels::packedBytes(weight(w).matrix); }

float* CpuBackend::row(Tensor t, int r) {
    Buffer& buffer = m_tensors[static_cast<std::size_t>(t.index)];
    return buffer.floats.data() + static_cast<std::size_t>(r) * static_cast<std::size_t>(buffer.cols);
}

// ---- row operations --------------------------------------------------------------------------------------

template <class Body>
void CpuBackend::forRows(int rows, int valuesPerRow, Body body, bool byTokenTiles) {
    int perTask = std::max(1, kValuesWorthATask / std::max(1, valuesPerRow));
    // What two threads quantize then never shares a cache line; but not at the price of idle threads.
    if (byTokenTiles && rows >= 2 * kernels::kTokenTile * m_pool.threads())
        perTask = std::max(1, perTask / kernels::kTokenTile) * kernels::kTokenTile;
    const int tasks = (rows + perTask - 1) / perTask;
    if (tasks <= 1) {
        body(0, rows);
        return;
    }
    m_pool.run(static_cast<std::size_t>(tasks), [&](std::size_t task, int) {
        const int first = static_cast<int>(task) * perTask;
        body(first, std::min(rows, first + perTask));
    });
}

void CpuBackend::embed(Linear table, Batch batch, float scale, Tensor out) {
    const int n = cols(out);
    wrote(out);
    forRows(static_cast<int>(batch.size()), n * 4, [&](int first, int last) {
        for (int r = first; r < last; ++r) {
            kernels::unpackRow(weight(table).matrix, batch[static_cast<std::size_t>(r)].token, row(out, r));
            if (scale != 1.0f) m_kernels.scale(row(out, r), scale, n, row(out, r));
        }
    });
}

void CpuBackend::rmsNorm(Tensor x, Vector w, float eps, int rows, Tensor out) {
    const float* values = m_vectors[static_cast<std::size_t>(w.index)].data();
    const int n = cols(x);
    const bool quantized = quantizesAsWritten(out, rows);
    forRows(rows, n, [&](int first, int last) {
        for (int r = first; r < last; ++r) m_kernels.rmsNorm(row(x, r), values, n, eps, row(out, r));
        if (quantized) quantizeRows(out, first, last, rows);
    }, quantized);
}

void CpuBackend::headNorm(Tensor x, int heads, int headSize, Vector w, float eps, int rows) {
    const float* values = m_vectors[static_cast<std::size_t>(w.index)].data();
    wrote(x);
    forRows(rows, heads * headSize, [&](int first, int last) {
        for (int r = first; r < last; ++r)
            for (int h = 0; h < heads; ++h)
                m_kernels.rmsNorm(row(x, r) + h * headSize, values, headSize, eps, row(x, r) + h * headSize);
    });
}

void CpuBackend::rope(Tensor x, int heads, const LayerConfig& layer, kernels::RopePairs pairs, float scale, Batch batch) {
    std::uint32_t last = 0;
    for (const auto& r : batch) last = std::max(last, r.position);
    m_ropes.ensure(layer, last);
    wrote(x);
    forRows(static_cast<int>(batch.size()), heads * layer.headSize, [&](int first, int end) {
        for (int r = first; r < end; ++r) {
            const float* angles = m_ropes.row(layer, batch[static_cast<std::size_t>(r)].position);
            float* values = row(x, r);
            for (int h = 0; h < heads; ++h) m_kernels.rope(values + h * layer.headSize, layer.rope.dims, angles, pairs);
            if (scale != 1.0f) m_kernels.scale(values, scale, heads * layer.headSize, values);
        }
    });
}

void CpuBackend::gatedActivation(Activation activation, Tensor gate, Tensor up, int rows, Tensor out) {
    const int n = cols(out);
    const auto kernel = activation == Activation::Silu ? m_kernels.siluMul : m_kernels.geluTanhMul;
    const bool quantized = quantizesAsWritten(out, rows);
    forRows(rows, n * 4, [&](int first, int last) {
        for (int r = first; r < last; ++r) kernel(row(gate, r), row(up, r), n, row(out, r));
        if (quantized) quantizeRows(out, first, last, rows);
    }, quantized);
}

void CpuBackend::softCap(Tensor x, float cap, int rows) {
    const int n = cols(x);
    wrote(x);
    forRows(rows, n * 4, [&](int first, int last) {
        for (int r = first; r < last; ++r) m_kernels.softCap(row(x, r), cap, n, row(x, r));
    });
}

void CpuBackend::add(Tensor a, Tensor b, int rows, Tensor out) {
    const int n = cols(out);
    wrote(out);
    forRows(rows, n, [&](int first, int last) {
        for (int r = first; r < last; ++r) m_kernels.add(row(a, r), row(b, r), n, row(out, r));
    });
}

void CpuBackend::gatherRows(Tensor x, std::span<const int> rows, Tensor out) {
    const auto bytes = static_cast<std::size_t>(cols(x)) * sizeof(float);
    wrote(out);
    for (std::size_t i = 0; i < rows.size(); ++i) std::memmove(row(out, static_cast<int>(i)), row(x, rows[i]), bytes);
}

void CpuBackend::read(Tensor x, int first, int count, float* host) {
    std::memcpy(host, row(x, first), static_cast<std::size_t>(count) * static_cast<std::size_t>(cols(x)) * sizeof(float));
}

void CpuBackend::write(Tensor x, int first, int count, const float* host) {
    wrote(x);
    std::memcpy(row(x, first), host, static_cast<std::size_t>(count) * static_cast<std::size_t>(cols(x)) * sizeof(float));
}

// ---- matrix products ----------------------------------------------------------------------------------------

bool CpuBackend::quantizesAsWritten(Tensor out, int rows) {
    wrote(out);
    if (!m_tensors[static_cast<std::size_t>(out.index)].feedsProducts || rows == 0) return false;
    m_quantized.reserve(kernels::quantizedBytes(rows, cols(out)) / sizeof(float) + 1);
    m_quantizedOf = out;
    m_quantizedRows = rows;
    return true;
}

void CpuBackend::quantizeRows(Tensor x, int first, int last, int rows) {
    const int n = cols(x);
    m_kernels.quantizeRows(row(x, 0), n, first, last, rows, n, reinterpret_cast<std::byte*>(m_quantized.data()));
}

void CpuBackend::quantize(Tensor x, int rows) {
    if (m_quantizedOf.index == x.index && m_quantizedRows == rows) return;
    quantizesAsWritten(x, rows);
    if (rows <= kQuantizeRows) return quantizeRows(x, 0, rows, rows);
    m_pool.run(static_cast<std::size_t>((rows + kQuantizeRows - 1) / kQuantizeRows), [&](std::size_t task, int) {
        const int first = static_cast<int>(task) * kQuantizeRows;
        quantizeRows(x, first, std::min(rows, first + kQuantizeRows), rows);
    });
}

void CpuBackend::quantizeForProduct(Tensor x, int rows) {
    m_tensors[static_cast<std::size_t>(x.index)].feedsProducts = true;
    quantize(x, rows);
}

void CpuBackend::multiply(const LinearJob& job, Tensor x, int rows, int firstGroup, int lastGroup) {
    const Weight& w = weight(job.weight);
    const auto stride = static_cast<std::ptrdiff_t>(cols(job.out));
    if (w.int8)
        m_kernels.matmulInt8(w.matrix, firstGroup, lastGroup, reinterpret_cast<const std::byte*>(m_quantized.data()), rows, 0,
                             rows, row(job.out, 0), stride);
    else
        m_kernels.matmulF32(w.matrix, firstGroup, lastGroup, row(x, 0), cols(x), 0, rows, row(job.out, 0), stride);
    if (w.bias.index < 0) return;
    const float* bias = m_vectors[static_cast<std::size_t>(w.bias.index)].data();
    const int from = 16 * firstGroup, count = std::min(w.matrix.rows, 16 * lastGroup) - from;
    for (int r = 0; r < rows; ++r) m_kernels.add(row(job.out, r) + from, bias + from, count, row(job.out, r) + from);
}

void CpuBackend::linear(std::span<const LinearJob> jobs, Tensor x, int rows) {
    if (rows == 0) return;
    if (std::any_of(jobs.begin(), jobs.end(), [&](const LinearJob& job) { return weight(job.weight).int8; }))
        quantizeForProduct(x, rows);
    for (const LinearJob& job : jobs) wrote(job.out);

    // One parallel region for all jobs: the tiles of the jobs stand one after another.
    constexpr std::size_t kMaxJobs = 8;
    struct Tiles { int groupsPerTile; std::size_t end; } tiles[kMaxJobs];
    std::size_t total = 0;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        const auto& m = weight(jobs[j].weight).matrix;
        int perTile = static_cast<int>(std::max<std::size_t>(1, kTileBytes / m.groupBytes));
        if (rows >= kManyRows) perTile = std::min(perTile, kGroupsOfManyRows);
        // At least a few tiles a thread, or the last one is waited for.
        perTile = std::max(1, std::min(perTile, m.groups() / (3 * m_pool.threads())));
        if (rows >= kManyRows && perTile > 1) perTile &= ~1;   // kernels take groups two by two
        total += static_cast<std::size_t>((m.groups() + perTile - 1) / perTile);
        tiles[j] = {perTile, total};
    }
    m_pool.run(total, [&](std::size_t tile, int) {
        std::size_t j = 0;
        while (tile >= tiles[j].end) ++j;
        const std::size_t begin = j ? tiles[j - 1].end : 0;
        const int first = static_cast<int>(tile - begin) * tiles[j].groupsPerTile;
        multiply(jobs[j], x, rows, first, std::min(weight(jobs[j].weight).matrix.groups(), first + tiles[j].groupsPerTile));
    });
}

// Few rows: whoever has both products of some outputs makes of them what comes next, and nobody waits for it. Many rows
// keep all threads busy by themselves.
void CpuBackend::gatedLinear(Activation activation, LinearJob gate, LinearJob up, Tensor x, int rows, Tensor out) {
    constexpr int kBlockGroups = kernels::kBlockInputs / 16;   // what is quantized together
    const int groups = weight(gate.weight).matrix.groups();
    if (rows > kernels::kTokenTile || cols(out) % kernels::kBlockInputs != 0 || weight(up.weight).matrix.groups() != groups)
        return Backend::gatedLinear(activation, gate, up, x, rows, out);
    if (rows == 0) return;
    if (weight(gate.weight).int8 || weight(up.weight).int8) quantizeForProduct(x, rows);
    for (const LinearJob& job : {gate, up}) wrote(job.out);
    wrote(out);
    const int n = cols(out);
    const bool quantized = m_tensors[static_cast<std::size_t>(out.index)].feedsProducts;
    if (quantized) m_quantizedNext.reserve(kernels::quantizedBytes(rows, n) / sizeof(float) + 1);
    const auto kernel = activation == Activation::Silu ? m_kernels.siluMul : m_kernels.geluTanhMul;
    const std::size_t pairBytes = weight(gate.weight).matrix.groupBytes + weight(up.weight).matrix.groupBytes;
    int perTile = std::min(static_cast<int>(2 * kTileBytes / pairBytes), groups / (3 * m_pool.threads()));
    perTile = std::max(kBlockGroups, perTile / kBlockGroups * kBlockGroups);
    m_pool.run(static_cast<std::size_t>((groups + perTile - 1) / perTile), [&](std::size_t tile, int) {
        const int first = static_cast<int>(tile) * perTile, last = std::min(groups, first + perTile);
        multiply(gate, x, rows, first, last);
        multiply(up, x, rows, first, last);
        const int from = 16 * first, count = std::min(n, 16 * last) - from;
        for (int r = 0; r < rows; ++r) kernel(row(gate.out, r) + from, row(up.out, r) + from, count, row(out, r) + from);
        // One token tile: its blocks stand one after another.
        if (quantized)
            m_kernels.quantizeRows(row(out, 0) + from, n, 0, rows, rows, count,
                                   reinterpret_cast<std::byte*>(m_quantizedNext.data()) + kernels::quantizedBytes(rows, from));
    });
    if (!quantized) return;
    m_quantized.swap(m_quantizedNext);
    m_quantizedOf = out;
    m_quantizedRows = rows;
}

// ---- time -----------------------------------------------------------------------------------------------

Marker CpuBackend::mark() {
    m_markers.push_back(std::chrono::steady_clock::now());
    return {static_cast<int>(m_markers.size()) - 1};
}

double CpuBackend::seconds(Marker from, Marker to) {
    const auto a = m_markers[static_cast<std::size_t>(from.index)], b = m_markers[static_cast<std::size_t>(to.index)];
    return std::chrono::duration<double>(b - a).count();
}

}  // namespace gh
