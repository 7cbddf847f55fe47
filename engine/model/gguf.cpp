#include "engine/model/gguf.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "engine/model/gguf_reader.h"
#include "engine/model/storage_sizes.h"
#include "engine/quantize/scheme.h"

static_assert(std::endian::native == std::endian::little, "GGUF files are read as they are stored");

namespace gh {
namespace {

constexpr const char* kCutAdvice = "; it is cut off or damaged, fetch it again";
constexpr std::uint32_t kMostDims = 4;
constexpr int kMostNesting = 3;  // nothing in use nests arrays at all
constexpr std::uint64_t kUsualAlignment = 32;
constexpr std::uint64_t kMostAlignment = 1 << 20;
constexpr std::uint64_t kMostValues = std::numeric_limits<std::int64_t>::max();

// Smallest possible sizes, against which a count is checked before anything is read.
constexpr std::uint64_t kLeastPair = 8 + 4 + 1;        // key length, type, one byte of value
constexpr std::uint64_t kLeastTensor = 8 + 4 + 4 + 8;  // name length, dims, type, offset
constexpr std::uint64_t kLeastNested = 4 + 8;          // element type, count

// What a file that is no GGUF seems to be, for the message.
const char* guessOtherFormat(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                std::min<std::size_t>(bytes.size(), 64));
    auto begins = [&](std::string_view with) { return text.substr(0, with.size()) == with; };
    if (begins("PK\x03\x04")) return "it looks like a zip archive (PyTorch weights?)";
    if (text.size() > 9 && text[8] == '{') return "it looks like a safetensors file";
    if (begins("tjgg") || begins("lmgg") || begins("fmgg")) return "it is in a GGML format from before GGUF";
    if (begins("version https://git-lfs")) return "it is only a Git LFS pointer; fetch the real file";
    if (begins("<!DOCTYPE") || begins("<html")) return "it looks like a web page, not the file it links to";
    if (begins("\x1f\x8b")) return "it looks like a gzip archive; unpack it first";
    if (begins("{")) return "it looks like a JSON file";
    return nullptr;
}

std::string quotedMagic(std::span<const std::byte> bytes) {
    std::string shown;
    for (std::byte b : bytes.first(std::min<std::size_t>(bytes.size(), 4))) {
        const auto c = static_cast<unsigned char>(b);
        static constexpr char kHex[] = "0123456789abcdef";
        if (c >= 0x20 && c < 0x7f) {
            shown += static_cast<char>(c);
        } else {
            shown += {'\\', 'x', kHex[c >> 4], kHex[c & 15]};
        }
    }
    return "\"" + shown + "\"";
}

}  // namespace

std::size_t valueTypeBytes(ValueType type) {
    static constexpr std::size_t kBytes[] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};
    const auto index = static_cast<std::size_t>(type);
    return index < std::size(kBytes) ? kBytes[index] : 0;
}

const char* valueTypeName(ValueType type) {
    static constexpr const char* kNames[] = {"uint8",  "int8",    "uint16",  "int16",  "uint32",
                                             "int32",  "float32", "boolean", "string", "array",
                                             "uint64", "int64",   "float64"};
    const auto index = static_cast<std::size_t>(type);
    return index < std::size(kNames) ? kNames[index] : "unknown type";
}

bool valueTypeKnown(std::uint32_t type) {
    return type <= static_cast<std::uint32_t>(ValueType::F64);
}

std::string shownName(std::string_view name) {
    constexpr std::size_t kMostShown = 200;
    if (name.size() <= kMostShown) return std::string(name);
    return std::string(name.substr(0, kMostShown)) + "…";
}

// Reads header, pairs and tensor table into a ModelFile; the first thing that is wrong ends it.
class GgufParser {
public:
    GgufParser(ModelFile& file, std::span<const std::byte> bytes)
        : m_file(file), m_in(bytes), m_bytes(bytes) {}

    Result<void> parse() {
        if (auto r = readHeader(); !r) return r;
        for (std::uint64_t i = 0; i < m_pairs; ++i)
            if (auto r = readPair(i); !r) return r;
        if (auto r = readAlignment(); !r) return r;
        if (m_tensors > m_in.left() / kLeastTensor)
            return bad("says it has " + std::to_string(m_tensors) + " tensors, but only " +
                       std::to_string(m_in.left()) + " bytes are left for their table" + kCutAdvice);
        for (std::uint64_t i = 0; i < m_tensors; ++i)
            if (auto r = readTensor(i); !r) return r;
        return placeTensors();
    }

private:
    Error bad(std::string detail) const { return {ErrorCode::BadFile, m_file.path(), std::move(detail)}; }
    Error cut(const std::string& inside) const {
        return bad("ends within " + inside + " (the file has " + std::to_string(m_bytes.size()) +
                   " bytes); it is cut off or damaged, fetch it again");
    }

