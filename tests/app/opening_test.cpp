// Opening models in the window: whatever a model is on disk, by whichever way it comes, with what is known of it before it
// is loaded; and a model chosen while a reply is being written.
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>

#include "app/model/model_path.h"
#include "app/model/sight_text.h"
#include "app/settings/language.h"
#include "app/window/action_list.h"
#include "app/window/conversation_list.h"
#include "app/window/drop_hint.h"
#include "app/window/load_card.h"
#include "app/window/model_button.h"
#include "app/window/model_details.h"
#include "app/window/no_model_page.h"
#include "tests/app/support/window_driver.h"
#include "tests/support/hf_writer.h"
#include "tests/support/tiny_model.h"
#include "widgets/controls/elided_text.h"
#include "widgets/controls/metric_label.h"

using namespace gh::app;
using namespace gh::app::test;

class OpeningTest : public QObject {
    Q_OBJECT
private:
    static QString write(const QString& folder, const QString& name, const QByteArray& bytes = "GGUF") {
        QDir().mkpath(folder);
        const QString path = folder + '/' + name;
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) file.write(bytes);
        return path;
    }
    static QString tiny() { return QString::fromStdString(gh::test::tinyModelFile(gh::test::TinyOptions{})); }
    static QString tinyFolder() {
        const auto gguf = gh::openGguf(gh::test::tinyModelFile(gh::test::tinyOptions("llama")));
        return QString::fromStdString(gh::test::hfFolder(**gguf, "opening"));
    }
    static bool drop(WindowDriver& d, const QStringList& files, QString* title = nullptr) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& file : files) urls << QUrl::fromLocalFile(file);
        data.setUrls(urls);
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(d.window.get(), &enter);
        if (!enter.isAccepted()) return false;
        if (title) *title = d.window->findChild<DropHint*>()->title();
        QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(d.window.get(), &event);
        return event.isAccepted();
    }
    static QString opened(WindowDriver& d) {
        return d.window->model()->ready() ? QString::fromStdString(d.window->model()->facts()->path) : QString();
    }
    static QMenu* pick(WindowDriver& d) {
        d.window->actionList()->find("model.pick")->trigger();
        return d.window->findChild<ModelButton*>()->findChild<QMenu*>();
    }
    static QAction* entry(QMenu* menu, const QString& path) {
        for (QAction* action : menu->actions())
            if (action->data().toString() == path) return action;
        return nullptr;
    }

