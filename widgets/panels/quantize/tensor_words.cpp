#include "widgets/panels/quantize/tensor_words.h"

#include <QCoreApplication>

#include "widgets/text/units.h"

namespace gh::widgets {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(QuantizePanel)
};

quint64 weightsOf(const TensorFacts& tensor) { return static_cast<quint64>(tensor.rows) * static_cast<quint64>(tensor.cols); }

}  // namespace

QString measureName(ErrorMeasure measure) {
    switch (measure) {
        case ErrorMeasure::Error: return Text::tr("Relative error");
        case ErrorMeasure::MaxOverStd: return Text::tr("Max / std");
        case ErrorMeasure::Beyond6Sigma: return Text::tr("Beyond 6 σ");
        case ErrorMeasure::LevelsUsed: return Text::tr("Levels used");
    }
    return {};
}

QString measureNumber(double value, ErrorMeasure measure) {
    switch (measure) {
        case ErrorMeasure::Error: return units::number(value, value < 0.01 ? 4 : 3);
        case ErrorMeasure::MaxOverStd: return units::number(value, 1);
        case ErrorMeasure::Beyond6Sigma: return value == 0 ? QStringLiteral("0") : units::percent(value, value < 0.001 ? 4 : 2).text();
        case ErrorMeasure::LevelsUsed: return units::number(value, 1);
    }
    return {};
}

QString measureText(const TensorFacts& tensor, ErrorMeasure measure) {
    if (measure == ErrorMeasure::Beyond6Sigma) return units::count(tensor.beyond6Sigma);
    return measureNumber(measureOf(tensor, measure), measure);
}

QString tensorShort(const QString& name) { return name.endsWith(QLatin1String(".weight")) ? name.chopped(7) : name; }

QString tensorShape(const TensorFacts& tensor) {
    return Text::tr("%1 × %2 · %3 weights").arg(units::count(static_cast<quint64>(tensor.rows)), units::count(static_cast<quint64>(tensor.cols)), units::count(weightsOf(tensor)));
}

QString weightBits(double bits) { return Text::tr("%1 bits").arg(units::number(bits, 3)); }

QString tensorHover(const TensorFacts& tensor, const QuantizeDesk& desk) {
    const QString named = QStringLiteral("<b>%1</b>").arg(tensorShort(tensor.name).toHtmlEscaped());
    QStringList lines{named, tensorShape(tensor).toHtmlEscaped(),
                      Text::tr("%1, %2 a weight").arg(desk.titleOf(tensor.scheme).toHtmlEscaped(), weightBits(tensor.bits)),
                      Text::tr("relative error %1").arg(measureText(tensor, ErrorMeasure::Error)),
                      Text::tr("largest weight: %1 standard deviations").arg(measureText(tensor, ErrorMeasure::MaxOverStd)),
                      Text::tr("%1 weights beyond 6 σ").arg(units::count(tensor.beyond6Sigma))};
    if (tensor.levelsUsed > 0) lines << Text::tr("%1 levels used in effect").arg(measureText(tensor, ErrorMeasure::LevelsUsed));
    if (!tensor.storedType.isEmpty()) lines << Text::tr("stored as %1").arg(tensor.storedType.toHtmlEscaped());
    return lines.join(QStringLiteral("<br>"));
}

}  // namespace gh::widgets
