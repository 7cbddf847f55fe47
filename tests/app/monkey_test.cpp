// Somebody who presses everything: random actions with fixed seeds on the whole window. It must not crash, must not
// hang, and whatever was sent or typed must still be there. The preset asan-gui runs it under the address sanitizer.
// GLASSHOUSE_MONKEY_SEEDS and GLASSHOUSE_MONKEY_ACTIONS ask for more than the few of ctest.
#include <algorithm>

#include <QAbstractItemView>
#include <QElapsedTimer>
#include <QMenu>
#include <QSqlDatabase>
#include <QSqlQuery>

#include "app/settings/language.h"
#include "app/window/action_list.h"
#include "app/window/conversation_list.h"
#include "tests/app/support/window_driver.h"
#include "widgets/theme.h"

using namespace gh::app;
using namespace gh::app::test;

namespace {

// Left out: what ends the program, and dialogs of the system that ask for a file and wait for it.
constexpr const char* kNotPressed[] = {"app.quit", "model.open", "model.folder", "chat.export", "chat.import", "chat.attach"};
constexpr qint64 kHangMs = 5'000;

class Monkey {
public:
    Monkey(WindowDriver& driver, quint32 seed) : m_driver(driver), m_state(seed * 2654435761u + 1) {}

    QString act() {
        switch (pick(12)) {
            case 0:
            case 1: return typeSomething();
            case 2: return send();
            case 3:
            case 4: return click(Qt::LeftButton);
            case 5: return pick(4) ? click(Qt::LeftButton) : click(Qt::RightButton);
            case 6: return key();
            case 7: return wheel();
            case 8: return branch();
            case 9: return openConversation();
            case 10: return pick(6) ? action() : resize();
            default: return action();
        }
    }
    // Menus, popups and dialogs would wait for somebody for ever; they are looked at for a moment.
    void leaveWhatIsOpen() {
        for (int i = 0; i < 8; ++i) {
            QWidget* open = QApplication::activePopupWidget();
            if (!open) open = QApplication::activeModalWidget();
            if (!open) return;
            if (auto* menu = qobject_cast<QMenu*>(open); menu && pick(3) == 0) QTest::keyClick(menu, Qt::Key_Down);
            open->close();
            QCoreApplication::processEvents();
        }
    }
    const QStringList& sent() const { return m_sent; }

private:
    quint32 next() {
        m_state = m_state * 1664525u + 1013904223u;
        return m_state >> 8;
    }
    int pick(int count) { return int(next() % quint32(count)); }
    MainWindow& window() { return *m_driver.window; }

