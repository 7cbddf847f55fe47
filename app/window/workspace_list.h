// The workspaces: named arrangements of the same docks. Which panel stands where by default, its line in panel_list says.
#pragma once

#include <QString>
#include <span>

namespace gh::app {

struct WorkspaceEntry {
    const char* id;                   // stable: arrangements are stored under it, panel_list names it
    QString (*title)();               // translated
    QString (*purpose)();             // one line
    bool conversations;               // the list at the left is on show by default
    int rightWidth, bottomHeight;     // of the panels by default, pixels at 100 %
};

std::span<const WorkspaceEntry> workspaceList();
const WorkspaceEntry& findWorkspace(const QString& id);  // the first where there is no such one

}  // namespace gh::app
