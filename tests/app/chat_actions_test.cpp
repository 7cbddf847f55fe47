// What can be done with messages, on the real window: editing in place, branches, going on, files, system prompt and
// sampling, what a search found.
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QToolButton>

#include "app/chat/attachment_reader.h"
#include "app/window/conversation_list.h"
#include "app/window/drop_hint.h"
#include "app/chat/message_editor.h"
#include "app/chat/sampling_popover.h"
#include "app/chat/token_counter.h"
#include "app/window/no_model_page.h"
#include "tests/app/support/window_driver.h"

using namespace gh::app;
using namespace gh::app::test;

namespace {

void click(WindowDriver& d, std::size_t index, const char* action, int argument = 0) {
    const QRect rect = d.view()->actionRect(index, action, argument);
    QVERIFY2(!rect.isEmpty(), action);
    QTest::mouseClick(d.view()->viewport(), Qt::LeftButton, {}, rect.center());
}

QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(bytes);
    return file.fileName();
}

Script longReply() {
    Script script;
    script.reply.clear();
    for (int i = 0; i < 300; ++i) script.reply += "word" + std::to_string(i) + " ";
    script.stepMs = 3;
    return script;
}

}  // namespace

class ChatActionsTest : public QObject {
    Q_OBJECT
private slots:
    void editAndResend() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("First question");
        QVERIFY(d.waitIdle());
        click(d, 0, "edit");
        QVERIFY(d.view()->editor());
        QVERIFY(d.view()->editor()->edit()->hasFocus());
        QTest::keyClick(d.view()->editor()->edit(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(d.view()->editor()->edit(), "Second question");
        QTest::mouseClick(d.view()->editor()->sendButton(), Qt::LeftButton);
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
        QCOMPARE(d.messages()[0].text, QString("Second question"));
        QCOMPARE(d.messages()[0].branches, 2);
        QCOMPARE(d.window->chatPane()->header()->branch()->text(), QString("Branch 2 of 2"));
        click(d, 0, "branch-prev");
        QCOMPARE(d.messages()[0].text, QString("First question"));
        QCOMPARE(d.window->chatPane()->header()->branch()->text(), QString("Branch 1 of 2"));
        QVERIFY(!d.view()->item(0).action("branch-prev")->enabled);
        click(d, 0, "branch-next");
        QCOMPARE(d.messages()[0].text, QString("Second question"));
    }

    void escLeavesTheMessageAndTheReply() {
        WindowDriver d(longReply());
        QVERIFY(d.openReady());
        d.type("Question");
        QVERIFY(d.waitTokens(3));
        d.view()->edit(0);
        QTest::keyClicks(d.view()->editor()->edit(), " more");
        QTest::keyClick(d.view()->editor()->edit(), Qt::Key_Escape);
        QVERIFY(!d.view()->editor());
        QCOMPARE(d.messages()[0].text, QString("Question"));
        QVERIFY(d.window->chat()->generating());  // Esc meant the editor, not the reply
        d.window->chat()->stop();
        QVERIFY(d.waitIdle());
    }

    void editorsKeepWhatWasTyped() {
        WindowDriver d;
        QVERIFY(d.openReady());
        for (const char* text : {"First", "Second"}) {
            d.type(text);
            QVERIFY(d.waitIdle());
        }
        d.view()->edit(0);
        QTest::keyClicks(d.view()->editor()->edit(), " changed");
        QTest::keyClick(d.view()->editor()->edit(), Qt::Key_F2);
        QVERIFY(d.view()->editor() && d.view()->editor()->edit()->hasFocus());
        QCOMPARE(d.view()->editor()->text(), QString("First changed"));
        d.view()->edit(0);
        QCOMPARE(d.view()->editor()->text(), QString("First changed"));
        // Another message is edited meanwhile.
        d.view()->edit(2);
        QCOMPARE(d.view()->editor()->text(), QString("Second"));
        d.view()->edit(0);
        QCOMPARE(d.view()->editor()->text(), QString("First changed"));
    }

    void regenerateAndWalk() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Question");
        QVERIFY(d.waitIdle());
        const RowId first = d.messages()[1].id;
        click(d, 1, "regenerate");
        QVERIFY(d.waitIdle());
        QVERIFY(d.messages()[1].id != first);
        QCOMPARE(d.messages()[1].branches, 2);
        click(d, 1, "branch-prev");
        QCOMPARE(d.messages()[1].id, first);
        QTest::qWait(20);
        QCOMPARE(d.view()->item(1).message().id, first);
    }

