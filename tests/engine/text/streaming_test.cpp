#include <gtest/gtest.h>

#include <random>

#include "engine/text/streaming.h"
#include "tests/engine/text/cases.h"

namespace gh::test {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kReplacement = "\xEF\xBF\xBD";

TEST(Utf8Stream, Cases) {
    Tally tally("stream/utf8_stream.json");
    const Json file = readCases("stream/utf8_stream.json");
    for (const Json& c : file.at("cases")) {
        SCOPED_TRACE(c.at("id").get<std::string>());
        tally.ran();
        const Json& expected = c.at("expected");
        const auto run = [](const std::vector<std::string>& pieces) {
            Utf8Stream stream;
            std::vector<std::string> out;
            for (const std::string& piece : pieces) out.push_back(stream.push(piece));
            out.push_back(stream.finish());
            return out;
        };
        if (c.at("input").contains("hex")) {
            const std::string text = fromHex(c.at("input").at("hex").get<std::string>());
            for (const Json& split : expected.at("splits")) {
                const auto at = split.at("at").get<std::size_t>();
                auto out = run({text.substr(0, at), text.substr(at)});
                EXPECT_EQ(out.back(), "");
                out.pop_back();
                EXPECT_EQ(out, split.at("emit").get<std::vector<std::string>>());
            }
            continue;
        }
        std::vector<std::string> pieces;
        for (const Json& hex : c.at("input").at("pieces_hex"))
            pieces.push_back(fromHex(hex.get<std::string>()));
        auto out = run(pieces);
        auto want = expected.at("emit").get<std::vector<std::string>>();
        want.push_back(expected.at("emit_at_end").get<std::string>());
        std::string all, wanted;
        for (const auto& s : out) all += s;
        for (const auto& s : want) wanted += s;
        EXPECT_EQ(all, wanted);
        if (wanted.find(kReplacement) == std::string::npos) {
            EXPECT_EQ(out, want);
        }
    }
}

TEST(Utf8Stream, TheCutsDoNotMatter) {
    std::mt19937 random(1);
    for (int i = 0; i < 500; ++i) {
        std::string bytes;
        for (std::size_t n = random() % 40; bytes.size() < n;)
            bytes += static_cast<char>(random() % 3 ? 0x80 + random() % 128 : random() % 128);
        Utf8Stream whole, cut;
        std::string a = whole.push(bytes), b;
        a += whole.finish();
        for (const char c : bytes) b += cut.push({&c, 1});
        b += cut.finish();
        ASSERT_EQ(a, b);
    }
}

TEST(StopMatcher, Cases) {
    Tally tally("stream/stop_stream.json");
    const Json file = readCases("stream/stop_stream.json");
    for (const Json& c : file.at("cases")) {
        SCOPED_TRACE(c.at("id").get<std::string>());
        tally.ran();
        const Json& expected = c.at("expected");
        const auto stops = c.at("input").at("stops").get<std::vector<std::string>>();
        const auto check = [&](const std::vector<std::string>& pieces, const std::vector<std::string>& shown,
                               const std::string* flushed) {
            StopMatcher matcher(stops);
            std::string all;
            for (std::size_t i = 0; i < pieces.size(); ++i) {
                const std::string now = matcher.push(pieces[i]);
                // The list may end where the match came: nothing is shown after it.
                EXPECT_EQ(now, i < shown.size() ? shown[i] : "");
                all += now;
            }
            const std::string rest = matcher.finish();
            if (flushed) {
                EXPECT_EQ(rest, *flushed);
            }
            EXPECT_EQ(all + rest, expected.at("text").get<std::string>());
            return matcher.stopped();
        };
        if (c.at("input").contains("pieces")) {
            const std::string flushed = expected.at("flushed_at_end").get<std::string>();
            EXPECT_EQ(
                check(c.at("input").at("pieces").get<std::vector<std::string>>(),
                      expected.at("may_show_after_each_piece").get<std::vector<std::string>>(), &flushed),
                expected.at("stopped").get<bool>());
            continue;
        }
        const auto text = c.at("input").at("text").get<std::string>();
        for (const Json& split : expected.at("splits")) {
            const auto at = split.at("at").get<std::size_t>();
            const auto flushed = split.at("flushed").get<std::string>();
            check({text.substr(0, at), text.substr(at)}, split.at("shown").get<std::vector<std::string>>(),
                  &flushed);
        }
        std::vector<std::string> characters;
        for (const char ch : text) characters.emplace_back(1, ch);
        check(characters, expected.at("char_by_char").get<std::vector<std::string>>(), nullptr);
    }
}

TEST(StopMatcher, TheCutsDoNotMatter) {
    std::mt19937 random(2);
    const auto word = [&](std::size_t most) {
        std::string s;
        for (std::size_t n = random() % (most + 1); s.size() < n;) s += static_cast<char>('a' + random() % 2);
        return s;
    };
    for (int i = 0; i < 2000; ++i) {
        std::vector<std::string> stops;
        for (std::size_t n = random() % 4; stops.size() < n;) stops.push_back(word(4));
        const std::string text = word(12);
        StopMatcher whole(stops), cut(stops);
        std::string a = whole.push(text), b;
        a += whole.finish();
        for (std::size_t pos = 0; pos < text.size();) {
            const std::size_t n = 1 + random() % 3;
            b += cut.push(std::string_view(text).substr(pos, n));
            pos += n;
        }
        b += cut.finish();
        ASSERT_EQ(a, b);
        ASSERT_EQ(whole.stopped(), cut.stopped());
        ASSERT_EQ(whole.match(), cut.match());
        for (const std::string& stop : stops) {
            ASSERT_TRUE(stop.empty() || a.find(stop) == std::string::npos);
        }
    }
}

}  // namespace
}  // namespace gh::test
