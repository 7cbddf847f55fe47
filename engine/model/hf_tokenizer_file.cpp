#include "engine/model/hf_tokenizer_file.h"

#include <limits>

#include "engine/base/mapped_file.h"
#include "engine/model/gguf_reader.h"
#include "engine/model/hf_parts.h"

namespace gh {
namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // the largest in use have 35 MB
constexpr std::size_t kMostEntries = std::size_t{4} << 20;

class Reader final : public JsonTreeBuilder {
public:
    Reader(const std::string& path, HfTokenizerFile& file)
        : JsonTreeBuilder(path, {.depth = 64, .values = 1'000'000}), m_file(file) {}

    bool start_object(std::size_t size) override {
        if (m_stream != Stream::None) return wrongForm();
        if (begins("vocab")) return enter(Stream::Vocabulary);
        if (depth() == 1 && lastKey() == "model") m_inModel = true;
        return JsonTreeBuilder::start_object(size);
    }
    bool end_object() override {
        if (m_stream == Stream::Vocabulary) return leave();
        if (depth() == 2) m_inModel = false;
        return JsonTreeBuilder::end_object();
    }
    bool start_array(std::size_t size) override {
        if (m_stream == Stream::Merges && m_parts == kNoPair) {
            m_parts = 0;
            return true;
        }
        if (m_stream != Stream::None) return wrongForm();
        if (begins("merges")) return enter(Stream::Merges);
        return JsonTreeBuilder::start_array(size);
    }
    bool end_array() override {
        if (m_stream == Stream::None) return JsonTreeBuilder::end_array();
        if (m_parts == kNoPair) return leave();
        if (m_parts != 2) return wrongForm();
        m_parts = kNoPair;
        return addMerge(m_pair);
    }
    bool key(string_t& key) override {
        if (m_stream != Stream::Vocabulary) return JsonTreeBuilder::key(key);
        if (m_file.vocabulary.size() >= kMostEntries || m_file.texts.size() + key.size() > kMostBytes)
            return fail("has a vocabulary larger than any");
        m_file.vocabulary.push_back(
            {static_cast<std::uint32_t>(m_file.texts.size()), static_cast<std::uint32_t>(key.size()), 0});
        m_file.texts += key;
        return true;
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (m_stream == Stream::None) return JsonTreeBuilder::number_unsigned(value);
        if (m_stream != Stream::Vocabulary || m_file.vocabulary.empty()) return wrongForm();
        if (value > std::numeric_limits<std::int32_t>::max())
            return fail("gives the token \"" + shownName(m_file.text(m_file.vocabulary.back())) + "\" the id " +
                        std::to_string(value));
        m_file.vocabulary.back().id = static_cast<std::uint32_t>(value);
        return true;
    }
    bool string(string_t& value) override {
        if (m_stream == Stream::None) return JsonTreeBuilder::string(value);
        if (m_stream != Stream::Merges) return wrongForm();
        if (m_parts == kNoPair) return addMerge(value);
        if (m_parts == 0)
            m_pair = value;
        else if (m_parts == 1)
            m_pair.append(" ").append(value);
        ++m_parts;
        return true;
    }
    bool null() override { return m_stream == Stream::None ? JsonTreeBuilder::null() : wrongForm(); }
    bool boolean(bool value) override { return m_stream == Stream::None ? JsonTreeBuilder::boolean(value) : wrongForm(); }
    bool number_integer(number_integer_t value) override {
        return m_stream == Stream::None ? JsonTreeBuilder::number_integer(value) : wrongForm();
    }
    bool number_float(number_float_t value, const string_t& text) override {
        return m_stream == Stream::None ? JsonTreeBuilder::number_float(value, text) : wrongForm();
    }

private:
    enum class Stream { None, Vocabulary, Merges };
    static constexpr int kNoPair = -1;

    bool begins(std::string_view name) const { return m_inModel && depth() == 2 && lastKey() == name; }
    bool enter(Stream stream) {
        m_stream = stream;
        m_parts = kNoPair;
        return true;
    }
    bool leave() {
        m_stream = Stream::None;
        return true;
    }
    bool wrongForm() {
        return fail(m_stream == Stream::Merges ? "has merges that are no pairs of texts"
                                               : "has a vocabulary that is not of texts and ids");
    }
    bool addMerge(std::string_view merge) {
        if (m_file.mergeCount >= kMostEntries || m_file.merges.size() + merge.size() > kMostBytes)
            return fail("has more merges than any tokenizer");
        appendGgufString(m_file.merges, merge);
        ++m_file.mergeCount;
        return true;
    }

    HfTokenizerFile& m_file;
    Stream m_stream = Stream::None;
    bool m_inModel = false;
    int m_parts = kNoPair;
    std::string m_pair;
};

}  // namespace

Result<HfTokenizerFile> readHfTokenizerFile(const std::string& path) {
    const auto mapped = MappedFile::open(path);
    if (!mapped) return mapped.error();
    const auto bytes = (*mapped)->bytes();
    if (bytes.size() > kMostBytes)
        return Error{ErrorCode::BadFile, path, "has " + std::to_string(bytes.size()) + " bytes, more than any tokenizer"};
    HfTokenizerFile file;
    Reader reader(path, file);
    if (auto read = reader.read({reinterpret_cast<const char*>(bytes.data()), bytes.size()}); !read) return read.error();
    file.tree = std::move(reader.tree());
    return file;
}

}  // namespace gh
