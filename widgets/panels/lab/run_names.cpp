#include "widgets/panels/lab/run_names.h"

#include <QStringList>

#include "widgets/text/units.h"

namespace gh::widgets {

QString whenText(const QDateTime& when) {
    return units::locale().toString(when.date(), QLocale::ShortFormat) + when.time().toString(QStringLiteral(" HH:mm"));
}

QString differenceOf(const LabEntry& entry, const LabDesk& desk) {
    QStringList words;
    bool otherModel = false;
    QSet<QString> differ;
    for (const LabEntry& other : desk.entries) {
        if (other.experiment != entry.experiment) continue;
        otherModel = otherModel || other.model != entry.model;
        // Of runs from before options were kept nothing is known.
        if (other.options.isEmpty() || entry.options.isEmpty()) continue;
        for (auto it = entry.options.begin(); it != entry.options.end(); ++it)
            if (other.options.value(it.key()) != it.value()) differ.insert(it.key());
    }
    if (otherModel) words << entry.model;
    if (const LabExperiment* experiment = desk.find(entry.experiment))
        for (const LabOption& option : experiment->options)
            if (differ.contains(option.key))
                words << QStringLiteral("%1 %2").arg(option.name.isEmpty() ? option.key : option.name, entry.options.value(option.key));
    return words.join(QStringLiteral(" · "));
}

}  // namespace gh::widgets
