// What the files that read GGUF share. Reading positions: each read is checked against what is left before a byte is
// touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/model/model_file.h"

namespace gh {

class GgufCursor {
public:
    explicit GgufCursor(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    std::size_t position() const { return m_position; }
    std::size_t left() const { return m_bytes.size() - m_position; }

    template <class T>
    std::optional<T> read() {
        if (left() < sizeof(T)) return std::nullopt;
        T value;
        std::memcpy(&value, m_bytes.data() + m_position, sizeof(T));
        m_position += sizeof(T);
        return value;
    }

    std::optional<std::span<const std::byte>> take(std::uint64_t bytes) {
        if (bytes > left()) return std::nullopt;
        const auto part = m_bytes.subspan(m_position, static_cast<std::size_t>(bytes));
        m_position += part.size();
        return part;
    }

    std::span<const std::byte> since(std::size_t begin) const {
        return m_bytes.subspan(begin, m_position - begin);
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
};

// Bytes of one value of a fixed-size type; 0 for strings, arrays and unknown ids.
std::size_t valueTypeBytes(ValueType type);
// "uint32", "string" …; for messages.
const char* valueTypeName(ValueType type);
bool valueTypeKnown(std::uint32_t type);

// One file, whether it is a whole model or a part of one.
Result<std::shared_ptr<ModelFile>> openGgufPart(const std::string& path);

// Names from a file as they appear in messages: verbatim, but cut off when absurdly long.
std::string shownName(std::string_view name);

}  // namespace gh
