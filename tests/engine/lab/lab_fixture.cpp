#include "tests/engine/lab/lab_fixture.h"

namespace gh::test {

double LabRun::figure(const std::string& name) const {
    const auto value = outcome.run.figure(name);
    EXPECT_TRUE(value) << "no figure " << name;
    return value.value_or(-1);
}

const lab::Series& LabRun::series(const std::string& plot, const std::string& name) const {
    static const lab::Series kNone;
    const lab::Series* found = outcome.run.find(plot, name);
    EXPECT_TRUE(found) << "no series " << name << " of " << plot;
    return found ? *found : kNone;
}

LabRun runLab(const std::string& experiment, const std::string& model, const Given& given, int cancelAfter,
              const LoadOptions& load) {
    LabRun result;
    const lab::Experiment* entry = lab::findExperiment(experiment);
    if (!entry) {
        ADD_FAILURE() << "no experiment " << experiment;
        return result;
    }
    lab::Options options(entry->options);
    for (const auto& [key, value] : given) {
        const auto set = options.set(key, value);
        EXPECT_TRUE(set) << (set ? "" : set.error().message());
    }
    int asked = 0;
    lab::Hooks hooks;
    hooks.begun = [&](const lab::Run& run) {
        ++result.begun;
        EXPECT_FALSE(run.plots.empty());
        EXPECT_TRUE(run.series.empty());
    };
    hooks.point = [&](const lab::Point& point) {
        ++result.points;
        ASSERT_LT(point.index, point.series.x.size());
        ASSERT_LT(point.index, point.series.y.size());
    };
    hooks.progress = [&](double share, std::string_view what) {
        EXPECT_FALSE(what.empty());
        EXPECT_GE(share, 0);
        EXPECT_LE(share, 1);
        result.lastShare = share;
    };
    hooks.cancelled = [&] { return cancelAfter >= 0 && asked++ >= cancelAfter; };
    lab::Subject subject{model, load, 2};
    result.outcome = lab::runExperiment(*entry, subject, options, hooks);
    return result;
}

std::string labModel(const std::string& family, int context) {
    TinyOptions options = tinyOptions(family);
    options.context = context;
    return tinyModelFile(options);
}

}  // namespace gh::test
