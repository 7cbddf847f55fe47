// Runs of the lab in SQLite, as the engine writes them (JSON). All work is on a thread of its own; answers come as
// signals, in the order in which they were asked for.
#pragma once

#include <QObject>
#include <QSqlDatabase>
#include <QThread>
#include <vector>

#include "widgets/models/lab_desk.h"

namespace gh::app {

// On the store's own thread.
class LabStoreWorker : public QObject {
    Q_OBJECT
public:
    explicit LabStoreWorker(QString path) : m_path(std::move(path)) {}
    ~LabStoreWorker() override;
    void open();
    void add(const QString& experiment, const QString& model, double startedAt, bool complete, bool disturbed, const QString& json);
    void load(qint64 id);
    void remove(qint64 id);

signals:
    void listed(const std::vector<gh::widgets::LabEntry>& entries);
    void added(qint64 id);
    void loaded(qint64 id, const QString& json, bool disturbed);
    void failed(const QString& why);

private:
    void list();
    bool run(class QSqlQuery& query);
    QString m_path, m_connection;
    QSqlDatabase m_db;
};

class LabStore : public QObject {
    Q_OBJECT
public:
    explicit LabStore(const QString& path, QObject* parent = nullptr);
    ~LabStore() override;

    void add(const QString& experiment, const QString& model, double startedAt, bool complete, bool disturbed, const QString& json);
    void load(qint64 id);
    void remove(qint64 id);

signals:
    void listed(const std::vector<gh::widgets::LabEntry>& entries);   // newest first; after opening and each change
    void added(qint64 id);                                            // before listed()
    void loaded(qint64 id, const QString& json, bool disturbed);
    void failed(const QString& why);

private:
    QThread m_thread;
    LabStoreWorker* m_worker;
};

}  // namespace gh::app
