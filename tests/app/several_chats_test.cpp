// Several chats write at the same time: with an engine that plays a script, and with the real one on a tiny model, where
// each reply must be what it is alone.
#include <QAbstractItemModel>
#include <QListView>

#include "app/application.h"
#include "app/traffic/traffic_runner.h"
#include "app/window/conversation_list.h"
#include "app/window/conversation_model.h"
#include "tests/app/support/window_driver.h"
#include "tests/support/tiny_model.h"

using namespace gh;
using namespace gh::app;
using namespace gh::app::test;

namespace {

QString tiny() {
    gh::test::TinyOptions options = gh::test::tinyOptions("llama");
    options.chatTemplate = "{% for m in messages %}<{{ m.role }}>{{ m.content }};{% endfor %}<assistant>";
    return QString::fromStdString(gh::test::tinyModelFile(options));
}

void prepare(WindowDriver& d, int maxTokens) {
    Settings settings(d.options.settings);
    settings.setLanguage("en");
    SamplingSettings sampling;
    sampling.seed = 7;
    sampling.maxTokens = maxTokens;
    settings.setSampling(sampling);
    QVERIFY(settings.file().flush(5000));
}

struct Row {
    bool busy = false, queued = false;
    QString spoken;
};
Row rowOf(WindowDriver& d, RowId id) {
    const QAbstractItemModel* model = d.window->conversations()->view()->model();
    for (int i = 0; i < model->rowCount(); ++i) {
        const QModelIndex index = model->index(i, 0);
        if (index.data(ConversationModel::IdRole).toLongLong() == id)
            return {index.data(ConversationModel::BusyRole).toBool(), index.data(ConversationModel::QueuedRole).toBool(),
                    index.data(Qt::AccessibleTextRole).toString()};
    }
    return {};
}

// Begins a reply in a chat of its own.
RowId ask(WindowDriver& d, const QString& text) {
    d.window->chat()->newConversation();
    d.type(text);
    return d.window->chat()->current() ? d.window->chat()->current()->head.id : 0;
}

}  // namespace

class SeveralChatsTest : public QObject {
    Q_OBJECT
private slots:
    void threeWriteAndEscStopsTheOneOnShow() {
        Script script;
        script.stepMs = 4;
        script.repeats = 40;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        ChatController* chat = d.window->chat();
        const RowId a = ask(d, "first"), b = ask(d, "second"), c = ask(d, "third");
        QVERIFY(a && b && c && a != b && b != c);
        for (const RowId id : {a, b, c}) {
            QTRY_VERIFY(chat->generatingIn(id));
            QVERIFY(rowOf(d, id).busy);
            QVERIFY(rowOf(d, id).spoken.endsWith("writing"));
        }
        QTRY_COMPARE(d.window->bridge()->latest()->running, 3u);
        QVERIFY(d.waitTokens(3));
        // Each goes on while another is on show.
        chat->openConversation(a);
        QVERIFY(d.waitTokens(5));
        QVERIFY(chat->generating());
        QTest::keyClick(d.edit(), Qt::Key_Escape);
        QTRY_VERIFY(!chat->generatingIn(a));
        QCOMPARE(d.messages().back().stopReason, QString("cancelled"));
        QVERIFY(chat->generatingIn(b) && chat->generatingIn(c));
        QVERIFY(!rowOf(d, a).busy && rowOf(d, b).busy);
        // One more question where it was stopped, while the others write.
        d.type("again");
        QTRY_VERIFY(chat->generatingIn(a));
        chat->openConversation(b);
        QVERIFY(chat->generating());
        chat->stop();
        QTRY_VERIFY(!chat->generatingIn(b));
        QVERIFY(chat->generatingIn(a) && chat->generatingIn(c));
        for (const RowId id : {a, c}) {
            chat->openConversation(id);
            chat->stop();
        }
        QTRY_VERIFY(!chat->busyAnywhere());
        // What each wrote is its own.
        for (const auto& [id, text] : {std::pair{a, "first"}, std::pair{b, "second"}, std::pair{c, "third"}}) {
            chat->openConversation(id);
            QTRY_COMPARE(chat->current()->head.id, id);
            QCOMPARE(d.messages().front().text, QString(text));
            QVERIFY(d.messages()[1].text.startsWith("The **cache**"));
        }
    }