    void continueACutReply() {
        WindowDriver d(longReply());
        QVERIFY(d.openReady());
        d.type("Question");
        QVERIFY(d.waitTokens(5));
        QVERIFY(!d.view()->item(1).action("continue"));
        d.window->chat()->stop();
        QVERIFY(d.waitIdle());
        QVERIFY(d.window->chat()->canContinue());
        const QString cut = d.lastText();
        click(d, 1, "continue");
        QVERIFY(QTest::qWaitFor([&] { return d.lastText().size() > cut.size() + 20; }, 10'000));
        QVERIFY(d.lastText().startsWith(cut));
        QCOMPARE(d.messages().size(), 2u);
        d.window->chat()->stop();
        QVERIFY(d.waitIdle());
    }

    void filesLongerThanTheContextAreToldBeforeSending() {
        QTemporaryDir folder;
        Script script;
        script.contextLimit = 512;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        AttachmentBar* bar = d.window->chatPane()->composer()->attachments();
        QSignalSpy wanted(bar, &AttachmentBar::countWanted);
        bar->attach({write(folder, "long.txt", "Line one\n")});
        QTRY_COMPARE(wanted.size(), 1);
        QTRY_VERIFY(bar->wordsOf(0).contains("without a model"));  // the scripted model has no file
        const quint64 ticket = wanted[0][0].toULongLong();
        bar->setCount(ticket, 511);
        QVERIFY(!d.window->chatPane()->notice("large"));
        bar->setCount(ticket, 600);
        QVERIFY(d.window->chatPane()->notice("large"));
        QVERIFY(d.window->chatPane()->notice("large")->text().contains("600"));
        bar->setAttachments({});
        QVERIFY(!d.window->chatPane()->notice("large"));
    }

    void theSamplePromptGetsAChatOfItsOwn() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.window->chatPane()->samplePrompt();
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
        const RowId first = d.window->chat()->current()->head.id;
        d.window->chatPane()->samplePrompt();
        QVERIFY(d.window->chat()->current()->head.id != first);
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
        // Nor does it take the place of what is being written.
        d.window->chat()->newConversation();
        d.edit()->setPlainText("half written");
        const RowId draft = d.window->chat()->current()->head.id;
        d.window->chatPane()->samplePrompt();
        QVERIFY(d.waitIdle());
        d.window->chat()->openConversation(draft);
        QTRY_COMPARE(d.edit()->toPlainText(), QString("half written"));
    }

    void aBranchIsToldByHowItBegins() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Red & blue");
        QVERIFY(d.waitIdle());
        d.window->chat()->editAndSend(0, "Green");
        QVERIFY(d.waitIdle());
        ChatHeader* header = d.window->chatPane()->header();
        QMenu menu;
        header->fillBranches(menu);
        QVERIFY(menu.actions().size() >= 2);
        QCOMPARE(menu.actions()[0]->text(), QString("Branch 1: Red && blue"));
        QCOMPARE(menu.actions()[1]->text(), QString("Branch 2: Green"));
        for (const int width : {1440, 1000, 760}) {
            d.window->resize(width, 700);
            QTest::qWait(20);
            QVERIFY(header->branch()->width() >= header->branch()->sizeHint().width());
        }
    }