    QString typeSomething() {
        static const QStringList kWords{"glass ", "house, ", "кеш ", "**bold** ", "`code` ", "<|im_end|> ", "| a | b |\n", "1. ", "😀 "};
        const QString word = kWords[pick(int(kWords.size()))];
        m_driver.edit()->insertPlainText(word);
        return "type " + word;
    }
    QString send() {
        const QString text = m_driver.edit()->toPlainText() + "no." + QString::number(m_sent.size());
        if (!window().chat()->send(text)) return "send refused";
        m_driver.edit()->clear();
        m_sent << text;
        return "send " + text;
    }
    QString click(Qt::MouseButton button) {
        const QPoint at(pick(window().width()), pick(window().height()));
        QWidget* child = window().childAt(at);
        if (!child) return "click on nothing";
        QTest::mouseClick(child, button, {}, child->mapFrom(&window(), at));
        return QString("click on %1").arg(child->metaObject()->className());
    }
    QString key() {
        static constexpr Qt::Key kKeys[] = {Qt::Key_Tab,  Qt::Key_Backtab, Qt::Key_Escape, Qt::Key_Up,     Qt::Key_Down,  Qt::Key_Left,
                                            Qt::Key_Right, Qt::Key_Space,  Qt::Key_Home,   Qt::Key_End,    Qt::Key_Comma, Qt::Key_Period,
                                            Qt::Key_F2,    Qt::Key_PageUp, Qt::Key_Delete, Qt::Key_Return};
        QWidget* target = QApplication::focusWidget();
        if (!target) target = &window();
        const Qt::Key pressed = kKeys[pick(int(std::size(kKeys)))];
        // Return in the composer is send(): only there is it known what was sent.
        if (pressed == Qt::Key_Return && target == m_driver.edit()) return "no key";
        // The editor of a message sends by itself; what it holds is a text of before.
        QTest::keyClick(target, pressed, pick(5) ? Qt::NoModifier : Qt::ControlModifier);
        return QString("key %1 in %2").arg(int(pressed), 0, 16).arg(target->metaObject()->className());
    }
    QString wheel() {
        const QPoint at(pick(window().width()), pick(window().height()));
        QWidget* child = window().childAt(at);
        if (!child) return "wheel on nothing";
        QWheelEvent event(child->mapFrom(&window(), at), window().mapToGlobal(at), {}, QPoint(0, pick(2) ? 120 : -120), Qt::NoButton,
                          pick(4) ? Qt::NoModifier : Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(child, &event);
        return QString("wheel on %1").arg(child->metaObject()->className());
    }
    QString branch() {
        const auto& messages = m_driver.messages();
        if (messages.empty()) return "no branch";
        const auto index = qulonglong(pick(int(messages.size())));
        switch (pick(5)) {
            case 0: window().chat()->regenerate(index); return "regenerate";
            case 1: window().chat()->showBranch(index, pick(3)); return "show branch";
            case 2: window().chat()->stop(); return "stop";
            case 3: if (window().chat()->canContinue()) window().chat()->continueReply(); return "continue";
            default: {
                if (messages[index].role != Role::User || messages[index].state == MessageState::Waiting) return "no edit";
                const QString text = messages[index].text + " edited";
                window().chat()->editAndSend(index, text);
                return "edit";
            }
        }
    }
    QString openConversation() {
        const auto& heads = window().chat()->heads();
        if (heads.isEmpty() || pick(3) == 0) {
            window().chat()->newConversation();
            return "new conversation";
        }
        window().chat()->openConversation(heads[pick(int(heads.size()))].id);
        return "open conversation";
    }
    QString resize() {
        window().resize(700 + pick(1300), 500 + pick(700));
        return "resize";
    }
    QString action() {
        const auto& entries = window().actionList()->entries();
        const auto& entry = entries[std::size_t(pick(int(entries.size())))];
        if (!entry.action || !entry.action->isEnabled()) return "no action";
        for (const char* left : kNotPressed)
            if (entry.id == left) return "no action";
        const QString name = QString::fromLatin1(entry.id);
        entry.action->trigger();
        return "action " + name;
    }

    WindowDriver& m_driver;
    quint32 m_state;
    QStringList m_sent;
};

int asked(const char* name, int otherwise) {
    bool ok = false;
    const int value = qEnvironmentVariableIntValue(name, &ok);
    return ok && value > 0 ? value : otherwise;
}

QStringList storedTexts(const QString& file) {
    QStringList texts;
    {
        QSqlDatabase db = QSqlDatabase::addDatabase("QSQLITE", "monkey");
        db.setDatabaseName(file);
        if (db.open()) {
            QSqlQuery query("SELECT text FROM messages", db);
            while (query.next()) texts << query.value(0).toString();
            QSqlQuery drafts("SELECT draft FROM conversations", db);
            while (drafts.next()) texts << drafts.value(0).toString();
        }
    }
    QSqlDatabase::removeDatabase("monkey");
    return texts;
}

}  // namespace

class MonkeyTest : public QObject {
    Q_OBJECT
private slots:
    void cleanup() {
        useLanguage("en");
        gh::widgets::Theme::instance().setMode(gh::widgets::ThemeMode::Light);
    }

    void presses_data() {
        QTest::addColumn<quint32>("seed");
        const int seeds = asked("GLASSHOUSE_MONKEY_SEEDS", 2);
        for (int seed = 1; seed <= seeds; ++seed) QTest::addRow("seed %d", seed) << quint32(seed);
    }
    void presses() {
        QFETCH(quint32, seed);
        const int actions = asked("GLASSHOUSE_MONKEY_ACTIONS", 1000);
        QTemporaryDir folder;
        Script script;
        script.stepMs = 1;
        script.repeats = 3;
        WindowDriver d(script, "/models/scripted.gguf", folder.path());
        QVERIFY(d.openReady());
        Monkey monkey(d, seed);
        // A menu or dialog that waits inside an action is left by this.
        QTimer leave;
        connect(&leave, &QTimer::timeout, this, [&] { monkey.leaveWhatIsOpen(); });
        leave.start(30);
        QElapsedTimer clock;
        qint64 longest = 0;
        QString slowest;
        for (int i = 0; i < actions; ++i) {
            clock.start();
            const QString what = monkey.act();
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
            monkey.leaveWhatIsOpen();
            QVERIFY2(d.window->isVisible(), qPrintable("the window went away after: " + what));
            if (clock.elapsed() > longest) {
                longest = clock.elapsed();
                slowest = what;
            }
        }
        qInfo("%d actions, %d messages sent, the longest took %lld ms (%s)", actions, int(monkey.sent().size()), longest,
              qPrintable(slowest));
        QVERIFY2(longest < kHangMs, qPrintable(slowest));
        leave.stop();
        const QString draft = d.edit()->toPlainText();
        clock.start();
        d.close();
        QVERIFY2(clock.elapsed() < kHangMs, "closing took too long");
        const QStringList stored = storedTexts(d.options.database);
        for (const QString& text : monkey.sent())
            // One that waited may have gone back to where it was typed, and on with what was typed behind it.
            QVERIFY2(std::any_of(stored.begin(), stored.end(), [&](const QString& kept) { return kept.contains(text.trimmed()); }),
                     qPrintable("lost: " + text + "; kept: " + stored.join(" / ").right(3000)));
        QVERIFY2(draft.trimmed().isEmpty() || stored.contains(draft), qPrintable("lost draft: " + draft));
    }
};

QTEST_MAIN(MonkeyTest)
#include "monkey_test.moc"
