// The template of a model in the real window: edited beside its live preview, applied, kept per model, reverted. With the
// real engine and a tiny model, so that the ids of the preview can be compared with those that were read.
#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "app/application.h"
#include "app/chat/template_presenter.h"
#include "app/chat/token_branch.h"
#include "app/chat/token_text.h"
#include "engine/text/chat_template.h"
#include "tests/app/support/window_driver.h"
#include "tests/support/tiny_model.h"
#include "widgets/models/cache_facts.h"
#include "widgets/models/template_desk.h"
#include "widgets/panels/tokens.h"
#include "widgets/panels/tokens/source_editor.h"
#include "widgets/panels/tokens/template_view.h"
#include "widgets/panels/tokens/token_flow.h"

using namespace gh::app;
using namespace gh::app::test;
using namespace gh::widgets;
using Kind = TemplateName::Kind;

namespace {

constexpr const char* kOwn = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
                             "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";
const QString kOther = QStringLiteral("{% for m in messages %}[{{ m.role }}] {{ m.content }}<|im_end|>\n{% endfor %}"
                                      "{% if add_generation_prompt %}[assistant]{% endif %}");

const QString& tinyFile() {
    static const QString kFile = [] {
        gh::test::TinyOptions options = gh::test::tinyOptions("llama");
        options.tokenizer = gh::test::TinyTokenizer::ByteLevel;
        options.chatTemplate = kOwn;
        return QString::fromStdString(gh::test::tinyModelFile(options));
    }();
    return kFile;
}

using Ids = std::vector<std::int32_t>;

struct Scene {
    WindowDriver d;
    explicit Scene(const QString& folder = {}) : d(realEngine(), tinyFile(), folder) {}

