// Typed look-ups of GgufFile: convert harmless widths, name the key in every error.
#include <limits>

#include "engine/model/gguf.h"
#include "engine/model/gguf_reader.h"

namespace gh {
namespace {

Error missing(const GgufFile& file, std::string_view key) {
    return {ErrorCode::BadFile, file.path(), "the key " + std::string(key) + " is missing"};
}

std::string describe(const GgufValue& value) {
    if (const auto* array = std::get_if<GgufArray>(&value.data))
        return "an array of " + std::to_string(array->count) + " " + ggufTypeName(array->element);
    return std::string("of type ") + ggufTypeName(value.type);
}

Error wrongType(const GgufFile& file, std::string_view key, const GgufValue& value, const char* expected) {
    return {ErrorCode::BadFile, file.path(),
            "the key " + std::string(key) + " is " + describe(value) + ", expected " + expected};
}

// Calls with(T) for each element of a numeric array.
template <class T, class With>
void eachElement(const GgufArray& array, With&& with) {
    GgufCursor in(array.bytes);
    for (std::uint64_t i = 0; i < array.count; ++i) with(*in.read<T>());
}

// Calls with(number) for each element, as the type it has in the file; false: the elements are no numbers.
template <class With>
bool eachNumber(const GgufArray& array, With&& with) {
    switch (array.element) {
        case GgufType::U8: eachElement<std::uint8_t>(array, with); return true;
        case GgufType::I8: eachElement<std::int8_t>(array, with); return true;
        case GgufType::U16: eachElement<std::uint16_t>(array, with); return true;
        case GgufType::I16: eachElement<std::int16_t>(array, with); return true;
        case GgufType::U32: eachElement<std::uint32_t>(array, with); return true;
        case GgufType::I32: eachElement<std::int32_t>(array, with); return true;
        case GgufType::U64: eachElement<std::uint64_t>(array, with); return true;
        case GgufType::I64: eachElement<std::int64_t>(array, with); return true;
        case GgufType::F32: eachElement<float>(array, with); return true;
        case GgufType::F64: eachElement<double>(array, with); return true;
        default: return false;
    }
}

bool isByte(GgufType type) { return type == GgufType::U8 || type == GgufType::I8; }
bool isFloat(GgufType type) { return type == GgufType::F32 || type == GgufType::F64; }

}  // namespace

const GgufValue* GgufFile::find(std::string_view key) const {
    const auto it = m_valueIndex.find(key);
    return it == m_valueIndex.end() ? nullptr : &m_values[it->second].second;
}

const GgufTensor* GgufFile::tensor(std::string_view name) const {
    const auto it = m_tensorIndex.find(name);
    return it == m_tensorIndex.end() ? nullptr : &m_tensors[it->second];
}

Result<std::uint64_t> GgufFile::integer(std::string_view key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    if (const auto* number = std::get_if<std::uint64_t>(&value->data)) return *number;
    if (const auto* number = std::get_if<std::int64_t>(&value->data)) {
        if (*number < 0)
            return Error{
                ErrorCode::BadFile, m_path,
                "the key " + std::string(key) + " is " + std::to_string(*number) + ", expected 0 or more"};
        return static_cast<std::uint64_t>(*number);
    }
    return wrongType(*this, key, *value, "a whole number");
}

Result<double> GgufFile::number(std::string_view key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    if (const auto* number = std::get_if<double>(&value->data)) return *number;
    if (const auto* number = std::get_if<std::uint64_t>(&value->data)) return static_cast<double>(*number);
    if (const auto* number = std::get_if<std::int64_t>(&value->data)) return static_cast<double>(*number);
    return wrongType(*this, key, *value, "a number");
}

Result<std::string_view> GgufFile::text(std::string_view key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    if (const auto* text = std::get_if<std::string_view>(&value->data)) return *text;
    return wrongType(*this, key, *value, "a string");
}

Result<std::uint64_t> GgufFile::integerOr(std::string_view key, std::uint64_t fallback) const {
    if (find(key) == nullptr) return fallback;
    return integer(key);
}

Result<double> GgufFile::numberOr(std::string_view key, double fallback) const {
    if (find(key) == nullptr) return fallback;
    return number(key);
}

Result<bool> GgufFile::flagOr(std::string_view key, bool fallback) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return fallback;
    if (const auto* flag = std::get_if<bool>(&value->data)) return *flag;
    return wrongType(*this, key, *value, "a boolean");
}

Result<std::vector<std::string_view>> GgufFile::strings(std::string_view key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    const auto* array = std::get_if<GgufArray>(&value->data);
    if (array == nullptr || array->element != GgufType::String)
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

Result<std::vector<float>> GgufFile::floats(std::string_view key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    const auto* array = std::get_if<GgufArray>(&value->data);
    constexpr const char* kExpected = "an array of numbers (float32)";
    if (array == nullptr) return wrongType(*this, key, *value, kExpected);
    std::vector<float> out;
    // Bytes and booleans are no numbers with a fraction: the sign of a wrong writer.
    if (isByte(array->element) || !eachNumber(*array, [&](auto number) { out.push_back(static_cast<float>(number)); }))
        return wrongType(*this, key, *value, kExpected);
    return out;
}

Result<std::vector<std::int64_t>> GgufFile::integers(std::string_view key) const {
    const GgufValue* value = find(key);
    if (value == nullptr) return missing(*this, key);
    const auto* array = std::get_if<GgufArray>(&value->data);
    if (array == nullptr) return wrongType(*this, key, *value, "an array of whole numbers");
    std::vector<std::int64_t> out;
    bool fits = true;
    auto append = [&](auto number) {
        if constexpr (std::is_same_v<decltype(number), std::uint64_t>)
            fits = fits && number <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        out.push_back(static_cast<std::int64_t>(number));
    };
    if (isFloat(array->element) || !eachNumber(*array, append))
        return wrongType(*this, key, *value, "an array of whole numbers");
    if (!fits)
        return Error{ErrorCode::BadFile, m_path,
                     "the key " + std::string(key) + " holds a number beyond 63 bits"};
    return out;
}

}  // namespace gh
