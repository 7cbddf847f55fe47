#include "app/model/model_peek.h"

#include <atomic>
#include <exception>
#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include "app/model/model_path.h"
#include "app/settings/engine_settings.h"

namespace gh::app {

struct ModelPeek::Job {
    std::string path;
    LoadOptions options;
    int rows = 0;
    std::atomic<bool> cancelled{false};

    ModelSight see() const {
        ModelSight sight;
        sight.state = ModelSight::State::Refused;
        try {
            auto outline = outlineModel(path, options, rows, [this](const CheckedModel*) { return !cancelled.load(); });
            if (!outline) {
                sight.error = outline.error();
                return sight;
            }
            sight.needs = plan::predictedTotal(outline->plan);
            sight.available = plan::availableMemory();
            if (!sight.fits()) sight.fittingContext = plan::largestContext(outline->plan, *sight.available);
            sight.outline = std::make_shared<const ModelOutline>(std::move(*outline));
            sight.state = ModelSight::State::Seen;
        } catch (const std::exception& problem) {
            sight.error = Error{ErrorCode::Internal, path, problem.what()};
        }
        return sight;
    }
};

ModelPeek::ModelPeek(Settings* settings, QObject* parent) : QObject(parent), m_settings(settings) {
    m_limit.setSingleShot(true);
    m_limit.setInterval(kLimitMs);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        m_sight = {};
        m_sight.state = ModelSight::State::TooLong;
        emit changed();
    });
}

void ModelPeek::look(const QString& path) {
    if (modelPath(path) == m_path && m_sight.state == ModelSight::State::Reading) return;
    cancel();
    m_path = modelPath(path);
    m_limit.start();
    if (!m_job) start();
    emit changed();
}

void ModelPeek::cancel() {
    m_path.clear();
    m_sight = {};
    m_limit.stop();
    if (m_job) m_job->cancelled = true;
}

void ModelPeek::start() {
    m_job = std::make_shared<Job>();
    m_job->path = m_path.toStdString();
    m_job->options = loadOptions(*m_settings);
    m_job->rows = engineConfig(*m_settings).stepTokenBudget;
    QThreadPool::globalInstance()->start([job = m_job, self = QPointer(this)] {
        const ModelSight sight = job->see();
        // Asked of the application, which outlives this: the pointer is looked at on its thread.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, sight] {
                if (self) self->answer(sight);
            },
            Qt::QueuedConnection);
    });
}

void ModelPeek::answer(const ModelSight& sight) {
    const std::shared_ptr<Job> job = std::exchange(m_job, nullptr);
    if (job->cancelled) {
        if (!m_path.isEmpty()) start();
        return;
    }
    m_limit.stop();
    m_sight = sight;
    emit changed();
}

}  // namespace gh::app
