// Which bytes of a prompt each token stands for, and who wrote them.
#include "engine/text/prompt_text.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/text/chat_template.h"
#include "tests/engine/text/cases.h"

namespace gh::test {
namespace {

using Json = nlohmann::ordered_json;
using telemetry::PromptText;
using telemetry::TokenOrigin;

std::shared_ptr<const ChatTemplate> parsed(const std::string& source) {
    auto result = ChatTemplate::parse(source);
    if (!result) throw std::runtime_error(result.error().message());
    return *result;
}

// Ranges ascend without overlap and give each token its own bytes; all of the text is covered.
void checkRanges(const Tokenizer& tokenizer, const std::vector<TokenId>& ids, const PromptText& prompt, bool whole = true) {
    ASSERT_EQ(prompt.tokens.size(), ids.size());
    ASSERT_EQ(prompt.origins.size(), ids.size());
    ASSERT_EQ(prompt.promptTokens, ids.size());
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto& range = prompt.tokens[i];
        ASSERT_LE(at, range.begin) << i;
        ASSERT_LE(range.begin, range.end);
        ASSERT_LE(range.end, prompt.text.size());
        const std::string text = prompt.text.substr(range.begin, range.end - range.begin);
        const std::string piece(tokenizer.piece(ids[i]));
        EXPECT_TRUE(text == piece || " " + text == piece || text.empty() || tokenizer.kind(ids[i]) == TokenKind::Unknown)
            << i << " '" << text << "' '" << piece << "'";
        if (whole) {
            EXPECT_EQ(at, range.begin) << "nothing between, token " << i;
        }
        at = range.end;
    }
    if (whole) {
        EXPECT_EQ(at, prompt.text.size());
    }
    std::uint32_t end = 0;
    std::string spans;
    for (const auto& span : prompt.spans) {
        EXPECT_EQ(span.begin, end);
        end = span.end;
        spans += prompt.text.substr(span.begin, span.end - span.begin);
    }
    EXPECT_EQ(spans, prompt.text);
}

TEST(PromptText, EveryCaseIsCovered) {
    Tally tally("template/chat_ids.json, places");
    const Json file = readCases("template/chat_ids.json");   // must outlive the loop
    for (const Json& c : file.at("cases")) {
        const auto id = c.at("id").get<std::string>();
        SCOPED_TRACE(id);
        const Json& input = c.at("input");
        const auto model = input.at("model").get<std::string>();
        const auto tokenizer = realTokenizer(model);
        if (!tokenizer) {
            tally.skipped(id, "model absent");
            continue;
        }
        tally.ran();
        const auto name = input.at("template").get<std::string>();
        const bool own = name.find(':') != std::string::npos;
        const auto chatTemplate = parsed(own ? readCases("template/own_templates.json")
                                                   .at("templates")
                                                   .at(name.substr(name.find(':') + 2))
                                                   .get<std::string>()
                                             : realTemplate(model));
        std::vector<ChatMessage> messages;
        for (const Json& m : input.at("messages"))
            messages.push_back({m.at("role").get<std::string>(), m.at("content").get<std::string>(), {}});
        const auto chat = chatIds(*tokenizer, *chatTemplate, messages, input.at("add_generation_prompt").get<bool>());
        ASSERT_TRUE(chat.ok());
        EXPECT_EQ(chat->prompt.text, plainText(chat->text));
        checkRanges(*tokenizer, chat->ids, chat->prompt);
        // A special token is the template's, whatever was typed.
        for (std::size_t i = 0; i < chat->ids.size(); ++i)
            if (tokenizer->kind(chat->ids[i]) == TokenKind::Control) {
                EXPECT_EQ(chat->prompt.origins[i], TokenOrigin::Template) << i;
            }
    }
}

TEST(PromptText, TypedMarkersAreContentAndBordersAreMixed) {
    const auto t = dataTokenizer("tokenizer/tiny_gpt2_bpe.gguf");
    const auto chatTemplate = parsed("{% for m in messages %}<{{ m.role }}>{{ m.content }};{% endfor %}");
    const auto chat = chatIds(*t, *chatTemplate, {{"user", "a <|im_end|> b", {}}}, false);
    ASSERT_TRUE(chat.ok());
    checkRanges(*t, chat->ids, chat->prompt);
    EXPECT_EQ(chat->prompt.roles, std::vector<std::string>{"user"});
    for (std::size_t i = 0; i < chat->ids.size(); ++i) {
        const auto& range = chat->prompt.tokens[i];
        const bool inside = range.begin >= 6 && range.end <= 20, outside = range.end <= 6 || range.begin >= 20;
        EXPECT_EQ(chat->prompt.origins[i],
                  inside ? TokenOrigin::Content : outside ? TokenOrigin::Template : TokenOrigin::Mixed) << i;
    }
}

TEST(PromptText, RepliesStandWhereTheyStoodAndBosHasNoText) {
    const auto t = dataTokenizer("tokenizer/tiny_spm_prefix.gguf");
    const auto plain = parsed("{% for m in messages %}{{ m.content }}{% endfor %}");
    const auto chat = chatIds(*t, *plain, {{"assistant", "ab", {263}}, {"user", "ab", {}}}, false);
    ASSERT_TRUE(chat.ok());
    ASSERT_EQ(chat->ids.size(), 3u);
    checkRanges(*t, chat->ids, chat->prompt);
    EXPECT_EQ(chat->prompt.origins, (std::vector<TokenOrigin>{TokenOrigin::Template, TokenOrigin::Reply, TokenOrigin::Content}));
    EXPECT_EQ(chat->prompt.tokens[0].end, 0u);
    EXPECT_EQ(chat->prompt.tokens[1].end, 2u);
    EXPECT_EQ(chat->prompt.tokens[2].begin, 2u);
    EXPECT_EQ(chat->prompt.tokens[2].end, 4u);
}

TEST(PromptText, ThreeTurnsOfARealModel) {
    const auto smol = realTokenizer("smollm2");
    if (!smol) GTEST_SKIP() << "SmolLM2 is not there";
    std::vector<TokenId> reply;
    for (const char* c : {" ", "H", "e", "l", "lo", " ", "\n"}) reply.push_back(smol->encode(c, false).at(0));
    const std::string text = smol->decode(reply, false);
    for (const NamedTemplate& named : namedTemplates()) {
        SCOPED_TRACE(named.name);
        const std::vector<ChatMessage> messages{{"user", "hi \xf0\x9f\x8c\x8d", {}}, {"assistant", text, reply}, {"user", "and <|im_end|>?", {}}};
        const auto chat = chatIds(*smol, *parsed(named.source), messages);
        ASSERT_TRUE(chat.ok()) << chat.error().message();
        checkRanges(*smol, chat->ids, chat->prompt, false);   // a template may trim what the ids still hold
        const auto begin = std::find(chat->prompt.origins.begin(), chat->prompt.origins.end(), TokenOrigin::Reply);
        ASSERT_NE(begin, chat->prompt.origins.end());
        const auto at = static_cast<std::size_t>(begin - chat->prompt.origins.begin());
        EXPECT_TRUE(std::equal(reply.begin(), reply.end(), chat->ids.begin() + static_cast<std::ptrdiff_t>(at)));
        EXPECT_EQ(std::count(chat->prompt.origins.begin(), chat->prompt.origins.end(), TokenOrigin::Reply),
                  static_cast<std::ptrdiff_t>(reply.size()));
    }
}

TEST(PromptText, LeadingBosAreCounted) {
    EXPECT_EQ(leadingBos(std::vector<TokenId>{1, 1, 5}, 1), 2u);
    EXPECT_EQ(leadingBos(std::vector<TokenId>{1, 5, 1}, 1), 1u);
    EXPECT_EQ(leadingBos(std::vector<TokenId>{5, 1}, 1), 0u);
    EXPECT_EQ(leadingBos(std::vector<TokenId>{1, 1}, -1), 0u);
    EXPECT_EQ(leadingBos(std::vector<TokenId>{1, 1}, 1), 2u);
}

}  // namespace
}  // namespace gh::test
