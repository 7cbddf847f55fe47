// lab and serve-file: calls that make no sense, what the JSON holds, Ctrl-C.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "process.h"

namespace gh::test {
namespace {

using Json = nlohmann::json;

TEST(CliLab, ListsItsExperimentsAndTheirOptions) {
    const Outcome help = run({"lab", "--help"});
    EXPECT_EQ(help.code, 0);
    for (const char* name : {"cached-vs-naive", "phases", "cache-size", "knee", "policies", "paging"}) {
        EXPECT_NE(help.out.find(name), std::string::npos) << name;
        const Outcome one = run({"lab", name, "--help"});
        EXPECT_EQ(one.code, 0) << name;
        EXPECT_NE(one.out.find("default"), std::string::npos) << one.out;
    }
    const Outcome unknown = run({"lab", "nonsense", tinyLlama()});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_NE(unknown.err.find("cached-vs-naive, phases"), std::string::npos) << unknown.err;
}

TEST(CliLab, WrongCallsEndWithTwoAndNameTheOption) {
    const std::string model = tinyLlama();
    const std::vector<std::vector<std::string>> calls = {
        {"lab"},
        {"lab", "knee", model, "extra"},
        {"lab", "knee", model, "--runs", "0"},
        {"lab", "knee", model, "--batches", "1,x"},
        {"lab", "knee", model, "--batches", "257"},
        {"lab", "phases", model, "--batches", "1"},
        {"lab", "policies", model, "--load", "1"},
        {"lab", "policies", model, "--load", "nan"},
        {"lab", "cache-size", model, "--users", "1,2", "--tokens", "5"},
        {"lab", "cache-size", model, "--csv", "/nonexistent/folder/a.csv"},
        {"lab", "phases", model, "--contexts", "5000"},
    };
    for (const auto& call : calls) {
        const Outcome outcome = run(call);
        EXPECT_EQ(outcome.code, 2) << testing::PrintToString(call) << outcome.err;
        EXPECT_EQ(outcome.out, "") << testing::PrintToString(call);
        EXPECT_EQ(outcome.err.rfind("glasshouse: ", 0), 0u) << outcome.err;
    }
    EXPECT_EQ(run({"lab", "knee", "/nonexistent.gguf"}).code, 3);
    EXPECT_TRUE(run({"lab", "knee", "/nonexistent.gguf", "--json"}).json()["error"]["code"].is_string());
}

TEST(CliLab, WithoutAModelTheFetchedOneIsMeant) {
    Call call;
    call.arguments = {"lab", "cache-size", "--json"};
    call.environment = {{"GLASSHOUSE_MODELS", "/nonexistent/models"}};
    const Outcome none = run(call);
    EXPECT_EQ(none.code, 2);
    EXPECT_NE(none.err.find("/nonexistent/models/"), std::string::npos) << none.err;
}

TEST(CliLab, WritesOneRunInThreeForms) {
    TemporaryFolder folder;
    const std::vector<std::string> call = {"lab", "cache-size", tinyLlama(), "--users", "2,4", "--tokens", "32,16", "--contexts", "16,33"};
    auto json = call;
    json.insert(json.end(), {"--json", "--csv", folder.file("run.csv"), "--save", folder.file("run.json")});
    const Outcome outcome = run(json);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json result = outcome.json();
    EXPECT_EQ(result["experiment"], "cache-size");
    EXPECT_EQ(result["complete"], true);
    EXPECT_EQ(result["notes"]["predicted_and_allocated"], "equal");
    EXPECT_EQ(Json::parse(contentOf(folder.file("run.json"))), result);
    const std::string csv = contentOf(folder.file("run.csv"));
    EXPECT_EQ(csv.rfind("plot,series,x,y,low,high\n", 0), 0u);
    EXPECT_NE(csv.find("shapes,allocated,2,"), std::string::npos) << csv;
    const Outcome text = run(call);
    EXPECT_EQ(text.code, 0);
    EXPECT_NE(text.out.find("allocated"), std::string::npos);
    EXPECT_EQ(text.err, "") << "no progress where stderr is no terminal";
}

TEST(CliLab, WithoutJsonItIsReadByPeople) {
    struct Said { std::vector<std::string> call, words; };
    const std::vector<Said> all = {
        {{"cached-vs-naive", "--steps", "6", "--contexts", "20", "--head-contexts", "16,64"},
         {"Found: the step at a context of 20 tokens took ", "Logits of both ways: equal to the bit.", "A step of the whole model (ms), median [least – most]",
          "\n  context (tokens)  "}},
        {{"phases", "--prompts", "1,9", "--contexts", "5,20", "--steps", "2", "--runs", "2"},
         {"Found: reading is limited by ", "writing by ", "rate", "Gop/s"}},
        {{"cache-size", "--users", "2,4", "--tokens", "32,16", "--contexts", "16,33"},
         {"Found: a token takes ", "Predicted and allocated bytes: equal", " KiB (", " bytes)"}},
        {{"knee", "--batches", "1,3", "--context", "8", "--steps", "2", "--runs", "2"},
         {"Found: the knee is at ", "Throughput (tokens/s), median [least – most]", "one   "}},
        {{"policies", "--prompt", "4", "--slots", "8"},
         {"Found: all at once, continuous batching wrote ", "p50 latency (s)", "p99 latency (s)", "slot use (%)", "padding, of all rows (%)",
          "error of the throughput (%)", "continuous, simulated", "points: a picture in the window"}},
        {{"paging", "--prompt", "4", "--shared", "16"}, {"Found: the same traffic held ", "of them wasted", "requests that fit"}},
    };
    for (const Said& said : all) {
        // Its longest request needs a context of more than the tiny one of the other tests.
        const bool serves = said.call[0] == "policies" || said.call[0] == "paging";
        std::vector<std::string> arguments = {"lab", said.call[0], serves ? data("tiny/gemma3_q8_0.gguf") : tinyLlama()};
        arguments.insert(arguments.end(), said.call.begin() + 1, said.call.end());
        const Outcome outcome = run(arguments);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        for (const std::string& words : said.words) EXPECT_NE(outcome.out.find(words), std::string::npos) << words << "\n" << outcome.out;
        // Columns stand beneath their headings: lines of one table that reach its last column are equally long.
        const auto line = [&](std::size_t& at) {
            const std::size_t from = at, end = outcome.out.find('\n', from);
            at = end + 1;
            return outcome.out.substr(from, end - from);
        };
        if (said.call[0] != "policies") continue;
        std::size_t at = outcome.out.find("\nAll at once\n") + 13;
        const std::string heading = line(at);
        for (int i = 0; i < 9; ++i) EXPECT_EQ(line(at).size(), heading.size()) << outcome.out;
    }
}

TEST(CliLab, CachedVsNaiveSaysThatNothingDiffers) {
    const Outcome outcome = run({"lab", "cached-vs-naive", tinyLlama(), "--steps", "10", "--contexts", "20", "--head-contexts", "16,64", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json notes = outcome.json()["notes"];
    EXPECT_EQ(notes["logits"], "equal to the bit");
    EXPECT_EQ(notes["head_outputs"], "equal to the bit");
    EXPECT_EQ(notes["macs"], "counted as the formula says");
}

TEST(CliLab, StopsAtCtrlCAndPrintsWhatItHas) {
    const std::string model = realModel("SmolLM2-135M-Instruct.Q4_1.gguf");
    if (model.empty()) GTEST_SKIP() << "needs the real model";
    TemporaryFolder folder;
    Call call;
    call.arguments = {"lab", "cached-vs-naive", model, "--steps", "2000", "--json"};
    const auto started = std::chrono::steady_clock::now();
    call.interruptWhen = [started](const std::string&) { return std::chrono::steady_clock::now() - started > std::chrono::seconds(8); };
    const Outcome outcome = run(call);
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    const Json result = outcome.json();
    EXPECT_EQ(result["complete"], false);
    EXPECT_GT(result["series"].size(), 0u);
}

// ---- serve-file ---------------------------------------------------------------------------------------------------

std::string requestsFile(const TemporaryFolder& folder, const std::string& content) {
    const std::string path = folder.file("requests.jsonl");
    writeContent(path, content);
    return path;
}

TEST(CliServeFile, ReportsEveryRequestAndThePool) {
    TemporaryFolder folder;
    const std::string path = requestsFile(folder,
                                          "{\"prompt\": [1, 5, 9, 40], \"max_tokens\": 6}\n"
                                          "\n"
                                          "{\"prompt\": \"abc\", \"arrival_s\": 0.05, \"max_tokens\": 4, \"priority\": 2, \"n\": 3, \"seed\": 7}\n"
                                          "{\"prompt\": [1, 5, 9, 40], \"arrival_s\": 0.01, \"max_tokens\": 6, \"seed\": 9}\n");
    for (const bool modelFirst : {false, true}) {
        std::vector<std::string> call = {"serve-file"};
        if (modelFirst) call.insert(call.end(), {tinyLlama(), path});
        else call.insert(call.end(), {path, tinyLlama()});
        call.insert(call.end(), {"--logit-bias", "2:-inf", "--json"});
        const Outcome outcome = run(call);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        const Json result = outcome.json();
        const Json& requests = result["requests"];
        ASSERT_EQ(requests.size(), 5u);
        const int lines[] = {1, 3, 3, 3, 4}, samples[] = {0, 0, 1, 2, 0};
        const std::size_t written[] = {6, 4, 4, 4, 6};
        for (std::size_t i = 0; i < 5; ++i) {
            const Json& r = requests[i];
            SCOPED_TRACE(i);
            EXPECT_EQ(r["line"], lines[i]);
            EXPECT_EQ(r["sample"], samples[i]);
            EXPECT_EQ(r["ids"].size(), written[i]);
            EXPECT_EQ(r["token_s"].size(), written[i]);
            EXPECT_TRUE(std::is_sorted(r["token_s"].begin(), r["token_s"].end()));
            EXPECT_EQ(r["stop_reason"], "max_tokens");
            EXPECT_GE(r["queue_s"].get<double>(), 0);
            EXPECT_GT(r["ttft_s"].get<double>(), 0);
            EXPECT_GE(r["returned_s"].get<double>(), r["arrival_s"].get<double>());
            EXPECT_EQ(r["preemptions"], 0);
            EXPECT_TRUE(r["hit_tokens"].is_number_unsigned());
            EXPECT_TRUE(r["miss"]["reason"].is_string());
            EXPECT_TRUE(r["error"].is_null());
        }
        EXPECT_EQ(requests[0]["ids"], requests[4]["ids"]) << "greedy, whenever it came";
        EXPECT_EQ(requests[1]["seed"], 7);
        EXPECT_EQ(requests[4]["seed"], 9);
        const Json& pool = result["pools"][0];
        for (const char* key : {"bytes", "blocks", "peak_blocks", "peak_bytes", "copies", "evictions"}) EXPECT_TRUE(pool[key].is_number()) << key;
        EXPECT_EQ(pool["allocated_bytes"], 0) << "all have ended";
        EXPECT_EQ(pool["shared_bytes"], 0);
        EXPECT_TRUE(pool["peak_shared_bytes"].is_number());
        EXPECT_GT(pool["peak_predicted_bytes"], 0);
        EXPECT_LE(pool["peak_predicted_bytes"], pool["peak_bytes"]);
        EXPECT_EQ(result["totals"]["written_tokens"], 6 + 3 * 4 + 6);
        EXPECT_EQ(result["totals"]["requests"], 5);
        const Json alone = run({"generate", tinyLlama(), "--ids", "1 5 9 40", "--max-tokens", "6", "--logit-bias", "2:-inf", "--json"}).json();
        EXPECT_EQ(requests[0]["ids"], alone["ids"]);
    }
}

TEST(CliServeFile, WithoutJsonItIsATable) {
    TemporaryFolder folder;
    const std::string path = requestsFile(folder, "{\"prompt\": [1, 5, 9, 40], \"max_tokens\": 3}\n{\"prompt\": [1, 5, 9, 40], \"max_tokens\": 4, \"n\": 2}\n");
    // All are there before the first step, so that the two samples hold one prompt together.
    const Json pool = run({"serve-file", path, tinyLlama(), "--logit-bias", "2:-inf", "--json"}).json()["pools"][0];
    EXPECT_GT(pool["peak_shared_bytes"], 0);
    const Outcome outcome = run({"serve-file", path, tinyLlama(), "--logit-bias", "2:-inf"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const char* words : {"preempted", "miss", "nothing cached at 0", "all", "predicted ", "sharing saved ", " steps in ", "tokens/s"})
        EXPECT_NE(outcome.out.find(words), std::string::npos) << words << "\n" << outcome.out;
}

TEST(CliServeFile, TheAnswerIsTheSameUnderEveryPolicy) {
    TemporaryFolder folder;
    std::string content;
    for (int i = 0; i < 10; ++i)
        content += "{\"prompt\": [1, 5, " + std::to_string(3 + i % 4) + ", 40], \"max_tokens\": " + std::to_string(3 + i) + ", \"seed\": " +
                   std::to_string(i) + ", \"n\": " + std::to_string(1 + i % 2) + "}\n";
    const std::string path = requestsFile(folder, content);
    Json first;
    for (const auto& more : std::vector<std::vector<std::string>>{{"--slots", "1"}, {"--slots", "8"}, {"--policy", "static", "--slots", "4"}, {"--token-budget", "3"}}) {
        std::vector<std::string> call = {"serve-file", path, tinyLlama(), "--json", "--temperature", "1"};
        call.insert(call.end(), more.begin(), more.end());
        const Outcome outcome = run(call);
        ASSERT_EQ(outcome.code, 0) << outcome.err;
        Json ids = Json::array();
        const Json result = outcome.json();
        for (const Json& r : result["requests"]) ids.push_back(r["ids"]);
        ASSERT_EQ(ids.size(), 15u);
        if (first.is_null()) first = ids;
        EXPECT_EQ(ids, first) << testing::PrintToString(more);
    }
}

TEST(CliServeFile, NamesTheLineAndTheKeyThatIsWrong) {
    TemporaryFolder folder;
    const std::pair<const char*, const char*> wrong[] = {
        {"{\"prompt\": \"a\", \"max_token\": 3}", "max_token"},
        {"{\"max_tokens\": 3}", "prompt"},
        {"{\"prompt\": 3}", "prompt"},
        {"{\"prompt\": []}", "prompt"},
        {"{\"prompt\": [1, -1]}", "prompt"},
        {"{\"prompt\": [1, 99999]}", "prompt"},
        {"{\"prompt\": \"a\", \"max_tokens\": 0}", "max_tokens"},
        {"{\"prompt\": \"a\", \"max_tokens\": 1.5}", "max_tokens"},
        {"{\"prompt\": \"a\", \"arrival_s\": -1}", "arrival_s"},
        {"{\"prompt\": \"a\", \"arrival_s\": \"1\"}", "arrival_s"},
        {"{\"prompt\": \"a\", \"priority\": 1001}", "priority"},
        {"{\"prompt\": \"a\", \"priority\": 18446744073709551615}", "priority"},
        {"{\"prompt\": \"a\", \"n\": 0}", "n"},
        {"{\"prompt\": \"a\", \"n\": 257}", "n"},
        {"{\"prompt\": \"a\", \"seed\": -1}", "seed"},
        {"{\"prompt\": \"a\", \"seed\": 1, \"seed\": 2}", "'seed' is given twice"},
        {"{\"prompt\": \"a\", \"prompt\": \"b\"}", "'prompt' is given twice"},
        {"[1]", "JSON object"},
        {"{\"prompt\": \"a\"", "JSON object"},
    };
    for (const auto& [line, key] : wrong) {
        const std::string path = requestsFile(folder, std::string("{\"prompt\": \"a\"}\n\n") + line + "\n");
        const Outcome outcome = run({"serve-file", path, tinyLlama(), "--json"});
        EXPECT_EQ(outcome.code, 3) << line;
        EXPECT_EQ(outcome.json()["error"]["subject"].get<std::string>().rfind(path + ":3", 0), 0u) << outcome.out;
        EXPECT_NE(outcome.err.find(path + ":3"), std::string::npos) << outcome.err;
        EXPECT_NE(outcome.err.find(key), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(run({"serve-file", requestsFile(folder, "\n"), tinyLlama()}).code, 3);
    EXPECT_EQ(run({"serve-file", "/nonexistent.jsonl", tinyLlama()}).code, 3);
    EXPECT_EQ(run({"serve-file"}).code, 2);
    const std::string path = requestsFile(folder, "{\"prompt\": \"a\"}\n");
    EXPECT_EQ(run({"serve-file", path, path}).code, 2);
    EXPECT_EQ(run({"serve-file", path, tinyLlama(), "--policy", "other"}).code, 2);
    EXPECT_EQ(run({"serve-file", path, tinyLlama(), "--slots", "0"}).code, 2);
    EXPECT_EQ(run({"serve-file", path, tinyLlama(), "--cache-bytes", "0"}).code, 2);
    EXPECT_EQ(run({"serve-file", path, tinyLlama(), "--cache-bytes", "10"}).code, 4) << "less than one block";
}

TEST(CliServeFile, ARequestThatIsTooLongFailsAloneAndIsNamed) {
    TemporaryFolder folder;
    std::string ids = "1";
    for (int i = 0; i < 300; ++i) ids += ",5";
    const std::string path = requestsFile(folder, "{\"prompt\": [" + ids + "]}\n{\"prompt\": [1, 5], \"max_tokens\": 2}\n");
    const Outcome outcome = run({"serve-file", path, tinyLlama(), "--json"});
    EXPECT_EQ(outcome.code, 1);
    const Json requests = outcome.json()["requests"];
    EXPECT_EQ(requests[0]["stop_reason"], "failed");
    EXPECT_NE(requests[0]["error"]["detail"].get<std::string>().find("301"), std::string::npos);
    EXPECT_TRUE(requests[1]["error"].is_null());
    EXPECT_GT(requests[1]["ids"].size(), 0u);
}

}  // namespace
}  // namespace gh::test
