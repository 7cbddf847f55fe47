#include "widgets/panels/compare/compare_words.h"

#include <cmath>

#include <QCoreApplication>
#include <QStringList>

#include "widgets/panels/compare/divergence_text.h"
#include "widgets/text/pieces.h"
#include "widgets/text/units.h"

namespace gh::widgets {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ComparePanel)
};

QString quoted(const std::string& text) { return onOneLine(QString::fromStdString(text)).toHtmlEscaped(); }

}  // namespace

QString natsText(double nats) {
    if (std::isnan(nats)) return QStringLiteral("–");
    return nats == 0 ? QStringLiteral("0") : QString::number(nats, 'g', 3);
}

QString cellHover(const telemetry::ComparisonFacts& facts, const telemetry::ComparisonPosition& position, std::size_t variant) {
    const telemetry::ComparisonCell& cell = position.cells[variant];
    QStringList lines{Text::tr("<b>%1: “%2”</b>").arg(variantLetter(variant), quoted(cell.text))};
    if (variant < facts.variants.size()) lines << QString::fromStdString(facts.variants[variant].name).toHtmlEscaped();
    if (variant == 0) {
        lines << Text::tr("the reference’s choice, position %1").arg(units::count(position.position));
        return lines.join(QStringLiteral("<br>"));
    }
    if (std::isnan(cell.klForward)) {
        lines << Text::tr("behind the split: the texts are not the same any more");
        return lines.join(QStringLiteral("<br>"));
    }
    if (cell.id != position.cells[0].id) lines << Text::tr("another choice than the reference’s “%1”").arg(quoted(position.cells[0].text));
    lines << Text::tr("KL to it %1 nats, back %2").arg(natsText(static_cast<double>(cell.klForward)), natsText(static_cast<double>(cell.klBackward)));
    lines << Text::tr("gives the reference’s token %1, rank %2").arg(units::percent(static_cast<double>(cell.referenceProbability)).text(), units::count(static_cast<std::uint64_t>(std::max(0, cell.rank))));
    if (cell.departsAt >= 0) lines << Text::tr("departs from layer %1 on").arg(cell.departsAt);
    return lines.join(QStringLiteral("<br>"));
}

QString variantHover(const telemetry::ComparisonVariant& variant, const QString& letter) {
    QStringList lines{QStringLiteral("<b>%1: %2</b>").arg(letter, QString::fromStdString(variant.name).toHtmlEscaped()),
                      Text::tr("weights %1 (%2), %3 bits each").arg(units::bytes(variant.weightBytes).text(), units::exactBytes(variant.weightBytes), units::number(variant.bits, 3)),
                      Text::tr("cache: predicted %1, allocated %2, reserved %3").arg(units::exactBytes(variant.cachePredicted), units::exactBytes(variant.cacheAllocated), units::bytes(variant.cacheReserved).text())};
    if (variant.stepMs > 0) lines << Text::tr("%1 a step, the median: %2").arg(units::milliseconds(variant.stepMs).text(), units::tokensPerSecond(variant.tokensPerSecond).text());
    if (variant.compared > 0)
        lines << Text::tr("%1 of %2 choices as the reference’s").arg(units::count(static_cast<std::uint64_t>(variant.agreed)), units::count(static_cast<std::uint64_t>(variant.compared)))
              << Text::tr("KL mean %1, largest %2 nats").arg(natsText(variant.klMean), natsText(variant.klMax));
    if (variant.splitAt >= 0) lines << Text::tr("leaves the reference’s text at token %1").arg(units::count(static_cast<std::uint64_t>(variant.splitAt) + 1));
    return lines.join(QStringLiteral("<br>"));
}

QString plainWords(QString rich) {
    return rich.remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>")).replace(QStringLiteral("<br>"), QStringLiteral(", "))
        .replace(QStringLiteral("&lt;"), QStringLiteral("<")).replace(QStringLiteral("&gt;"), QStringLiteral(">"))
        .replace(QStringLiteral("&quot;"), QStringLiteral("\"")).replace(QStringLiteral("&amp;"), QStringLiteral("&"));
}

}  // namespace gh::widgets