    Result<void> readHeader() {
        if (m_bytes.size() < 4) return cut("the four magic bytes of a GGUF file");
        const auto magic = *m_in.read<std::uint32_t>();
        if (magic != 0x46554747u) {  // "GGUF"
            std::string detail =
                "is no GGUF file: it begins with " + quotedMagic(m_bytes) + ", expected \"GGUF\"";
            if (const char* guess = guessOtherFormat(m_bytes)) detail += std::string("; ") + guess;
            return bad(detail);
        }
        const auto version = m_in.read<std::uint32_t>();
        if (!version) return cut("the header");
        if (*version != 0 && (*version & 0xffff) == 0)
            return bad(
                "GGUF version is stored in big-endian byte order; only little-endian files are supported");
        if (*version != 2 && *version != 3)
            return bad("has GGUF version " + std::to_string(*version) + "; versions 2 and 3 are supported");
        m_file.setVersion(*version);
        const auto tensors = m_in.read<std::uint64_t>();
        const auto pairs = m_in.read<std::uint64_t>();
        if (!tensors || !pairs) return cut("the header");
        if (*pairs > m_in.left() / kLeastPair)
            return bad("says it has " + std::to_string(*pairs) + " metadata pairs, but only " +
                       std::to_string(m_in.left()) + " bytes are left" + kCutAdvice);
        if (*tensors > m_in.left() / kLeastTensor)
            return bad("says it has " + std::to_string(*tensors) + " tensors, but only " +
                       std::to_string(m_in.left()) + " bytes are left" + kCutAdvice);
        m_tensors = *tensors;
        m_pairs = *pairs;
        return {};
    }

    // A length and that many bytes.
    Result<std::string_view> readString(const std::string& what) {
        const auto length = m_in.read<std::uint64_t>();
        if (!length) return cut(what);
        const auto bytes = m_in.take(*length);
        if (!bytes)
            return bad(what + " has a length of " + std::to_string(*length) + " bytes, but only " +
                       std::to_string(m_in.left()) + " are left");
        return std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    }

    Result<void> readPair(std::uint64_t index) {
        auto key = readString("key " + std::to_string(index));
        if (!key) return key.error();
        const std::string name = shownName(*key);
        const auto type = m_in.read<std::uint32_t>();
        if (!type) return cut("the value of key " + name);
        auto value = readValue(name, *type);
        if (!value) return value.error();
        if (!m_file.addValue(std::string(*key), std::move(*value))) return bad("holds the key " + name + " twice");
        return {};
    }

    template <class T, class As>
    Result<ModelValue> readScalar(const std::string& key, ValueType type) {
        const auto value = m_in.read<T>();
        if (!value) return cut("the value of key " + key);
        return ModelValue{type, static_cast<As>(*value)};
    }

    Result<ModelValue> readValue(const std::string& key, std::uint32_t typeId) {
        if (!valueTypeKnown(typeId))
            return bad("key " + key + " has the unknown value type " + std::to_string(typeId));
        const auto type = static_cast<ValueType>(typeId);
        switch (type) {
            case ValueType::U8:
                return readScalar<std::uint8_t, std::uint64_t>(key, type);
            case ValueType::U16:
                return readScalar<std::uint16_t, std::uint64_t>(key, type);
            case ValueType::U32:
                return readScalar<std::uint32_t, std::uint64_t>(key, type);
            case ValueType::U64:
                return readScalar<std::uint64_t, std::uint64_t>(key, type);
            case ValueType::I8:
                return readScalar<std::int8_t, std::int64_t>(key, type);
            case ValueType::I16:
                return readScalar<std::int16_t, std::int64_t>(key, type);
            case ValueType::I32:
                return readScalar<std::int32_t, std::int64_t>(key, type);
            case ValueType::I64:
                return readScalar<std::int64_t, std::int64_t>(key, type);
            case ValueType::F32:
                return readScalar<float, double>(key, type);
            case ValueType::F64:
                return readScalar<double, double>(key, type);
            case ValueType::Bool: {
                const auto value = m_in.read<std::uint8_t>();
                if (!value) return cut("the value of key " + key);
                if (*value > 1)
                    return bad("key " + key + " is a boolean with the value " + std::to_string(*value));
                return ModelValue{type, *value == 1};
            }
            case ValueType::String: {
                auto text = readString("the value of key " + key);
                if (!text) return text.error();
                return ModelValue{type, *text};
            }
            case ValueType::Array: {
                auto array = readArray(key, 1);
                if (!array) return array.error();
                return ModelValue{type, *array};
            }
        }
        return bad("key " + key + " has an unknown value type");
    }

