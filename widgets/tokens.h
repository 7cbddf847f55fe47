// resources/tokens.json in memory: what Theme hands out by name.
#pragma once

#include <array>
#include <QByteArray>
#include <QColor>
#include <QHash>
#include <QStringList>
#include <vector>

namespace gh::widgets {

struct LookColors {
    QHash<QByteArray, QColor> roles;        // "surface", "phase.prefill", "memory.cache" …
    std::vector<QColor> owners, sequential, diverging;
};

struct Tokens {
    std::array<LookColors, 2> looks;        // light, dark
    QHash<QByteArray, double> measures;     // "size.toolbar", "radius.cell", "type.size.body" …
    QStringList uiFamilies, monoFamilies;   // in order of preference

    const LookColors& look(bool dark) const { return looks[dark ? 1 : 0]; }
    // NaN and a warning for a name that is not there.
    double measure(const char* group, const char* name) const;
    static const Tokens& get();             // read once from the resource; aborts if it is not readable
};

}  // namespace gh::widgets
