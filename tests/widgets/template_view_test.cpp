// The view "Template" of the Tokens panel with a desk that a script fills: what is said, marked, asked for and kept.
#include <QAbstractButton>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextDocument>
#include <QtTest>

#include "tests/widgets/support/scripted_source.h"
#include "widgets/controls/segmented.h"
#include "widgets/models/template_desk.h"
#include "widgets/panels/tokens.h"
#include "widgets/panels/tokens/source_editor.h"
#include "widgets/panels/tokens/template_view.h"
#include "widgets/panels/tokens/token_flow.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;
using test::ScriptedSource;
using Kind = TemplateName::Kind;

namespace {

struct Scene {
    ScriptedSource source;
    SelectionModel selection;
    TemplateDesk desk;
    std::unique_ptr<TokensPanel> panel;
    explicit Scene(QSize size = {1000, 420}) { build(size); }
    void build(QSize size) {
        panel = std::make_unique<TokensPanel>(&selection);
        panel->setTemplateDesk(&desk);
        panel->resize(size);
        panel->show();
        panel->setSnapshot(source.latest());
        QCoreApplication::processEvents();
    }
    TemplateView* view() { return panel->templateView(); }
    SourceEditor* editor() { return view()->editor(); }
    void facts(TemplateName inUse, TemplateName text, bool applied) {
        desk.setFacts({true, "m.gguf", true, {"chatml", "gemma"}, inUse, text, applied});
    }
    // The switch that is seen.
    Segmented* views() {
        for (Segmented* views : panel->findChildren<Segmented*>())
            if (views->isVisible()) return views;
        return nullptr;
    }
    void press(int index) { QTest::mouseClick(views()->findChildren<QAbstractButton*>()[index], Qt::LeftButton); }
};

TemplatePreview previewOf(std::uint64_t key, int tokens) {
    telemetry::ChunkedLog<telemetry::TokenFacts> log;
    for (int i = 0; i < tokens; ++i) log.append({i, i == 0, false, 0, i == 0 ? "<s>" : " word", telemetry::TokenOrigin::Template});
    auto list = std::make_shared<std::vector<telemetry::SequenceTokens>>();
    list->push_back({key, log.view(), {}, nullptr});
    auto snapshot = std::make_shared<telemetry::Snapshot>();
    snapshot->tokens = list;
    TemplatePreview preview;
    preview.snapshot = snapshot;
    preview.sequence = key;
    return preview;
}

// The colour of the letter at a place of the first line.
QColor colourAt(const QTextDocument& document, int at) {
    for (const auto& range : document.firstBlock().layout()->formats())
        if (at >= range.start && at < range.start + range.length) return range.format.foreground().color();
    return {};
}

}  // namespace

class TemplateViewTest : public QObject {
    Q_OBJECT
private slots:
    void withoutADeskThereIsNoSwitch() {
        SelectionModel selection;
        TokensPanel panel(&selection);
        panel.show();
        QVERIFY(!panel.templateView());
        for (Segmented* views : panel.findChildren<Segmented*>()) QVERIFY(!views->isVisible());
    }

    void theSwitchLeadsThereAndBack() {
        Scene s;
        QSignalSpy seen(&s.desk, &TemplateDesk::seenChanged);
        QVERIFY(s.views() && !s.view()->isVisible());
        s.press(1);
        QVERIFY(s.view()->isVisible() && s.desk.isSeen() && s.desk.isChosen());
        QCOMPARE(s.views()->current(), 1);
        s.panel->setOnShow(false);
        QVERIFY(!s.desk.isSeen());
        s.panel->setOnShow(true);
        QCOMPARE(seen.size(), 3);
        s.press(0);
        QVERIFY(!s.view()->isVisible() && !s.desk.isSeen());
    }

    void withoutAModelThereIsNothingToSwitch() {
        Scene s;
        s.press(1);
        s.panel->setSnapshot(std::make_shared<telemetry::Snapshot>());
        QVERIFY(!s.view()->isVisible() && !s.views() && !s.desk.isSeen());
        s.panel->setSnapshot(s.source.latest());
        QVERIFY(s.view()->isVisible() && s.desk.isSeen());
    }

