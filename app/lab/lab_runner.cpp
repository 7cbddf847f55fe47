#include "app/lab/lab_runner.h"

#include <sys/resource.h>

#include <QFile>
#include <QSaveFile>

#include "app/lab/lab_texts.h"
#include "app/settings/engine_settings.h"

namespace gh::app {

using widgets::LabState;

namespace {
constexpr int kLookMs = 60;        // points come slower than this, and no eye reads faster
constexpr int kNice = 10;          // a reply that begins meanwhile gets the cores first
}  // namespace

LabRunner::LabRunner(EngineBridge* bridge, ModelSession* model, Settings* settings, const QString& database, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_model(model), m_settings(settings), m_store(database),
      m_here(std::make_shared<std::atomic<bool>>(true)) {
    m_pool.setMaxThreadCount(2);   // what an experiment would take is worked out beside one that runs
    m_look.setInterval(kLookMs);
    connect(&m_look, &QTimer::timeout, this, &LabRunner::look);
    connect(model, &ModelSession::changed, this, &LabRunner::onModel);
    connect(bridge, &EngineBridge::snapshotChanged, this, [this](const widgets::SnapshotPtr& s) {
        if (!running()) return;
        // Between two synthetic requests nothing may run for a moment.
        const bool busy = m_desk.state.traffic || s->running + s->waiting > 0;
        if (m_desk.state.phase == LabState::Phase::Waiting && !busy) begin();
        else if (m_desk.state.phase == LabState::Phase::Running) m_disturbed = m_disturbed || busy;
    });
    connect(&m_desk, &widgets::LabDesk::startWanted, this, &LabRunner::start);
    connect(&m_desk, &widgets::LabDesk::cancelWanted, this, &LabRunner::cancel);
    connect(&m_desk, &widgets::LabDesk::loadWanted, this, [this](qint64 id) {
        if (!m_runs.contains(id)) m_store.load(id);
    });
    connect(&m_desk, &widgets::LabDesk::removeWanted, this, [this](qint64 id) {
        m_runs.erase(id);
        m_desk.loaded.remove(id);
        m_desk.laidOver.remove(id);
        if (m_desk.current && m_desk.current->id == id) m_desk.current.reset();
        if (m_desk.shown == id) m_desk.shown = 0;
        m_store.remove(id);
    });
    connect(&m_desk, &widgets::LabDesk::exportWanted, this, &LabRunner::exportRun);
    connect(&m_store, &LabStore::listed, this, [this](const std::vector<widgets::LabEntry>& entries) {
        m_desk.entries = entries;
        emit m_desk.entriesChanged();
    });
    connect(&m_store, &LabStore::added, this, [this](qint64 id) {
        const auto current = m_runs.find(0);
        if (current == m_runs.end()) return;
        keep(id, current->second.run, current->second.disturbed);
        m_desk.current = m_desk.loaded.value(id);
    });
    connect(&m_store, &LabStore::loaded, this, [this](qint64 id, const QString& json, bool disturbed) {
        auto run = lab::fromJson(json.toStdString());
        if (!run) return setState([&](LabState& s) { s.trouble = tr("This run cannot be read: %1").arg(QString::fromStdString(run.error().message())); });
        keep(id, std::move(*run), disturbed);
        emit m_desk.runLoaded(id);
    });
    connect(&m_store, &LabStore::failed, this, [this](const QString& why) {
        setState([&](LabState& s) { s.trouble = tr("The runs cannot be kept: %1").arg(why); });
    });
    outdated();
}

LabRunner::~LabRunner() {
    *m_here = false;
    shutDown(-1);
}

bool LabRunner::shutDown(int ms) {
    if (m_shared) m_shared->cancelled = true;
    m_look.stop();
    return m_pool.waitForDone(ms);
}

void LabRunner::outdated() {
    std::vector<widgets::LabExperiment> experiments;
    for (const lab::Experiment& experiment : lab::experimentList()) {
        experiments.push_back(toDesk(experiment));
        widgets::LabExperiment& made = experiments.back();
        if (const widgets::LabExperiment* before = m_desk.find(made.id)) made.memory = before->memory;
        const QMap<QString, QString>& asked = m_asked[made.id];
        for (widgets::LabOption& option : made.options) option.text = asked.value(option.key, option.standard);
    }
    m_desk.experiments = std::move(experiments);
    for (const auto& [id, kept] : m_runs)
        if (id != 0) keep(id, lab::Run(kept.run), kept.disturbed);
    if (m_desk.current) m_desk.current = m_desk.loaded.value(m_desk.current->id);
    emit m_desk.experimentsChanged();
    emit m_desk.currentChanged();
}

lab::Subject LabRunner::subject() const {
    lab::Subject subject;
    subject.path = m_model->facts()->path;
    subject.load = loadOptions(*m_settings);
    subject.threads = engineConfig(*m_settings).threads;
    return subject;
}

void LabRunner::onModel() {
    const bool possible = m_model->facts() != nullptr;
    setState([&](LabState& s) { s.possible = possible; });
    const QString of = possible ? QString::fromStdString(m_model->facts()->path) : QString();
    if (of == m_memoryOf) return;
    m_memoryOf = of;
    if (!possible) return;
    m_pool.start([this, here = m_here, subject = subject()] {
        std::map<QString, quint64> bytes;
        for (const lab::Experiment& experiment : lab::experimentList())
            if (const auto memory = lab::labMemory(experiment, subject)) bytes[QLatin1String(experiment.id)] = *memory;
        if (!*here) return;
        QMetaObject::invokeMethod(this, [this, bytes] {
            for (widgets::LabExperiment& experiment : m_desk.experiments)
                if (const auto it = bytes.find(experiment.id); it != bytes.end()) experiment.memory = it->second;
            emit m_desk.experimentsChanged();
        }, Qt::QueuedConnection);
    });
}

void LabRunner::setTraffic(bool on) {
    if (on == m_desk.state.traffic) return;
    setState([on](LabState& s) { s.traffic = on; });
    const widgets::SnapshotPtr& now = m_bridge->latest();
    if (!on && m_desk.state.phase == LabState::Phase::Waiting && now->running + now->waiting == 0) begin();
}

void LabRunner::setState(const std::function<void(LabState&)>& change) {
    change(m_desk.state);
    emit m_desk.stateChanged();
}

void LabRunner::start(const QString& id, const QMap<QString, QString>& texts) {
    if (running() || !m_model->facts()) return;
    m_experiment = lab::findExperiment(id.toStdString());
    if (!m_experiment) return;
    m_options.emplace(m_experiment->options);
    m_asked[id] = texts;
    for (auto it = texts.begin(); it != texts.end(); ++it) {
        if (it.value().isEmpty()) continue;   // the standard
        if (auto good = m_options->set(it.key().toStdString(), it.value().toStdString()); !good)
            return setState([&](LabState& s) { s.trouble = QString::fromStdString(good.error().detail); });
    }
    m_disturbed = false;
    setState([&](LabState& s) {
        s.phase = LabState::Phase::Waiting;
        s.experiment = id;
        s.share = 0;
        s.doing.clear();
        s.trouble.clear();
        s.cancelled = false;
    });
    const widgets::SnapshotPtr& now = m_bridge->latest();
    if (!m_desk.state.traffic && now->running + now->waiting == 0) begin();
}

void LabRunner::begin() {
    m_shared = std::make_shared<Shared>();
    m_seen = 0;
    m_runs.erase(0);
    m_desk.current.reset();
    m_pool.start([this, here = m_here, shared = m_shared, experiment = m_experiment, options = *m_options, subject = subject()] {
        setpriority(PRIO_PROCESS, 0, kNice);   // of this thread and those that it starts
        lab::Hooks hooks;
        hooks.begun = [&](const lab::Run& run) {
            const std::lock_guard lock(shared->mutex);
            shared->run = run;
        };
        hooks.point = [&](const lab::Point& point) {
            const std::lock_guard lock(shared->mutex);
            for (lab::Series& series : shared->run.series)
                if (series.plot == point.series.plot && series.name == point.series.name) {
                    series = point.series;
                    return;
                }
            shared->run.series.push_back(point.series);
        };
        hooks.progress = [&](double share, std::string_view what) {
            const std::lock_guard lock(shared->mutex);
            shared->share = share;
            shared->doing = what;
        };
        hooks.cancelled = [&] { return shared->cancelled.load(); };
        auto outcome = std::make_shared<const lab::Outcome>(lab::runExperiment(*experiment, subject, options, hooks));
        if (*here) QMetaObject::invokeMethod(this, [this, outcome] { onDone(*outcome); }, Qt::QueuedConnection);
    });
    m_look.start();
    setState([](LabState& s) { s.phase = LabState::Phase::Running; });
}

void LabRunner::cancel() {
    if (m_shared) m_shared->cancelled = true;
    else setState([](LabState& s) {   // it only waited
        s.phase = LabState::Phase::Idle;
        s.cancelled = true;
    });
}

void LabRunner::look() {
    if (!m_shared) return;
    lab::Run run;
    double share = 0;
    std::string doing;
    {
        const std::lock_guard lock(m_shared->mutex);
        run = m_shared->run;
        share = m_shared->share;
        doing = m_shared->doing;
    }
    setState([&](LabState& s) {
        s.share = share;
        s.doing = labText(doing);
    });
    std::size_t points = run.plots.size();
    for (const lab::Series& series : run.series) points += series.x.size();
    if (points == 0) return;
    // Repeated runs refine points that are there, so their number alone does not say it all; a plot is cheap.
    m_seen = points;
    m_desk.current = std::make_shared<const widgets::LabRun>(toDesk(run));
    emit m_desk.currentChanged();
}

void LabRunner::onDone(const lab::Outcome& outcome) {
    m_look.stop();
    m_shared.reset();
    setState([&](LabState& s) {
        s.phase = LabState::Phase::Idle;
        const bool cancelled = outcome.error && outcome.error->code == ErrorCode::Cancelled;
        s.cancelled = cancelled;
        s.trouble = outcome.error && !cancelled ? QString::fromStdString(outcome.error->message()) : QString();
    });
    if (outcome.run.series.empty()) return;   // nothing was measured
    m_runs[0] = {outcome.run, m_disturbed};
    auto made = std::make_shared<widgets::LabRun>(toDesk(outcome.run));
    made->disturbed = m_disturbed;
    m_desk.current = made;
    emit m_desk.currentChanged();
    m_store.add(QString::fromStdString(outcome.run.experiment), QString::fromStdString(outcome.run.model), outcome.run.startedAt,
                outcome.run.complete, m_disturbed, QString::fromStdString(lab::toJson(outcome.run)));
}

void LabRunner::keep(qint64 id, lab::Run run, bool disturbed) {
    auto made = std::make_shared<widgets::LabRun>(toDesk(run));
    made->id = id;
    made->disturbed = disturbed;
    m_desk.loaded[id] = made;
    m_runs[id] = {std::move(run), disturbed};
}

void LabRunner::exportRun(qint64 id, const QString& path) {
    const auto it = m_runs.find(id);
    if (it == m_runs.end()) return;
    const std::string text = path.endsWith(".csv", Qt::CaseInsensitive) ? lab::toCsv(it->second.run) : lab::toJson(it->second.run);
    QSaveFile file(path);
    const bool good = file.open(QIODevice::WriteOnly) && file.write(text.data(), qint64(text.size())) == qint64(text.size()) && file.commit();
    if (!good) setState([&](LabState& s) { s.trouble = tr("%1 cannot be written. Choose another folder, or free some space.").arg(path); });
}

}  // namespace gh::app
