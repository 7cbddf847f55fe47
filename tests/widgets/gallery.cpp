// Renders every panel from a scripted source, light and dark, into a folder: widgets_gallery FOLDER.
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QTabBar>
#include <QVBoxLayout>

#include "tests/widgets/support/scripted_source.h"
#include "widgets/controls/inline_message.h"
#include "widgets/controls/metric_label.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/scrub_bar.h"
#include "widgets/controls/scrub_track.h"
#include "widgets/controls/segmented.h"
#include "widgets/models/cache_facts.h"
#include "widgets/panels/panel_list.h"
#include "widgets/plots/block_map.h"
#include "widgets/plots/step_chart.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;

namespace {

struct Scene {
    test::ScriptedSource source;
    SelectionModel selection;
    explicit Scene(test::ScriptedSource::Shape shape = {}) : source(shape) {}

    void chat() {
        const auto a = source.start("KV cache basics", 512);
        source.step(60);
        const auto b = source.start("Trip to the mountains", 180);
        source.step(90);
        source.finish(b);
        source.start("Quiz run", 96);
        source.step(60);
        (void)a;
    }
};

QWidget* framed(const PanelEntry& entry, SelectionModel* selection, Panel** out) {
    auto* frame = new QWidget;
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* header = new PanelHeader(entry.title(), frame);
    Panel* panel = entry.create(selection, frame);
    header->setHelp(panel->summary(), panel->helpText());
    layout->addWidget(header);
    layout->addWidget(panel, 1);
    *out = panel;
    return frame;
}

void save(QWidget* widget, const QDir& folder, const QString& name) {
    widget->show();
    for (int i = 0; i < 4; ++i) QApplication::processEvents();
    const QString look = Theme::instance().isDark() ? "dark" : "light";
    widget->grab().save(folder.filePath(name + '-' + look + ".png"));
    delete widget;
}

void panels(const QDir& folder) {
    for (const PanelEntry& entry : panelList()) {
        const bool wide = entry.area == Qt::BottomDockWidgetArea;
        const QSize size = wide ? QSize(808, 262) : QSize(384, 852);
        Panel* panel = nullptr;
        {
            Scene scene;
            QWidget* frame = framed(entry, &scene.selection, &panel);
            frame->resize(wide ? size : QSize(384, 420));
            panel->setSnapshot(scene.source.latest());
            save(frame, folder, QString(entry.id) + "-empty");
        }
        for (const char* kind : {"plain", "block", "windows", "many", "fault", "step", "wide", "age", "scrubbed"}) {
            test::ScriptedSource::Shape shape;
            if (!qstrcmp(kind, "many")) shape.blocks = 512;
            if (!qstrcmp(kind, "windows")) shape.layers = 18, shape.windowLayers = 15, shape.window = 256, shape.kvHeads = 1, shape.headSize = 256;
            Scene scene(shape);
            QWidget* frame = framed(entry, &scene.selection, &panel);
            frame->resize(!qstrcmp(kind, "wide") ? QSize(wide ? 1200 : 560, size.height()) : size);
            frame->show();
            scene.chat();
            if (!qstrcmp(kind, "fault")) scene.source.hold(1);
            scene.selection.clock()->setSnapshot(scene.source.latest());
            panel->setSnapshot(scene.source.latest());
            if (!qstrcmp(kind, "scrubbed")) scene.selection.clock()->scrubTo(120);
            if (!qstrcmp(kind, "block")) scene.selection.select(selectionOfBlock(*scene.source.latest(), 0, 34));
            if (!qstrcmp(kind, "windows")) scene.selection.select(selectionOfTokens(*scene.source.latest(), {1, 560, 610}));
            if (auto* chart = panel->findChild<StepChart*>(); chart && (!qstrcmp(kind, "step") || !qstrcmp(kind, "wide")))
                emit chart->chosen(150, !qstrcmp(kind, "wide") ? 165 : 150);
            if (auto* chart = panel->findChild<StepChart*>(); chart && !qstrcmp(kind, "many")) {
                chart->zoom(4, 300);
                chart->pan(120);
            }
            if (auto* switcher = panel->findChild<Segmented*>(); switcher && !qstrcmp(kind, "age")) {
                switcher->setCurrent(2);
                emit switcher->chosen(2);
            }
            save(frame, folder, QString(entry.id) + '-' + kind);
        }
    }
}

void timelines(const QDir& folder) {
    for (const char* kind : {"empty", "live", "scrubbed", "narrow", "many"}) {
        Scene scene;
        if (!qstrcmp(kind, "many"))
            for (int i = 0; i < 90; ++i) {
                const auto key = scene.source.start("Question " + std::to_string(i), 40);
                scene.source.step(40);
                scene.source.finish(key);
                scene.source.release(key);
            }
        else if (qstrcmp(kind, "empty")) scene.chat();
        auto* bar = new ScrubBar(scene.selection.clock());
        bar->resize(!qstrcmp(kind, "narrow") ? 620 : 1440, 48);
        bar->setSnapshot(scene.source.latest());
        if (!qstrcmp(kind, "scrubbed") || !qstrcmp(kind, "narrow")) scene.selection.clock()->scrubTo(120);
        bar->show();
        if (!qstrcmp(kind, "scrubbed")) {
            QApplication::setActiveWindow(bar);
            bar->track()->setFocus(Qt::TabFocusReason);
        }
        save(bar, folder, QString("timeline-") + kind);
    }
}

void fields(const QDir& folder) {
    auto* frame = new QWidget;
    frame->setProperty("plane", "surface");
    frame->setAttribute(Qt::WA_StyledBackground);
    auto* grid = new QGridLayout(frame);
    grid->setContentsMargins(24, 20, 24, 20);
    grid->setSpacing(12);
    auto* combo = new QComboBox;
    combo->addItems({"Continuous batching", "Static"});
    auto* line = new QLineEdit;
    line->setPlaceholderText("Search all messages");
    auto* focused = new QLineEdit("with focus");
    auto* spin = new QDoubleSpinBox;
    spin->setValue(0.7);
    auto* check = new QCheckBox("Checked");
    check->setChecked(true);
    auto* radio = new QRadioButton("Radio");
    radio->setChecked(true);
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setValue(40);
    auto* progress = new QProgressBar;
    progress->setValue(65);
    auto* list = new QListWidget;
    list->addItems({"KV cache basics", "Trip to the mountains", "Why int4 rows lose more"});
    list->setCurrentRow(0);
    auto* tabs = new QTabBar;
    for (const char* name : {"KV blocks", "Requests", "Speculation"}) tabs->addTab(name);
    auto* text = new QPlainTextEdit("Text that is edited");
    auto* menu = new QMenu;
    menu->addAction("Copy picture");
    menu->addSeparator();
    QAction* checked = menu->addAction("Cut off very long steps");
    checked->setCheckable(true);
    checked->setChecked(true);
    menu->addAction("Disabled")->setEnabled(false);
    int row = 0;
    for (QWidget* widget : std::initializer_list<QWidget*>{combo, line, focused, spin, check, radio, slider, progress, tabs, text})
        grid->addWidget(widget, row++, 0);
    grid->addWidget(list, 0, 1, 6, 1);
    frame->resize(520, 460);
    frame->show();
    QApplication::setActiveWindow(frame);
    focused->setFocus(Qt::TabFocusReason);
    save(frame, folder, "fields");
    save(menu, folder, "menu");
    auto* near = new QWidget;
    near->show();
    showHelp(near, "How long every step took, and with what.", panelList()[1].create(nullptr, near)->helpText());
    save(QApplication::activePopupWidget(), folder, "help");
    delete near;
}

void controls(const QDir& folder) {
    auto* frame = new QWidget;
    frame->setProperty("plane", "surface");
    frame->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(frame);
    layout->setSpacing(14);
    layout->setContentsMargins(24, 20, 24, 20);
    auto* row = new QHBoxLayout;
    for (const char* kind : {"", "primary", "ghost", "danger"}) {
        auto* button = new QPushButton(*kind ? QString(kind) : QString("Plain"), frame);
        button->setProperty("kind", kind);
        row->addWidget(button);
    }
    auto* off = new QPushButton("Disabled", frame);
    off->setEnabled(false);
    row->addWidget(off);
    layout->addLayout(row);
    for (const auto severity : {InlineMessage::Severity::Warning, InlineMessage::Severity::Error}) {
        auto* message = new InlineMessage(severity, frame);
        message->setMessage("The file ends too early", "notes-135m.gguf: tensor blk.12.ffn_up needs bytes 41,320,448 to "
                                                       "41,873,408; the file has 41,600,000. It was probably cut off while copying.");
        message->addButton("Choose another file…", severity == InlineMessage::Severity::Warning);
        message->addButton("Copy details");
        layout->addWidget(message);
    }
    frame->resize(460, 380);
    save(frame, folder, "controls");
    fields(folder);
}

}  // namespace

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const QDir folder(argc > 1 ? argv[1] : "gallery");
    folder.mkpath(".");
    for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
        Theme::instance().setMode(mode);
        controls(folder);
        panels(folder);
        timelines(folder);
    }
    return 0;
}
