#include "engine/lab/notebook.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gh::lab {

const Series* Run::find(std::string_view plot, std::string_view name) const {
    const auto found = std::find_if(series.begin(), series.end(), [&](const Series& s) { return s.plot == plot && s.name == name; });
    return found == series.end() ? nullptr : &*found;
}

std::optional<double> Run::figure(std::string_view name) const {
    for (const Figure& figure : figures)
        if (figure.name == name) return figure.value;
    return std::nullopt;
}

Notebook::Notebook(const Experiment& experiment, const Options& options, const Hooks& hooks) : m_hooks(hooks) {
    m_run.experiment = experiment.id;
    m_run.explanation = experiment.id;
    m_run.options = options.texts();
    m_run.startedAt = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void Notebook::begin(const telemetry::ModelFacts& facts, std::vector<Plot> plots) {
    m_run.model = facts.fileName;
    m_run.precision = facts.precision;
    m_run.kvType = facts.kvType;
    m_run.activations = facts.activations;
    m_run.isa = facts.isa;
    m_run.threads = facts.threads;
    m_run.plots = std::move(plots);
    if (m_hooks.begun) m_hooks.begun(m_run);
}

Series& Notebook::series(std::string_view plot, std::string_view name) {
    for (Series& known : m_run.series)
        if (known.plot == plot && known.name == name) return known;
    Series added;
    added.plot = plot;
    added.name = name;
    return m_run.series.emplace_back(std::move(added));
}

void Notebook::add(Series& series, double x, double y) {
    series.x.push_back(x);
    series.y.push_back(y);
    if (m_hooks.point) m_hooks.point({series, series.x.size() - 1});
}

void Notebook::point(std::string_view plot, std::string_view name, double x, double y) { add(series(plot, name), x, y); }

void Notebook::spread(std::string_view plot, std::string_view name, double x, std::vector<double> runs) {
    Series& into = series(plot, name);
    const auto at = static_cast<std::size_t>(std::find(into.x.begin(), into.x.end(), x) - into.x.begin());
    if (at == into.x.size())
        for (auto* values : {&into.x, &into.y, &into.low, &into.high}) values->push_back(0);
    const auto [low, high] = std::minmax_element(runs.begin(), runs.end());
    into.x[at] = x;
    into.low[at] = *low;
    into.high[at] = *high;
    into.y[at] = medianOf(std::move(runs));
    if (m_hooks.point) m_hooks.point({into, at});
}

void Notebook::limit(std::string_view plot, std::string_view name, double x, double y) {
    Series& bound = series(plot, name);
    bound.limit = true;
    add(bound, x, y);
}

void Notebook::figure(std::string_view name, double value, std::string_view unit) {
    m_run.figures.push_back({std::string(name), value, std::string(unit)});
}

void Notebook::progress(double share, std::string_view what) const {
    if (m_hooks.progress) m_hooks.progress(std::clamp(share, 0.0, 1.0), what);
}

Run Notebook::take(bool complete) {
    m_run.complete = complete;
    m_run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    return std::move(m_run);
}

double medianOf(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double percentileOf(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    return values[std::clamp<std::size_t>(rank, 1, values.size()) - 1];
}

}  // namespace gh::lab
