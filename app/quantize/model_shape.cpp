#include "app/quantize/model_shape.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "engine/quantize/scheme.h"
#include "kernels/formats/format.h"

namespace gh::app {

namespace {

constexpr std::uint64_t kMostSide = 1ull << 31;   // of a matrix

}  // namespace

Result<ModelShape> readShape(const std::string& path) {
    auto file = openModelFile(path);
    if (!file) return file.error();
    ModelShape shape;
    shape.file = std::move(*file);
    for (const ModelTensor& tensor : shape.file->tensors()) {
        if (tensor.dims.size() != 2 || tensor.dims[1] < 2 || tensor.dims[0] >= kMostSide || tensor.dims[1] >= kMostSide) continue;
        const kernels::Format* format = kernels::findFormat(tensor.type);
        const quantize::Scheme* own = format ? nullptr : quantize::schemeOfType(tensor.type);
        shape.matrices.push_back({tensor.name, format ? format->name : own ? own->title : "", int(tensor.dims[1]), int(tensor.dims[0]), tensor.bytes.size()});
    }
    return shape;
}

widgets::AssignmentFacts assign(const ModelShape& shape, const quantize::WeightRules& rules) {
    widgets::AssignmentFacts made;
    // Each rule by itself: then one that cannot be read is known, and so is the one that decides.
    std::vector<std::optional<quantize::RuleSet>> alone;
    for (const quantize::Rule& rule : rules.rules) {
        // Whatever scheme it gives, here only the expression is asked.
        auto set = quantize::RuleSet::compile({{{rule.pattern, "f32"}}, rules.scales});
        const bool known = rule.scheme == quantize::kAsStored || quantize::findScheme(rule.scheme);
        made.troubles.push_back(!set ? QString::fromStdString(set.error().detail) : QString());
        if (set && known) alone.emplace_back(std::move(*set));
        else alone.emplace_back();
        made.decides.push_back(0);
    }
    std::uint64_t weights = 0;
    std::map<std::pair<QString, QString>, int> fallbacks;
    std::set<QString> own;
    for (const ModelShape::Matrix& matrix : shape.matrices) {
        widgets::AssignmentFacts::Tensor tensor{QString::fromStdString(matrix.name), {}, -1};
        for (std::size_t i = alone.size(); i-- > 0 && tensor.rule < 0;)
            if (alone[i] && alone[i]->schemeFor(matrix.name)) tensor.rule = int(i);
        std::uint64_t bytes = matrix.bytes;
        if (tensor.rule >= 0) {
            const quantize::Rule& rule = rules.rules[std::size_t(tensor.rule)];
            ++made.decides[std::size_t(tensor.rule)];
            if (const quantize::Scheme* asked = rule.scheme == quantize::kAsStored ? nullptr : quantize::findScheme(rule.scheme)) {
                tensor.scheme = QString::fromStdString(rule.scheme);
                const quantize::Scheme* scheme = quantize::fittingScheme(*asked, matrix.cols).scheme;
                if (scheme != asked) ++fallbacks[{tensor.scheme, QString::fromUtf8(scheme->title)}];
                bytes = scheme->bytes(matrix.rows, matrix.cols);
                if (!scheme->gguf) own.insert(tensor.scheme);
            }
        }
        // Embedding and head are counted where a rule reaches them: what is told is of what can be chosen.
        if (tensor.rule >= 0 || matrix.name.starts_with("blk.")) {
            made.bytes += bytes;
            weights += std::uint64_t(matrix.rows) * std::uint64_t(matrix.cols);
        }
        made.tensors.push_back(std::move(tensor));
    }
    made.bits = weights > 0 ? 8.0 * double(made.bytes) / double(weights) : 0;
    for (const auto& [names, count] : fallbacks) made.fallbacks.push_back({names.first, names.second, count});
    for (const QString& name : own) made.ownTypes << name;
    return made;
}

widgets::ErrorMapFacts mixedMap(const ModelShape& shape, const widgets::AssignmentFacts& assignment, const std::vector<widgets::ErrorMapPtr>& maps) {
    widgets::ErrorMapFacts made;
    made.scheme = widgets::kDraft;
    std::map<QString, QString> schemeOf;
    for (const widgets::AssignmentFacts::Tensor& tensor : assignment.tensors) schemeOf[tensor.name] = tensor.scheme;
    std::map<QString, double> storedBits;
    for (const ModelShape::Matrix& matrix : shape.matrices)
        storedBits[QString::fromStdString(matrix.name)] = 8.0 * double(matrix.bytes) / (double(matrix.rows) * matrix.cols);
    double sum = 0, bits = 0, weights = 0;
    for (std::size_t i = 0; i < maps.front()->tensors.size(); ++i) {
        widgets::TensorFacts tensor = maps.front()->tensors[i];
        const QString scheme = schemeOf[tensor.name];
        if (scheme.isEmpty()) {
            tensor.error = 0;
            tensor.levelsUsed = 0;
            tensor.bits = storedBits[tensor.name];
            tensor.scheme.clear();
        } else {
            for (const widgets::ErrorMapPtr& map : maps)
                if (map->scheme == scheme && i < map->tensors.size()) tensor = map->tensors[i];
        }
        const double count = double(tensor.rows) * tensor.cols;
        sum += tensor.error, bits += tensor.bits * count, weights += count;
        if (made.worst < 0 || tensor.error > made.tensors[std::size_t(made.worst)].error) made.worst = int(made.tensors.size());
        made.tensors.push_back(std::move(tensor));
    }
    made.mean = made.tensors.empty() ? 0 : sum / double(made.tensors.size());
    made.bits = weights > 0 ? bits / weights : 0;
    return made;
}

}  // namespace gh::app
