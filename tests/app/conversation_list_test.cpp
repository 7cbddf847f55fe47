// The list at the left, driven as a person drives it: headings, search in place, rename, pin, undo, keys,
// names for screen readers.
#include <QAccessible>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>

#include "app/window/conversation_list.h"
#include "app/window/conversation_rows.h"
#include "app/window/hit_text.h"
#include "app/window/undo_bar.h"
#include "tests/app/support/chat_driver.h"
#include "tests/app/support/store_waits.h"
#include "widgets/theme.h"

using namespace gh::app;
using namespace gh::app::test;

namespace {

// Conversations as they may have gathered over a year, without a model.
void fill(const QString& folder) {
    ConversationStore store(folder + "/conversations.db");
    openedHeads(store);
    const QDateTime now = QDateTime::currentDateTime();
    const struct {
        const char* title;
        int daysAgo;
        bool pinned;
    } kChats[] = {
        {"Block sharing demo", 20, true},       {"KV cache basics", 0, false},
        {"Trip to the mountains", 0, false},    {"Why int4 rows lose more than int8 rows do", 0, false},
        {"Sampler order by steps", 1, false},   {"Regex for log lines", 1, false},
        {"Drafting with 30M", 4, false},        {"Outliers, dimension 507", 5, false},
        {"Unit tests for a parser", 40, false}, {"Two variants, 1 prompt", 400, false}};
    int n = 0;
    for (const auto& chat : kChats) {
        ConversationHead head = headOf(newRowId(), chat.title);
        head.created = head.updated = now.addDays(-chat.daysAgo).addSecs(-60 * n++);
        head.pinned = chat.pinned;
        store.saveHead(head);
        Message question = messageOf(head.id, 0, Role::User, QString("A question about %1").arg(chat.title));
        question.created = head.created;
        store.saveMessage(question);
        Message answer =
            messageOf(head.id, question.id, Role::Assistant,
                      "An octave above the lowest tone, every step reads each cached key and value once. "
                      "So the octave is what grows with the tokens in the context.");
        answer.created = head.created;
        if (n % 3 == 0) store.saveMessage(answer);
    }
    store.flush(5000);
}

QStringList rows(const QAbstractItemModel* model) {
    QStringList out;
    for (int i = 0; i < model->rowCount(); ++i) out << model->index(i, 0).data().toString();
    return out;
}

// With GLASSHOUSE_LOOK=folder the pictures are kept there.
void keepPicture(QWidget* widget, const QString& name) {
    const QString folder = qEnvironmentVariable("GLASSHOUSE_LOOK");
    if (folder.isEmpty()) return;
    QImage image(widget->size() * 2, QImage::Format_RGB32);
    image.setDevicePixelRatio(2);
    image.fill(Qt::white);
    widget->render(&image);
    image.save(folder + '/' + name + ".png");
}

struct Shown {
    explicit Shown(Script script = {}) {
        fill(folder.path());
        d = std::make_unique<ChatDriver>(script, folder.path());
        list = std::make_unique<ConversationList>(d->chat.get());
        list->resize(240, 640);
        list->show();
        list->activateWindow();
        (void)QTest::qWaitForWindowActive(list.get());
        if (!QTest::qWaitFor([&] { return d->id() != 0; }, 10'000)) qFatal("nothing was opened");
    }
    QModelIndex row(const QString& title) const {
        const auto* model = list->view()->model();
        for (int i = 0; i < model->rowCount(); ++i) {
            if (model->index(i, 0).data().toString() == title) return model->index(i, 0);
        }
        return {};
    }
    void click(const QModelIndex& index, QListView* view) {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
    }
    bool isOpen(const QString& title) {
        return QTest::qWaitFor([&] { return d->chat->current() && d->chat->current()->head.title == title; },
                               5000);
    }
    void type(const QString& text) {
        list->focusSearch();
        QTest::keyClicks(list->searchBox(), text);
    }
    bool hasHits(int count) {
        return QTest::qWaitFor(
            [&] { return list->results()->isVisible() && list->results()->model()->rowCount() == count; },
            5000);
    }

    QTemporaryDir folder;
    std::unique_ptr<ChatDriver> d;
    std::unique_ptr<ConversationList> list;
};

}  // namespace

class ConversationListTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        gh::widgets::Theme::instance().setMode(gh::widgets::ThemeMode::Light);
    }

