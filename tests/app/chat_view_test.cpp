// The conversation's picture: incremental, bounded work, tokens found in the text and the text in the tokens.
#include <ctime>
#include <QElapsedTimer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "app/chat/chat_view.h"
#include "app/chat/composer.h"
#include "app/chat/token_text.h"
#include "widgets/theme.h"

using namespace gh::app;

namespace {

Message message(Role role, const QString& text, MessageState state = MessageState::Done) {
    Message m;
    m.id = newRowId();
    m.role = role;
    m.text = text;
    m.state = state;
    m.stopReason = role == Role::Assistant && state == MessageState::Done ? "end_of_generation" : "";
    return m;
}

double threadMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

struct PaintCount : QObject {
    int paints = 0;
    bool eventFilter(QObject*, QEvent* event) override {
        paints += event->type() == QEvent::Paint;
        return false;
    }
};

// A sequence whose pieces cut words unevenly, with template markers between the messages.
gh::telemetry::SequenceTokens sequence(const Conversation& c, std::uint64_t key) {
    gh::telemetry::ChunkedLog<gh::telemetry::TokenFacts> log;
    std::uint64_t step = 1;
    for (const Message& m : c.messages) {
        log.append({1, true, false, step, "<|im_start|>"});
        log.append({2, false, false, step, m.role == Role::User ? "user\n" : "assistant\n"});
        const std::string bytes = m.text.trimmed().toStdString();
        for (std::size_t at = 0; at < bytes.size(); at += 3) {  // cuts through characters, too
            log.append({3, false, m.role == Role::Assistant, m.role == Role::Assistant ? ++step : step,
                        bytes.substr(at, 3)});
        }
    }
    return {key, log.view()};
}

}  // namespace

class ChatViewTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { gh::widgets::Theme::instance().setMode(gh::widgets::ThemeMode::Light); }

    void tokensAreFoundInText() {
        Conversation c;
        c.head.id = 7;
        c.messages = {message(Role::User, "  Why äöü?\n"), message(Role::Assistant, "Because 🙂 of *it*."),
                      message(Role::User, "Because")};
        const auto tokens = sequence(c, 5);
        const auto aligned = alignTokens(c, tokens);
        QCOMPARE(aligned.size(), 3u);
        for (std::size_t m = 0; m < 3; ++m) {
            QVERIFY(!aligned[m].empty());
            int covered = aligned[m].front().begin;
            for (const TokenRange& range : aligned[m]) {
                QVERIFY(range.begin <= range.end && range.begin <= covered);
                covered = std::max(covered, range.end);
            }
            const QString trimmed = c.messages[m].text.trimmed();
            QCOMPARE(covered, int(c.messages[m].text.indexOf(trimmed) + trimmed.size()));
        }
        QVERIFY(aligned[2].front().position > aligned[1].back().position);  // not the reply's own "Because"

        gh::telemetry::Snapshot snapshot;
        auto map = std::make_shared<gh::telemetry::BlockMap>();
        map->sequences.push_back({5, 7, 0, "x", std::uint32_t(tokens.tokens.size()), false});
        gh::telemetry::BlockPool pool;
        pool.blockTokens = 4;
        for (std::uint32_t first = 0; first < tokens.tokens.size(); first += 4)
            pool.cells.push_back({5, first, 4, 1, {}, 0, 0});
        map->pools.push_back(pool);
        snapshot.blocks = map;
        snapshot.tokens = std::make_shared<std::vector<gh::telemetry::SequenceTokens>>(std::vector{tokens});
        const auto selection = selectionAt(c, snapshot, 1, 2);
        QVERIFY(selection && selection->tokens && selection->block && selection->steps);
        const auto& cell = pool.cells[std::size_t(selection->block->index)];
        QVERIFY(selection->tokens->first >= cell.firstToken &&
                selection->tokens->first < cell.firstToken + 4);
        const auto ranges = selectedRanges(c, snapshot, *selection);
        QCOMPARE(ranges.size(), 1u);
        QCOMPARE(ranges[0].first, 1u);
        QVERIFY(ranges[0].second.begin <= 0 && ranges[0].second.end >= 7);
        QVERIFY(!selectionAt(c, snapshot, 1, 7));  // a space
    }

    void streamingIsCheapInAnyLength() {
        ChatView view;
        view.resize(900, 700);
        view.show();
        Conversation c;
        for (int i = 0; i < 200; ++i) {
            c.messages.push_back(message(Role::User, QString("Question %1?").arg(i)));
            c.messages.push_back(
                message(Role::Assistant, QString("A **long** answer with `code`. ").repeated(30)));
        }
        double start = threadMs();
        view.setConversation(&c);
        QVERIFY2(threadMs() - start < 90, "showing a long conversation took long");
        QTest::qWait(200);
        c.messages.push_back(message(Role::Assistant, {}, MessageState::Streaming));
        view.appended();
        double longest = 0;
        for (int i = 0; i < 3000; ++i) {
            c.messages.back().text += i % 40 == 39 ? ".\n\n" : i % 7 ? " word" : " **bold**";
            start = threadMs();
            view.messageChanged(c.messages.size() - 1);
            if (i % 50 == 0) view.grab();
            longest = std::max(longest, threadMs() - start);
        }
        qInfo("longest update of a growing reply: %.2f ms", longest);
#ifdef NDEBUG
        QVERIFY(longest < 90);
#endif
        QVERIFY(view.verticalScrollBar()->value() >=
                view.verticalScrollBar()->maximum() - 4);  // follows the end
    }

    void readingIsNotDisturbed() {
        ChatView view;
        view.resize(800, 500);
        view.show();
        Conversation c;
        for (int i = 0; i < 30; ++i)
            c.messages.push_back(message(Role::Assistant, QString("Some words of text. ").repeated(20)));
        view.setConversation(&c);
        QTest::qWait(100);
        view.verticalScrollBar()->setValue(300);
        c.messages.push_back(message(Role::Assistant, {}, MessageState::Streaming));
        view.appended();
        for (int i = 0; i < 100; ++i) {
            c.messages.back().text += " more words";
            view.messageChanged(c.messages.size() - 1);
        }
        QCOMPARE(view.verticalScrollBar()->value(), 300);
    }

    void clicksFindCharactersAndButtons() {
        ChatView view;
        view.resize(800, 600);
        view.show();
        Conversation c;
        c.messages = {message(Role::User, "Hello there"),
                      message(Role::Assistant, "First **second** third\n\n```\ncode here\n```")};
        view.setConversation(&c);
        QSignalSpy characters(&view, &ChatView::characterClicked);
        const int source = int(c.messages[1].text.indexOf("second")) + 2;
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.pointOf(1, source));
        QCOMPARE(characters.size(), 1);
        QCOMPARE(characters[0][0].toULongLong(), 1ull);
        QCOMPARE(characters[0][1].toInt(), source);
        QSignalSpy actions(&view, &ChatView::actionRequested);
        for (const char* action : {"copy", "regenerate"}) {
            QVERIFY(!view.actionRect(1, action).isEmpty());
            QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.actionRect(1, action).center());
        }
        QCOMPARE(actions.size(), 2);
        QCOMPARE(actions[1][0].toString(), QString("regenerate"));
        // Dragging selects text.
        QTest::mousePress(view.viewport(), Qt::LeftButton, {}, view.pointOf(1, 0) - QPoint(3, 0));
        QTest::mouseMove(view.viewport(), view.pointOf(1, 5) + QPoint(0, 1));
        QMouseEvent move(QEvent::MouseMove, QPointF(view.pointOf(1, 5)),
                         view.viewport()->mapToGlobal(QPointF(view.pointOf(1, 5))), Qt::NoButton,
                         Qt::LeftButton, {});
        QApplication::sendEvent(view.viewport(), &move);
        QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, view.pointOf(1, 5));
        QCOMPARE(view.selectedText(), QString("First"));
    }

    void selectionFromElsewhereIsScrolledTo() {
        ChatView view;
        view.resize(800, 400);
        view.show();
        Conversation c;
        // One paragraph, many screens high, with a reply of several paragraphs before and after it.
        const QString other = QString("A paragraph of a few words.\n\n").repeated(40);
        c.messages = {message(Role::Assistant, other),
                      message(Role::Assistant, QString("many words in one paragraph ").repeated(600)),
                      message(Role::Assistant, other)};
        view.setConversation(&c);
        const auto visible = [&](std::size_t index, int source) {
            const int y = view.pointOf(index, source).y();
            return y > 8 && y < view.viewport()->height() - 8;
        };
        const std::vector<std::pair<std::size_t, int>> places{{1, 9000}, {1, 15000}, {1, 20}, {0, 500},
                                                              {2, 700},  {1, 8000},  {2, 0}};
        for (const auto& [index, source] : places) {
            view.setHighlights({{index, {source, source + 80}}}, true);
            QVERIFY2(visible(index, source), qPrintable(QString("%1:%2").arg(index).arg(source)));
            QTest::qWait(20);
            QVERIFY(visible(index, source));
            const int value = view.verticalScrollBar()->value();
            view.setHighlights({{index, {source + 1, source + 40}}}, true);  // on show already
            QCOMPARE(view.verticalScrollBar()->value(), value);
        }
        view.scrollToEnd();
        const int value = view.verticalScrollBar()->value();
        view.setHighlights({{0, {500, 580}}}, false);  // a click in the chat itself moves nothing
        QCOMPARE(view.verticalScrollBar()->value(), value);
    }

    void hintIsDrawnAnewWhenItChanges() {
        Composer composer;
        composer.resize(600, 120);
        composer.setHint("Sent when the model is ready");
        composer.show();
        QTest::qWait(50);
        PaintCount count;
        composer.edit()->viewport()->installEventFilter(&count);
        composer.setHint("Write a message");
        QTest::qWait(50);
        QVERIFY(count.paints > 0);
    }

    void highlightsAreDrawn() {
        ChatView view;
        view.resize(800, 400);
        view.show();
        Conversation c;
        c.messages = {message(Role::Assistant, "Some words that will be selected")};
        view.setConversation(&c);
        view.setHighlights({{0, {5, 10}}}, false);
        const QColor fill = gh::widgets::Theme::instance().color("selection");
        const QImage image = view.viewport()->grab().toImage();
        int found = 0;
        for (int x = 0; x < image.width(); ++x) {
            for (int y = 0; y < 60; ++y) found += image.pixelColor(x, y) == fill;
        }
        QVERIFY(found > 100);
    }
};

QTEST_MAIN(ChatViewTest)
#include "chat_view_test.moc"
