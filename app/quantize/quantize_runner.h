// Does what the Quantize panel asks for, on threads of its own: error maps and single matrices at once, evaluations,
// budgets and files one after another, with progress and cancel. Keeps variants and evaluations.
#pragma once

#include <sys/resource.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include "app/model/model_session.h"
#include "app/quantize/model_shape.h"
#include "app/quantize/quantize_store.h"
#include "app/settings/settings.h"
#include "engine/quantize/budget.h"
#include "engine/quantize/quantize_file.h"
#include "widgets/models/quantize_desk.h"

namespace gh::app {

class QuantizeRunner : public QObject {
    Q_OBJECT
public:
    QuantizeRunner(ModelSession* model, Settings* settings, const QString& database, QObject* parent = nullptr);
    ~QuantizeRunner() override;
    widgets::QuantizeDesk* desk() { return &m_desk; }
    void outdated();              // its words are in another language now
    void cancel();                // what runs, at its next step
    // Ends what runs. false: it did not within the limit; the process may then only leave by std::_Exit.
    bool shutDown(int ms);
    // The weights that a subject stands for (kAsStored, kDraft, a scheme, "variant:ID"); null: as stored.
    std::shared_ptr<const quantize::WeightRules> weightsOf(const QString& subject) const;
    QString nameOf(const QString& subject) const;

private:
    // What crosses from a thread that works; it outlives either side.
    struct Job {
        std::mutex mutex;
        double share = 0;
        std::string doing;
        std::shared_ptr<const evaluate::Evaluation> evaluation;   // so far
        std::atomic<bool> cancelled = false;
    };
    using JobPtr = std::shared_ptr<Job>;
    using MapKey = std::pair<QString, bool>;   // scheme, least squares

    void onModel();
    void readModel();
    void measureMap();
    void measureDetail();
    void assignRules();
    void showMap(const widgets::ErrorMapPtr& map);
    void beginWork(widgets::QuantizeWork::Kind kind);
    void endWork(const std::optional<Error>& error);
    void look();                  // at what has come
    void evaluateNow(const widgets::EvaluateWish& wish);
    void findWithin(double amount, bool bitsPerWeight);
    void takeBudget(double amount, bool bitsPerWeight);
    void writeFile(const QString& path, bool nearestGguf);
    void showEvaluations();
    evaluate::Variant asStored() const;
    // Runs `work` on a thread of the pool, then here `then` with its result and whether the model is still the same.
    template <class Work, class Then>
    void run(QThreadPool& pool, Work work, Then then);

    ModelSession* m_model;
    Settings* m_settings;
    widgets::QuantizeDesk m_desk;
    QuantizeStore m_store;
    QThreadPool m_quickPool, m_lookPool, m_workPool;   // milliseconds, seconds, minutes
    QTimer m_looking;
    std::shared_ptr<std::atomic<bool>> m_here;   // false: the runner is gone

    QString m_path, m_key;        // of the open model; empty: none
    std::uint64_t m_of = 0;       // counts the models that were open: answers about earlier ones are dropped
    std::shared_ptr<const ModelShape> m_shape;
    std::map<MapKey, widgets::ErrorMapPtr> m_maps;
    std::map<QString, QString> m_storedAs;       // precision, by path, as it was before rules were applied
    JobPtr m_lookJob, m_workJob;                 // null: nothing runs
    std::uint64_t m_assignments = 0;             // the newest wins
    std::vector<quantize::Sensitivity> m_sensitivities;          // of the open model
    std::vector<KeptEvaluation> m_kept;
    std::shared_ptr<const evaluate::Evaluation> m_running;       // that goes on, or could not be kept
    QDateTime m_begun;
};

template <class Work, class Then>
void QuantizeRunner::run(QThreadPool& pool, Work work, Then then) {
    constexpr int kNice = 10;   // a reply that is being written gets the cores first
    pool.start([this, here = m_here, of = m_of, work = std::move(work), then = std::move(then)]() mutable {
        setpriority(PRIO_PROCESS, 0, kNice);   // of this thread and those that it starts
        auto result = std::make_shared<decltype(work())>(work());
        if (*here)
            QMetaObject::invokeMethod(this, [this, of, result, then = std::move(then)]() mutable { then(std::move(*result), of == m_of); }, Qt::QueuedConnection);
    });
}

}  // namespace gh::app
