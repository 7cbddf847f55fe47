// A full context in the window, with the real engine on a tiny model: the reply stops, or, where the settings say so, the
// oldest messages leave the prompt, which the chat shows and keeps.
#include <QComboBox>
#include <QLabel>

#include "app/application.h"
#include "app/settings/settings_dialog.h"
#include "tests/app/support/window_driver.h"
#include "tests/support/tiny_model.h"

using namespace gh::app;
using namespace gh::app::test;

class FullContextTest : public QObject {
    Q_OBJECT
private:
    static QString model() {
        gh::test::TinyOptions options = gh::test::tinyOptions("llama");
        options.chatTemplate = "{% for m in messages %}<{{ m.role }}>{{ m.content }};{% endfor %}<assistant>";
        return QString::fromStdString(gh::test::tinyModelFile(options));
    }
    static void prepare(WindowDriver& d, Settings::ContextFull full, int maxTokens) {
        Settings settings(d.options.settings);
        settings.setLanguage("en");
        settings.setCacheBudget(Settings::CacheBudget::Tokens, 128, 1);
        settings.setContextFull(full);
        SamplingSettings sampling;
        sampling.seed = 7;
        sampling.maxTokens = maxTokens;
        settings.setSampling(sampling);
        QVERIFY(settings.file().flush(5000));
    }
    static bool ask(WindowDriver& d, int turn) {
        d.type(QStringLiteral("Question number %1").arg(turn));
        return d.waitIdle();
    }

private slots:
    void theOldestLeaveAndTheChatSaysSo() {
        QTemporaryDir folder;
        const QString path = model();
        qulonglong first = 0;
        {
            WindowDriver d(realEngine(), path, folder.path());
            prepare(d, Settings::ContextFull::DropOldest, 10);
            QVERIFY(d.openReady());
            d.window->chat()->setSystemPrompt("Be brief.");
            for (int turn = 0; turn < 6; ++turn) {
                QVERIFY(ask(d, turn));
                QVERIFY2(d.messages().back().error.isEmpty(), qPrintable(d.messages().back().error));
                QVERIFY(d.messages().back().stats.promptTokens < 128);
            }
            QCOMPARE(d.messages().size(), 12u);
            const auto kept = keptFrom(*d.window->chat()->current());
            QVERIFY(kept);
            first = *d.window->chat()->indexOf(*kept);
            QVERIFY(first > 0 && first < 11);
            QCOMPARE(d.messages()[first].role, Role::User);
            QVERIFY(d.view()->keptLine().contains(QString::number(first)));
            QVERIFY(d.view()->item(first - 1).outOfPrompt && !d.view()->item(first).outOfPrompt);
            QVERIFY(d.view()->item(0).spoken().contains("No longer in the prompt"));
            QVERIFY(!d.view()->keptLineRect().isEmpty());
            QVERIFY(d.view()->keptLineRect().bottom() <= d.view()->messageRect(first).top());
            QVERIFY(d.view()->keptLineRect().top() >= d.view()->messageRect(first - 1).bottom());
            // Another chat has all of its own.
            d.window->chat()->newConversation();
            QVERIFY(d.view()->keptLine().isEmpty());
        }
        WindowDriver d(realEngine(), QString(), folder.path());
        d.open();
        QTRY_VERIFY(!d.window->chat()->heads().isEmpty());
        d.window->chat()->openConversation(d.window->chat()->heads().front().id);
        QTRY_COMPARE(d.messages().size(), 12u);
        QVERIFY(d.view()->keptLine().contains(QString::number(first)));
    }