    void headingsOfTime() {
        Shown s;
        const QStringList shown = rows(s.list->view()->model());
        QCOMPARE(shown[0], QString("Pinned"));
        QCOMPARE(shown[1], QString("Block sharing demo"));
        QVERIFY(shown.contains("Previous 7 days"));
        QVERIFY(shown.contains("Yesterday") && shown.contains("Today"));
        const QDate older = QDate::currentDate().addDays(-400);
        QCOMPARE(shown[shown.size() - 2],
                 QString("%1 %2").arg(QLocale().standaloneMonthName(older.month())).arg(older.year()));
        QVERIFY(!(s.list->view()->model()->index(0, 0).flags() & Qt::ItemIsEnabled));
        keepPicture(s.list.get(), "list-light");
        gh::widgets::Theme::instance().setMode(gh::widgets::ThemeMode::Dark);
        QTest::qWait(20);
        keepPicture(s.list.get(), "list-dark");
        gh::widgets::Theme::instance().setMode(gh::widgets::ThemeMode::Light);
    }

    void clickAndKeysOpen() {
        Shown s;
        s.click(s.row("Regex for log lines"), s.list->view());
        QVERIFY(s.isOpen("Regex for log lines"));
        s.list->view()->setFocus();
        QTest::keyClick(s.list->view(), Qt::Key_Down);
        QCOMPARE(s.list->view()->currentIndex().data().toString(),
                 QString("Drafting with 30M"));  // over a heading
        QTest::keyClick(s.list->view(), Qt::Key_Return);
        QVERIFY(s.isOpen("Drafting with 30M"));
        s.d->chat->newConversation();
        QVERIFY(!s.list->view()->currentIndex().isValid());
    }

    void searchInPlace() {
        Shown s;
        QSignalSpy found(s.d->chat.get(), &ChatController::found);
        s.type("octav");
        QVERIFY(s.hasHits(3));
        keepPicture(s.list.get(), "search-light");
        QTest::keyClick(s.list->searchBox(), Qt::Key_Return);
        QTRY_COMPARE(found.size(), 1);
        QCOMPARE(s.d->id(), found[0][0].toLongLong());
        QVERIFY(s.list->searching());  // the hits stay
        QTest::keyClick(s.list->searchBox(), Qt::Key_Down);
        QVERIFY(s.list->results()->hasFocus());
        QTest::keyClick(s.list->results(), Qt::Key_Down);
        QTest::keyClick(s.list->results(), Qt::Key_Return);
        QTRY_COMPARE(found.size(), 2);
        s.click(s.list->results()->model()->index(2, 0), s.list->results());
        QTRY_COMPARE(found.size(), 3);
        QVERIFY(found[2][0] != found[1][0]);
        QTest::keyClick(s.list->results(), Qt::Key_Escape);
        QVERIFY(!s.list->searching());
        QVERIFY(s.list->view()->isVisible() && s.list->view()->hasFocus());
        s.type("nothing like this");
        QVERIFY(
            QTest::qWaitFor([&] { return !s.list->view()->isVisible() && !s.list->results()->isVisible(); }));
        keepPicture(s.list.get(), "search-none");
        QTest::keyClick(s.list->searchBox(), Qt::Key_Escape);
        QVERIFY(s.list->view()->isVisible());
        // A question that is taken back before its answer.
        s.type("oc");
        s.list->searchBox()->clear();
        QTest::qWait(150);
        QVERIFY(s.list->view()->isVisible());
    }

    void hitsOfAConversationStandTogether() {
        Shown s;
        const QModelIndex row = s.row("KV cache basics");
        const RowId id = row.data(ConversationModel::IdRole).toLongLong();
        const Message last = messageOf(id, 0, Role::User, "One more word on octaves, newer than every other.");
        s.d->store->saveMessage(last);
        s.d->chat->rename(id, "A long title that says what was asked and ends with octaves");
        s.type("octav");
        QVERIFY(s.hasHits(5));
        const auto* hits = qobject_cast<const HitModel*>(s.list->results()->model());
        QVERIFY(hits);
        QSet<RowId> seen;
        for (int i = 0; i < hits->rowCount(); ++i) {
            const RowId chat = hits->hitAt(hits->index(i))->conversation;
            const bool head = i == 0 || hits->hitAt(hits->index(i - 1))->conversation != chat;
            QCOMPARE(hits->index(i).data(HitModel::HeadRole).toBool(), head);
            QCOMPARE(seen.contains(chat), !head);
            seen.insert(chat);
        }
        QCOMPARE(hits->hitAt(hits->index(1))->message, last.id);  // below the title that was found
        // A row without a title of its own is lower.
        QVERIFY(s.list->results()->visualRect(hits->index(1)).height() >
                s.list->results()->visualRect(hits->index(0)).height());
        keepPicture(s.list.get(), "search-together");
    }

