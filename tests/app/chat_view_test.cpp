// The conversation's picture: incremental, bounded work, tokens found in the text and the text in the tokens.
#include <ctime>
#include <QAccessible>
#include <QClipboard>
#include <QElapsedTimer>
#include <QPaintEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "app/chat/chat_view.h"
#include "app/chat/composer.h"
#include "app/chat/message_editor.h"
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
    return {key, log.view(), {}, {}};
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

    void longNumbersStandClearOfTheirText() {
        Conversation c;
        QString text;
        for (int i = 98; i < 103; ++i) text += QString("%1. Words\n").arg(i);
        c.messages = {message(Role::Assistant, text)};
        ChatView view;
        view.resize(700, 500);
        view.setConversation(&c);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTest::qWait(50);
        const QImage image = view.viewport()->grab().toImage();
        const QColor empty = gh::widgets::Theme::instance().color("surface");
        const int left = view.pointOf(0, int(text.indexOf("Words"))).x();
        for (int item = 98; item < 103; ++item) {
            const QPoint word = view.pointOf(0, int(text.indexOf(QString("%1. ").arg(item)) + QString::number(item).size() + 2));
            QCOMPARE(word.x(), left);  // one edge, however long the number
            int gap = 0, inked = 0;    // to the left of the W: nothing, then the number
            for (int x = word.x(); x > 0; --x) {
                bool blank = true;
                for (int y = word.y() - 6; y < word.y() + 6; ++y) blank = blank && image.pixelColor(x, y) == empty;
                if (blank && !inked) ++gap;
                if (!blank && gap >= 4) ++inked;
                if (!blank && gap < 4) gap = 0;  // the W itself
            }
            QVERIFY2(gap >= 4 && inked > 6, qPrintable(QString("%1: %2 blank, %3 inked").arg(item).arg(gap).arg(inked)));
        }
    }

    // Its last line did not change, and what is painted is only what is said to have changed.
    void theCaretGoesWithTheEndOfAReply() {
        Conversation c;
        c.messages = {message(Role::User, "Hello"), message(Role::Assistant, "A reply", MessageState::Streaming)};
        ChatView view;
        view.resize(700, 500);
        view.setConversation(&c);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QTest::qWait(50);
        struct Painted : QObject {
            QRegion region;
            bool eventFilter(QObject*, QEvent* event) override {
                if (event->type() == QEvent::Paint) region += static_cast<QPaintEvent*>(event)->region();
                return false;
            }
        } painted;
        view.viewport()->installEventFilter(&painted);
        c.messages[1].state = MessageState::Done;
        view.messageChanged(1);
        QTRY_VERIFY(!painted.region.isEmpty());
        QVERIFY(painted.region.boundingRect().contains(view.messageRect(1)));
    }

    // A reply of 50,000 tokens: what one more costs, and that what is not on show is never in the way.
    void fiftyThousandTokens_data() {
        QTest::addColumn<QString>("unit");  // of about 25 tokens
        QTest::newRow("prose") << "Some **words** of a long reply, with `code` and more of the same words in it. So it "
                                  "goes on and on.\n\n";
        QTest::newRow("one paragraph") << "Some **words** of a long reply, with `code` and more of the same words in "
                                          "it, so it goes on and on, ";
        QTest::newRow("code") << "    for (int i = 0; i < count; ++i) sum += values[i] * 2;  // a comment\n";
        QTest::newRow("table") << "| some words | 1,234 | **more** words in a cell | and the last one of them |\n";
        QTest::newRow("thought") << "Some words of a long thought that is folded all the while it grows, on and on.\n";
    }
    void fiftyThousandTokens() {
        QFETCH(QString, unit);
        const QString name = QTest::currentDataTag();
        ChatView view;
        view.resize(900, 700);
        view.show();
        Conversation c;
        c.messages = {message(Role::User, "Write a lot."), message(Role::Assistant, {}, MessageState::Streaming)};
        view.setConversation(&c);
        QString& text = c.messages.back().text;
        if (name == "code") text = "```cpp\n";
        if (name == "table") text = "| a | b | c | d |\n|---|--:|---|---|\n";
        if (name == "thought") text = "<think>\n";
        for (int i = 0; i < 1960; ++i) {
            text += unit;
            if (i % 40 == 0) view.messageChanged(1);
        }
        const QStringList words = unit.split(' ');
        double all = 0, longest = 0;
        constexpr int kTokens = 300;
        for (int i = 0; i < kTokens; ++i) {
            text += words[i % words.size()] + (i % words.size() + 1 == words.size() ? "" : " ");
            const double start = threadMs();
            view.messageChanged(1);
            QCoreApplication::processEvents();  // paints
            const double took = threadMs() - start;
            all += took;
            longest = std::max(longest, took);
        }
        qInfo("%s, %d characters: %.2f ms a token, longest %.2f ms", qPrintable(name), int(text.size()), all / kTokens,
              longest);
        // Shown afresh, as a chat that is opened, then scrolled through.
        c.messages.back().state = MessageState::Done;
        double start = threadMs();
        view.setConversation(&c);
        view.grab();
        const double opened = threadMs() - start;
        double scrolled = 0;
        for (int i = 0; i < 60; ++i) {
            start = threadMs();
            view.verticalScrollBar()->setValue(view.verticalScrollBar()->value() - (i < 40 ? 90 : 2000));
            QCoreApplication::sendPostedEvents();
            view.grab();
            scrolled = std::max(scrolled, threadMs() - start);
        }
        double slice = 0;
        for (int i = 0; i < 2000 && view.verticalScrollBar()->maximum() > 0; ++i) {
            start = threadMs();
            QCoreApplication::processEvents();
            slice = std::max(slice, threadMs() - start);
        }
        qInfo("%s: opened in %.1f ms, scrolled in %.1f ms, idle slice %.1f ms", qPrintable(name), opened, scrolled,
              slice);
#ifdef NDEBUG
        QVERIFY2(all / kTokens < 3 * 5, "a token costs too much at the end of a long reply");
        QVERIFY2(scrolled < 3 * 30 && opened < 3 * 30, "a long reply is not scrolled fluidly");
#endif
    }

    void foldedThoughtsUnfold() {
        ChatView view;
        view.resize(800, 600);
        view.show();
        Conversation c;
        c.messages = {message(Role::User, "Why?"),
                      message(Role::Assistant, "<think>\nLet me see, five words\n</think>\nBecause.")};
        view.setConversation(&c);
        const int folded = view.messageRect(1).height();
        QVERIFY(view.item(1).spoken().contains("5 words"));
        QVERIFY(!view.item(1).spoken().contains("Let me see"));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.actionRect(1, "thought").center());
        QVERIFY(view.messageRect(1).height() > folded);
        QVERIFY(view.item(1).spoken().contains("Let me see"));
        c.messages[1].text += " And more.";
        view.messageChanged(1);
        QVERIFY(view.item(1).body.unfolded(0));
        view.reset();
        QVERIFY(view.item(1).body.unfolded(0));
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.actionRect(1, "thought").center());
        QVERIFY(!view.item(1).body.unfolded(0));
        // A hit inside is shown.
        view.setFound(1, {{13, 16}});
        QVERIFY(view.item(1).body.unfolded(0));
        // While it is written its tokens are counted.
        c.messages[1] = message(Role::Assistant, "<think>\nab", MessageState::Streaming);
        c.messages[1].ids = {1, 2, 3};
        c.messages[1].tokens = {{0, 1, 0, 8}, {1, 2, 8, 9}, {2, 3, 9, 10}};
        view.reset();
        QVERIFY2(view.item(1).spoken().contains("2 tokens"), qPrintable(view.item(1).spoken()));
    }

    void everyCharacterIsFound_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("table") << "| a | bb |\n|---|---:|\n| ccc | dddd eee |\n| f | g |";
        QTest::newRow("mixed") << "# Head\n\n> quoted\n> > deeper\n\n- [x] done\n  1. inner\n\n```py\nif x:\n\ty = 1\n```\nend";
    }
    void everyCharacterIsFound() {
        QFETCH(QString, text);
        ChatView view;
        view.resize(800, 700);
        view.show();
        Conversation c;
        c.messages = {message(Role::Assistant, text)};
        view.setConversation(&c);
        QSignalSpy characters(&view, &ChatView::characterClicked);
        for (int i = 0; i < text.size(); ++i) {
            if (!text[i].isLetterOrNumber()) continue;
            // Marks that are not drawn have no place of their own.
            if (text.mid(i, 3) == "py\n" || text.mid(i - 1, 3) == "py\n") continue;
            if (i > 0 && text[i - 1] == '[') continue;
            if (i + 1 < text.size() && text[i + 1] == '.') continue;
            characters.clear();
            QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.pointOf(0, i));
            QCOMPARE(characters.size(), 1);
            QCOMPARE(characters[0][1].toInt(), i);
        }
    }

    void wideTablesWrap() {
        ChatView view;
        view.resize(700, 600);
        view.show();
        Conversation c;
        const QString cell = QString("many words in a cell ").repeated(8);
        c.messages = {message(Role::Assistant, "| a | b | c |\n|---|---|---|\n| " + cell + "| x | " + cell + "|")};
        view.setConversation(&c);
        const int last = int(c.messages[0].text.lastIndexOf("cell"));
        QVERIFY(view.pointOf(0, last).x() < view.viewport()->width());
        QVERIFY(view.messageRect(0).height() > 120);
    }

    void editorIsInPlace() {
        ChatView view;
        view.resize(800, 600);
        view.show();
        Conversation c;
        c.messages = {message(Role::User, "First words"), message(Role::Assistant, "A reply.")};
        view.setConversation(&c);
        QSignalSpy submitted(&view, &ChatView::editSubmitted);
        view.setFocus();
        QTest::keyClick(&view, Qt::Key_Home);
        view.setCurrentMessage(0);
        QTest::keyClick(&view, Qt::Key_F2);
        QVERIFY(view.editor() && view.editor()->isVisible());
        QCOMPARE(view.editor()->text(), QString("First words"));
        QVERIFY(view.messageRect(0).contains(view.editor()->geometry().adjusted(2, 2, -2, -2)));
        QTest::keyClick(view.editor()->edit(), Qt::Key_Escape);
        QVERIFY(!view.editor());
        QCOMPARE(submitted.size(), 0);
        view.edit(0);
        QTest::keyClicks(view.editor()->edit(), " and more");
        // Another chat is looked at meanwhile: the text waits.
        Conversation other;
        other.messages = {message(Role::User, "Other")};
        view.setConversation(&other);
        QVERIFY(!view.editor());
        view.setConversation(&c);
        QVERIFY(view.editor());
        QCOMPARE(view.editor()->text(), QString("First words and more"));
        QTest::keyClick(view.editor()->edit(), Qt::Key_Return);
        QCOMPARE(submitted.size(), 1);
        QCOMPARE(submitted[0][1].toString(), QString("First words and more"));
        QVERIFY(!view.editor());
    }

    void keyboardReachesEveryAction() {
        ChatView view;
        view.resize(800, 600);
        view.show();
        Conversation c;
        c.messages = {message(Role::User, "Why?"), message(Role::Assistant, "So:\n```\ncode\n```\nThere.")};
        c.messages[1].branch = 1;
        c.messages[1].branches = 3;
        view.setConversation(&c);
        view.setFocus(Qt::TabFocusReason);
        QSet<QString> met;
        QSignalSpy actions(&view, &ChatView::actionRequested);
        for (std::size_t i = 0; i < 2; ++i) {
            view.setCurrentMessage(i);
            for (std::size_t k = 0; k < view.item(i).actions.size(); ++k) {
                QTest::keyClick(&view, Qt::Key_Right);
                const auto& action = view.item(i).actions[k];
                if (action.is("more") || action.is("edit")) continue;  // these open something
                QTest::keyClick(&view, Qt::Key_Return);
                met << QString::fromLatin1(action.id);
            }
        }
        for (const char* id : {"copy", "copy-code", "regenerate", "branch-prev", "branch-next"})
            QVERIFY2(met.contains(id), id);
        QCOMPARE(QApplication::clipboard()->text(), QString("code"));
        QVERIFY(actions.size() >= 5);
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(view.currentMessage(), std::optional<std::size_t>(0));
        QTest::keyClick(&view, Qt::Key_Down);
        QCOMPARE(view.currentMessage(), std::optional<std::size_t>(1));
    }

    void screenReadersMeetMessages() {
        ChatView view;
        view.resize(800, 600);
        view.show();
        Conversation c;
        c.messages = {message(Role::User, "Why?"), message(Role::Assistant, "**Because** of it.")};
        view.setConversation(&c);
        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(&view);
        QVERIFY(list);
        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(list->childCount(), 2);
        QAccessibleInterface* reply = list->child(1);
        QCOMPARE(reply->role(), QAccessible::ListItem);
        QVERIFY2(reply->text(QAccessible::Name).contains("Because of it."), qPrintable(reply->text(QAccessible::Name)));
        QVERIFY(list->child(0)->text(QAccessible::Name).startsWith("You: Why?"));
        QCOMPARE(list->indexOfChild(reply), 1);
        QCOMPARE(reply->parent(), list);
        QVERIFY(!reply->rect().isEmpty());
        auto* acts = reply->actionInterface();
        QVERIFY(acts && acts->actionNames().size() >= 3);
        QSignalSpy actions(&view, &ChatView::actionRequested);
        acts->doAction(acts->actionNames().filter("again").value(0));
        QCOMPARE(actions.value(0).value(0).toString(), QString("regenerate"));
        view.setConversation(nullptr);
        QCOMPARE(list->childCount(), 0);
        QVERIFY(!reply->isValid());
    }

    void resizingKeepsThePlace() {
        ChatView view;
        view.resize(800, 500);
        view.show();
        Conversation c;
        for (int i = 0; i < 40; ++i)
            c.messages.push_back(message(Role::Assistant, QString("Message %1. ").arg(i) + QString("Some words of text. ").repeated(40)));
        view.setConversation(&c);
        QTest::qWait(300);
        view.setFound(20, {{0, 8}});
        const int before = view.pointOf(20, 2).y();
        view.resize(500, 500);
        QTest::qWait(300);
        QVERIFY2(std::abs(view.pointOf(20, 2).y() - before) < 120, qPrintable(QString::number(view.pointOf(20, 2).y() - before)));
        const ChatView::Place place = view.readingPlace();
        ChatView again;
        again.resize(500, 500);
        again.show();
        again.setConversation(&c);
        again.setReadingPlace(place);
        QTest::qWait(300);
        QCOMPARE(again.pointOf(20, 2).y(), view.pointOf(20, 2).y());
    }

    void colouredCodeIsReadable() {
        using gh::widgets::Theme;
        for (const bool dark : {false, true}) {
            for (const char* role : {"keyword", "type", "string", "number", "comment", "added", "removed"}) {
                const QByteArray name = QByteArray("syntax.") + role;
                for (const char* plane : {"raised", "selection", "warnFill"}) {
                    const double ratio =
                        gh::widgets::contrast(Theme::colorOf(dark, name), Theme::colorOf(dark, plane));
                    QVERIFY2(ratio >= 4.5, qPrintable(QString("%1 on %2: %3").arg(name, plane).arg(ratio)));
                }
            }
        }
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
