// Starts and stops the comparisons that the Compare panel asks for, and says what there is to choose from. What comes of
// them stands in the engine's snapshots.
#pragma once

#include <QObject>

#include "app/bridge/engine_bridge.h"
#include "app/chat/chat_controller.h"
#include "app/model/model_session.h"
#include "app/quantize/quantize_runner.h"
#include "app/settings/settings.h"
#include "widgets/models/compare_desk.h"

namespace gh::app {

class CompareRunner : public QObject {
    Q_OBJECT
public:
    CompareRunner(EngineBridge* bridge, ModelSession* model, ChatController* chat, QuantizeRunner* weights, Settings* settings,
                  QObject* parent = nullptr);
    widgets::CompareDesk* desk() { return &m_desk; }
    void outdated() { refresh(); }   // its words are in another language now

private:
    void refresh();
    void start();
    void onSnapshot(const widgets::SnapshotPtr& snapshot);
    // The open chat up to its last message of the user; empty: there is none.
    std::vector<ChatMessage> chatPrompt() const;

    EngineBridge* m_bridge;
    ModelSession* m_model;
    ChatController* m_chat;
    QuantizeRunner* m_weights;
    Settings* m_settings;
    widgets::CompareDesk m_desk;
    std::uint64_t m_before = 0;      // the newest comparison when the last one was asked for
};

}  // namespace gh::app
