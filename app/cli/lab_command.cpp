// lab: the experiments of engine/lab in the terminal, one subcommand each.
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <set>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "engine/lab/lab.h"

namespace gh::app {
namespace {

struct Call {
    std::string path, csv, save;
    RunOptions run;
    bool json = false;
    const lab::Experiment* experiment = nullptr;
    std::map<std::string, std::optional<lab::Options>> options;   // by experiment
};

std::string number(double value) {
    // Counts to the last digit, as long as a double holds them; measurements as far as they repeat.
    if (value >= 0 && value < 0x1p53 && value == std::floor(value)) return thousands(static_cast<unsigned long long>(value));
    char text[40];
    const double size = std::fabs(value);
    std::snprintf(text, sizeof text, size >= 1e7 ? "%.4g" : size >= 100 ? "%.0f" : size >= 1 ? "%.2f" : "%.4g", value);
    return text;
}

std::string padded(const std::string& text, std::size_t width) {
    return text.size() >= width ? text : std::string(width - text.size(), ' ') + text;
}

// A table of each plot: its x values down, its series across.
void printPlot(const lab::Run& run, const lab::Plot& plot) {
    std::vector<const lab::Series*> columns;
    std::set<double> rows;
    for (const lab::Series& series : run.series) {
        if (series.plot != plot.id) continue;
        columns.push_back(&series);
        rows.insert(series.x.begin(), series.x.end());
    }
    // A drawing (many points of one series at the same x) is no table.
    constexpr std::size_t kMostRows = 40;
    for (const lab::Series* series : columns)
        if (std::set<double>(series->x.begin(), series->x.end()).size() != series->x.size()) return;
    if (columns.empty() || rows.size() > kMostRows) return;
    writeOut("\n" + plot.title + " (" + plot.y.unit + ")\n" + padded(plot.x.name, 12));
    for (const lab::Series* series : columns) writeOut("  " + padded(series->name, 14));
    writeOut("\n");
    for (const double x : rows) {
        writeOut(padded(number(x), 12));
        for (const lab::Series* series : columns) {
            std::string cell;
            for (std::size_t i = 0; i < series->x.size(); ++i)
                if (series->x[i] == x) cell = number(series->y[i]);
            writeOut("  " + padded(cell, std::max<std::size_t>(14, series->name.size())));
        }
        writeOut("\n");
    }
}

void printRun(const lab::Experiment& experiment, const lab::Run& run) {
    const std::string machine = run.isa.empty() ? "" : std::to_string(run.threads) + " threads, " + run.isa + ", ";
    writeOut(std::string(experiment.title) + ": " + run.model + ", " + machine + "cache " + run.kvType + "\n");
    for (const lab::Plot& plot : run.plots) printPlot(run, plot);
    if (!run.figures.empty()) writeOut("\n");
    for (const lab::Figure& figure : run.figures)
        writeOut(padded(figure.name, 34) + "  " + number(figure.value) + " " + figure.unit + "\n");
    for (const auto& [name, text] : run.notes) writeOut(padded(name, 34) + "  " + text + "\n");
    writeOut("\n" + std::string(lab::explanationText(run.explanation)) + "\n");
}

// Opened before minutes are spent on what it could not take.
class ResultFile {
public:
    Result<void> open(const std::string& path) {
        m_path = path;
        m_file.reset(path.empty() ? nullptr : std::fopen(path.c_str(), "wb"));
        if (path.empty() || m_file) return {};
        return Error{ErrorCode::InvalidArgument, path, std::string("cannot be written (") + std::strerror(errno) + "); check the path"};
    }
    Result<void> write(const std::string& text) {
        if (!m_file) return {};
        const bool written = std::fwrite(text.data(), 1, text.size(), m_file.get()) == text.size() && std::fflush(m_file.get()) == 0;
        if (written) return {};
        return Error{ErrorCode::Internal, m_path, std::string("could not be written: ") + std::strerror(errno)};
    }

private:
    std::string m_path;
    std::unique_ptr<FILE, int (*)(FILE*)> m_file{nullptr, std::fclose};
};

int run(const Call& call) {
    setJsonErrors(call.json);
    const lab::Experiment& experiment = *call.experiment;
    ResultFile csv, save;
    if (auto opened = csv.open(call.csv); !opened) return fail(opened.error());
    if (auto opened = save.open(call.save); !opened) return fail(opened.error());
    lab::Outcome outcome;
    {
        Progress progress("lab " + std::string(experiment.id));
        lab::Hooks hooks;
        hooks.progress = [&](double share, std::string_view) { progress.show(static_cast<std::size_t>(share * 1000), 1000); };
        hooks.cancelled = interrupted;
        outcome = lab::runExperiment(experiment, {call.path, call.run.load, call.run.threads},
                                     *call.options.at(experiment.id), hooks);
    }
    // What was measured until an error or Ctrl-C is worth printing; where nothing was, there is nothing to print.
    if (!outcome.run.series.empty()) {
        if (call.json) writeOut((experiment.shortJson ? experiment.shortJson(outcome.run) : lab::toJson(outcome.run)) + "\n");
        else printRun(experiment, outcome.run);
        setJsonErrors(false);   // one object is printed, and it says that it is not complete
        if (auto written = csv.write(lab::toCsv(outcome.run)); !written) return fail(written.error());
        if (auto written = save.write(lab::toJson(outcome.run) + "\n"); !written) return fail(written.error());
    }
    return outcome.error ? fail(*outcome.error) : kExitDone;
}

}  // namespace

std::function<int()> setUpLab(CLI::App& parser) {
    auto call = std::make_shared<Call>();
    std::string names;
    for (const lab::Experiment& experiment : lab::experimentList()) names += std::string(names.empty() ? "" : ", ") + experiment.id;
    parser.footer("glasshouse lab NAME [MODEL] [options]; glasshouse lab NAME --help lists the options of one.");
    for (const lab::Experiment& experiment : lab::experimentList()) {
        CLI::App& sub = *parser.add_subcommand(experiment.id, experiment.title);
        addModelOrDefault(sub, call->path);
        auto& options = call->options[experiment.id].emplace(experiment.options);
        for (const lab::OptionSpec& spec : experiment.options) {
            sub.add_option_function<std::string>(
                   "--" + std::string(spec.key),
                   [&options, &spec](const std::string& text) {
                       if (auto set = options.set(spec.key, text); !set)
                           throw CLI::ValidationError("--" + std::string(spec.key), set.error().detail);
                   },
                   std::string(spec.help) + " (default " + spec.standard + ")")
                ->type_name(spec.kind == lab::OptionKind::Counts ? "N,N,…" : spec.kind == lab::OptionKind::Count ? "N" : "X");
        }
        addRunOptions(sub, call->run);
        sub.add_flag("--json", call->json, "one JSON object");
        sub.add_option("--csv", call->csv, "write all series to a file")->type_name("FILE");
        sub.add_option("--save", call->save, "write the whole run as JSON to a file")->type_name("FILE");
        sub.callback([call, &experiment] { call->experiment = &experiment; });
    }
    parser.require_subcommand(0, 1);
    parser.allow_extras();   // so that the complaint can name the list
    return [call, names, &parser] {
        const auto left = parser.remaining();
        if (!call->experiment || !left.empty()) {
            complain("lab: " + (left.empty() ? std::string("no experiment was named") : "'" + left.front() + "' is not expected here") +
                     "; the experiments are " + names);
            return kExitUsage;
        }
        if (auto path = modelOrDefault(call->path)) call->path = *path;
        else return fail(path.error());
        return run(*call);
    };
}

}  // namespace gh::app
