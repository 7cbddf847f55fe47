// GGUF models in several files: NAME-00001-of-00003.gguf with the keys split.no (from 0), split.count and
// split.tensors.count. The first part has the model's keys, each part some of the tensors (source: the ggml project's
// gguf-split).
#include <cstdio>

#include "engine/model/gguf.h"
#include "engine/model/gguf_reader.h"

namespace gh {
namespace {

constexpr std::uint64_t kMostParts = 1000;  // mapped at a time; the largest models have some fifty
constexpr const char* kNumber = "split.no";
constexpr const char* kCount = "split.count";
constexpr const char* kTensors = "split.tensors.count";

std::string partSuffix(std::uint64_t number, std::uint64_t count) {
    char text[64];
    std::snprintf(text, sizeof text, "-%05u-of-%05u.gguf", static_cast<unsigned>(number + 1),
                  static_cast<unsigned>(count));
    return text;
}

Error bad(const std::string& path, std::string detail) {
    return {ErrorCode::BadFile, path, std::move(detail)};
}

struct Place {
    std::uint64_t number, count, tensors;
};

Result<Place> placeOf(const ModelFile& part) {
    const auto number = part.integer(kNumber), count = part.integer(kCount), tensors = part.integer(kTensors);
    if (!number) return number.error();
    if (!count) return count.error();
    if (!tensors) return tensors.error();
    if (*count > kMostParts || *number >= *count)
        return bad(part.path(), "says it is part " + std::to_string(*number) + " (from 0) of " +
                                    std::to_string(*count) + ", which cannot be (split.no, split.count)");
    return Place{*number, *count, *tensors};
}

// Keys of a part beside the first are only the split's own; where it repeats others, they tell a stranger.
Result<void> checkSameModel(const ModelFile& first, const ModelFile& part, const Place& wanted, const Place& found) {
    const auto stranger = [&](const std::string& what, const std::string& here, const std::string& there) {
        return bad(part.path(), "is a part of another model: " + what + " is " + here + ", but " + there + " in " +
                                    first.path());
    };
    if (found.count != wanted.count)
        return stranger(kCount, std::to_string(found.count), std::to_string(wanted.count));
    if (found.tensors != wanted.tensors)
        return stranger(kTensors, std::to_string(found.tensors), std::to_string(wanted.tensors));
    for (const char* key : {"general.architecture", "general.name"}) {
        const auto here = part.text(key), there = first.text(key);
        if (here && there && *here != *there) return stranger(key, shownName(*here), shownName(*there));
    }
    if (found.number != wanted.number)
        return bad(part.path(), "is named as part " + std::to_string(wanted.number + 1) + ", but " + kNumber +
                                    " says it is part " + std::to_string(found.number + 1) +
                                    "; give the files their own names back");
    return {};
}

Result<std::shared_ptr<const ModelFile>> openAll(std::shared_ptr<ModelFile> opened, const std::string& path) {
    const auto place = placeOf(*opened);
    if (!place) return place.error();
    const std::string suffix = partSuffix(place->number, place->count);
    if (!path.ends_with(suffix))
        return bad(path, "is part " + std::to_string(place->number + 1) + " of a model in " +
                             std::to_string(place->count) + " files, and its name must end in " + suffix +
                             " so that the others are found; give it its own name back");
    const std::string prefix = path.substr(0, path.size() - suffix.size());
    const auto open = [&](std::uint64_t number) -> Result<std::shared_ptr<ModelFile>> {
        if (number == place->number) return opened;
        const std::string name = prefix + partSuffix(number, place->count);
        auto part = openGgufPart(name);
        if (!part && part.error().code == ErrorCode::MissingFile)
            return Error{ErrorCode::MissingFile, name,
                         "part " + std::to_string(number + 1) + " of " + std::to_string(place->count) +
                             " of the model cannot be opened; all parts must lie in one folder"};
        return part;
    };

    std::vector<std::shared_ptr<ModelFile>> parts;
    std::uint64_t tensors = 0;
    for (std::uint64_t number = 0; number < place->count; ++number) {
        auto part = open(number);
        if (!part) return part.error();
        const auto found = placeOf(**part);
        if (!found) return found.error();
        const ModelFile& first = parts.empty() ? **part : *parts.front();
        if (auto same = checkSameModel(first, **part, {number, place->count, place->tensors}, *found); !same)
            return same.error();
        tensors += (*part)->tensors().size();
        parts.push_back(std::move(*part));
    }
    if (tensors != place->tensors)
        return bad(path, std::string(kTensors) + " says " + std::to_string(place->tensors) +
                             " tensors, but the parts hold " + std::to_string(tensors) + "; fetch them again");

    auto whole = std::make_shared<ModelFile>(path, "GGUF");
    whole->setVersion(parts.front()->version());
    whole->setAlignment(parts.front()->alignment());
    for (const auto& [key, value] : parts.front()->values()) whole->addValue(key, value);
    for (const auto& part : parts) {
        whole->addPart(part->parts().front());
        for (const std::string& warning : part->warnings()) whole->addWarning(warning);
        for (const ModelTensor& tensor : part->tensors())
            if (!whole->addTensor(tensor))
                return bad(part->path(),
                           "holds the tensor " + shownName(tensor.name) + ", which an earlier part holds too");
    }
    return std::shared_ptr<const ModelFile>(std::move(whole));
}

}  // namespace

Result<std::shared_ptr<const ModelFile>> openGguf(const std::string& path) {
    auto opened = openGgufPart(path);
    if (!opened) return opened.error();
    const auto count = (*opened)->integerOr(kCount, 1);
    if (!count) return count.error();
    if (*count > 1) return openAll(std::move(*opened), path);
    return std::shared_ptr<const ModelFile>(std::move(*opened));
}

}  // namespace gh