    void aReplyMakesItsOwnRoom() {
        WindowDriver d(realEngine(), model());
        prepare(d, Settings::ContextFull::DropOldest, 0);
        QVERIFY(d.openReady());
        SamplingSettings sampling = d.window->settings()->sampling();
        sampling.maxTokens = 5;
        d.window->settings()->setSampling(sampling);
        QVERIFY(ask(d, 0));
        sampling.maxTokens = 80;
        d.window->settings()->setSampling(sampling);
        QVERIFY(ask(d, 1));
        const Message& reply = d.messages().back();
        if (reply.stopReason == "end_of_generation") QSKIP("the tiny model ended its reply");
        QVERIFY2(reply.error.isEmpty(), qPrintable(reply.error));
        QCOMPARE(reply.ids.size(), 80u);  // the limit of the reply, not one of each piece
        QCOMPARE(reply.stopReason, QString("max_tokens"));
        QVERIFY(reply.stats.keptFrom != 0);
        QVERIFY(!d.view()->keptLine().isEmpty());
        QVERIFY(!d.window->chatPane()->notice("full"));
    }

    void orItStops() {
        WindowDriver d(realEngine(), model());
        prepare(d, Settings::ContextFull::Stop, 10);
        QVERIFY(d.openReady());
        for (int turn = 0; turn < 6 && (turn == 0 || d.messages().back().error.isEmpty()); ++turn) QVERIFY(ask(d, turn));
        QVERIFY(d.messages().back().stopReason == "context_full" || d.messages().back().error.contains("context limit"));
        QVERIFY(d.view()->keptLine().isEmpty());
    }

    void theSettingIsOnItsPage() {
        WindowDriver d;
        QVERIFY(d.openReady());
        QCOMPARE(d.window->settings()->contextFull(), Settings::ContextFull::Stop);
        d.window->openSettings();
        auto* box = d.window->settingsDialog()->findChild<QComboBox*>("contextFull");
        QVERIFY(box);
        box->setCurrentIndex(1);
        emit box->activated(1);
        QCOMPARE(d.window->settings()->contextFull(), Settings::ContextFull::DropOldest);
        d.type("Hello");
        QVERIFY(d.waitIdle());
        QCOMPARE(d.engine->submitted().back().whenFull, gh::WhenFull::DropOldest);
    }

    // What stands below the choice is about what is chosen, and the limit is called a limit.
    void theSettingSaysWhatItDoes() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.window->openSettings(SettingsDialog::kCachePage);
        SettingsDialog* dialog = d.window->settingsDialog();
        auto* box = dialog->findChild<QComboBox*>("contextFull");
        const auto says = [&](const QString& words) {
            for (const QLabel* label : dialog->findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains(words)) return true;
            return false;
        };
        QVERIFY(says("nothing leaves the prompt") && !says("Messages that leave the prompt"));
        box->setCurrentIndex(1);
        QVERIFY(!says("nothing leaves the prompt") && says("Messages that leave the prompt"));
        QVERIFY(box->accessibleDescription().contains("Messages that leave"));
        QVERIFY(says("Context limit"));
    }

    // A box below a reply is about now: it changes with the setting, and an answer after it leaves what happened.
    void theBoxFollowsTheSetting() {
        Script script;
        script.repeats = 100;
        script.contextLimit = 160;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Fill it");
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().back().stopReason, QString("context_full"));
        QVERIFY(d.view()->item(1).spoken().contains("settings"));
        QTest::mouseClick(d.view()->viewport(), Qt::LeftButton, {}, d.view()->actionRect(1, "cache-settings").center());
        SettingsDialog* dialog = d.window->settingsDialog();
        QVERIFY(dialog && dialog->page() == SettingsDialog::kCachePage);
        auto* box = dialog->findChild<QComboBox*>("contextFull");
        QVERIFY(box && box->isVisible());
        box->setCurrentIndex(1);
        emit box->activated(1);
        QVERIFY(!d.view()->item(1).spoken().contains("settings"));
        QVERIFY(d.view()->item(1).spoken().contains("leave the prompt now"));
        QVERIFY(d.view()->item(1).action("continue") && !d.view()->item(1).action("new-chat"));
    }
};

QTEST_MAIN(FullContextTest)
#include "full_context_test.moc"
