#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/lab/lab.h"

namespace gh::lab {
namespace {

std::optional<double> parseNumber(std::string_view text) {
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<std::vector<double>> parse(const OptionSpec& spec, std::string_view text) {
    std::vector<double> values;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t comma = std::min(text.find(',', at), text.size());
        const auto value = parseNumber(text.substr(at, comma - at));
        if (!value || *value < spec.low || *value > spec.high) return std::nullopt;
        if (spec.kind != OptionKind::Number && *value != std::floor(*value)) return std::nullopt;
        values.push_back(*value);
        at = comma + 1;
    }
    if (spec.kind != OptionKind::Counts && values.size() != 1) return std::nullopt;
    return values;
}

std::string plain(double value) {
    char text[32];
    const auto [end, problem] = std::to_chars(text, text + sizeof text, value);
    return problem == std::errc() ? std::string(text, end) : std::string();
}

std::string expected(const OptionSpec& spec) {
    const std::string range = " from " + plain(spec.low) + " to " + plain(spec.high);
    switch (spec.kind) {
        case OptionKind::Count: return "a whole number" + range;
        case OptionKind::Counts: return "a list of whole numbers" + range + ", such as " + spec.standard;
        case OptionKind::Number: return "a number" + range;
    }
    return {};
}

}  // namespace

Options::Options(std::span<const OptionSpec> specs) : m_specs(specs) {
    for (const OptionSpec& spec : specs) m_texts.emplace(spec.key, spec.standard);
}

Result<void> Options::set(std::string_view key, std::string_view text) {
    const auto spec = std::find_if(m_specs.begin(), m_specs.end(), [&](const OptionSpec& s) { return key == s.key; });
    if (spec == m_specs.end()) {
        std::string keys;
        for (const OptionSpec& s : m_specs) keys += (keys.empty() ? "" : ", ") + std::string(s.key);
        return Error{ErrorCode::InvalidArgument, std::string(key), "is no option of this experiment; it has: " + keys};
    }
    if (!parse(*spec, text)) {
        std::string detail = "'";
        detail += text;
        detail += "' is not " + expected(*spec);
        return Error{ErrorCode::InvalidArgument, std::string(key), std::move(detail)};
    }
    m_texts.find(key)->second = std::string(text);
    return {};
}

const OptionSpec& Options::spec(std::string_view key) const {
    return *std::find_if(m_specs.begin(), m_specs.end(), [&](const OptionSpec& s) { return key == s.key; });
}

double Options::number(std::string_view key) const { return parse(spec(key), m_texts.find(key)->second)->front(); }

int Options::count(std::string_view key) const { return static_cast<int>(number(key)); }

std::vector<int> Options::counts(std::string_view key) const {
    std::vector<int> values;
    const auto parsed = parse(spec(key), m_texts.find(key)->second);
    for (const double value : *parsed) values.push_back(static_cast<int>(value));
    return values;
}

}  // namespace gh::lab
