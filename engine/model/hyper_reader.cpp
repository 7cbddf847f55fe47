#include "engine/model/hyper_reader.h"

#include <sstream>

namespace gh {
namespace {

std::string rangeText(std::int64_t least, std::int64_t most, const char* why) {
    std::string text = "expected " + std::to_string(least) + " to " + std::to_string(most);
    if (why != nullptr) text += std::string(" (") + why + ")";
    return text;
}

}  // namespace

void HyperReader::fail(std::string_view name, const std::string& problem, ErrorCode code) {
    if (!m_error) m_error = Error{code, m_file.path(), "the key " + m_file.shown(key(name)) + " " + problem};
}

void HyperReader::failTensor(std::string_view name, const std::string& problem) {
    if (!m_error) m_error = Error{ErrorCode::BadFile, m_file.path(), "the tensor " + m_file.shown(name) + ": " + problem};
}

int HyperReader::integer(std::string_view name, int least, int most, const char* why) {
    const auto value = m_file.integer(key(name));
    if (!value) {
        if (!m_error) m_error = value.error();
        return least;
    }
    if (*value < static_cast<std::uint64_t>(least) || *value > static_cast<std::uint64_t>(most)) {
        fail(name, "is " + std::to_string(*value) + ", " + rangeText(least, most, why));
        return least;
    }
    return static_cast<int>(*value);
}

int HyperReader::integerOr(std::string_view name, int fallback, int least, int most, const char* why) {
    return has(name) ? integer(name, least, most, why) : fallback;
}

bool HyperReader::isPerLayer(std::string_view name, const ModelArray& array, int layers) {
    if (array.count == static_cast<std::uint64_t>(layers)) return true;
    fail(name, "has " + std::to_string(array.count) + " elements for " + std::to_string(layers) + " layers");
    return false;
}

std::vector<int> HyperReader::perLayer(std::string_view name, int layers, int least, int most) {
    const auto count = static_cast<std::size_t>(layers);
    const ModelValue* value = m_file.find(key(name));
    if (value == nullptr || value->type != ValueType::Array)
        return std::vector<int>(count, integer(name, least, most));
    std::vector<int> out(count, least);
    if (!isPerLayer(name, std::get<ModelArray>(value->data), layers)) return out;
    const auto numbers = m_file.integers(key(name));
    if (!numbers) {
        if (!m_error) m_error = numbers.error();
        return out;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t number = (*numbers)[i];
        if (number < least || number > most)
            fail(name, "is " + std::to_string(number) + " for layer " + std::to_string(i) + ", " +
                           rangeText(least, most, nullptr));
        else
            out[i] = static_cast<int>(number);
    }
    return out;
}

std::optional<std::vector<bool>> HyperReader::flagPerLayer(std::string_view name, int layers) {
    const ModelValue* value = m_file.find(key(name));
    const auto* array = value != nullptr ? std::get_if<ModelArray>(&value->data) : nullptr;
    if (array == nullptr) return std::nullopt;
    if (!isPerLayer(name, *array, layers)) return std::nullopt;
    if (array->element != ValueType::Bool) {
        const auto numbers = perLayer(name, layers, 0, 1);
        return std::vector<bool>(numbers.begin(), numbers.end());
    }
    std::vector<bool> flags;
    for (const std::byte flag : array->bytes) flags.push_back(flag != std::byte{0});
    return flags;
}

double HyperReader::number(std::string_view name, double least, double most) {
    const auto value = m_file.number(key(name));
    if (!value) {
        if (!m_error) m_error = value.error();
        return least;
    }
    if (!(*value >= least && *value <= most)) {  // also true for NaN
        std::ostringstream problem;
        problem << "is " << *value << ", expected a number from " << least << " to " << most;
        fail(name, problem.str());
        return least;
    }
    return *value;
}

double HyperReader::numberOr(std::string_view name, double fallback, double least, double most) {
    return has(name) ? number(name, least, most) : fallback;
}

bool HyperReader::flagOr(std::string_view name, bool fallback) {
    const auto value = m_file.flagOr(key(name), fallback);
    if (!value && !m_error) m_error = value.error();
    return value ? *value : fallback;
}

std::string HyperReader::textOr(std::string_view name, std::string_view fallback) {
    if (!has(name)) return std::string(fallback);
    const auto value = m_file.text(key(name));
    if (!value) {
        if (!m_error) m_error = value.error();
        return std::string(fallback);
    }
    return std::string(*value);
}

}  // namespace gh
