#include "tests/support/gguf_writer.h"

#include <unistd.h>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace gh::test {
namespace {

enum : std::uint32_t { kU32 = 4, kI32 = 5, kF32 = 6, kBool = 7, kString = 8, kArray = 9 };

template <class T>
void append(Bytes& out, T value) {
    std::byte raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    for (const std::byte b : raw) out.push_back(b);
}

void appendText(Bytes& out, std::string_view text) {
    append<std::uint64_t>(out, text.size());
    const auto* raw = reinterpret_cast<const std::byte*>(text.data());
    out.insert(out.end(), raw, raw + text.size());
}

void pad(Bytes& out, std::size_t alignment) {
    out.resize((out.size() + alignment - 1) / alignment * alignment);
}

template <class T>
Bytes valueBytes(T value) {
    Bytes out;
    append(out, value);
    return out;
}

template <class T>
Bytes arrayBytes(std::uint32_t element, const std::vector<T>& values) {
    Bytes out;
    append(out, element);
    append<std::uint64_t>(out, values.size());
    for (const auto& value : values) {
        if constexpr (std::is_same_v<T, std::string>)
            appendText(out, value);
        else
            append(out, value);
    }
    return out;
}

class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "glasshouse-test-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
        m_path = pattern;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

}  // namespace

void GgufWriter::addRaw(std::string_view key, std::uint32_t type, const Bytes& value) {
    appendText(m_pairs, key);
    append(m_pairs, type);
    m_pairs.insert(m_pairs.end(), value.begin(), value.end());
    ++m_pairCount;
}

void GgufWriter::add(std::string_view key, std::uint32_t value) {
    addRaw(key, kU32, valueBytes(value));
}
void GgufWriter::add(std::string_view key, std::int32_t value) {
    addRaw(key, kI32, valueBytes(value));
}
void GgufWriter::add(std::string_view key, float value) {
    addRaw(key, kF32, valueBytes(value));
}
void GgufWriter::add(std::string_view key, bool value) {
    addRaw(key, kBool, valueBytes<std::uint8_t>(value));
}

void GgufWriter::add(std::string_view key, std::string_view value) {
    Bytes text;
    appendText(text, value);
    addRaw(key, kString, text);
}

void GgufWriter::add(std::string_view key, const std::vector<std::string>& values) {
    addRaw(key, kArray, arrayBytes(kString, values));
}
void GgufWriter::add(std::string_view key, const std::vector<float>& values) {
    addRaw(key, kArray, arrayBytes(kF32, values));
}
void GgufWriter::add(std::string_view key, const std::vector<std::int32_t>& values) {
    addRaw(key, kArray, arrayBytes(kI32, values));
}

void GgufWriter::addTensor(std::string_view name, std::vector<std::uint64_t> dims, std::uint32_t type,
                           Bytes data) {
    m_tensors.push_back({std::string(name), std::move(dims), type, std::move(data)});
}

Bytes GgufWriter::build() const {
    Bytes out;
    for (const char c : {'G', 'G', 'U', 'F'}) append(out, c);
    append(out, m_version);
    append<std::uint64_t>(out, m_tensors.size());
    append(out, m_pairCount);
    out.insert(out.end(), m_pairs.begin(), m_pairs.end());
    std::uint64_t offset = 0;
    for (const auto& tensor : m_tensors) {
        appendText(out, tensor.name);
        append(out, static_cast<std::uint32_t>(tensor.dims.size()));
        for (const auto extent : tensor.dims) append(out, extent);
        append(out, tensor.type);
        append(out, offset);
        offset += (tensor.data.size() + m_alignment - 1) / m_alignment * m_alignment;
    }
    pad(out, m_alignment);
    for (const auto& tensor : m_tensors) {
        out.insert(out.end(), tensor.data.begin(), tensor.data.end());
        pad(out, m_alignment);
    }
    return out;
}

std::string writeTemporary(std::string_view fileName, const Bytes& bytes) {
    static const TemporaryFolder folder;
    const auto path = folder.path() / fileName;
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
    return path.string();
}

}  // namespace gh::test
