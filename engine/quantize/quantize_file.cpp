#include "engine/quantize/quantize_file.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include "engine/base/thread_pool.h"
#include "engine/model/gguf_reader.h"
#include "engine/model/gguf_writer.h"
#include "engine/model/model_config.h"
#include "engine/quantize/matrix_values.h"

namespace gh::quantize {
namespace {

namespace fs = std::filesystem;
using kernels::StorageType;

constexpr std::uint64_t kAlignment = 32;
constexpr const char* kFileType = "general.file_type";
constexpr const char* kQuantVersion = "general.quantization_version";

// Numbers of general.file_type for a file of this one type, and for a mix of which most is of it (ggml project).
struct MixNumber {
    StorageType type;
    std::uint32_t uniform, mix;
};
constexpr MixNumber kMixes[] = {
    {StorageType::F32, 0, 0},     {StorageType::F16, 1, 1},     {StorageType::Q4_0, 2, 2},      {StorageType::Q4_1, 3, 3},
    {StorageType::Q8_0, 7, 7},    {StorageType::Q5_0, 8, 8},    {StorageType::Q5_1, 9, 9},      {StorageType::Q2_K, 10, 10},
    {StorageType::Q3_K, 11, 12},  {StorageType::Q4_K, 14, 15},  {StorageType::Q5_K, 16, 17},    {StorageType::Q6_K, 18, 18},
    {StorageType::IQ4_NL, 25, 25}, {StorageType::IQ4_XS, 30, 30}, {StorageType::BF16, 32, 32},
};

// What one tensor becomes.
struct Plan {
    const ModelTensor* tensor;
    const Scheme* scheme = nullptr;   // null: as stored, or as floats
    bool asFloats = false;            // a vector that the container stores otherwise than GGUF
    std::uint32_t type = 0;
    std::uint64_t bytes = 0;
    std::string note;
};

std::uint64_t valuesOf(const ModelTensor& tensor) {
    std::uint64_t values = 1;
    for (const std::uint64_t extent : tensor.dims) values *= extent;
    return values;
}

Plan planOf(const ModelTensor& tensor, const RuleSet& rules, const WriteOptions& options, bool fromGguf) {
    Plan plan{&tensor, nullptr, false, tensor.type, tensor.bytes.size(), {}};
    if (!isMatrix(tensor)) {
        plan.asFloats = tensor.plus != 0 || tensor.halvedHeads > 0 || (!fromGguf && tensor.dims.size() < 2);
        if (plan.asFloats) {
            plan.type = static_cast<std::uint32_t>(StorageType::F32);
            plan.bytes = valuesOf(tensor) * sizeof(float);
        }
        return plan;
    }
    FittingScheme fit = schemeForTensor(rules, tensor);
    if (fit.scheme && options.nearestGguf && !fit.scheme->gguf) {
        const Scheme& asked = *fit.scheme;
        fit = fittingScheme(*findScheme(asked.nearest), colsOf(tensor));
        plan.note = std::string(asked.title) + " has no GGUF type: " + fit.scheme->title;
    }
    if (!fit.note.empty()) plan.note = fit.note;
    plan.scheme = fit.scheme;
    if (!fit.scheme) return plan;
    plan.type = fit.scheme->fileType;
    plan.bytes = fit.scheme->bytes(rowsOf(tensor), colsOf(tensor));
    return plan;
}

// Rows that the container keeps in another order, in GGUF's.
std::vector<std::byte> reordered(const ModelTensor& tensor) {
    const auto rows = static_cast<std::size_t>(rowsOf(tensor));
    const std::size_t rowBytes = tensor.bytes.size() / rows;
    std::vector<std::byte> bytes(tensor.bytes.size());
    for (std::size_t row = 0; row < rows; ++row)
        std::memcpy(bytes.data() + row * rowBytes, tensor.bytes.data() + storedRow(tensor, row) * rowBytes, rowBytes);
    return bytes;
}

// The number for general.file_type; nothing where most weights are of a type that has none.
std::optional<std::uint32_t> fileTypeOf(const std::vector<Plan>& plans) {
    std::map<std::uint32_t, std::uint64_t> weights;
    for (const Plan& plan : plans)
        if (isMatrix(*plan.tensor) && plan.tensor->name.starts_with("blk.")) weights[plan.type] += valuesOf(*plan.tensor);
    const auto most = std::ranges::max_element(weights, {}, [](const auto& entry) { return entry.second; });
    if (most == weights.end()) return std::nullopt;
    const auto* mix = std::ranges::find(kMixes, most->first, [](const MixNumber& m) { return static_cast<std::uint32_t>(m.type); });
    if (mix == std::end(kMixes)) return std::nullopt;
    return weights.size() == 1 ? mix->uniform : mix->mix;
}

Result<void> differs(const ModelFile& file, const std::string& from, const std::string& to) {
    std::error_code problem;
    std::vector<std::string> inputs{from};
    for (const ModelPart& part : file.parts()) inputs.push_back(part.path);
    for (const std::string& input : inputs)
        if (fs::equivalent(input, to, problem))
            return Error{ErrorCode::InvalidArgument, to, "is the model that is read; choose another name to write to"};
    return {};
}

Result<void> writeOne(const Plan& plan, const RuleSet& rules, ThreadPool& pool, GgufFileWriter& writer) {
    const ModelTensor& tensor = *plan.tensor;
    if (!ownStored(tensor).scheme)
        if (auto finite = checkFinite(tensor); !finite) return finite;
    if (plan.scheme) {
        auto matrix = quantizeTensor(tensor, *plan.scheme, rules.scales(), &pool);
        if (!matrix) return matrix.error();
        return writer.writeTensor(matrix->bytes);
    }
    if (plan.asFloats) {
        const std::vector<float> values = tensor.dims.size() > 1 ? decodeMatrix(tensor, &pool) : vectorValues(tensor);
        return writer.writeTensor(std::as_bytes(std::span(values)));
    }
    if (tensor.halvedHeads > 0) return writer.writeTensor(reordered(tensor));
    return writer.writeTensor(tensor.bytes);
}

}  // namespace

Result<WrittenFile> quantizeFile(const std::string& from, const std::string& to, const WriteOptions& options, const Watch& watch) {
    auto rules = RuleSet::compile(options.rules);
    if (!rules) return rules.error();
    auto checked = openModel(from);
    if (!checked) return checked.error();
    const ModelFile& file = *checked->file;
    if (auto other = differs(file, from, to); !other) return other.error();

    std::set<std::string, std::less<>> fused;
    for (const ModelTensor* tensor : checked->tensors)
        if (!tensor->partOf.empty()) fused.insert(tensor->partOf);
    WrittenFile written;
    std::vector<Plan> plans;
    std::uint64_t all = 0, matrixWeights = 0, matrixBytes = 0;
    for (const ModelTensor& tensor : file.tensors()) {
        if (!kernels::findFormat(tensor.type) && !ownStored(tensor).scheme)
            return Error{ErrorCode::Unsupported, "tensor " + shownName(tensor.name),
                         "is stored as " + storedTypeName(tensor.type) + ", a type that is not supported"};
        Plan plan = planOf(tensor, *rules, options, file.container() == "GGUF");
        if (plan.scheme && !storedByRows(*plan.scheme) && fused.contains(tensor.name))
            return Error{ErrorCode::InvalidArgument, "tensor " + shownName(tensor.name),
                         std::string("holds several matrices in one, of which ") + plan.scheme->title +
                             " would share a scale; choose a scheme with scales of rows or groups for it"};
        if (plan.scheme && !plan.scheme->gguf && std::ranges::find(written.ownTypes, plan.scheme->title) == written.ownTypes.end())
            written.ownTypes.push_back(plan.scheme->title);
        if (isMatrix(tensor)) {
            matrixWeights += valuesOf(tensor);
            matrixBytes += plan.bytes;
        }
        written.tensors.push_back({tensor.name, storedTypeName(tensor.type), storedTypeName(plan.type), plan.note, plan.bytes});
        all += plan.bytes;
        plans.push_back(std::move(plan));
    }
    if (matrixWeights > 0) written.bits = 8.0 * static_cast<double>(matrixBytes) / static_cast<double>(matrixWeights);

    GgufFileWriter writer(file.alignment() > 0 ? file.alignment() : kAlignment);
    for (const auto& [key, value] : file.values())
        if (!key.starts_with("split.") && key != kFileType && key != kQuantVersion) writer.addValue(key, value);
    if (const auto number = fileTypeOf(plans)) writer.addInteger(kFileType, *number);
    writer.addInteger(kQuantVersion, 2);
    for (const Plan& plan : plans) writer.addTensor(plan.tensor->name, plan.tensor->dims, plan.type, plan.bytes);
    if (auto begun = writer.begin(to); !begun) return begun.error();
    ThreadPool pool(options.threads);
    std::uint64_t done = 0;
    for (const Plan& plan : plans) {
        if (watch.cancelled && watch.cancelled()) return Error{ErrorCode::Cancelled, to, "writing was cancelled; nothing was left behind"};
        if (auto one = writeOne(plan, *rules, pool, writer); !one) return one.error();
        file.dropPages(*plan.tensor);
        done += plan.bytes;
        if (watch.progress) watch.progress(static_cast<double>(done) / static_cast<double>(all));
    }
    auto bytes = writer.finish();
    if (!bytes) return bytes.error();
    written.bytes = *bytes;
    return written;
}

}  // namespace gh::quantize
