#include "widgets/models/quantize_facts.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace gh::widgets {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(QuantizeFacts)
};

// Names of tensors have letters, digits, "_", "-" and "."; of these only the point means something in an expression.
QString literal(const QString& name) { return QRegularExpression::escape(name); }

}  // namespace

double measureOf(const TensorFacts& tensor, ErrorMeasure measure) {
    switch (measure) {
        case ErrorMeasure::Error: return tensor.error;
        case ErrorMeasure::MaxOverStd: return tensor.maxOverStd;
        case ErrorMeasure::Beyond6Sigma: {
            const double weights = static_cast<double>(tensor.rows) * tensor.cols;
            return weights > 0 ? static_cast<double>(tensor.beyond6Sigma) / weights : 0;
        }
        case ErrorMeasure::LevelsUsed: return tensor.levelsUsed;
    }
    return 0;
}

QString patternOfTensor(const QString& name) { return literal(name); }

QString patternOfPart(const TensorFacts& tensor) {
    return QStringLiteral("blk\\.\\d+\\.%1\\.weight").arg(literal(tensor.part));
}

QString patternOfLayer(const TensorFacts& tensor) { return QStringLiteral("blk\\.%1\\..*").arg(tensor.layer); }

QString patternOfAll() { return QStringLiteral("blk\\.\\d+\\..*\\.weight"); }

QString patternWords(const QString& pattern) {
    static const QRegularExpression part(QStringLiteral("^blk\\\\\\.\\\\d\\+\\\\\\.([\\w\\\\]+)\\\\\\.weight$"));
    static const QRegularExpression layer(QStringLiteral("^blk\\\\\\.(\\d+)\\\\\\.\\.\\*$"));
    static const QRegularExpression anything(QStringLiteral("[*+?()\\[\\]{}|^$]|\\\\[a-zA-Z]"));
    if (pattern == patternOfAll()) return Text::tr("every matrix of the layers");
    if (const auto found = part.match(pattern); found.hasMatch())
        return Text::tr("%1 of every layer").arg(found.captured(1).remove('\\'));
    if (const auto found = layer.match(pattern); found.hasMatch()) return Text::tr("layer %1", "a rule").arg(found.captured(1));
    if (pattern.contains(anything)) return pattern;
    QString name = pattern;
    name.remove('\\');
    if (name.endsWith(QLatin1String(".weight"))) name.chop(7);
    return name;
}

}  // namespace gh::widgets
