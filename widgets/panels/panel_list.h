// Every panel there is. A new panel is one file here plus one line in panel_list.cpp (and its test).
#pragma once

#include <Qt>
#include <QString>
#include <span>

#include "widgets/panel.h"

namespace gh::widgets {

struct PanelEntry {
    const char* id;                       // stable: layouts are stored under it
    QString (*title)();                   // translated
    Qt::DockWidgetArea area;              // where it stands by default
    Panel* (*create)(SelectionModel* selection, QWidget* parent);
};

std::span<const PanelEntry> panelList();

}  // namespace gh::widgets
