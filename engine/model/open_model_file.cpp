// Which reader a path is for.
#include <algorithm>
#include <filesystem>

#include "engine/model/gguf.h"
#include "engine/model/safetensors.h"

namespace gh {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostEntries = 10'000;   // of a folder that are looked at
constexpr std::size_t kMostNamed = 5;

// GGUF models of a folder: single files and the first parts of split ones.
std::vector<std::string> ggufModels(const std::string& folder) {
    std::vector<std::string> found;
    std::error_code problem;
    std::size_t entries = 0;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end && ++entries < kMostEntries;
         at.increment(problem)) {
        const std::string name = at->path().filename().string();
        if (!name.ends_with(".gguf")) continue;
        const auto of = name.rfind("-of-");
        const bool isPart = of != name.npos && of >= 6 && name[of - 6] == '-';
        if (!isPart || name.compare(of - 5, 5, "00001") == 0) found.push_back(at->path().string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

// A folder that is no model of transformers': the one GGUF model in it.
Result<std::shared_ptr<const ModelFile>> openFolder(const std::string& folder) {
    const auto models = ggufModels(folder);
    if (models.size() == 1) return openGguf(models.front());
    std::string detail;
    if (models.empty()) {
        detail = "has neither config.json nor a GGUF file; choose a GGUF file, or a folder with config.json, tokenizer.json "
                 "and safetensors files";
    } else {
        detail = "has " + std::to_string(models.size()) + " GGUF models; choose one: ";
        for (std::size_t i = 0; i < std::min(models.size(), kMostNamed); ++i)
            detail += (i ? ", " : "") + fs::path(models[i]).filename().string();
        if (models.size() > kMostNamed) detail += " …";
    }
    return Error{ErrorCode::MissingFile, folder, std::move(detail)};
}

}  // namespace

Result<std::shared_ptr<const ModelFile>> openModelFile(const std::string& path) {
    std::error_code problem;
    if (fs::is_directory(path, problem) && !fs::exists(fs::path(path) / "config.json", problem)) return openFolder(path);
    return isSafetensorsPath(path) ? openSafetensors(path) : openGguf(path);
}

}  // namespace gh
