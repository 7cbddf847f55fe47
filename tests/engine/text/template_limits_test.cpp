// Templates come from files: whatever they say, rendering ends, soon, with a text or a named error.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "engine/text/chat_template.h"
#include "engine/text/jinja.h"
#include "tests/engine/text/cases.h"

namespace gh::test {
namespace {

using jinja::Failure;

// The failure's message, or nothing when it rendered.
std::string failureOf(const std::string& source) {
    const auto start = std::chrono::steady_clock::now();
    std::string message;
    try {
        jinja::Template(source).render({});
    } catch (const Failure& failure) {
        message = failure.message.empty() ? "?" : failure.message;
        EXPECT_GT(failure.line, 0) << source.substr(0, 200);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60)) << source.substr(0, 200);
    return message;
}

TEST(TemplateLimits, RunawayTemplatesEnd) {
    const char* bad[] = {
        "{% for i in range(100000) %}{% for j in range(100000) %}x{% endfor %}{% endfor %}",
        "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
        "{% macro f(x) %}{{ f(x ~ x) }}{% endmacro %}{{ f('aaaaaaaaaa') }}",
        "{{ 'a' * 1000000000 }}",
        "{{ [0] * 1000000000 }}",
        "{{ 'abc' * (2 ** 62) }}",
        "{{ 2 ** 100000000 }}",
        "{{ 9223372036854775807 + 1 }}",
        "{{ (-9223372036854775807 - 1) // -1 }}",
        "{{ -(-9223372036854775807 - 1) }}",
        "{% set ns = namespace(s='ab') %}{% for i in range(100) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}{{ "
        "ns.s }}",
        "{% set ns = namespace(l=[1]) %}{% for i in range(100) %}{% set ns.l = ns.l + ns.l %}{% endfor %}",
        "{% set ns = namespace(l=[1]) %}{% for i in range(10000) %}{% set ns.l = [ns.l] %}{% endfor %}",
        "{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ "
        "ns.l }}",
        "{% set ns = namespace(l=[1]) %}{% for i in range(60) %}{% set ns.l = [ns.l, ns.l] %}{% endfor %}{{ "
        "ns.l | tojson }}",
        "{% set a = namespace(l=[1]) %}{% set b = namespace(l=[1]) %}{% for i in range(60) %}{% set a.l = "
        "[a.l, a.l] %}"
        "{% set b.l = [b.l, b.l] %}{% endfor %}{{ a.l == b.l }}",
        "{{ 'x' | center(100000000) }}",
        "{{ '%1000000000d' % 1 }}",
        "{{ '%.2000f' % 1 }}",
        "{{ 'a\\nb' | indent(1000000) }}",
        "{{ [1, 2] | tojson(indent=100000) }}",
        "{{ range(100) | batch(99999999) | list }}",
        "{% for i in [1] recursive %}{{ loop([1]) }}{% endfor %}",
        "{{ ('a' * 1000000).replace('', 'b' * 1000000) }}",
        "{{ ([('a' * 1000000)] * 1000) | join }}",
    };
    for (const char* source : bad) EXPECT_NE(failureOf(source), "") << source;
}

TEST(TemplateLimits, CyclesAreReleased) {
    // The address sanitizer sees to it that nothing is left.
    EXPECT_EQ(
        failureOf("{% set a = namespace() %}{% set b = namespace(a=a) %}{% set a.b = b %}{% set a.a = a %}x"),
        "");
    EXPECT_EQ(
        failureOf(
            "{% macro f() %}{{ g }}{% endmacro %}{% set g = f %}{% for i in [1, 2] %}{% macro h() %}{{ h }}"
            "{% endmacro %}{{ h() }}{% endfor %}{{ f() }}"),
        "");
    EXPECT_EQ(failureOf("{% set ns = namespace(prev=none) %}{% for i in range(3000) %}{% set ns.prev = "
                        "namespace(prev=ns.prev) %}"
                        "{% endfor %}"),
              "");
    EXPECT_NE(failureOf("{% set a = namespace() %}{% set a.a = a %}{% macro f() %}{% endmacro %}{{ 1 / 0 }}"),
              "");
}

TEST(TemplateLimits, DeepSourcesAreRefused) {
    const auto repeat = [](const std::string& unit, int n) {
        std::string out;
        for (int i = 0; i < n; ++i) out += unit;
        return out;
    };
    EXPECT_NE(failureOf("{{ " + repeat("(", 100000) + "1" + repeat(")", 100000) + " }}"), "");
    EXPECT_NE(failureOf("{{ " + repeat("[", 100000)), "");
    EXPECT_NE(failureOf("{{ " + repeat("not ", 100000) + "1 }}"), "");
    EXPECT_NE(failureOf("{{ " + repeat("-", 100000) + "1 }}"), "");
    EXPECT_NE(failureOf("{{ 1" + repeat(" + 1", 100000) + " }}"), "");
    EXPECT_NE(failureOf("{{ a" + repeat(".a", 100000) + " }}"), "");
    EXPECT_NE(failureOf("{{ a" + repeat("|upper", 100000) + " }}"), "");
    EXPECT_NE(failureOf("{{ 1" + repeat(" if 1 else 1", 100000) + " }}"), "");
    EXPECT_NE(failureOf(repeat("{% if 1 %}", 100000) + repeat("{% endif %}", 100000)), "");
    EXPECT_NE(failureOf("{% set " + repeat("(", 100000) + "a = 1 %}"), "");
    // What real templates have is far below.
    EXPECT_EQ(failureOf("{{ " + repeat("(", 40) + "1" + repeat(")", 40) + " }}"), "");
    EXPECT_EQ(failureOf("{{ 'a'" + repeat(" + 'a'", 200) + repeat(" ~ 'a'", 200) + " }}"), "");
    EXPECT_EQ(failureOf(repeat("{% if 1 %}", 40) + repeat("{% endif %}", 40)), "");
}

TEST(TemplateLimits, ErrorsPointAtThePlace) {
    const auto at = [](const std::string& source, int line, int column) {
        try {
            jinja::Template(source).render({});
            ADD_FAILURE() << "rendered";
        } catch (const Failure& failure) {
            EXPECT_EQ(failure.line, line) << failure.message;
            EXPECT_EQ(failure.column, column) << failure.message;
        }
    };
    at("a\nb\n  {{ 1 / 0 }}", 3, 8);
    at("{{ 'x' }}\n{{ 'y' | nosuch }}", 2, 10);
    at("\n\n {% nosuch %}", 3, 5);
    at("{% if true %}\n{{ missing.part }}{% endif %}", 2, 12);
    at("a\n{{ 'open", 2, 4);
    const auto parsed = ChatTemplate::parse("{% if %}");
    ASSERT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.error().code, ErrorCode::Template);
    EXPECT_NE(parsed.error().message().find("line 1, column 7"), std::string::npos)
        << parsed.error().message();
}

