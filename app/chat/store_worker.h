// The writer thread's side of the conversation store: schema, statements, recovery of a broken file.
#pragma once

#include <memory>
#include <QObject>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QVector>

#include "app/chat/conversation.h"

namespace gh::app {

class StoreWorker : public QObject {
    Q_OBJECT
public:
    explicit StoreWorker(QString path) : m_path(std::move(path)) {}
    ~StoreWorker() override;

    void open();
    void saveHead(const ConversationHead& head);
    void saveDraft(RowId conversation, const QString& draft);
    void saveMessage(const Message& message);
    void retireMessage(RowId message);
    void load(RowId conversation);

signals:
    void opened(const QVector<gh::app::ConversationHead>& heads);
    void loaded(const gh::app::Conversation& conversation);
    void notice(const QString& title, const QString& text);

private:
    bool tryOpen(const QString& file, QString* why, bool* newer);
    bool migrate(QString* why, bool* newer);
    bool moveAside(QString* movedTo);
    void close();
    bool exec(QSqlQuery& query);
    QSqlQuery& prepared(const char* sql);
    QVector<ConversationHead> heads();

    QString m_path;
    QString m_connection;
    QSqlDatabase m_db;
    std::vector<std::pair<const char*, std::unique_ptr<QSqlQuery>>> m_statements;
    bool m_complained = false;
};

}  // namespace gh::app