private slots:
    void initTestCase() { useLanguage("en"); }

    // ---- paths -----------------------------------------------------------------------------------------

    void aModelHasOnePathAndOneName() {
        QTemporaryDir folder;
        const QString base = folder.path();
        const QString single = write(base, "one.Q4_0.gguf");
        const QString first = write(base, "big-00001-of-00003.gguf", "12345"), third = write(base, "big-00003-of-00003.gguf", "123");
        write(base + "/Qwen2.5-0.5B", "config.json", "{}");
        const QString weights = write(base + "/Qwen2.5-0.5B", "model.safetensors", "1234567");
        const QString loose = write(base + "/loose", "model.safetensors");
        QCOMPARE(modelPath(single), single);
        QCOMPARE(modelPath(third), first);
        QCOMPARE(modelPath(weights), base + "/Qwen2.5-0.5B");
        QCOMPARE(modelPath(base + "/Qwen2.5-0.5B/"), base + "/Qwen2.5-0.5B");
        QCOMPARE(modelPath(base + "/Qwen2.5-0.5B/config.json"), base + "/Qwen2.5-0.5B");
        QCOMPARE(modelPath(loose), loose);
        QCOMPARE(modelPathName(single), QString("one.Q4_0.gguf"));
        QCOMPARE(modelStem(single), QString("one.Q4_0"));
        QCOMPARE(modelPathName(third), QString("big"));
        QCOMPARE(modelStem(base + "/Qwen2.5-0.5B"), QString("Qwen2.5-0.5B"));
        QCOMPARE(modelBytes(first), std::uint64_t(8));
        QCOMPARE(modelBytes(base + "/Qwen2.5-0.5B"), std::uint64_t(7));
        QCOMPARE(modelBytes(base + "/absent.gguf"), std::uint64_t(0));
        QCOMPARE(modelsIn(base), QStringList({first, single, base + "/Qwen2.5-0.5B"}));
        QCOMPARE(modelsIn(base + "/Qwen2.5-0.5B"), QStringList(base + "/Qwen2.5-0.5B"));
        QCOMPARE(modelsIn(base, 1).size(), 1);
        QVERIFY(isModelPath(third) && isModelPath(base + "/Qwen2.5-0.5B") && isModelPath(loose));
        // A folder of other things, and a config.json that somebody wants read as text.
        QVERIFY(!isModelPath(base) && !isModelPath(base + "/Qwen2.5-0.5B/config.json"));
    }

    // ---- what is seen before -----------------------------------------------------------------------------

    void aPeekSaysWhatAModelIs() {
        QTemporaryDir folder;
        Settings settings(folder.filePath("settings.json"));
        ModelPeek peek(&settings);
        for (const QString& path : {tiny(), tinyFolder()}) {
            peek.look(path);
            QCOMPARE(peek.sight().state, ModelSight::State::Reading);
            QVERIFY(!sightText(peek.sight()).isEmpty());
            QTRY_COMPARE(peek.sight().state, ModelSight::State::Seen);
            QVERIFY(peek.sight().fits());
            const auto rows = sightRows(peek.sight());
            QCOMPARE(int(rows.size()), kSightRows);
            QVERIFY(rows[0].value.startsWith(QFileInfo(path).isDir() ? "safetensors" : "GGUF"));
            QVERIFY(rows[1].value.contains("llama") && rows[1].value.contains("parameters"));
            QVERIFY(rows[2].value.contains("F32"));
            QVERIFY(rows[3].value.contains("2 layers") && rows[3].value.contains("4 heads"));
            QVERIFY(rows[4].value.contains("512") && rows[4].value.contains("a token"));
            QVERIFY(rows[5].value.contains("it fits"));
        }
        // The newest question is the one that is answered.
        peek.look(tiny());
        peek.look("/absent/model.gguf");
        QTRY_COMPARE(peek.sight().state, ModelSight::State::Refused);
        QVERIFY(sightProblem(peek.sight()).contains("not there"));
        peek.look(tiny());
        peek.cancel();
        QTest::qWait(200);
        QVERIFY(peek.path().isEmpty() && peek.sight().state == ModelSight::State::Reading);
    }

    void whatDoesNotFitSaysSo() {
        QTemporaryDir folder;
        Settings settings(folder.filePath("settings.json"));
        ModelPeek peek(&settings);
        peek.look(tiny());
        QTRY_COMPARE(peek.sight().state, ModelSight::State::Seen);
        ModelSight sight = peek.sight();
        sight.available = sight.needs - 1;
        sight.fittingContext = 256;
        QVERIFY(sightRows(sight)[5].bad && sightRows(sight)[5].value.contains("256 tokens"));
        sight.fittingContext = 0;
        QVERIFY(sightRows(sight)[5].value.contains("does not fit"));
    }

    void aPeekThatTakesLongIsAnswered() {
        QTemporaryDir folder;
        Settings settings(folder.filePath("settings.json"));
        ModelPeek peek(&settings);
        peek.setLimit(0);
        peek.look(tiny());
        QTRY_VERIFY(peek.sight().state != ModelSight::State::Reading);
        ModelSight sight;
        sight.state = ModelSight::State::TooLong;
        QVERIFY(sightProblem(sight).contains("10 s"));
    }

    void thePickerShowsWhatAnEntryIs() {
        QTemporaryDir folder;
        const QString good = folder.filePath("good.gguf"), bad = write(folder.path(), "bad one.gguf", "GGUF....");
        QVERIFY(QFile::copy(tiny(), good));
        const QString part = write(folder.path(), "set-00001-of-00002.gguf");
        write(folder.path(), "set-00002-of-00002.gguf");
        WindowDriver d;
        QVERIFY(d.openReady());
        d.window->settings()->setChosenFolders({folder.path()});
        QMenu* menu = pick(d);
        QVERIFY(entry(menu, good) && entry(menu, bad) && entry(menu, part));
        QVERIFY(entry(menu, part)->text().startsWith("set\t"));
        auto* details = menu->findChild<ModelDetails*>();
        const QSize size = details->size();
        QVERIFY(details->text().contains("Point at"));
        menu->setActiveAction(entry(menu, good));
        QTRY_VERIFY(details->text().contains("it fits"));
        QVERIFY(details->accessibleDescription().contains("llama"));
        menu->setActiveAction(entry(menu, bad));
        QTRY_VERIFY(details->text().contains("Details:"));
        QCOMPARE(details->size(), size);
        menu->setActiveAction(entry(menu, part));
        QTRY_VERIFY(details->accessibleName() == "set" && details->text().contains("Details:"));
        entry(menu, good)->trigger();
        menu->close();
        QTRY_COMPARE(opened(d), good);
    }

    void aFolderOfManyModelsSaysHowManyMore() {
        QTemporaryDir folder;
        for (int i = 0; i < 15; ++i) write(folder.path(), QStringLiteral("model %1.gguf").arg(i));
        WindowDriver d;
        QVERIFY(d.openReady());
        d.window->settings()->setChosenFolders({folder.path()});
        QMenu* menu = pick(d);
        QAction* more = nullptr;
        int listed = 0;
        for (QAction* action : menu->actions()) {
            listed += action->data().toString().startsWith(folder.path());
            if (action->text().startsWith("and 3 more")) more = action;
        }
        QCOMPARE(listed, 12);
        QVERIFY(more);
        QString header;
        for (const QLabel* label : menu->findChildren<QLabel*>())
            if (label->toolTip() == folder.path()) header = label->text();
        QVERIFY2(header.startsWith("Models in ") && header.contains(QFileInfo(folder.path()).fileName().right(4)), qPrintable(header));
        QSignalSpy wanted(d.window->findChild<ModelButton*>(), &ModelButton::folderFilesRequested);
        d.window->findChild<ModelButton*>()->disconnect(d.window.get());
        more->trigger();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].toString(), folder.path());
        menu->close();
    }

    void dialogsBeginInAFolderThatIsThere() {
        QTemporaryDir folder;
        Settings settings(folder.filePath("settings.json"));
        settings.setModelFolder(folder.path());
        QCOMPARE(settings.dialogFolder(), folder.path());
        settings.setModelFolder(folder.path() + "/absent");
        QCOMPARE(settings.dialogFolder(), QDir::homePath());
    }

    // What does not fit into the details ends in "…", and the whole is in the tool tip.
    void theDetailsCutNothingSilently() {
        gh::widgets::ElidedText text(1, QFont(), "text");
        text.resize(120, text.sizeHint().height());
        text.setText("8,192 tokens, of which 8,192 are used · cache 18.0 KiB a token");
        QCOMPARE(text.toolTip(), text.text());
        const QImage cut = text.grab().toImage();
        text.setText("8,192 tokens, of which 8,192 are used · cache 18.0 KiB a to");
        QCOMPARE(text.grab().toImage(), cut);   // both are the beginning and "…"
        ModelDetails details;
        for (const QObject* value : details.findChildren<gh::widgets::ElidedText*>()) QVERIFY(value);
        QVERIFY(details.findChildren<gh::widgets::ElidedText*>().size() == kSightRows + 1);
    }

    // What one does next is to write.
    void whoOpensAModelWritesNext() {
        QTemporaryDir folder;
        const QString good = folder.filePath("good.gguf");
        QVERIFY(QFile::copy(tiny(), good));
        WindowDriver d;
        QVERIFY(d.openReady());
        d.window->settings()->setChosenFolders({folder.path()});
        d.window->conversations()->searchBox()->setFocus();
        QMenu* menu = pick(d);
        entry(menu, good)->trigger();
        menu->close();
        QTRY_COMPARE(opened(d), good);
        QCOMPARE(d.window->focusWidget(), static_cast<QWidget*>(d.edit()));
        d.window->conversations()->searchBox()->setFocus();
        QVERIFY(drop(d, {tiny()}));
        QCOMPARE(d.window->focusWidget(), static_cast<QWidget*>(d.edit()));
    }

    // The figures of the model before are not this one's.
    void theStatusLineForgetsTheModelBefore() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Hello");
        QVERIFY(d.waitIdle());
        const auto& models = d.window->selection()->clock()->models();
        QVERIFY(models.all().empty());
        const auto steps = [&] {
            for (const gh::widgets::PartsLabel* label : d.window->findChildren<gh::widgets::PartsLabel*>())
                if (label->accessibleName().contains("/ step")) return label->accessibleName();
            return QString();
        };
        QTRY_VERIFY2(steps().contains("ms"), qPrintable(steps()));
        const std::uint64_t last = d.window->bridge()->latest()->step;
        const QString next = tiny();
        d.window->chatPane()->openModel(next);
        QTRY_COMPARE(opened(d), next);
        QTRY_VERIFY2(!steps().contains("ms"), qPrintable(steps()));
        QCOMPARE(models.all().size(), 1u);
        QCOMPARE(models.since(), last + 1);
        QCOMPARE(models.all()[0].name, QFileInfo(next).fileName());
    }

    void theLoadingCardSaysWhatIsLoaded() {
        Script script;
        script.loadMs = 1500;
        WindowDriver d(script, tinyFolder());
        d.open();
        QTRY_VERIFY(d.window->chatPane()->loadCard()->isVisible());
        QTRY_VERIFY(d.window->chatPane()->loadCard()->details().contains("2 layers"));
        QVERIFY(d.window->chatPane()->loadCard()->details().contains("llama"));
    }

    // ---- ways in -----------------------------------------------------------------------------------------

    void foldersAndPartsAreDropped() {
        QTemporaryDir folder;
        const QString model = folder.filePath("a model"), first = write(folder.path(), "set-00001-of-00002.gguf");
        write(model, "config.json", "{}");
        const QString second = write(folder.path(), "set-00002-of-00002.gguf"), other = write(folder.path(), "x.gguf");
        WindowDriver d;
        QVERIFY(d.openReady());
        QString title;
        QVERIFY(drop(d, {model}, &title));
        QVERIFY(title.contains("open a model"));
        QTRY_COMPARE(opened(d), model);
        QCOMPARE(d.window->settings()->recentModels().front(), model);
        QVERIFY(drop(d, {second, first}, &title));
        QVERIFY(title.contains("open set"));
        QTRY_COMPARE(opened(d), first);
        QVERIFY(!drop(d, {first, other}));
        // A folder with models in it is listed.
        QVERIFY(drop(d, {folder.path()}, &title));
        QVERIFY(title.contains("list"));
        QVERIFY(d.window->settings()->chosenFolders().contains(folder.path()));
        QMenu* menu = d.window->findChild<ModelButton*>()->findChild<QMenu*>();
        QVERIFY(menu && menu->isVisible() && entry(menu, other));
        menu->close();
        // The model's name is the set's, wherever it stands.
        QVERIFY(d.window->findChild<ModelButton*>()->accessibleName().contains("set,"));
    }

    void aFolderWithoutModelsSaysSo() {
        QTemporaryDir folder;
        WindowDriver d;
        QVERIFY(d.openReady());
        d.window->takeFolder(folder.path());
        QVERIFY(d.window->chatPane()->notice("folder"));
        QVERIFY(d.window->chatPane()->notice("folder")->text().contains("config.json"));
        QVERIFY(d.window->settings()->chosenFolders().isEmpty());
    }

    void atHandAreFoldersAndSetsToo() {
        QTemporaryDir folder;
        write(folder.filePath("A folder"), "config.json", "{}");
        write(folder.path(), "set-00002-of-00002.gguf");
        write(folder.path(), "set-00001-of-00002.gguf");
        WindowDriver d(Script{}, QString());
        d.open();
        d.window->settings()->setModelFolder(folder.path());
        NoModelPage* page = d.window->chatPane()->noModelPage();
        page->refresh();
        QVERIFY(page->found().contains(folder.filePath("A folder")));
        QCOMPARE(page->found().filter("set-").size(), 1);
        for (QPushButton* button : page->findChildren<QPushButton*>())
            if (button->text().startsWith("A folder")) button->click();
        QTRY_COMPARE(opened(d), folder.filePath("A folder"));
    }

    // ---- while a reply is being written ------------------------------------------------------------------

    void aModelChosenMeanwhileWaitsForTheReply() {
        Script script;
        script.repeats = 8;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Long");
        QVERIFY(d.waitTokens(3));
        const QString next = tiny();
        d.window->chatPane()->openModel(next);
        QVERIFY(d.window->chat()->generating() && !d.window->model()->loading());
        auto* notice = d.window->chatPane()->notice("next");
        QVERIFY(notice && notice->title().contains(modelStem(next)));
        QTRY_VERIFY(!d.window->chatPane()->notice("next") ||
                    d.window->chatPane()->notice("next")->text().contains("it fits"));
        QTRY_COMPARE(opened(d), next);
        QVERIFY(!d.window->chatPane()->notice("next"));
        QCOMPARE(d.messages().size(), 2u);
        QCOMPARE(d.messages()[1].stopReason, QString("end_of_generation"));
    }

    void orOpensAtOnceOrNotAtAll() {
        Script script;
        script.repeats = 500;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Long");
        QVERIFY(d.waitTokens(3));
        const QString next = tiny();
        const auto press = [&](int button) {
            d.window->chatPane()->notice("next")->findChildren<QPushButton*>().at(button)->click();
        };
        d.window->chatPane()->openModel(next);
        press(1);
        QTRY_VERIFY(!d.window->chatPane()->notice("next"));
        QVERIFY(d.window->chatPane()->nextModel().isEmpty() && d.window->chat()->generating());
        // One that cannot be opened is said at once, and waits no more.
        d.window->chatPane()->openModel("/absent/model.gguf");
        QTRY_VERIFY(d.window->chatPane()->notice("refused"));
        QVERIFY(d.window->chatPane()->notice("refused")->title().contains("not there"));
        QVERIFY(!d.window->chatPane()->notice("next") && d.window->chatPane()->nextModel().isEmpty());
        d.window->chatPane()->openModel(next);
        press(0);
        QTRY_COMPARE(opened(d), next);
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);  // the chat and what was written stay
        QVERIFY(d.lastText().size() > 3);
        QCOMPARE(d.messages()[1].stopReason, QString("cancelled"));
    }

    void anotherLanguageKeepsWhatWaits() {
        Script script;
        script.repeats = 500;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Long");
        QVERIFY(d.waitTokens(3));
        const QString next = tiny();
        d.window->chatPane()->openModel(next);
        d.window->setLanguage("bg");
        QTRY_VERIFY(d.window->chatPane()->notice("next") &&
                    !d.window->chatPane()->notice("next")->title().contains("opens when"));
        QCOMPARE(d.window->chatPane()->nextModel(), next);
        d.window->setLanguage("en");
    }
};

QTEST_MAIN(OpeningTest)
#include "opening_test.moc"
