// Every panel there is. A new panel is one file here plus one line in panel_list.cpp (and its test).
#pragma once

#include <Qt>
#include <QString>
#include <array>
#include <span>

#include "widgets/panel.h"

namespace gh::widgets {

// Where a panel stands by default in one workspace (an id of the app's workspace_list: chat, teach, tune, plan). Panels
// that share an area are tabs there, in the order of this list; front: the one that is seen first.
struct PanelPlace {
    const char* workspace = nullptr;
    Qt::DockWidgetArea area = Qt::NoDockWidgetArea;
    bool front = false;
};

struct PanelEntry {
    const char* id;                       // stable: layouts are stored under it
    QString (*title)();                   // translated
    Qt::DockWidgetArea area;              // where it comes up when it is opened in a workspace that does not name it
    Panel* (*create)(SelectionModel* selection, QWidget* parent);
    std::array<PanelPlace, 4> places{};   // the workspaces that show it by default
};

std::span<const PanelEntry> panelList();

}  // namespace gh::widgets
