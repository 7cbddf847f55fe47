// JSON from files that nobody vouches for: read with limits on depth and on the number of values, equal keys in one
// object refused. Made of events, so that a reader of a large file can take a part of it without building a tree.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace gh {

struct JsonLimits {
    std::size_t depth = 64;
    std::size_t values = 200'000;  // of the tree: some 100 bytes each at most
};

class JsonTreeBuilder : public nlohmann::json_sax<nlohmann::json> {
public:
    using Json = nlohmann::json;
    JsonTreeBuilder(std::string subject, JsonLimits limits) : m_limits(limits), m_subject(std::move(subject)) {}

    // Reads all of the text. Errors (BadFile) name the subject and where in the text.
    Result<void> read(std::string_view text);
    Json& tree() { return m_root; }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return fail("holds binary data"); }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& key) override;
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& problem) override;

protected:
    std::size_t depth() const { return m_open.size(); }
    const std::string& lastKey() const { return m_key; }
    bool fail(std::string detail);  // ends the reading with this error

private:
    bool add(Json value);
    bool open(Json value);
    bool close();

    JsonLimits m_limits;
    std::string m_subject, m_key, m_problem;
    Json m_root;
    std::vector<Json*> m_open;  // objects and arrays that are not closed yet, outermost first
    std::size_t m_values = 0;
};

// The whole text as a tree.
Result<nlohmann::json> parseJson(std::string_view text, const std::string& subject, JsonLimits limits = {});

// A whole file as a tree; nothing larger than `most` bytes.
Result<nlohmann::json> readJsonFile(const std::string& path, std::size_t most, JsonLimits limits = {});

}  // namespace gh
