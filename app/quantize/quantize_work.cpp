// What takes minutes: evaluations, budgets, files.
#include "app/quantize/quantize_runner.h"

#include <algorithm>
#include <map>

#include <QFile>

#include "app/quantize/quantize_words.h"
#include "app/settings/engine_settings.h"
#include "engine/evaluate/budget_search.h"
#include "engine/quantize/scheme.h"

namespace gh::app {

using widgets::QuantizeWork;
using Kind = QuantizeWork::Kind;

namespace {
constexpr qint64 kMostText = 64 << 20;
}

void QuantizeRunner::beginWork(Kind kind) {
    m_workJob = std::make_shared<Job>();
    m_desk.work = {};
    m_desk.work.kind = m_desk.work.last = kind;
    m_looking.start();
    emit m_desk.workChanged();
}

void QuantizeRunner::endWork(const std::optional<Error>& error) {
    const Kind kind = m_desk.work.last;
    m_workJob.reset();
    m_desk.work = {};
    m_desk.work.last = kind;
    if (error && error->code != ErrorCode::Cancelled) m_desk.work.trouble = QString::fromStdString(error->message());
    emit m_desk.workChanged();
}

void QuantizeRunner::look() {
    if (!m_lookJob && !m_workJob) return m_looking.stop();
    for (const auto& [job, work] : {std::pair(m_lookJob, &m_desk.look), std::pair(m_workJob, &m_desk.work)}) {
        if (!job || !work->busy()) continue;
        std::shared_ptr<const evaluate::Evaluation> evaluation;
        std::string doing;
        {
            const std::lock_guard lock(job->mutex);
            work->share = job->share;
            doing = job->doing;
            evaluation = job->evaluation;
        }
        work->doing = job->cancelled ? tr("Stopping…") : workWords(doing);
        if (evaluation && evaluation != m_running) {
            m_running = evaluation;
            showEvaluations();
        }
    }
    if (m_lookJob) emit m_desk.lookChanged();
    if (m_workJob) emit m_desk.workChanged();
}

evaluate::Variant QuantizeRunner::asStored() const {
    evaluate::Variant made;
    made.name = m_desk.titleOf(widgets::kAsStored).toStdString();
    made.path = m_path.toStdString();
    made.load = loadOptions(*m_settings);
    return made;
}

std::shared_ptr<const quantize::WeightRules> QuantizeRunner::weightsOf(const QString& subject) const {
    if (subject == widgets::kAsStored || subject.isEmpty()) return nullptr;
    if (subject == widgets::kDraft) return std::make_shared<const quantize::WeightRules>(toEngine(m_desk.rules()));
    if (subject.startsWith("variant:")) {
        const widgets::VariantFacts* variant = m_desk.variant(subject.mid(8).toLongLong());
        return variant ? std::make_shared<const quantize::WeightRules>(toEngine(variant->rules)) : nullptr;
    }
    auto rules = quantize::uniformRules(subject.toStdString());
    if (m_desk.leastSquares) rules.scales = quantize::ScaleChoice::LeastSquares;
    return std::make_shared<const quantize::WeightRules>(std::move(rules));
}

QString QuantizeRunner::nameOf(const QString& subject) const {
    if (subject == widgets::kDraft) {
        for (const widgets::VariantFacts& variant : m_desk.variants)
            if (variant.rules == m_desk.rules()) return variant.name;
        return tr("own rules");
    }
    if (m_desk.find(subject)) return m_desk.leastSquares ? tr("%1, least squares").arg(subject) : subject;   // a name that every language has
    return m_desk.titleOf(subject);
}

void QuantizeRunner::evaluateNow(const widgets::EvaluateWish& wish) {
    if (m_workJob || m_path.isEmpty()) return;
    evaluate::EvaluationSpec spec;
    spec.reference = asStored();
    for (const QString& subject : wish.subjects) {
        evaluate::Variant variant = spec.reference;
        variant.name = nameOf(subject).toStdString();
        variant.load.weights = weightsOf(subject);
        spec.variants.push_back(std::move(variant));
    }
    spec.measures = evaluate::kAll;
    if (!wish.agreement) spec.measures &= ~unsigned(evaluate::kAgreement);
    if (!wish.quiz) spec.measures &= ~unsigned(evaluate::kQuiz);
    spec.asRun = wish.asRun;
    spec.most = wish.mostTokens;
    spec.threads = engineConfig(*m_settings).threads;
    beginWork(Kind::Evaluate);
    m_begun = QDateTime::currentDateTime();
    m_running.reset();
    run(m_workPool, [job = m_workJob, spec = std::move(spec), file = wish.textFile]() mutable -> evaluate::EvaluationOutcome {
        if (!file.isEmpty()) {
            QFile text(file);
            if (text.size() > kMostText) return {{}, Error{ErrorCode::BadFile, file.toStdString(), "has more than 64 MiB; choose a shorter text"}};
            if (!text.open(QIODevice::ReadOnly)) return {{}, Error{ErrorCode::MissingFile, file.toStdString(), text.errorString().toStdString()}};
            spec.text = text.readAll().toStdString();
            spec.textName = file.section('/', -1).toStdString();
            if (spec.text.empty()) return {{}, Error{ErrorCode::BadFile, file.toStdString(), "is empty; choose a text with some pages"}};
        }
        evaluate::EvaluationHooks hooks;
        hooks.progress = [&job](double share, std::string_view what) {
            const std::lock_guard lock(job->mutex);
            job->share = share;
            job->doing = what;
        };
        hooks.cancelled = [&job] { return job->cancelled.load(); };
        hooks.changed = [&job](const evaluate::Evaluation& soFar) {
            auto copy = std::make_shared<const evaluate::Evaluation>(soFar);
            const std::lock_guard lock(job->mutex);
            job->evaluation = std::move(copy);
        };
        return evaluate::evaluate(spec, hooks);
    }, [this, key = m_key](evaluate::EvaluationOutcome outcome, bool current) {
        if (!outcome.evaluation.variants.empty()) m_store.addEvaluation(key, outcome.evaluation);   // what was measured until then
        m_running = current && !outcome.evaluation.variants.empty() ? std::make_shared<const evaluate::Evaluation>(std::move(outcome.evaluation)) : nullptr;
        endWork(current ? outcome.error : std::nullopt);
        showEvaluations();
    });
}

void QuantizeRunner::showEvaluations() {
    m_desk.evaluations.clear();
    const auto add = [this](qint64 id, const QDateTime& when, const evaluate::Evaluation& evaluation) {
        auto made = std::make_shared<widgets::EvaluationFacts>(toDesk(evaluation));
        made->id = id;
        made->when = when;
        m_desk.evaluations.push_back(std::move(made));
    };
    if (m_running) add(0, m_begun, *m_running);
    for (const KeptEvaluation& kept : m_kept) add(kept.id, kept.when, *kept.evaluation);
    emit m_desk.evaluationsChanged();
}

void QuantizeRunner::findWithin(double amount, bool bitsPerWeight) {
    if (m_workJob || m_path.isEmpty()) return;
    if (!m_sensitivities.empty()) return takeBudget(amount, bitsPerWeight);   // measured once a model
    evaluate::SensitivitySpec spec;
    spec.reference = asStored();
    spec.schemes = evaluate::budgetSchemes();
    spec.threads = engineConfig(*m_settings).threads;
    beginWork(Kind::Budget);
    run(m_workPool, [job = m_workJob, spec = std::move(spec)] {
        evaluate::EvaluationHooks hooks;
        hooks.progress = [&job](double share, std::string_view what) {
            const std::lock_guard lock(job->mutex);
            job->share = share;
            job->doing = what;
        };
        hooks.cancelled = [&job] { return job->cancelled.load(); };
        return evaluate::sensitivities(spec, hooks);
    }, [this, amount, bitsPerWeight](Result<std::vector<quantize::Sensitivity>> table, bool current) {
        endWork(current && !table ? std::optional(table.error()) : std::nullopt);
        if (!current || !table) return;
        m_sensitivities = std::move(*table);
        takeBudget(amount, bitsPerWeight);
    });
}

void QuantizeRunner::takeBudget(double amount, bool bitsPerWeight) {
    const std::uint64_t all = quantize::weightsOf(m_sensitivities);
    const double bytes = bitsPerWeight ? amount * double(all) / 8 : amount * 1024 * 1024;
    auto assignment = quantize::assignWithin(m_sensitivities, std::uint64_t(std::max(0.0, bytes)));
    m_desk.work.last = Kind::Budget;
    m_desk.work.trouble = assignment ? QString() : QString::fromStdString(assignment.error().message());
    emit m_desk.workChanged();
    if (!assignment) return;
    m_desk.chosenVariant.clear();
    m_desk.edit(toDesk(assignment->rules));
}

void QuantizeRunner::writeFile(const QString& path, bool nearestGguf) {
    if (m_workJob || m_path.isEmpty()) return;
    quantize::WriteOptions options;
    options.rules = toEngine(m_desk.rules());
    options.nearestGguf = nearestGguf;
    options.threads = engineConfig(*m_settings).threads;
    beginWork(Kind::Export);
    m_desk.exported.reset();
    emit m_desk.exportedChanged();
    run(m_workPool, [job = m_workJob, from = m_path.toStdString(), to = path.toStdString(), options] {
        quantize::Watch watch;
        watch.cancelled = [&job] { return job->cancelled.load(); };
        watch.progress = [&job](double share) {
            const std::lock_guard lock(job->mutex);
            job->share = share;
        };
        return quantize::quantizeFile(from, to, options, watch);
    }, [this, path](Result<quantize::WrittenFile> written, bool current) {
        endWork(current && !written ? std::optional(written.error()) : std::nullopt);
        if (!current || !written) return;
        auto made = std::make_shared<widgets::ExportFacts>();
        made->path = path;
        made->bytes = written->bytes;
        made->bits = written->bits;
        constexpr qsizetype kMostNotes = 12;
        std::map<QString, int> notes;   // the same of many tensors: once
        for (const quantize::WrittenTensor& tensor : written->tensors)
            if (!tensor.note.empty()) ++notes[QString::fromStdString(tensor.note)];
        for (const auto& [note, count] : notes)
            if (made->notes.size() < kMostNotes) made->notes << tr("%n matrix(es): %1", nullptr, count).arg(note);
        for (const std::string& type : written->ownTypes) made->ownTypes << m_desk.titleOf(QString::fromStdString(type));
        m_desk.exported = std::move(made);
        emit m_desk.exportedChanged();
    });
}

}  // namespace gh::app
