#include "app/shots/shots.h"

#include <cstdio>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QPainter>
#include <QTemporaryDir>
#include <QTimer>

#include "app/chat/token_text.h"
#include "app/window/chat_pane.h"
#include "app/window/main_window.h"
#include "app/window/panel_dock.h"
#include "widgets/theme.h"

namespace gh::app {

namespace {

constexpr int kLoadMs = 60'000, kReplyMs = 180'000;

// Runs the event loop until `done` or the limit; false: the limit.
template <class F>
bool waitFor(int limitMs, F&& done) {
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.elapsed() > limitMs) return false;
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
    }
    return true;
}

void settle(int ms) {
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < ms) QApplication::processEvents(QEventLoop::AllEvents, 20);
}

QImage drawn(QWidget* widget, double scale) {
    QImage image((QSizeF(widget->size()) * scale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::white);
    widget->render(&image);
    return image;
}

bool fail(const char* what) {
    std::fprintf(stderr, "glasshouse --shots: %s\n", what);
    return false;
}

// Two turns and a third that is still being written; then one block of the newest reply is selected.
bool converse(MainWindow& window) {
    const auto ask = [&](const QString& text, std::uint32_t tokens) {
        window.chatPane()->composer()->setText(text);
        window.chatPane()->send();
        return waitFor(kReplyMs, [&] {
            const bool enough = window.chat()->generating() &&
                                window.chat()->current()->messages.back().stats.generated >= tokens;
            return enough || (!window.chat()->generating() && !window.chat()->messageWaiting());
        });
    };
    if (!ask("Why does a language model keep keys and values in a cache? Answer in a few sentences.",
             UINT32_MAX)) {
        return fail("no reply");
    }
    if (!ask("Show that in a short Python example.", UINT32_MAX)) return fail("no second reply");
    if (!ask("Now write a long story about a glass house whose walls show how it thinks.", 120))
        return fail("no third reply");
    const Conversation* c = window.chat()->current();
    if (!c || c->messages.empty()) return fail("no conversation");
    const Message& reply = c->messages.back();
    const widgets::SnapshotPtr snapshot = window.bridge()->latest();
    auto selection = std::optional<widgets::Selection>();
    for (int at = int(reply.text.size()) * 2 / 3; at < reply.text.size() && !selection; ++at) {
        selection = selectionAt(*c, *snapshot, c->messages.size() - 1, at);
    }
    if (!selection || !selection->block || !selection->tokens) return fail("the reply is not in the cache");
    // The whole block of that word, as a click on the map selects it.
    const auto& pool = snapshot->blocks->pools[std::size_t(selection->block->pool)];
    const auto& cell = pool.cells[std::size_t(selection->block->index)];
    selection->tokens->first = cell.firstToken;
    selection->tokens->last = cell.firstToken + std::max<std::uint32_t>(cell.filled, 1) - 1;
    if (const auto* tokens = tokensOf(*snapshot, selection->tokens->sequence)) {
        selection->steps = {tokens->tokens[selection->tokens->first].step,
                            tokens->tokens[selection->tokens->last].step};
    }
    window.selection()->select(*selection);
    return true;
}

// The offscreen platform says one thing again and again that nobody can act on.
void quietly(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type != QtDebugMsg && !text.contains("propagateSizeHints"))
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

}  // namespace

int takeShots(const QString& folder, const QString& model, EngineFactory factory) {
    qInstallMessageHandler(quietly);
    QTemporaryDir scratch;  // the user's conversations and settings are neither shown nor changed
    WindowOptions options;
    options.database = scratch.filePath("conversations.db");
    options.settings = scratch.filePath("settings.ini");
    options.openLastModel = false;
    options.model = model;
    if (model.isEmpty()) {
        const QDir cache(Settings(options.settings).modelFolder());
        const QStringList files = cache.entryList({"SmolLM2*.gguf"}, QDir::Files);
        if (!files.isEmpty()) options.model = cache.filePath(files.front());
    }
    if (options.model.isEmpty()) {
        std::fprintf(stderr, "glasshouse --shots: no model; ./dev models fetches it\n");
        return 3;
    }
    {
        Settings settings(options.settings);
        SamplingSettings sampling;
        sampling.seed = 42;
        sampling.maxTokens = 900;
        settings.setSampling(sampling);
    }
    QDir().mkpath(folder);
    widgets::Theme::instance().setMode(widgets::ThemeMode::Light);
    MainWindow window(std::move(factory), options);
    window.resize(1440, 900);
    window.show();
    const bool loaded =
        waitFor(kLoadMs, [&] { return window.model()->ready() || window.model()->failure(); });
    if (!loaded || !window.model()->ready()) {
        const auto& failure = window.model()->failure();
        std::fprintf(stderr, "glasshouse --shots: %s\n",
                     failure ? failure->error.message().c_str() : "the model did not load");
        return 3;
    }
    if (!converse(window)) return 1;
    settle(100);
    const struct {
        widgets::ThemeMode mode;
        const char* name;
    } kLooks[] = {{widgets::ThemeMode::Light, "light"}, {widgets::ThemeMode::Dark, "dark"}};
    int code = 0;
    for (const auto& look : kLooks) {
        widgets::Theme::instance().setMode(look.mode);
        settle(100);  // a frame of everything in the new look
        for (const double scale : {1.0, 2.0}) {
            const auto save = [&](QWidget* widget, const QString& name) {
                const QString file =
                    QStringLiteral("%1/%2-%3%4.png").arg(folder, name, look.name, scale > 1 ? "-2x" : "");
                if (!drawn(widget, scale).save(file)) {
                    std::fprintf(stderr, "glasshouse --shots: cannot write %s\n", qPrintable(file));
                    code = 1;
                }
            };
            save(&window, "window");
            for (PanelDock* dock : window.panels()) save(dock, dock->objectName());
        }
    }
    window.close();
    return code;
}

}  // namespace gh::app
