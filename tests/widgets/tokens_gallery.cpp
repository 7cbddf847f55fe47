// Renders the Tokens panel from the script into a folder, light and dark, in several sizes: widgets_tokens_gallery FOLDER.
#include <QApplication>
#include <QDir>
#include <QVBoxLayout>

#include "tests/widgets/support/scripted_source.h"
#include "widgets/controls/panel_header.h"
#include "widgets/models/cache_facts.h"
#include "widgets/panels/tokens.h"
#include "widgets/panels/tokens/candidate_list.h"
#include "widgets/panels/tokens/token_flow.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;

namespace {

struct Picture {
    const char* name;
    QSize size;
    int bos = 0;
    int window = 0;
    bool several = false, choose = false, clock = false, branch = false;
    std::uint64_t drawBytes = UINT64_MAX;
};

void draw(const Picture& picture, const QDir& folder) {
    test::ScriptedSource::Shape shape;
    shape.chatTemplate = true;
    shape.surplusBos = picture.bos;
    shape.drawBytes = picture.drawBytes;
    if (picture.window) shape.layers = 18, shape.windowLayers = 15, shape.window = picture.window;
    test::ScriptedSource source(shape);
    SelectionModel selection;
    auto* frame = new QWidget;
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* header = new PanelHeader("Tokens", frame);
    auto* panel = new TokensPanel(&selection, frame);
    header->setHelp(panel->summary(), panel->helpText());
    layout->addWidget(header);
    layout->addWidget(panel, 1);
    frame->resize(picture.size);
    frame->show();
    if (qstrcmp(picture.name, "empty")) {
        source.start("KV cache basics", 60);
        source.step(70);
        if (picture.several) {
            source.start("Trip to the mountains", 40);
            source.step(12);
        }
    }
    selection.clock()->setSnapshot(source.latest());
    panel->setSnapshot(source.latest());
    if (picture.choose) selection.select(selectionOfTokens(*source.latest(), {1, 70, 74}));
    if (picture.clock) selection.clock()->scrubTo(40);
    if (picture.branch) {
        auto* list = panel->findChild<CandidateView*>();
        QApplication::setActiveWindow(frame);
        list->setFocus(Qt::TabFocusReason);
        list->setCurrentIndex(list->model()->index(2, 0));
    }
    for (int i = 0; i < 4; ++i) QApplication::processEvents();
    frame->grab().save(folder.filePath(QString("tokens-%1-%2.png").arg(picture.name, Theme::instance().isDark() ? "dark" : "light")));
    delete frame;
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const QDir folder(argc > 1 ? argv[1] : "gallery");
    folder.mkpath(".");
    for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
        Theme::instance().setMode(mode);
        draw({.name = "empty", .size = {808, 262}}, folder);
        draw({.name = "bottom", .size = {808, 262}, .choose = true}, folder);
        draw({.name = "low", .size = {646, 262}, .several = true}, folder);   // the default layout at 1280 × 800
        draw({.name = "wide", .size = {1400, 320}, .several = true, .branch = true}, folder);
        draw({.name = "side", .size = {384, 852}, .window = 48}, folder);
        draw({.name = "narrow", .size = {300, 420}}, folder);
        draw({.name = "clock", .size = {1000, 500}, .bos = 1, .clock = true}, folder);
        draw({.name = "lost", .size = {1000, 500}, .drawBytes = 400}, folder);
    }
    return 0;
}
