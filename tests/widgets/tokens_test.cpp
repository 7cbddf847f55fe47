// The Tokens panel on scripted sequences: what it says, what it marks, how it is moved in, and what it costs.
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QtTest>

#include <cmath>

#include "tests/widgets/support/cpu_clock.h"
#include "tests/widgets/support/scripted_source.h"
#include "tests/widgets/support/word_boxes.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/legend.h"
#include "widgets/models/cache_facts.h"
#include "widgets/panels/tokens.h"
#include "widgets/panels/tokens/candidate_list.h"
#include "widgets/panels/tokens/candidate_side.h"
#include "widgets/panels/tokens/token_flow.h"
#include "widgets/panels/tokens/token_strip.h"
#include "widgets/panels/tokens/wrapped_label.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;
using test::ScriptedSource;

namespace {

ScriptedSource::Shape chatShape() {
    ScriptedSource::Shape shape;
    shape.chatTemplate = true;
    return shape;
}

struct Scene {
    ScriptedSource source;
    SelectionModel selection;
    TokensPanel panel;
    explicit Scene(ScriptedSource::Shape shape = chatShape(), QSize size = {1000, 420}) : source(shape), panel(&selection) {
        panel.resize(size);
        panel.show();
    }
    std::uint64_t chat(std::uint32_t prompt = 60, int steps = 40) {
        const auto key = source.start("KV cache basics", prompt);
        source.step(steps);
        set();
        return key;
    }
    void set() {
        selection.clock()->setSnapshot(source.latest());
        panel.setSnapshot(source.latest());
        QCoreApplication::processEvents();
    }
    template <class W>
    W* find() { return panel.findChild<W*>(); }
    TokenFlow* flow() { return find<TokenFlow>(); }
    TokenStrip* strip() { return find<TokenStrip>(); }
    CandidateSide* side() { return find<CandidateSide>(); }
    QPoint middleOf(std::uint32_t position) { return flow()->cellRect(position).center().toPoint(); }
    void click(std::uint32_t position, Qt::KeyboardModifiers keys = {}) {
        flow()->ensureVisible(position);
        QTest::mouseClick(flow()->viewport(), Qt::LeftButton, keys, middleOf(position));
    }
    QPoint rowAt(int row) {
        auto* list = find<CandidateView>();
        const QModelIndex index = list->model()->index(row, 0);
        list->scrollTo(index);
        return list->visualRect(index).center();
    }
};

// A snapshot of one long sequence, made by hand.
struct LongSequence {
    telemetry::ChunkedLog<telemetry::TokenFacts> tokens;
    telemetry::DrawLog draws;
    std::shared_ptr<telemetry::Snapshot> snapshot(std::uint64_t key = 1) {
        auto s = std::make_shared<telemetry::Snapshot>();
        auto list = std::make_shared<std::vector<telemetry::SequenceTokens>>();
        list->push_back({key, tokens.view(), draws.view(), nullptr});
        auto map = std::make_shared<telemetry::BlockMap>();
        map->sequences.push_back({key, key, key, "long", static_cast<std::uint32_t>(tokens.size()), true});
        map->version = tokens.size();
        s->blocks = map;
        s->tokens = list;
        s->step = tokens.size();
        return s;
    }
    void append(bool generated) {
        static constexpr const char* kWords[] = {" the", " cache", " keeps", ".", "\n", " \xd1\x81\xd0\xbb\xd0\xbe\xd0\xb2\xd0\xbe", " values"};
        const auto p = static_cast<std::uint32_t>(tokens.size());
        telemetry::TokenFacts facts;
        facts.id = static_cast<std::int32_t>(p % 49'152);
        facts.generated = generated;
        facts.origin = generated ? telemetry::TokenOrigin::Generated : telemetry::TokenOrigin::Given;
        facts.step = p + 1;
        facts.text = kWords[p % std::size(kWords)];
        if (generated) {
            auto draw = std::make_shared<telemetry::DrawFacts>();
            draw->id = facts.id;
            draw->logProbability = -0.5f;
            draw->entropy = 1 + static_cast<float>(p % 5);
            draw->step = p;
            for (int i = 0; i < 8; ++i) draw->candidates.push_back({facts.id + i, 0, 0.1f, static_cast<std::uint32_t>(i), false, facts.text});
            draws.set(p, std::move(draw));
        }
        tokens.append(std::move(facts));
    }
};

}  // namespace

class TokensTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Theme::instance().setMode(ThemeMode::Light);
    }

    // ---- texts ------------------------------------------------------------------------------------------

    void piecesAreShownWhole() {
        QCOMPARE(pieceText(" the"), QString::fromUtf8("·the"));
        QCOMPARE(pieceText("\n"), QString(QChar(0x21b5)));
        QCOMPARE(pieceText("\t"), QString(QChar(0x2192)));
        QCOMPARE(pieceText("\xc3"), QString::fromUtf8("‹C3›"));
        QCOMPARE(pieceText("a\xaf"), QString::fromUtf8("a‹AF›"));
        QCOMPARE(pieceText("\xd1\x81"), QString::fromUtf8("с"));
        QCOMPARE(pieceText("\xf0\x9f\x8c\x8d"), QString::fromUtf8("🌍"));
        QCOMPARE(pieceText(std::string_view("\0", 1)), QString(QChar(0xfffd)));
        QVERIFY(isWholeText("ok \xd1\x81") && !isWholeText("\xd1") && !isWholeText("\x81") && isWholeText(""));
        QCOMPARE(probabilityText(0.621), QString::fromUtf8("62.1\u00a0%"));
        QCOMPARE(probabilityText(0.00001), QString::fromUtf8("< 0.1\u00a0%"));
        QCOMPARE(probabilityText(0.99999), QString::fromUtf8("> 99.9\u00a0%"));
        QCOMPARE(probabilityText(1), QString::fromUtf8("100.0\u00a0%"));
    }

    void stagesAreSaidInNumbers() {
        telemetry::DrawFacts draw;
        draw.vocabulary = draw.allowed = 49'152;
        draw.temperature = 0.8f;
        draw.stages = {{"top-k", 49'152, 40}, {"top-p", 40, 12}, {"min-p", 12, 12}};
        const QString line = stageLine(draw);
        for (const char* part : {"49,152 tokens", "top-k\u00a040 (\u2212" "49,112)", "top-p\u00a012 (\u2212" "28)", "min-p\u00a012 \u2192", "one drawn at temperature 0.80"})
            QVERIFY2(line.contains(QString::fromUtf8(part)), qPrintable(line));
        const QString hover = stageHover(draw);
        QVERIFY2(hover.contains("top-p removed 28, 12 stayed") && hover.contains("min-p removed nothing"), qPrintable(hover));
        QCOMPARE(candidateFate(draw, {.id = 5, .rank = 11, .text = ""}), QString());
        QCOMPARE(candidateFate(draw, {.id = 5, .rank = 12, .text = ""}), QString("removed by top-p"));
        QCOMPARE(candidateFate(draw, {.id = 5, .rank = 40, .text = ""}), QString("removed by top-k"));
        draw.temperature = 0;
        draw.stages.clear();
        draw.allowed = 49'150;
        QVERIFY(stageLine(draw).contains("allowed 49,150") && stageLine(draw).contains("the likeliest taken"));
        QVERIFY(stageHover(draw).contains("the bias forbade 2 tokens"));
    }

    // ---- three linked rows --------------------------------------------------------------------------------

    void voicesAreToldApart() {
        Scene scene;
        const auto key = scene.chat();
        const TokenSequence sequence(scene.source.latest(), key);
        QVERIFY(sequence.special(0) && sequence.voice(0) == TokenVoice::Template);
        QCOMPARE(int(sequence.voice(5)), int(TokenVoice::System));
        QCOMPARE(int(sequence.voice(40)), int(TokenVoice::User));
        QCOMPARE(int(sequence.voice(57)), int(TokenVoice::Template));
        QCOMPARE(int(sequence.voice(70)), int(TokenVoice::Generated));
        QVERIFY(!sequence.draw(40) && sequence.draw(70));
        QVERIFY(noDrawReason(sequence, 40).contains("Not computed"));
        QVERIFY(tokenHover(sequence, 70).contains("probability"));
        QVERIFY(tokenSpoken(sequence, 0).contains("special token"));
    }

    void hoveringMarksTheTokenInEveryView() {
        Scene scene;
        scene.chat();
        const QImage before = scene.strip()->grab().toImage();
        QSignalSpy hovered(scene.flow(), &TokenFlow::hovered);
        scene.flow()->ensureVisible(70);
        QTest::mouseMove(scene.flow()->viewport(), scene.middleOf(70));
        QCoreApplication::processEvents();
        QCOMPARE(hovered.last().at(0).toInt(), 70);
        QVERIFY(scene.strip()->grab().toImage() != before);
        const QImage flow = scene.flow()->grab().toImage();
        QTest::mouseMove(scene.strip(), scene.strip()->barRect(72).center().toPoint());
        QCoreApplication::processEvents();
        QVERIFY(scene.flow()->grab().toImage() != flow);
    }

    void oneSelectionBothWays() {
        Scene scene;
        const auto key = scene.chat();
        scene.click(66);
        const auto& chosen = scene.selection.current();
        QVERIFY(chosen.tokens && chosen.steps);
        QCOMPARE(*chosen.tokens, (Selection::Tokens{key, 66, 66}));
        QCOMPARE(*scene.side()->position(), 66u);
        scene.click(70, Qt::ShiftModifier);
        QCOMPARE(*scene.selection.current().tokens, (Selection::Tokens{key, 66, 70}));
        QCOMPARE(*scene.side()->position(), 70u);
        // From another panel.
        scene.selection.select(selectionOfTokens(*scene.source.latest(), {key, 3, 9}));
        QCOMPARE(*scene.flow()->chosen(), (TokenFlow::Range{3, 9}));
        QVERIFY(scene.flow()->viewport()->rect().intersects(scene.flow()->cellRect(3).toRect()));
        QVERIFY(scene.side()->reason().contains("Not computed"));
        QTest::keyClick(scene.flow(), Qt::Key_Escape);
        QVERIFY(scene.selection.current().empty());
        QCOMPARE(*scene.side()->position(), 98u);   // 60 of the prompt in one step, 39 drawn
        // A click on a bar.
        QTest::mouseClick(scene.strip(), Qt::LeftButton, {}, scene.strip()->barRect(75).center().toPoint());
        QCOMPARE(*scene.selection.current().tokens, (Selection::Tokens{key, 75, 75}));
    }

    void theEndOfASelectionLeadsBackToTheNewestToken() {
        Scene scene;
        const auto key = scene.chat(60, 300);
        TokenFlow* flow = scene.flow();
        const auto shows = [&](std::uint32_t position) {
            return flow->viewport()->rect().contains(flow->cellRect(position).toRect());
        };
        const auto goOn = [&] {
            scene.source.step(60);
            scene.set();
            return TokenSequence(scene.source.latest(), key).size() - 1;
        };
        scene.selection.select(selectionOfTokens(*scene.source.latest(), {key, 3, 5}));   // a word in the chat
        QVERIFY(shows(3));
        QVERIFY(!shows(goOn()) && shows(3));             // held while something is chosen
        scene.selection.clear();
        QVERIFY(shows(TokenSequence(scene.source.latest(), key).size() - 1));
        QVERIFY(shows(goOn()));
        // Who had scrolled up before stays there.
        flow->verticalScrollBar()->setValue(0);
        scene.click(4);
        scene.selection.clear();
        QVERIFY(shows(4));
        QVERIFY(!shows(goOn()));
        // Back in the past the newest token is that of the clock.
        scene.selection.clock()->scrubTo(100);
        QVERIFY(shows(*scene.side()->position()));
        scene.selection.select(selectionOfTokens(*scene.source.latest(), {key, 3, 5}));
        scene.selection.clear();
        QVERIFY(shows(*scene.side()->position()));
        QVERIFY(scene.strip()->rect().contains(scene.strip()->barRect(*scene.side()->position()).toRect()));
    }

    void theKeyboardReachesEverything() {
        Scene scene;
        const auto key = scene.chat();
        QVERIFY(scene.flow()->focusPolicy() & Qt::TabFocus);
        const auto tokens = [&] { return *scene.selection.current().tokens; };
        QTest::keyClick(scene.flow(), Qt::Key_Left);   // first: the newest
        QCOMPARE(tokens(), (Selection::Tokens{key, 98, 98}));
        QTest::keyClick(scene.flow(), Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(tokens(), (Selection::Tokens{key, 97, 98}));
        QTest::keyClick(scene.flow(), Qt::Key_Home);
        QCOMPARE(tokens(), (Selection::Tokens{key, 0, 0}));
        QTest::keyClick(scene.flow(), Qt::Key_Right);
        QCOMPARE(tokens(), (Selection::Tokens{key, 1, 1}));
        QTest::keyClick(scene.flow(), Qt::Key_Down);
        QVERIFY(tokens().first > 1);
        QTest::keyClick(scene.flow(), Qt::Key_Up);
        QVERIFY(tokens().first <= 1);
        QTest::keyClick(scene.flow(), Qt::Key_End);
        QCOMPARE(tokens().first, 98u);
        QTest::keyClick(scene.flow(), Qt::Key_PageUp);
        QVERIFY(tokens().first < 98);
        QTest::keyClick(scene.flow(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(tokens(), (Selection::Tokens{key, 0, 98}));
        QTest::keyClick(scene.strip(), Qt::Key_Left);
        QCOMPARE(tokens().first, tokens().last);
        QVERIFY(!scene.flow()->accessibleDescription().isEmpty());
        for (QWidget* widget : std::initializer_list<QWidget*>{scene.flow(), scene.strip(), scene.find<CandidateView>(), scene.find<QComboBox>()})
            QVERIFY(!widget->accessibleName().isEmpty());
    }

    // ---- candidates ---------------------------------------------------------------------------------------

    void aCandidateBranches() {
        Scene scene;
        const auto key = scene.chat();
        scene.click(66);
        auto* list = scene.find<CandidateView>();
        auto* model = static_cast<CandidateModel*>(list->model());
        QVERIFY(model->rowCount() >= 8);
        int here = -1, other = -1, removed = 0;
        for (int i = 0; i < model->rowCount(); ++i) {
            if (model->row(i).here) here = i;
            else if (other < 0) other = i;
            removed += model->row(i).removed;
            QVERIFY(!model->data(model->index(i), Qt::AccessibleTextRole).toString().isEmpty());
        }
        QVERIFY(here >= 0 && model->row(here).drawn);
        QCOMPARE(removed, 3);   // the script's top-p leaves 5 of the 8
        QSignalSpy branch(&scene.panel, &Panel::branchRequested);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, scene.rowAt(here));
        QVERIFY(branch.isEmpty());   // it stands there already
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, scene.rowAt(other));
        QCOMPARE(branch.size(), 1);
        QCOMPARE(branch[0][0].toULongLong(), key);
        QCOMPARE(branch[0][1].toUInt(), 66u);
        QCOMPARE(branch[0][2].toInt(), model->row(other).id);
        QCOMPARE(branch[0][3].toString(), model->row(other).text);
        // By the keyboard: Enter in the tokens goes to the candidates, Enter there branches.
        scene.panel.activateWindow();
        scene.flow()->setFocus();
        QTest::keyClick(scene.flow(), Qt::Key_Return);
        QVERIFY(list->currentIndex().isValid());
        list->setCurrentIndex(model->index(other));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(branch.size(), 2);
    }

    void aRareDrawStandsBehindTheBest() {
        Scene scene;
        const auto key = scene.chat(60, 120);
        const TokenSequence sequence(scene.source.latest(), key);
        bool seen = false;
        for (std::uint32_t p = 60; p < sequence.size() && !seen; ++p) {
            if (sequence.draw(p)->rank < 8) continue;
            seen = true;
            scene.click(p);
            auto* model = static_cast<CandidateModel*>(scene.find<CandidateView>()->model());
            QCOMPARE(model->rowCount(), 9);
            QVERIFY(model->row(8).drawn && model->row(8).rank == 31);
        }
        QVERIFY(seen);
    }

    void theListStaysWhileTheSameTokenIsShown() {
        Scene scene;
        scene.chat();
        scene.click(66);
        auto* list = scene.find<CandidateView>();
        list->setCurrentIndex(list->model()->index(3, 0));
        QSignalSpy reset(list->model(), &QAbstractItemModel::modelReset);
        scene.source.step(5);
        scene.set();
        QVERIFY(reset.isEmpty());
        QCOMPARE(list->currentIndex().row(), 3);
    }

    void theStepOfATokenChangesWhenItIsRead() {
        LongSequence made;
        for (int i = 0; i < 21; ++i) made.append(i == 20);
        const TokenSequence unread([&] {
            LongSequence before;
            for (int i = 0; i < 20; ++i) before.append(false);
            auto snapshot = before.snapshot();
            auto list = *snapshot->tokens;
            list[0].draws = made.draws.view();
            snapshot->tokens = std::make_shared<const std::vector<telemetry::SequenceTokens>>(list);
            return snapshot;
        }(), 1);
        const TokenSequence read(made.snapshot(), 1);
        QCOMPARE(unread.draw(20), read.draw(20));                          // only the step tells them apart
        const auto where = [](CandidateSide& side) {
            QString all;
            for (QLabel* label : side.findChildren<QLabel*>()) all += label->text() + QLatin1Char('\n');
            return all;
        };
        CandidateSide side;
        side.setPosition(unread, 20);
        QVERIFY(where(side).contains("step 20"));
        side.setPosition(read, 20);
        QVERIFY(where(side).contains("step 21"));
    }

    void headAndCandidatesChangeInOneFrame() {
        Scene scene;
        scene.chat();
        QTest::qWait(30);
        struct Watcher : QObject {
            QSet<QObject*> painted;
            bool eventFilter(QObject* object, QEvent* event) override {
                if (event->type() == QEvent::Paint) painted << object;
                return false;
            }
        } watcher;
        QWidget* list = scene.find<CandidateView>()->viewport();
        QLabel* head = scene.side()->findChild<QLabel*>();
        for (QWidget* widget : {list, static_cast<QWidget*>(head)}) widget->installEventFilter(&watcher);
        const QString before = head->text();
        scene.source.step(1);
        scene.panel.setSnapshot(scene.source.latest());
        QVERIFY(head->text() != before);
        // One frame: what is to be painted now, with no timer in between.
        QEvent frame(QEvent::UpdateRequest);
        QCoreApplication::sendEvent(&scene.panel, &frame);
        QVERIFY(watcher.painted.contains(head));
        QVERIFY(watcher.painted.contains(list));
    }

    void noCandidateIsCut() {
        Scene scene(chatShape(), {1000, 300});
        scene.chat();
        auto* list = scene.find<CandidateView>();
        for (const int height : {260, 300, 337, 381}) {
            scene.panel.resize(1000, height);
            QCoreApplication::processEvents();
            QCOMPARE(list->viewport()->height() % list->sizeHintForRow(0), 0);
        }
    }

    void aPieceIsWholeWhereTheBarHasRoom() {
        telemetry::DrawFacts draw;
        draw.id = 5;
        draw.stages = {{"top-p", 40, 1}};
        draw.candidates = {{5, 0, 0.9f, 0, false, " connections"}, {6, 0, 0.05f, 1, false, " a"}};
        CandidateModel model;
        model.setRows(rowsOf(draw, 5), false);
        CandidateDelegate delegate;
        test::WordRecorder recorder(QSize(306, 24));
        QPainter painter(&recorder);
        QStyleOptionViewItem option;
        option.rect = QRect(0, 0, 306, 24);            // of the list beside the tokens
        for (int row = 0; row < 2; ++row) delegate.paint(&painter, option, model.index(row));
        painter.end();
        const auto has = [&](const QString& text) {
            return std::any_of(recorder.words.begin(), recorder.words.end(), [&](const test::Word& w) { return w.text == text; });
        };
        QVERIFY(has(QString::fromUtf8("·connections")) && has(QStringLiteral("removed by top-p")));
    }

    void theLegendLeavesTheTokensTheirRoom() {
        Scene scene(chatShape(), {646, 216});           // the default layout at 1280 × 800
        scene.chat();
        scene.source.start("Trip to the mountains", 30);
        scene.source.step(4);
        scene.set();
        QVERIFY(scene.find<QComboBox>()->isVisible());
        auto* legend = scene.find<Legend>();
        QVERIFY(legend->height() <= 2 * legend->heightForWidth(4000));
        QVERIFY(scene.flow()->height() >= scene.flow()->heightForLines(2));
        scene.panel.resize(1400, 216);                  // with room all is there
        QTest::qWait(10);
        QCOMPARE(legend->heightForWidth(legend->width()), legend->heightForWidth(4000));
        QVERIFY(legend->accessibleName().contains("Template"));
    }

    void anUnchangedSnapshotPaintsNothing() {
        Scene scene;
        scene.chat();
        QTest::qWait(30);
        int paints = 0;
        struct Watcher : QObject {
            int* paints;
            bool eventFilter(QObject*, QEvent* event) override {
                *paints += event->type() == QEvent::Paint;
                return false;
            }
        } watcher;
        watcher.paints = &paints;
        for (QWidget* widget : scene.panel.findChildren<QWidget*>()) widget->installEventFilter(&watcher);
        auto same = std::make_shared<telemetry::Snapshot>(*scene.source.latest());   // the engine paused, say
        same->version += 1;
        scene.panel.setSnapshot(same);
        QTest::qWait(30);
        QCOMPARE(paints, 0);
    }

    void aNewTokenPaintsItsLineOnly() {
        Scene scene(chatShape(), {1000, 900});
        scene.chat();
        QTest::qWait(30);
        struct Region : QObject {
            QRegion region;
            bool eventFilter(QObject*, QEvent* event) override {
                if (event->type() == QEvent::Paint) region += static_cast<QPaintEvent*>(event)->region();
                return false;
            }
        } watcher;
        TokenFlow* flow = scene.flow();
        flow->viewport()->installEventFilter(&watcher);
        for (int i = 0; i < 30; ++i) {
            watcher.region = {};
            const auto lines = flow->lines();
            scene.source.step(1);
            scene.set();
            QTRY_VERIFY(!watcher.region.isEmpty());
            QVERIFY(watcher.region.boundingRect().top() >= flow->heightForLines(static_cast<int>(lines) - 1));
        }
    }

    // ---- what must be said --------------------------------------------------------------------------------

    void aDoubleBosIsFlagged() {
        auto shape = chatShape();
        shape.surplusBos = 1;
        Scene scene(shape);
        const auto key = scene.chat();
        const TokenSequence sequence(scene.source.latest(), key);
        QCOMPARE(sequence.surplusBos(), 1u);
        auto* notice = scene.find<WrappedLabel>();
        QVERIFY(notice->isVisible());
        QVERIFY2(notice->text().contains("2 BOS tokens"), qPrintable(notice->text()));
        QVERIFY(tokenHover(sequence, 1).contains("second BOS"));
        Scene plain;
        plain.chat();
        QVERIFY(!plain.find<WrappedLabel>()->isVisible());
    }

    void whatNoWindowSeesIsFadedAndSaid() {
        ScriptedSource::Shape shape = chatShape();
        shape.layers = 18;
        shape.windowLayers = 15;
        shape.window = 32;
        Scene scene(shape);
        const auto key = scene.chat();
        const TokenSequence sequence(scene.source.latest(), key);
        // 99 tokens: the next one, at 99, sees itself and 31 before it.
        QCOMPARE(sequence.firstInWindow(), 68u);
        QVERIFY(sequence.outOfWindow(67) && !sequence.outOfWindow(68));
        const QString text = scene.find<WrappedLabel>()->text();
        QVERIFY2(text.contains("68") && text.contains("32 tokens") && text.contains("3 layers"), qPrintable(text));
    }

    void lostRecordsAreSaid() {
        auto shape = chatShape();
        shape.drawBytes = 40'000;
        Scene scene(shape);
        const auto key = scene.chat(60, 300);
        const TokenSequence sequence(scene.source.latest(), key);
        QVERIFY(!sequence.draw(62) && sequence.wasDrawn(62));
        QVERIFY(sequence.draw(sequence.size() - 1));
        scene.click(62);
        QVERIFY(scene.side()->reason().contains("Not kept"));
    }

    void theDrawnButUnreadTokenIsThere() {
        LongSequence made;
        for (int i = 0; i < 20; ++i) made.append(false);
        auto draw = std::make_shared<telemetry::DrawFacts>();
        draw->id = 2;
        draw->end = true;
        draw->step = 21;
        draw->candidates.push_back({2, 0, 0.9f, 0, true, "<|im_end|>"});
        made.draws.set(20, std::move(draw));
        const TokenSequence sequence(made.snapshot(), 1);
        QCOMPARE(sequence.size(), 21u);
        QCOMPARE(sequence.id(20), 2);
        QVERIFY(sequence.special(20));
        QVERIFY(tokenSpoken(sequence, 20).contains("ends the reply"));
        QCOMPARE(plainTextOf(sequence, 20, 20), QString("<|im_end|>"));
    }

    void aBranchShowsWhatTheModelHadDrawn() {
        LongSequence made;
        for (int i = 0; i < 20; ++i) made.append(false);
        auto draw = std::make_shared<telemetry::DrawFacts>();
        draw->id = 7;   // and not 12, which stands there
        draw->candidates.push_back({7, 0, 0.9f, 0, false, "x"});
        made.draws.set(12, std::move(draw));
        const TokenSequence sequence(made.snapshot(), 1);
        QVERIFY(sequence.branched(12) && !sequence.branched(11));
        QVERIFY(tokenHover(sequence, 12).contains("put here by a branch"));
        QVERIFY(!sequence.probability(12));   // of the token here, and that was not among the candidates
        TokensPanel panel(nullptr);
        panel.resize(900, 400);
        panel.show();
        panel.setSnapshot(made.snapshot());
        QVERIFY(!panel.grab().isNull());
    }

    void theClockFadesWhatCameLater() {
        Scene scene;
        scene.chat();
        const QImage live = scene.flow()->grab().toImage();
        scene.selection.clock()->scrubTo(20);
        QCoreApplication::processEvents();
        QVERIFY(scene.flow()->grab().toImage() != live);
        QVERIFY(scene.flow()->viewport()->rect().intersects(scene.flow()->cellRect(78).toRect()));
        QCOMPARE(*scene.side()->position(), 78u);   // what the clock has reached: the prompt in step 1, one token a step
        scene.selection.clock()->goLive();
        QCOMPARE(*scene.side()->position(), 98u);
    }

    // ---- sequences ----------------------------------------------------------------------------------------

    void theRunningOneIsShownUntilAnotherIsChosen() {
        Scene scene;
        const auto a = scene.chat();
        auto* chooser = scene.find<QComboBox>();
        QVERIFY(!chooser->isVisible());
        scene.source.finish(a);
        const auto b = scene.source.start("Trip to the mountains", 30);
        scene.source.step(4);
        scene.set();
        QCOMPARE(scene.panel.shownSequence(), b);
        QVERIFY(chooser->isVisible());
        QCOMPARE(chooser->count(), 3);
        scene.selection.select(selectionOfTokens(*scene.source.latest(), {a, 4, 6}));
        QCOMPARE(scene.panel.shownSequence(), a);
        QCOMPARE(*scene.flow()->chosen(), (TokenFlow::Range{4, 6}));
        scene.selection.clear();
        scene.set();
        QCOMPARE(scene.panel.shownSequence(), b);
        chooser->setCurrentIndex(1);
        emit chooser->activated(1);
        QCOMPARE(scene.panel.shownSequence(), a);
        scene.source.step(3);
        scene.set();
        QCOMPARE(scene.panel.shownSequence(), a);
        scene.source.release(a);
        scene.set();
        QCOMPARE(scene.panel.shownSequence(), b);
    }

    void theClockLeadsToWhatRanThen() {
        Scene scene;
        const auto a = scene.chat(60, 400);
        scene.source.finish(a);
        const auto b = scene.source.start("Trip to the mountains", 30);
        scene.source.step(20);
        scene.set();
        QCOMPARE(scene.panel.shownSequence(), b);
        auto* clock = scene.selection.clock();
        clock->scrubTo(20);
        QCOMPARE(scene.panel.shownSequence(), a);
        QCOMPARE(*scene.side()->position(), 78u);
        QVERIFY(scene.flow()->viewport()->rect().intersects(scene.flow()->cellRect(78).toRect()));
        clock->scrubTo(410);
        QCOMPARE(scene.panel.shownSequence(), b);
        scene.source.step(1);                     // the engine goes on: nothing leads away from then
        clock->scrubTo(20);
        scene.set();
        QCOMPARE(scene.panel.shownSequence(), a);
        clock->goLive();
        QCOMPARE(scene.panel.shownSequence(), b);
        // From the list, a sequence that was not there then says so.
        auto* chooser = scene.find<QComboBox>();
        chooser->setCurrentIndex(2);
        emit chooser->activated(2);
        clock->scrubTo(20);
        QCOMPARE(scene.panel.shownSequence(), b);
        QVERIFY(!scene.side()->position());
        QVERIFY2(scene.side()->reason().contains("step 20"), qPrintable(scene.side()->reason()));
        clock->scrubTo(410);
        QVERIFY(scene.side()->position());
    }

    void aSequenceThatIsCutIsLaidOutAnew() {
        LongSequence first, second;
        for (int i = 0; i < 300; ++i) first.append(true);
        TokensPanel panel(nullptr);
        panel.resize(900, 400);
        panel.show();
        panel.setSnapshot(first.snapshot());
        // The same length, other tokens from 100 on: their steps are later.
        for (int i = 0; i < 100; ++i) second.append(true);
        for (int i = 0; i < 200; ++i) {
            telemetry::TokenFacts facts;
            facts.id = 7;
            facts.step = 1000 + static_cast<std::uint64_t>(i);
            facts.text = " muchlongerwords";
            facts.generated = true;
            second.tokens.append(facts);
        }
        panel.setSnapshot(second.snapshot());
        auto* flow = panel.findChild<TokenFlow*>();
        TokenFlow fresh;
        fresh.resize(flow->size());
        fresh.show();
        fresh.setSequence(TokenSequence(second.snapshot(), 1));
        QCOMPARE(flow->lines(), fresh.lines());
    }

    // ---- copying ------------------------------------------------------------------------------------------

    void idsAreCopied() {
        Scene scene;
        const auto key = scene.chat();
        const TokenSequence sequence(scene.source.latest(), key);
        QCOMPARE(idsText(sequence, 0, 2), QString("1 9690 198"));
        QCOMPARE(pythonList(sequence, 0, 2), QString("[1, 9690, 198]"));
        QCOMPARE(plainTextOf(sequence, 0, 2), QString("<|im_start|>system\n"));
        QCOMPARE(idsText(sequence, 97, 500).split(' ').size(), 2);
        scene.click(0);
        scene.click(2, Qt::ShiftModifier);
        QTest::keyClick(scene.flow(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("1 9690 198"));
        QMenu* menu = scene.find<QToolButton>()->menu();
        emit menu->aboutToShow();
        QVERIFY(menu->actions().size() >= 6);
        menu->actions().at(1)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QString("[1, 9690, 198]"));
        menu->actions().last()->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("<|im_start|>system\n"));
        QVERIFY(scene.strip()->csv().startsWith("position,id,probability"));
        QCOMPARE(scene.strip()->csv().count('\n'), 100);
    }

    void emptyStatesSayWhatToDo() {
        Scene scene;
        scene.set();
        QSignalSpy asked(&scene.panel, &Panel::actionRequested);
        for (EmptyState* state : scene.panel.findChildren<EmptyState*>())
            if (state->isVisible()) state->button()->click();
        QCOMPARE(asked.takeFirst().at(0).toString(), QString("sample-prompt"));
    }

    // ---- what it costs ------------------------------------------------------------------------------------

    void fiftyThousandTokensStayFluid() {
        LongSequence made;
        for (int i = 0; i < 20'000; ++i) made.append(false);
        for (int i = 0; i < 30'000; ++i) made.append(true);
        SelectionModel selection;
        TokensPanel panel(&selection);
        panel.resize(1400, 700);
        panel.show();
        QCoreApplication::processEvents();
        const auto timed = [](auto&& work) {
            const double begin = test::threadCpuMs();
            work();
            return test::threadCpuMs() - begin;
        };
        const double first = timed([&] { panel.setSnapshot(made.snapshot()); });
        const double paint = timed([&] { panel.grab(); });
        double most = 0, sum = 0;
        constexpr int kTokens = 60;
        for (int i = 0; i < kTokens; ++i) {
            made.append(true);
            const auto snapshot = made.snapshot();
            const double one = timed([&] {
                panel.setSnapshot(snapshot);
                panel.repaint();
            });
            most = std::max(most, one);
            sum += one;
        }
        const double resize = timed([&] {
            panel.resize(900, 700);
            QCoreApplication::processEvents();
        });
        const double jump = timed([&] {
            selection.select(selectionOfTokens(*made.snapshot(), {1, 25'000, 25'010}));
            QCoreApplication::processEvents();
        });
        qInfo("50,000 tokens, CPU ms: first %.2f, picture %.2f, a token %.2f (most %.2f), other width %.2f, jump %.2f", first, paint,
              sum / kTokens, most, resize, jump);
        if (!test::kTimed) return;
        QVERIFY(first < 30 * test::kTolerance);
        QVERIFY(sum / kTokens < 5 * test::kTolerance);
        QVERIFY(most < 30 * test::kTolerance);
        QVERIFY(resize < 30 * test::kTolerance);
        QVERIFY(jump < 30 * test::kTolerance);
    }
};

QTEST_MAIN(TokensTest)
#include "tokens_test.moc"
