// Conversations at the left, newest first, with a button for a new one.
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <QWidget>

#include "app/chat/chat_controller.h"

namespace gh::app {

class ConversationModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum DataRole { IdRole = Qt::UserRole, TimeRole, BusyRole };
    explicit ConversationModel(ChatController* chat, QObject* parent = nullptr);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    int rowOf(RowId id) const;

private:
    void refresh();
    ChatController* m_chat;
    QVector<ConversationHead> m_heads;
};

class ConversationList : public QWidget {
    Q_OBJECT
public:
    explicit ConversationList(ChatController* chat, QWidget* parent = nullptr);
    QListView* view() const { return m_view; }

private:
    void follow();  // selects what is on show
    ChatController* m_chat;
    ConversationModel* m_model;
    QListView* m_view;
};

}  // namespace gh::app
