#include "app/lab/lab_store.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSqlError>
#include <QSqlQuery>

namespace gh::app {

namespace {
constexpr int kEndMs = 2000;   // that closing the window waits for the last write

// Appended to, never edited; the file's user_version counts them.
constexpr const char* kMigrations[] = {
    "CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT, experiment TEXT NOT NULL, model TEXT NOT NULL, "
    "started REAL NOT NULL, complete INTEGER NOT NULL, disturbed INTEGER NOT NULL, json TEXT NOT NULL)",
    "ALTER TABLE runs ADD COLUMN options TEXT NOT NULL DEFAULT ''",
};

QMap<QString, QString> optionsOf(const QByteArray& json) {
    QMap<QString, QString> options;
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    for (auto it = object.begin(); it != object.end(); ++it) options[it.key()] = it.value().toString();
    return options;
}
}  // namespace

LabStoreWorker::~LabStoreWorker() {
    if (!m_db.isValid()) return;
    m_db.close();
    m_db = {};
    QSqlDatabase::removeDatabase(m_connection);
}

bool LabStoreWorker::run(QSqlQuery& query) {
    if (query.exec()) return true;
    emit failed(query.lastError().text());
    return false;
}

void LabStoreWorker::open() {
    QDir().mkpath(QFileInfo(m_path).absolutePath());
    m_connection = QStringLiteral("lab-%1").arg(quintptr(this));
    m_db = QSqlDatabase::addDatabase("QSQLITE", m_connection);
    m_db.setDatabaseName(m_path);
    if (!m_db.open()) {
        emit failed(m_db.lastError().text());
        return;
    }
    QSqlQuery query(m_db);
    query.exec("PRAGMA journal_mode = WAL");
    query.exec("PRAGMA user_version");
    int version = query.next() ? query.value(0).toInt() : 0;
    query.finish();
    for (; version < int(std::size(kMigrations)); ++version) {
        m_db.transaction();
        const bool good = query.exec(kMigrations[version]) && query.exec(QStringLiteral("PRAGMA user_version = %1").arg(version + 1));
        if (!good || !m_db.commit()) {
            m_db.rollback();
            emit failed(query.lastError().text());
            return;
        }
    }
    // Of runs kept before there was the column. A library without this function leaves them as they are.
    query.exec("UPDATE runs SET options = coalesce(json_extract(json, '$.options'), '') WHERE options = ''");
    list();
}

void LabStoreWorker::list() {
    QSqlQuery query(m_db);
    query.prepare("SELECT id, experiment, model, started, complete, options FROM runs ORDER BY started DESC, id DESC");
    if (!run(query)) return;
    std::vector<widgets::LabEntry> entries;
    while (query.next())
        entries.push_back({query.value(0).toLongLong(), query.value(1).toString(), query.value(2).toString(),
                           QDateTime::fromMSecsSinceEpoch(qint64(query.value(3).toDouble() * 1e3)), query.value(4).toBool(),
                           optionsOf(query.value(5).toByteArray())});
    emit listed(entries);
}

void LabStoreWorker::add(const QString& experiment, const QString& model, double startedAt, bool complete, bool disturbed,
                         const QString& json) {
    QSqlQuery query(m_db);
    query.prepare("INSERT INTO runs (experiment, model, started, complete, disturbed, json, options) VALUES (?, ?, ?, ?, ?, ?, ?)");
    const QJsonObject options = QJsonDocument::fromJson(json.toUtf8()).object().value("options").toObject();
    const QString texts = QString::fromUtf8(QJsonDocument(options).toJson(QJsonDocument::Compact));
    for (const QVariant& value :
         {QVariant(experiment), QVariant(model), QVariant(startedAt), QVariant(complete), QVariant(disturbed), QVariant(json), QVariant(texts)})
        query.addBindValue(value);
    if (!run(query)) return;
    emit added(query.lastInsertId().toLongLong());
    list();
}

void LabStoreWorker::load(qint64 id) {
    QSqlQuery query(m_db);
    query.prepare("SELECT json, disturbed FROM runs WHERE id = ?");
    query.addBindValue(id);
    if (run(query) && query.next()) emit loaded(id, query.value(0).toString(), query.value(1).toBool());
}

void LabStoreWorker::remove(qint64 id) {
    QSqlQuery query(m_db);
    query.prepare("DELETE FROM runs WHERE id = ?");
    query.addBindValue(id);
    if (run(query)) list();
}

LabStore::LabStore(const QString& path, QObject* parent) : QObject(parent), m_worker(new LabStoreWorker(path)) {
    qRegisterMetaType<std::vector<widgets::LabEntry>>();
    m_thread.setObjectName("lab runs");
    m_worker->moveToThread(&m_thread);
    connect(m_worker, &LabStoreWorker::listed, this, &LabStore::listed);
    connect(m_worker, &LabStoreWorker::added, this, &LabStore::added);
    connect(m_worker, &LabStoreWorker::loaded, this, &LabStore::loaded);
    connect(m_worker, &LabStoreWorker::failed, this, &LabStore::failed);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
    QMetaObject::invokeMethod(m_worker, &LabStoreWorker::open, Qt::QueuedConnection);
}

LabStore::~LabStore() {
    m_thread.quit();   // after what was asked for
    if (m_thread.wait(kEndMs)) return;
    m_thread.terminate();
    m_thread.wait(100);
}

void LabStore::add(const QString& experiment, const QString& model, double startedAt, bool complete, bool disturbed, const QString& json) {
    QMetaObject::invokeMethod(m_worker, [=, worker = m_worker] { worker->add(experiment, model, startedAt, complete, disturbed, json); }, Qt::QueuedConnection);
}

void LabStore::load(qint64 id) {
    QMetaObject::invokeMethod(m_worker, [id, worker = m_worker] { worker->load(id); }, Qt::QueuedConnection);
}

void LabStore::remove(qint64 id) {
    QMetaObject::invokeMethod(m_worker, [id, worker = m_worker] { worker->remove(id); }, Qt::QueuedConnection);
}

}  // namespace gh::app
