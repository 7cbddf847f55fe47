// The window around the chat: workspaces, docks, palette, keys, settings that reach the engine, the log.
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSpinBox>
#include <QTextBlock>
#include <spdlog/spdlog.h>

#include "app/application.h"
#include "app/log/log_buffer.h"
#include "app/log/log_window.h"
#include "app/settings/setting_rules.h"
#include "app/settings/settings_dialog.h"
#include "app/window/action_list.h"
#include "app/window/command_palette.h"
#include "app/window/conversation_list.h"
#include "app/window/fuzzy.h"
#include "app/window/model_button.h"
#include "app/window/shortcut_sheet.h"
#include "app/window/toolbar_strip.h"
#include "app/window/workspace_list.h"
#include "tests/app/support/window_driver.h"
#include "widgets/controls/inline_message.h"
#include "widgets/controls/segmented.h"
#include "widgets/theme.h"

using namespace gh::app;
using namespace gh::app::test;

class ShellTest : public QObject {
    Q_OBJECT
private:
    static QString firstFound(CommandPalette* palette) {
        return palette->model()->rowCount() ? palette->model()->item(0).title : QString();
    }
    static bool open(PanelDock* dock) { return !dock->isHidden(); }

private slots:
    // ---- workspaces ------------------------------------------------------------------------------------

    void workspacesAreArrangedApartAndRemembered() {
        QTemporaryDir folder;
        {
            WindowDriver d(Script{}, "/models/scripted.gguf", folder.path());
            QVERIFY(d.openReady());
            MainWindow& w = *d.window;
            QCOMPARE(w.workspace(), QString("chat"));
            QVERIFY(open(w.panel("steps")) && open(w.panel("kv-blocks")));
            QVERIFY(w.conversations()->isVisible());
            QTest::keyClick(&w, Qt::Key_2, Qt::ControlModifier);
            QCOMPARE(w.workspace(), QString("teach"));
            QCOMPARE(w.toolbarStrip()->workspaces()->current(), 1);
            QVERIFY(!w.conversations()->isVisible());
            w.panel("steps")->close();
            w.panel("kv-blocks")->setFloating(true);
            QTest::keyClick(&w, Qt::Key_1, Qt::ControlModifier);
            QVERIFY(open(w.panel("steps")) && !w.panel("kv-blocks")->isFloating());
            QTest::keyClick(&w, Qt::Key_2, Qt::ControlModifier);
            QVERIFY(!open(w.panel("steps")) && w.panel("kv-blocks")->isFloating());
            // It paints again: Qt does not turn on what became a window meanwhile.
            QVERIFY(w.panel("kv-blocks")->updatesEnabled() && w.panel("kv-blocks")->panel()->updatesEnabled());
        }
        WindowDriver d(Script{}, {}, folder.path());
        d.open();
        MainWindow& w = *d.window;
        QCOMPARE(w.workspace(), QString("teach"));
        QVERIFY(!open(w.panel("steps")));
        w.resetWorkspace();
        QVERIFY(open(w.panel("steps")) && !w.panel("kv-blocks")->isFloating());
        // By the mouse, each of them; every panel stands where its line says.
        for (const WorkspaceEntry& entry : workspaceList()) {
            w.switchWorkspace(QLatin1String(entry.id));
            w.resetWorkspace();
            for (PanelDock* dock : w.panels()) {
                bool named = false;
                for (const auto& place : dock->entry().places) {
                    if (!place.workspace || QLatin1String(place.workspace) != QLatin1String(entry.id)) continue;
                    named = true;
                    QCOMPARE(w.dockWidgetArea(dock), place.area);
                }
                QCOMPARE(open(dock), named);
            }
        }
    }

