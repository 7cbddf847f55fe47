#include "app/log/event_log.h"

#include <spdlog/spdlog.h>

#include "app/log/log_buffer.h"

namespace gh::app {

namespace {

const char* codeName(ErrorCode code) {
    switch (code) {
        case ErrorCode::MissingFile: return "missing file";
        case ErrorCode::BadFile: return "bad file";
        case ErrorCode::Unsupported: return "unsupported";
        case ErrorCode::InvalidArgument: return "invalid argument";
        case ErrorCode::DoesNotFit: return "does not fit";
        case ErrorCode::Template: return "template";
        case ErrorCode::Cancelled: return "cancelled";
        case ErrorCode::Internal: return "internal";
    }
    return "?";
}

}  // namespace

EventLog::EventLog(EngineBridge* bridge, ConversationStore* store, QObject* parent)
    : QObject(parent) {
    LogBuffer::installed();
    spdlog::info("window opened, version {}, Qt {}", GLASSHOUSE_VERSION, qVersion());
    connect(bridge, &EngineBridge::modelLoaded, this, [](const ModelLoaded& event) {
        const telemetry::ModelFacts& f = *event.facts;
        spdlog::info("model {} open: {} layers, {} tokens of context, cache {}, activations {}", f.fileName, f.layers,
                     f.contextLimit, f.kvType, f.activations);
        for (const std::string& warning : event.warnings) spdlog::warn("model {}: {}", f.fileName, warning);
    });
    connect(bridge, &EngineBridge::loadFailed, this, [](const LoadFailed& event) {
        if (event.error.code == ErrorCode::Cancelled) {
            spdlog::info("loading was cancelled");
        } else {
            spdlog::error("loading failed ({}): {}", codeName(event.error.code), event.error.message());
        }
    });
    connect(bridge, &EngineBridge::modelUnloaded, this, [](const ModelUnloaded&) { spdlog::info("model closed"); });
    connect(bridge, &EngineBridge::requestStarted, this, [](const RequestStarted& event) {
        spdlog::info("request {} began: {} prompt tokens, {} from the cache", event.request.value,
                     event.promptIds.size(), event.reusedTokens);
    });
    connect(bridge, &EngineBridge::requestFinished, this, [](const RequestFinished& event) {
        // An error's detail may quote the template's input, so only its code is written.
        if (event.error) {
            spdlog::error("request {} failed: {}", event.request.value, codeName(event.error->code));
            return;
        }
        spdlog::info("request {} ended ({}): {} tokens, first after {:.0f} ms, then {:.1f} a second",
                     event.request.value, stopReasonName(event.reason), event.stats.generated, event.stats.ttftMs,
                     event.stats.tokensPerSecond);
    });
    connect(bridge, &EngineBridge::contextNearlyFull, this, [](const ContextNearlyFull& event) {
        spdlog::warn("request {}: {} of {} tokens of context are left", event.request.value, event.tokensLeft,
                     event.limit);
    });
    connect(store, &ConversationStore::opened, this,
            [](const auto& heads) { spdlog::info("conversations read: {}", heads.size()); });
    connect(store, &ConversationStore::notice, this,
            [](const QString&, const QString& text) { spdlog::warn("conversations: {}", text.toStdString()); });
}

}  // namespace gh::app
