// What is known of a model's quantization, as plain values with texts in the user's language: schemes, errors of its
// matrices, rules, evaluations. The app fills them from engine/quantize and engine/evaluate.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include <QDateTime>
#include <QString>
#include <QStringList>

namespace gh::widgets {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();   // a figure that was not measured

struct SchemeFacts {
    QString name, title;             // "int4-group64"; "INT4 · groups of 64"
    double bits = 0;                 // a weight, of a large matrix
    bool gguf = true;                // other programs know the type
    QString nearest;                 // gguf: empty; else the name of the GGUF type that is nearest in bits
};

struct TensorFacts {
    QString name, part, storedType;  // "blk.27.ffn_gate.weight", "ffn_gate", "Q4_1"
    int layer = -1;                  // -1: of no layer
    int rows = 0, cols = 0;
    QString scheme;                  // that the errors are of; empty: as stored
    double bits = 0;                 // a weight, scales included
    double error = 0;                // ‖W − Ŵ‖ / ‖W‖
    double maxOverStd = 0;
    quint64 beyond6Sigma = 0;
    double levelsUsed = 0;           // effective
};
enum class ErrorMeasure { Error, MaxOverStd, Beyond6Sigma, LevelsUsed };

double measureOf(const TensorFacts& tensor, ErrorMeasure measure);   // Beyond6Sigma: as a share of the weights

struct ErrorMapFacts {
    QString scheme;                  // or kDraft
    double bits = 0, mean = 0;
    int worst = -1;                  // index of the largest error
    std::vector<TensorFacts> tensors;
};
using ErrorMapPtr = std::shared_ptr<const ErrorMapFacts>;

struct TensorDetailFacts {
    TensorFacts tensor;
    double low = 0, high = 0;        // range of the histogram
    std::vector<quint32> counts;     // weights in equal bins
    std::vector<double> levels;      // of the group in which the largest |w| stands
    struct Row { int row = 0; double error = 0, max = 0; };
    std::vector<Row> worstRows;      // by error
};
using TensorDetailPtr = std::shared_ptr<const TensorDetailFacts>;

// ---- rules: the last that matches a tensor's name decides
struct RuleFacts {
    QString pattern, scheme;         // regular expression over the whole name; of schemes, or kAsStored
    bool operator==(const RuleFacts&) const = default;
};
struct RuleList {
    std::vector<RuleFacts> rules;
    bool leastSquares = false;       // how scales are chosen
    bool operator==(const RuleList&) const = default;
};
inline const QString kAsStored = QStringLiteral("stored");
inline const QString kDraft = QStringLiteral("draft");   // the rules that are being edited, in place of a scheme

QString patternOfTensor(const QString& name);            // that matches this one alone
QString patternOfPart(const TensorFacts& tensor);        // the same part of every layer
QString patternOfLayer(const TensorFacts& tensor);       // every matrix of its layer
QString patternOfAll();                                  // every matrix of the layers
// A pattern that one of these made, as people say it: "blk.27.ffn_gate", "ffn_gate of every layer"; else itself.
QString patternWords(const QString& pattern);

struct VariantFacts {
    qint64 id = 0;
    QString name;
    RuleList rules;
};

// What rules come to on the open model.
struct AssignmentFacts {
    struct Tensor { QString name, scheme; int rule = -1; };   // scheme empty: as stored; rule -1: none matches
    std::vector<Tensor> tensors;
    std::vector<int> decides;        // tensors, by rule
    std::vector<QString> troubles;   // by rule: an expression that cannot be read; empty: none
    quint64 bytes = 0;               // of these tensors
    double bits = 0;                 // a weight
    // What a file gives to matrices in place of what was asked for: rows that are no whole blocks of the type.
    struct Fallback { QString scheme, becomes; int tensors = 0; };
    std::vector<Fallback> fallbacks;
    QStringList ownTypes;            // schemes in use that have no GGUF type
};

// ---- evaluations
struct Estimate {
    double value = kUnknown, error = kUnknown;
    bool known() const { return value == value; }
};
struct Portion {                     // with its Wilson interval
    int right = 0, of = 0;           // of 0: not measured
    double low = 0, high = 0;
};
struct EvaluatedColumn {
    Estimate perplexity, kl, rmsDp, sameTop;
    double klMedian = kUnknown, kl90 = kUnknown, kl95 = kUnknown, kl99 = kUnknown, kl999 = kUnknown, klMax = kUnknown;
    std::vector<double> dp;          // percentiles 1, 5, 25, 50, 75, 95, 99 of Δp
    Portion agreement, quiz;
};
struct EvaluatedFacts {
    QString name;                    // of a scheme or a variant
    double bits = 0;
    quint64 bytes = 0;               // resident weights
    double errorMean = 0, errorWorst = 0;
    QString worstTensor;
    EvaluatedColumn exact, asRun;    // f32 activations; the variant's own
    double tokensPerSecond = 0;
};
struct EvaluationFacts {
    qint64 id = 0;                   // of the store; 0: not kept yet
    QDateTime when;
    QString model, reference, text;
    bool referenceQuantized = false, complete = true;
    EvaluatedFacts base;             // the reference itself; asRun.kl: the engine's noise floor
    std::vector<EvaluatedFacts> variants;
    QString markdown, csv;
};
using EvaluationPtr = std::shared_ptr<const EvaluationFacts>;

struct ExportFacts {                 // a file that was written
    QString path;
    quint64 bytes = 0;
    double bits = 0;
    QStringList notes;               // tensors that became something else than asked for
    QStringList ownTypes;            // only Glasshouse opens these
};

}  // namespace gh::widgets
