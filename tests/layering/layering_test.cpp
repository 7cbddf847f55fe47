// Fails on an include that points up and on a text that may be read as HTML, and proves on seeded faults that it would.
#include <gtest/gtest.h>

#include "include_rules.h"
#include "text_rules.h"

namespace gh::layering {
namespace {

struct Arrow {
    const char* file;
    const char* target;
    bool angled;
    bool fine;
};

const Arrow kArrows[] = {
    {"kernels/cpu/matmul.cpp", "kernels/packed.h", false, true},
    {"kernels/cpu/matmul.cpp", "hwy/highway.h", true, true},
    {"kernels/cpu/matmul.cpp", "immintrin.h", true, true},
    {"kernels/cpu/matmul.cpp", "engine/base/result.h", false, false},
    {"kernels/cpu/matmul.cpp", "spdlog/spdlog.h", true, false},
    {"kernels/cpu/matmul.cpp", "QString", true, false},
    {"engine/engine.h", "kernels/kernel_table.h", false, true},
    {"engine/engine.h", "engine/telemetry/snapshot.h", false, true},
    {"engine/base/mapped_file.cpp", "sys/mman.h", true, true},
    {"engine/engine.cpp", "nlohmann/json.hpp", true, true},
    {"engine/engine.cpp", "QtCore/qstring.h", true, false},
    {"engine/engine.cpp", "QString", true, false},
    {"engine/engine.cpp", "moc_engine.cpp", false, false},
    {"engine/engine.cpp", "CLI/CLI.hpp", true, false},
    {"engine/engine.cpp", "hwy/highway.h", true, false},
    {"engine/engine.cpp", "widgets/theme.h", false, false},
    {"engine/engine.cpp", "app/cli/cli.h", false, false},
    {"engine/engine.cpp", "../widgets/theme.h", false, false},
    {"engine/telemetry/snapshot.h", "engine/telemetry/log_view.h", false, true},
    {"engine/telemetry/snapshot.h", "engine/engine.h", false, false},
    {"engine/telemetry/snapshot.h", "kernels/kernel_table.h", false, false},
    {"widgets/panel.h", "engine/telemetry/snapshot.h", false, true},
    {"widgets/panel.h", "QWidget", true, true},
    {"widgets/plots/time_plot.h", "qcustomplot.h", true, true},
    {"widgets/panel.cpp", "panel.moc", false, true},
    {"widgets/panel.h", "engine/engine.h", false, false},
    {"widgets/panel.h", "kernels/isa.h", false, false},
    {"widgets/panel.h", "app/main_window.h", false, false},
    {"app/main.cpp", "widgets/panel.h", false, true},
    {"app/main.cpp", "QApplication", true, true},
    {"app/cli/cli.cpp", "CLI/CLI.hpp", true, true},
    {"app/cli/cli.cpp", "engine/engine.h", false, true},
    {"app/cli/cli.cpp", "QCoreApplication", true, false},
    {"app/cli/cli.cpp", "widgets/text/units.h", false, false},
    {"app/cli/cli.cpp", "app/bridge/engine_bridge.h", false, false},
    {"app/bridge/engine_bridge.cpp", "QObject", true, true},
    {"app/bridge/frame_gate.h", "engine/engine.h", false, true},
    {"app/bridge/frame_gate.h", "QObject", true, false},
    {"app/bridge/frame_gate.h", "app/chat/chat_view.h", false, false},
    {"elsewhere/thing.cpp", "vector", true, false},
};

TEST(IncludeRules, TellRightArrowsFromWrongOnes) {
    for (const Arrow& arrow : kArrows) {
        const std::string problem = problemOf(arrow.file, {1, arrow.target, arrow.angled});
        EXPECT_EQ(problem.empty(), arrow.fine)
            << arrow.file << " includes " << arrow.target << ": " << problem;
    }
}

TEST(IncludeRules, FindIncludesHoweverTheyAreWritten) {
    const auto found = includesOf(
        "#include <a>\n  #  include \"b/c.h\"  // why\n// #include <d>\n#define X\n#include "
        "MACRO\n#include\t<e.h>");
    ASSERT_EQ(found.size(), 3u);
    EXPECT_EQ(found[0].target, "a");
    EXPECT_TRUE(found[0].angled);
    EXPECT_EQ(found[1].target, "b/c.h");
    EXPECT_EQ(found[1].line, 2);
    EXPECT_FALSE(found[1].angled);
    EXPECT_EQ(found[2].line, 6);
}

TEST(Layering, ArrowsPointDownOnly) {
    std::size_t counted = 0;
    const auto problems = scan(GLASSHOUSE_SOURCE, &counted);
    EXPECT_GT(counted, 40u) << "the scan hardly found any sources below " << GLASSHOUSE_SOURCE;
    for (const std::string& problem : problems) ADD_FAILURE() << problem;
}

TEST(TextRules, KnowTheWaysAroundPlainText) {
    for (const char* line : {"QToolTip::showText(at, name);", "m_label->setTextFormat(Qt::RichText);", "text->setHtml(reply);",
                             "auto* text = new QTextEdit(this);", "QMessageBox box; box.setTextFormat(Qt::AutoText);"})
        EXPECT_FALSE(textProblemOf("app/window/some.cpp", line).empty()) << line;
    for (const char* line : {"auto* label = new QLabel(name, this);", "showTip(at, name, this);", "button->setToolTip(path);",
                             "auto* text = new QPlainTextEdit(this);", "QTextEdit::ExtraSelection mark;"})
        EXPECT_TRUE(textProblemOf("app/window/some.cpp", line).empty()) << line;
    EXPECT_TRUE(textProblemOf("widgets/controls/plain_text.cpp", "QToolTip::showText(at, name);").empty());
}

TEST(TextRules, NoTextIsReadAsHtml) {
    std::size_t counted = 0;
    const auto problems = scanTexts(GLASSHOUSE_SOURCE, &counted);
    EXPECT_GT(counted, 40u);
    for (const std::string& problem : problems) ADD_FAILURE() << problem;
}

}  // namespace
}  // namespace gh::layering
