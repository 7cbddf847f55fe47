// Reads a family's hyperparameters (keys "<family>.<name>") with ranges. The first thing that is wrong sticks
// and every later read gives a harmless value, so that a family's reader is a list of keys and one check at
// the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/model_file.h"

namespace gh {

class HyperReader {
public:
    HyperReader(const ModelFile& file, std::string family) : m_file(file), m_family(std::move(family)) {}

    bool has(std::string_view name) const { return m_file.find(key(name)) != nullptr; }

    // A whole number from least to most. `why` says where the limit comes from ("the head size").
    int integer(std::string_view name, int least, int most, const char* why = nullptr);
    int integerOr(std::string_view name, int fallback, int least, int most, const char* why = nullptr);
    // One number for all layers or an array of one number a layer.
    std::vector<int> perLayer(std::string_view name, int layers, int least, int most);
    // A finite number from least to most.
    double number(std::string_view name, double least, double most);
    double numberOr(std::string_view name, double fallback, double least, double most);
    bool flagOr(std::string_view name, bool fallback);
    std::string textOr(std::string_view name, std::string_view fallback);

    // An array of true and false (or 1 and 0), one a layer; nothing where the key is no array.
    std::optional<std::vector<bool>> flagPerLayer(std::string_view name, int layers);

    void fail(std::string_view name, const std::string& problem, ErrorCode code = ErrorCode::BadFile);
    void failTensor(std::string_view name, const std::string& problem);
    const std::optional<Error>& error() const { return m_error; }
    const ModelFile& file() const { return m_file; }
    std::string key(std::string_view name) const { return m_family + "." + std::string(name); }

private:
    bool isPerLayer(std::string_view name, const ModelArray& array, int layers);  // before anything is converted

    const ModelFile& m_file;
    std::string m_family;
    std::optional<Error> m_error;
};

}  // namespace gh