    // Whatever the room, the first place that was found is in sight, and a sign stands at every cut.
    void aHitIsNeverCutAway() {
        const QFont font = gh::widgets::Theme::instance().font("caption");
        const QString text = "The first words are of no use to anyone who looks for something, "
                             "since what is looked for, the octave, stands further on, and more follows it here.";
        const int at = int(text.indexOf("octave"));
        const HitRanges ranges = {{4, 9}, {at, at + 6}};
        for (const HitRanges& asked : {HitRanges{ranges[1]}, ranges}) {
            for (const int lines : {1, 2}) {
                for (double width = 120; width < 700; width += 13) {
                    const HitText fitted = fitHit("You: ", text, asked, font, width, lines);
                    QVERIFY(fitted.text.startsWith("You: "));
                    QVERIFY(!fitted.ranges.empty());
                    const auto [begin, end] = fitted.ranges.front();
                    QCOMPARE(fitted.text.mid(begin, end - begin),
                             text.mid(asked.front().first, asked.front().second - asked.front().first));
                    QString kept = fitted.text.mid(5);
                    const bool cutBefore = kept.startsWith(QChar(0x2026)), cutAfter = kept.endsWith(QChar(0x2026));
                    kept = kept.mid(cutBefore, kept.size() - cutBefore - cutAfter).remove(QChar(0x2060));
                    QVERIFY(text.contains(kept));
                    QCOMPARE(cutBefore, !text.startsWith(kept));
                    QCOMPARE(cutAfter, !text.endsWith(kept));
                }
            }
        }
        // A word longer than the room begins where it begins.
        HitText word = fitHit({}, "so " + QString(400, 'm'), {{3, 403}}, font, 120, 1);
        QVERIFY(word.text.remove(QChar(0x2060)).startsWith(QString(QChar(0x2026)) + "mm") && word.text.endsWith(QChar(0x2026)));
        QCOMPARE(int(word.ranges.size()), 1);
    }

    void renameInPlace() {
        Shown s;
        const RowId id = s.row("Regex for log lines").data(ConversationModel::IdRole).toLongLong();
        s.click(s.row("Regex for log lines"), s.list->view());
        QVERIFY(s.isOpen("Regex for log lines"));
        s.list->view()->setFocus();
        QTest::keyClick(s.list->view(), Qt::Key_F2);
        auto* edit = s.list->view()->viewport()->findChild<QLineEdit*>();
        QVERIFY(edit);
        QCOMPARE(edit->text(), QString("Regex for log lines"));
        keepPicture(s.list.get(), "rename-light");
        edit->selectAll();
        QTest::keyClicks(edit, "Patterns");
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_COMPARE(s.d->chat->current()->head.title, QString("Patterns"));
        QVERIFY(s.row("Patterns").isValid());
        QTest::keyClick(s.list->view(), Qt::Key_F2);
        edit = s.list->view()->viewport()->findChild<QLineEdit*>();
        QVERIFY(edit);
        QTest::keyClicks(edit, "not this");
        QTest::keyClick(edit, Qt::Key_Escape);
        QCOMPARE(s.d->chat->current()->head.title, QString("Patterns"));
        QCOMPARE(loaded(*s.d->store, id).head.title, QString("Patterns"));
    }

    void aNameBeingTypedIsNotOverwritten() {
        Shown s;
        const QModelIndex row = s.row("Regex for log lines");
        const RowId id = row.data(ConversationModel::IdRole).toLongLong();
        s.click(row, s.list->view());
        QVERIFY(s.isOpen("Regex for log lines"));
        s.list->view()->setFocus();
        QTest::keyClick(s.list->view(), Qt::Key_F2);
        const auto editor = [&] {
            return qobject_cast<QLineEdit*>(s.list->view()->indexWidget(s.row("Regex for log lines")));
        };
        QVERIFY(editor());
        editor()->selectAll();
        QTest::keyClicks(editor(), "Patt");
        emit s.d->chat->busyChanged(id);  // as when a reply ends
        QCOMPARE(editor()->text(), QString("Patt"));
        // Another conversation moves to the front, and every row with it.
        s.d->chat->setPinned(s.row("KV cache basics").data(ConversationModel::IdRole).toLongLong(), true);
        QVERIFY(editor() && editor()->hasFocus());
        QCOMPARE(editor()->text(), QString("Patt"));
        QTest::keyClicks(editor(), "erns");
        QTest::keyClick(editor(), Qt::Key_Return);
        QTRY_COMPARE(s.d->chat->current()->head.title, QString("Patterns"));
    }

