#include "app/cli/lab_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "app/cli/output.h"

namespace gh::app {
namespace {

constexpr std::size_t kMostRows = 40;   // a plot of more points is a drawing, no table

std::string rounded(double value) {
    // Counts to the last digit, as long as a double holds them; measurements as far as they repeat.
    if (value >= 0 && value < 0x1p53 && value == std::floor(value)) return thousands(static_cast<unsigned long long>(value));
    char text[40];
    const double size = std::fabs(value);
    if (value >= 1000 && value < 1e7) return thousands(static_cast<unsigned long long>(std::llround(value)));
    std::snprintf(text, sizeof text, size >= 1e7 ? "%.4g" : size >= 1000 ? "%.0f" : size >= 100 ? "%.1f" : size >= 1 ? "%.2f" : "%.3g", value);
    return text;
}

std::string scaled(double value, double step, const std::vector<const char*>& names, const char* unit) {
    std::size_t at = 0;
    for (; at + 1 < names.size() && std::fabs(value) >= step; ++at) value /= step;
    char text[40];
    std::snprintf(text, sizeof text, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    return std::string(text) + " " + names[at] + unit;
}

bool isBytes(const std::string& unit) { return unit.starts_with("bytes"); }
bool isOperations(const std::string& unit) { return unit == "MAC" || unit.starts_with("op/"); }

// Of a column whose heading has the unit: the number alone, unless the unit grows with it.
std::string cellOf(double value, const std::string& unit) {
    if (isBytes(unit) || isOperations(unit)) return labValue(value, unit);
    return rounded(value);
}

std::string inWords(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

std::string labelOf(const lab::Figure& figure) {
    std::string_view name = figure.name;
    // The unit is behind the value.
    for (const auto& [unit, tail] : {std::pair("tokens/s", "_tokens_per_s"), std::pair("s", "_s"), std::pair("ms", "_ms")})
        if (figure.unit == unit && name.ends_with(tail)) name.remove_suffix(std::string_view(tail).size());
    return inWords(std::string(name));
}

std::string headingOf(const std::string& name, const std::string& unit) {
    const bool inCells = unit.empty() || unit == "x" || isBytes(unit) || isOperations(unit);
    return inCells || name == unit ? name : name + " (" + unit + ")";
}

std::string valueWithSpread(const lab::Series& series, std::size_t i, const std::string& unit) {
    const std::string cell = cellOf(series.y[i], unit);
    return series.low.empty() ? cell : cell + " [" + cellOf(series.low[i], unit) + " – " + cellOf(series.high[i], unit) + "]";
}

std::string plotTable(const lab::Run& run, const lab::Plot& plot) {
    std::vector<const lab::Series*> columns;
    std::set<double> rows;
    std::size_t points = 0;
    bool repeats = false, spread = false;
    for (const lab::Series& series : run.series) {
        if (series.plot != plot.id || series.x.empty()) continue;
        columns.push_back(&series);
        rows.insert(series.x.begin(), series.x.end());
        points += series.x.size();
        spread = spread || !series.low.empty();
        repeats = repeats || std::set<double>(series.x.begin(), series.x.end()).size() != series.x.size();
    }
    if (columns.empty()) return {};
    std::string text = "\n" + headingOf(plot.title, plot.y.unit) + (spread ? ", median [least – most]" : "") + "\n";
    if (repeats || rows.size() > kMostRows) return text + "  " + rounded(static_cast<double>(points)) + " points: a picture in the window, numbers with --csv\n";
    std::vector<std::vector<std::string>> lines;
    if (columns.size() > 1 && (rows.size() == points || rows.size() * columns.size() > 2 * points)) {
        // The series have places of their own (a roofline): a line each.
        lines.push_back({"", headingOf(plot.x.name, plot.x.unit), headingOf(plot.y.name, plot.y.unit)});
        for (const lab::Series* series : columns)
            for (std::size_t i = 0; i < series->x.size(); ++i)
                lines.push_back({inWords(series->name), cellOf(series->x[i], plot.x.unit), valueWithSpread(*series, i, plot.y.unit)});
        return text + aligned(lines);
    }
    lines.push_back({headingOf(plot.x.name, plot.x.unit)});
    for (const lab::Series* series : columns) lines[0].push_back(inWords(series->name));
    for (const double x : rows) {
        auto& line = lines.emplace_back(std::vector<std::string>{cellOf(x, plot.x.unit)});
        for (const lab::Series* series : columns) {
            const auto at = std::find(series->x.begin(), series->x.end(), x) - series->x.begin();
            const auto i = static_cast<std::size_t>(at);
            line.push_back(i < series->x.size() ? valueWithSpread(*series, i, plot.y.unit) : std::string());
        }
    }
    return text + aligned(lines);
}

std::string figureTable(const lab::Run& run, const FigureTable& table, std::set<std::string>& used) {
    std::vector<std::vector<std::string>> lines{{""}};
    lines[0].insert(lines[0].end(), table.columns.begin(), table.columns.end());
    for (const FigureTable::Line& line : table.lines) {
        std::vector<std::string> cells{headingOf(line.name, line.unit)};
        bool any = false;
        for (const std::string& name : line.figures) {
            const auto value = run.figure(name);
            cells.push_back(value ? cellOf(*value, line.unit) : std::string());
            if (value) used.insert(name);
            any = any || value;
        }
        if (any) lines.push_back(std::move(cells));
    }
    return lines.size() == 1 ? std::string() : "\n" + table.title + "\n" + aligned(lines);
}

}  // namespace

std::string labValue(double value, const std::string& unit) {
    if (isBytes(unit)) {
        const std::string rest = unit.substr(5);   // "/s"
        if (value < 1024) return rounded(value) + " B" + rest;
        return scaled(value, 1024, {"B", "KiB", "MiB", "GiB", "TiB"}, rest.c_str());
    }
    if (isOperations(unit)) return value < 1e4 ? rounded(value) + " " + unit : scaled(value, 1000, {"", "k", "M", "G", "T", "P"}, unit.c_str());
    if (unit == "%") return rounded(value) + " %";
    return unit.empty() ? rounded(value) : rounded(value) + " " + unit;
}

std::string exactLabValue(double value, const std::string& unit) {
    const std::string text = labValue(value, unit);
    return unit == "bytes" && value >= 1024 ? text + " (" + rounded(value) + " bytes)" : text;
}

std::string aligned(const std::vector<std::vector<std::string>>& lines) {
    // Characters, not bytes: continuation bytes of UTF-8 take no place.
    const auto width = [](const std::string& text) {
        return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    };
    std::vector<std::size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()));
        for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width(line[i]));
    }
    std::string text;
    for (const auto& line : lines) {
        std::string row = "  ";
        for (std::size_t i = 0; i < line.size(); ++i) {
            const std::string pad(widths[i] - width(line[i]), ' ');
            row += i == 0 ? line[i] + pad : "  " + pad + line[i];
        }
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
    }
    return text;
}

