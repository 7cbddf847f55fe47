#include "widgets/panels/panel_list.h"

#include <array>

#include <QCoreApplication>

#include "widgets/panels/compare.h"
#include "widgets/panels/kv_blocks.h"
#include "widgets/panels/lab.h"
#include "widgets/panels/quantize.h"
#include "widgets/panels/requests.h"
#include "widgets/panels/steps.h"
#include "widgets/panels/tokens.h"

namespace gh::widgets {
namespace {

template <class P>
Panel* make(SelectionModel* selection, QWidget* parent) {
    return new P(selection, parent);
}

constexpr auto kRight = Qt::RightDockWidgetArea, kBottom = Qt::BottomDockWidgetArea;

QString compare() { return QCoreApplication::translate("Panels", "Compare"); }
QString quantize() { return QCoreApplication::translate("Panels", "Quantize"); }
QString kvBlocks() { return QCoreApplication::translate("Panels", "KV blocks"); }
QString tokens() { return QCoreApplication::translate("Panels", "Tokens"); }
QString lab() { return QCoreApplication::translate("Panels", "Lab"); }
QString requests() { return QCoreApplication::translate("Panels", "Requests"); }
QString steps() { return QCoreApplication::translate("Panels", "Steps"); }

}  // namespace

std::span<const PanelEntry> panelList() {
    static constexpr std::array kPanels = {
        PanelEntry{"kv-blocks", kvBlocks, kRight, make<KvBlocksPanel>,
                   {{{"chat", kRight, true}, {"teach", kRight, true}, {"plan", kRight, true}}}},
        PanelEntry{"quantize", quantize, kRight, make<QuantizePanel>, {{{"tune", kRight, true}}}},
        PanelEntry{"compare", compare, kBottom, make<ComparePanel>, {{{"tune", kBottom, true}}}},
        PanelEntry{"steps", steps, kBottom, make<StepsPanel>,
                   {{{"chat", kBottom, true}, {"teach", kBottom}, {"tune", kBottom}}}},
        PanelEntry{"tokens", tokens, kBottom, make<TokensPanel>,
                   {{{"chat", kBottom}, {"teach", kBottom}, {"tune", kBottom}}}},
        PanelEntry{"requests", requests, kBottom, make<RequestsPanel>, {{{"teach", kBottom, true}}}},
        PanelEntry{"lab", lab, kBottom, make<LabPanel>, {{{"teach", kBottom}}}},
    };
    return kPanels;
}

}  // namespace gh::widgets
