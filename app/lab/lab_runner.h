// Runs the lab's experiments on a thread of its own with a model of its own, gives what comes to the panel's desk, and
// keeps the runs. Waits for replies that are being written, and gives way to those that begin meanwhile.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <QElapsedTimer>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include "app/bridge/engine_bridge.h"
#include "app/lab/lab_store.h"
#include "app/model/model_session.h"
#include "app/settings/settings.h"
#include "engine/lab/lab.h"
#include "widgets/models/lab_desk.h"

namespace gh::app {

class LabRunner : public QObject {
    Q_OBJECT
public:
    LabRunner(EngineBridge* bridge, ModelSession* model, Settings* settings, const QString& database, QObject* parent = nullptr);
    ~LabRunner() override;
    widgets::LabDesk* desk() { return &m_desk; }
    bool running() const { return m_desk.state.phase != widgets::LabState::Phase::Idle; }
    void outdated();              // its words are in another language now
    void cancel();
    void setTraffic(bool on);     // synthetic requests are under way, whose end can be asked for
    // Ends what runs. false: it did not within the limit; the process may then only leave by std::_Exit.
    bool shutDown(int ms);

private:
    // What crosses from the thread that measures; it outlives either side.
    struct Shared {
        std::mutex mutex;
        lab::Run run;             // so far
        double share = 0;
        std::string doing;
        std::atomic<bool> cancelled = false;
    };
    void onModel();
    void start(const QString& experiment, const QMap<QString, QString>& options);
    void begin();
    void look();                  // at what has come
    void onDone(const lab::Outcome& outcome);
    void setState(const std::function<void(widgets::LabState&)>& change);
    void exportRun(qint64 id, const QString& path);
    lab::Subject subject() const;
    void keep(qint64 id, lab::Run run, bool disturbed);

    EngineBridge* m_bridge;
    ModelSession* m_model;
    Settings* m_settings;
    widgets::LabDesk m_desk;
    LabStore m_store;
    QThreadPool m_pool;
    QTimer m_look;
    std::shared_ptr<Shared> m_shared;             // null: nothing runs
    std::shared_ptr<std::atomic<bool>> m_here;    // false: the runner is gone
    const lab::Experiment* m_experiment = nullptr;
    std::optional<lab::Options> m_options;
    bool m_disturbed = false;
    std::size_t m_seen = 0;                       // points on show
    struct Kept { lab::Run run; bool disturbed = false; };
    std::map<qint64, Kept> m_runs;                // 0: the current one
    std::map<QString, QMap<QString, QString>> m_asked;   // options by experiment
    QString m_memoryOf;                           // the model that it was worked out for
};

}  // namespace gh::app
