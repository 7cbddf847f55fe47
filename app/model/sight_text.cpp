#include "app/model/sight_text.h"

#include <algorithm>
#include <QCoreApplication>
#include <QStringList>

#include "app/model/error_text.h"
#include "app/model/model_session.h"
#include "widgets/text/units.h"

namespace gh::app {

namespace units = widgets::units;

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ModelSight)
};

constexpr std::size_t kMostTypes = 3;  // of a mix that are named; the rest are its small change

QString sizeOf(std::uint64_t bytes) {
    return units::bytes(bytes).text();
}

QString joined(const QStringList& parts) {
    return parts.join(QStringLiteral(" · "));
}

QString storageText(const ModelOutline& outline) {
    QStringList types;
    for (std::size_t i = 0; i < std::min(kMostTypes, outline.storage.size()); ++i)
        types << QString::fromStdString(outline.storage[i].type) + ' ' + sizeOf(outline.storage[i].bytes);
    const int more = int(outline.storage.size()) - int(types.size());
    if (more > 0) types << Words::tr("%n more", nullptr, more);
    return joined(types);
}

QString memoryText(const ModelSight& sight) {
    const QString needs = sizeOf(sight.needs);
    if (!sight.available) return Words::tr("needs %1").arg(needs);
    const QString free = sizeOf(*sight.available);
    if (sight.fits()) return Words::tr("needs %1, %2 are free: it fits").arg(needs, free);
    if (sight.fittingContext > 0)
        return Words::tr("needs %1, %2 are free: fits with at most %3")
            .arg(needs, free, units::tokens(sight.fittingContext));
    return Words::tr("needs %1, %2 are free: it does not fit").arg(needs, free);
}

}  // namespace

std::vector<SightRow> sightRows(const ModelSight& sight) {
    if (!sight.outline) return std::vector<SightRow>(kSightRows);
    const ModelOutline& outline = *sight.outline;
    const telemetry::ModelFacts& facts = outline.facts;
    QStringList file{QString::fromStdString(outline.container), sizeOf(facts.fileBytes)};
    if (outline.parts.size() > 1) file.insert(1, Words::tr("%n files", nullptr, int(outline.parts.size())));
    const QString context =
        facts.contextLimit < facts.context
            ? Words::tr("%1, of which %2 are used").arg(units::tokens(std::uint64_t(facts.context)),
                                                       units::count(std::uint64_t(facts.contextLimit)))
            : units::tokens(std::uint64_t(facts.contextLimit));
    return {{Words::tr("File"), joined(file)},
            {Words::tr("Model"),
             joined({QString::fromStdString(facts.family), Words::tr("%1 parameters").arg(parameterText(facts.parameters)),
                     QString::fromStdString(facts.precision)})},
            {Words::tr("Storage"), storageText(outline)},
            {Words::tr("Shape"), joined({units::layers(facts.layers),
                                         Words::tr("%n head(s)", nullptr, facts.heads),
                                         Words::tr("%1 for keys and values").arg(facts.kvHeads)})},
            {Words::tr("Context"),
             joined({context, Words::tr("cache %1 a token").arg(sizeOf(facts.cacheBytesPerToken))})},
            {Words::tr("Memory"), memoryText(sight), !sight.fits()}};
}

QString sightProblem(const ModelSight& sight) {
    switch (sight.state) {
        case ModelSight::State::Reading:
            return Words::tr("Reading the header…");
        case ModelSight::State::TooLong:
            return Words::tr("Its header was not read within %1 s: a slow disk or network? It can be opened all the same.")
                .arg(ModelPeek::kLimitMs / 1000);
        case ModelSight::State::Refused: {
            const ErrorText words = loadErrorText(*sight.error);
            return words.title + QStringLiteral(". ") + words.below();
        }
        case ModelSight::State::Seen:
            break;
    }
    return {};
}

QString sightText(const ModelSight& sight) {
    if (!sight.outline) return sightProblem(sight);
    QStringList lines;
    for (const SightRow& row : sightRows(sight)) lines << row.name + QStringLiteral(": ") + row.value;
    return lines.join('\n');
}

}  // namespace gh::app
