#include "app/lab/lab_texts.h"

#include <algorithm>
#include <QCoreApplication>

#include "app/lab/lab_words.h"

namespace gh::app {

namespace {

const LabWord* wordFor(std::string_view key) {
    for (const LabWord& word : labWords())
        if (key == word.key) return &word;
    return nullptr;
}

QString translated(const char* text) { return QCoreApplication::translate("Lab", text); }

}  // namespace

QString labText(std::string_view english) {
    if (const LabWord* word = wordFor(english)) return translated(word->text);
    return QString::fromUtf8(english.data(), qsizetype(english.size())).replace('_', ' ');
}

widgets::LabExperiment toDesk(const lab::Experiment& experiment) {
    widgets::LabExperiment made;
    made.id = QString::fromUtf8(experiment.id);
    made.title = labText(experiment.title);
    made.explanation = labText(experiment.explanation);
    made.loads = experiment.needs != lab::Needs::Shape;
    for (const lab::OptionSpec& spec : experiment.options) {
        const QString standard = QString::fromUtf8(spec.standard);
        made.options.push_back({QString::fromUtf8(spec.key), labText(spec.help), standard, standard});
    }
    return made;
}

widgets::LabRun toDesk(const lab::Run& run) {
    const auto text = [](const std::string& s) { return QString::fromStdString(s); };
    const auto axis = [](const lab::Axis& a) { return widgets::LabAxis{labText(a.name), QString::fromStdString(a.unit), a.logarithmic}; };
    widgets::LabRun made;
    made.experiment = text(run.experiment);
    made.model = text(run.model);
    made.settings = QStringLiteral("%1 · %2 · %3 · %4 · %5").arg(text(run.precision), text(run.kvType), text(run.activations), text(run.isa),
                                                                 QCoreApplication::translate("LabRuns", "%n thread(s)", nullptr, run.threads));
    made.when = QDateTime::fromMSecsSinceEpoch(qint64(run.startedAt * 1e3));
    made.complete = run.complete;
    for (const lab::Plot& plot : run.plots) made.plots.push_back({text(plot.id), labText(plot.title), axis(plot.x), axis(plot.y)});
    for (const lab::Series& s : run.series) made.series.push_back({text(s.plot), labText(s.name), s.x, s.y, s.low, s.high, s.limit});
    for (const lab::Figure& f : run.figures)
        if (wordFor(f.name)) made.figures.push_back({labText(f.name), f.value, text(f.unit)});
    for (const auto& [name, value] : run.notes) made.findings << QCoreApplication::translate("LabRuns", "%1: %2", "finding of a run").arg(labText(name), labText(value));
    const std::string_view explanation = lab::explanationText(run.explanation);
    made.explanation = explanation.empty() ? QString() : labText(explanation);
    return made;
}

}  // namespace gh::app
