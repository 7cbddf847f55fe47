#include "app/quantize/quantize_store.h"

#include <QDir>
#include <QFileInfo>
#include <QSqlError>
#include <QSqlQuery>

namespace gh::app {

namespace {
constexpr int kEndMs = 2000;            // that closing the window waits for the last write
constexpr int kMostEvaluations = 60;    // of a model that are shown, the newest

// Appended to, never edited; the file's user_version counts them.
constexpr const char* kMigrations[] = {
    "CREATE TABLE variants (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, rules TEXT NOT NULL)",
    "CREATE TABLE evaluations (id INTEGER PRIMARY KEY AUTOINCREMENT, model TEXT NOT NULL, started REAL NOT NULL, json TEXT NOT NULL)",
};
}  // namespace

QuantizeStoreWorker::~QuantizeStoreWorker() {
    if (!m_db.isValid()) return;
    m_db.close();
    m_db = {};
    QSqlDatabase::removeDatabase(m_connection);
}

bool QuantizeStoreWorker::run(QSqlQuery& query) {
    if (query.exec()) return true;
    emit failed(query.lastError().text());
    return false;
}

void QuantizeStoreWorker::open() {
    QDir().mkpath(QFileInfo(m_path).absolutePath());
    m_connection = QStringLiteral("quantize-%1").arg(quintptr(this));
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
    listVariants();
}

void QuantizeStoreWorker::listVariants() {
    QSqlQuery query(m_db);
    query.prepare("SELECT id, name, rules FROM variants ORDER BY name COLLATE NOCASE");
    if (!run(query)) return;
    std::vector<KeptVariant> variants;
    while (query.next()) {
        auto rules = quantize::rulesFromJson(query.value(2).toString().toStdString());
        if (rules) variants.push_back({query.value(0).toLongLong(), query.value(1).toString(), std::move(*rules)});
        else emit failed(QStringLiteral("%1: %2").arg(query.value(1).toString(), QString::fromStdString(rules.error().message())));
    }
    emit variantsListed(variants);
}

void QuantizeStoreWorker::keepVariant(const QString& name, const QString& rules) {
    QSqlQuery query(m_db);
    query.prepare("INSERT INTO variants (name, rules) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET rules = excluded.rules");
    query.addBindValue(name);
    query.addBindValue(rules);
    if (run(query)) listVariants();
}

void QuantizeStoreWorker::renameVariant(qint64 id, const QString& name) {
    QSqlQuery query(m_db);
    query.prepare("UPDATE variants SET name = ? WHERE id = ?");
    query.addBindValue(name);
    query.addBindValue(id);
    if (run(query)) listVariants();
}

void QuantizeStoreWorker::removeVariant(qint64 id) {
    QSqlQuery query(m_db);
    query.prepare("DELETE FROM variants WHERE id = ?");
    query.addBindValue(id);
    if (run(query)) listVariants();
}

void QuantizeStoreWorker::addEvaluation(const QString& model, const QDateTime& when, const QString& json) {
    QSqlQuery query(m_db);
    query.prepare("INSERT INTO evaluations (model, started, json) VALUES (?, ?, ?)");
    query.addBindValue(model);
    query.addBindValue(double(when.toMSecsSinceEpoch()) / 1e3);
    query.addBindValue(json);
    if (run(query)) listEvaluations(model);
}

void QuantizeStoreWorker::removeEvaluation(qint64 id, const QString& model) {
    QSqlQuery query(m_db);
    query.prepare("DELETE FROM evaluations WHERE id = ?");
    query.addBindValue(id);
    if (run(query)) listEvaluations(model);
}

void QuantizeStoreWorker::listEvaluations(const QString& model) {
    QSqlQuery query(m_db);
    query.prepare("SELECT id, started, json FROM evaluations WHERE model = ? ORDER BY started DESC, id DESC LIMIT ?");
    query.addBindValue(model);
    query.addBindValue(kMostEvaluations);
    if (!run(query)) return;
    std::vector<KeptEvaluation> evaluations;
    while (query.next()) {
        auto read = evaluate::evaluationFromJson(query.value(2).toString().toStdString());
        if (read) evaluations.push_back({query.value(0).toLongLong(), QDateTime::fromMSecsSinceEpoch(qint64(query.value(1).toDouble() * 1e3)), std::make_shared<const evaluate::Evaluation>(std::move(*read))});
        else emit failed(QString::fromStdString(read.error().message()));
    }
    emit evaluationsListed(model, evaluations);
}

QuantizeStore::QuantizeStore(const QString& path, QObject* parent) : QObject(parent), m_worker(new QuantizeStoreWorker(path)) {
    qRegisterMetaType<std::vector<KeptVariant>>();
    qRegisterMetaType<std::vector<KeptEvaluation>>();
    m_thread.setObjectName("variants");
    m_worker->moveToThread(&m_thread);
    connect(m_worker, &QuantizeStoreWorker::variantsListed, this, &QuantizeStore::variantsListed);
    connect(m_worker, &QuantizeStoreWorker::evaluationsListed, this, &QuantizeStore::evaluationsListed);
    connect(m_worker, &QuantizeStoreWorker::failed, this, &QuantizeStore::failed);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
    QMetaObject::invokeMethod(m_worker, &QuantizeStoreWorker::open, Qt::QueuedConnection);
}

QuantizeStore::~QuantizeStore() {
    m_thread.quit();   // after what was asked for
    if (m_thread.wait(kEndMs)) return;
    m_thread.terminate();
    m_thread.wait(100);
}

void QuantizeStore::keepVariant(const QString& name, const quantize::WeightRules& rules) {
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, name, json = QString::fromStdString(quantize::rulesToJson(rules))] { worker->keepVariant(name, json); }, Qt::QueuedConnection);
}

void QuantizeStore::renameVariant(qint64 id, const QString& name) {
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, id, name] { worker->renameVariant(id, name); }, Qt::QueuedConnection);
}

void QuantizeStore::removeVariant(qint64 id) {
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, id] { worker->removeVariant(id); }, Qt::QueuedConnection);
}

void QuantizeStore::addEvaluation(const QString& model, const evaluate::Evaluation& evaluation) {
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, model, when = QDateTime::currentDateTime(), json = QString::fromStdString(evaluate::toJson(evaluation))] {
        worker->addEvaluation(model, when, json);
    }, Qt::QueuedConnection);
}

void QuantizeStore::removeEvaluation(qint64 id, const QString& model) {
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, id, model] { worker->removeEvaluation(id, model); }, Qt::QueuedConnection);
}

void QuantizeStore::listEvaluations(const QString& model) {
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, model] { worker->listEvaluations(model); }, Qt::QueuedConnection);
}

}  // namespace gh::app