    void theToolbarStopsWhatIsWrittenElsewhere() {
        Script script;
        script.stepMs = 4;
        script.repeats = 400;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        ChatController* chat = d.window->chat();
        const RowId a = ask(d, "first"), b = ask(d, "second");
        QTRY_VERIFY(chat->generatingIn(a) && chat->generatingIn(b));
        QTRY_COMPARE(d.window->stopButton()->toolTip(), QString("Stop this reply (Esc)"));
        chat->newConversation();
        QTRY_COMPARE(d.window->stopButton()->toolTip(), QString("Stop 2 replies in other chats"));
        QVERIFY(d.window->stopButton()->isEnabled());
        d.window->stopButton()->click();
        QTRY_VERIFY(!chat->busyAnywhere());
        QTRY_VERIFY(!d.window->stopButton()->isEnabled());
    }

    void eachReplyIsWhatItIsAlone() {
        const QString path = tiny();
        const QStringList questions = {"What is a cache?", "What is a cache made of?", "Why?"};
        QStringList alone;
        {
            WindowDriver d(realEngine(), path);
            prepare(d, 24);
            QVERIFY(d.openReady());
            for (const QString& question : questions) {
                ask(d, question);
                QVERIFY(d.waitIdle());
                alone << d.lastText();
            }
        }
        WindowDriver d(realEngine(), path);
        prepare(d, 24);
        QVERIFY(d.openReady());
        d.window->bridge()->post(SetPaused{true});                // so that all are there at the first step
        std::vector<RowId> chats;
        for (const QString& question : questions) chats.push_back(ask(d, question));
        QTRY_COMPARE(d.window->bridge()->latest()->running + d.window->bridge()->latest()->waiting, 3u);
        d.window->bridge()->post(SetPaused{false});
        QTRY_VERIFY(!d.window->chat()->busyAnywhere());
        for (std::size_t i = 0; i < chats.size(); ++i) {
            d.window->chat()->openConversation(chats[i]);
            QTRY_COMPARE(d.window->chat()->current()->head.id, chats[i]);
            QCOMPARE(d.lastText(), alone[static_cast<qsizetype>(i)]);
        }
    }

    // With one slot the others wait: the list tells them apart.
    void whoWaitsIsSeen() {
        WindowDriver d(realEngine(), tiny());
        prepare(d, 200);
        QVERIFY(d.openReady());
        d.window->bridge()->post(SetPolicy{{BatchPolicy::Continuous, 1, 0}});
        d.window->bridge()->post(SetPaused{true});
        const RowId a = ask(d, "first"), b = ask(d, "second");
        for (int i = 0; i < 3; ++i) d.window->bridge()->post(StepOnce{});
        QTRY_VERIFY(rowOf(d, b).queued);
        QVERIFY(rowOf(d, b).busy && rowOf(d, b).spoken.endsWith("waiting for its turn"));
        QTRY_VERIFY(!rowOf(d, a).queued);
        QVERIFY(rowOf(d, a).busy);
        d.window->bridge()->post(SetPaused{false});
        d.window->chat()->openConversation(a);
        d.window->chat()->stop();
        QTRY_VERIFY(!rowOf(d, b).queued);
        d.window->chat()->openConversation(b);
        d.window->chat()->stop();
        QTRY_VERIFY(!d.window->chat()->busyAnywhere());
    }

    // ---- synthetic traffic ----------------------------------------------------------------------------

