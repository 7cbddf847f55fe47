// Looks at a model before it is opened: what it is, whether it fits, or why it cannot be opened. Headers alone are read,
// on a thread of the pool; the latest question wins, and one that takes long is answered so.
#pragma once

#include <memory>
#include <optional>
#include <QObject>
#include <QTimer>

#include "app/settings/settings.h"
#include "engine/forward/model_outline.h"

namespace gh::app {

struct ModelSight {
    enum class State { Reading, Seen, Refused, TooLong };
    State state = State::Reading;
    std::shared_ptr<const ModelOutline> outline;  // Seen
    std::uint64_t needs = 0;                      // bytes, by the plan
    std::optional<std::uint64_t> available;       // bytes; none: the system does not say
    std::uint64_t fittingContext = 0;             // where it does not fit: tokens with which it would; 0: none
    std::optional<Error> error;                   // Refused

    bool fits() const { return !available || needs <= *available; }
};

class ModelPeek : public QObject {
    Q_OBJECT
public:
    explicit ModelPeek(Settings* settings, QObject* parent = nullptr);
    ~ModelPeek() override { cancel(); }

    static constexpr int kLimitMs = 10'000;
    void setLimit(int ms) { m_limit.setInterval(ms); }
    void look(const QString& path);
    void cancel();  // no answer is wanted any more
    const QString& path() const { return m_path; }
    const ModelSight& sight() const { return m_sight; }

signals:
    void changed();  // of sight(), also when a look begins

private:
    struct Job;
    void start();
    void answer(const ModelSight& sight);

    Settings* m_settings;
    QString m_path;   // empty: nothing is asked
    ModelSight m_sight;
    std::shared_ptr<Job> m_job;   // that runs: one at a time, whatever is asked meanwhile
    QTimer m_limit;
};

}  // namespace gh::app