    void deleteAndUndo() {
        Shown s;
        const int before = s.list->view()->model()->rowCount();
        s.click(s.row("Drafting with 30M"), s.list->view());
        QVERIFY(s.isOpen("Drafting with 30M"));
        s.list->view()->setFocus();
        QTest::keyClick(s.list->view(), Qt::Key_Delete);
        QCOMPARE(s.list->view()->model()->rowCount(), before - 1);
        QVERIFY(s.list->undoBar()->isVisible());
        QVERIFY(s.isOpen("Outliers, dimension 507"));  // the next one
        QTest::qWait(30);
        keepPicture(s.list.get(), "undo-light");
        QTest::keyClick(s.list->view(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(s.isOpen("Drafting with 30M"));
        QVERIFY(!s.list->undoBar()->isVisible());
        QCOMPARE(s.list->view()->model()->rowCount(), before);
        s.list->removeCurrent();
        QTest::mouseClick(s.list->undoBar()->button(), Qt::LeftButton);
        QVERIFY(s.isOpen("Drafting with 30M"));
        QVERIFY(!s.list->undoBar()->isVisible());
    }

    void menuOfARow() {
        Shown s;
        std::unique_ptr<QMenu> menu(s.list->menuFor(s.row("Regex for log lines")));
        QStringList texts;
        for (QAction* action : menu->actions()) {
            if (!action->isSeparator()) texts << action->text();
        }
        QCOMPARE(texts, (QStringList{"Rename", "Pin", "Duplicate", "Export…", "Delete", "New chat",
                                     "Import a conversation…"}));
        menu->actions()[1]->trigger();
        const QStringList shown = rows(s.list->view()->model());
        QVERIFY(shown.indexOf("Regex for log lines") < shown.indexOf("Today"));
        menu.reset(s.list->menuFor(s.row("Regex for log lines")));
        QCOMPARE(menu->actions()[1]->text(), QString("Unpin"));
        menu->actions()[2]->trigger();
        QVERIFY(s.isOpen("Regex for log lines (copy)"));
        menu.reset(s.list->menuFor({}));
        QCOMPARE(menu->actions().size(), 2);
        // The "…" of the row under the pointer asks for it.
        auto* view = qobject_cast<ConversationView*>(s.list->view());
        QSignalSpy asked(view, &ConversationView::menuRequested);
        const RowId current = s.d->id();
        const QModelIndex other = s.row("KV cache basics");
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->moreRect(other).center());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toModelIndex(), other);
        QCOMPARE(s.d->id(), current);  // and opens nothing
        for (QWidget* popup : QApplication::topLevelWidgets()) {
            if (qobject_cast<QMenu*>(popup)) popup->close();
        }
    }

    void busyDotWhileWriting() {
        Script script;
        script.repeats = 30;
        Shown s(script);
        QVERIFY(s.d->openModel());
        s.d->chat->newConversation();
        QVERIFY(s.d->chat->send("Write"));
        QVERIFY(s.d->waitTokens(2));
        const QModelIndex row = s.row("Write");
        QVERIFY(row.data(ConversationModel::BusyRole).toBool());
        QVERIFY(row.data(Qt::AccessibleTextRole).toString().contains("writing"));
        keepPicture(s.list.get(), "busy-light");
        s.d->chat->stop();
        QVERIFY(s.d->waitIdle());
        QVERIFY(!s.row("Write").data(ConversationModel::BusyRole).toBool());
    }

    void namesForScreenReaders() {
        Shown s;
        for (QWidget* widget : s.list->findChildren<QWidget*>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible()) continue;
            if (qobject_cast<QScrollBar*>(widget) || widget->objectName() == "qt_scrollarea_viewport")
                continue;
            QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
            QVERIFY(face);
            QVERIFY2(!face->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
        }
    }

    void emptyListSaysWhatToDo() {
        ChatDriver d;
        ConversationList list(d.chat.get());
        list.resize(240, 400);
        list.show();
        QTest::qWait(50);
        QVERIFY(!list.view()->isVisible());
        keepPicture(&list, "list-empty");
        d.chat->setDraft("begun");
        QTRY_VERIFY(list.view()->isVisible());
        QCOMPARE(list.view()->model()->rowCount(), 2);
        QTRY_COMPARE(list.view()->model()->index(1, 0).data().toString(), QString("Draft: begun"));
    }

    // The first letter begins the conversation; the rest comes while the user goes on typing, or looks elsewhere.
    void aDraftGivesItsWholeNameAtOnceWhenLeft() {
        ChatDriver d;
        ConversationList list(d.chat.get());
        list.resize(240, 400);
        list.show();
        for (const char* draft : {"h", "half", "half written"}) d.chat->setDraft(draft);
        d.chat->newConversation();
        QCOMPARE(list.view()->model()->index(1, 0).data().toString(), QString("Draft: half written"));
    }
};

QTEST_MAIN(ConversationListTest)
#include "conversation_list_test.moc"
