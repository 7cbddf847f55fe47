#include "app/quantize/quantize_words.h"

#include <algorithm>
#include <iterator>

#include <QCoreApplication>
#include <QRegularExpression>

namespace gh::app {

namespace {

constexpr int kLargeMatrix = 4096;   // bits a weight are told of such a one: both sides

// The words that titles and reports are made of; "%1" stands for a number.
constexpr const char* kWords[] = {
    QT_TRANSLATE_NOOP("QuantizeWords", "one scale"),
    QT_TRANSLATE_NOOP("QuantizeWords", "a scale a row"),
    QT_TRANSLATE_NOOP("QuantizeWords", "groups of %1"),
    QT_TRANSLATE_NOOP("QuantizeWords", "groups of %1, asymmetric"),
    QT_TRANSLATE_NOOP("QuantizeWords", "blocks of %1"),
    QT_TRANSLATE_NOOP("QuantizeWords", "double quantization"),
    QT_TRANSLATE_NOOP("QuantizeWords", "loading"),
    QT_TRANSLATE_NOOP("QuantizeWords", "reading the text"),
    QT_TRANSLATE_NOOP("QuantizeWords", "greedy replies"),
    QT_TRANSLATE_NOOP("QuantizeWords", "errors of the weights"),
    QT_TRANSLATE_NOOP("QuantizeWords", "agreement"),
    QT_TRANSLATE_NOOP("QuantizeWords", "quiz"),
    QT_TRANSLATE_NOOP("QuantizeWords", "speed"),
    QT_TRANSLATE_NOOP("QuantizeWords", "done"),
};

// A word of the table in the window's language; what is not in it (a name, a file) as it is.
QString translated(const QString& english) {
    static const QRegularExpression number(QStringLiteral("\\b\\d+\\b"));
    const QRegularExpressionMatch found = number.match(english);
    QString pattern = english;
    if (found.hasMatch()) pattern.replace(found.capturedStart(), found.capturedLength(), QStringLiteral("%1"));
    for (const char* word : kWords) {
        if (english == QLatin1String(word)) return QCoreApplication::translate("QuantizeWords", word);
        if (found.hasMatch() && pattern == QLatin1String(word)) return QCoreApplication::translate("QuantizeWords", word).arg(found.captured());
    }
    return english;
}

QString text(const std::string& s) { return QString::fromStdString(s); }

widgets::Portion portion(const std::optional<evaluate::Share>& share) {
    return share ? widgets::Portion{share->right, share->asked, share->low, share->high} : widgets::Portion{};
}

widgets::EvaluatedColumn column(const evaluate::Column& from) {
    widgets::EvaluatedColumn made;
    if (from.perplexity) made.perplexity = {from.perplexity->value, from.perplexity->error};
    if (const auto& d = from.divergence) {
        made.kl = {d->kl.value, d->kl.error};
        made.rmsDp = {d->rmsDp.value, d->rmsDp.error};
        made.sameTop = {d->sameTop.value, d->sameTop.error};
        made.klMedian = d->median, made.kl90 = d->p90, made.kl95 = d->p95, made.kl99 = d->p99, made.kl999 = d->p999, made.klMax = d->max;
        made.dp.assign(std::begin(d->dp), std::end(d->dp));
    }
    made.agreement = portion(from.agreement);
    made.quiz = portion(from.quiz);
    return made;
}

widgets::EvaluatedFacts evaluated(const evaluate::Evaluated& from) {
    return {text(from.name), from.bits, from.bytes, from.errorMean, from.errorWorst, text(from.worstTensor), column(from.exact), column(from.asRun), from.tokensPerSecond};
}

}  // namespace

QString schemeTitle(std::string_view english) {
    QStringList parts = QString::fromUtf8(english.data(), qsizetype(english.size())).split(QStringLiteral(" · "));
    for (QString& part : parts) part = translated(part);
    return parts.join(QStringLiteral(" · "));
}

QString workWords(std::string_view english) {
    const QString all = QString::fromUtf8(english.data(), qsizetype(english.size()));
    const qsizetype colon = all.indexOf(QStringLiteral(": "));
    if (colon < 0) return translated(all);
    return QCoreApplication::translate("QuantizeWords", "%1: %2", "a variant, what is measured").arg(all.left(colon), translated(all.mid(colon + 2)));
}

widgets::SchemeFacts toDesk(const quantize::Scheme& scheme) {
    return {QString::fromUtf8(scheme.name), schemeTitle(scheme.title), quantize::bitsPerWeight(scheme, kLargeMatrix, kLargeMatrix), scheme.gguf,
            scheme.nearest ? QString::fromUtf8(scheme.nearest) : QString()};
}

widgets::TensorFacts toDesk(const quantize::TensorErrors& from, const QString& scheme) {
    return {text(from.name), text(from.part), text(from.storedType), from.layer, from.rows, from.cols, scheme, from.bits, from.error, from.maxOverStd, from.beyond6Sigma, from.levelsUsed};
}

widgets::ErrorMapFacts toDesk(const quantize::ErrorMap& from) {
    widgets::ErrorMapFacts made;
    made.scheme = text(from.scheme);
    made.bits = from.bits;
    made.mean = from.mean;
    made.worst = from.tensors.empty() ? -1 : int(from.worst);
    for (const quantize::TensorErrors& tensor : from.tensors) made.tensors.push_back(toDesk(tensor, made.scheme));
    return made;
}

widgets::TensorDetailFacts toDesk(const quantize::TensorDetail& from, const QString& scheme) {
    widgets::TensorDetailFacts made;
    made.tensor = toDesk(from.errors, scheme);
    made.low = double(from.low), made.high = double(from.high);
    made.counts = from.counts;
    made.levels.assign(from.levels.begin(), from.levels.end());
    for (const auto& row : from.worstRows) made.worstRows.push_back({row.row, row.error, double(row.max)});
    return made;
}

widgets::EvaluationFacts toDesk(const evaluate::Evaluation& from) {
    widgets::EvaluationFacts made;
    made.model = text(from.model);
    // The engine's own words, in the window's language; names of files and texts of the user stay.
    constexpr std::string_view kAsStored = " as stored", kHeldOut = "held-out text of Glasshouse";
    made.reference = from.reference.ends_with(kAsStored) ? QCoreApplication::translate("QuantizeWords", "%1 as stored").arg(text(from.reference.substr(0, from.reference.size() - kAsStored.size())))
                                                         : text(from.reference);
    made.text = from.text == kHeldOut ? QString() : text(from.text);
    made.referenceQuantized = from.referenceQuantized;
    made.complete = from.complete;
    made.base = evaluated(from.base);
    for (const evaluate::Evaluated& variant : from.variants) made.variants.push_back(evaluated(variant));
    made.markdown = text(evaluate::toMarkdown(from));
    made.csv = text(evaluate::toCsv(from));
    return made;
}

quantize::WeightRules toEngine(const widgets::RuleList& from) {
    quantize::WeightRules made;
    for (const widgets::RuleFacts& rule : from.rules) made.rules.push_back({rule.pattern.toStdString(), rule.scheme.toStdString()});
    made.scales = from.leastSquares ? quantize::ScaleChoice::LeastSquares : quantize::ScaleChoice::AbsMax;
    return made;
}

widgets::RuleList toDesk(const quantize::WeightRules& from) {
    widgets::RuleList made;
    for (const quantize::Rule& rule : from.rules) made.rules.push_back({text(rule.pattern), text(rule.scheme)});
    made.leastSquares = from.scales == quantize::ScaleChoice::LeastSquares;
    return made;
}

}  // namespace gh::app
