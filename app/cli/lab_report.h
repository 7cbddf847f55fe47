// What `glasshouse lab NAME` prints for people: a sentence that says what was found, a table of each plot, what else was
// counted, and what it means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/lab/lab.h"

namespace gh::app {

// A number of at most four digits that mean something, counts to the last one; bytes as KiB, MiB or GiB, large counts of
// operations with k, M, G or T. The unit is behind it, where there is one.
std::string labValue(double value, const std::string& unit);
// The same, with the exact bytes behind those that are rounded.
std::string exactLabValue(double value, const std::string& unit);

// Lines of cells, each column as wide as its widest cell: the first to the left, the others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& lines);

std::string labReport(const lab::Experiment& experiment, const lab::Run& run);

// ---- lab_findings.cpp: what one experiment alone needs ------------------------------------------------------------
// One or two sentences on what was found; empty where the run did not come so far.
std::string labFinding(const lab::Run& run);

// Figures that belong into one table: a line each, a column each.
struct FigureTable {
    struct Line { std::string name, unit; std::vector<std::string> figures; };   // names of figures, by column
    std::string title;
    std::vector<std::string> columns;
    std::vector<Line> lines;
};
std::vector<FigureTable> labTables(const lab::Run& run);

}  // namespace gh::app