    void trafficRunsBesideAChatAndNeverInOne() {
        WindowDriver d(realEngine(), tiny());
        prepare(d, 16);
        QVERIFY(d.openReady());
        TrafficRunner* traffic = d.window->traffic();
        telemetry::TrafficSettings settings;
        settings.users = 5;
        settings.prompt = {telemetry::TrafficLengths::Kind::Uniform, 4, 20};
        settings.reply = {telemetry::TrafficLengths::Kind::Fixed, 6, 6};
        settings.sharedTokens = 16;
        traffic->desk()->setTraffic(settings);
        const int chats = int(d.window->chat()->heads().size());
        emit traffic->desk()->startWanted();
        QVERIFY(traffic->running());
        QTRY_VERIFY(traffic->desk()->state().counts.finished >= 10);
        QVERIFY(d.window->bridge()->latest()->running + d.window->bridge()->latest()->waiting <= 6);
        // Replies are as long as asked for.
        for (const auto& facts : d.window->bridge()->latest()->requests)
            if (facts.state == telemetry::RequestState::Done) QCOMPARE(facts.generated, 6u);
        QCOMPARE(int(d.window->chat()->heads().size()), chats);
        ask(d, "beside it");
        QVERIFY(d.waitIdle());
        QVERIFY(!d.lastText().isEmpty());
        QCOMPARE(int(d.window->chat()->heads().size()), chats + 1);
        emit traffic->desk()->stopWanted();
        QVERIFY(!traffic->running());
        QTRY_COMPARE(d.window->bridge()->latest()->running + d.window->bridge()->latest()->waiting, 0u);
        QCOMPARE(traffic->desk()->state().counts.failed, 0u);
    }

    void trafficOfARateStopsWithTheModel() {
        WindowDriver d(realEngine(), tiny());
        prepare(d, 16);
        QVERIFY(d.openReady());
        TrafficRunner* traffic = d.window->traffic();
        telemetry::TrafficSettings settings;
        settings.arrival = telemetry::TrafficSettings::Arrival::Rate;
        settings.perSecond = 100;
        settings.prompt = {telemetry::TrafficLengths::Kind::Fixed, 8, 8};
        settings.reply = {telemetry::TrafficLengths::Kind::Fixed, 4, 4};
        settings.sharedShare = 0;
        traffic->desk()->setTraffic(settings);
        traffic->start();
        QTRY_VERIFY(traffic->desk()->state().counts.finished >= 20);
        d.window->model()->reload();
        QTRY_VERIFY(!traffic->running());
        QTRY_VERIFY(d.window->model()->ready());
        QVERIFY(!traffic->desk()->state().running && traffic->desk()->state().possible);
        traffic->start();
        QTRY_VERIFY(traffic->desk()->state().counts.finished >= 5);
        d.window->restartEngine();
        QVERIFY(!traffic->running());
    }

    void theWindowClosesInFullTraffic() {
        WindowDriver d(realEngine(), tiny());
        prepare(d, 16);
        QVERIFY(d.openReady());
        telemetry::TrafficSettings settings;
        settings.users = 200;
        d.window->traffic()->desk()->setTraffic(settings);
        d.window->traffic()->start();
        QTRY_VERIFY(d.window->bridge()->latest()->running > 1);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(d.window->shutDown());
        QVERIFY(clock.elapsed() < MainWindow::kQuitMs);
        d.close();
    }

    void whatCannotBeIsSaid() {
        WindowDriver d(realEngine(), tiny());
        prepare(d, 16);
        QVERIFY(d.openReady());
        telemetry::TrafficSettings settings;
        settings.prompt = {telemetry::TrafficLengths::Kind::Fixed, 90'000, 90'000};
        d.window->traffic()->desk()->setTraffic(settings);
        d.window->traffic()->start();
        QVERIFY(!d.window->traffic()->running());
        QVERIFY(d.window->traffic()->desk()->state().trouble.contains("90"));
    }
};

QTEST_MAIN(SeveralChatsTest)
#include "several_chats_test.moc"
