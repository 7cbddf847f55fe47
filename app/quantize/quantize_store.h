// Named variants and evaluations in SQLite, as the engine writes them (JSON), which is read with the same distrust as any
// file. All work is on a thread of its own; answers come as signals, in the order in which they were asked for.
#pragma once

#include <memory>
#include <QDateTime>
#include <QObject>
#include <QSqlDatabase>
#include <QThread>
#include <vector>

#include "engine/evaluate/evaluation.h"
#include "engine/quantize/rules.h"

namespace gh::app {

struct KeptVariant {
    qint64 id = 0;
    QString name;
    quantize::WeightRules rules;
};
struct KeptEvaluation {
    qint64 id = 0;
    QDateTime when;
    std::shared_ptr<const evaluate::Evaluation> evaluation;
};

// On the store's own thread.
class QuantizeStoreWorker : public QObject {
    Q_OBJECT
public:
    explicit QuantizeStoreWorker(QString path) : m_path(std::move(path)) {}
    ~QuantizeStoreWorker() override;
    void open();
    void keepVariant(const QString& name, const QString& rules);
    void renameVariant(qint64 id, const QString& name);
    void removeVariant(qint64 id);
    void addEvaluation(const QString& model, const QDateTime& when, const QString& json);
    void removeEvaluation(qint64 id, const QString& model);
    void listEvaluations(const QString& model);

signals:
    void variantsListed(const std::vector<gh::app::KeptVariant>& variants);
    void evaluationsListed(const QString& model, const std::vector<gh::app::KeptEvaluation>& evaluations);
    void failed(const QString& why);

private:
    void listVariants();
    bool run(class QSqlQuery& query);
    QString m_path, m_connection;
    QSqlDatabase m_db;
};

class QuantizeStore : public QObject {
    Q_OBJECT
public:
    explicit QuantizeStore(const QString& path, QObject* parent = nullptr);
    ~QuantizeStore() override;

    void keepVariant(const QString& name, const quantize::WeightRules& rules);   // in place of one of that name
    void renameVariant(qint64 id, const QString& name);
    void removeVariant(qint64 id);
    // model: ModelSession::modelKey() of what was evaluated.
    void addEvaluation(const QString& model, const evaluate::Evaluation& evaluation);
    void removeEvaluation(qint64 id, const QString& model);
    void listEvaluations(const QString& model);

signals:
    void variantsListed(const std::vector<gh::app::KeptVariant>& variants);   // by name; after opening and each change
    void evaluationsListed(const QString& model, const std::vector<gh::app::KeptEvaluation>& evaluations);   // newest first
    void failed(const QString& why);

private:
    QThread m_thread;
    QuantizeStoreWorker* m_worker;
};

}  // namespace gh::app
