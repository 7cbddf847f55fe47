// Conversations at the left: search on top, the list or what was found below it, undo of a deletion at the
// bottom.
#pragma once

#include <functional>
#include <QTimer>
#include <QWidget>

#include "app/chat/chat_controller.h"
#include "app/window/conversation_model.h"

class QLabel;
class QLineEdit;
class QListView;
class QMenu;
class QStackedWidget;

namespace gh::app {

class ActionList;
class ConversationView;
class UndoBar;

class ConversationList : public QWidget {
    Q_OBJECT
public:
    explicit ConversationList(ChatController* chat, QWidget* parent = nullptr);
    QListView* view() const;
    QListView* results() const { return m_results; }
    QLineEdit* searchBox() const { return m_search; }
    UndoBar* undoBar() const { return m_undo; }
    bool searching() const;
    // Of the conversation of a row (invalid: of the list), as the context menu shows it; the caller deletes
    // it.
    QMenu* menuFor(const QModelIndex& index);
    // What can be done with the conversation that is shown, for menus, keys and the palette. `show` brings
    // this list up where it is hidden.
    void addActions(ActionList& list, std::function<void()> show);

public slots:
    void focusSearch();
    void leaveSearch();
    // Of the conversation that is shown; nothing without one.
    void renameCurrent();
    void togglePinCurrent();
    void duplicateCurrent();
    void exportCurrent();
    void removeCurrent();
    void undoRemove();
    void importFile();

signals:
    void picked();  // a conversation, with the mouse

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    static constexpr int kTypingMs = 40;  // letters that follow each other faster are one question
    void build();
    void follow();  // selects what is on show
    void onSearched(const QString& text, const QVector<SearchHit>& hits);
    void openHit(const QModelIndex& index);
    void rename(RowId id);
    void exportAs(RowId id);
    void refreshEmpty();
    RowId rowId(const QModelIndex& index) const;
    RowId currentId() const;

    ChatController* m_chat;
    ConversationModel* m_model;
    HitModel* m_hits;
    QLineEdit* m_search;
    QStackedWidget* m_stack;
    ConversationView* m_view;
    QListView* m_results;
    QLabel *m_found, *m_none;
    UndoBar* m_undo;
    QTimer m_typing;
    // Of the list, over a rebuilding of its rows.
    int m_scroll = 0;
    RowId m_renaming = 0;
    QString m_newName;
};

}  // namespace gh::app