std::string labReport(const lab::Experiment& experiment, const lab::Run& run) {
    std::string text = std::string(experiment.title) + "\n" + printable(run.model) + ", " + run.precision;
    if (!run.isa.empty()) text += ", activations " + run.activations + ", " + std::to_string(run.threads) + " threads, " + run.isa;
    text += ", cache " + run.kvType + "; took " + rounded(std::round(run.seconds * 10) / 10) + " s\n";
    if (!run.complete) text += "\nNot complete: this is what was measured until it ended.\n";
    if (run.notes.contains("machine"))
        text += "\nWARNING: other programs had " + labValue(std::round(run.figure("taken_by_others").value_or(0)), "%") +
                " of the processor time that this run wanted. Its times mean little; run it again when the machine has nothing else to do.\n";
    if (const std::string found = labFinding(run); !found.empty()) text += "\nFound: " + found + "\n";
    std::set<std::string> used;
    for (const FigureTable& table : labTables(run)) text += figureTable(run, table, used);
    for (const lab::Plot& plot : run.plots) text += plotTable(run, plot);
    std::vector<std::vector<std::string>> lines;
    for (const lab::Figure& figure : run.figures)
        if (!used.contains(figure.name)) lines.push_back({labelOf(figure), exactLabValue(figure.value, figure.unit)});
    for (const auto& [name, note] : run.notes) lines.push_back({inWords(name), note});
    if (!lines.empty()) text += "\nFigures\n" + aligned(lines);
    return text + "\n" + std::string(lab::explanationText(run.explanation)) + "\n";
}

}  // namespace gh::app
