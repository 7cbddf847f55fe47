// Look-ups of ModelFile; the typed ones convert harmless widths and name the key in every error.
#include "engine/model/model_file.h"

#include <cmath>
#include <limits>

#include "engine/model/gguf_reader.h"

namespace gh {
namespace {

Error missing(const ModelFile& file, std::string_view key) {
    return {ErrorCode::BadFile, file.path(), "the key " + file.shown(key) + " is missing"};
}

std::string describe(const ModelValue& value) {
    if (const auto* array = std::get_if<ModelArray>(&value.data))
        return "an array of " + std::to_string(array->count) + " " + valueTypeName(array->element);
    return std::string("of type ") + valueTypeName(value.type);
}

Error wrongType(const ModelFile& file, std::string_view key, const ModelValue& value, const char* expected) {
    return {ErrorCode::BadFile, file.path(),
            "the key " + file.shown(key) + " is " + describe(value) + ", expected " + expected};
}

// Calls with(T) for each element of a numeric array.
template <class T, class With>
void eachElement(const ModelArray& array, With&& with) {
    GgufCursor in(array.bytes);
    for (std::uint64_t i = 0; i < array.count; ++i) with(*in.read<T>());
}

// Calls with(number) for each element, as the type it has in the file; false: the elements are no numbers.
template <class With>
bool eachNumber(const ModelArray& array, With&& with) {
    switch (array.element) {
        case ValueType::U8: eachElement<std::uint8_t>(array, with); return true;
        case ValueType::I8: eachElement<std::int8_t>(array, with); return true;
        case ValueType::U16: eachElement<std::uint16_t>(array, with); return true;
        case ValueType::I16: eachElement<std::int16_t>(array, with); return true;
        case ValueType::U32: eachElement<std::uint32_t>(array, with); return true;
        case ValueType::I32: eachElement<std::int32_t>(array, with); return true;
        case ValueType::U64: eachElement<std::uint64_t>(array, with); return true;
        case ValueType::I64: eachElement<std::int64_t>(array, with); return true;
        case ValueType::F32: eachElement<float>(array, with); return true;
        case ValueType::F64: eachElement<double>(array, with); return true;
        default: return false;
    }
}

bool isByte(ValueType type) { return type == ValueType::U8 || type == ValueType::I8; }
// A count that a writer stored as a float: beyond 2^53 it may not be the one that was meant.
bool isWhole(double value) { return value == std::floor(value) && std::fabs(value) <= 0x1p53; }

}  // namespace

std::size_t storedRow(const ModelTensor& tensor, std::size_t row) {
    if (tensor.halvedHeads <= 0) return row;
    const std::size_t rows = tensor.dims.size() > 1 ? tensor.dims[1] : tensor.dims[0];  // of a vector: its values
    const std::size_t headSize = rows / static_cast<std::size_t>(tensor.halvedHeads);
    const std::size_t within = row % headSize;
    return row - within + within / 2 + within % 2 * (headSize / 2);
}

std::vector<float> vectorValues(const ModelTensor& tensor) {
    std::vector<float> stored(tensor.dims[0]);
    kernels::findFormat(tensor.type)->decode(tensor.bytes.data(), stored.size(), stored.data());
    if (tensor.halvedHeads == 0 && tensor.plus == 0) return stored;
    std::vector<float> values(stored.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = stored[storedRow(tensor, i)] + tensor.plus;
    return values;
}

std::uint64_t ModelFile::fileBytes() const {
    std::uint64_t sum = 0;
    for (const ModelPart& part : m_parts) sum += part.bytes;
    return sum;
}

void ModelFile::dropPages(const ModelTensor& tensor) const {
    for (const ModelPart& part : m_parts) {
        if (!part.mapping) continue;
        const auto all = part.mapping->bytes();
        const std::less<const std::byte*> before;
        if (before(tensor.bytes.data(), all.data()) || !before(tensor.bytes.data(), all.data() + all.size())) continue;
        part.mapping->dropPages(static_cast<std::size_t>(tensor.bytes.data() - all.data()), tensor.bytes.size());
    }
}

bool ModelFile::addValue(std::string key, ModelValue value) {
    m_values.emplace_back(std::move(key), std::move(value));
    if (m_valueIndex.emplace(m_values.back().first, m_values.size() - 1).second) return true;
    m_values.pop_back();
    return false;
}

bool ModelFile::addTensor(ModelTensor tensor) {
    m_tensors.push_back(std::move(tensor));
    if (m_tensorIndex.emplace(m_tensors.back().name, m_tensors.size() - 1).second) return true;
    m_tensors.pop_back();
    return false;
}

const ModelValue* ModelFile::find(std::string_view key) const {
    const auto it = m_valueIndex.find(key);
    return it == m_valueIndex.end() ? nullptr : &m_values[it->second].second;
}

const ModelTensor* ModelFile::tensor(std::string_view name) const {
    const auto it = m_tensorIndex.find(name);
    return it == m_tensorIndex.end() ? nullptr : &m_tensors[it->second];
}

Result<std::uint64_t> ModelFile::integer(std::string_view key) const {
    const ModelValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    if (const auto* number = std::get_if<std::uint64_t>(&value->data)) return *number;
    if (const auto* number = std::get_if<std::int64_t>(&value->data)) {
        if (*number < 0)
            return Error{
                ErrorCode::BadFile, m_path,
                "the key " + shown(key) + " is " + std::to_string(*number) + ", expected 0 or more"};
        return static_cast<std::uint64_t>(*number);
    }
    if (const auto* number = std::get_if<double>(&value->data); number != nullptr && isWhole(*number) && *number >= 0)
        return static_cast<std::uint64_t>(*number);
    return wrongType(*this, key, *value, "a whole number");
}

Result<double> ModelFile::number(std::string_view key) const {
    const ModelValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    if (const auto* number = std::get_if<double>(&value->data)) return *number;
    if (const auto* number = std::get_if<std::uint64_t>(&value->data)) return static_cast<double>(*number);
    if (const auto* number = std::get_if<std::int64_t>(&value->data)) return static_cast<double>(*number);
    return wrongType(*this, key, *value, "a number");
}

Result<std::string_view> ModelFile::text(std::string_view key) const {
    const ModelValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    if (const auto* text = std::get_if<std::string_view>(&value->data)) return *text;
    return wrongType(*this, key, *value, "a string");
}

Result<std::uint64_t> ModelFile::integerOr(std::string_view key, std::uint64_t fallback) const {
    if (find(key) == nullptr) return fallback;
    return integer(key);
}

Result<double> ModelFile::numberOr(std::string_view key, double fallback) const {
    if (find(key) == nullptr) return fallback;
    return number(key);
}

Result<bool> ModelFile::flagOr(std::string_view key, bool fallback) const {
    const ModelValue* value = find(key);
    if (value == nullptr) return fallback;
    if (const auto* flag = std::get_if<bool>(&value->data)) return *flag;
    if (std::holds_alternative<std::uint64_t>(value->data) || std::holds_alternative<std::int64_t>(value->data))
        if (const auto number = integer(key); number && *number <= 1) return *number == 1;
    return wrongType(*this, key, *value, "a boolean");
}

Result<std::vector<std::string_view>> ModelFile::strings(std::string_view key) const {
    const ModelValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    const auto* array = std::get_if<ModelArray>(&value->data);
    if (array == nullptr || array->element != ValueType::String)
        return wrongType(*this, key, *value, "an array of strings");
    std::vector<std::string_view> out;
    out.reserve(array->count);  // at least eight bytes of file stand behind each
    GgufCursor in(array->bytes);
    for (std::uint64_t i = 0; i < array->count; ++i) {
        const auto bytes = in.take(*in.read<std::uint64_t>());  // lengths were checked while parsing
        out.emplace_back(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }
    return out;
}

Result<std::vector<float>> ModelFile::floats(std::string_view key) const {
    const ModelValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    const auto* array = std::get_if<ModelArray>(&value->data);
    constexpr const char* kExpected = "an array of numbers (float32)";
    if (array == nullptr) return wrongType(*this, key, *value, kExpected);
    std::vector<float> out;
    // Bytes and booleans are no numbers with a fraction: the sign of a wrong writer.
    if (isByte(array->element) || !eachNumber(*array, [&](auto number) { out.push_back(static_cast<float>(number)); }))
        return wrongType(*this, key, *value, kExpected);
    return out;
}

Result<std::vector<std::int64_t>> ModelFile::integers(std::string_view key) const {
    const ModelValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    const auto* array = std::get_if<ModelArray>(&value->data);
    if (array == nullptr) return wrongType(*this, key, *value, "an array of whole numbers");
    std::vector<std::int64_t> out;
    bool fits = true, whole = true;
    auto append = [&](auto number) {
        if constexpr (std::is_same_v<decltype(number), std::uint64_t>)
            fits = fits && number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if constexpr (std::is_floating_point_v<decltype(number)>) {
            whole = whole && isWhole(number);
            if (!whole) return;
        }
        out.push_back(static_cast<std::int64_t>(number));
    };
    if (!eachNumber(*array, append) || !whole) return wrongType(*this, key, *value, "an array of whole numbers");
    if (!fits)
        return Error{ErrorCode::BadFile, m_path,
                     "the key " + shown(key) + " holds a number beyond 63 bits"};
    return out;
}

}  // namespace gh
