// How kept runs of one experiment are told apart: by when they began, and by what differs in their options.
#pragma once

#include "widgets/models/lab_desk.h"

namespace gh::widgets {

QString whenText(const QDateTime& when);

// "slots 4 · prompt 16": of the options that are not the same in all runs of its experiment; the model, where that differs.
// Empty: they differ in nothing.
QString differenceOf(const LabEntry& entry, const LabDesk& desk);

}  // namespace gh::widgets
