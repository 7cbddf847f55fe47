#include "app/quantize/quantize_runner.h"

#include <algorithm>

#include <QElapsedTimer>

#include "app/quantize/quantize_words.h"
#include "app/settings/engine_settings.h"
#include "engine/quantize/scheme.h"

namespace gh::app {

using widgets::QuantizeWork;
using Kind = QuantizeWork::Kind;

namespace {

constexpr int kLookMs = 80;          // progress is told so often

}  // namespace

QuantizeRunner::QuantizeRunner(ModelSession* model, Settings* settings, const QString& database, QObject* parent)
    : QObject(parent), m_model(model), m_settings(settings), m_store(database), m_here(std::make_shared<std::atomic<bool>>(true)) {
    m_lookPool.setMaxThreadCount(1);
    m_workPool.setMaxThreadCount(1);
    m_quickPool.setMaxThreadCount(1);
    m_looking.setInterval(kLookMs);
    connect(&m_looking, &QTimer::timeout, this, &QuantizeRunner::look);
    connect(model, &ModelSession::changed, this, &QuantizeRunner::onModel);
    connect(&m_desk, &widgets::QuantizeDesk::mapWanted, this, &QuantizeRunner::measureMap);
    connect(&m_desk, &widgets::QuantizeDesk::detailWanted, this, &QuantizeRunner::measureDetail);
    connect(&m_desk, &widgets::QuantizeDesk::rulesChanged, this, &QuantizeRunner::assignRules);
    connect(&m_desk, &widgets::QuantizeDesk::evaluateWanted, this, &QuantizeRunner::evaluateNow);
    connect(&m_desk, &widgets::QuantizeDesk::budgetWanted, this, &QuantizeRunner::findWithin);
    connect(&m_desk, &widgets::QuantizeDesk::exportWanted, this, &QuantizeRunner::writeFile);
    connect(&m_desk, &widgets::QuantizeDesk::cancelWanted, this, [this] {
        if (m_workJob) m_workJob->cancelled = true;
    });
    connect(&m_desk, &widgets::QuantizeDesk::openWanted, this, [this](bool asStored) {
        if (asStored) m_model->reloadWith(nullptr, {});
        else m_model->reloadWith(weightsOf(widgets::kDraft), nameOf(widgets::kDraft));
    });
    connect(&m_desk, &widgets::QuantizeDesk::saveWanted, this, [this](const QString& name) {
        m_desk.chosenVariant = name;
        m_store.keepVariant(name, toEngine(m_desk.rules()));
    });
    connect(&m_desk, &widgets::QuantizeDesk::renameWanted, this, [this](qint64 id, const QString& name) {
        const widgets::VariantFacts* variant = m_desk.variant(id);
        if (variant && variant->name == m_desk.chosenVariant) m_desk.chosenVariant = name;
        m_store.renameVariant(id, name);
    });
    connect(&m_desk, &widgets::QuantizeDesk::removeWanted, this, [this](qint64 id) { m_store.removeVariant(id); });
    connect(&m_desk, &widgets::QuantizeDesk::removeEvaluationWanted, this, [this](qint64 id) { m_store.removeEvaluation(id, m_key); });
    connect(&m_store, &QuantizeStore::variantsListed, this, [this](const std::vector<KeptVariant>& variants) {
        m_desk.variants.clear();
        for (const KeptVariant& variant : variants) m_desk.variants.push_back({variant.id, variant.name, toDesk(variant.rules)});
        emit m_desk.variantsChanged();
    });
    connect(&m_store, &QuantizeStore::evaluationsListed, this, [this](const QString& model, const std::vector<KeptEvaluation>& evaluations) {
        if (model != m_key) return;
        m_kept = evaluations;
        if (!m_workJob) m_running.reset();   // it is among them now
        showEvaluations();
    });
    connect(&m_store, &QuantizeStore::failed, this, [this](const QString& why) {
        if (m_desk.work.busy()) return;
        m_desk.work.last = Kind::Evaluate;
        m_desk.work.trouble = tr("Variants and evaluations cannot be kept or read: %1").arg(why);
        emit m_desk.workChanged();
    });
    // The table that is asked for first: finer blocks and better-placed levels stand next to each other.
    for (const char* scheme : {"int8-row", "int4-tensor", "int4-row", "int4-group128", "int4-group64", "nf4", "nf4-dq"})
        if (quantize::findScheme(scheme)) m_desk.ticked.insert(QLatin1String(scheme));
    outdated();
}

QuantizeRunner::~QuantizeRunner() {
    *m_here = false;
    shutDown(-1);
}

void QuantizeRunner::cancel() {
    for (const JobPtr& job : {m_lookJob, m_workJob})
        if (job) job->cancelled = true;
}

bool QuantizeRunner::shutDown(int ms) {
    cancel();
    m_looking.stop();
    QElapsedTimer clock;
    clock.start();
    const auto left = [&] { return ms < 0 ? -1 : std::max(0, ms - int(clock.elapsed())); };
    const bool work = m_workPool.waitForDone(left()), looks = m_lookPool.waitForDone(left());
    return m_quickPool.waitForDone(left()) && looks && work;
}

void QuantizeRunner::outdated() {
    m_desk.schemes.clear();
    for (const quantize::Scheme& scheme : quantize::schemeList()) m_desk.schemes.push_back(toDesk(scheme));
    if (m_desk.chosenScheme.isEmpty() && !m_desk.schemes.empty()) m_desk.chosenScheme = m_desk.find("int4-row") ? QStringLiteral("int4-row") : m_desk.schemes.front().name;
    emit m_desk.schemesChanged();
    showEvaluations();
}

// ---- the model ----------------------------------------------------------------------------------------

void QuantizeRunner::onModel() {
    const telemetry::ModelFacts* facts = m_model->facts();
    const QString path = facts ? QString::fromStdString(facts->path) : QString();
    m_desk.possible = facts != nullptr;
    m_desk.applied = m_model->weightsName();
    if (facts && !m_model->weights()) m_storedAs[path] = QString::fromStdString(facts->precision);
    if (facts) {
        m_desk.model = QString::fromStdString(facts->fileName);
        m_desk.stored = m_storedAs[path];
    }
    if (path != m_path) {
        m_path = path;
        m_key = m_model->modelKey();
        ++m_of;
        cancel();
        m_shape.reset();
        m_maps.clear();
        m_sensitivities.clear();
        m_kept.clear();
        m_running.reset();
        m_desk.map.reset();
        m_desk.detail.reset();
        m_desk.chosenTensor.clear();
        m_desk.assignment = {};
        m_desk.look.trouble.clear();
        if (!m_desk.work.busy()) m_desk.work = {};
        m_desk.exported.reset();
        showEvaluations();
        emit m_desk.assignmentChanged();
        emit m_desk.mapChanged();
        emit m_desk.detailChanged();
        emit m_desk.exportedChanged();
        emit m_desk.workChanged();
        if (!path.isEmpty()) {
            m_store.listEvaluations(m_key);
            readModel();
        }
    }
    emit m_desk.modelChanged();
}

void QuantizeRunner::readModel() {
    run(m_quickPool, [path = m_path.toStdString()] { return readShape(path); }, [this](Result<ModelShape> shape, bool current) {
        if (!current) return;
        if (!shape) {
            m_desk.look.trouble = QString::fromStdString(shape.error().message());
            emit m_desk.lookChanged();
            return;
        }
        m_shape = std::make_shared<const ModelShape>(std::move(*shape));
        assignRules();
        if (m_desk.look.busy()) measureMap();   // asked for meanwhile
    });
}

// ---- looking ------------------------------------------------------------------------------------------

void QuantizeRunner::showMap(const widgets::ErrorMapPtr& map) {
    m_desk.look = {};
    m_desk.map = map;
    emit m_desk.lookChanged();
    emit m_desk.mapChanged();
    measureDetail();   // the chosen matrix with the scheme of this map
}

void QuantizeRunner::measureMap() {
    if (m_path.isEmpty()) return;
    if (m_lookJob) m_lookJob->cancelled = true;
    // What the map is made of: one scheme, or those that the rules give.
    const bool draft = m_desk.chosenScheme == widgets::kDraft;
    const bool leastSquares = draft ? m_desk.rules().leastSquares : m_desk.leastSquares;
    QStringList schemes;
    if (!draft) schemes << m_desk.chosenScheme;
    for (const widgets::AssignmentFacts::Tensor& tensor : m_desk.assignment.tensors)
        if (draft && !tensor.scheme.isEmpty() && !schemes.contains(tensor.scheme)) schemes << tensor.scheme;
    if (schemes.isEmpty()) schemes << QStringLiteral("q8_0");   // for the weights' own figures
    std::vector<widgets::ErrorMapPtr> known;
    QStringList missing;
    for (const QString& scheme : schemes) {
        const auto found = m_maps.find({scheme, leastSquares});
        if (found == m_maps.end()) missing << scheme;
        else known.push_back(found->second);
    }
    if (missing.isEmpty() && m_shape) {
        m_lookJob.reset();
        return showMap(draft ? std::make_shared<const widgets::ErrorMapFacts>(mixedMap(*m_shape, m_desk.assignment, known)) : known.front());
    }
    m_desk.look = {};
    m_desk.look.kind = Kind::Look;
    emit m_desk.lookChanged();
    if (!m_shape) return;   // readModel() asks again
    auto job = m_lookJob = std::make_shared<Job>();
    m_looking.start();
    const auto work = [job, shape = m_shape, missing, leastSquares, threads = engineConfig(*m_settings).threads]() -> Result<std::vector<widgets::ErrorMapPtr>> {
        std::vector<widgets::ErrorMapPtr> made;
        for (const QString& name : missing) {
            const quantize::Scheme* scheme = quantize::findScheme(name.toStdString());
            if (!scheme) return Error{ErrorCode::InvalidArgument, name.toStdString(), "is no scheme"};
            quantize::Watch watch;
            watch.cancelled = [job] { return job->cancelled.load(); };
            watch.progress = [job, done = double(made.size()), all = double(missing.size())](double share) {
                const std::lock_guard lock(job->mutex);
                job->share = (done + share) / all;
            };
            auto map = quantize::errorMap(*shape->file, *scheme, leastSquares ? quantize::ScaleChoice::LeastSquares : quantize::ScaleChoice::AbsMax, threads, watch);
            if (!map) return map.error();
            made.push_back(std::make_shared<const widgets::ErrorMapFacts>(toDesk(*map)));
        }
        return made;
    };
    run(m_lookPool, work, [this, job, leastSquares](Result<std::vector<widgets::ErrorMapPtr>> maps, bool current) {
        if (job == m_lookJob) m_lookJob.reset();
        else if (m_lookJob) current = current && maps.ok();   // another map is wanted by now; this one is kept all the same
        if (!current) return;
        if (!maps) {
            if (maps.error().code == ErrorCode::Cancelled) return;
            m_desk.look = {};
            m_desk.look.trouble = QString::fromStdString(maps.error().message());
            emit m_desk.lookChanged();
            return;
        }
        for (const widgets::ErrorMapPtr& map : *maps) m_maps[{map->scheme, leastSquares}] = map;
        if (!m_lookJob) measureMap();
    });
}

void QuantizeRunner::measureDetail() {
    if (!m_shape || m_desk.chosenTensor.isEmpty()) return;
    // The scheme that the map shows this matrix with.
    QString name = m_desk.chosenScheme;
    if (name == widgets::kDraft) {
        name.clear();
        for (const widgets::AssignmentFacts::Tensor& tensor : m_desk.assignment.tensors)
            if (tensor.name == m_desk.chosenTensor) name = tensor.scheme;
        if (name.isEmpty()) name = QStringLiteral("f32");   // as stored
    }
    const quantize::Scheme* scheme = quantize::findScheme(name.toStdString());
    if (!scheme) return;
    const bool leastSquares = m_desk.chosenScheme == widgets::kDraft ? m_desk.rules().leastSquares : m_desk.leastSquares;
    run(m_quickPool, [shape = m_shape, tensor = m_desk.chosenTensor.toStdString(), scheme, leastSquares] {
        return quantize::tensorDetail(*shape->file, tensor, *scheme, leastSquares ? quantize::ScaleChoice::LeastSquares : quantize::ScaleChoice::AbsMax);
    }, [this, wanted = m_desk.chosenTensor, name](Result<quantize::TensorDetail> detail, bool current) {
        if (!current || wanted != m_desk.chosenTensor) return;
        if (detail) {
            m_desk.detail = std::make_shared<const widgets::TensorDetailFacts>(toDesk(*detail, name));
        } else {
            m_desk.look.trouble = QString::fromStdString(detail.error().message());
            emit m_desk.lookChanged();
        }
        emit m_desk.detailChanged();
    });
}

void QuantizeRunner::assignRules() {
    if (!m_shape) return;
    run(m_quickPool, [shape = m_shape, rules = toEngine(m_desk.rules())] { return assign(*shape, rules); },
        [this, number = ++m_assignments](widgets::AssignmentFacts facts, bool current) {
            if (!current || number != m_assignments) return;
            m_desk.assignment = std::move(facts);
            emit m_desk.assignmentChanged();
            if (m_desk.chosenScheme == widgets::kDraft) measureMap();
        });
}

}  // namespace gh::app
