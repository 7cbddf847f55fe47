// A folder of transformers' as one model file.
#include <algorithm>
#include <filesystem>
#include <map>

#include "engine/model/gguf_reader.h"
#include "engine/model/hf_parts.h"
#include "engine/model/limited_json.h"
#include "engine/model/safetensors.h"

namespace gh {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kConfig = "config.json";
constexpr const char* kIndex = "model.safetensors.index.json";
constexpr const char* kSingle = "model.safetensors";
constexpr std::size_t kMostConfig = std::size_t{1} << 20;
constexpr std::size_t kMostIndex = std::size_t{8} << 20;
constexpr std::size_t kMostFiles = 1000;

bool exists(const std::string& path) {
    std::error_code problem;
    return fs::exists(path, problem);
}

std::string join(const std::string& folder, const std::string& name) {
    return (fs::path(folder) / name).string();
}

// The files of weights and, with an index, which tensor lies in which.
struct Weights {
    std::vector<std::string> files;               // names within the folder, in order
    std::map<std::string, std::size_t> fileOf;    // of a tensor: index into files; empty without an index
};

Result<Weights> readIndex(const std::string& folder) {
    const std::string path = join(folder, kIndex);
    const auto json = readJsonFile(path, kMostIndex);
    if (!json) return json.error();
    const auto bad = [&](std::string detail) { return Error{ErrorCode::BadFile, path, std::move(detail)}; };
    const auto map = json->find("weight_map");
    if (!json->is_object() || map == json->end() || !map->is_object() || map->empty())
        return bad("has no weight_map, which says where each tensor lies");
    Weights weights;
    std::map<std::string, std::size_t> numbers;
    for (const auto& [tensor, file] : map->items()) {
        if (!file.is_string()) return bad("weight_map gives no file for the tensor " + shownName(tensor));
        const auto& name = file.get_ref<const std::string&>();
        // A name within the folder and nothing else: an index may not lead out of it.
        if (name.empty() || name.find_first_of("/\\") != std::string::npos || !name.ends_with(".safetensors"))
            return bad("weight_map names the file " + shownName(name) +
                       ", expected the name of a safetensors file in the same folder");
        numbers.emplace(name, 0);
        if (numbers.size() > kMostFiles) return bad("weight_map names more than 1000 files");
        weights.fileOf.emplace(tensor, 0);
    }
    for (auto& [name, number] : numbers) {
        number = weights.files.size();
        weights.files.push_back(name);
    }
    for (const auto& [tensor, file] : map->items())
        weights.fileOf[tensor] = numbers[file.get_ref<const std::string&>()];
    return weights;
}

Result<Weights> findWeights(const std::string& folder) {
    if (exists(join(folder, kIndex))) return readIndex(folder);
    if (exists(join(folder, kSingle))) return Weights{{kSingle}, {}};
    Weights weights;
    std::error_code problem;
    std::size_t entries = 0;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end && ++entries < 10'000; at.increment(problem))
        if (at->path().extension() == ".safetensors") weights.files.push_back(at->path().filename().string());
    if (weights.files.size() == 1) return weights;
    return Error{ErrorCode::MissingFile, folder,
                 weights.files.empty()
                     ? std::string("has no weights: neither ") + kSingle + " nor " + kIndex +
                           (exists(join(folder, "pytorch_model.bin")) ? "; weights as pytorch_model.bin are not supported"
                                                                      : "")
                     : std::string("has several safetensors files and no ") + kIndex +
                           " that says which tensor lies where"};
}

// What older versions stored beside the weights though it follows from the configuration.
bool isBuffer(std::string_view name) {
    for (const char* end : {"position_ids", ".masked_bias", ".attn.bias", ".inv_freq"})
        if (name.ends_with(end)) return true;
    return false;
}

Result<void> addTensor(const HfModel& model, const Safetensor& tensor, const std::string& path, ModelFile& file,
                       std::vector<std::string>& leftOut) {
    ModelTensor made = hfTensor(model, tensor.name);
    if (made.name.empty()) return {};
    const std::string shown = "the tensor " + shownName(tensor.name);
    if (!isHfTensorKnown(model, tensor.name)) {
        // As transformers does: the family's class has no place for it.
        if (!isBuffer(tensor.name)) leftOut.push_back(shownName(tensor.name));
        return {};
    }
    if (!tensor.type->readable)
        return Error{ErrorCode::Unsupported, path,
                     shown + " is stored as " + tensor.type->name + "; F32, F16 and BF16 are supported"};
    made.type = static_cast<std::uint32_t>(tensor.type->type);
    made.dims.assign(tensor.shape.rbegin(), tensor.shape.rend());
    if (made.dims.empty()) made.dims.push_back(1);
    made.offset = tensor.begin;
    made.bytes = tensor.bytes;
    if (!file.addTensor(std::move(made)))
        return Error{ErrorCode::BadFile, path, shown + " is there twice, under one name or two"};
    return {};
}

Result<void> readWeights(const std::string& folder, const HfModel& model, ModelFile& file) {
    const auto weights = findWeights(folder);
    if (!weights) return weights.error();
    std::size_t found = 0;
    std::vector<std::string> leftOut;
    for (std::size_t i = 0; i < weights->files.size(); ++i) {
        const std::string path = join(folder, weights->files[i]);
        auto mapping = MappedFile::open(path);
        if (!mapping)
            return Error{mapping.error().code, path, mapping.error().detail +
                                                         (weights->fileOf.empty() ? "" : "; the model's index names it")};
        const auto tensors = parseSafetensors((*mapping)->bytes(), path);
        if (!tensors) return tensors.error();
        file.addPart({path, *mapping, (*mapping)->bytes().size()});
        for (const Safetensor& tensor : *tensors) {
            if (!weights->fileOf.empty()) {
                const auto place = weights->fileOf.find(tensor.name);
                if (place == weights->fileOf.end() || place->second != i)
                    return Error{ErrorCode::BadFile, path,
                                 "holds the tensor " + shownName(tensor.name) +
                                     ", which the index does not place there; are the files of one model?"};
                ++found;
            }
            if (auto added = addTensor(model, tensor, path, file, leftOut); !added) return added;
        }
    }
    if (!leftOut.empty())
        file.addWarning(std::to_string(leftOut.size()) + " tensors that the family has no place for are left out, " +
                        leftOut.front() + " the first of them");
    if (found == weights->fileOf.size()) return {};
    for (const auto& [name, place] : weights->fileOf)
        if (const ModelTensor ours = hfTensor(model, name); !ours.name.empty() && file.tensor(ours.name) == nullptr)
            return Error{ErrorCode::BadFile, join(folder, weights->files[place]),
                         "lacks the tensor " + shownName(name) + ", which the index places there"};
    return {};
}

}  // namespace

