#include <gtest/gtest.h>

#include <fstream>

#include "process.h"

namespace gh::test {
namespace {

using Json = nlohmann::json;

Json generate(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "generate");
    arguments.push_back("--json");
    const Outcome outcome = run(std::move(arguments));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json();
}

TEST(CliGenerate, ReportsEverythingTheIssueNames) {
    const Json result = generate({tinyLlama(), "--ids", "1 100 70", "--max-tokens", "5"});
    EXPECT_EQ(result["prompt_ids"], Json::parse("[1,100,70]"));
    EXPECT_LE(result["ids"].size(), 5u);
    EXPECT_GT(result["ids"].size(), 0u);
    EXPECT_TRUE(result["text"].is_string());
    EXPECT_TRUE(result["stop_reason"].is_string());
    EXPECT_GT(result["ttft_ms"].get<double>(), 0);
    EXPECT_EQ(result["step_ms"].size(), result["ids"].size() - 1) << "one entry a decode step";
    EXPECT_TRUE(result["tokens_per_s"].is_number());
    EXPECT_TRUE(result["seed"].is_number_unsigned());
    const Json& kv = result["kv"];
    EXPECT_GT(kv["predicted_bytes"].get<std::int64_t>(), 0);
    EXPECT_EQ(kv["predicted_bytes"], kv["allocated_bytes"]);
    EXPECT_GE(kv["reserved_bytes"].get<std::int64_t>(), kv["allocated_bytes"].get<std::int64_t>());
    EXPECT_GT(kv["blocks"].get<int>(), 0);
    EXPECT_GT(kv["block_tokens"].get<int>(), 0);
}

TEST(CliGenerate, ABegunReplyGoesOn) {
    for (const bool naive : {false, true}) {
        std::vector<std::string> call = {tinyLlama(), "--ids", "1 5 9 40", "--logit-bias", "2:-inf", "--temperature", "1",
                                         "--seed", "7", "--candidates", "2"};
        if (naive) call.push_back("--naive");
        const auto with = [&](std::vector<std::string> more) {
            auto all = call;
            all.insert(all.end(), more.begin(), more.end());
            return generate(all);
        };
        const Json whole = with({"--max-tokens", "12"});
        std::string begun;
        for (int i = 0; i < 5; ++i) begun += std::to_string(whole["ids"][std::size_t(i)].get<int>()) + " ";
        const Json rest = with({"--max-tokens", "7", "--continue", begun});
        EXPECT_EQ(rest["ids"], whole["ids"]);
        EXPECT_EQ(rest["continued"], 5);
        EXPECT_EQ(rest["step_ms"].size(), 6u);
        ASSERT_EQ(rest["positions"].size(), 7u);
        EXPECT_EQ(rest["positions"][0], whole["positions"][5]);
    }
    const Outcome outside = run({"generate", tinyLlama(), "--ids", "1 5", "--continue", "99999999"});
    EXPECT_EQ(outside.code, 2);
    EXPECT_NE(outside.err.find("--continue"), std::string::npos);
}

TEST(CliGenerate, PredictedIsTheFormulaOnResidentTokens) {
    for (const int count : {1, 13, 14, 20}) {
        const Json result = generate({tinyLlama(), "--ids", "1 100 70", "--max-tokens", std::to_string(count),
                                      "--logit-bias", "2:-inf"});
        ASSERT_EQ(result["ids"].size(), static_cast<std::size_t>(count));
        const int blockTokens = result["kv"]["block_tokens"];
        const int resident = 3 + count - 1;  // the last token is not in the cache yet
        const int blocks = (resident + blockTokens - 1) / blockTokens;
        EXPECT_EQ(result["kv"]["blocks"], blocks) << count;
        EXPECT_EQ(result["kv"]["predicted_bytes"], blocks * blockTokens * 2 * 1 * 1 * 8 * 2) << count;
        EXPECT_EQ(result["kv"]["allocated_bytes"], result["kv"]["predicted_bytes"]) << count;
    }
}

TEST(CliGenerate, NaiveGivesTheSameTokensWithoutACache) {
    for (const std::string& model : {tinyLlama(), tinyGemma()}) {
        const std::vector<std::string> call = {model, "--ids", "1 5 9 40", "--max-tokens", "12"};
        const Json cached = generate(call);
        auto naiveCall = call;
        naiveCall.push_back("--naive");
        const Json naive = generate(naiveCall);
        EXPECT_EQ(naive["ids"], cached["ids"]) << model;
        EXPECT_EQ(naive["text"], cached["text"]) << model;
        EXPECT_EQ(naive["stop_reason"], cached["stop_reason"]) << model;
        EXPECT_TRUE(naive["kv"].is_null());
        EXPECT_EQ(naive["step_ms"].size(), cached["step_ms"].size()) << model;
    }
}

TEST(CliGenerate, ASeedRepeatsAndIsReported) {
    const std::vector<std::string> call = {tinyLlama(), "--ids",         "1 5", "--max-tokens",
                                           "10",        "--temperature", "1.5"};
    const Json first = generate(call);
    auto again = call;
    again.insert(again.end(), {"--seed", first["seed"].dump()});
    EXPECT_EQ(generate(again)["ids"], first["ids"]);
    again.push_back("--naive");
    EXPECT_EQ(generate(again)["ids"], first["ids"]) << "the same draws without a cache";
}

TEST(CliGenerate, TheWholeChainIsAccepted) {
    generate({tinyLlama(),  "--ids",
              "1 5",        "--max-tokens",
              "4",          "--temperature",
              "0.8",        "--top-k",
              "20",         "--top-p",
              "0.9",        "--min-p",
              "0.05",       "--repeat-penalty",
              "1.1",        "--presence-penalty",
              "0.5",        "--frequency-penalty",
              "0.5",        "--penalty-last-n",
              "32",         "--logit-bias",
              "42:-inf",    "--logit-bias",
              "7:1.5,8:-2", "--seed",
              "7",          "--threads",
              "1",          "--kv-type",
              "f32",        "--activations",
              "f32"});
}

TEST(CliGenerate, LogitBiasForcesAndForbids) {
    const Json forced = generate({tinyLlama(), "--ids", "1", "--max-tokens", "3", "--logit-bias", "70:1000"});
    EXPECT_EQ(forced["ids"], Json::parse("[70,70,70]"));
    const Json free = generate({tinyLlama(), "--ids", "1", "--max-tokens", "1"});
    const Json other = generate(
        {tinyLlama(), "--ids", "1", "--max-tokens", "1", "--logit-bias", free["ids"][0].dump() + ":-inf"});
    EXPECT_NE(other["ids"], free["ids"]);
}

TEST(CliGenerate, StopStringsEndBeforeTheyShow) {
    const Json whole =
        generate({tinyLlama(), "--prompt", "abc", "--max-tokens", "3", "--logit-bias", "100:1000"});
    const std::string text = whole["text"];
    ASSERT_GE(text.size(), 3u);
    // Across the border of the first two tokens.
    const std::string stop = text.substr(0, text.size() / 3 + 1);
    const Json stopped = generate({tinyLlama(), "--prompt", "abc", "--max-tokens", "3", "--logit-bias",
                                   "100:1000", "--stop", "never", "--stop", stop});
    EXPECT_EQ(stopped["stop_reason"], "stop_string");
    EXPECT_EQ(stopped["text"].get<std::string>().find(stop), std::string::npos);
    const Json naive = generate({tinyLlama(), "--prompt", "abc", "--max-tokens", "3", "--logit-bias",
                                 "100:1000", "--stop", stop, "--naive"});
    EXPECT_EQ(naive["text"], stopped["text"]);
    EXPECT_EQ(naive["ids"], stopped["ids"]);
    const Json bracket =
        generate({tinyLlama(), "--prompt", "abc", "--max-tokens", "1", "--stop", "[x]"});
    EXPECT_EQ(bracket["stop_reason"], "max_tokens");
    const Outcome empty = run({"generate", tinyLlama(), "--prompt", "abc", "--stop", "never", "--stop", ""});
    EXPECT_EQ(empty.code, 2);
    EXPECT_NE(empty.err.find("--stop"), std::string::npos) << empty.err;
}

TEST(CliGenerate, CandidatesSayWhatElseCouldHaveBeenDrawn) {
    const std::vector<std::string> call = {tinyLlama(), "--prompt", "abc",  "--max-tokens", "5",   "--temperature", "1.2",
                                           "--top-k",   "20",       "--top-p", "0.7",      "--seed", "4"};
    const Json plain = generate(call);
    EXPECT_FALSE(plain.contains("positions"));
    auto with = call;
    with.insert(with.end(), {"--candidates", "30"});
    const Json result = generate(with);
    EXPECT_EQ(result["ids"], plain["ids"]) << "looking changes nothing";
    auto naiveCall = with;
    naiveCall.push_back("--naive");
    const Json naive = generate(naiveCall);
    EXPECT_EQ(naive["positions"], result["positions"]) << "the same with no cache";
    const std::size_t ended = result["stop_reason"] == "end_of_generation" ? 1 : 0;
    ASSERT_EQ(result["positions"].size(), result["ids"].size() + ended);
    std::size_t position = result["prompt_ids"].size();
    for (const Json& draw : result["positions"]) {
        EXPECT_EQ(draw["position"], position);
        const bool end = draw["end"];
        if (!end) {
            EXPECT_EQ(draw["id"], result["ids"][position - result["prompt_ids"].size()]);
        }
        EXPECT_GE(draw["entropy_bits"].get<double>(), 0);
        EXPECT_LE(draw["logprob"].get<double>(), 0);
        ASSERT_EQ(draw["stages"].size(), 2u);
        EXPECT_EQ(draw["stages"][0]["stage"], "top-k");
        EXPECT_EQ(draw["stages"][0]["after"], 20);
        EXPECT_EQ(draw["stages"][1]["before"], 20);
        ASSERT_EQ(draw["candidates"].size(), 30u);
        EXPECT_EQ(draw["candidates"][draw["rank"].get<std::size_t>() - 1]["id"], draw["id"]);
        double before = 2;
        for (std::size_t rank = 0; rank < 30; ++rank) {
            const Json& candidate = draw["candidates"][rank];
            EXPECT_LE(candidate["probability"].get<double>(), before);
            before = candidate["probability"];
            const bool kept = rank < draw["stages"][1]["after"].get<std::size_t>();
            EXPECT_EQ(candidate["removed_by"].is_null(), kept) << rank;
            if (rank >= 20) {
                EXPECT_EQ(candidate["removed_by"], "top-k");
            }
        }
        ++position;
    }
    EXPECT_EQ(run({"generate", tinyLlama(), "--prompt", "abc", "--candidates", "3"}).code, 2) << "needs --json";
}

TEST(CliGenerate, SpansSayWhoWroteThePrompt) {
    const std::string file = testing::TempDir() + "spans.jinja";
    std::ofstream(file) << "{% for m in messages %}<s>{{ m.role[0] }}:{{ m.content }}</s>{% endfor %}";
    const Json chat = generate({tinyLlama(), "--chat", "--template", file, "--system", "be kind", "--prompt", "hi </s>",
                                "--max-tokens", "1"});
    std::string whole;
    std::size_t end = 0;
    std::vector<std::string> roles;
    for (const Json& span : chat["prompt_spans"]) {
        whole += span["text"];
        EXPECT_LE(span["first_token"].get<std::size_t>(), end);
        EXPECT_GE(span["end_token"].get<std::size_t>(), end);
        end = span["end_token"];
        if (span["origin"] == "content") {
            roles.push_back(span["role"].get<std::string>() + ": " + span["text"].get<std::string>());
            EXPECT_TRUE(span["special_tokens"].empty()) << "a typed marker is text";
        }
    }
    EXPECT_EQ(end, chat["prompt_ids"].size());
    EXPECT_EQ(roles, (std::vector<std::string>{"system: be kind", "user: hi </s>"}));
    EXPECT_EQ(whole, "<s>s:be kind</s><s>u:hi </s></s>");
    EXPECT_EQ(chat["double_bos"], false);
    const Json plain = generate({tinyLlama(), "--prompt", "abc", "--max-tokens", "1"});
    ASSERT_EQ(plain["prompt_spans"].size(), 1u);
    EXPECT_EQ(plain["prompt_spans"][0]["origin"], "content");
    EXPECT_FALSE(generate({tinyLlama(), "--ids", "1 5", "--max-tokens", "1"}).contains("prompt_spans"));
}

TEST(CliGenerate, ADoubleBosIsSaid) {
    const Outcome twice = run({"generate", tinyLlama(), "--ids", "1 1 5", "--max-tokens", "1", "--json"});
    EXPECT_EQ(twice.code, 0);
    EXPECT_EQ(twice.json()["double_bos"], true);
    EXPECT_NE(twice.err.find("2 BOS tokens"), std::string::npos) << twice.err;
    EXPECT_EQ(run({"generate", tinyLlama(), "--ids", "1 5 1", "--max-tokens", "1", "--json"}).json()["double_bos"], false);
}

TEST(CliGenerate, WithoutJsonItStreamsTextAndSummarizesOnStandardError) {
    const Json result = generate({tinyLlama(), "--ids", "1 5 9", "--max-tokens", "6"});
    const Outcome plain = run({"generate", tinyLlama(), "--ids", "1 5 9", "--max-tokens", "6"});
    EXPECT_EQ(plain.code, 0);
    // JSON text and the stream agree on what is no UTF-8, too: U+FFFD.
    EXPECT_EQ(plain.out, result["text"].get<std::string>() + "\n");
    // The context is so small that the engine also says it is nearly full; the last line is the summary.
    const std::size_t last = plain.err.rfind('\n', plain.err.size() - 2) + 1;
    EXPECT_EQ(plain.err.compare(last, 15, "3 prompt tokens"), 0) << plain.err;
    EXPECT_NE(plain.err.find("tokens/s", last), std::string::npos) << plain.err;
}

TEST(CliGenerate, ChatNeedsATemplate) {
    TemporaryFolder folder;
    writeContent(folder.file("nothing"), " \n");
    const Outcome nothing = run({"generate", tinyLlama(), "--prompt", "Hi", "--chat", "--template", folder.file("nothing")});
    EXPECT_EQ(nothing.code, 2);
    EXPECT_NE(nothing.err.find("is empty"), std::string::npos) << nothing.err;
    writeContent(folder.file("silent"), "{% if false %}x{% endif %}");
    const Outcome silent = run({"generate", tinyLlama(), "--prompt", "Hi", "--chat", "--template", folder.file("silent")});
    EXPECT_EQ(silent.code, 1);
    EXPECT_NE(silent.err.find("empty prompt"), std::string::npos) << silent.err;
    const Outcome none = run({"generate", tinyLlama(), "--prompt", "Hi", "--chat", "--json"});
    EXPECT_EQ(Json::parse(none.out)["error"]["code"], "invalid_argument") << none.out;
    EXPECT_EQ(none.code, 2);
    EXPECT_NE(none.err.find("--template"), std::string::npos) << none.err;
    EXPECT_NE(none.err.find("chatml"), std::string::npos) << none.err;
    const Json chatml =
        generate({tinyLlama(), "--prompt", "Hi", "--chat", "--template", "chatml", "--max-tokens", "2"});
    EXPECT_GT(chatml["prompt_ids"].size(), 4u);
    writeContent(folder.file("template"), "{% for m in messages %}{{ m.content }}{% endfor %}");
    const Json own = generate({tinyLlama(), "--prompt", "Hi", "--chat", "--template", folder.file("template"),
                               "--max-tokens", "2"});
    EXPECT_LT(own["prompt_ids"].size(), chatml["prompt_ids"].size());
    writeContent(folder.file("broken"), "{% for %}");
    EXPECT_EQ(
        run({"generate", tinyLlama(), "--prompt", "Hi", "--chat", "--template", folder.file("broken")}).code,
        1);
}

TEST(CliGenerate, APromptBeyondTheContextIsRefused) {
    const int context = run({"info", tinyLlama(), "--json"}).json()["shape"]["context"];
    std::string ids;
    for (int i = 0; i <= context; ++i) ids += "5 ";
    for (const bool naive : {false, true}) {
        std::vector<std::string> call = {"generate",     tinyLlama(), "--ids", ids,
                                         "--max-tokens", "1",         "--json"};
        if (naive) call.push_back("--naive");
        const Outcome outcome = run(call);
        EXPECT_EQ(outcome.code, 2) << naive << outcome.err;
        EXPECT_EQ(outcome.json()["stop_reason"], "failed");
    }
}

TEST(CliGenerate, AFullContextIsSaidBeforeAndThenStops) {
    const int context = run({"info", tinyLlama(), "--json"}).json()["shape"]["context"];
    std::vector<std::string> call = {"generate", tinyLlama(),    "--ids",  "1 5 9", "--max-tokens",
                                     "100000",   "--logit-bias", "2:-inf", "--json"};
    const Outcome outcome = run(call);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const Json cached = outcome.json();
    EXPECT_EQ(cached["stop_reason"], "context_full");
    EXPECT_NE(outcome.err.find("nearly full"), std::string::npos) << outcome.err;
    // The last token needs no place of its own: nothing is computed after it.
    EXPECT_EQ(cached["ids"].size(), static_cast<std::size_t>(context - 3 + 1));
    call.push_back("--naive");
    EXPECT_EQ(run(call).json()["ids"], cached["ids"]);
}

// A template's own words reach the terminal without its escape sequences.
TEST(CliGenerate, NothingFromAFileSteersTheTerminal) {
    TemporaryFolder folder;
    writeContent(folder.file("hostile"), "{{ raise_exception('\x1b]0;title\x07\xe2\x80\xae red\nglasshouse: all is well') }}");
    const Outcome outcome = run({"generate", tinyLlama(), "--prompt", "Hi", "--chat", "--template", folder.file("hostile")});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find('\x07'), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("\\x1b]0;title\\x07\\u202e red\\x0aglasshouse"), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

TEST(CliGenerate, TheContextLimitCanBeSet) {
    const auto generate = [](const char* limit) {
        return run({"generate", tinyLlama(), "--ids", "5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25", "--max-tokens",
                    "2", "--context-limit", limit, "--json"});
    };
    EXPECT_EQ(generate("32").code, 0);
    const Outcome small = generate("16");
    EXPECT_EQ(small.code, 2);
    EXPECT_NE(small.err.find("the context limit is 16"), std::string::npos) << small.err;
    EXPECT_EQ(generate("15").code, 2);
}

}  // namespace
}  // namespace gh::test
