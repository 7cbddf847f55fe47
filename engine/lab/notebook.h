// What an experiment writes while it runs: plots, points, figures, notes. Keeps them in a Run and tells the hooks.
#pragma once

#include "engine/lab/lab.h"

namespace gh::lab {

class Notebook {
public:
    Notebook(const Experiment& experiment, const Options& options, const Hooks& hooks);

    // Once, before the first point. Facts of the model: what the run says it was measured on.
    void begin(const telemetry::ModelFacts& facts, std::vector<Plot> plots);
    void point(std::string_view plot, std::string_view series, double x, double y);
    // Repeated runs: y is their median, low and high the extremes. Again with the same x: the point is replaced.
    void spread(std::string_view plot, std::string_view series, double x, std::vector<double> runs);
    void limit(std::string_view plot, std::string_view series, double x, double y);   // a derived bound
    void figure(std::string_view name, double value, std::string_view unit);
    void note(std::string_view name, std::string_view text) { m_run.notes[std::string(name)] = text; }
    void explain(std::string_view key) { m_run.explanation = key; }
    void progress(double share, std::string_view what) const;
    bool cancelled() const { return m_hooks.cancelled && m_hooks.cancelled(); }
    static Error cancelledError() { return {ErrorCode::Cancelled, "", "interrupted"}; }

    const Run& run() const { return m_run; }
    Run take(bool complete);

private:
    Series& series(std::string_view plot, std::string_view name);
    void add(Series& series, double x, double y);

    const Hooks& m_hooks;
    Run m_run;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

// Of an odd number of values the middle one, of an even number the mean of the two.
double medianOf(std::vector<double> values);
// Nearest rank: the least value that at least `share` (0…1) of all do not exceed.
double percentileOf(std::vector<double> values, double share);

}  // namespace gh::lab
