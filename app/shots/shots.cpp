#include "app/shots/shots.h"

#include <cstdio>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QThreadPool>

#include "app/chat/token_text.h"
#include "app/settings/language.h"
#include "app/settings/settings_dialog.h"
#include "app/window/chat_pane.h"
#include "app/window/command_palette.h"
#include "app/window/load_card.h"
#include "app/window/main_window.h"
#include "app/window/panel_dock.h"
#include "app/window/workspace_list.h"
#include "widgets/theme.h"

namespace gh::app {

namespace {

using widgets::Theme;
using widgets::ThemeMode;

constexpr int kLoadMs = 60'000, kReplyMs = 120'000, kChildMs = 240'000;
constexpr int kReplyTokens = 180;  // of the first two replies: a screenful
constexpr const char* kScale = "QT_SCALE_FACTOR";
// 1280 × 800 at 100 %; 2560 × 1440 at 200 %.
constexpr QSize kSize(1280, 800), kSizeAtTwo(1280, 720);

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

bool fail(const char* what) {
    std::fprintf(stderr, "glasshouse --shots: %s\n", what);
    return false;
}

// The offscreen platform says one thing again and again that nobody can act on.
void quietly(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type != QtDebugMsg && !text.contains("propagateSizeHints"))
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

class Photographer {
public:
    Photographer(QString folder, bool atTwo) : m_folder(std::move(folder)), m_atTwo(atTwo) {}
    ~Photographer() { m_pool.waitForDone(); }

    void look(ThemeMode mode, const QString& language) {
        m_suffix = QStringLiteral("-%1-%2%3.png")
                       .arg(mode == ThemeMode::Dark ? "dark" : "light", language, m_atTwo ? "-2x" : "");
    }
    // As it is drawn on a screen of this scale; the file is written beside the next pictures.
    void take(QWidget* widget, const QString& name) {
        const QString file = m_folder + '/' + name + m_suffix;
        m_pool.start([this, file, image = widget->grab().toImage()] {
            if (image.save(file)) return;
            std::fprintf(stderr, "glasshouse --shots: cannot write %s\n", qPrintable(file));
            m_failed = true;
        });
    }
    bool done() {
        m_pool.waitForDone();
        return !m_failed;
    }

private:
    QString m_folder, m_suffix;
    bool m_atTwo;
    QThreadPool m_pool;
    std::atomic<bool> m_failed = false;
};

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

void speak(MainWindow& window, const QString& language) {
    if (languageInUse() == language) return;
    window.setLanguage(language);
    waitFor(5000, [&] { return languageInUse() == language; });
    settle(120);
}

struct Look {
    ThemeMode mode;
    const char* language;
};
constexpr Look kLooks[] = {{ThemeMode::Light, "en"}, {ThemeMode::Dark, "en"}, {ThemeMode::Light, "bg"},
                           {ThemeMode::Dark, "bg"}};

// Before there is anything: no model, a file that is none, a model on its way.
bool emptyStates(MainWindow& window, Photographer& photographer, const QString& brokenFile) {
    for (const Look& look : kLooks) {
        speak(window, QLatin1String(look.language));
        window.setThemeMode(look.mode);
        photographer.look(look.mode, QLatin1String(look.language));
        settle(60);
        photographer.take(&window, "empty-no-model");
        window.model()->open(brokenFile);
        if (!waitFor(kLoadMs, [&] { return window.model()->failure().has_value(); })) return fail("a broken file opened");
        settle(60);
        photographer.take(&window, "error-broken-file");
        window.model()->dismissFailure();
        LoadCard* card = window.chatPane()->loadCard();
        card->begin(QStringLiteral("SmolLM2-135M-Instruct.Q4_1.gguf"));
        telemetry::LoadProgress progress;
        progress.stage = telemetry::LoadStage::Packing;
        progress.total = 98'362'432;
        progress.done = 63'963'136;
        progress.stageMs = {4, 1};
        card->setProgress(progress);
        card->show();
        settle(40);
        photographer.take(&window, "loading");
        card->hide();
    }
    return true;
}

void everything(MainWindow& window, Photographer& photographer) {
    for (const Look& look : kLooks) {
        speak(window, QLatin1String(look.language));
        window.setThemeMode(look.mode);
        photographer.look(look.mode, QLatin1String(look.language));
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
    MainWindow window(std::move(factory), options);
    window.resize(two ? kSizeAtTwo : kSize);
    window.show();
    waitFor(kLoadMs, [&] { return window.bridge()->isOpen(); });
    if (!emptyStates(window, photographer, broken)) return 1;
    speak(window, "en");
    window.model()->open(model);
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
    window.close();
    if (!photographer.done()) return 1;
    return two ? 0 : atTwo(folder, model);
}

}  // namespace gh::app
