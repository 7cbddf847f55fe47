#include <algorithm>
#include <unordered_set>

#include "engine/model/gguf_reader.h"
#include "engine/model/model_config.h"
#include "engine/quantize/matrix_values.h"

namespace gh {
namespace {

std::string familyNames() {
    std::string names;
    for (const auto& architecture : architectureList())
        names += (names.empty() ? "" : ", ") + std::string(architecture.name);
    return names;
}

std::string unsupportedType(std::uint32_t type) {
    std::string names;
    for (const auto& format : kernels::formatList()) names += (names.empty() ? "" : ", ") + std::string(format.name);
    return "is stored as " + std::string(kernels::storageTypeName(type)) +
           ", a type that is not supported; get the same model with one of " + names + ", or convert it to one";
}

std::string bracketed(const std::vector<std::uint64_t>& dims) {
    std::string text = "[";
    for (std::size_t i = 0; i < dims.size(); ++i) text += (i ? ", " : "") + std::to_string(dims[i]);
    return text + "]";
}

// Trailing extents of 1 say nothing.
bool sameShape(const std::vector<std::uint64_t>& found, const std::vector<std::uint64_t>& expected) {
    for (std::size_t i = 0; i < std::max(found.size(), expected.size()); ++i)
        if ((i < found.size() ? found[i] : 1) != (i < expected.size() ? expected[i] : 1)) return false;
    return true;
}

// Tensors that old writers stored although they follow from the hyperparameters.
bool isDerived(std::string_view name) {
    return name.ends_with(".attn_rot_embd") || name == "rope_freqs";
}

class Checker {
public:
    explicit Checker(std::shared_ptr<const ModelFile> file) { m_model.file = std::move(file); }

    Result<CheckedModel> check() {
        if (auto r = chooseArchitecture(); !r) return r.error();
        auto config = m_model.architecture->read(file());
        if (!config) return config.error();
        m_model.config = std::move(*config);
        if (auto r = checkVocabulary(); !r) return r.error();
        if (auto r = checkTensors(); !r) return r.error();
        m_model.warnings = file().warnings();
        return std::move(m_model);
    }

private:
    const ModelFile& file() const { return *m_model.file; }
    // In the order of the container: GGUF's begins with the row length, safetensors' ends with it.
    std::string shapeText(std::vector<std::uint64_t> dims) const {
        if (file().container() != "GGUF") std::reverse(dims.begin(), dims.end());
        return bracketed(dims);
    }
    Error bad(std::string detail, ErrorCode code = ErrorCode::BadFile) const {
        return {code, file().path(), std::move(detail)};
    }

    Result<void> chooseArchitecture() {
        const auto name = file().text("general.architecture");
        if (!name) return name.error();
        m_model.architecture = findArchitecture(*name);
        if (m_model.architecture == nullptr)
            return bad("general.architecture is " + shownName(*name) +
                           ", a family that is not supported; supported: " + familyNames(),
                       ErrorCode::Unsupported);
        const auto parts = file().integerOr("split.count", 1);
        if (!parts) return parts.error();
        if (*parts > file().parts().size())
            return bad("is one part of a model in " + std::to_string(*parts) + " files (split.count)",
                       ErrorCode::Unsupported);
        return {};
    }

    Result<void> checkVocabulary() {
        const ModelTensor* embedding = file().tensor("token_embd.weight");
        if (embedding == nullptr) return bad("the tensor " + file().shown("token_embd.weight") + " is missing");
        if (embedding->dims.size() != 2 || m_model.config.vocab < 1)
            return bad("the tensor " + file().shown("token_embd.weight") + " has the shape " + shapeText(embedding->dims) +
                       ", expected [width, vocabulary]");
        const ModelValue* tokens = file().find("tokenizer.ggml.tokens");
        const auto* array = tokens != nullptr ? std::get_if<ModelArray>(&tokens->data) : nullptr;
        if (array == nullptr) return {};  // the tokenizer names what it lacks
        const auto rows = static_cast<std::uint64_t>(m_model.config.vocab);
        if (array->count > rows)
            return bad("tokenizer.ggml.tokens has " + std::to_string(array->count) +
                       " tokens, but the tensor token_embd.weight has only " + std::to_string(rows) +
                       " rows");
        return {};
    }

    // The missing tensor by name; if its whole layer is missing, the key that promised the layer as well.
    Error missing(const std::string& name) const {
        std::string detail = "the tensor " + file().shown(name) + " is missing";
        const auto dot = name.starts_with("blk.") ? name.find('.', 4) : std::string::npos;
        if (dot != std::string::npos) {
            const std::string prefix = name.substr(0, dot + 1);
            const auto& all = file().tensors();
            if (std::none_of(all.begin(), all.end(),
                             [&](const auto& t) { return t.name.starts_with(prefix); }))
                detail += " with its whole layer, though " + file().shown(m_model.config.family + ".block_count") + " says " +
                          std::to_string(m_model.config.layers) + " layers";
        }
        return bad(detail);
    }