    // Walks over the elements without copying any.
    Result<ModelArray> readArray(const std::string& key, int depth) {
        const auto elementId = m_in.read<std::uint32_t>();
        const auto count = m_in.read<std::uint64_t>();
        if (!elementId || !count) return cut("the array of key " + key);
        if (!valueTypeKnown(*elementId))
            return bad("key " + key + " is an array with the unknown element type " +
                       std::to_string(*elementId));
        ModelArray array{static_cast<ValueType>(*elementId), *count, {}};
        std::uint64_t least = valueTypeBytes(array.element);
        if (array.element == ValueType::String) least = 8;
        if (array.element == ValueType::Array) least = kLeastNested;
        if (*count > m_in.left() / least)
            return bad("key " + key + " is an array of " + std::to_string(*count) + " " +
                       valueTypeName(array.element) + " elements, but only " + std::to_string(m_in.left()) +
                       " bytes are left" + kCutAdvice);
        const std::size_t begin = m_in.position();
        if (array.element == ValueType::String) {
            for (std::uint64_t i = 0; i < *count; ++i) {
                const auto length = m_in.read<std::uint64_t>();
                if (!length || !m_in.take(*length))
                    return bad("element " + std::to_string(i) + " of the array " + key +
                               (length ? " has a length of " + std::to_string(*length) + " bytes, but only " +
                                             std::to_string(m_in.left()) + " are left"
                                       : " lies beyond the end of the file"));
            }
        } else if (array.element == ValueType::Array) {
            if (depth >= kMostNesting)
                return bad("key " + key + " nests arrays more than " + std::to_string(kMostNesting) +
                           " deep");
            for (std::uint64_t i = 0; i < *count; ++i)
                if (auto inner = readArray(key, depth + 1); !inner) return inner.error();
        } else {
            m_in.take(*count * least);  // fits: checked above
        }
        array.bytes = m_in.since(begin);
        return array;
    }

    Result<void> readAlignment() {
        m_file.setAlignment(kUsualAlignment);
        const ModelValue* value = m_file.find("general.alignment");
        if (value == nullptr) return {};
        const auto alignment = m_file.integer("general.alignment");
        if (!alignment) return alignment.error();
        if (!std::has_single_bit(*alignment) || *alignment < 8 || *alignment > kMostAlignment)
            return bad("general.alignment is " + std::to_string(*alignment) +
                       ", expected a power of two from 8 to " + std::to_string(kMostAlignment));
        if (value->type != ValueType::U32)
            m_file.addWarning(std::string("general.alignment is stored as ") + valueTypeName(value->type) +
                              " instead of uint32");
        m_file.setAlignment(*alignment);
        return {};
    }

    Result<void> readTensor(std::uint64_t index) {
        auto name = readString("the name of tensor " + std::to_string(index));
        if (!name) return name.error();
        const std::string shown = "tensor " + shownName(*name);
        ModelTensor tensor;
        tensor.name = *name;
        const auto dims = m_in.read<std::uint32_t>();
        if (!dims) return cut("the entry of " + shown);
        if (*dims > kMostDims)
            return bad(shown + " has " + std::to_string(*dims) + " dimensions, at most " +
                       std::to_string(kMostDims) + " are allowed");
        std::uint64_t values = 1;
        bool empty = false;
        for (std::uint32_t d = 0; d < *dims; ++d) {
            const auto extent = m_in.read<std::uint64_t>();
            if (!extent) return cut("the entry of " + shown);
            if (*extent > kMostValues || (*extent != 0 && values > kMostValues / *extent))
                return bad(shown + " has a shape whose number of values overflows 63 bits");
            if (*extent == 0) empty = true;
            if (*extent != 0) values *= *extent;
            tensor.dims.push_back(*extent);
        }
        if (tensor.dims.empty()) tensor.dims.push_back(1);  // a scalar
        const auto type = m_in.read<std::uint32_t>();
        const auto offset = m_in.read<std::uint64_t>();
        if (!type || !offset) return cut("the entry of " + shown);
        tensor.type = *type;
        tensor.offset = *offset;
        if (const quantize::Scheme* own = quantize::schemeOfType(*type); own && !own->gguf) {
            if (auto sized = sizeOwn(*own, tensor.dims, shown); !sized) return sized;
            if (!m_file.addTensor(std::move(tensor))) return bad("holds the " + shown + " twice");
            return {};
        }
        const StorageSize* size = findStorageSize(*type);
        if (size == nullptr) return bad(shown + " has the unknown type " + std::to_string(*type));
        if (tensor.dims[0] % size->blockValues != 0)
            return bad(shown + " has rows of " + std::to_string(tensor.dims[0]) + " values, but " +
                       std::string(kernels::storageTypeName(*type)) + " stores blocks of " +
                       std::to_string(size->blockValues));
        const std::uint64_t blocks = empty ? 0 : values / size->blockValues;
        if (blocks > kMostValues / size->blockBytes)
            return bad(shown + " has a shape whose size in bytes overflows 63 bits");
        m_sizes.push_back(blocks * size->blockBytes);
        if (!m_file.addTensor(std::move(tensor))) return bad("holds the " + shown + " twice");
        return {};
    }

