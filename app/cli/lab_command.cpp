// lab: the experiments of engine/lab in the terminal, one subcommand each.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/lab_report.h"
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
        else writeOut(labReport(experiment, outcome.run));
        if (const auto machine = outcome.run.notes.find("machine"); call.json && machine != outcome.run.notes.end())
            complain("lab: the machine is " + machine->second);
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
