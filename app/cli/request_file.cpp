#include "app/cli/request_file.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/options.h"

namespace gh::app {
namespace {

using Json = nlohmann::json;

template <class T>
bool whole(const Json& value, std::int64_t low, std::int64_t high, T& target) {
    if (!value.is_number_integer()) return false;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(high)) return false;
    const auto number = value.get<std::int64_t>();
    if (number < low || number > high) return false;
    target = static_cast<T>(number);
    return true;
}

bool readPrompt(const Json& value, FileRequest& request) {
    if (value.is_string()) {
        request.prompt = value.get<std::string>();
        return true;
    }
    if (!value.is_array() || value.empty()) return false;
    for (const Json& id : value)
        if (!whole(id, 0, std::numeric_limits<TokenId>::max(), request.ids.emplace_back())) return false;
    return true;
}

struct Field {
    const char* key;
    bool (*read)(const Json& value, FileRequest& request);
    const char* expected;
};

constexpr Field kFields[] = {
    {"prompt", readPrompt, "a text or a list of token ids"},
    {"arrival_s",
     [](const Json& value, FileRequest& r) {
         if (!value.is_number()) return false;
         r.arrival = value.get<double>();
         return std::isfinite(r.arrival) && r.arrival >= 0 && r.arrival <= 86400;
     },
     "a number from 0 to 86400"},
    {"max_tokens", [](const Json& v, FileRequest& r) { return whole(v, 1, std::numeric_limits<int>::max(), r.maxTokens.emplace()); },
     "a whole number of at least 1"},
    {"priority", [](const Json& v, FileRequest& r) { return whole(v, -1000, 1000, r.priority); }, "a whole number from -1000 to 1000"},
    {"n", [](const Json& v, FileRequest& r) { return whole(v, 1, 256, r.samples); }, "a whole number from 1 to 256"},
    {"seed",
     [](const Json& v, FileRequest& r) {
         if (!v.is_number_unsigned()) return false;
         r.seed = v.get<std::uint64_t>();
         return true;
     },
     "a whole number from 0 to 18446744073709551615"},
};

}  // namespace

Result<std::vector<FileRequest>> readRequests(const std::string& text, const std::string& path) {
    std::vector<FileRequest> requests;
    int number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const auto bad = [&](const std::string& detail) {
            return Error{ErrorCode::BadFile, path + ":" + std::to_string(number), detail};
        };
        // The parser keeps the last of two keys; here both would be meant by somebody.
        std::set<std::string> given;
        std::string twice;
        const auto seen = [&](int depth, Json::parse_event_t event, Json& parsed) {
            if (depth == 1 && event == Json::parse_event_t::key && !given.insert(parsed.get<std::string>()).second)
                twice = parsed.get<std::string>();
            return true;
        };
        const Json object = Json::parse(line, seen, false);
        if (object.is_discarded() || !object.is_object()) return bad("is no JSON object; each line is one, such as {\"prompt\": \"Hello\"}");
        if (!twice.empty()) return bad("'" + twice + "' is given twice; which of them is meant?");
        FileRequest request;
        request.line = number;
        for (const auto& [key, value] : object.items()) {
            const Field* known = nullptr;
            std::string keys;
            for (const Field& field : kFields) {
                if (key == field.key) known = &field;
                keys += (keys.empty() ? "" : ", ") + std::string(field.key);
            }
            if (!known) return bad("'" + key + "' is no key of a request; the keys are " + keys);
            if (!known->read(value, request)) return bad("'" + key + "' is not " + known->expected);
        }
        if (!object.contains("prompt")) return bad("'prompt' is missing");
        requests.push_back(std::move(request));
    }
    if (requests.empty()) return Error{ErrorCode::BadFile, path, "has no request; each line is a JSON object with a prompt"};
    return requests;
}

Result<std::vector<FileRequest>> readRequestFile(const std::string& path) {
    auto text = readFile(path);
    if (!text) return Error{ErrorCode::MissingFile, text.error().subject, text.error().detail};
    return readRequests(*text, path);
}

}  // namespace gh::app
