#include "engine/schedule/model_loader.h"

#include <exception>

namespace gh {

ModelLoader::ModelLoader(LoadModel command, int threads, int maxRows, std::function<void()> changed)
    : m_command(std::move(command)) {
    m_progress.path = m_command.path;
    m_thread = std::thread([this, threads, maxRows, changed = std::move(changed)] {
        const auto observer = [&](const telemetry::LoadProgress& progress) {
            {
                const std::lock_guard lock(m_mutex);
                m_progress = progress;
            }
            changed();
            return !m_cancelled.load();
        };
        const auto load = [&]() -> Outcome {
            try {
                return ModelRuntime::load(m_command.path, m_command.options, threads, maxRows, observer);
            } catch (const std::bad_alloc&) {
                return Error{ErrorCode::DoesNotFit, m_command.path, "the system gives no more memory; close other programs"};
            } catch (const std::exception& problem) {
                return Error{ErrorCode::Internal, m_command.path, problem.what()};
            }
        };
        auto outcome = load();
        {
            const std::lock_guard lock(m_mutex);
            m_outcome = std::move(outcome);
        }
        changed();
    });
}

ModelLoader::~ModelLoader() {
    cancel();
    if (m_thread.joinable()) m_thread.join();
}

telemetry::LoadProgress ModelLoader::progress() const {
    const std::lock_guard lock(m_mutex);
    return m_progress;
}

std::optional<ModelLoader::Outcome> ModelLoader::takeOutcome() {
    const std::lock_guard lock(m_mutex);
    auto outcome = std::move(m_outcome);
    m_outcome.reset();
    return outcome;
}

}  // namespace gh
