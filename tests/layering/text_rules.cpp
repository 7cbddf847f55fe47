#include "text_rules.h"

#include <fstream>

namespace gh::layering {
namespace {

struct Way {
    std::string_view word;
    const char* instead;
};

constexpr Way kWays[] = {
    {"QToolTip::", "use showTip or showRichTip of widgets/controls/plain_text.h"},
    {"Qt::RichText", "labels are plain"},
    {"Qt::AutoText", "labels are plain"},
    {"Qt::MarkdownText", "labels are plain"},
    {"setHtml", "documents are plain"},
    {"insertHtml", "documents are plain"},
    {"appendHtml", "documents are plain"},
    {"setMarkdown", "documents are plain"},
    {"new QTextEdit", "use QPlainTextEdit"},
    {"QTextBrowser", "use QPlainTextEdit"},
    {"QErrorMessage", "use InlineMessage"},
    {"QStaticText", "it reads HTML by itself; use QTextLayout or widgets/text/glyph_batch.h"},
    {"setOpenExternalLinks", "ChatPane asks before it opens an address"},
};

}  // namespace

std::string textProblemOf(const std::string& file, std::string_view line) {
    if (file.starts_with("widgets/controls/plain_text.")) return {};
    for (const Way& way : kWays)
        if (line.find(way.word) != line.npos) return std::string(way.word) + ": " + way.instead;
    return {};
}

std::vector<std::string> scanTexts(const std::filesystem::path& root, std::size_t* counted) {
    std::vector<std::string> problems;
    *counted = 0;
    for (const char* layer : {"widgets", "app"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / layer)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp") continue;
            ++*counted;
            const std::string file = entry.path().lexically_relative(root).generic_string();
            std::ifstream stream(entry.path());
            int number = 0;
            for (std::string line; std::getline(stream, line);) {
                ++number;
                if (const std::string problem = textProblemOf(file, line); !problem.empty())
                    problems.push_back(file + ":" + std::to_string(number) + ": " + problem);
            }
        }
    }
    return problems;
}

}  // namespace gh::layering
