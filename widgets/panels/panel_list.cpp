#include "widgets/panels/panel_list.h"

#include <array>

#include <QCoreApplication>

#include "widgets/panels/kv_blocks.h"
#include "widgets/panels/steps.h"

namespace gh::widgets {
namespace {

template <class P>
Panel* make(SelectionModel* selection, QWidget* parent) {
    return new P(selection, parent);
}

QString kvBlocks() { return QCoreApplication::translate("Panels", "KV blocks"); }
QString steps() { return QCoreApplication::translate("Panels", "Steps"); }

}  // namespace

std::span<const PanelEntry> panelList() {
    static constexpr std::array kPanels = {
        PanelEntry{"kv-blocks", kvBlocks, Qt::RightDockWidgetArea, make<KvBlocksPanel>},
        PanelEntry{"steps", steps, Qt::BottomDockWidgetArea, make<StepsPanel>},
    };
    return kPanels;
}

}  // namespace gh::widgets
