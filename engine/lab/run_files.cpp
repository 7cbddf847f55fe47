// Runs as text: JSON to keep and read again, CSV for a spreadsheet.
#include <charconv>
#include <nlohmann/json.hpp>

#include "engine/lab/lab.h"

namespace gh::lab {
namespace {

using Json = nlohmann::ordered_json;

std::string number(double value) {
    char text[32];
    const auto [end, problem] = std::to_chars(text, text + sizeof text, value);
    return problem == std::errc() ? std::string(text, end) : std::string();
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

Json axisJson(const Axis& axis) { return {{"name", axis.name}, {"unit", axis.unit}, {"logarithmic", axis.logarithmic}}; }

// Reads members by key; remembers the first that is missing or of another kind.
class Reader {
public:
    explicit Reader(std::string& problem) : m_problem(problem) {}
    template <class T>
    void get(const Json& object, const char* key, T& target) {
        const Json* value = member(object, key);
        if (!value) return;
        try {
            value->get_to(target);
        } catch (const nlohmann::json::exception&) {
            fail(key);
        }
    }
    // each(element) for every element of an array of objects.
    template <class Each>
    void list(const Json& object, const char* key, Each each) {
        const Json* value = member(object, key);
        if (!value) return;
        if (!value->is_array()) return fail(key);
        for (const Json& element : *value) each(element);
    }
    void axis(const Json& object, const char* key, Axis& axis) {
        const Json* value = member(object, key);
        if (!value) return;
        get(*value, "name", axis.name);
        get(*value, "unit", axis.unit);
        get(*value, "logarithmic", axis.logarithmic);
    }
    void fail(const char* key) {
        if (m_problem.empty()) m_problem = key;
    }

private:
    const Json* member(const Json& object, const char* key) {
        if (object.is_object())
            if (const auto found = object.find(key); found != object.end()) return &*found;
        fail(key);
        return nullptr;
    }
    std::string& m_problem;
};

}  // namespace

std::string toJson(const Run& run) {
    Json plots = Json::array(), series = Json::array(), figures = Json::array();
    for (const Plot& plot : run.plots)
        plots.push_back({{"id", plot.id}, {"title", plot.title}, {"x", axisJson(plot.x)}, {"y", axisJson(plot.y)}});
    for (const Series& s : run.series)
        series.push_back({{"plot", s.plot}, {"name", s.name}, {"limit", s.limit}, {"x", s.x}, {"y", s.y}, {"low", s.low}, {"high", s.high}});
    for (const Figure& figure : run.figures)
        figures.push_back({{"name", figure.name}, {"value", figure.value}, {"unit", figure.unit}});
    const Json object = {{"experiment", run.experiment},
                         {"model", run.model},
                         {"precision", run.precision},
                         {"kv_type", run.kvType},
                         {"activations", run.activations},
                         {"isa", run.isa},
                         {"threads", run.threads},
                         {"started_at", run.startedAt},
                         {"seconds", run.seconds},
                         {"complete", run.complete},
                         {"options", run.options},
                         {"plots", std::move(plots)},
                         {"series", std::move(series)},
                         {"figures", std::move(figures)},
                         {"notes", run.notes},
                         {"explanation", run.explanation}};
    return object.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Run> fromJson(std::string_view text) {
    const auto bad = [](const std::string& detail) { return Error{ErrorCode::BadFile, "lab run", detail}; };
    const Json object = Json::parse(text, nullptr, false);
    if (object.is_discarded() || !object.is_object()) return bad("is no JSON object; it was written by something else or cut");
    Run run;
    std::string problem;
    Reader read(problem);
    read.get(object, "experiment", run.experiment);
    read.get(object, "model", run.model);
    read.get(object, "precision", run.precision);
    read.get(object, "kv_type", run.kvType);
    read.get(object, "activations", run.activations);
    read.get(object, "isa", run.isa);
    read.get(object, "threads", run.threads);
    read.get(object, "started_at", run.startedAt);
    read.get(object, "seconds", run.seconds);
    read.get(object, "complete", run.complete);
    std::map<std::string, std::string> options, notes;
    read.get(object, "options", options);
    read.get(object, "notes", notes);
    run.options.insert(options.begin(), options.end());
    run.notes.insert(notes.begin(), notes.end());
    read.get(object, "explanation", run.explanation);
    read.list(object, "plots", [&](const Json& element) {
        Plot& plot = run.plots.emplace_back();
        read.get(element, "id", plot.id);
        read.get(element, "title", plot.title);
        read.axis(element, "x", plot.x);
        read.axis(element, "y", plot.y);
    });
    read.list(object, "series", [&](const Json& element) {
        Series& series = run.series.emplace_back();
        read.get(element, "plot", series.plot);
        read.get(element, "name", series.name);
        read.get(element, "limit", series.limit);
        read.get(element, "x", series.x);
        read.get(element, "y", series.y);
        read.get(element, "low", series.low);
        read.get(element, "high", series.high);
        const bool spread = !series.low.empty() || !series.high.empty();
        if (series.x.size() != series.y.size() ||
            (spread && (series.low.size() != series.y.size() || series.high.size() != series.y.size())))
            read.fail("series");
    });
    read.list(object, "figures", [&](const Json& element) {
        Figure& figure = run.figures.emplace_back();
        read.get(element, "name", figure.name);
        read.get(element, "value", figure.value);
        read.get(element, "unit", figure.unit);
    });
    if (!problem.empty()) return bad("'" + problem + "' is missing or not of the kind it should be");
    return run;
}

std::string toCsv(const Run& run) {
    std::string text = "plot,series,x,y,low,high\n";
    for (const Series& s : run.series) {
        for (std::size_t i = 0; i < s.x.size(); ++i) {
            text += csvField(s.plot) + "," + csvField(s.name) + "," + number(s.x[i]) + "," + number(s.y[i]) + ",";
            text += s.low.empty() ? "," : number(s.low[i]) + "," + number(s.high[i]);
            text += "\n";
        }
    }
    for (const Figure& figure : run.figures)
        text += "figure," + csvField(figure.name) + "," + csvField(figure.unit) + "," + number(figure.value) + ",,\n";
    return text;
}

}  // namespace gh::lab
