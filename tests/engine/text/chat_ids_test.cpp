#include <gtest/gtest.h>

#include <algorithm>

#include "engine/text/chat_template.h"
#include "tests/engine/text/cases.h"

namespace gh::test {
namespace {

using Json = nlohmann::ordered_json;

std::shared_ptr<const ChatTemplate> parsed(const std::string& source) {
    auto result = ChatTemplate::parse(source);
    if (!result) throw std::runtime_error(result.error().message());
    return *result;
}

std::string ownTemplate(const std::string& name) {
    return readCases("template/own_templates.json").at("templates").at(name).get<std::string>();
}

TEST(ChatIds, Cases) {
    Tally tally("template/chat_ids.json");
    const Json file = readCases("template/chat_ids.json");
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
        const auto chatTemplate =
            parsed(own ? ownTemplate(name.substr(name.find(':') + 2)) : realTemplate(model));
        std::vector<ChatMessage> messages;
        for (const Json& m : input.at("messages"))
            messages.push_back({m.at("role").get<std::string>(), m.at("content").get<std::string>(), {}});
        const auto chat =
            chatIds(*tokenizer, *chatTemplate, messages, input.at("add_generation_prompt").get<bool>());
        ASSERT_TRUE(chat.ok()) << chat.error().message();
        const Json& expected = c.at("expected");
        EXPECT_EQ(plainText(chat->text), expected.at("prompt").get<std::string>());
        EXPECT_EQ(chat->ids, idsOf(expected.at("ids")));
        for (const auto& [marker, count] : expected.at("control_counts").items()) {
            const auto n = std::count_if(chat->ids.begin(), chat->ids.end(),
                                         [&, m = marker](TokenId t) { return tokenizer->tokenText(t) == m; });
            EXPECT_EQ(n, count.get<int>()) << marker;
        }
    }
}

// A reply keeps the ids it was generated as, and each later prompt begins with all of the earlier one.
void checkContinues(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate, const std::string& open,
                    const std::vector<TokenId>& reply, const std::string& replyText) {
    std::vector<ChatMessage> messages{{"user", open, {}}};
    std::vector<TokenId> sequence;
    for (int turn = 0; turn < 3; ++turn) {
        const auto chat = chatIds(tokenizer, chatTemplate, messages);
        ASSERT_TRUE(chat.ok()) << chat.error().message();
        ASSERT_GE(chat->ids.size(), sequence.size());
        EXPECT_TRUE(std::equal(sequence.begin(), sequence.end(), chat->ids.begin())) << "turn " << turn;
        if (tokenizer.addsBos()) {
            EXPECT_EQ(std::count(chat->ids.begin(), chat->ids.end(), tokenizer.bos()), 1);
        }
        sequence = chat->ids;
        sequence.insert(sequence.end(), reply.begin(), reply.end());
        messages.push_back({"assistant", replyText, reply});
        messages.push_back({"user", "and <|im_end|> then " + std::to_string(turn), {}});
    }
}

TEST(ChatIds, RepliesContinueFromTheirIds) {
    if (const auto smol = realTokenizer("smollm2")) {
        // "Hello" in pieces that no tokenizer would choose.
        std::vector<TokenId> reply;
        for (const char* c : {" ", "H", "e", "l", "lo", " ", "\n"})
            reply.push_back(smol->encode(c, false).at(0));
        const std::string text = smol->decode(reply, false);
        for (const char* name : {"chatml", "chatml_trim", "header3", "phi", "zephyr"}) {
            SCOPED_TRACE(name);
            checkContinues(*smol, *parsed(ownTemplate(name)), "hi", reply, text);
        }
        for (const NamedTemplate& named : namedTemplates()) {
            SCOPED_TRACE(named.name);
            checkContinues(*smol, *parsed(named.source), "hi", reply, text);
        }
    }
    if (const auto gemma = realTokenizer("gemma3")) {
        std::vector<TokenId> reply;
        for (const char* c : {"H", "e", "l", "lo"}) reply.push_back(gemma->encode(c, false).at(0));
        for (const char* name : {"gemma_merge", "gemma_no_system", "inst", "phi"}) {
            SCOPED_TRACE(name);
            checkContinues(*gemma, *parsed(ownTemplate(name)), "hi", reply, "Hello");
        }
    }
}

TEST(ChatIds, AReplyThatTheTemplateRewritesIsTokenizedAgain) {
    const auto t = dataTokenizer("tokenizer/tiny_gpt2_bpe.gguf");
    const auto drops = parsed("{% for m in messages %}[{{ m.content.split('|')[-1] }}]{% endfor %}");
    const auto chat = chatIds(*t, *drops, {{"user", "u", {}}, {"assistant", "think|say", {1, 2, 3}}}, false);
    ASSERT_TRUE(chat.ok());
    EXPECT_EQ(t->decode(chat->ids, true), "[u][say]");
    // Twice the same content: no place is the one.
    const auto twice = parsed("{% for m in messages %}{{ m.content }},{{ m.content }};{% endfor %}");
    const auto both = chatIds(*t, *twice, {{"assistant", "ab", {97, 98}}}, false);
    ASSERT_TRUE(both.ok());
    EXPECT_EQ(both->ids, t->encode("ab,ab;", false));
    // Ids that the vocabulary does not have are not used.
    const auto once = parsed("{% for m in messages %}{{ m.content }};{% endfor %}");
    const auto impossible = chatIds(*t, *once, {{"assistant", "ab", {97, 999999}}}, false);
    ASSERT_TRUE(impossible.ok());
    EXPECT_EQ(impossible->ids, t->encode("ab;", false));
    const auto kept = chatIds(*t, *once, {{"assistant", "ab", {97, 98}}}, false);
    ASSERT_TRUE(kept.ok());
    EXPECT_EQ(kept->ids, (std::vector<TokenId>{97, 98, 59}));
}

TEST(ChatIds, OneBosInFrontOfAReplyToo) {
    const auto t = dataTokenizer("tokenizer/tiny_spm_prefix.gguf");
    const auto plain = parsed("{% for m in messages %}{{ m.content }}{% endfor %}");
    const auto chat = chatIds(*t, *plain, {{"assistant", "ab", {263}}, {"user", "ab", {}}}, false);
    ASSERT_TRUE(chat.ok());
    // No space is put in front of text that follows the reply.
    EXPECT_EQ(chat->ids, (std::vector<TokenId>{1, 263, 263}));
}

TEST(ChatIds, AFailingTemplateIsNamed) {
    const auto t = dataTokenizer("tokenizer/tiny_gpt2_bpe.gguf");
    const auto raises = parsed("{{ raise_exception('no system role') }}");
    const auto chat = chatIds(*t, *raises, {{"user", "x", {}}});
    ASSERT_FALSE(chat.ok());
    EXPECT_EQ(chat.error().code, ErrorCode::Template);
    EXPECT_NE(chat.error().message().find("no system role"), std::string::npos);
}

}  // namespace
}  // namespace gh::test
