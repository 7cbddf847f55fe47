// Drives the controller without a window: a scripted engine behind the bridge, its own folder, helpers that
// wait with a limit.
#pragma once

#include <memory>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/chat/chat_controller.h"
#include "tests/app/support/scripted_engine.h"

namespace gh::app::test {

class ChatDriver {
public:
    explicit ChatDriver(Script script = {}, const QString& folder = {})
        : m_base(folder.isEmpty() ? m_folder.path() : folder),
          settings(m_base + "/settings.json"),
          store(std::make_unique<ConversationStore>(m_base + "/conversations.db")),
          model(std::make_unique<ModelSession>(&bridge, &settings)),
          chat(std::make_unique<ChatController>(&bridge, store.get(), model.get(), &settings)) {
        openEngine(script);
    }
    ~ChatDriver() {
        chat->saveAll();
        chat.reset();
        bridge.close();
        store.reset();
    }

    // Another engine in the place of the one that runs, as the window does it.
    void restartEngine(const Script& script) {
        bridge.close();
        chat->engineGone();
        model->forget();
        openEngine(script);
    }
    bool openModel(const QString& path = "/models/scripted.gguf") {
        model->open(path);
        return QTest::qWaitFor([&] { return model->ready(); }, 20'000);
    }
    bool waitIdle() {
        return QTest::qWaitFor([&] { return !chat->generating() && !chat->messageWaiting(); }, 20'000);
    }
    bool waitTokens(unsigned count) {
        return QTest::qWaitFor(
            [&] {
                return !messages().empty() && messages().back().role == Role::Assistant &&
                       messages().back().stats.generated >= count;
            },
            20'000);
    }
    bool say(const QString& text) { return chat->send(text) && waitIdle(); }
    const std::vector<Message>& messages() const {
        static const std::vector<Message> kNone;
        return chat->current() ? chat->current()->messages : kNone;
    }
    RowId id() const { return chat->current() ? chat->current()->head.id : 0; }
    SubmitRequest lastRequest() const { return engine->submitted().back(); }
    std::vector<ChatMessage> lastPrompt() const {
        return std::get<std::vector<ChatMessage>>(lastRequest().prompt);
    }

private:
    void openEngine(const Script& script) {
        auto door = std::make_unique<DoorTo<ScriptedEngine>>(script);
        engine = &door->engine();
        bridge.open(std::move(door));
    }

    QTemporaryDir m_folder;
    QString m_base;

public:
    Settings settings;
    EngineBridge bridge;
    std::unique_ptr<ConversationStore> store;
    std::unique_ptr<ModelSession> model;
    std::unique_ptr<ChatController> chat;
    ScriptedEngine* engine = nullptr;
};

}  // namespace gh::app::test
