// The lab: experiments that measure a model on this machine. Each fills plots point by point while it runs, and ends
// with named series, figures and the key of the paragraph that explains them. The command line and the window's panel
// show the same list; neither knows one experiment from another.
//
// An experiment loads a model of its own (labMemory() says what that takes) and runs on the calling thread, so it
// neither shares a cache with the window's engine nor waits for it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/engine.h"

namespace gh::lab {

// ---- what is asked ------------------------------------------------------------------------------------------------
enum class OptionKind { Count, Counts, Number };   // a whole number; several ("1,2,4"); a number

struct OptionSpec {
    const char* key;         // "contexts"; on the command line --contexts
    OptionKind kind;
    const char* standard;    // as it would be typed
    double low, high;        // of each value
    const char* help;        // English, one line
};

// Values of one experiment's options. Every one has a value: the standard until it is set.
class Options {
public:
    explicit Options(std::span<const OptionSpec> specs);
    // Error InvalidArgument names the option, what was given and what is expected.
    Result<void> set(std::string_view key, std::string_view text);
    int count(std::string_view key) const;
    std::vector<int> counts(std::string_view key) const;
    double number(std::string_view key) const;
    const std::map<std::string, std::string, std::less<>>& texts() const { return m_texts; }

private:
    const OptionSpec& spec(std::string_view key) const;
    std::span<const OptionSpec> m_specs;
    std::map<std::string, std::string, std::less<>> m_texts;
};

// The model that is measured.
struct Subject {
    std::string path;
    LoadOptions load;
    int threads = 0;         // 0: usable cores
};

// ---- what comes out -----------------------------------------------------------------------------------------------
struct Axis {
    std::string name;        // "context"
    std::string unit;        // tokens, ms, s, bytes, tokens/s, MAC, op/byte, op/s, requests, users, rows, %
    bool logarithmic = false;
};

struct Plot {
    std::string id;          // "step_time"
    std::string title;       // English; the window translates by experiment and id
    Axis x, y;
};

struct Series {
    std::string plot, name;  // "step_time", "cached"
    std::vector<double> x, y;
    std::vector<double> low, high;   // spread of y over repeated runs; empty: none
    bool limit = false;      // a bound that was derived (a roof, a prediction), not something measured
};

struct Figure {
    std::string name;        // "knee_batch"
    double value = 0;
    std::string unit;        // as of axes
};

// What a run found, and on what: enough to lay it over another one.
struct Run {
    std::string experiment;
    std::string model;       // file name
    std::string precision, kvType, activations, isa;
    int threads = 0;
    double startedAt = 0;    // seconds since 1970 (UTC)
    double seconds = 0;      // that it took
    bool complete = false;   // false: cancelled or failed, what was measured until then is here
    std::map<std::string, std::string, std::less<>> options;
    std::vector<Plot> plots;
    std::vector<Series> series;
    std::vector<Figure> figures;
    std::map<std::string, std::string, std::less<>> notes;   // findings that are words: {"decode_binds", "memory"}
    std::string explanation; // key of a paragraph: Experiment::explanation, or what the findings ask for instead

    const Series* find(std::string_view plot, std::string_view name) const;
    std::optional<double> figure(std::string_view name) const;
};

// One object; reading accepts exactly what writing makes (error BadFile names the key).
std::string toJson(const Run& run);
Result<Run> fromJson(std::string_view text);
// Header plot,series,x,y,low,high; figures follow as rows of the plot "figure" with their unit as x.
std::string toCsv(const Run& run);

// ---- while it runs -------------------------------------------------------------------------------------------------
struct Point {
    const Series& series;    // with its plot and name; holds this point already
    std::size_t index;       // of the point in the series: its last, or one that is known better now
};

// Called on the thread that runs the experiment; each may be empty.
struct Hooks {
    std::function<void(const Run& soFar)> begun;             // plots and model are known, nothing is measured yet
    std::function<void(const Point& point)> point;           // as soon as it is measured; again when runs refine it
    std::function<void(double share, std::string_view what)> progress;   // 0…1, and what is being done (English)
    std::function<bool()> cancelled;                         // asked between steps
};

// ---- the experiments -----------------------------------------------------------------------------------------------
enum class Needs {
    Shape,     // the file's header: no weights are read
    Runtime,   // a loaded model
    Engine,    // an engine with its scheduler
};

class Notebook;   // engine/lab/notebook.h: what an experiment writes into

struct Experiment {
    const char* id;            // "cached-vs-naive"
    const char* title;         // English
    const char* explanation;   // English paragraph; also stands for itself as the key: the id
    Needs needs;
    std::span<const OptionSpec> options;
    // Nothing: it is done. Else why it is not; what the notebook has by then is kept.
    std::optional<Error> (*run)(const Subject& subject, const Options& options, Notebook& notebook);
    // What `lab NAME --json` prints where a form of its own was asked for; null: toJson.
    std::string (*shortJson)(const Run& run) = nullptr;
};

std::span<const Experiment> experimentList();
const Experiment* findExperiment(std::string_view id);

struct Outcome {
    Run run;
    std::optional<Error> error;   // Cancelled when Hooks::cancelled said so; errors of loading a model
};
Outcome runExperiment(const Experiment& experiment, const Subject& subject, const Options& options, const Hooks& hooks);

// Bytes that an experiment's own model takes: weights, cache, activations and logits as the ledger predicts them
// (0 where only the header is read). Errors of openModel.
Result<std::uint64_t> labMemory(const Experiment& experiment, const Subject& subject);

// The whole list in English, for whoever has no table of translations.
std::string_view explanationText(std::string_view key);

}  // namespace gh::lab