    void filesGoWithAMessage() {
        QTemporaryDir folder;
        WindowDriver d;
        QVERIFY(d.openReady());
        AttachmentBar* bar = d.window->chatPane()->composer()->attachments();
        const QString notes = write(folder, "notes.txt", "Line one\r\nLine two\n");
        // Pasted as a file manager does it.
        auto* mime = new QMimeData;
        mime->setUrls({QUrl::fromLocalFile(notes)});
        QApplication::clipboard()->setMimeData(mime);
        d.edit()->setFocus();
        d.edit()->paste();
        QVERIFY(QTest::qWaitFor([&] { return bar->attachments().size() == 1; }, 5'000));
        QCOMPARE(d.edit()->toPlainText(), QString());
        QVERIFY(bar->isVisible());
        QVERIFY2(QTest::qWaitFor([&] { return bar->wordsOf(0).contains("without a model"); }, 5'000),
                 qPrintable(bar->wordsOf(0)));  // the scripted model has no file
        // Another chat has its own.
        d.window->chat()->setDraft("x");
        const RowId id = d.window->chat()->current()->head.id;
        d.window->chat()->newConversation();
        QVERIFY(bar->attachments().empty());
        d.window->chat()->openConversation(id);
        QVERIFY(QTest::qWaitFor([&] { return bar->attachments().size() == 1; }, 5'000));
        d.edit()->clear();
        d.type("What is in it?");
        QVERIFY(d.waitIdle());
        QVERIFY(bar->attachments().empty());
        QCOMPARE(d.messages()[0].attachments.size(), 1u);
        QCOMPARE(d.messages()[0].attachments[0].text, QString("Line one\nLine two\n"));
        const auto prompt = std::get<std::vector<gh::ChatMessage>>(d.engine->submitted().back().prompt);
        QVERIFY(prompt.back().content.find("Line two") != std::string::npos);
        QVERIFY(d.view()->item(0).action("attachment"));
        QVERIFY(d.view()->item(0).spoken().contains("notes.txt"));
    }

    void whatIsNoTextIsRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << QByteArray("  \n") << "empty";
        QTest::newRow("pdf") << QByteArray("%PDF-1.7 and so on") << "PDF";
        QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n....") << "PNG";
        QTest::newRow("zero") << QByteArray("text\0text", 9) << "position 4";
        QTest::newRow("latin1") << QByteArray("Gr\xfc\xdf""e") << "0xFC at position 2";
        QTest::newRow("cut") << QByteArray("abc\xe2\x82") << "position 3";
        QTest::newRow("surrogate") << QByteArray("a\xed\xa0\x80") << "0xED at position 1";
        QTest::newRow("utf16") << QByteArray("\xff\xfeh\0i\0", 6) << "UTF-16";
    }
    void whatIsNoTextIsRefused() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        const AttachmentRead read = attachmentFrom("x", bytes);
        QVERIFY2(read.refused.contains(says), qPrintable(read.refused));
    }

    void refusalsAreShown() {
        QTemporaryDir folder;
        WindowDriver d;
        QVERIFY(d.openReady());
        AttachmentBar* bar = d.window->chatPane()->composer()->attachments();
        bar->attach({write(folder, "big.txt", QByteArray(kMostAttachmentBytes + 1, 'x'))});
        QVERIFY(QTest::qWaitFor([&] { return d.window->chatPane()->notice("attachment") != nullptr; }, 5'000));
        QVERIFY(d.window->chatPane()->notice("attachment")->title().contains("big.txt"));
        QVERIFY2(d.window->chatPane()->notice("attachment")->text().contains("MiB"),
                 qPrintable(d.window->chatPane()->notice("attachment")->text()));
        QVERIFY(bar->attachments().empty());
        bar->attach({folder.path()});
        QVERIFY(QTest::qWaitFor([&] { return d.window->chatPane()->notice("attachment")->text().contains("folder"); }, 5'000));
        QVERIFY(attachmentFrom("bom.txt", "\xef\xbb\xbfHi").attachment.text == "Hi");
    }

    void filesOfOneName() {
        QTemporaryDir one, other;
        AttachmentBar bar;
        const QString path = write(one, "notes.txt", "One");
        bar.attach({path});
        QTRY_COMPARE(bar.attachments().size(), 1u);
        bar.attach({write(other, "notes.txt", "Other")});
        QTRY_COMPARE(bar.attachments().size(), 2u);
        QCOMPARE(bar.attachments()[0].text, QString("One"));
        write(one, "notes.txt", "One, changed");
        bar.attach({path});
        QTRY_COMPARE(bar.attachments().back().text, QString("One, changed"));
        QCOMPARE(bar.attachments().size(), 2u);
        // Of as many as a message takes, one may still be renewed.
        QSignalSpy refused(&bar, &AttachmentBar::refused);
        std::vector<Attachment> all = bar.attachments();
        while (all.size() < 15) all.push_back({QString::number(all.size()), "text", 4});
        bar.setAttachments(all);
        bar.attach({write(one, "last.txt", "Last")});
        QTRY_COMPARE(bar.attachments().size(), 16u);
        write(one, "last.txt", "The last");
        bar.attach({one.filePath("last.txt")});
        QTRY_COMPARE(bar.attachments().back().text, QString("The last"));
        QVERIFY(refused.isEmpty());
        bar.attach({write(one, "more.txt", "More")});
        QTRY_COMPARE(refused.size(), 1);
    }

    void onlyWhatIsNewIsCounted() {
        AttachmentBar bar;
        QSignalSpy wanted(&bar, &AttachmentBar::countWanted);
        bar.setAttachments({{"a.txt", "one", 3}});
        bar.setCount(wanted.takeFirst()[0].toULongLong(), 7);
        const QString words = bar.wordsOf(0);
        QVERIFY(words.contains("7"));
        bar.setAttachments({{"a.txt", "one", 3}, {"b.txt", "two", 3}});
        QCOMPARE(bar.wordsOf(0), words);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.takeFirst()[1].toString(), QString("two"));
        // Another model cuts other tokens.
        WindowDriver d;
        QVERIFY(d.openReady());
        AttachmentBar* shown = d.window->chatPane()->composer()->attachments();
        shown->setAttachments({{"a.txt", "one", 3}});
        QSignalSpy again(shown, &AttachmentBar::countWanted);
        d.window->model()->open("/models/another.gguf");
        QTRY_VERIFY(d.window->model()->ready() && !again.isEmpty());
        QCOMPARE(again[0][1].toString(), QString("one"));
    }

    void filesStayWithTheirChat() {
        QTemporaryDir folder;
        WindowDriver d;
        QVERIFY(d.openReady());
        AttachmentBar* bar = d.window->chatPane()->composer()->attachments();
        d.window->chat()->setDraft("first");
        const RowId first = d.window->chat()->current()->head.id;
        // Read when another chat is on show already.
        bar->attach({write(folder, "slow.txt", "Slow")});
        d.window->chat()->newConversation();
        QTest::qWait(200);
        QVERIFY(bar->attachments().empty());
        // What was attached before a chat began is not another's.
        bar->setAttachments({{"free.txt", "free", 4}});
        d.window->chat()->openConversation(first);
        QTRY_COMPARE(d.window->chat()->current() ? d.window->chat()->current()->head.id : 0, first);
        QCOMPARE(bar->attachments().size(), 1u);
        QCOMPARE(bar->attachments()[0].name, QString("slow.txt"));
        // A file without a chat began one, as text does.
        QCOMPARE(d.window->chat()->heads().size(), 2);
        d.window->chat()->openConversation(d.window->chat()->heads()[0].id);
        QTRY_COMPARE(bar->attachments().size(), 1u);
        QTRY_COMPARE(bar->attachments()[0].name, QString("free.txt"));
        d.window->chat()->newConversation();
        QVERIFY(bar->attachments().empty());
        QCOMPARE(d.window->chat()->heads().size(), 2);
    }

    // Wherever over the window: a model is opened, text is attached, and both are said before.
    void filesAreDropped() {
        QTemporaryDir folder;
        WindowDriver d;
        QVERIFY(d.openReady());
        auto* hint = d.window->findChild<DropHint*>();
        QVERIFY(hint && !hint->isVisible());
        const auto drag = [&](QWidget* over, const QStringList& files, bool drop) {
            QMimeData data;
            QList<QUrl> urls;
            for (const QString& file : files) urls << QUrl::fromLocalFile(file);
            data.setUrls(urls);
            const QPoint at = over->rect().center();
            QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
            enter.ignore();  // as it comes
            QApplication::sendEvent(over, &enter);
            if (!enter.isAccepted()) return false;
            if (drop) {
                QDropEvent dropped(at, Qt::CopyAction, &data, Qt::LeftButton, {});
                QApplication::sendEvent(d.window.get(), &dropped);
            } else {
                QDragLeaveEvent leave;
                QApplication::sendEvent(d.window.get(), &leave);
            }
            return true;
        };
        AttachmentBar* bar = d.window->chatPane()->composer()->attachments();
        const QString text = write(folder, "notes.txt", "Notes"), more = write(folder, "more.md", "More");
        QWidget* const places[] = {d.edit()->viewport(), d.view()->viewport(), d.window->conversations(),
                                   d.window->panel("kv-blocks"), d.window.get()};
        for (QWidget* place : places) {
            QVERIFY(drag(place, {text}, false));
            QVERIFY(hint->title().contains("attach notes.txt"));
            QVERIFY(!hint->isVisible());  // it was carried on
            QVERIFY(drag(place, {"/models/other.gguf"}, false));
            QVERIFY(hint->title().contains("open other.gguf"));
            QVERIFY(!drag(place, {"/models/a.gguf", "/models/b.gguf"}, true));
            QVERIFY(!drag(place, {"/models/a.gguf", text}, true));
        }
        QVERIFY(bar->attachments().empty());
        QVERIFY(drag(d.edit()->viewport(), {text, more}, true));
        QVERIFY(hint->title().contains("2 files"));
        QVERIFY(!hint->isVisible());
        QTRY_COMPARE(bar->attachments().size(), 2u);
        QVERIFY(d.edit()->toPlainText().isEmpty());
        QVERIFY(drag(d.window->conversations(), {"/models/other.gguf"}, true));
        QTRY_VERIFY(d.window->model()->ready() && d.window->model()->facts()->fileName == "other.gguf");
        QCOMPARE(bar->attachments().size(), 2u);
    }

    void whatIsNotSentYetSurvivesARestart() {
        QTemporaryDir files, folder;
        {
            WindowDriver d(Script{}, "/models/scripted.gguf", folder.path());
            QVERIFY(d.openReady());
            d.type("Question");
            QVERIFY(d.waitIdle());
            d.window->chatPane()->composer()->attachments()->attach({write(files, "notes.txt", "Notes")});
            QTRY_COMPARE(d.window->chatPane()->composer()->attachments()->attachments().size(), 1u);
            d.edit()->setPlainText("a draft");
            d.view()->edit(0);
            QTest::keyClicks(d.view()->editor()->edit(), " in other words");
        }
        {
            WindowDriver d(Script{}, "/models/scripted.gguf", folder.path());
            QVERIFY(d.openReady());
            QTRY_COMPARE(d.messages().size(), 2u);
            AttachmentBar* bar = d.window->chatPane()->composer()->attachments();
            QCOMPARE(bar->attachments().size(), 1u);
            QCOMPARE(bar->attachments()[0].text, QString("Notes"));
            QCOMPARE(d.edit()->toPlainText(), QString("a draft"));
            QVERIFY(d.view()->editor());
            QCOMPARE(d.view()->editor()->text(), QString("Question in other words"));
            // Sent, given up: gone from the file too.
            d.type(", sent");
            QVERIFY(d.waitIdle());
            QCOMPARE(d.messages()[2].attachments.size(), 1u);
            QTest::keyClick(d.view()->editor()->edit(), Qt::Key_Escape);
            QVERIFY(!d.view()->editor());
        }
        WindowDriver d(Script{}, "/models/scripted.gguf", folder.path());
        QVERIFY(d.openReady());
        QTRY_COMPARE(d.messages().size(), 4u);
        QVERIFY(d.window->chatPane()->composer()->attachments()->attachments().empty());
        QVERIFY(!d.view()->editor());
    }

    void realTokenizersCountAndSuggest() {
        const QDir cache(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + "/glasshouse");
        const struct {
            const char* file;
            const char* name;
        } kModels[] = {{"SmolLM2-135M-Instruct.Q4_1.gguf", "chatml"}, {"gemma-3-270m-q4_k_m.gguf", "gemma"}};
        int met = 0;
        for (const auto& model : kModels) {
            if (!cache.exists(model.file)) continue;
            ++met;
            TokenCounter counter;
            counter.setModel(cache.filePath(model.file));
            QSignalSpy counted(&counter, &TokenCounter::counted), suggested(&counter, &TokenCounter::templateSuggested);
            counter.count(7, "Hello world, hello world.");
            counter.suggestTemplate();
            QVERIFY(counted.wait(20'000));
            QCOMPARE(counted[0][0].toULongLong(), 7ull);
            QVERIFY(counted[0][1].toInt() >= 5 && counted[0][1].toInt() <= 10);
            QVERIFY(!suggested.isEmpty() || suggested.wait(20'000));
            QCOMPARE(suggested[0][0].toString(), QString(model.name));
        }
        if (!met) QSKIP("no real model on this machine");
    }

    void templateOfTheFamilyStandsFirst() {
        Script script;
        script.hasTemplate = false;
        WindowDriver d(script);
        d.open();
        QVERIFY(QTest::qWaitFor([&] { return d.window->chatPane()->notice("template") != nullptr; }, 10'000));
        // The scripted model has no vocabulary to look into: none is preferred.
        QVERIFY(!d.window->chatPane()->notice("template")->text().contains("speaks for"));
    }

    void samplingAndSystemPromptOfTheChat() {
        WindowDriver d;
        QVERIFY(d.openReady());
        const auto open = [&] {
            d.window->chatPane()->openSampling();
            return d.window->chatPane()->findChild<SamplingPopover*>();
        };
        SamplingPopover* popover = open();
        QVERIFY(popover && popover->isVisible());
        QVERIFY2(popover->origin().contains("Glasshouse's defaults"), qPrintable(popover->origin()));
        auto* temperature = popover->findChild<QDoubleSpinBox*>();
        QCOMPARE(temperature->accessibleName(), QString("Temperature"));
        temperature->setValue(1.25);
        QVERIFY2(popover->origin().contains("this chat's own"), qPrintable(popover->origin()));
        auto* stops = popover->findChildren<QPlainTextEdit*>().back();
        stops->setPlainText("END\n\\n\\n");
        QCOMPARE(popover->value().stops, QStringList({"END", "\n\n"}));
        auto* name = popover->findChildren<QLineEdit*>().front();
        for (QLineEdit* edit : popover->findChildren<QLineEdit*>()) {
            if (edit->accessibleName().contains("preset")) name = edit;
        }
        name->setText("Wild");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(d.window->settings()->presets().size(), 1);
        popover->findChildren<QPlainTextEdit*>().front()->setPlainText("Answer in rhymes.");
        popover->close();
        QTest::qWait(20);
        QCOMPARE(d.window->chat()->current()->head.systemPrompt, QString("Answer in rhymes."));
        QCOMPARE(d.window->chat()->samplingInUse().temperature, 1.25);
        QStringList chips;
        for (const Chip* chip : d.window->chatPane()->composer()->findChildren<Chip*>()) {
            if (!chip->isHidden()) chips << chip->text();
        }
        QVERIFY2(chips.contains("System prompt") && chips.contains("Temperature 1.25") && chips.contains("Stop texts: 2"),
                 qPrintable(chips.join(", ")));
        d.type("Question");
        QVERIFY(d.waitIdle());
        const gh::SubmitRequest request = d.engine->submitted().back();
        QCOMPARE(request.sampler.temperature, 1.25f);
        QCOMPARE(request.stops.size(), std::size_t(2));
        const auto prompt = std::get<std::vector<gh::ChatMessage>>(request.prompt);
        QCOMPARE(prompt.front().role, std::string("system"));
        QCOMPARE(prompt.front().content, std::string("Answer in rhymes."));
        // A new chat begins with the defaults; the preset is there to choose.
        d.window->chat()->newConversation();
        QCOMPARE(d.window->chat()->samplingInUse().temperature, SamplingSettings{}.temperature);
        popover = open();
        auto* presets = popover->findChild<QComboBox*>();
        QCOMPARE(presets->count(), 2);
        presets->setCurrentIndex(1);
        emit presets->activated(1);
        QCOMPARE(d.window->chat()->samplingInUse().temperature, 1.25);
        for (QPushButton* button : popover->findChildren<QPushButton*>()) {
            if (button->text() == "Use the defaults") button->click();
        }
        QCOMPARE(d.window->chat()->samplingInUse().temperature, SamplingSettings{}.temperature);
        for (QToolButton* button : popover->findChildren<QToolButton*>()) {
            if (!button->toolTip().contains("preset")) continue;
            presets->setCurrentIndex(1);
            button->setEnabled(true);
            button->click();
        }
        QCOMPARE(d.window->settings()->presets().size(), 0);
        popover->close();
    }

    void samplingStaysWithItsChat() {
        WindowDriver d;
        QVERIFY(d.openReady());
        ChatController& chat = *d.window->chat();
        SamplingSettings exact;
        exact.temperature = 0.123;
        exact.repeatPenalty = 1.0625;
        exact.penaltyLastN = 500'000;
        chat.setSampling(exact);
        const RowId first = chat.current()->head.id;
        d.window->chatPane()->openSampling();
        SamplingPopover* popover = d.window->chatPane()->findChild<SamplingPopover*>();
        QVERIFY(popover);
        const auto spin = [&](const QString& name) {
            for (QSpinBox* box : popover->findChildren<QSpinBox*>()) {
                if (box->accessibleName() == name) return box;
            }
            return static_cast<QSpinBox*>(nullptr);
        };
        QCOMPARE(spin("Looks back")->value(), 500'000);
        spin("Top-k")->setValue(40);
        exact.topK = 40;
        QVERIFY(chat.samplingInUse() == exact);  // nothing that was not touched
        popover->findChildren<QPlainTextEdit*>().front()->setPlainText("Answer in rhymes.");
        // Another chat comes up while it is open.
        chat.newConversation();
        QTRY_VERIFY(!d.window->chatPane()->findChild<SamplingPopover*>());
        QVERIFY(!chat.current());
        chat.setSystemPrompt("Another.");
        chat.openConversation(first);
        QTRY_VERIFY(chat.current() && chat.current()->head.id == first);
        QCOMPARE(chat.current()->head.systemPrompt, QString("Answer in rhymes."));
        QVERIFY(chat.samplingInUse() == exact);
        // The first change of a new chat begins it, and the window stays.
        chat.newConversation();
        d.window->chatPane()->openSampling();
        popover = d.window->chatPane()->findChild<SamplingPopover*>();
        popover->findChildren<QPlainTextEdit*>().front()->setPlainText("Be brief.");
        spin("Top-k")->setValue(7);
        QVERIFY(popover->isVisible());
        QCOMPARE(chat.current()->head.systemPrompt, QString("Be brief."));
        QCOMPARE(chat.samplingInUse().topK, 7);
        popover->close();
    }

    void anotherEngineEndsTheReply() {
        Script script;
        script.repeats = 200;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Question");
        QVERIFY(d.waitTokens(3));
        d.window->restartEngine();
        QVERIFY(!d.window->chat()->busyAnywhere());
        QVERIFY(d.messages().back().state == MessageState::Interrupted);
    }

    void whatWasFoundIsMarked() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Where is the needle here?");
        QVERIFY(d.waitIdle());
        SearchHit hit;
        hit.conversation = d.window->chat()->current()->head.id;
        hit.message = d.messages()[0].id;
        hit.inMessage = {{13, 19}};
        d.window->chat()->openHit(hit);
        QVERIFY(QTest::qWaitFor([&] { return !d.view()->found().empty(); }, 5'000));
        QCOMPARE(d.messages()[0].text.mid(d.view()->found()[0].begin, 6), QString("needle"));
        d.view()->setFocus();
        QTest::keyClick(d.view(), Qt::Key_Escape);
        QVERIFY(d.view()->found().empty());
    }

    void linksAreAskedForAndOnlyOfTheWeb() {
        Script script;
        script.reply = "See [this](https://example.org/page) and [that](file:///etc/passwd).";
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Links?");
        QVERIFY(d.waitIdle());
        const QString& text = d.messages()[1].text;
        QTest::mouseClick(d.view()->viewport(), Qt::LeftButton, {}, d.view()->pointOf(1, int(text.indexOf("this")) + 1));
        QVERIFY(d.window->chatPane()->notice("link"));
        QVERIFY(d.window->chatPane()->notice("link")->text().contains("https://example.org/page"));
        QTest::mouseClick(d.view()->viewport(), Qt::LeftButton, {}, d.view()->pointOf(1, int(text.indexOf("that")) + 1));
        QVERIFY(d.window->chatPane()->notice("link")->title().contains("not opened"));
    }

    void modelsAtHandAreOffered() {
        QTemporaryDir folder;
        write(folder, "tiny.gguf", "GGUF");
        WindowDriver d(Script{}, QString());
        d.open();
        d.window->settings()->setModelFolder(folder.path());
        d.window->chatPane()->noModelPage()->refresh();
        QVERIFY(d.window->chatPane()->noModelPage()->found().contains(folder.filePath("tiny.gguf")));
        for (QPushButton* button : d.window->chatPane()->noModelPage()->findChildren<QPushButton*>()) {
            if (button->text().startsWith("tiny")) button->click();
        }
        QVERIFY(QTest::qWaitFor([&] { return d.window->model()->ready(); }, 10'000));
    }

    void anotherLanguageKeepsWhatIsBeingDone() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Question");
        QVERIFY(d.waitIdle());
        d.view()->edit(0);
        QTest::keyClicks(d.view()->editor()->edit(), " changed");
        d.window->chatPane()->composer()->attachments()->setAttachments({{"a.txt", "text", 4}});
        const ChatPane::Kept kept = d.window->chatPane()->keep();
        ChatPane::Kept none;
        d.window->chatPane()->composer()->attachments()->setAttachments({});
        d.view()->closeEditor();
        d.window->chatPane()->giveBack(kept);
        QVERIFY(d.view()->editor());
        QCOMPARE(d.view()->editor()->text(), QString("Question changed"));
        QCOMPARE(d.window->chatPane()->composer()->attachments()->attachments().size(), 1u);
    }
};

QTEST_MAIN(ChatActionsTest)
#include "chat_actions_test.moc"
