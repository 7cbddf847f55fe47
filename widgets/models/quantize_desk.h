// What the Quantize panel and the app have between them: schemes, the error map on show, the rules that are being edited
// with their undo, named variants, evaluations, and what the user wants. Lives as long as the window.
#pragma once

#include <QObject>
#include <QSet>

#include "widgets/models/quantize_facts.h"

namespace gh::widgets {

// Two kinds of work go on side by side: looking (maps, one tensor; seconds) and measuring (minutes).
struct QuantizeWork {
    enum class Kind { None, Look, Evaluate, Budget, Export };
    Kind kind = Kind::None;          // None: nothing goes on
    double share = 0;
    QString doing;
    QString trouble;                 // why the last one did not begin or end
    Kind last = Kind::None;          // that the trouble is of
    bool busy() const { return kind != Kind::None; }
    Kind concerns() const { return busy() ? kind : last; }
};

struct EvaluateWish {
    QStringList subjects;            // names of schemes, kDraft, "variant:ID"
    QString textFile;                // empty: the bundled held-out text
    int mostTokens = 0;              // 0: all
    bool asRun = true;
    bool quiz = true, agreement = true;
};

class QuantizeDesk : public QObject {
    Q_OBJECT
public:
    explicit QuantizeDesk(QObject* parent = nullptr) : QObject(parent) {}

    // ---- told by the app
    bool possible = false;           // a model is open
    QString model;                   // its file's name
    QString stored;                  // "Q4_1": what it is stored as
    QString applied;                 // of the open model: the variant it was opened as; empty: as stored
    std::vector<SchemeFacts> schemes;
    QuantizeWork look, work;
    ErrorMapPtr map;                 // null: not measured
    TensorDetailPtr detail;
    AssignmentFacts assignment;      // of rules()
    std::vector<VariantFacts> variants;              // by name
    std::vector<EvaluationPtr> evaluations;          // of the open model, newest first; the first may be going on
    std::shared_ptr<const ExportFacts> exported;     // the last file of this session

    const SchemeFacts* find(const QString& name) const;
    QString titleOf(const QString& name) const;      // of a scheme, kAsStored, kDraft, "variant:ID"; else the name itself
    const VariantFacts* variant(qint64 id) const;

    // ---- the rules that are being edited
    const RuleList& rules() const { return m_rules; }
    void edit(const RuleList& rules);                // to be undone
    void addRule(const QString& pattern, const QString& scheme);   // the last; takes the place of one with the same pattern
    void setBase(const QString& scheme);             // for all that no rule decides: the first rule
    bool canUndo() const { return m_at > 0; }
    bool canRedo() const { return m_at + 1 < static_cast<qsizetype>(m_past.size()); }
    void undo();
    void redo();

    // ---- kept by the panel for the next one (another language)
    QString chosenScheme;            // or kDraft
    bool leastSquares = false;
    ErrorMeasure measure = ErrorMeasure::Error;
    QString chosenTensor;
    QString chosenVariant;           // name the rules were saved or opened under; empty: none
    bool table = false;              // the map as a table
    int page = 0;
    bool planeOfPerplexity = false, planeOfBits = false, asRunShown = false;
    QSet<QString> ticked;            // subjects to be evaluated
    EvaluateWish wish;               // what else is in the form

signals:
    void modelChanged();             // another one, or none: maps and evaluations are of it
    void schemesChanged();
    void lookChanged();
    void workChanged();
    void mapChanged();
    void detailChanged();
    void rulesChanged();             // by edit(), undo(), redo()
    void assignmentChanged();
    void variantsChanged();
    void evaluationsChanged();
    void exportedChanged();

    void mapWanted();                // of chosenScheme and leastSquares
    void detailWanted();             // of chosenTensor
    void saveWanted(const QString& name);            // the rules, under a new or a known name
    void renameWanted(qint64 id, const QString& name);
    void removeWanted(qint64 id);
    void evaluateWanted(const gh::widgets::EvaluateWish& wish);
    void removeEvaluationWanted(qint64 id);
    void budgetWanted(double amount, bool bitsPerWeight);   // else MiB
    void exportWanted(const QString& path, bool nearestGguf);
    void openWanted(bool asStored);  // the open model anew with the rules, or as stored
    void cancelWanted();             // what is measured or written

private:
    void set(qsizetype at);
    RuleList m_rules;
    std::vector<RuleList> m_past{RuleList{}};
    qsizetype m_at = 0;
};

}  // namespace gh::widgets
