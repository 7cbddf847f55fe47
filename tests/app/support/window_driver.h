// Drives a real main window in a test: its own folder, a scripted or real engine, helpers that wait with a
// limit.
#pragma once

#include <memory>
#include <QApplication>
#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "app/window/chat_pane.h"
#include "app/window/main_window.h"
#include "app/window/panel_dock.h"
#include "tests/app/support/scripted_engine.h"

namespace gh::app::test {

class WindowDriver {
public:
    explicit WindowDriver(Script script = {}, QString model = "/models/scripted.gguf",
                          const QString& folder = {}) {
        const QString base = folder.isEmpty() ? m_folder.path() : folder;
        options.database = base + "/conversations.db";
        options.settings = base + "/settings.ini";
        options.openLastModel = false;
        options.model = std::move(model);
        m_factory = [this, script] {
            auto door = std::make_unique<DoorTo<ScriptedEngine>>(script);
            engine = &door->engine();
            return door;
        };
    }
    WindowDriver(EngineFactory factory, QString model, const QString& folder = {})
        : WindowDriver(Script{}, std::move(model), folder) {
        m_factory = std::move(factory);
    }
    ~WindowDriver() { close(); }

    MainWindow& open() {
        window = std::make_unique<MainWindow>(m_factory, options);
        window->resize(1440, 900);
        window->show();
        return *window;
    }
    void close() {
        engine = nullptr;
        if (window) window->close();
        window.reset();
    }
    bool openReady(int ms = 20'000) {
        open();
        return QTest::qWaitFor([&] { return window->model()->ready(); }, ms);
    }

    QPlainTextEdit* edit() const { return window->chatPane()->composer()->edit(); }
    ChatView* view() const { return window->chatPane()->view(); }
    void type(const QString& text) {
        edit()->setFocus();
        QTest::keyClicks(edit(), text);
        QTest::keyClick(edit(), Qt::Key_Return);
    }
    const std::vector<Message>& messages() const {
        static const std::vector<Message> kNone;
        return window->chat()->current() ? window->chat()->current()->messages : kNone;
    }
    QString lastText() const { return messages().empty() ? QString() : messages().back().text; }
    bool waitIdle(int ms = 20'000) const {
        return QTest::qWaitFor(
            [&] { return !window->chat()->generating() && !window->chat()->messageWaiting(); }, ms);
    }
    bool waitTokens(unsigned count, int ms = 20'000) const {
        return QTest::qWaitFor(
            [&] {
                return !messages().empty() && messages().back().role == Role::Assistant &&
                       messages().back().stats.generated >= count;
            },
            ms);
    }

    WindowOptions options;
    std::unique_ptr<MainWindow> window;
    ScriptedEngine* engine = nullptr;

private:
    QTemporaryDir m_folder;
    EngineFactory m_factory;
};

}  // namespace gh::app::test
