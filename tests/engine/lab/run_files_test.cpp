// Options as they are typed, runs as files.
#include <gtest/gtest.h>

#include <limits>

#include "engine/lab/notebook.h"

namespace gh::lab {
namespace {

constexpr OptionSpec kSpecs[] = {
    {"steps", OptionKind::Count, "8", 1, 100, "steps"},
    {"sizes", OptionKind::Counts, "1,2,4", 1, 64, "sizes"},
    {"load", OptionKind::Number, "0.7", 0, 1, "load"},
};

TEST(LabOptions, HaveTheirStandardUntilTheyAreSet) {
    Options options(kSpecs);
    EXPECT_EQ(options.count("steps"), 8);
    EXPECT_EQ(options.counts("sizes"), (std::vector<int>{1, 2, 4}));
    EXPECT_EQ(options.number("load"), 0.7);
    EXPECT_TRUE(options.set("sizes", "64,3"));
    EXPECT_TRUE(options.set("load", "0.25"));
    EXPECT_EQ(options.counts("sizes"), (std::vector<int>{64, 3}));
    EXPECT_EQ(options.number("load"), 0.25);
}

TEST(LabOptions, RefuseWhatIsNoSuchValueAndKeepTheOldOne) {
    Options options(kSpecs);
    for (const auto& [key, text] : std::vector<std::pair<std::string, std::string>>{
             {"steps", ""}, {"steps", "0"}, {"steps", "101"}, {"steps", "1.5"}, {"steps", "1,2"}, {"steps", "8x"},
             {"sizes", "1,,2"}, {"sizes", "1,"}, {"sizes", "65"}, {"load", "nan"}, {"load", "inf"}, {"load", "1.01"}, {"other", "1"}}) {
        const auto set = options.set(key, text);
        ASSERT_FALSE(set) << key << " " << text;
        EXPECT_EQ(set.error().code, ErrorCode::InvalidArgument);
        EXPECT_EQ(set.error().subject, key);
    }
    EXPECT_EQ(options.count("steps"), 8);
    EXPECT_EQ(options.counts("sizes"), (std::vector<int>{1, 2, 4}));
}

TEST(LabList, EveryExperimentExplainsItselfAndHasStandardsThatItAccepts) {
    for (const Experiment& experiment : experimentList()) {
        SCOPED_TRACE(experiment.id);
        EXPECT_EQ(findExperiment(experiment.id), &experiment);
        EXPECT_GT(explanationText(experiment.id).size(), 100u);
        Options options(experiment.options);
        for (const OptionSpec& spec : experiment.options) {
            EXPECT_TRUE(options.set(spec.key, spec.standard)) << spec.key;
            EXPECT_GT(std::string(spec.help).size(), 3u);
        }
    }
    EXPECT_EQ(findExperiment("nonsense"), nullptr);
}

Run someRun() {
    const Experiment& experiment = experimentList().front();
    const Hooks hooks;
    Notebook notebook(experiment, Options(experiment.options), hooks);
    telemetry::ModelFacts facts;
    facts.fileName = "a \"b\", c.gguf";
    facts.threads = 3;
    notebook.begin(facts, {{"p", "Plot", {"n", "tokens", true}, {"t", "ms", false}}});
    notebook.point("p", "one", 1, 0.1);
    notebook.point("p", "one", 2, 1e300);
    notebook.spread("p", "many", 4, {3, 1, 2});
    notebook.spread("p", "many", 4, {3, 1, 2, 10});
    notebook.limit("p", "roof", 4, 9);
    notebook.figure("f,g", -2.5, "ms");
    notebook.note("binds", "memory");
    return notebook.take(true);
}

TEST(LabRun, AnEarlierRunReadsAsItWasWritten) {
    const lab::Run run = someRun();
    EXPECT_EQ(run.find("p", "many")->y, std::vector<double>{2.5});
    EXPECT_EQ(run.find("p", "many")->low, std::vector<double>{1});
    EXPECT_EQ(run.find("p", "many")->high, std::vector<double>{10});
    EXPECT_TRUE(run.find("p", "roof")->limit);
    const auto again = fromJson(toJson(run));
    ASSERT_TRUE(again) << again.error().message();
    EXPECT_EQ(toJson(*again), toJson(run));
    EXPECT_EQ(again->find("p", "one")->y, run.find("p", "one")->y);
    EXPECT_EQ(again->figure("f,g"), -2.5);
    EXPECT_EQ(again->notes.at("binds"), "memory");
    EXPECT_EQ(again->model, run.model);
}

TEST(LabRun, BrokenFilesAreRefusedByTheKey) {
    EXPECT_FALSE(fromJson(""));
    EXPECT_FALSE(fromJson("[1]"));
    std::string text = toJson(someRun());
    EXPECT_FALSE(fromJson(text.substr(0, text.size() / 2)));
    const auto without = [&](const std::string& what, const std::string& instead) {
        std::string changed = text;
        changed.replace(changed.find(what), what.size(), instead);
        const auto read = fromJson(changed);
        EXPECT_FALSE(read) << what;
        return read ? std::string() : read.error().message();
    };
    EXPECT_NE(without("\"threads\":3", "\"threads\":\"3\"").find("threads"), std::string::npos);
    EXPECT_NE(without("\"explanation\"", "\"x\"").find("explanation"), std::string::npos);
    EXPECT_NE(without("\"x\":[1.0,2.0]", "\"x\":[1.0]").find("series"), std::string::npos);
}

TEST(LabRun, CsvHasOneLineAPointAndAFigure) {
    const std::string csv = toCsv(someRun());
    EXPECT_EQ(csv,
              "plot,series,x,y,low,high\n"
              "p,one,1,0.1,,\n"
              "p,one,2,1e+300,,\n"
              "p,many,4,2.5,1,10\n"
              "p,roof,4,9,,\n"
              "figure,\"f,g\",ms,-2.5,,\n");
}

TEST(LabStatistics, MedianAndPercentile) {
    EXPECT_EQ(medianOf({3, 1, 2}), 2);
    EXPECT_EQ(medianOf({4, 1, 2, 3}), 2.5);
    EXPECT_EQ(medianOf({}), 0);
    std::vector<double> hundred;
    for (int i = 100; i >= 1; --i) hundred.push_back(i);
    EXPECT_EQ(percentileOf(hundred, 0.5), 50);
    EXPECT_EQ(percentileOf(hundred, 0.95), 95);
    EXPECT_EQ(percentileOf(hundred, 0.99), 99);
    EXPECT_EQ(percentileOf({7}, 0.99), 7);
}

}  // namespace
}  // namespace gh::lab
