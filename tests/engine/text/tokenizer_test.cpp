#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstring>
#include <random>

#include "engine/model/gguf.h"
#include "engine/text/streaming.h"
#include "engine/text/tokenizer_list.h"
#include "tests/engine/text/cases.h"

namespace gh::test {
namespace {

using Json = nlohmann::ordered_json;

bool accepted(const std::vector<TokenId>& ids, const Json& expected) {
    if (ids == idsOf(expected.at("ids"))) return true;
    if (!expected.contains("accept")) return false;
    for (const Json& other : expected.at("accept")) {
        if (ids == idsOf(other)) return true;
    }
    return false;
}

void checkLong(const std::vector<TokenId>& ids, const Json& expected) {
    ASSERT_EQ(ids.size(), expected.at("n_ids").get<std::size_t>());
    std::string bytes(ids.size() * 4, '\0');
    std::memcpy(bytes.data(), ids.data(), bytes.size());  // little endian, as every machine we build for
    EXPECT_EQ(sha256(bytes), expected.at("sha256_int32le").get<std::string>());
}

void checkModel(const std::string& file) {
    const Json cases = readCases(file);
    const auto tokenizer = realTokenizer(cases.at("model").get<std::string>());
    if (!tokenizer) GTEST_SKIP() << "model absent";
    Tally tally(file);
    for (const Json& c : cases.at("cases")) {
        SCOPED_TRACE(c.at("id").get<std::string>());
        tally.ran();
        const std::string text = inputBytes(c.at("input"));
        const Json& expected = c.at("expected");
        const auto start = std::chrono::steady_clock::now();
        const auto ids = tokenizer->encode(text, false);
        EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
        // A span of content is the same text, and cutting it in spans changes nothing.
        EXPECT_EQ(ids, tokenizer->encode(SpannedText{{text, true, 0}}));
        EXPECT_EQ(ids, tokenizer->encode(SpannedText{{text.substr(0, text.size() / 2), true, 0},
                                                     {text.substr(text.size() / 2), true, 1}}));
        if (expected.contains("n_ids")) {
            checkLong(ids, expected);
            EXPECT_EQ(tokenizer->decode(ids, false), text);
            continue;
        }
        EXPECT_TRUE(accepted(ids, expected)) << ::testing::PrintToString(ids);
        if (expected.at("round_trip").get<bool>()) {
            EXPECT_EQ(toHex(tokenizer->decode(ids, false)), toHex(text));
        } else {
            EXPECT_EQ(toHex(tokenizer->decode(ids, false)), expected.at("decoded_hex").get<std::string>());
        }
        if (expected.contains("ids_parse_special")) {
            EXPECT_EQ(tokenizer->encode(text, true), idsOf(expected.at("ids_parse_special")));
            EXPECT_EQ(tokenizer->encode(SpannedText{{text, false, -1}}),
                      idsOf(expected.at("ids_parse_special")));
        }
        auto withSpecials = ids;
        if (expected.contains("ids_add_special")) withSpecials.insert(withSpecials.begin(), tokenizer->bos());
        EXPECT_EQ(tokenizer->withModelSpecials(ids), withSpecials);
        EXPECT_EQ(tokenizer->withModelSpecials(withSpecials), withSpecials);
        if (expected.contains("ids_add_special") && !expected.contains("accept")) {
            EXPECT_EQ(withSpecials, idsOf(expected.at("ids_add_special")));
        }
    }
}

TEST(Tokenizer, SmolLM2Cases) {
    checkModel("tokenizer/smollm2.json");
}
TEST(Tokenizer, Gemma3Cases) {
    checkModel("tokenizer/gemma3.json");
}

void checkDecode(const std::string& file) {
    const Json cases = readCases(file);
    const auto tokenizer = realTokenizer(cases.at("model").get<std::string>());
    if (!tokenizer) GTEST_SKIP() << "model absent";
    Tally tally(file);
    for (const Json& c : cases.at("cases")) {
        SCOPED_TRACE(c.at("id").get<std::string>());
        tally.ran();
        const auto ids = idsOf(c.at("input").at("ids"));
        const Json& expected = c.at("expected");
        EXPECT_EQ(toHex(tokenizer->decode(ids, true)),
                  expected.at("bytes_hex_with_special").get<std::string>());
        EXPECT_EQ(toHex(tokenizer->decode(ids, false)), expected.at("bytes_hex").get<std::string>());
        Utf8Stream stream;
        std::string shown;
        const bool exact = expected.at("text").get<std::string>().find("\xEF\xBF\xBD") == std::string::npos;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const std::string piece = tokenizer->decode({&ids[i], 1}, false);
            EXPECT_EQ(toHex(piece), expected.at("piece_hex")[i].get<std::string>());
            const std::string now = stream.push(piece);
            if (exact) {
                EXPECT_EQ(now, expected.at("emit")[i].get<std::string>());
            }
            shown += now;
        }
        EXPECT_EQ(shown + stream.finish(), expected.at("text").get<std::string>());
    }
}

TEST(Tokenizer, SmolLM2Decode) {
    checkDecode("tokenizer/smollm2_decode.json");
}
TEST(Tokenizer, Gemma3Decode) {
    checkDecode("tokenizer/gemma3_decode.json");
}

TEST(Tokenizer, TinyVocabularies) {
    Tally tally("tokenizer/tiny.json");
    const Json file = readCases("tokenizer/tiny.json");
    for (const Json& c : file.at("cases")) {
        SCOPED_TRACE(c.at("id").get<std::string>());
        tally.ran();
        const auto tokenizer = dataTokenizer(c.at("input").at("gguf").get<std::string>());
        const std::string text = inputBytes(c.at("input"));
        const Json& expected = c.at("expected");
        const auto plain = tokenizer->encode(text, false), parsed = tokenizer->encode(text, true);
        EXPECT_EQ(plain, idsOf(expected.at("ids")));
        EXPECT_EQ(parsed, idsOf(expected.at("ids_parse_special")));
        EXPECT_EQ(tokenizer->withModelSpecials(plain), idsOf(expected.at("ids_add_special")));
        // Where the text itself begins with the marker, exactly one BOS: the cases were made with a program
        // that adds a second one and leaves it to its caller.
        const bool own = !parsed.empty() && parsed.front() == tokenizer->bos();
        EXPECT_EQ(tokenizer->withModelSpecials(parsed),
                  own ? parsed : idsOf(expected.at("ids_add_and_parse")));
        EXPECT_EQ(tokenizer->decodeEncoded(plain, false), text);
    }
}

TEST(Tokenizer, ConstructionIsFast) {
    for (const char* model : {"smollm2", "gemma3"}) {
        const auto start = std::chrono::steady_clock::now();
        const auto tokenizer = realTokenizer(model);
        if (!tokenizer) continue;
        const auto took = std::chrono::steady_clock::now() - start;
        std::printf("[   INFO   ] %s: %.1f ms to open and construct\n", model,
                    std::chrono::duration<double, std::milli>(took).count());
        EXPECT_LT(took, std::chrono::milliseconds(1500));  // loose: sanitizers and busy machines
    }
}

TEST(Tokenizer, EndsOfGeneration) {
    if (const auto smol = realTokenizer("smollm2")) {
        EXPECT_TRUE(smol->isEndOfGeneration(2));  // <|im_end|>
        EXPECT_TRUE(smol->isEndOfGeneration(0));  // <|endoftext|>
        EXPECT_FALSE(smol->isEndOfGeneration(1));
        EXPECT_EQ(smol->preName(), "smollm");
        EXPECT_FALSE(smol->addsBos());
    }
    if (const auto gemma = realTokenizer("gemma3")) {
        EXPECT_TRUE(gemma->isEndOfGeneration(1));     // <eos>
        EXPECT_TRUE(gemma->isEndOfGeneration(106));   // <end_of_turn>
        EXPECT_FALSE(gemma->isEndOfGeneration(212));  // </s>, here a piece of HTML
        EXPECT_TRUE(gemma->addsBos());
    }
}

// Markers come from the template alone, however the text is cut.
TEST(Tokenizer, MarkersOnlyOutsideContent) {
    const auto t = dataTokenizer("tokenizer/tiny_gpt2_bpe.gguf");
    const auto count = [&](const SpannedText& text) {
        const auto ids = t->encode(text);
        return std::count(ids.begin(), ids.end(), 262);
    };
    EXPECT_EQ(count({{"<|eot|>", false, -1}}), 1);
    EXPECT_EQ(count({{"<|e", false, -1}, {"ot|>", false, -1}}), 1);
    EXPECT_EQ(count({{"<|eot|>", true, 0}}), 0);
    EXPECT_EQ(count({{"<|e", true, 0}, {"ot|>", false, -1}}), 0);
    EXPECT_EQ(count({{"<|eot|", false, -1}, {">", true, 0}}), 0);
    EXPECT_EQ(count({{"<|eot", false, -1}, {"", true, 0}, {"|>", false, -1}}), 1);
    EXPECT_EQ(count({{"<|eot|>", true, 0}, {"<|eot|>", false, -1}, {"<|eot|>", true, 1}}), 1);
}

TEST(Tokenizer, BrokenFilesAreNamed) {
    const Json expected = readCases("gguf/expected.json");
    for (const char* name : {"scores_u8", "scores_short", "token_type_short", "byte_token_negative",
                             "byte_token_not_hex", "eos_out_of_range", "dup_token_ok", "scores_i32_ok"}) {
        SCOPED_TRACE(name);
        const Json& c = expected.at(std::string(name) + ".gguf");
        const auto file = openGguf(std::string(GLASSHOUSE_TEST_DATA) + "/gguf/" + name + ".gguf");
        ASSERT_TRUE(file.ok());
        const auto tokenizer = Tokenizer::create(**file);
        const std::string load = c.at("load").get<std::string>();
        if (load == "reject") {
            ASSERT_FALSE(tokenizer.ok());
            EXPECT_EQ(tokenizer.error().code, ErrorCode::BadFile);
            for (const Json& word : c.at("mention")) {
                EXPECT_NE(tokenizer.error().message().find(word.get<std::string>()), std::string::npos)
                    << tokenizer.error().message();
            }
            continue;
        }
        ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().message();
        if (load == "either") {
            ASSERT_FALSE((*tokenizer)->warnings().empty());
            EXPECT_NE((*tokenizer)->warnings()[0].find("eos"), std::string::npos);
            EXPECT_EQ((*tokenizer)->eos(), -1);
        }
        if (std::string(name) == "dup_token_ok") {
            EXPECT_EQ((*tokenizer)->warnings().size(), 1u);
            // "a" alone is U+2581 a with the space prefix; after a byte it stands alone.
            const auto ids = (*tokenizer)->encodeContinued(SpannedText{{"a", true, 0}});
            EXPECT_EQ(ids, std::vector<TokenId>{260});
        }
    }
}

// ---- properties

std::string randomBytes(std::mt19937& random, std::size_t n, bool mostlyText) {
    static constexpr const char* kParts[] = {
        "the ", " a", "\n",       "\t",   "  ",    "é",    "Ж",      "😀",    "<|im_end|>", "<end_of_turn>",
        "123",  "'s", "\xF0\x9F", "\x80", "<bos>", "0x41", "<0x41>", "\r\n", "字",         "́"};
    std::string out;
    while (out.size() < n) {
        if (mostlyText && random() % 4 != 0) {
            out += kParts[random() % std::size(kParts)];
        } else {
            out += static_cast<char>(random() % 256);
        }
    }
    // U+2581 cannot be told from a space in a SentencePiece vocabulary.
    for (std::size_t p; (p = out.find("\xE2\x96\x81")) != std::string::npos;) out[p] = 'x';
    return out;
}

// Some vocabularies have no token for bytes that hardly any text holds (SmolLM2: 21, among them 0x13 and
// 0xFF). Those become U+FFFD; all others must come back.
std::string speakable(const Tokenizer& tokenizer, const std::string& text) {
    std::array<bool, 256> has{};
    for (TokenId id = 0; id < tokenizer.size(); ++id) {
        const std::string_view piece = tokenizer.piece(id);
        if (piece.size() == 1 && tokenizer.kind(id) != TokenKind::Control)
            has[static_cast<unsigned char>(piece[0])] = true;
    }
    std::string out;
    for (const char c : text) {
        if (has[static_cast<unsigned char>(c)]) out += c;
    }
    return out;
}

TEST(Tokenizer, BytesWithoutATokenAreReplacedAndNeverControl) {
    const auto tokenizer = realTokenizer("smollm2");
    if (!tokenizer) GTEST_SKIP() << "model absent";
    const auto ids = tokenizer->encode(
        "a\x13\xFF"
        "b",
        false);
    EXPECT_EQ(tokenizer->decode(ids, true),
              "a\xEF\xBF\xBD\xEF\xBF\xBD"
              "b");
    for (const TokenId id : ids) EXPECT_FALSE(tokenizer->isSpecial(id));
}

TEST(Tokenizer, AnyBytesRoundTrip) {
    std::vector<std::shared_ptr<const Tokenizer>> all = {
        realTokenizer("smollm2"), realTokenizer("gemma3"), dataTokenizer("tokenizer/tiny_spm_prefix.gguf"),
        dataTokenizer("tokenizer/tiny_spm_noprefix.gguf"), dataTokenizer("tokenizer/tiny_llama3_bpe.gguf")};
    std::mt19937 random(7);
    for (const auto& tokenizer : all) {
        if (!tokenizer) continue;
        for (int i = 0; i < 300; ++i) {
            std::string text = randomBytes(random, random() % 120, i % 2 == 0);
            if (tokenizer == all[0]) text = speakable(*tokenizer, text);
            const auto ids = tokenizer->encode(text, false);
            ASSERT_EQ(toHex(tokenizer->decodeEncoded(ids, false)), toHex(text));
            for (const TokenId id : ids) ASSERT_FALSE(tokenizer->isSpecial(id));
            // With markers parsed the text is still the same when they are shown.
            ASSERT_EQ(toHex(tokenizer->decodeEncoded(tokenizer->encode(text, true), true)), toHex(text));
        }
    }
}

TEST(Tokenizer, ALongTextInGoodTime) {
    std::mt19937 random(3);
    for (const char* model : {"smollm2", "gemma3"}) {
        const auto tokenizer = realTokenizer(model);
        if (!tokenizer) continue;
        const std::string mixed = speakable(*tokenizer, randomBytes(random, 300'000, true)),
                          spaces(1 << 19, ' '), letters(1 << 17, 'q');
        for (const std::string* text : {&mixed, &spaces, &letters}) {
            const auto start = std::chrono::steady_clock::now();
            const auto ids = tokenizer->encode(*text, false);
            const auto took = std::chrono::steady_clock::now() - start;
            std::printf("[   INFO   ] %s: %zu bytes, %zu tokens, %.0f ms\n", model, text->size(), ids.size(),
                        std::chrono::duration<double, std::milli>(took).count());
            EXPECT_LT(took, std::chrono::seconds(10));
            EXPECT_TRUE(tokenizer->decode(ids, false) == *text);
        }
    }
}

TEST(Tokenizer, UnknownFamiliesAreNamed) {
    std::vector<std::string> names;
    for (const TokenizerFamily& family : tokenizerList()) names.push_back(family.model);
    EXPECT_EQ(names, (std::vector<std::string>{"gpt2", "llama"}));
}

}  // namespace
}  // namespace gh::test
