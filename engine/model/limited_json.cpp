#include "engine/model/limited_json.h"

#include "engine/base/mapped_file.h"
#include "engine/model/gguf_reader.h"

namespace gh {

Result<void> JsonTreeBuilder::read(std::string_view text) {
    const bool done = nlohmann::json::sax_parse(text.begin(), text.end(), this);
    if (done && m_problem.empty()) return {};
    return Error{ErrorCode::BadFile, m_subject, m_problem.empty() ? "is no JSON text" : m_problem};
}

bool JsonTreeBuilder::fail(std::string detail) {
    if (m_problem.empty()) m_problem = std::move(detail);
    return false;
}

bool JsonTreeBuilder::parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
    return fail("is no JSON text: wrong at byte " + std::to_string(position) + "; the file is damaged, fetch it again");
}

bool JsonTreeBuilder::key(string_t& key) {
    if (m_open.back()->contains(key)) return fail("holds \"" + shownName(key) + "\" twice in one object");
    m_key = std::move(key);
    return true;
}

bool JsonTreeBuilder::add(Json value) {
    if (++m_values > m_limits.values)
        return fail("holds more than " + std::to_string(m_limits.values) + " values, more than any such file has");
    if (m_open.empty())
        m_root = std::move(value);
    else if (m_open.back()->is_object())
        (*m_open.back())[m_key] = std::move(value);
    else
        m_open.back()->push_back(std::move(value));
    return true;
}

bool JsonTreeBuilder::open(Json value) {
    if (m_open.size() >= m_limits.depth)
        return fail("nests values more than " + std::to_string(m_limits.depth) + " deep");
    if (!add(std::move(value))) return false;
    Json* added = &m_root;
    if (!m_open.empty()) added = m_open.back()->is_object() ? &(*m_open.back())[m_key] : &m_open.back()->back();
    m_open.push_back(added);
    return true;
}

bool JsonTreeBuilder::close() {
    m_open.pop_back();
    return true;
}

Result<nlohmann::json> parseJson(std::string_view text, const std::string& subject, JsonLimits limits) {
    JsonTreeBuilder builder(subject, limits);
    if (auto read = builder.read(text); !read) return read.error();
    return std::move(builder.tree());
}

Result<nlohmann::json> readJsonFile(const std::string& path, std::size_t most, JsonLimits limits) {
    const auto file = MappedFile::open(path);
    if (!file) return file.error();
    const auto bytes = (*file)->bytes();
    if (bytes.size() > most)
        return Error{ErrorCode::BadFile, path,
                     "has " + std::to_string(bytes.size()) + " bytes, at most " + std::to_string(most) +
                         " are expected"};
    return parseJson({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path, limits);
}

}  // namespace gh
