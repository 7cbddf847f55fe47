#include "app/window/workspace_list.h"

#include <array>
#include <QCoreApplication>

namespace gh::app {

namespace {
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Workspaces)
};
}  // namespace

std::span<const WorkspaceEntry> workspaceList() {
    static constexpr std::array kWorkspaces = {
        WorkspaceEntry{"chat", [] { return Text::tr("Chat"); },
                       [] { return Text::tr("Talk with a model and see why it is fast or slow"); }, true, 384, 260},
        WorkspaceEntry{"teach", [] { return Text::tr("Teach"); },
                       [] { return Text::tr("Show how inference works, step by step, on a live model"); }, false, 384,
                       380},
        WorkspaceEntry{"tune", [] { return Text::tr("Tune"); },
                       [] { return Text::tr("See what quantization does to a model, and what each step costs"); }, false, 500, 340},
        WorkspaceEntry{"plan", [] { return Text::tr("Plan"); },
                       [] { return Text::tr("See what the memory holds, and what it could hold"); }, false, 520, 260},
    };
    return kWorkspaces;
}

const WorkspaceEntry& findWorkspace(const QString& id) {
    for (const WorkspaceEntry& entry : workspaceList()) {
        if (id == QLatin1String(entry.id)) return entry;
    }
    return workspaceList().front();
}

}  // namespace gh::app
