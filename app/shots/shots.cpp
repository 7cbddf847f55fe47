#include "app/shots/shots.h"

#include <cstdio>
#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include "app/chat/token_text.h"
#include "app/settings/settings_dialog.h"
#include "app/shots/holding_door.h"
#include "app/shots/opening_shots.h"
#include "app/shots/photographer.h"
#include "app/shots/state_shots.h"
#include "app/window/chat_pane.h"
#include "app/window/command_palette.h"
#include "app/window/main_window.h"
#include "app/window/panel_dock.h"
#include "app/window/workspace_list.h"
#include "widgets/controls/segmented.h"
#include "widgets/theme.h"

namespace gh::app {

namespace {

using widgets::Theme;
using widgets::ThemeMode;

constexpr int kChildMs = 400'000;
constexpr int kMeasureMs = 5'000;
constexpr int kReplyTokens = 180;  // of the first two replies: a screenful
constexpr const char* kScale = "QT_SCALE_FACTOR";
// 1280 × 800 at 100 %; 2560 × 1440 at 200 %.
constexpr QSize kSize(1280, 800), kSizeAtTwo(1280, 720);

// The offscreen platform says one thing again and again that nobody can act on.
void quietly(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type != QtDebugMsg && !text.contains("propagateSizeHints"))
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

// Two turns and a third that is still being written; then one block of the newest reply is selected.
bool converse(MainWindow& window) {
    const auto ask = [&](const QString& text, std::uint32_t tokens) {
        window.chatPane()->composer()->setText(text);
        window.chatPane()->send();
        const bool good = waitFor(kReplyMs, [&] {
            const bool enough = window.chat()->generating() &&
                                window.chat()->current()->messages.back().stats.generated >= tokens;
            return enough || (!window.chat()->generating() && !window.chat()->messageWaiting());
        });
        return good;
    };
    waitFor(kMeasureMs, [&] { return window.bridge()->latest()->machine.has_value(); });   // its limit stands in the pictures
    if (!ask("Why does a language model keep keys and values in a cache? Answer in a few sentences.", UINT32_MAX))
        return fail("no reply");
    if (!ask("Show that in a short Python example.", UINT32_MAX)) return fail("no second reply");
    SamplingSettings sampling = window.settings()->sampling();
    sampling.maxTokens = 4000;
    window.settings()->setSampling(sampling);
    if (!ask("Now write a long story about a glass house whose walls show how it thinks.", 60))
        return fail("no third reply");
    return true;
}

bool selectBlock(MainWindow& window) {
    const Conversation* c = window.chat()->current();
    if (!c || c->messages.empty()) return fail("no conversation");
    const Message& reply = c->messages.back();
    const widgets::SnapshotPtr snapshot = window.bridge()->latest();
    auto selection = std::optional<widgets::Selection>();
    for (int at = int(reply.text.size()) / 2; at < reply.text.size() && !selection; ++at) {
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

void everything(MainWindow& window, Photographer& photographer) {
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        for (const WorkspaceEntry& entry : workspaceList()) {
            window.switchWorkspace(QLatin1String(entry.id));
            settle(80);
            photographer.take(&window, QLatin1String(entry.id));
        }
        window.switchWorkspace(QStringLiteral("teach"));
        // The clock a third of the way back: what came later is faded everywhere.
        widgets::ClockModel& clock = *window.selection()->clock();
        clock.scrubTo(clock.oldest() + (clock.newest() - clock.oldest()) * 2 / 3);
        settle(80);
        photographer.take(&window, "scrubbed");
        clock.goLive();
        for (PanelDock* dock : window.panels()) {
            dock->raise();
            settle(50);
            photographer.take(dock, "panel-" + dock->objectName());
        }
        // Rates beside the machine's limit.
        auto* steps = window.panel(QStringLiteral("steps"));
        const auto measure = [&](int index) {
            for (QAbstractButton* button : steps->findChild<widgets::Segmented*>()->findChildren<QAbstractButton*>())
                if (index-- == 0) button->click();
            settle(50);
        };
        measure(2);
        photographer.take(steps, "panel-steps-bytes");
        measure(0);
        window.switchWorkspace(QStringLiteral("chat"));
        // The boxes: one look a language shows what is in them.
        if ((look.mode == ThemeMode::Dark) != (QLatin1String(look.language) == "bg")) continue;
        window.openPalette();
        settle(40);
        photographer.take(window.commandPalette(), "palette");
        window.commandPalette()->close();
        for (int page = 0; page < 5; ++page) {
            window.openSettings(page);
            settle(30);
            photographer.take(window.settingsDialog(), QStringLiteral("settings-%1").arg(page + 1));
        }
        window.openShortcuts();
        window.openLog();
        window.openAbout();
        settle(40);
        for (QDialog* dialog : window.findChildren<QDialog*>()) {
            const QString name = QString::fromLatin1(dialog->metaObject()->className()).section(':', -1).toLower();
            if (dialog != window.settingsDialog()) photographer.take(dialog, name);
            dialog->close();
        }
    }
}

// The same pictures on a screen of twice the density: a scale factor holds for a whole process.
int atTwo(const QString& folder, const QString& model) {
    QProcess child;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(kScale, "2");
    child.setProcessEnvironment(environment);
    child.setProcessChannelMode(QProcess::ForwardedChannels);
    child.start(QCoreApplication::applicationFilePath(), {"--shots", folder, model});
    if (!child.waitForFinished(kChildMs)) {
        child.kill();
        child.waitForFinished(5000);
        fail("the pictures at 200 % took too long");
        return 1;
    }
    return child.exitStatus() == QProcess::NormalExit ? child.exitCode() : 1;
}

}  // namespace

int takeShots(const QString& folder, const QString& wantedModel, EngineFactory factory) {
    qInstallMessageHandler(quietly);
    const bool two = qEnvironmentVariable(kScale) == "2";
    QTemporaryDir scratch;  // the user's conversations and settings are neither shown nor changed
    WindowOptions options;
    options.database = scratch.filePath("conversations.db");
    options.settings = scratch.filePath("settings.json");
    options.openLastModel = false;
    QString model = wantedModel;
    if (model.isEmpty()) {
        const QDir cache(Settings::cacheFolder());
        const QStringList files = cache.entryList({"SmolLM2*.gguf"}, QDir::Files);
        if (!files.isEmpty()) model = cache.filePath(files.front());
    }
    if (model.isEmpty()) {
        std::fprintf(stderr, "glasshouse --shots: no model; ./dev models fetches it\n");
        return 3;
    }
    {
        Settings settings(options.settings);
        settings.setLanguage("en");
        settings.setTheme(ThemeMode::Light);
        SamplingSettings sampling;
        sampling.seed = 42;
        sampling.maxTokens = kReplyTokens;
        settings.setSampling(sampling);
    }
    const QString broken = scratch.filePath("notes-135m.gguf");
    {
        QFile file(broken);
        if (file.open(QIODevice::WriteOnly)) file.write(QByteArray("GGUF\3\0\0\0", 8) + QByteArray(64, '\0'));
    }
    QDir().mkpath(folder);
    Photographer photographer(folder, two);
    HoldingDoor* engine = nullptr;
    MainWindow window(EngineFactory([&engine, factory](const EngineConfig& config) -> std::unique_ptr<EngineDoor> {
                          auto door = std::make_unique<HoldingDoor>(factory(config));
                          engine = door.get();
                          return door;
                      }),
                      options);
    window.resize(two ? kSizeAtTwo : kSize);
    window.show();
    waitFor(kLoadMs, [&] { return window.bridge()->isOpen(); });
    if (!beginningStates(window, *engine, photographer, broken, model)) return 1;
    photographer.look(window, kLooks[0]);
    const bool loaded = waitFor(kLoadMs, [&] { return window.model()->ready() || window.model()->failure(); });
    if (!loaded || !window.model()->ready()) {
        const auto& failure = window.model()->failure();
        std::fprintf(stderr, "glasshouse --shots: %s\n",
                     failure ? failure->error.message().c_str() : "the model did not load");
        return 3;
    }
    if (!converse(window)) return 1;
    settle(100);
    if (!selectBlock(window)) return 1;
    everything(window, photographer);
    if (!openingStates(window, photographer, model, broken)) return 1;
    if (!laterStates(window, photographer, model, scratch.path())) return 1;
    window.close();
    if (!photographer.done()) return 1;
    return two ? 0 : atTwo(folder, model);
}

}  // namespace gh::app
