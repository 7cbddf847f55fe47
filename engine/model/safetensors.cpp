#include "engine/model/safetensors.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/model/gguf_reader.h"
#include "engine/model/limited_json.h"

namespace gh {
namespace {

// Headers of the largest models have some 100 KB.
constexpr std::uint64_t kMostHeader = std::uint64_t{8} << 20;
constexpr std::size_t kMostDims = 8;
constexpr std::uint64_t kMostValues = std::numeric_limits<std::int64_t>::max();

constexpr kernels::StorageType kNone{};
constexpr SafetensorsType kTypes[] = {
    {"F32", 4, true, kernels::StorageType::F32},
    {"F16", 2, true, kernels::StorageType::F16},
    {"BF16", 2, true, kernels::StorageType::BF16},
    {"F64", 8, false, kNone},
    {"F8_E5M2", 1, false, kNone},
    {"F8_E4M3", 1, false, kNone},
    {"F8_E8M0", 1, false, kNone},
    {"C64", 8, false, kNone},
    {"I64", 8, false, kNone},
    {"I32", 4, false, kNone},
    {"I16", 2, false, kNone},
    {"I8", 1, false, kNone},
    {"U64", 8, false, kNone},
    {"U32", 4, false, kNone},
    {"U16", 2, false, kNone},
    {"U8", 1, false, kNone},
    {"BOOL", 1, false, kNone},
};

using Json = nlohmann::json;

class Parser {
public:
    Parser(std::span<const std::byte> bytes, const std::string& path) : m_bytes(bytes), m_path(path) {}

    Result<std::vector<Safetensor>> parse() {
        if (m_bytes.size() < 8) return bad("ends within the length of its header; it is cut off, fetch it again");
        std::uint64_t length = 0;
        std::memcpy(&length, m_bytes.data(), 8);
        if (length > m_bytes.size() - 8)
            return bad("says its header has " + std::to_string(length) + " bytes, but only " +
                       std::to_string(m_bytes.size() - 8) + " are left; it is cut off or no safetensors file");
        if (length > kMostHeader)
            return bad("has a header of " + std::to_string(length) + " bytes, at most " + std::to_string(kMostHeader) +
                       " are expected");
        const std::string_view header(reinterpret_cast<const char*>(m_bytes.data()) + 8,
                                      static_cast<std::size_t>(length));
        m_data = m_bytes.subspan(8 + static_cast<std::size_t>(length));
        if (!header.starts_with('{')) return bad("has a header that is no JSON object");
        const auto json = parseJson(header, m_path + " (header)", {.depth = 8, .values = 100'000});
        if (!json) return json.error();
        std::vector<Safetensor> tensors;
        for (const auto& [name, entry] : json->items()) {
            if (name == "__metadata__") continue;
            auto tensor = readEntry(name, entry);
            if (!tensor) return tensor.error();
            tensors.push_back(std::move(*tensor));
        }
        if (auto placed = checkPlaces(tensors); !placed) return placed.error();
        return tensors;
    }

private:
    Error bad(std::string detail) const { return {ErrorCode::BadFile, m_path, std::move(detail)}; }

    Result<Safetensor> readEntry(const std::string& name, const Json& entry) const {
        const std::string shown = "the tensor " + shownName(name);
        const auto wrong = [&](const char* field, const char* expected) {
            return bad(shown + " has no right " + field + " in the header, expected " + expected);
        };
        if (!entry.is_object()) return bad(shown + " is no object in the header");
        Safetensor tensor;
        tensor.name = name;
        const auto type = entry.find("dtype"), shape = entry.find("shape"), offsets = entry.find("data_offsets");
        if (type == entry.end() || !type->is_string()) return wrong("dtype", "a string");
        const auto& typeName = type->get_ref<const std::string&>();
        const auto known =
            std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& t) { return typeName == t.name; });
        if (known == std::end(kTypes))
            return bad(shown + " has the unknown dtype " + shownName(typeName));
        tensor.type = known;
        if (shape == entry.end() || !shape->is_array() || shape->size() > kMostDims)
            return wrong("shape", "an array of whole numbers");
        std::uint64_t values = 1;
        bool empty = false;
        for (const Json& extent : *shape) {
            if (!extent.is_number_unsigned()) return wrong("shape", "an array of whole numbers from 0 on");
            const auto n = extent.get<std::uint64_t>();
            if (n > kMostValues || (n != 0 && values > kMostValues / n))
                return bad(shown + " has a shape whose number of values overflows 63 bits");
            empty = empty || n == 0;
            if (n != 0) values *= n;
            tensor.shape.push_back(n);
        }
        if (empty) values = 0;
        if (values > kMostValues / known->bytes) return bad(shown + " has a shape whose size in bytes overflows 63 bits");
        if (offsets == entry.end() || !offsets->is_array() || offsets->size() != 2 ||
            !(*offsets)[0].is_number_unsigned() || !(*offsets)[1].is_number_unsigned())
            return wrong("data_offsets", "two whole numbers");
        const auto begin = (*offsets)[0].get<std::uint64_t>(), end = (*offsets)[1].get<std::uint64_t>();
        if (begin > end || end > m_data.size())
            return bad(shown + " lies from " + std::to_string(begin) + " to " + std::to_string(end) +
                       " in data of " + std::to_string(m_data.size()) +
                       " bytes; the file is cut off or damaged, fetch it again");
        if (end - begin != values * known->bytes)
            return bad(shown + " has " + std::to_string(end - begin) + " bytes, but its shape needs " +
                       std::to_string(values * known->bytes) + " as " + known->name);
        tensor.begin = begin;
        tensor.bytes = m_data.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
        return tensor;
    }

    // The format allows no holes and no overlaps: each tensor begins where the one before ends.
    Result<void> checkPlaces(std::vector<Safetensor>& tensors) const {
        std::sort(tensors.begin(), tensors.end(), [](const Safetensor& a, const Safetensor& b) {
            return std::pair(a.begin, a.bytes.size()) < std::pair(b.begin, b.bytes.size());
        });
        std::uint64_t at = 0;
        for (const Safetensor& tensor : tensors) {
            if (tensor.begin != at)
                return bad("the tensor " + shownName(tensor.name) + " begins at " + std::to_string(tensor.begin) +
                           ", but the one before it ends at " + std::to_string(at) +
                           (tensor.begin < at ? "; they overlap" : "; the format allows no gap"));
            at += tensor.bytes.size();
        }
        if (at != m_data.size())
            return bad("has " + std::to_string(m_data.size() - at) + " bytes behind its last tensor");
        return {};
    }

    std::span<const std::byte> m_bytes, m_data;
    const std::string& m_path;
};

}  // namespace

Result<std::vector<Safetensor>> parseSafetensors(std::span<const std::byte> bytes, const std::string& path) {
    return Parser(bytes, path).parse();
}

}  // namespace gh
