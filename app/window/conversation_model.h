// What the list at the left shows: conversations under headings of time, or what a search found.
#pragma once

#include <QAbstractListModel>
#include <QHash>
#include <vector>

#include "app/chat/chat_controller.h"

namespace gh::app {

// Pinned, today, yesterday, the week before, then month by month. Headings are rows that cannot be chosen.
class ConversationModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum DataRole { IdRole = Qt::UserRole, TimeRole, BusyRole, HeadingRole, PinnedRole, QueuedRole };
    explicit ConversationModel(ChatController* chat, QObject* parent = nullptr);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;  // renames
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    int rowOf(RowId id) const { return m_places.value(id, -1); }

private:
    struct Row {
        RowId id = 0;  // 0: a heading
        int head = 0;  // place in the controller's list
        QString heading;
    };
    void refresh();
    void refreshRow(qlonglong id);
    void waitForMidnight();
    const ConversationHead* headOf(const Row& row) const;

    ChatController* m_chat;
    std::vector<Row> m_rows;
    QHash<RowId, int> m_places;
    QTimer m_midnight;
};

// The hits of a conversation stand together, where its first one was: found in the title, then the newest.
class HitModel : public QAbstractListModel {
    Q_OBJECT
public:
    // HeadRole: the first of its conversation.
    enum DataRole { TitleRole = Qt::UserRole, SnippetRole, TimeRole, SpeakerRole, HeadRole };
    using QAbstractListModel::QAbstractListModel;
    void setHits(const QVector<SearchHit>& hits);
    const SearchHit* hitAt(const QModelIndex& index) const;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    QVector<SearchHit> m_hits;
};

// How a conversation is called: its title, or what stands for it while it has none.
QString nameOf(const ConversationHead& head);
// Today the time, this week the day, else the date.
QString shortTime(const QDateTime& when);

}  // namespace gh::app