    void aPanelThatFloatsIsSeenToFloat() {
        WindowDriver d;
        QVERIFY(d.openReady());
        MainWindow& w = *d.window;
        for (const char* workspace : {"chat", "teach"}) {
            w.switchWorkspace(workspace);
            for (PanelDock* dock : w.panels()) {
                if (!dock->onShow()) continue;
                QTest::qWait(20);
                const QPoint stood = dock->mapToGlobal(QPoint(0, 0));
                dock->toggleFloating();
                QTest::qWait(20);
                QVERIFY(dock->isFloating());
                QVERIFY(dock->mapToGlobal(QPoint(0, 0)) != stood);
                const QWidget* composer = w.chatPane()->composer();
                const QRect field(composer->mapToGlobal(QPoint(0, 0)), composer->size());
                QVERIFY2(!dock->frameGeometry().intersects(field), dock->entry().id);
                QCOMPARE(dock->grab().toImage().pixelColor(0, dock->height() / 2),
                         gh::widgets::Theme::instance().color("control"));
                dock->toggleFloating();
                QVERIFY(!dock->isFloating());
            }
        }
    }

    void workspacesLeaveTheKeyboardWhereItIs() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("A question");
        QVERIFY(d.waitIdle());
        MainWindow& w = *d.window;
        for (QWidget* where : {static_cast<QWidget*>(d.edit()), static_cast<QWidget*>(d.view())}) {
            for (const char* id : {"chat", "teach", "tune", "plan", "chat"}) {
                where->setFocus();
                w.switchWorkspace(id);
                QTest::qWait(10);
                QCOMPARE(w.focusWidget(), where);
            }
        }
        // What is not on show there any more hands it to the message field.
        w.conversations()->view()->setFocus();
        QVERIFY(w.conversations()->view()->hasFocus());
        w.switchWorkspace("teach");
        QTest::qWait(10);
        QVERIFY(!w.conversations()->isVisible());
        QCOMPARE(w.focusWidget(), static_cast<QWidget*>(d.edit()));
    }

    void theToolbarStandsStill() {
        WindowDriver d;
        QVERIFY(d.openReady());
        ToolbarStrip* strip = d.window->toolbarStrip();
        for (const int width : {1440, 1280, 1120, 1000}) {
            d.window->resize(width, 900);
            strip->setState("Ready", "muted", {});
            QTest::qWait(20);
            const QRect before = strip->workspaces()->geometry();
            strip->setState("Opening a model", "muted", {});
            QTest::qWait(20);
            QCOMPARE(strip->workspaces()->geometry(), before);
            strip->setState("Live", "ok", "step 2,330");
            strip->setPaused(true);
            QTest::qWait(20);
            QCOMPARE(strip->workspaces()->geometry(), before);
            strip->setPaused(false);
        }
    }

    void everyPanelClosesAndComesBack() {
        WindowDriver d;
        QVERIFY(d.openReady());
        MainWindow& w = *d.window;
        for (PanelDock* dock : w.panels()) {
            QAction* action = w.actionList()->find("panel." + dock->objectName().toLatin1());
            QVERIFY(action);
            if (!dock->onShow()) action->trigger();  // from behind a tab, or closed
            QTRY_VERIFY(dock->onShow());
            QVERIFY(action->isChecked());
            action->trigger();
            QVERIFY(!open(dock) && !action->isChecked());
            action->trigger();
            QTRY_VERIFY(dock->onShow());
            dock->setFloating(true);
            QVERIFY(dock->isFloating() && dock->isVisible());
            dock->setFloating(false);
        }
        w.actionList()->find("panel.conversations")->trigger();
        QVERIFY(!w.conversations()->isVisible());
        w.actionList()->find("panel.conversations")->trigger();
        QVERIFY(w.conversations()->isVisible());
    }

    void switchingWorkspacesIsQuick() {
        WindowDriver d;
        QVERIFY(d.openReady());
        double longest = 0;
        for (int round = 0; round < 3; ++round) {
            for (const WorkspaceEntry& entry : workspaceList()) {
                const double start = cpuMs();
                d.window->switchWorkspace(QLatin1String(entry.id));
                if (round > 0) longest = std::max(longest, cpuMs() - start);
                QTest::qWait(1);
            }
        }
        qInfo("switching a workspace took at most %.1f ms", longest);
        QVERIFY(longest < 90);
    }

    // ---- palette and keys ------------------------------------------------------------------------------

    void fuzzyFinds() {
        QVERIFY(fuzzyMatch("kv", "KV blocks"));
        QVERIFY(fuzzyMatch("thdark", "Theme Dark"));
        QVERIFY(fuzzyMatch("панел", "Панели"));
        QVERIFY(!fuzzyMatch("zebra", "KV blocks"));
        QVERIFY(!fuzzyMatch("kz", "KV blocks"));
        QVERIFY(fuzzyMatch("", "Anything")->score == 0);
        QVERIFY(fuzzyMatch("step", "Steps")->score > fuzzyMatch("step", "One footstep")->score);
        QVERIFY(fuzzyMatch("new", "New chat")->score > fuzzyMatch("new", "Anew")->score);
        QVERIFY((fuzzyMatch("bl kv", "KV blocks")->at == std::vector<int>{0, 1, 3, 4}));
    }

    void paletteFindsEveryAction() {
        WindowDriver d;
        QVERIFY(d.openReady());
        MainWindow& w = *d.window;
        QTest::keyClick(&w, Qt::Key_K, Qt::ControlModifier);
        CommandPalette* palette = w.commandPalette();
        QVERIFY(palette && palette->isVisible());
        for (const ActionList::Entry& entry : w.actionList()->entries()) {
            if (!entry.action || entry.id == "app.palette") continue;
            QString title = entry.action->text();
            title.remove(QChar(u'…'));
            palette->edit()->setText(title);
            bool found = false;
            for (int row = 0; row < std::min(6, palette->model()->rowCount()); ++row)
                found |= palette->model()->item(row).title == title;
            QVERIFY2(found, qPrintable(title));
        }
        palette->edit()->setText("nothing is called zzzz");
        QCOMPARE(palette->model()->rowCount(), 0);
        QTest::keyClick(palette->edit(), Qt::Key_Return);  // runs nothing
        QTest::keyClick(palette->edit(), Qt::Key_Escape);
        QTRY_VERIFY(!w.commandPalette());
    }

    void paletteFloatsPanelsAndFindsLanguages() {
        WindowDriver d;
        QVERIFY(d.openReady());
        MainWindow& w = *d.window;
        w.openPalette();
        CommandPalette* palette = w.commandPalette();
        for (const char* name : {"bulgarian", "български"}) {
            palette->edit()->setText(QString::fromUtf8(name));
            QCOMPARE(firstFound(palette), QString::fromUtf8("Български"));
        }
        QStringList panels;
        for (PanelDock* dock : w.panels()) panels << dock->windowTitle();
        for (const char* name : {"close", "float", "undock"}) {
            palette->edit()->setText(name);
            QVERIFY2(panels.contains(firstFound(palette)), qPrintable(firstFound(palette)));
        }
        palette->edit()->setText("close tokens");
        QCOMPARE(firstFound(palette), w.panel("tokens")->windowTitle());
        for (const char* name : {"float steps", "undock steps"}) {
            palette->edit()->setText(name);
            QCOMPARE(firstFound(palette), w.panel("steps")->windowTitle());
        }
        QTest::keyClick(palette->edit(), Qt::Key_Return);
        QTRY_VERIFY(w.panel("steps")->isFloating());
        w.actionList()->find("float.steps")->trigger();
        QVERIFY(!w.panel("steps")->isFloating());
    }

    void aChatThatIsClickedIsWrittenTo() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("The first");
        QVERIFY(d.waitIdle());
        d.window->chat()->newConversation();
        d.type("The second");
        QVERIFY(d.waitIdle());
        QListView* list = d.window->conversations()->view();
        QModelIndex other;
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            if (list->model()->index(row, 0).data().toString() == "The first") other = list->model()->index(row, 0);
        }
        QVERIFY(other.isValid());
        list->setFocus();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(other).center());
        QTRY_COMPARE(d.messages().front().text, QString("The first"));
        QCOMPARE(d.window->focusWidget(), static_cast<QWidget*>(d.edit()));
    }

    // What is folded once finds what a text folded anew finds, with each letter that is typed.
    void paletteFindsTheSameWhileTyping() {
        WindowDriver d;
        QVERIFY(d.openReady());
        QVERIFY(d.window->chat()->send("Ünder the Ёлка, a CHAT about Cafés"));
        QVERIFY(d.waitIdle());
        d.window->openPalette();
        CommandPalette* palette = d.window->commandPalette();
        palette->edit()->clear();
        std::vector<PaletteItem> all;
        for (int row = 0; row < palette->model()->rowCount(); ++row) all.push_back(palette->model()->item(row));
        for (const QString typed : {"theme dark", "CAFE", "ünder", "ёлк", "елк", "tempe", "kv bl", "zz"}) {
            for (qsizetype length = 1; length <= typed.size(); ++length) {
                const QString query = typed.left(length);
                palette->edit()->setText(query);
                QStringList found, expected;
                for (int row = 0; row < palette->model()->rowCount(); ++row)
                    found << palette->model()->item(row).title;
                for (const PaletteItem& item : all) {
                    if (fuzzyMatch(query, item.title + " · " + item.group) ||
                        (!item.words.isEmpty() && fuzzyMatch(query, item.title + " · " + item.words)))
                        expected << item.title;
                }
                found.sort();
                expected.sort();
                QCOMPARE(found, expected);
            }
        }
        palette->edit()->setText("cafe");
        QVERIFY(firstFound(palette).contains("Cafés"));
        palette->close();
    }

    void paletteKnowsOtherNames() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("A question");
        QVERIFY(d.waitIdle());
        d.window->openPalette();
        const std::pair<const char*, const char*> kNames[] = {{"regenerate", "Write the last reply again"},
                                                              {"preferences", "Settings"},
                                                              {"resend", "Edit the last message and send it again"},
                                                              {"temperature", "System prompt and sampling"}};
        for (const auto& [typed, title] : kNames) {
            d.window->commandPalette()->edit()->setText(typed);
            QCOMPARE(firstFound(d.window->commandPalette()), QString(title));
        }
        d.window->commandPalette()->close();
        ActionList& actions = *d.window->actionList();
        actions.find("chat.again")->trigger();
        QVERIFY(d.waitIdle());
        QTRY_COMPARE(d.messages()[1].branches, 2);
        QCOMPARE(d.messages()[1].branch, 1);
        actions.find("chat.branch-next")->trigger();  // there is none
        QCOMPARE(d.messages()[1].branch, 1);
        actions.find("chat.branch-prev")->trigger();
        QCOMPARE(d.messages()[1].branch, 0);
        actions.find("chat.copy")->trigger();
        QCOMPARE(QApplication::clipboard()->text(), d.messages()[1].text);
        actions.find("chat.edit")->trigger();
        QVERIFY(d.view()->editor());
    }

    void paletteRuns() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("A chat about gardens");
        QVERIFY(d.waitIdle());
        d.window->chat()->newConversation();
        MainWindow& w = *d.window;
        w.openPalette();
        QTest::keyClicks(w.commandPalette()->edit(), "theme dark");
        QCOMPARE(firstFound(w.commandPalette()), QString("Dark"));
        QVERIFY(!w.commandPalette()->edit()->accessibleDescription().isEmpty());
        QTest::keyClick(w.commandPalette()->edit(), Qt::Key_Return);
        QTRY_VERIFY(gh::widgets::Theme::instance().isDark());
        QVERIFY(w.actionList()->find("theme.dark")->isChecked());
        w.setThemeMode(gh::widgets::ThemeMode::Light);
        QTRY_VERIFY(!w.commandPalette());
        w.openPalette();
        QTest::keyClicks(w.commandPalette()->edit(), "gardens");
        QCOMPARE(firstFound(w.commandPalette()), QString("A chat about gardens"));
        QTest::keyClick(w.commandPalette()->edit(), Qt::Key_Return);
        QTRY_COMPARE(d.messages().size(), 2u);
        QTRY_VERIFY(!w.commandPalette());
        w.openPalette();
        QTest::keyClicks(w.commandPalette()->edit(), "plan");
        QTest::keyClick(w.commandPalette()->edit(), Qt::Key_Return);
        QTRY_COMPARE(w.workspace(), QString("plan"));
    }

    void keysAreUniqueAndListed() {
        WindowDriver d;
        QVERIFY(d.openReady());
        QHash<QString, QByteArray> used;
        ShortcutSheet sheet(d.window->actionList());
        QStringList words;
        for (const QLabel* label : sheet.findChildren<QLabel*>()) words << label->text();
        for (const ActionList::Entry& entry : d.window->actionList()->entries()) {
            if (!entry.action) continue;
            for (const QKeySequence& keys : entry.action->shortcuts()) {
                const QString text = keys.toString();
                QVERIFY2(!used.contains(text), qPrintable(text + " of " + entry.id + " and " + used.value(text)));
                used[text] = entry.id;
            }
            if (!entry.action->shortcuts().isEmpty()) {
                QString name = entry.action->text();
                QVERIFY2(words.contains(name.remove(QChar(u'…'))), entry.id.constData());
            }
        }
        // A menu holds every action.
        const std::function<QSet<QAction*>(const QMenu*)> all = [&](const QMenu* menu) {
            QSet<QAction*> in;
            for (QAction* action : menu->actions()) {
                in << action;
                if (action->menu()) in |= all(action->menu());
            }
            return in;
        };
        const QSet<QAction*> inMenu = all(d.window->toolbarStrip()->menu());
        for (const ActionList::Entry& entry : d.window->actionList()->entries())
            QVERIFY2(!entry.action || inMenu.contains(entry.action), entry.id.constData());
    }

    // ---- settings --------------------------------------------------------------------------------------

    void settingsReachTheEngine() {
        WindowDriver d;
        QVERIFY(d.openReady());
        MainWindow& w = *d.window;
        QCOMPARE(d.engine->loads().back().options.contextTokens, 0);
        w.openSettings();
        SettingsDialog* dialog = w.settingsDialog();
        QVERIFY(!dialog->reloadNotice());
        auto* budget = dialog->findChild<QComboBox*>("cacheBudget");
        budget->setCurrentIndex(1);
        emit budget->activated(1);
        dialog->findChild<QSpinBox*>("cacheTokens")->setValue(2048);
        // Keys and values apart; every type of the engine is there, and a word that the settings take.
        for (const auto& [name, word] : {std::pair{"keyType", "f32"}, {"valueType", "q8_0"}}) {
            auto* type = dialog->findChild<QComboBox*>(name);
            QCOMPARE(type->currentData().toString(), QString("f16"));
            QCOMPARE(type->count(), int(gh::kernels::kvTypeList().size()));
            for (const auto& entry : gh::kernels::kvTypeList()) {
                QVERIFY(type->findData(QString(entry.word)) >= 0);
                QVERIFY(!gh::app::refusal("cache/key_type", QString(entry.word)));
                QVERIFY(!gh::app::refusal("cache/value_type", QString(entry.word)));
            }
            type->setCurrentIndex(type->findData(QString(word)));
            emit type->activated(type->currentIndex());
        }
        QVERIFY(dialog->reloadNotice());
        QTest::mouseClick(dialog->reloadNotice()->findChild<QPushButton*>(), Qt::LeftButton);
        QTRY_COMPARE(d.engine->loads().size(), 2u);
        QTRY_VERIFY(w.model()->ready());
        QVERIFY(!dialog->reloadNotice());
        const gh::LoadOptions options = d.engine->loads().back().options;
        QCOMPARE(options.contextTokens, 2048);
        QVERIFY(options.kvTypes == gh::kernels::KvTypes(gh::kernels::KvType::F32, gh::kernels::KvType::Q8_0));
        QVERIFY(options.activations == gh::ActivationMode::Int8);
        // Bytes, and exact activations.
        budget->setCurrentIndex(2);
        emit budget->activated(2);
        dialog->findChild<QSpinBox*>("cacheMib")->setValue(64);
        auto* activations = dialog->findChild<QComboBox*>("activations");
        activations->setCurrentIndex(1);
        emit activations->activated(1);
        w.model()->reload();
        QTRY_COMPARE(d.engine->loads().size(), 3u);
        QCOMPARE(d.engine->loads().back().options.cacheBytes, std::uint64_t(64) << 20);
        QCOMPARE(d.engine->loads().back().options.contextTokens, 0);
        QVERIFY(d.engine->loads().back().options.activations == gh::ActivationMode::F32);
    }

    void threadsAskForAnotherEngine() {
        std::vector<int> threads;
        ScriptedEngine* engine = nullptr;
        WindowDriver d(EngineFactory([&](const gh::EngineConfig& config) {
                           threads.push_back(config.threads);
                           auto door = std::make_unique<DoorTo<ScriptedEngine>>(Script{});
                           engine = &door->engine();
                           return door;
                       }),
                       "/models/scripted.gguf");
        QVERIFY(d.openReady());
        d.type("Before");
        QVERIFY(d.waitIdle());
        d.window->openSettings(1);
        d.window->settingsDialog()->findChild<QSpinBox*>("threads")->setValue(1);
        QVERIFY(d.window->settingsDialog()->reloadNotice());
        // Another language does not forget with how many the engine runs.
        d.window->rebuild();
        QVERIFY(d.window->settingsDialog()->reloadNotice());
        // Nor does a reply in a chat that is not on show end for it.
        d.type("Meanwhile");
        QVERIFY(d.window->chat()->generating());
        d.window->chat()->newConversation();
        QVERIFY(!d.window->settingsDialog()->reloadNotice()->findChild<QPushButton*>()->isEnabled());
        QTRY_VERIFY(!d.window->chat()->busyAnywhere());
        d.window->chat()->openConversation(d.window->chat()->heads().front().id);
        QTRY_VERIFY(d.window->chat()->current());
        QPushButton* again = nullptr;
        for (QPushButton* button : d.window->settingsDialog()->reloadNotice()->findChildren<QPushButton*>()) {
            if (button->isVisible()) again = button;
        }
        QVERIFY(again && again->isEnabled());
        QTest::mouseClick(again, Qt::LeftButton);
        QTRY_COMPARE(threads.size(), 2u);
        QCOMPARE(threads[0], 0);
        QCOMPARE(threads[1], 1);
        QTRY_VERIFY(d.window->model()->ready());
        d.type("After");
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 6u);
    }

    void aSlowDiskIsNotWaitedForWithoutLimit() {
        QTemporaryDir folder;
        SettingsFile file(folder.filePath("settings.json"));
        file.setValue("much", QString(16 << 20, 'x'));
        QVERIFY(!file.flush(0));
        QVERIFY(file.flush());
        QVERIFY(QFileInfo(file.path()).size() > 16 << 20);
    }

    void settingsAreWrittenWhole() {
        QTemporaryDir folder;
        const QString path = folder.filePath("settings.json");
        {
            Settings s(path);
            s.setTheme(gh::widgets::ThemeMode::Dark);
            s.setThreads(3);
            s.setChosenFolders({"/one", "/two"});
            s.setArrangement("teach", {QByteArray("\0\1\2state", 8), {"steps"}});
        }
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList{"settings.json"});
        Settings s(path);
        QVERIFY(!s.file().trouble());
        QCOMPARE(s.theme(), gh::widgets::ThemeMode::Dark);
        QCOMPARE(s.threads(), 3);
        QCOMPARE(s.chosenFolders(), (QStringList{"/one", "/two"}));
        QCOMPARE(s.arrangement("teach")->state, QByteArray("\0\1\2state", 8));
        QVERIFY(!s.arrangement("chat"));
    }

    void aBrokenFileIsMovedAside() {
        QTemporaryDir folder;
        const QString path = folder.filePath("settings.ini");  // where the driver's window looks
        const QByteArray rubbish = "{\"look/theme\": \"dark\", \"engine/thr";
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(rubbish);
        }
        WindowDriver d(Script{}, {}, folder.path());
        d.open();
        QVERIFY(d.window->chatPane()->notice("settings"));
        QVERIFY(d.window->chatPane()->notice("settings")->text().contains("broken"));
        d.window->settings()->setThreads(2);
        d.close();
        const QStringList aside = QDir(folder.path()).entryList({"settings.ini.broken*"}, QDir::Files);
        QCOMPARE(aside.size(), 1);
        QFile kept(folder.filePath(aside.front()));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), rubbish);
        QCOMPARE(Settings(path).threads(), 2);
    }

    void valuesOutOfRangeAreRefusedByName() {
        QTemporaryDir folder;
        const QString path = folder.filePath("settings.ini");
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(R"({"engine/threads": -7, "cache/type": "q9", "sampling/temperature": "warm",
                           "cache/tokens": 4096, "of a later version": [1, 2]})");
        }
        WindowDriver d(Script{}, {}, folder.path());
        d.open();
        const auto* notice = d.window->chatPane()->notice("settings");
        QVERIFY(notice);
        for (const char* name : {"engine/threads", "-7", "cache/type", "q9", "sampling/temperature", "warm"})
            QVERIFY2(notice->text().contains(name), name);
        QVERIFY(!notice->text().contains("cache/tokens"));
        QCOMPARE(d.window->settings()->threads(), 0);
        QCOMPARE(d.window->settings()->keyType(), QString("f16"));
        QCOMPARE(d.window->settings()->sampling().temperature, SamplingSettings{}.temperature);
        QCOMPARE(d.window->settings()->cacheTokens(), 4096);
        d.close();
        QVERIFY(SettingsFile(path).contains("of a later version"));
    }

    void allConversationsAreDeletedForGood() {
        QTemporaryDir folder;
        {
            WindowDriver d(Script{}, "/models/scripted.gguf", folder.path());
            QVERIFY(d.openReady());
            d.type("Rhinoceros and nothing else");
            QVERIFY(d.waitIdle());
            d.window->chat()->newConversation();
            d.type("Another rhinoceros");
            QVERIFY(d.waitIdle());
            d.window->openSettings(4);
            SettingsDialog* dialog = d.window->settingsDialog();
            QTest::mouseClick(dialog->findChild<QPushButton*>("deleteAll"), Qt::LeftButton);
            auto* sure = dialog->findChild<gh::widgets::InlineMessage*>("deleteAllSure");
            QVERIFY(sure->isVisible());
            const auto buttons = sure->findChildren<QPushButton*>();
            QTest::mouseClick(buttons[1], Qt::LeftButton);  // kept
            QTRY_VERIFY(!sure->isVisible());
            QCOMPARE(d.window->chat()->heads().size(), 2);
            QTest::mouseClick(dialog->findChild<QPushButton*>("deleteAll"), Qt::LeftButton);
            d.type("A rhinoceros in between");  // what cannot be done now is not offered
            QVERIFY(!sure->isVisible() && !dialog->findChild<QPushButton*>("deleteAll")->isEnabled());
            QVERIFY(d.waitIdle());
            QTest::mouseClick(dialog->findChild<QPushButton*>("deleteAll"), Qt::LeftButton);
            QTest::mouseClick(sure->findChildren<QPushButton*>().front(), Qt::LeftButton);
            QTRY_VERIFY(d.window->chat()->heads().isEmpty());
            QVERIFY(d.messages().empty());
            d.type("A new beginning");
            QVERIFY(d.waitIdle());
        }
        for (const QString& name : QDir(folder.path()).entryList({"conversations.db*"}, QDir::Files)) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY2(!file.readAll().toLower().contains("rhinoceros"), qPrintable(name));
        }
        WindowDriver d(Script{}, QString(), folder.path());
        d.open();
        QTRY_COMPARE(d.window->chat()->heads().size(), 1);
        QCOMPARE(d.window->chat()->heads().front().title, QString("A new beginning"));
    }

    void aFullDiskIsSaid() {
        SettingsFile file("/proc/no such place/settings.json");
        QString said;
        file.onWriteFailed([&](const QString& reason) { said = reason; });
        file.setValue("look/theme", "dark");
        file.flush();
        QTRY_VERIFY(!said.isEmpty());
        QCOMPARE(file.value("look/theme").toString(), QString("dark"));
    }

    // ---- log -------------------------------------------------------------------------------------------

    void theLogKnowsNoWordOfAChat() {
        Script script;
        script.reply = "Quizzaciously seventeen marmalades answered.";
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Unmistakable pomegranate question");
        QVERIFY(d.waitIdle());
        script.templateFails = true;
        WindowDriver failing(script, "/models/bad.gguf");
        failing.open();
        QTRY_VERIFY(failing.window->model()->failure());
        d.window->openLog();
        auto* log = d.window->findChild<LogWindow*>();
        {  // A line longer than the window goes on below itself.
            auto* text = log->findChild<QPlainTextEdit*>();
            spdlog::info("a path: /{}", std::string(1000, 'x'));
            QTRY_VERIFY(log->shown().contains(QString(1000, 'x')));
            QCOMPARE(text->horizontalScrollBar()->maximum(), 0);
            int lines = 0;
            for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next())
                lines = std::max(lines, block.lineCount());
            QVERIFY(lines > 3);
        }
        QVERIFY(log && log->isVisible());
        const QString all = log->shown() + log->report();
        for (const char* word : {"pomegranate", "Unmistakable", "marmalade", "Quizzaciously"})
            QVERIFY2(!all.contains(word, Qt::CaseInsensitive), word);
        for (const char* word : {"request", "prompt tokens", "end_of_generation", "scripted.gguf", "blk.12.ffn_up"})
            QVERIFY2(all.contains(word), word);
        for (const char* word : {"Glasshouse ", "Processor: ", "instruction set", "Model: scripted.gguf", "Qt "})
            QVERIFY2(log->report().contains(word), word);
        log->level()->setCurrentIndex(2);
        QVERIFY(log->shown().contains("blk.12.ffn_up") && !log->shown().contains("end_of_generation"));
        log->level()->setCurrentIndex(0);
        log->filter()->setText("end_of_generation");
        QVERIFY(log->shown().contains("end_of_generation") && !log->shown().contains("ffn_up"));
        QTest::mouseClick(log->copyButton(), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), log->report());
    }

    void theLogIsBounded() {
        for (std::size_t i = 0; i < LogBuffer::kLines + 50; ++i) spdlog::info("line {}", i);
        const auto lines = LogBuffer::installed()->since(0);
        QCOMPARE(lines.size(), LogBuffer::kLines);
        spdlog::info("{}", std::string(10 * LogBuffer::kLineBytes, 'x'));
        QVERIFY(LogBuffer::installed()->since(0).back().text.size() < LogBuffer::kLineBytes + 10);
    }

    // ---- closing ---------------------------------------------------------------------------------------

    void anIdleWindowClosesAtOnce() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Before closing");
        QVERIFY(d.waitIdle());
        QElapsedTimer clock;
        clock.start();
        d.window->close();
        qInfo("closing an idle window took %lld ms", clock.elapsed());
        QVERIFY(clock.elapsed() < 900);  // 300 on a machine that does nothing else
    }

    void aRealModelDoesNotHoldIt() {
        const QString path = Settings::cacheFolder() + "/SmolLM2-135M-Instruct.Q4_1.gguf";
        if (!QFileInfo::exists(path)) QSKIP("SmolLM2 is not in the cache folder; ./dev models fetches it");
        WindowDriver d(realEngine(), path);
        QVERIFY(d.openReady(60'000));
        QElapsedTimer clock;
        clock.start();
        d.window->close();
        qInfo("closing with a model open took %lld ms", clock.elapsed());
        QVERIFY(clock.elapsed() < 900);
    }

    // ---- model picker ----------------------------------------------------------------------------------

    void thePickerListsFoldersAndBeginsWithAWord() {
        QTemporaryDir folder;
        for (const char* name : {"one.gguf", "two.gguf", "not a model.txt"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("GGUF");
        }
        WindowDriver d;
        QVERIFY(d.openReady());
        d.window->settings()->setChosenFolders({folder.path()});
        d.window->actionList()->find("model.pick")->trigger();
        auto* button = d.window->findChild<ModelButton*>();
        auto* menu = button->findChild<QMenu*>();
        QVERIFY(menu && menu->isVisible());
        QVERIFY(!menu->actions().front()->isSeparator());
        QStringList names;
        for (const QAction* action : menu->actions()) names << action->text().section('\t', 0, 0);
        QVERIFY(names.contains("one.gguf") && names.contains("two.gguf") && !names.contains("not a model.txt"));
        for (QAction* action : menu->actions()) {
            if (action->text().startsWith("two.gguf")) action->trigger();
        }
        QTRY_VERIFY(d.window->model()->ready());
        QVERIFY(QString::fromStdString(d.window->model()->facts()->path).endsWith("two.gguf"));
        QCOMPARE(d.window->settings()->recentModels().front(), folder.filePath("two.gguf"));
        menu->close();
    }

private:
    static double cpuMs() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }
};

QTEST_MAIN(ShellTest)
#include "shell_test.moc"
