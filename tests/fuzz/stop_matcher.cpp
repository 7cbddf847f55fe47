// Stop strings, and a text in pieces. An input: how long the pieces are, by turns, then the stop strings and the text,
// with zero bytes between; the last is the text.
#include <nlohmann/json.hpp>

#include "engine/text/streaming.h"
#include "tests/fuzz/fuzz_target.h"

namespace gh::fuzz {
namespace {

struct Shown {
    std::string text;
    bool stopped = false;
    std::string match;
    bool operator==(const Shown&) const = default;
};

Shown show(const std::vector<std::string>& stops, std::string_view text, std::size_t first, std::size_t second) {
    StopMatcher matcher(stops);
    Shown shown;
    for (bool odd = false; !text.empty(); odd = !odd) {
        const std::size_t length = odd ? second : first;
        const bool before = matcher.stopped();
        const std::string piece = matcher.push(text.substr(0, length));
        require(!before || piece.empty(), "nothing is shown after a match");
        shown.text += piece;
        text.remove_prefix(std::min(text.size(), length));
    }
    shown.text += matcher.finish();
    shown.stopped = matcher.stopped();
    shown.match = matcher.match();
    return shown;
}

}  // namespace

void runStopMatcher(std::string_view input) {
    if (input.size() < 2) return;
    const std::size_t first = static_cast<unsigned char>(input[0]) % 7u, second = static_cast<unsigned char>(input[1]) % 7u + 1u;
    input.remove_prefix(2);
    std::vector<std::string> stops;
    for (std::size_t end; (end = input.find('\0')) != std::string_view::npos; input.remove_prefix(end + 1))
        stops.emplace_back(input.substr(0, end));
    const Shown whole = show(stops, input, std::max<std::size_t>(input.size(), 1), 1);
    require(whole == show(stops, input, first, second), "the answer does not depend on how the text was cut");
    for (const std::string& stop : stops)
        require(stop.empty() || whole.text.find(stop) == std::string::npos, "no stop string is shown");
    require(whole.stopped ? input.starts_with(whole.text + whole.match) : whole.text == input, "nothing else is lost");
}

std::vector<std::string> stopMatcherSeeds() {
    std::vector<std::string> seeds;
    const auto file = nlohmann::json::parse(readFile(testData() / "stream/stop_stream.json"));
    for (const auto& c : file["cases"]) {
        std::string seed("\x03\x01", 2);
        for (const auto& stop : c["input"]["stops"]) (seed += stop.get<std::string>()) += '\0';
        seed += c["input"].value("text", "");
        for (const auto& piece : c["input"].value("pieces", nlohmann::json::array())) seed += piece.get<std::string>();
        seeds.push_back(std::move(seed));
    }
    return seeds;
}

}  // namespace gh::fuzz
