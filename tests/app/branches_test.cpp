// The controller without a window: branches, going on, system prompt and sampling, attachments, the library.
#include <QDir>
#include <QTemporaryDir>

#include "app/chat/conversation_tree.h"
#include "tests/app/support/chat_driver.h"
#include "tests/app/support/store_waits.h"

using namespace gh::app;
using namespace gh::app::test;

namespace {

Script words(int count) {
    Script script;
    script.reply.clear();
    for (int i = 0; i < count; ++i) script.reply += (i ? " word" : "word") + std::to_string(i);
    script.stepMs = 1;
    return script;
}

}  // namespace

class BranchesTest : public QObject {
    Q_OBJECT
private slots:
    void regenerateKeepsTheOldReply() {
        ChatDriver d;
        QVERIFY(d.openModel());
        QVERIFY(d.say("Question"));
        const Message first = d.messages()[1];
        QSignalSpy removed(d.chat.get(), &ChatController::removed),
            appended(d.chat.get(), &ChatController::appended);
        d.chat->regenerate();
        QVERIFY(d.waitIdle());
        QVERIFY(!removed.isEmpty() && !appended.isEmpty());
        QCOMPARE(d.messages().size(), 2u);
        const Message second = d.messages()[1];
        QVERIFY(second.id != first.id);
        QCOMPARE(second.branch, 1);
        QCOMPARE(second.branches, 2);
        QCOMPARE(second.stats.seed, first.stats.seed);
        QCOMPARE(second.stats.sample, first.stats.sample + 1);
        QCOMPARE(d.lastRequest().sampler.sample, first.stats.sample + 1);
        QCOMPARE(d.lastPrompt().size(), 1u);
        d.chat->regenerate();
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages()[1].stats.sample, first.stats.sample + 2);
        QCOMPARE(d.messages()[1].branches, 3);
        // Back to the first, and on from there.
        d.chat->showBranch(1, 0);
        QCOMPARE(d.messages()[1].id, first.id);
        QCOMPARE(d.messages()[1].text, first.text);
        QVERIFY(d.say("Next"));
        QCOMPARE(d.messages().size(), 4u);
        QCOMPARE(d.lastPrompt()[1].ids, first.ids);
        d.chat->showBranch(1, 2);
        QCOMPARE(d.messages().size(), 2u);
        d.chat->showBranch(1, 0);
        QCOMPARE(d.messages().size(), 4u);
        d.chat->showBranch(1, 7);  // there is none
        d.chat->showBranch(99, 0);
        QCOMPARE(d.messages().size(), 4u);
    }

    void branchesAreThereAfterARestart() {
        QTemporaryDir folder;
        {
            ChatDriver d({}, folder.path());
            QVERIFY(d.openModel());
            QVERIFY(d.say("Question"));
            d.chat->regenerate();
            QVERIFY(d.waitIdle());
            d.chat->showBranch(1, 0);
        }
        ChatDriver d({}, folder.path());
        QVERIFY(QTest::qWaitFor([&] { return d.messages().size() == 2; }));
        QCOMPARE(d.messages()[1].branch, 0);
        QCOMPARE(d.messages()[1].branches, 2);
        QCOMPARE(d.messages()[1].stats.sample, 0u);
    }

    void editedMessageIsAnotherBranch() {
        ChatDriver d;
        QVERIFY(d.openModel());
        QVERIFY(d.chat->send("Frist question", {{"notes.txt", "some notes", 10}}));
        QVERIFY(d.waitIdle());
        QVERIFY(d.say("Second question"));
        d.chat->editAndSend(0, "First question");
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
        QCOMPARE(d.messages()[0].text, QString("First question"));
        QCOMPARE(d.messages()[0].branch, 1);
        QCOMPARE(d.messages()[0].branches, 2);
        QCOMPARE(d.messages()[0].attachments.size(), 1u);  // they stay with it
        QCOMPARE(d.lastPrompt().size(), 1u);
        d.chat->showBranch(0, 0);
        QCOMPARE(d.messages().size(), 4u);
        QCOMPARE(d.messages()[2].text, QString("Second question"));
        d.chat->editAndSend(1, "not a message of the user");
        d.chat->editAndSend(0, "   ");
        QCOMPARE(d.messages().size(), 4u);
    }

    void editWhileAReplyIsWrittenStopsItAndKeepsIt() {
        ChatDriver d(words(400));
        QVERIFY(d.openModel());
        QVERIFY(d.chat->send("Question"));
        QVERIFY(d.waitTokens(5));
        const RowId running = d.messages()[1].id;
        d.chat->editAndSend(0, "Better question");
        QVERIFY(QTest::qWaitFor([&] {
            return d.messages().size() == 2 && d.messages()[0].text == "Better question" && d.waitTokens(2);
        }));
        d.chat->showBranch(0, 0);
        QCOMPARE(d.messages()[1].id, running);
        QCOMPARE(d.messages()[1].stopReason, QString("cancelled"));
        QVERIFY(d.messages()[1].text.startsWith("word0 word1 word2"));
        d.chat->stop();
        QVERIFY(d.waitIdle());
    }

    void everyEditIsKept() {
        ChatDriver d(words(400));
        QVERIFY(d.openModel());
        QVERIFY(d.chat->send("Question"));
        QVERIFY(d.waitTokens(5));
        d.chat->editAndSend(0, "Better question");
        QCOMPARE(d.messages().size(), 1u);
        QCOMPARE(d.messages()[0].text, QString("Better question"));  // at once
        d.chat->editAndSend(0, "Best question");
        QCOMPARE(d.messages()[0].branches, 3);
        QVERIFY(d.waitTokens(2));
        QCOMPARE(d.lastPrompt()[0].content, std::string("Best question"));
        QCOMPARE(d.engine->submitted().size(), 2u);
        d.chat->showBranch(0, 1);
        QCOMPARE(d.messages()[0].text, QString("Better question"));
        d.chat->showBranch(0, 2);
        // What was asked for before it gives way to it.
        d.chat->regenerate();
        d.chat->editAndSend(0, "Last question");
        QVERIFY(QTest::qWaitFor([&] { return d.messages().size() == 2 && d.waitTokens(2); }));
        QCOMPARE(d.messages()[0].text, QString("Last question"));
        QCOMPARE(d.lastPrompt()[0].content, std::string("Last question"));
        d.chat->stop();
        QVERIFY(d.waitIdle());
    }

    void anotherEngineEndsWhatIsWritten() {
        ChatDriver d(words(400));
        QVERIFY(d.openModel());
        QVERIFY(d.chat->send("First"));
        QVERIFY(d.waitTokens(5));
        const RowId first = d.id();
        d.chat->newConversation();
        QVERIFY(d.chat->send("Second"));
        QVERIFY(d.waitTokens(3));
        const RowId second = d.id();
        QVERIFY(d.chat->send("And then?"));  // waits
        d.restartEngine(words(400));
        QVERIFY(!d.chat->busyAnywhere());
        QVERIFY(!d.chat->generatingIn(first) && !d.chat->generatingIn(second));
        QVERIFY(d.messages()[1].state == MessageState::Interrupted);
        QVERIFY(d.chat->messageWaiting());
        d.chat->openConversation(first);
        QVERIFY(QTest::qWaitFor([&] { return d.id() == first; }));
        QVERIFY(d.messages()[1].state == MessageState::Interrupted);
        QVERIFY(d.messages()[1].ids.size() >= 5);
        QVERIFY(d.openModel());
        QVERIFY(QTest::qWaitFor([&] { return d.chat->generatingIn(second); }));  // what waited goes out
        QVERIFY(d.chat->canContinue());
        const std::size_t had = d.messages()[1].ids.size();
        d.chat->continueReply();
        QVERIFY(QTest::qWaitFor([&] { return d.messages()[1].ids.size() > had + 2; }));
        d.chat->stop();
        QVERIFY(d.waitIdle());
    }

    void aQuestionWithAnswersIsNotTakenBack() {
        ChatDriver d;
        QVERIFY(d.openModel());
        QVERIFY(d.say("Question"));
        const Message answer = d.messages()[1];
        Script failing;
        failing.templateFails = true;
        d.restartEngine(failing);
        QVERIFY(d.openModel());
        d.chat->regenerate();
        QVERIFY(QTest::qWaitFor([&] { return d.model->templateChoice().has_value(); }));
        QVERIFY(d.chat->messageWaiting());
        d.chat->stop();
        QVERIFY(!d.chat->messageWaiting());
        QCOMPARE(d.chat->draft(), QString());
        QCOMPARE(d.messages().size(), 2u);
        QCOMPARE(d.messages()[0].text, QString("Question"));
        QCOMPARE(d.messages()[1].id, answer.id);
        const Conversation stored = loaded(*d.store, d.id());
        QCOMPARE(stored.messages.size(), 2u);
        QVERIFY(stored.messages[0].state == MessageState::Done);
    }

    void walkingAwayFromAReplyThatIsWritten() {
        ChatDriver d(words(60));
        QVERIFY(d.openModel());
        QVERIFY(d.say("Question"));
        const QString whole = d.messages()[1].text;
        d.chat->regenerate();
        QVERIFY(d.waitTokens(3));
        d.chat->showBranch(1, 0);
        QVERIFY(d.chat->generating());
        QCOMPARE(d.messages()[1].text, whole);
        QTest::qWait(30);
        d.chat->showBranch(1, 1);
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages()[1].text, whole);
        QCOMPARE(d.messages()[1].stopReason, QString("end_of_generation"));
    }

    void cutRepliesGoOn() {
        QTemporaryDir folder;
        QString whole;
        std::vector<gh::TokenId> ids;
        RowId cut = 0;
        {
            ChatDriver d(words(80), folder.path());
            QVERIFY(d.openModel());
            QVERIFY(d.say("Question"));
            whole = d.messages()[1].text;
            ids = d.messages()[1].ids;
            QVERIFY(!d.chat->canContinue());  // it came to its end
            d.chat->newConversation();
            QVERIFY(d.chat->send("Question"));
            QVERIFY(d.waitTokens(10));
            QVERIFY(!d.chat->canContinue());
            d.chat->stop();
            QVERIFY(d.waitIdle());
            QVERIFY(d.chat->canContinue());
            cut = d.messages()[1].id;
            const auto seed = d.messages()[1].stats.seed;
            const auto had = d.messages()[1].ids;
            d.chat->continueReply();
            QCOMPARE(d.messages().size(), 2u);
            QCOMPARE(d.lastRequest().continued, had);
            QCOMPARE(d.lastRequest().sampler.seed, seed);
            QCOMPARE(d.lastPrompt().size(), 1u);  // the reply itself is no turn of the prompt
            QVERIFY(QTest::qWaitFor([&] { return d.messages()[1].ids.size() > had.size() + 5; }));
            d.chat->stop();
            QVERIFY(d.waitIdle());
        }
        // After a restart, too.
        ChatDriver d(words(80), folder.path());
        QVERIFY(QTest::qWaitFor([&] { return d.messages().size() == 2; }));
        QVERIFY(!d.chat->canContinue());  // no model
        QVERIFY(d.openModel());
        QVERIFY(d.chat->canContinue());
        d.chat->continueReply();
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages()[1].id, cut);
        QCOMPARE(d.messages()[1].text, whole);
        QVERIFY(d.messages()[1].ids == ids);
        QCOMPARE(d.messages()[1].stats.generated, std::uint32_t(ids.size()));
        QCOMPARE(d.messages()[1].branches, 1);
        QCOMPARE(d.messages()[1].tokens.size(), ids.size());
        QCOMPARE(d.messages()[1].tokens.back().end, int(whole.size()));
        d.chat->newConversation();
        QVERIFY(!d.chat->canContinue());
        // Another model cannot go on from these ids.
        QVERIFY(d.say("x"));
    }

    void cutByTheLimitOfTokens() {
        ChatDriver d(words(30));
        QVERIFY(d.openModel());
        SamplingSettings sampling;
        sampling.maxTokens = 10;
        d.chat->setSampling(sampling);
        QVERIFY(d.say("Question"));
        QCOMPARE(d.messages()[1].stopReason, QString("max_tokens"));
        QCOMPARE(d.messages()[1].ids.size(), 10u);
        QVERIFY(d.chat->canContinue());
        d.chat->continueReply();
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages()[1].ids.size(), 20u);
        QVERIFY(d.messages()[1].text.endsWith("word19"));
        QVERIFY(d.chat->canContinue());
    }

    void anotherModelCannotGoOn() {
        ChatDriver d(words(30));
        QVERIFY(d.openModel());
        QVERIFY(d.chat->send("Question"));
        QVERIFY(d.waitTokens(3));
        d.chat->stop();
        QVERIFY(d.waitIdle());
        QVERIFY(d.chat->canContinue());
        QVERIFY(d.openModel("/models/another.gguf"));
        QVERIFY(QTest::qWaitFor([&] { return d.model->modelKey().startsWith("another"); }));
        QVERIFY(!d.chat->canContinue());
        QSignalSpy notices(d.chat.get(), &ChatController::notice);
        d.chat->branchAtToken(1, 1, 1002, " x");
        QCOMPARE(notices.size(), 1);
        QCOMPARE(d.messages().size(), 2u);
        QCOMPARE(d.messages()[1].branches, 1);
    }

    void branchAtATokenOfTheReply() {
        ChatDriver d(words(20));
        QVERIFY(d.openModel());
        QVERIFY(d.say("Question"));
        const Message whole = d.messages()[1];
        d.chat->branchAtToken(1, 4, 1001 + 9, " word9");
        QCOMPARE(d.messages().size(), 2u);
        QVERIFY(d.messages()[1].text.endsWith("word9"));  // at once
        QVERIFY(d.waitIdle());
        const Message branch = d.messages()[1];
        QCOMPARE(branch.branch, 1);
        QCOMPARE(branch.branches, 2);
        QCOMPARE(branch.ids.size(), whole.ids.size());
        QVERIFY(std::equal(whole.ids.begin(), whole.ids.begin() + 4, branch.ids.begin()));
        QCOMPARE(branch.ids[4], 1010);
        QVERIFY(branch.text.startsWith("word0 word1 word2 word3 word9 word5"));
        QCOMPARE(branch.stats.seed, whole.stats.seed);
        QCOMPARE(d.lastRequest().continued.size(), 5u);
        d.chat->showBranch(1, 0);
        QCOMPARE(d.messages()[1].text, whole.text);
        d.chat->branchAtToken(1, 900, 1, "x");  // there is no such place
        QCOMPARE(d.messages()[1].id, whole.id);
        // Of a reply that is being written: it is stopped and stays.
        d.chat->regenerate();
        QVERIFY(d.waitTokens(6));
        const RowId running = d.messages()[1].id;
        d.chat->branchAtToken(1, 2, 1001 + 12, " word12");
        QVERIFY(QTest::qWaitFor([&] { return d.messages()[1].id != running; }));
        QVERIFY(d.waitIdle());
        QVERIFY(d.messages()[1].text.startsWith("word0 word1 word12 word3"));
        QCOMPARE(d.messages()[1].branches, 4);
    }

    void systemPromptAndSamplingOfAChat() {
        QTemporaryDir folder;
        RowId first = 0;
        {
            ChatDriver d({}, folder.path());
            QVERIFY(d.openModel());
            QVERIFY(d.chat->samplingOrigin() == ChatController::SamplingOrigin::App);
            SamplingSettings own;
            own.temperature = 0.1;
            own.seed = 99;
            own.stops = {"never"};
            d.settings.setModelDefaults(d.model->modelKey(), own);
            QVERIFY(d.chat->samplingOrigin() == ChatController::SamplingOrigin::Model);
            QVERIFY(d.chat->samplingInUse() == own);
            d.chat->setSystemPrompt("Be brief.");
            QVERIFY(d.say("Question"));
            first = d.id();
            QCOMPARE(d.lastPrompt().size(), 2u);
            QCOMPARE(d.lastPrompt()[0].role, std::string("system"));
            QCOMPARE(d.lastPrompt()[0].content, std::string("Be brief."));
            QCOMPARE(d.lastRequest().sampler.seed, 99ull);
            QCOMPARE(d.lastRequest().stops, std::vector<std::string>{"never"});
            own.temperature = 1.5;
            own.presencePenalty = 0.5;
            d.chat->setSampling(own);
            QVERIFY(d.chat->samplingOrigin() == ChatController::SamplingOrigin::Chat);
            QVERIFY(d.say("More"));
            QCOMPARE(d.lastRequest().sampler.temperature, 1.5f);
            QCOMPARE(d.lastRequest().sampler.presencePenalty, 0.5f);
            d.chat->newConversation();
            QVERIFY(d.chat->samplingOrigin() == ChatController::SamplingOrigin::Model);
            QVERIFY(d.say("Other chat"));
            QCOMPARE(d.lastPrompt().size(), 1u);
            d.settings.setPresets({{"Точно", own}, {"Wild", {}}});
        }
        ChatDriver d({}, folder.path());
        QVERIFY(QTest::qWaitFor([&] { return !d.chat->heads().isEmpty(); }));
        d.chat->openConversation(first);
        QVERIFY(QTest::qWaitFor([&] { return d.id() == first; }));
        QCOMPARE(d.chat->current()->head.systemPrompt, QString("Be brief."));
        QCOMPARE(d.chat->samplingInUse().temperature, 1.5);
        QCOMPARE(d.settings.presets().size(), 2);
        QCOMPARE(d.settings.presets()[0].name, QString("Точно"));
        QCOMPARE(d.settings.presets()[0].sampling.presencePenalty, 0.5);
        d.chat->setSampling(std::nullopt);
        QVERIFY(d.openModel());
        QCOMPARE(d.chat->samplingInUse().temperature, 0.1);
        d.settings.setModelDefaults(d.model->modelKey(), std::nullopt);
        QVERIFY(d.chat->samplingOrigin() == ChatController::SamplingOrigin::App);
    }

    void templateWithoutASystemRole() {
        Script script;
        script.templateFails = true;
        ChatDriver d(script);
        QVERIFY(d.openModel());
        QSignalSpy notices(d.chat.get(), &ChatController::notice);
        d.chat->setSystemPrompt("Be brief.");
        QVERIFY(d.chat->send("Question"));
        // Once more with the prompt before the message; this script fails then too, and the user is asked.
        QVERIFY(QTest::qWaitFor([&] { return d.model->templateChoice().has_value(); }));
        QCOMPARE(notices.size(), 1);
        QCOMPARE(d.engine->submitted().size(), 2u);
        QVERIFY(!d.engine->submitted().front().foldSystem);
        QVERIFY(d.engine->submitted().back().foldSystem);  // the engine puts it there: it knows which is the first that stays
        QCOMPARE(d.lastPrompt()[0].content, std::string("Be brief."));
        QCOMPARE(d.messages().size(), 1u);
        QVERIFY(d.chat->messageWaiting());
        d.model->useTemplate("{{ messages }}");
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
    }

    void attachmentsGoBeforeTheText() {
        ChatDriver d;
        QVERIFY(d.openModel());
        QVERIFY(d.chat->send("", {{"a.md", "```\nx\n```", 9}}));  // alone, too
        QVERIFY(d.waitIdle());
        QCOMPARE(d.chat->current()->head.title, QString("a.md"));
        QCOMPARE(d.lastPrompt()[0].content, std::string("a.md\n````\n```\nx\n```\n````\n\n"));
        QVERIFY(d.chat->send("What is it?", {{"b.txt", "text\n", 5}}));
        QVERIFY(d.waitIdle());
        QCOMPARE(d.lastPrompt()[2].content, std::string("b.txt\n```\ntext\n```\n\nWhat is it?"));
        QVERIFY(!d.chat->send("  ", {}));
    }

    void waitingMessageComesBackWithItsFiles() {
        ChatDriver d;
        QVERIFY(d.chat->send("Waits", {{"b.txt", "text\n", 5}}));
        QVERIFY(d.chat->messageWaiting());
        QSignalSpy back(d.chat.get(), &ChatController::draftReturned);
        d.chat->stop();
        QCOMPARE(back.size(), 1);
        QCOMPARE(d.chat->draft(), QString("Waits"));
        QCOMPARE(d.chat->takeReturnedAttachments().size(), 1u);
        QVERIFY(d.messages().empty());
    }

    void removeAndUndo() {
        QTemporaryDir folder;
        RowId first = 0, second = 0;
        {
            ChatDriver d(words(300), folder.path());
            QVERIFY(d.openModel());
            QVERIFY(d.chat->send("First"));
            QVERIFY(d.waitTokens(3));
            first = d.id();
            d.chat->newConversation();
            QVERIFY(d.chat->send("Second"));
            second = d.id();
            QVERIFY(d.waitTokens(3));
            QSignalSpy removed(d.chat.get(), &ChatController::removedConversation);
            d.chat->remove(second);  // while it is written
            QCOMPARE(removed.size(), 1);
            QCOMPARE(removed[0][0].toString(), QString("Second"));
            QCOMPARE(d.chat->heads().size(), 1);
            QCOMPARE(d.id(), first);
            QVERIFY(QTest::qWaitFor([&] { return !d.chat->generatingIn(second); }));
            d.chat->remove(first);
            QCOMPARE(d.id(), 0);
            QVERIFY(d.chat->heads().isEmpty());
            d.chat->undoRemove();
            QVERIFY(QTest::qWaitFor([&] { return d.id() == first; }));
            d.chat->undoRemove();
            QVERIFY(QTest::qWaitFor([&] { return d.id() == second; }));
            QCOMPARE(d.messages().size(), 2u);
            QCOMPARE(d.messages()[1].stopReason, QString("cancelled"));
            QVERIFY(!d.chat->canUndoRemove());
            d.chat->undoRemove();
            d.chat->remove(12345);
            QCOMPARE(d.chat->heads().size(), 2);
            QCOMPARE(d.chat->heads()[0].id, second);
            d.chat->remove(first);
        }
        ChatDriver d({}, folder.path());
        QVERIFY(QTest::qWaitFor([&] { return d.id() == second; }));
        QCOMPARE(d.chat->heads().size(), 1);
    }

    void renamePinDuplicate() {
        ChatDriver d;
        QVERIFY(d.openModel());
        QVERIFY(d.say("Question"));
        const RowId id = d.id();
        QSignalSpy heads(d.chat.get(), &ChatController::headChanged);
        d.chat->rename(id, "  A\nbetter name ");
        QCOMPARE(d.chat->current()->head.title, QString("A better name"));
        QCOMPARE(heads.size(), 1);
        d.chat->rename(id, "   ");
        QCOMPARE(d.chat->heads()[0].title, QString("A better name"));
        d.chat->setPinned(id, true);
        QVERIFY(d.chat->heads()[0].pinned);
        d.chat->duplicate(id);
        QVERIFY(QTest::qWaitFor([&] { return d.chat->heads().size() == 2 && d.id() != id; }));
        QVERIFY(d.chat->current()->head.title.contains("A better name"));
        QCOMPARE(d.messages().size(), 2u);
        QVERIFY(d.say("On with the copy"));
        QCOMPARE(d.messages().size(), 4u);
        d.chat->openConversation(id);
        QVERIFY(QTest::qWaitFor([&] { return d.id() == id; }));
        QCOMPARE(d.messages().size(), 2u);
    }

    void exportAndImportThroughTheController() {
        QTemporaryDir folder;
        ChatDriver d;
        QVERIFY(d.openModel());
        QVERIFY(d.say("Question"));
        d.chat->regenerate();
        QVERIFY(d.waitIdle());
        d.chat->setSystemPrompt("brief");
        QSignalSpy exported(d.chat.get(), &ChatController::exported),
            notices(d.chat.get(), &ChatController::notice);
        const QString file = folder.filePath("chat.json");
        d.chat->exportTo(d.id(), file);
        QTRY_COMPARE(exported.size(), 1);
        const RowId before = d.id();
        d.chat->importFrom(file);
        QVERIFY(QTest::qWaitFor([&] { return d.id() != before && d.messages().size() == 2; }));
        QCOMPARE(d.messages()[1].branches, 2);
        QCOMPARE(d.messages()[1].branch, 1);
        QCOMPARE(d.chat->current()->head.systemPrompt, QString("brief"));
        d.chat->importFrom(folder.filePath("no such file.json"));
        QTRY_COMPARE(notices.size(), 1);
    }

    void hitsOpenWhereTheyAre() {
        ChatDriver d;
        QVERIFY(d.openModel());
        QVERIFY(d.say("Octave in the first branch"));
        const RowId first = d.id();
        const RowId message = d.messages()[0].id;
        d.chat->editAndSend(0, "Other words");
        QVERIFY(d.waitIdle());
        d.chat->newConversation();
        QVERIFY(d.say("Another chat"));
        QVector<SearchHit> hits;
        connect(d.chat.get(), &ChatController::searched, this,
                [&](const QString&, const QVector<SearchHit>& found) { hits = found; });
        d.chat->search("octave");
        // Its title comes from it, too.
        QVERIFY(QTest::qWaitFor([&] { return hits.size() == 2; }));
        RowId shown = 0, where = 0;
        HitRanges ranges;
        connect(d.chat.get(), &ChatController::found, this,
                [&](qlonglong c, qlonglong m, const HitRanges& r) {
                    where = c;
                    shown = m;
                    ranges = r;
                });
        d.chat->openHit(hits[1]);
        QVERIFY(QTest::qWaitFor([&] { return shown != 0; }));
        QCOMPARE(where, first);
        QCOMPARE(shown, message);
        QCOMPARE(ranges, (HitRanges{{0, 6}}));
        QCOMPARE(*d.chat->indexOf(message), 0u);
        QCOMPARE(d.messages()[0].branch, 0);
        shown = 0;
        d.chat->openHit(hits[1]);  // again, where it is on show
        QCOMPARE(shown, message);
        d.chat->openHit(hits[0]);
        QCOMPARE(shown, 0);
        QCOMPARE(where, first);
    }

    void aRemovedChatIsNotShown() {
        ChatDriver d;
        QVERIFY(d.openModel());
        QVERIFY(d.say("Removed"));
        SearchHit hit;
        hit.conversation = d.id();
        hit.message = d.messages()[0].id;
        d.chat->newConversation();
        QVERIFY(d.say("Stays"));
        const RowId stays = d.id();
        const auto settled = [&] {
            QVERIFY(d.store->flush());
            QTest::qWait(20);
            QCOMPARE(d.id(), stays);
        };
        d.chat->openConversation(hit.conversation);
        d.chat->remove(hit.conversation);  // while it is read
        settled();
        d.chat->openHit(hit);  // found before it was removed
        settled();
        d.chat->undoRemove();
        QVERIFY(QTest::qWaitFor([&] { return d.id() == hit.conversation; }));
    }

    void aHitThatWasGivenUpDoesNothing() {
        ChatDriver d;
        QVERIFY(d.openModel());
        QVERIFY(d.say("Octave"));
        SearchHit hit;
        hit.conversation = d.id();
        hit.message = d.messages()[0].id;
        d.chat->newConversation();
        QVERIFY(d.say("Another chat"));
        const RowId other = d.id();
        QSignalSpy found(d.chat.get(), &ChatController::found);
        d.chat->openHit(hit);
        d.chat->openConversation(other);
        d.chat->openConversation(hit.conversation);
        QVERIFY(QTest::qWaitFor([&] { return d.id() == hit.conversation; }));
        QVERIFY(found.isEmpty());
    }

    void treesThatNoProgramWrites() {
        // A file may hold anything: circles, missing parents, several active siblings, none.
        Conversation c;
        const auto put = [&](RowId id, RowId parent, bool active) {
            Message m;
            m.id = id;
            m.parent = parent;
            m.active = active;
            c.messages.push_back(m);
        };
        put(5, 4, true);
        put(4, 5, true);  // a circle
        put(1, 0, false);
        put(2, 0, false);
        put(3, 99, true);  // an orphan
        put(6, 3, true);
        put(7, 3, true);
        arrange(c);
        QCOMPARE(c.messages.size(), 2u);
        QCOMPARE(c.messages[0].id, 3);
        QCOMPARE(c.messages[0].branches, 3);
        QCOMPARE(c.messages[1].id, 7);
        QCOMPARE(c.aside.size(), 5u);
        QVERIFY(activate(c, 6));
        QCOMPARE(c.messages[1].id, 6);
        QVERIFY(activate(c, 2));
        QCOMPARE(c.messages.size(), 1u);
        QVERIFY(!activate(c, 1234));
        activate(c, 5);  // within the circle: no hang, nothing lost
        QCOMPARE(c.messages.size() + c.aside.size(), 7u);
        const auto order = parentsFirst(c);
        QCOMPARE(order.size(), 7u);
        QCOMPARE(order[5]->id, 4);  // the circle comes last
        QCOMPARE(order[6]->id, 5);
    }
};

QTEST_GUILESS_MAIN(BranchesTest)
#include "branches_test.moc"
