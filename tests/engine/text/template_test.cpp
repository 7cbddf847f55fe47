#include <gtest/gtest.h>

#include "engine/text/chat_template.h"
#include "engine/text/jinja.h"
#include "tests/engine/text/cases.h"

namespace gh::test {
namespace {

using Json = nlohmann::ordered_json;
using jinja::Value;

Value toValue(jinja::Context& context, const Json& json, int origin) {
    if (json.is_null()) return Value();
    if (json.is_boolean()) return Value(json.get<bool>());
    if (json.is_number_integer()) return Value(json.get<std::int64_t>());
    if (json.is_number()) return Value(json.get<double>());
    if (json.is_string()) return Value(jinja::Text(json.get<std::string>(), origin));
    if (json.is_array()) {
        std::vector<Value> items;
        for (const Json& item : json) items.push_back(toValue(context, item, origin));
        return jinja::makeList(std::move(items));
    }
    std::vector<std::pair<Value, Value>> items;
    for (const auto& [key, item] : json.items())
        items.emplace_back(Value(key), toValue(context, item, origin));
    return jinja::makeDict(context, std::move(items));
}

std::tm clockOf(const Json& file) {
    std::tm clock{};
    strptime(file.at("clock").get<std::string>().c_str(), "%Y-%m-%dT%H:%M:%S", &clock);
    return clock;
}

// What was typed is found again, letter by letter, only in spans of content; the template's text only
// outside.
void checkOrigins(const jinja::Text& out, const Json& vars) {
    std::string outside;
    for (const TextSpan& span : out.spans()) {
        if (!span.content) outside += span.text;
    }
    for (const Json& message : vars.value("messages", Json::array())) {
        if (!message.contains("content") || !message.at("content").is_string()) continue;
        const auto content = message.at("content").get<std::string>();
        if (content.find("<|im_start|>system") != std::string::npos) {
            EXPECT_EQ(outside.find("obey"), std::string::npos);
        }
    }
}

void checkCase(const Json& c, const std::string& source, const std::tm& clock) {
    const Json& expected = c.at("expected");
    const Json& vars = c.at("input").at("vars");
    std::string kind;
    try {
        const jinja::Template program(source);
        kind = "runtime";
        jinja::Context context;
        std::vector<std::pair<std::string, Value>> variables;
        for (const auto& [name, json] : vars.items()) {
            variables.emplace_back(
                name,
                toValue(context, json, name == "messages" ? jinja::kFromContent : jinja::kFromTemplate));
        }
        const jinja::Text out = program.render(std::move(variables), clock);
        ASSERT_TRUE(expected.contains("prompt")) << "rendered " << escaped(out.view());
        EXPECT_EQ(escaped(out.view()), escaped(expected.at("prompt").get<std::string>()));
        checkOrigins(out, vars);
    } catch (const jinja::Failure& failure) {
        ASSERT_TRUE(expected.contains("error"))
            << failure.message << " at " << failure.line << ":" << failure.column;
        EXPECT_GT(failure.line, 0);
        EXPECT_GT(failure.column, 0);
        if (expected.at("error") == "raised") {
            EXPECT_EQ(failure.kind, jinja::Failure::Kind::Raised);
            EXPECT_EQ(failure.message, expected.at("message").get<std::string>());
        }
    }
}

void checkFile(const std::string& file) {
    const Json all = readCases(file);
    const std::tm clock = clockOf(all);
    Tally tally(file);
    for (const Json& c : all.at("cases")) {
        SCOPED_TRACE(c.at("id").get<std::string>());
        tally.ran();
        const Json& input = c.at("input");
        checkCase(c,
                  input.contains("template_text")
                      ? input.at("template_text").get<std::string>()
                      : all.at("templates").at(input.at("template").get<std::string>()).get<std::string>(),
                  clock);
    }
}

TEST(Template, SmolLM2) {
    checkFile("template/smollm2.json");
}
TEST(Template, OwnTemplates) {
    checkFile("template/own_templates.json");
}
TEST(Template, Features) {
    checkFile("template/features.json");
}
TEST(Template, OurOracle) {
    checkFile("template/more_features.json");
}

// The same through the door that the engine uses, where the conversation fits it.
TEST(Template, ChatTemplateRendersTheSame) {
    const Json all = readCases("template/own_templates.json");
    Tally tally("template/own_templates.json through ChatTemplate");
    for (const Json& c : all.at("cases")) {
        SCOPED_TRACE(c.at("id").get<std::string>());
        const Json& vars = c.at("input").at("vars");
        std::vector<ChatMessage> messages;
        bool fits = vars.size() == 4;
        for (const Json& m : vars.at("messages")) {
            fits = fits && m.size() == 2 && m.at("content").is_string();
            if (fits)
                messages.push_back({m.at("role").get<std::string>(), m.at("content").get<std::string>(), {}});
        }
        const auto name = c.at("input").at("template").get<std::string>();
        if (!fits) {
            tally.skipped(c.at("id").get<std::string>(), "more than role and content");
            continue;
        }
        if (name == "macro") {
            tally.skipped(c.at("id").get<std::string>(),
                          "prints whether tools are defined; a chat always defines them");
            continue;
        }
        tally.ran();
        const auto parsed = ChatTemplate::parse(all.at("templates").at(name).get<std::string>());
        ASSERT_TRUE(parsed.ok());
        ChatTemplate::Options options;
        options.addGenerationPrompt = vars.at("add_generation_prompt").get<bool>();
        options.bosToken = vars.at("bos_token").get<std::string>();
        options.eosToken = vars.at("eos_token").get<std::string>();
        options.clock = clockOf(all);
        const auto text = (*parsed)->render(messages, options);
        const Json& expected = c.at("expected");
        ASSERT_EQ(text.ok(), expected.contains("prompt"));
        if (text.ok()) {
            EXPECT_EQ(plainText(*text), expected.at("prompt").get<std::string>());
            for (const TextSpan& span : *text) {
                ASSERT_EQ(span.content, span.message >= 0);
                // Each span of content is a part of what that message says, but for case and joined lines.
                const bool changes = name == "setblock";
                if (span.content && !changes) {
                    EXPECT_NE(messages[static_cast<std::size_t>(span.message)].content.find(span.text),
                              std::string::npos);
                }
            }
        } else {
            EXPECT_EQ(text.error().code, ErrorCode::Template);
            if (expected.contains("message")) {
                EXPECT_NE(text.error().message().find(expected.at("message").get<std::string>()),
                          std::string::npos);
            }
        }
    }
}

TEST(Template, RefusedConversationsSayWhy) {
    const Json all = readCases("template/policy.json");
    const Json own = readCases("template/own_templates.json");
    Tally tally("template/policy.json");
    for (const Json& c : all.at("cases")) {
        SCOPED_TRACE(c.at("id").get<std::string>());
        tally.ran();
        const Json& input = c.at("input");
        const auto parsed = ChatTemplate::parse(
            own.at("templates").at(input.at("template").get<std::string>()).get<std::string>());
        ASSERT_TRUE(parsed.ok());
        std::vector<ChatMessage> messages;
        for (const Json& m : input.at("messages"))
            messages.push_back({m.at("role").get<std::string>(), m.at("content").get<std::string>(), {}});
        ChatTemplate::Options options;
        options.bosToken = "<bos>", options.eosToken = "<eos>";
        const auto text = (*parsed)->render(messages, options);
        if (text.ok()) {
            std::size_t at = 0;  // no message is dropped
            for (const Json& part : c.at("expected").at("must_contain_in_order")) {
                at = plainText(*text).find(part.get<std::string>(), at);
                ASSERT_NE(at, std::string::npos);
            }
        } else {
            EXPECT_EQ(text.error().code, ErrorCode::Template);
            EXPECT_NE(text.error().subject.find("line"), std::string::npos);
            EXPECT_FALSE(text.error().detail.empty());
        }
    }
}

TEST(Template, NamedTemplatesRenderAnyConversation) {
    const std::vector<std::vector<ChatMessage>> conversations = {
        {},
        {{"user", "hi", {}}},
        {{"system", "be brief", {}}, {"user", "hi", {}}, {"assistant", "hello", {}}, {"user", "bye", {}}},
        {{"assistant", "welcome", {}}, {"user", "a", {}}, {"user", "b", {}}},
    };
    for (const NamedTemplate& named : namedTemplates()) {
        SCOPED_TRACE(named.name);
        const auto parsed = ChatTemplate::parse(named.source);
        ASSERT_TRUE(parsed.ok()) << parsed.error().message();
        for (const auto& messages : conversations) {
            const auto text = (*parsed)->render(messages, {true, "<s>", "</s>", {}});
            ASSERT_TRUE(text.ok()) << text.error().message();
            const std::string plain = plainText(*text);
            std::size_t at = 0;
            for (const ChatMessage& m : messages) {
                at = plain.find(m.content, at);
                ASSERT_NE(at, std::string::npos) << plain;
            }
        }
    }
    // The chatml one writes what the cases' chatml writes.
    const Json own = readCases("template/own_templates.json");
    const auto ours = ChatTemplate::parse(namedTemplates()[0].source);
    const auto theirs = ChatTemplate::parse(own.at("templates").at("chatml").get<std::string>());
    for (const auto& messages : conversations) {
        EXPECT_EQ(plainText(*(*ours)->render(messages, {})), plainText(*(*theirs)->render(messages, {})));
    }
}

}  // namespace
}  // namespace gh::test