    Result<void> checkTensors() {
        std::unordered_set<const ModelTensor*> known;
        auto parts = std::make_shared<std::deque<ModelTensor>>();  // a deque: its elements stay where they are
        for (const auto& need : m_model.architecture->tensors(m_model.config)) {
            const ModelTensor* tensor = file().tensor(need.name);
            if (tensor == nullptr) {
                if (need.optional) continue;
                return missing(need.name);
            }
            if (!sameShape(tensor->dims, need.dims))
                return bad("the tensor " + file().shown(need.name) + " has the shape " + shapeText(tensor->dims) +
                           ", expected " + shapeText(need.dims));
            const bool matrix = need.dims.size() > 1;
            const auto own = quantize::ownStored(*tensor);
            if (own.scheme && (!matrix || need.inConfig))
                return bad("the tensor " + file().shown(need.name) + " is stored as " + own.scheme->title +
                           ", which only matrices can be");
            if (own.scheme && !need.parts.empty() && !quantize::storedByRows(*own.scheme))
                return bad("the tensor " + file().shown(need.name) + " is stored as " + own.scheme->title +
                               ", of which no single rows can be taken",
                           ErrorCode::Unsupported);
            if (!own.scheme && kernels::findFormat(tensor->type) == nullptr)
                return bad("the tensor " + file().shown(need.name) + " " + unsupportedType(tensor->type), ErrorCode::Unsupported);
            known.insert(tensor);
            if (need.inConfig) continue;
            if (need.parts.empty()) m_model.tensors.push_back(tensor);
            if (!need.parts.empty() && !matrix && kernels::findFormat(tensor->type)->blockValues != 1)
                return bad("the tensor " + file().shown(need.name) + " is stored as " +
                               std::string(kernels::storageTypeName(tensor->type)) +
                               ", of which no single values can be taken",
                           ErrorCode::Unsupported);
            addParts(*tensor, matrix ? 1 : 0, need.parts, *parts);
        }
        m_model.parts = std::move(parts);
        // A tensor the family does not know takes part in some computation: leaving it out would answer
        // wrongly.
        // A safetensors folder names its class, which says what it computes: the rest is left out as transformers does.
        for (const auto& tensor : file().tensors())
            if (!known.contains(&tensor) && !isDerived(tensor.name) && file().container() == "GGUF")
                return bad("the tensor " + shownName(tensor.name) + " is no part of the family " +
                               m_model.config.family + " as it is supported here",
                           ErrorCode::Unsupported);
        return {};
    }

    // Rows stand one after another in a file, so that a part is a stretch of its bytes. The shapes have been compared.
    void addParts(const ModelTensor& whole, std::size_t rowDim, const std::vector<TensorNeed::Part>& parts,
                  std::deque<ModelTensor>& views) {
        std::uint64_t rows = 0;
        for (const auto& part : parts) rows += part.rows;
        std::size_t at = 0;
        for (const auto& part : parts) {
            const std::size_t bytes = whole.bytes.size() / rows * part.rows;
            ModelTensor view = whole;
            view.name = part.name;
            view.partOf = whole.name;
            view.offset += at;
            view.bytes = whole.bytes.subspan(at, bytes);
            view.dims[rowDim] = part.rows;
            views.push_back(std::move(view));
            m_model.tensors.push_back(&views.back());
            at += bytes;
        }
    }

    CheckedModel m_model;
};

}  // namespace

Result<CheckedModel> checkModel(std::shared_ptr<const ModelFile> file) {
    return Checker(std::move(file)).check();
}

Result<CheckedModel> openModel(const std::string& path) {
    auto file = openModelFile(path);
    if (!file) return file.error();
    return checkModel(std::move(*file));
}

Result<void> checkFinite(const ModelTensor& tensor) {
    const kernels::Format* format = kernels::findFormat(tensor.type);
    const std::string subject =
        "tensor " + shownName(tensor.partOf.empty() ? tensor.name : tensor.partOf + " (its part " + tensor.name + ")");
    if (format == nullptr)
        return Error{ErrorCode::Unsupported, subject,
                     unsupportedType(tensor.type)};
    std::size_t values = 1;
    for (const std::uint64_t extent : tensor.dims) values *= static_cast<std::size_t>(extent);
    if (const auto index = format->firstNonFinite(tensor.bytes.data(), values))
        return Error{
            ErrorCode::BadFile, subject,
            "value " + std::to_string(*index) + " is not finite (infinity or NaN); the file is damaged"};
    return {};
}

}  // namespace gh
