// Bytes in pieces. An input: how long the pieces are, by turns, then the bytes.
#include <nlohmann/json.hpp>

#include "engine/text/streaming.h"
#include "engine/text/utf8.h"
#include "tests/fuzz/fuzz_target.h"

namespace gh::fuzz {

void runUtf8Stream(std::string_view input) {
    if (input.size() < 2) return;
    const std::size_t lengths[] = {static_cast<unsigned char>(input[0]) % 7u, static_cast<unsigned char>(input[1]) % 7u + 1u};
    input.remove_prefix(2);
    const auto wholeOf = [](std::string text) {
        for (std::size_t pos = 0; pos < text.size();) {
            const utf8::Char c = utf8::at(text, pos);
            require(c.valid && c.length > 0, "what is shown is whole UTF-8");
            pos += c.length;
        }
        return text;
    };
    Utf8Stream once, pieces;
    std::string whole = wholeOf(once.push(input));
    whole += once.finish();
    std::string joined;
    for (int turn = 0; !input.empty(); turn ^= 1) {
        joined += wholeOf(pieces.push(input.substr(0, lengths[turn])));
        input.remove_prefix(std::min(input.size(), lengths[turn]));
    }
    joined += pieces.finish();
    require(whole == joined, "the text does not depend on how it was cut");
}

std::vector<std::string> utf8StreamSeeds() {
    std::vector<std::string> seeds;
    const auto file = nlohmann::json::parse(readFile(testData() / "stream/utf8_stream.json"));
    for (const auto& c : file["cases"]) {
        std::string seed("\x02\x01", 2);
        seed += fromHex(c["input"].value("hex", ""));  // of a text that is to be cut everywhere
        for (const auto& piece : c["input"].value("pieces_hex", nlohmann::json::array()))
            seed += fromHex(piece.get<std::string>());
        seeds.push_back(std::move(seed));
    }
    return seeds;
}

}  // namespace gh::fuzz
