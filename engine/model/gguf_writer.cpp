#include "engine/model/gguf_writer.h"

#include <cstring>

namespace gh {
namespace {

template <class T>
void append(std::string& to, T value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void appendText(std::string& to, std::string_view text) {
    append(to, static_cast<std::uint64_t>(text.size()));
    to.append(text);
}

// A number as wide as its type in the file; readers have checked that it came from there.
template <class From>
void appendAs(std::string& to, ValueType type, From value) {
    switch (type) {
        case ValueType::U8: append(to, static_cast<std::uint8_t>(value)); break;
        case ValueType::I8: append(to, static_cast<std::int8_t>(value)); break;
        case ValueType::U16: append(to, static_cast<std::uint16_t>(value)); break;
        case ValueType::I16: append(to, static_cast<std::int16_t>(value)); break;
        case ValueType::U32: append(to, static_cast<std::uint32_t>(value)); break;
        case ValueType::I32: append(to, static_cast<std::int32_t>(value)); break;
        case ValueType::F32: append(to, static_cast<float>(value)); break;
        case ValueType::U64: append(to, static_cast<std::uint64_t>(value)); break;
        case ValueType::I64: append(to, static_cast<std::int64_t>(value)); break;
        case ValueType::F64: append(to, static_cast<double>(value)); break;
        case ValueType::Bool: append(to, static_cast<std::uint8_t>(value ? 1 : 0)); break;
        case ValueType::String:
        case ValueType::Array: break;
    }
}

std::span<const std::byte> bytesOf(const std::string& text) { return std::as_bytes(std::span(text)); }

}  // namespace

void GgufFileWriter::addValue(std::string_view key, const ModelValue& value) {
    appendText(m_pairs, key);
    append(m_pairs, static_cast<std::uint32_t>(value.type));
    std::visit([&](const auto& data) {
        using T = std::decay_t<decltype(data)>;
        if constexpr (std::is_same_v<T, std::string_view>) {
            appendText(m_pairs, data);
        } else if constexpr (std::is_same_v<T, ModelArray>) {
            append(m_pairs, static_cast<std::uint32_t>(data.element));
            append(m_pairs, data.count);
            m_pairs.append(reinterpret_cast<const char*>(data.bytes.data()), data.bytes.size());
        } else {
            appendAs(m_pairs, value.type, data);
        }
    }, value.data);
    ++m_values;
}

void GgufFileWriter::addInteger(std::string_view key, std::uint32_t value) {
    addValue(key, {ValueType::U32, std::uint64_t{value}});
}

void GgufFileWriter::addTensor(std::string_view name, const std::vector<std::uint64_t>& dims, std::uint32_t type, std::uint64_t bytes) {
    appendText(m_table, name);
    append(m_table, static_cast<std::uint32_t>(dims.size()));
    for (const std::uint64_t extent : dims) append(m_table, extent);
    append(m_table, type);
    append(m_table, m_offset);
    m_offset += (bytes + m_alignment - 1) / m_alignment * m_alignment;
    ++m_tensors;
}

Result<void> GgufFileWriter::put(std::span<const std::byte> bytes) {
    m_written += bytes.size();
    return m_file->write(bytes);
}

Result<void> GgufFileWriter::pad() {
    const std::string zeros((m_alignment - m_written % m_alignment) % m_alignment, '\0');
    return put(bytesOf(zeros));
}

Result<void> GgufFileWriter::begin(const std::string& path) {
    auto file = AtomicFile::create(path);
    if (!file) return file.error();
    m_file = std::move(*file);
    std::string head = "GGUF";
    append(head, std::uint32_t{3});
    append(head, m_tensors);
    append(head, m_values);
    for (const std::string* part : {&head, &m_pairs, &m_table})
        if (auto done = put(bytesOf(*part)); !done) return done;
    return pad();
}

Result<void> GgufFileWriter::writeTensor(std::span<const std::byte> bytes) {
    if (auto done = put(bytes); !done) return done;
    return pad();
}

Result<std::uint64_t> GgufFileWriter::finish() {
    if (auto done = m_file->commit(); !done) return done.error();
    return m_written;
}

}  // namespace gh
