#include "app/lab/lab_texts.h"

#include <algorithm>
#include <QCoreApplication>

#include "app/lab/lab_words.h"
#include "engine/lab/work_formula.h"

namespace gh::app {

namespace {

const LabWord* wordFor(std::string_view key) {
    for (const LabWord& word : labWords())
        if (key == word.key) return &word;
    return nullptr;
}

// What a figure is called: by its own word, or by those of its two halves ("burst_static" and "slot_use"); empty: it is in
// the exports alone.
QString figureText(std::string_view name, bool ofTwo) {
    if (const LabWord* word = wordFor(name)) return ofTwo ? QString() : QCoreApplication::translate("Lab", word->text);
    for (auto at = name.find('_'); ofTwo && at != std::string_view::npos; at = name.find('_', at + 1)) {
        const LabWord *first = wordFor(name.substr(0, at)), *second = wordFor(name.substr(at + 1));
        if (first && second)
            return QCoreApplication::translate("LabRuns", "%1: %2", "finding of a run")
                .arg(QCoreApplication::translate("Lab", first->text), QCoreApplication::translate("Lab", second->text));
    }
    return {};
}

QString translated(const char* text) { return QCoreApplication::translate("Lab", text); }

}  // namespace

QString labText(std::string_view english) {
    if (const LabWord* word = wordFor(english)) return translated(word->text);
    // "not reached by batch 64": the words without their number.
    if (const auto digits = english.find_last_not_of("0123456789") + 1; digits > 0 && digits < english.size())
        if (const LabWord* word = wordFor(std::string(english.substr(0, digits)) + "%1"))
            return translated(word->text).arg(QString::fromUtf8(english.data() + digits, qsizetype(english.size() - digits)));
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
        made.options.push_back({QString::fromUtf8(spec.key), labText(spec.help), standard, standard, labText(spec.key)});
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
    // What sums a run up comes first.
    for (const bool ofTwo : {false, true})
        for (const lab::Figure& f : run.figures)
            if (const QString name = figureText(f.name, ofTwo); !name.isEmpty()) made.figures.push_back({name, f.value, text(f.unit)});
    if (const auto context = run.figure("drawn_context"), queries = run.figure("tile_queries"), keys = run.figure("tile_keys"); context && queries && keys) {
        const lab::ScoreBytes bytes = lab::scoreBytes(std::uint64_t(*context), int(*queries));
        made.tiles = {int(*context), int(*queries), int(*keys), bytes.matrix, bytes.row, bytes.tiles};
    }
    for (const auto& [name, value] : run.notes) made.findings << QCoreApplication::translate("LabRuns", "%1: %2", "finding of a run").arg(labText(name), labText(value));
    const std::string_view explanation = lab::explanationText(run.explanation);
    made.explanation = explanation.empty() ? QString() : labText(explanation);
    return made;
}

}  // namespace gh::app