bool isSafetensorsPath(const std::string& path) {
    std::error_code problem;
    if (fs::is_directory(path, problem)) return true;
    const std::string name = fs::path(path).filename().string();
    return name.ends_with(".safetensors") || name == kIndex || name == kConfig || name == "tokenizer.json" || name == "tokenizer_config.json" ||
           name == "generation_config.json";
}

Result<std::shared_ptr<const ModelFile>> openSafetensors(const std::string& path) {
    std::error_code problem;
    const bool isFolder = fs::is_directory(path, problem);
    if (!isFolder)
        if (const auto file = MappedFile::open(path); !file) return file.error();
    fs::path folderPath = isFolder ? fs::path(path) : fs::path(path).parent_path();
    if (folderPath.empty()) folderPath = ".";
    const std::string folder = folderPath.string();
    const std::string configPath = join(folder, kConfig);
    if (!exists(configPath))
        return Error{ErrorCode::MissingFile, path,
                     std::string(isFolder ? "has no config.json" : "has no config.json beside it") +
                         "; a safetensors model is a folder with config.json, tokenizer.json and weights"};
    const auto config = readJsonFile(configPath, kMostConfig);
    if (!config) return config.error();

    auto file = std::make_shared<ModelFile>(path, "safetensors");
    const auto model = readHfConfig(*config, configPath, *file);
    if (!model) return model.error();
    std::string name = fs::weakly_canonical(folderPath, problem).filename().string();
    file->setNaming([model = *model](std::string_view ours) {
        std::string theirs = hfTensorName(model, ours);
        return theirs == ours ? hfFieldName(model, ours) : theirs;
    });
    KeyWriter(*file).text("general.name", name.empty() ? folder : std::move(name));
    if (auto read = readWeights(folder, *model, *file); !read) return read.error();
    if (!model->tied && file->tensor("output.weight") == nullptr && file->tensor("token_embd.weight") != nullptr)
        return Error{ErrorCode::BadFile, path,
                     "the tensor lm_head.weight is missing, and config.json does not tie it to the embedding"};
    const ModelTensor* embedding = file->tensor("token_embd.weight");
    if (embedding == nullptr)
        return Error{ErrorCode::BadFile, path, "the tensor model.embed_tokens.weight is missing; it is cut off or no language model"};
    if (const auto* biased = model->biased; biased != nullptr && file->tensor("blk.0.attn_q.bias") == nullptr &&
                                            file->tensor("blk.0.attn_qkv.bias") == nullptr)
        file->addWarning(std::string(biased) + " is true in config.json, and the weights have no such biases");
    // Of a tensor without values any number of rows costs a file nothing: they bound nothing then.
    const bool hasRows = embedding->dims.size() > 1 && !embedding->bytes.empty();
    const std::uint64_t rows = hasRows ? embedding->dims[1] : 0;
    if (auto read = readHfTokenizer(folder, *model, rows, *file); !read) return read.error();
    return std::shared_ptr<const ModelFile>(std::move(file));
}

}  // namespace gh
