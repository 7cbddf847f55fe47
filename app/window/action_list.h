// Every action of the window, in one list: menus, keys, the command palette and the sheet of shortcuts all read it. Who
// adds an action here has it in all four.
#pragma once

#include <functional>
#include <QAction>
#include <QKeySequence>
#include <QObject>
#include <span>
#include <vector>

class QActionGroup;
class QMenu;

namespace gh::app {

// A group is a submenu and the words before an action's name in the palette. parent: the group whose menu holds it.
struct ActionGroupEntry {
    const char* id;
    const char* parent;
    QString (*title)();
    const char* icon;
};
std::span<const ActionGroupEntry> actionGroups();

class ActionList : public QObject {
    Q_OBJECT
public:
    struct Entry {
        QByteArray id, group;
        QAction* action;
        QString words;  // other names, by which the palette finds it too
    };
    // The actions' keys work in this window.
    explicit ActionList(QWidget* window);

    QAction* add(const char* id, const char* group, const QString& text, const char* icon,
                 const QList<QKeySequence>& keys, std::function<void()> act);
    // One of several of a group, of which one is on.
    QAction* addChoice(const char* id, const char* group, const QString& text, const char* icon,
                       const QList<QKeySequence>& keys, bool on, std::function<void()> act);
    // A line in the group's menu before what is added next.
    void addSeparator(const char* group);
    void setWords(const QByteArray& id, const QString& words);
    QAction* find(const QByteArray& id) const;  // null: there is none
    const std::vector<Entry>& entries() const { return m_entries; }
    // "View › Theme"
    static QString path(const QByteArray& group);
    void fill(QMenu* menu) const;

private:
    QWidget* m_window;
    std::vector<Entry> m_entries;  // a separator has no action
    std::vector<std::pair<QByteArray, QActionGroup*>> m_choices;
};

}  // namespace gh::app
