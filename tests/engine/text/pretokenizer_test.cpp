#include <gtest/gtest.h>

#include "engine/text/pretokenizer.h"
#include "tests/engine/text/cases.h"

namespace gh::test {
namespace {

using Json = nlohmann::ordered_json;

TEST(PreTokenizer, Cases) {
    Tally tally("tokenizer/presplit.json");
    const Json file = readCases("tokenizer/presplit.json");
    for (const Json& c : file.at("cases")) {
        const auto id = c.at("id").get<std::string>();
        SCOPED_TRACE(id);
        const PreTokenizerRule* rule = findPreTokenizer(c.at("input").at("pre").get<std::string>());
        if (!rule) {
            tally.skipped(id, "pattern not offered");
            continue;
        }
        tally.ran();
        const auto split = PreTokenizer::compile(*rule);
        ASSERT_TRUE(split.ok());
        const std::string text = inputBytes(c.at("input"));
        std::vector<std::string> pieces;
        for (const std::string_view piece : (*split)->split(text)) pieces.emplace_back(piece);
        EXPECT_EQ(pieces, c.at("expected").at("pieces").get<std::vector<std::string>>());
    }
}

TEST(PreTokenizer, EveryRuleKeepsEveryByte) {
    const std::string texts[] = {"",
                                 " ",
                                 "a\xFF\xFE b",
                                 "\x80",
                                 std::string(1'000'000, ' '),
                                 std::string(200'000, '\n') + "x",
                                 std::string(100'000, 'a') + "\xF0\x9F",
                                 "1234567890 '' 's 'S ... \r\n\t"};
    for (const PreTokenizerRule& rule : preTokenizerList()) {
        const auto split = PreTokenizer::compile(rule);
        ASSERT_TRUE(split.ok()) << split.error().message();
        for (const std::string& text : texts) {
            std::string joined;
            for (const std::string_view piece : (*split)->split(text)) {
                EXPECT_FALSE(piece.empty());
                joined += piece;
            }
            EXPECT_EQ(joined, text) << rule.names.front();
        }
    }
}

TEST(PreTokenizer, UnknownNamesAreNotGuessed) {
    EXPECT_EQ(findPreTokenizer("no-such-pattern"), nullptr);
}

}  // namespace
}  // namespace gh::test