    void theSourceIsColoured() {
        Scene s;
        s.desk.beginText("a{# c #}{{ 'x' ~ 12 }}{% if y %}");
        s.press(1);
        const Theme& theme = Theme::instance();
        const QTextDocument& document = *s.desk.document();
        QTRY_COMPARE(colourAt(document, 1), theme.color("syntax.comment"));
        QCOMPARE(colourAt(document, 0), QColor());
        QCOMPARE(colourAt(document, 8), theme.color("syntax.type"));
        QCOMPARE(colourAt(document, 12), theme.color("syntax.string"));
        QCOMPARE(colourAt(document, 17), theme.color("syntax.number"));
        QCOMPARE(colourAt(document, 25), theme.color("syntax.keyword"));
        QCOMPARE(colourAt(document, 28), QColor());
    }

    void typingUndoAndCaretOutliveThePanel() {
        Scene s;
        s.desk.beginText("one\ntwo");
        s.press(1);
        s.editor()->moveCursor(QTextCursor::End);
        QTest::keyClicks(s.editor(), "!");
        QTest::keyClick(s.editor(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(s.desk.text(), QString("one\ntwo!\n"));
        s.panel.reset();
        s.build({1000, 420});   // as another language does
        QVERIFY(s.view()->isVisible());
        QCOMPARE(s.editor()->textCursor().position(), 9);
        QTest::keyClick(s.editor(), Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(s.editor(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(s.desk.text(), QString("one\ntwo"));
    }

    void noBreakSpacesStay() {
        TemplateDesk desk;
        const QString text = QString("a") + QChar::Nbsp + "b\nc";
        desk.beginText(text);
        QCOMPARE(desk.text(), text);
    }

    void errorsSayWhereAndKeepTheLastPrompt() {
        Scene s;
        s.desk.beginText("one\ntwo {{ three\nfour");
        s.facts({Kind::Own}, {Kind::Edited}, false);
        s.press(1);
        s.desk.setPreview(previewOf(1, 7));
        QVERIFY(s.view()->errorText().isEmpty() && s.view()->applyButton()->isEnabled());
        QVERIFY(s.view()->countText().contains("7 tokens"));
        TemplatePreview wrong = s.desk.preview();
        wrong.error = "expected '}}'";
        wrong.line = 2;
        wrong.column = 8;
        s.desk.setPreview(wrong);
        QCOMPARE(s.view()->errorText(), QString("Line 2, column 8: expected '}}'"));
        QCOMPARE(s.editor()->errorLine(), 2);
        QCOMPARE(s.editor()->extraSelections().size(), 2);
        QCOMPARE(s.editor()->extraSelections()[1].cursor.selectedText(), QString("three"));
        QVERIFY(s.view()->flow()->isPale() && s.view()->flow()->isVisible());
        QVERIFY(!s.view()->applyButton()->isEnabled());
        // Another key: the mark goes until it is known what is wrong now.
        QTest::keyClicks(s.editor(), "x");
        QCOMPARE(s.editor()->errorLine(), 0);
        s.desk.setPreview(previewOf(2, 8));
        QVERIFY(s.view()->errorText().isEmpty() && !s.view()->flow()->isPale());
    }

    void whatIsWantedIsAsked() {
        Scene s;
        s.facts({Kind::Own}, {Kind::Edited}, false);
        s.press(1);
        QSignalSpy applied(&s.desk, &TemplateDesk::applyWanted), reverted(&s.desk, &TemplateDesk::revertWanted),
            wanted(&s.desk, &TemplateDesk::templateWanted);
        QTest::keyClick(s.editor(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(applied.size(), 1);
        QTest::mouseClick(s.view()->applyButton(), Qt::LeftButton);
        QTest::mouseClick(s.view()->revertButton(), Qt::LeftButton);
        QCOMPARE(applied.size(), 2);
        QCOMPARE(reverted.size(), 1);
        emit s.view()->chooser()->activated(2);
        QCOMPARE(wanted.back()[0].toInt(), 1);
        // Tab leaves the editor.
        s.editor()->setFocus();
        QTest::keyClick(s.editor(), Qt::Key_Tab);
        QVERIFY(!s.editor()->hasFocus());
        QVERIFY(!s.editor()->accessibleName().isEmpty() && !s.view()->chooser()->accessibleName().isEmpty());
        s.facts({Kind::Own}, {Kind::Own}, true);
        QVERIFY(!s.view()->applyButton()->isEnabled() && !s.view()->revertButton()->isEnabled());
        QTest::keyClick(s.editor(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(applied.size(), 2);
    }

    void theLineThatIsWrittenStaysInView() {
        Scene s({420, 300});
        s.facts({Kind::Own}, {Kind::Edited}, false);
        s.press(1);
        QString text;
        for (int i = 0; i < 40; ++i) text += QStringLiteral("line\n");
        s.desk.setText(text);
        s.editor()->moveCursor(QTextCursor::End);
        s.editor()->ensureCursorVisible();
        QCoreApplication::processEvents();
        const int height = s.editor()->viewport()->height();
        TemplatePreview wrong = previewOf(1, 4);
        wrong.error = "unknown filter, and words for two lines more at least so that the editor gives way to them";
        wrong.line = 41;
        wrong.column = 1;
        s.desk.setPreview(wrong);
        QTRY_VERIFY(s.editor()->viewport()->height() < height);
        QVERIFY(s.editor()->viewport()->rect().contains(s.editor()->cursorRect()));
    }

    void thePreviewShowsWhatChanged() {
        Scene s({700, 300});
        s.facts({Kind::Own}, {Kind::Edited}, false);
        s.press(1);
        s.desk.setPreview(previewOf(1, 2000));
        QCoreApplication::processEvents();
        QCOMPARE(s.view()->flow()->verticalScrollBar()->value(), 0);
        s.desk.setPreview(previewOf(2, 1200));   // what came after is gone
        const QRect seen = s.view()->flow()->viewport()->rect();
        QVERIFY(seen.intersects(s.view()->flow()->cellRect(1199).toAlignedRect()));
        const int there = s.view()->flow()->verticalScrollBar()->value();
        s.desk.setPreview(previewOf(3, 1200));   // nothing changed
        QCOMPARE(s.view()->flow()->verticalScrollBar()->value(), there);
    }

    void aMessageThatIsNotInItIsSaid() {
        Scene s;
        s.press(1);
        TemplatePreview preview = previewOf(1, 8);
        preview.lacksMessage = true;
        s.desk.setPreview(preview);
        QVERIFY(s.view()->warningText().contains("message"));
        preview.error = "wrong";
        s.desk.setPreview(preview);
        QVERIFY(s.view()->warningText().isEmpty());
    }

    void theMarkOfAnEditedTemplate() {
        Scene s;
        s.facts({Kind::Edited}, {Kind::Edited}, true);
        QVERIFY(s.views()->findChildren<QAbstractButton*>()[1]->text().contains("edited"));
        s.press(1);
        QVERIFY(s.view()->chooser()->currentIndex() < 0 && !s.view()->revertButton()->isEnabled());
        s.facts({Kind::Named, 1}, {Kind::Named, 1}, true);
        QCOMPARE(s.view()->chooser()->currentText(), QString("gemma"));
        QVERIFY(!s.views()->findChildren<QAbstractButton*>()[1]->text().contains("edited"));
    }

    void aModelWithoutATemplateOffersTheNamedOnes() {
        Scene s({420, 500});
        s.desk.setFacts({true, "bare.gguf", false, {"chatml", "gemma"}, {}, {}, true});
        s.press(1);
        QVERIFY(s.editor()->placeholderText().contains("bare.gguf"));
        QCOMPARE(s.view()->chooser()->count(), 2);
        QVERIFY(!s.view()->flow()->isVisible() && !s.view()->revertButton()->isEnabled());
    }
};

QTEST_MAIN(TemplateViewTest)
#include "template_view_test.moc"
