// What was seen of a model before it is opened, in words.
#pragma once

#include <QString>
#include <vector>

#include "app/model/model_peek.h"

namespace gh::app {

struct SightRow {
    QString name, value;
    bool bad = false;
};
// Container and files, what it is, storage mix, shape, context, memory: always as many rows, empty while it is read.
constexpr int kSightRows = 6;
std::vector<SightRow> sightRows(const ModelSight& sight);
// Why there are no rows: being read, took too long, cannot be opened. Empty where there are.
QString sightProblem(const ModelSight& sight);
// The same in sentences: what a screen reader says, what stands in a message.
QString sightText(const ModelSight& sight);

}  // namespace gh::app
