// What the Lab panel and the app have between them: the experiments there are, the run that goes on, those that are kept,
// and what the user wants. Plain values with texts in the user's language; the app fills them from engine/lab.
#pragma once

#include <memory>
#include <vector>

#include <QDateTime>
#include <QMap>
#include <QObject>
#include <QSet>
#include <QString>

namespace gh::widgets {

struct LabAxis {
    QString name, unit;
    bool logarithmic = false;
};
struct LabPlot {
    QString id, title;
    LabAxis x, y;
};
struct LabSeries {
    QString plot, name;
    std::vector<double> x, y, low, high;             // low and high: spread over repeated runs; empty: none
    bool limit = false;                              // derived: a roof, a prediction
};
struct LabFigure {
    QString name;
    double value = 0;
    QString unit;
};

// How attention walks over the scores of a context: tiles of queries × keys, and what bytes the scores would take. context
// 0: not of this experiment.
struct LabTiles {
    int context = 0, queries = 0, keys = 0;
    quint64 matrixBytes = 0, rowBytes = 0, tileBytes = 0;
    bool operator==(const LabTiles&) const = default;
};

struct LabRun {
    qint64 id = 0;                                   // of the store; 0: not kept yet
    QString experiment;
    QString model, settings;                         // file name; "F16 · 2 threads · avx2"
    QDateTime when;
    bool complete = true;
    bool disturbed = false;                          // replies were written meanwhile
    std::vector<LabPlot> plots;
    std::vector<LabSeries> series;
    std::vector<LabFigure> figures;
    QStringList findings;                            // those that are words
    LabTiles tiles;                                  // of the plot "tiles"
    QString explanation;
};
using LabRunPtr = std::shared_ptr<const LabRun>;

struct LabOption {
    QString key, help, standard, text;
    QString name;                                    // short, where runs are told apart by it
};
struct LabExperiment {
    QString id, title, explanation;
    std::vector<LabOption> options;
    quint64 memory = 0;                              // bytes its own model takes; 0: none is loaded, or not known
    bool loads = true;                               // it loads a model at all
};

// One line of the list of kept runs.
struct LabEntry {
    qint64 id = 0;
    QString experiment, model;
    QDateTime when;
    bool complete = true;
    QMap<QString, QString> options;                  // by key, as they were asked for; empty: not known any more
};

struct LabState {
    enum class Phase { Idle, Waiting, Running };     // Waiting: for replies that are being written
    bool possible = false;                           // a model is open
    Phase phase = Phase::Idle;
    QString experiment;                              // that runs or waits
    double share = 0;
    QString doing;
    QString trouble;                                 // why the last one did not begin or end
    bool cancelled = false;                          // the last one was
    bool traffic = false;                            // Waiting: for synthetic requests, which end when they are told
};

class LabDesk : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    std::vector<LabExperiment> experiments;
    LabState state;
    LabRunPtr current;                               // the run that goes on, or the last one of this session
    std::vector<LabEntry> entries;                   // kept, newest first
    QMap<qint64, LabRunPtr> loaded;                  // of the kept ones, those that were asked for

    const LabExperiment* find(const QString& id) const {
        for (const LabExperiment& experiment : experiments)
            if (experiment.id == id) return &experiment;
        return nullptr;
    }
    // Kept by the panel for the next one.
    QString chosen;                                  // experiment
    qint64 shown = 0;                                // run; 0: the current one
    QSet<qint64> laidOver;
    int plot = 0;
    int view = 0;                                    // the plot, or all results

signals:
    void experimentsChanged();
    void stateChanged();
    void currentChanged();                           // another run, or more points in it
    void entriesChanged();
    void runLoaded(qint64 id);

    void startWanted(const QString& experiment, const QMap<QString, QString>& options);
    void cancelWanted();
    void stopTrafficWanted();
    void loadWanted(qint64 id);
    void removeWanted(qint64 id);
    void exportWanted(qint64 id, const QString& path);   // by its ending: .json, .csv
};

}  // namespace gh::widgets