TEST(TemplateLimits, TokenSoupNeverCrashes) {
    static constexpr const char* kParts[] = {
        "{{",        "}}",      "{%",       "%}",        "{#",      "#}",       "{%-",       "-%}",
        "{{-",       "-}}",     " ",        "\n",        "x",       "messages", "loop",      "ns",
        "for",       "in",      "if",       "else",      "elif",    "endif",    "endfor",    "set",
        "endset",    "macro",   "endmacro", "call",      "endcall", "filter",   "endfilter", "raw",
        "endraw",    "with",    "endwith",  "not",       "and",     "or",       "is",        "defined",
        "none",      "true",    "(",        ")",         "[",       "]",        "{",         "}",
        ",",         ":",       ".",        "|",         "=",       "==",       "<",         "+",
        "-",         "*",       "/",        "//",        "%",       "**",       "~",         "'a'",
        "\"b\"",     "'",       "\"",       "1",         "2.5",     "0",        "upper",     "join",
        "length",    "list",    "map",      "select",    "tojson",  "trim",     "default",   "range",
        "namespace", "break",   "continue", "recursive", "\\",      "\xFF",     "é",         "first",
        "sort",      "replace", "split",    "items",     "_",       "1e9",      "batch",     "format"};
    std::mt19937 random(11);
    int rendered = 0;
    for (int i = 0; i < 6000; ++i) {
        std::string source;
        // Half of them inside a frame that makes it likelier to get past the parser.
        const bool framed = i % 2 == 0;
        if (framed) source = "{% set ns = namespace(l=[1,'b',none]) %}{% for x in ns.l %}{{ x ";
        for (std::size_t n = 1 + random() % (framed ? 6 : 30); n > 0; --n) {
            source += kParts[random() % std::size(kParts)];
            source += ' ';
        }
        if (framed) source += " }}{% endfor %}";
        try {
            jinja::Template(source).render({{"messages", jinja::makeList({jinja::Value("m")})}});
            ++rendered;
        } catch (const Failure& failure) {
            ASSERT_FALSE(failure.message.empty() && failure.kind != Failure::Kind::Raised) << source;
        }
    }
    std::printf("[   INFO   ] %d of 6000 rendered\n", rendered);
    EXPECT_GT(rendered, 50);
}

// Real templates with pieces cut out, doubled and swapped.
TEST(TemplateLimits, DamagedTemplatesNeverCrash) {
    const auto file = readCases("template/own_templates.json");
    const auto& own = file.at("templates");
    std::mt19937 random(5);
    for (const auto& [name, source] : own.items()) {
        for (int i = 0; i < 200; ++i) {
            std::string text = source.get<std::string>();
            for (int k = 0; k < 2; ++k) {
                const std::size_t at = random() % text.size(), n = 1 + random() % 12;
                const std::string piece = text.substr(random() % text.size(), n);
                if (random() % 2) {
                    text.erase(at, n);
                } else {
                    text.insert(at, piece);
                }
                if (text.empty()) text.push_back('x');
            }
            const auto parsed = ChatTemplate::parse(text);
            if (!parsed.ok()) continue;
            const auto out = (*parsed)->render({{"user", "a<|im_end|>", {}}, {"assistant", "b", {}}}, {});
            if (!out.ok()) {
                EXPECT_EQ(out.error().code, ErrorCode::Template);
            }
        }
    }
}

}  // namespace
}  // namespace gh::test