    bool open() {
        if (!d.openReady(60'000)) return false;
        SamplingSettings greedy = d.window->settings()->sampling();
        greedy.temperature = 0;
        greedy.maxTokens = 4;
        d.window->settings()->setSampling(greedy);
        PanelDock* dock = d.window->panel("tokens");
        dock->show();
        dock->raise();
        QCoreApplication::processEvents();
        panel()->showTemplate(true);
        return true;
    }
    TokensPanel* panel() { return static_cast<TokensPanel*>(d.window->panel("tokens")->panel()); }
    TemplateView* view() { return panel()->templateView(); }
    TemplateDesk* desk() { return d.window->templates()->desk(); }
    bool ask(const QString& text) {
        d.type(text);
        return d.waitIdle(60'000);
    }
    void write(const QString& text) {
        view()->editor()->setFocus();
        view()->editor()->selectAll();
        view()->editor()->insertPlainText(text);
    }
    Ids previewIds() {
        const TemplatePreview& preview = desk()->preview();
        Ids ids;
        if (!preview.snapshot || !preview.error.isEmpty()) return ids;
        const TokenSequence sequence(preview.snapshot, preview.sequence);
        for (std::uint32_t p = 0; p < sequence.size(); ++p) ids.push_back(sequence.id(p));
        return ids;
    }
    QString previewText() {
        const TemplatePreview& preview = desk()->preview();
        if (!preview.snapshot || !preview.error.isEmpty()) return {};
        return QString::fromStdString(preview.snapshot->tokens->front().prompt->text);
    }
    // What the engine read before the newest reply.
    Ids promptIds() {
        Ids ids;
        const auto snapshot = d.window->bridge()->latest();
        const auto* facts = sequenceOf(*snapshot, d.window->chat()->current()->head.id);
        if (!facts) return ids;
        const auto* tokens = tokensOf(*snapshot, facts->key);
        for (std::uint32_t p = 0; tokens && p < d.messages().back().stats.promptTokens; ++p) ids.push_back(tokens->tokens[p].id);
        return ids;
    }
    bool previewIsThePrompt() {
        return QTest::qWaitFor([&] { return !promptIds().empty() && previewIds() == promptIds(); }, 10'000);
    }
};

}  // namespace

class TemplateTest : public QObject {
    Q_OBJECT
private slots:
    void theSampleThenTheConversation() {
        Scene s;
        QVERIFY(s.open());
        QTRY_VERIFY(!s.previewIds().empty());
        QVERIFY(s.desk()->preview().sample);
        QVERIFY(s.view()->countText().contains("sample"));
        QCOMPARE(s.desk()->facts().inUse.kind, Kind::Own);
        QCOMPARE(s.desk()->text(), QString(kOwn));
        // The very ids that the engine reads, the second time with a reply's own ids in them.
        QVERIFY(s.ask("one"));
        QVERIFY(s.previewIsThePrompt());
        QVERIFY(!s.desk()->preview().sample && !s.view()->countText().contains("sample"));
        QVERIFY(s.ask("two <|im_end|>"));
        QVERIFY(s.previewIsThePrompt());
        QVERIFY(s.view()->flow()->lines() > 0);
    }

    void anEditShowsAndIsAppliedToTheNextMessage() {
        Scene s;
        QVERIFY(s.open());
        QVERIFY(s.ask("one"));
        QVERIFY(s.previewIsThePrompt());
        const Ids before = s.promptIds();
        s.write(kOther);
        QTRY_VERIFY(s.previewText().contains("[user] one"));
        QVERIFY(s.previewIds() != before);
        QCOMPARE(s.promptIds(), before);   // nothing is applied yet
        QVERIFY(!s.desk()->facts().applied);
        QTest::keyClick(s.view()->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(s.desk()->facts().applied);
        QCOMPARE(s.desk()->facts().inUse.kind, Kind::Edited);
        QVERIFY(s.ask("two"));
        QVERIFY(s.previewIsThePrompt());
        QVERIFY(s.previewText().contains("[user] two"));
        // What is written and not applied is given up for what is in use; the model's own waits for Apply as all else.
        s.write(kOther + "?");
        QTest::mouseClick(s.view()->revertButton(), Qt::LeftButton);
        QCOMPARE(s.desk()->text(), kOther);
        QVERIFY(!s.view()->revertButton()->isEnabled());
        emit s.view()->chooser()->activated(0);
        QCOMPARE(s.desk()->text(), QString(kOwn));
        QCOMPARE(s.desk()->facts().inUse.kind, Kind::Edited);
        QTest::keyClick(s.view()->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(s.desk()->facts().inUse.kind, Kind::Own);
        QVERIFY(s.ask("three"));
        QVERIFY(s.previewIsThePrompt());
        QVERIFY(s.previewText().contains("<|im_start|>user\nthree"));
        // What was written is an undo away.
        QTest::keyClick(s.view()->editor(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(s.desk()->text(), kOther);
    }

    void errorsSayWhereAndAreNotApplied() {
        Scene s;
        QVERIFY(s.open());
        QTRY_VERIFY(!s.previewIds().empty());
        s.write("один\nдва {{ messages[0].content | nothing }}");
        QTRY_VERIFY(!s.view()->errorText().isEmpty());
        QCOMPARE(s.desk()->preview().line, 2);
        // In letters, where the interpreter counts bytes.
        QVERIFY2(s.desk()->preview().column > 4 && s.desk()->preview().column <= 36, qPrintable(s.view()->errorText()));
        QCOMPARE(s.view()->editor()->errorLine(), 2);
        QVERIFY(s.view()->flow()->isPale() && s.view()->flow()->lines() > 0);
        QTest::keyClick(s.view()->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTest::qWait(100);
        QCOMPARE(s.d.window->model()->templateInUse(), std::string(kOwn));
        // Without end: the interpreter's limits hold, and the window stays.
        s.write("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}");
        QTRY_VERIFY_WITH_TIMEOUT(s.view()->errorText().contains("1") && s.desk()->preview().line == 1, 30'000);
        s.write(kOther);
        QTRY_VERIFY(s.view()->errorText().isEmpty() && !s.view()->flow()->isPale());
    }

    void aTemplateThatTakesNoSystemPrompt() {
        Scene s;
        QVERIFY(s.open());
        s.write("{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}{% endif %}"
                "{{ m.content }}{% endfor %}");
        QTRY_VERIFY(s.desk()->preview().folded);
        QVERIFY(s.desk()->preview().error.isEmpty());
        QVERIFY(s.view()->countText().contains("first message"));
    }

    void aTemplateWithoutTheMessageIsWarnedOf() {
        Scene s;
        QVERIFY(s.open());
        QTRY_VERIFY(!s.previewIds().empty());
        QVERIFY(s.view()->warningText().isEmpty());
        s.write("<|im_start|>user\nTell me a joke<|im_end|>\n<|im_start|>assistant\n");
        QTRY_VERIFY(s.view()->warningText().contains("not in this prompt"));
        // It may be wanted: it can be applied all the same. Other letters for it are still it.
        QVERIFY(s.view()->applyButton()->isEnabled());
        s.write("{% for m in messages %}{{ m.content | upper }}{% endfor %}");
        QTRY_VERIFY(s.previewText().contains("GLASS"));
        QVERIFY(s.view()->warningText().isEmpty());
    }

    void itIsKeptForTheModel() {
        QTemporaryDir folder;
        {
            Scene s(folder.path());
            QVERIFY(s.open());
            s.write(kOther);
            QTest::keyClick(s.view()->editor(), Qt::Key_Return, Qt::ControlModifier);
            QTRY_VERIFY(s.desk()->facts().applied);
            // Begun, not applied, and the window goes within the debounce.
            s.write(kOther + "!");
        }
        Scene s(folder.path());
        QVERIFY(s.open());
        QCOMPARE(s.d.window->model()->templateInUse(), kOther.toStdString());
        QCOMPARE(s.d.window->model()->ownTemplate(), std::string(kOwn));
        QCOMPARE(s.desk()->facts().inUse.kind, Kind::Edited);
        QCOMPARE(s.desk()->text(), kOther + "!");
        QVERIFY(!s.desk()->facts().applied);
        s.write(kOther);
        QVERIFY(s.ask("one"));
        QVERIFY(s.previewIsThePrompt());
        QVERIFY(s.previewText().startsWith("[user] one"));
        // Another engine has it, too.
        s.d.window->restartEngine();
        QVERIFY(QTest::qWaitFor([&] { return s.d.window->model()->ready(); }, 60'000));
        QVERIFY(s.ask("two"));
        QVERIFY(s.previewIsThePrompt());
        QVERIFY(s.previewText().contains("[user] two"));
        emit s.view()->chooser()->activated(0);
        QTest::keyClick(s.view()->editor(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(s.desk()->facts().applied);
        QVERIFY(!s.d.window->settings()->modelTemplate(s.d.window->model()->modelKey()));
        QTRY_VERIFY(!s.d.window->settings()->templateDraft(s.d.window->model()->modelKey()));
    }

    void anotherLanguageAndWorkspaceLoseNothing() {
        Scene s;
        QVERIFY(s.open());
        s.write(kOther);
        QSignalSpy rebuilt(s.d.window.get(), &MainWindow::rebuilt);
        s.d.window->setLanguage("bg");
        QVERIFY(rebuilt.wait(10'000));
        QVERIFY(s.view()->isVisibleTo(s.panel()));
        QCOMPARE(s.view()->editor()->toPlainText(), kOther);
        QVERIFY(s.view()->applyButton()->text() != "Apply");
        QTRY_VERIFY(s.previewText().contains("[user]"));
        s.d.window->switchWorkspace("plan");
        s.d.window->switchWorkspace("teach");
        QCOMPARE(s.view()->editor()->toPlainText(), kOther);
        QTest::keyClick(s.view()->editor(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(s.desk()->text(), QString(kOwn));
        s.d.window->setLanguage("en");
        QVERIFY(rebuilt.wait(10'000));
    }

    // A scripted engine's model has no vocabulary to read: that is said, and the rest works.
    void aModelWithoutATemplate() {
        QTemporaryDir folder;
        Script script;
        script.hasTemplate = false;
        {
            WindowDriver d(script, "/models/scripted.gguf", folder.path());
            d.open();
            QVERIFY(QTest::qWaitFor([&] { return d.window->model()->templateChoice().has_value(); }, 20'000));
            d.type("Waits");
            auto* panel = static_cast<TokensPanel*>(d.window->panel("tokens")->panel());
            d.window->panel("tokens")->show();
            d.window->panel("tokens")->raise();
            QCoreApplication::processEvents();
            panel->showTemplate(true);
            TemplateView* view = panel->templateView();
            QVERIFY(view->editor()->placeholderText().contains("scripted.gguf"));
            QCOMPARE(view->chooser()->count(), int(gh::namedTemplates().size()));
            emit view->chooser()->activated(0);
            QTRY_VERIFY(!view->errorText().isEmpty());
            QVERIFY(d.window->chat()->messageWaiting());
            QTest::mouseClick(view->applyButton(), Qt::LeftButton);
            QVERIFY(d.waitIdle());
            QCOMPARE(d.messages().size(), 2u);
            QCOMPARE(d.engine->templates().back(), std::string(gh::namedTemplates()[0].source));
            QCOMPARE(d.window->templates()->desk()->facts().inUse.kind, Kind::Named);
        }
        WindowDriver d(script, "/models/scripted.gguf", folder.path());
        QVERIFY(d.openReady());   // it is not asked again
        QCOMPARE(d.engine->templates().back(), std::string(gh::namedTemplates()[0].source));
    }
};

QTEST_MAIN(TemplateTest)
#include "template_test.moc"