    // Of Glasshouse's own types: a matrix of rows in stored form, which is no row of blocks.
    Result<void> sizeOwn(const quantize::Scheme& scheme, const std::vector<std::uint64_t>& dims, const std::string& shown) {
        constexpr std::uint64_t kMostRows = std::numeric_limits<std::int32_t>::max(), kMostOwnValues = std::uint64_t{1} << 48;
        if (dims.size() > 2)
            return bad(shown + " is stored as " + scheme.title + ", which has rows and columns, but it has " + std::to_string(dims.size()) +
                       " dimensions");
        const std::uint64_t cols = dims[0], rows = dims.size() > 1 ? dims[1] : 1;
        if (cols == 0 || rows == 0 || cols > kMostRows || rows > kMostRows || cols > kMostOwnValues / rows)
            return bad(shown + " is stored as " + scheme.title + " and has " + std::to_string(rows) + " rows of " + std::to_string(cols) +
                       " values, which cannot be");
        m_sizes.push_back(scheme.bytes(static_cast<int>(rows), static_cast<int>(cols)));
        return {};
    }

    // Offsets, sizes and overlaps within the data section.
    Result<void> placeTensors() {
        const auto& tensors = m_file.tensors();
        if (tensors.empty()) return {};
        const std::uint64_t alignment = m_file.alignment();
        const std::uint64_t padding = (alignment - m_in.position() % alignment) % alignment;
        const std::span<const std::byte> data =
            padding < m_in.left() ? m_bytes.subspan(m_in.position() + padding) : std::span<const std::byte>();
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            ModelTensor& tensor = m_file.changeTensor(i);
            const std::string shown = "tensor " + shownName(tensor.name);
            if (tensor.offset % alignment != 0)
                return bad(shown + " lies at offset " + std::to_string(tensor.offset) +
                           ", which is no multiple of the alignment " + std::to_string(alignment));
            if (tensor.offset > data.size())
                return bad(shown + " lies at offset " + std::to_string(tensor.offset) +
                           ", beyond the data section of " + std::to_string(data.size()) + " bytes");
            const std::uint64_t left = data.size() - tensor.offset;
            if (m_sizes[i] > left)
                return bad(shown + " needs " + std::to_string(m_sizes[i]) + " bytes at offset " +
                           std::to_string(tensor.offset) + ", but only " + std::to_string(left) +
                           " are left; the file is cut off or damaged, fetch it again");
            tensor.bytes = data.subspan(tensor.offset, m_sizes[i]);
        }
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < tensors.size(); ++i)
            if (m_sizes[i] > 0) order.push_back(i);
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(tensors[a].offset, a) < std::pair(tensors[b].offset, b);
        });
        for (std::size_t i = 1; i < order.size(); ++i) {
            const std::size_t before = order[i - 1], after = order[i];
            if (tensors[after].offset - tensors[before].offset < m_sizes[before])
                return bad("tensor " + shownName(tensors[after].name) + " at offset " +
                           std::to_string(tensors[after].offset) + " overlaps tensor " +
                           shownName(tensors[before].name));
        }
        return {};
    }

    ModelFile& m_file;
    GgufCursor m_in;
    std::span<const std::byte> m_bytes;
    std::uint64_t m_tensors = 0, m_pairs = 0;
    std::vector<std::uint64_t> m_sizes;  // bytes of each tensor
};

Result<std::shared_ptr<const ModelFile>> parseGguf(std::span<const std::byte> bytes, std::string name) {
    auto file = std::make_shared<ModelFile>(name, "GGUF");
    file->addPart({std::move(name), nullptr, bytes.size()});
    if (auto parsed = GgufParser(*file, bytes).parse(); !parsed) return parsed.error();
    return std::shared_ptr<const ModelFile>(std::move(file));
}

Result<std::shared_ptr<ModelFile>> openGgufPart(const std::string& path) {
    auto mapping = MappedFile::open(path);
    if (!mapping) return mapping.error();
    auto file = std::make_shared<ModelFile>(path, "GGUF");
    const auto bytes = (*mapping)->bytes();
    file->addPart({path, std::move(*mapping), bytes.size()});
    if (auto parsed = GgufParser(*file, bytes).parse(); !parsed) return parsed.error();
    return file;
}

}  // namespace gh
