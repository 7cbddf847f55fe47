#include "include_rules.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

namespace gh::layering {
namespace {

struct Rule {
    std::string_view folder;            // the first match counts: special folders stand before their layer
    std::vector<std::string_view> own;  // project folders that may be included
    std::vector<std::string_view>
        libraries;  // "Qt", or the beginning of an angled name; the standard library always may
};

const std::vector<Rule>& rules() {
    static const std::vector<Rule> kRules = {
        {"kernels/", {"kernels/"}, {"hwy/"}},
        // The widgets' only door: whatever it included, they would see.
        {"engine/telemetry/", {"engine/telemetry/"}, {}},
        {"engine/", {"engine/", "kernels/"}, {"spdlog/", "nlohmann/", "pcre2.h"}},
        {"widgets/", {"widgets/", "engine/telemetry/"}, {"Qt", "qcustomplot.h"}},
        {"app/cli/", {"app/cli/", "engine/", "kernels/"}, {"CLI/", "nlohmann/", "spdlog/"}},
        {"app/bridge/engine_bridge.", {"app/", "widgets/", "engine/", "kernels/"}, {"Qt", "spdlog/"}},
        // The rest of the bridge is tested under the thread sanitizer, without Qt.
        {"app/bridge/", {"app/bridge/", "engine/"}, {}},
        {"app/",
         {"app/", "widgets/", "engine/", "kernels/"},
         {"Qt", "qcustomplot.h", "spdlog/", "nlohmann/", "CLI/"}},
    };
    return kRules;
}

bool isQt(std::string_view name) {
    return name.starts_with("Qt") ||
           (name.size() > 1 && name[0] == 'Q' && std::isupper(static_cast<unsigned char>(name[1])));
}

// What moc and uic make is Qt's, whatever it is called.
bool isGeneratedByQt(std::string_view name) {
    return name.ends_with(".moc") || name.starts_with("moc_") || name.starts_with("ui_");
}

bool beginsWithOne(std::string_view name, const std::vector<std::string_view>& beginnings) {
    for (const std::string_view beginning : beginnings)
        if (name.starts_with(beginning)) return true;
    return false;
}

// <vector>, <sys/mman.h>, <immintrin.h>: the standard library, the system and the compiler.
bool isSystem(std::string_view name) {
    if (isQt(name) || beginsWithOne(name, {"pcre2", "qcustomplot", "cuda", "cublas"})) return false;
    return name.find('/') == name.npos || beginsWithOne(name, {"sys/", "linux/", "sanitizer/"});
}

}  // namespace

std::vector<Include> includesOf(std::string_view source) {
    std::vector<Include> found;
    int line = 0;
    for (std::size_t start = 0; start < source.size();) {
        const std::size_t end = std::min(source.find('\n', start), source.size());
        std::string_view text = source.substr(start, end - start);
        start = end + 1;
        ++line;
        const auto skip = [&text](std::string_view word) {
            text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
            if (!text.starts_with(word)) return false;
            text.remove_prefix(word.size());
            text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
            return true;
        };
        if (!skip("#") || !skip("include") || text.empty() || (text[0] != '<' && text[0] != '"')) continue;
        const bool angled = text[0] == '<';
        const std::size_t close = text.find(angled ? '>' : '"', 1);
        if (close != text.npos) found.push_back({line, std::string(text.substr(1, close - 1)), angled});
    }
    return found;
}

std::string problemOf(const std::string& file, const Include& include) {
    const Rule* rule = nullptr;
    for (const Rule& candidate : rules())
        if (!rule && file.starts_with(candidate.folder)) rule = &candidate;
    if (!rule) return "no rule for this folder; add one to tests/layering/include_rules.cpp";
    const std::string_view name = include.target;
    const bool qtAllowed =
        std::find(rule->libraries.begin(), rule->libraries.end(), "Qt") != rule->libraries.end();
    if (isQt(name) || isGeneratedByQt(name))
        return qtAllowed ? "" : "Qt is not for " + std::string(rule->folder);
    for (const std::string_view library : rule->libraries)
        if (library != "Qt" && name.starts_with(library)) return "";
    if (include.angled) return isSystem(name) ? "" : "this library is not for " + std::string(rule->folder);
    // Project files are named from the root, so that an arrow can be read off the line.
    const bool fromRoot = beginsWithOne(name, {"kernels/", "engine/", "widgets/", "app/", "tests/"});
    if (!fromRoot) return "a project file is included by its path from the project's root";
    return beginsWithOne(name, rule->own)
               ? ""
               : "this arrow does not point down: " + std::string(rule->folder) + " -> " + include.target;
}

std::vector<std::string> scan(const std::filesystem::path& root, std::size_t* counted) {
    std::vector<std::string> problems;
    *counted = 0;
    for (const char* layer : {"kernels", "engine", "widgets", "app"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / layer)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp" && extension != ".cu" && extension != ".cuh")
                continue;
            ++*counted;
            std::ifstream stream(entry.path(), std::ios::binary);
            const std::string source{std::istreambuf_iterator<char>(stream), {}};
            const std::string file = entry.path().lexically_relative(root).generic_string();
            for (const Include& include : includesOf(source)) {
                const std::string problem = problemOf(file, include);
                if (!problem.empty())
                    problems.push_back(file + ":" + std::to_string(include.line) + ": " + include.target +
                                       ": " + problem);
            }
        }
    }
    return problems;
}

}  // namespace gh::layering
