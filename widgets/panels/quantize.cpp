#include "widgets/panels/quantize.h"

#include <algorithm>

#include <QFrame>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/controls/empty_state.h"
#include "widgets/controls/page_stack.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/quantize/error_view.h"
#include "widgets/panels/quantize/evaluate_page.h"
#include "widgets/panels/quantize/plane_page.h"
#include "widgets/panels/quantize/rules_page.h"
#include "widgets/panels/quantize/tensor_page.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kBeside = 860;   // from that width on the pages stand beside the map, beneath it else

}  // namespace

QuantizePanel::QuantizePanel(SelectionModel* selection, QWidget* parent) : Panel(selection, parent) {
    m_pages = new PageStack(this);
    m_noModel = new EmptyState("empty-model", tr("No model is open"),
                               tr("Open a model to see what quantization does to each of its matrices."), tr("Open a model…"), "folder", this);
    m_loading = loadingState(this);
    m_area = new QScrollArea(this);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setWidget(buildContent());
    m_pages->addWidget(m_noModel);
    m_pages->addWidget(m_loading);
    m_pages->addWidget(m_area);
    connect(m_noModel, &EmptyState::clicked, this, [this] { emit actionRequested("open-model"); });
}

QWidget* QuantizePanel::buildContent() {
    const Theme& theme = Theme::instance();
    m_content = new QWidget;
    m_content->setProperty("plane", "surface");
    m_content->setAttribute(Qt::WA_StyledBackground);
    m_row = new QBoxLayout(QBoxLayout::TopToBottom, m_content);
    m_row->setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(2));
    m_row->setSpacing(theme.space(3));
    auto* left = new QWidget(m_content);
    QVBoxLayout* column = bareColumn(left);
    column->setSpacing(theme.space(1) + 2);
    m_applied = new QLabel(left);
    m_applied->setProperty("role", "caption");
    m_applied->setWordWrap(true);
    column->addWidget(m_applied);
    m_errors = new ErrorView(left);
    column->addWidget(m_errors, 1);
    m_row->addWidget(left);
    m_rule = new QFrame(m_content);
    m_rule->setProperty("rule", "horizontal");
    m_row->addWidget(m_rule);
    m_side = new QWidget(m_content);
    QVBoxLayout* side = bareColumn(m_side);
    side->setSpacing(theme.space(2));
    m_choice = new Segmented({tr("Matrix"), tr("Rules"), tr("Evaluate"), tr("Plane")}, m_side);
    m_choice->setCompact(true);
    m_choice->setAccessibleName(tr("What is shown of the quantization"));
    m_choice->setTip(0, tr("The chosen matrix closely"));
    m_choice->setTip(1, tr("Which matrix gets which scheme; variants, budget, file"));
    m_choice->setTip(2, tr("How much worse a variant answers than the model as it is stored"));
    m_choice->setTip(3, tr("Size against quality, of all that was evaluated"));
    auto* top = new QHBoxLayout;
    top->addWidget(m_choice);
    top->addStretch(1);
    side->addLayout(top);
    // Not a stack: it would give every page the height of its words in the narrowest box.
    m_sides = {m_tensor = new TensorPage(m_side), m_rules = new RulesPage(m_side), m_evaluate = new EvaluatePage(m_side), m_plane = new PlanePage(m_side)};
    for (QWidget* page : m_sides) side->addWidget(page, 1);
    m_row->addWidget(m_side, 1);
    connect(m_choice, &Segmented::chosen, this, &QuantizePanel::showPage);
    return m_content;
}

QString QuantizePanel::summary() const { return tr("What quantization does to the open model, matrix by matrix."); }

QString QuantizePanel::helpText() const {
    return tr("A scheme keeps each weight as one of a few levels and, for every group of weights, a scale. The map shows how much of each matrix a scheme loses: "
              "the lighter in the dark look, the darker in the light one, the more. That is measured on the weights alone, in seconds.\n\n"
              "Rules give matrices schemes of their own; the last rule that matches decides, and a dot on the map marks what such a rule decides. "
              "Evaluate compares whole variants with the model as it is stored, on a held-out text and with exact activations, so that the scheme is judged and not the arithmetic. "
              "The plane draws every evaluated variant: left is smaller, down is better.");
}

void QuantizePanel::setDesk(QuantizeDesk* desk) {
    if (m_desk || !desk) return;
    m_desk = desk;
    m_errors->setDesk(desk);
    m_tensor->setDesk(desk);
    m_rules->setDesk(desk);
    m_evaluate->setDesk(desk);
    m_plane->setDesk(desk);
    connect(desk, &QuantizeDesk::modelChanged, this, [this] {
        showApplied();
        choosePage();
        wantMap();
    });
    connect(desk, &QuantizeDesk::schemesChanged, this, &QuantizePanel::wantMap);
    showPage(desk->page);
    showApplied();
    choosePage();
    wantMap();
}

void QuantizePanel::showApplied() {
    m_applied->setText(m_desk->applied.isEmpty() ? QString()
                                                 : tr("The model is open as %1. Maps and evaluations go by its file, which is stored as %2.").arg(m_desk->applied, m_desk->stored));
    m_applied->setVisible(!m_desk->applied.isEmpty());
}

void QuantizePanel::showPage(int page) {
    page = std::clamp(page, 0, static_cast<int>(m_sides.size()) - 1);
    if (m_desk) m_desk->page = page;
    m_choice->setCurrent(page);
    for (int i = 0; i < static_cast<int>(m_sides.size()); ++i) m_sides[static_cast<std::size_t>(i)]->setVisible(i == page);
}

void QuantizePanel::onSnapshot() { choosePage(); }
void QuantizePanel::onShown(bool) { wantMap(); }

void QuantizePanel::choosePage() {
    const bool ready = m_desk && m_desk->possible;
    const bool loading = latest() && latest()->loading && !latest()->model;
    m_pages->setCurrentWidget(ready ? static_cast<QWidget*>(m_area) : loading ? static_cast<QWidget*>(m_loading) : m_noModel);
}

// The map is measured when it is first looked at: it reads every weight.
void QuantizePanel::wantMap() {
    if (m_desk && isOnShow() && isVisible() && m_desk->possible && !m_desk->map && !m_desk->look.busy() && m_desk->look.trouble.isEmpty() && !m_desk->schemes.empty())
        emit m_desk->mapWanted();
}

void QuantizePanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    wantMap();
}

void QuantizePanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    const bool beside = width() >= kBeside;
    const auto direction = beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    if (m_row->direction() == direction) return;
    m_row->setDirection(direction);
    m_row->setStretch(0, beside ? 1 : 0);   // the map has its height, the page beneath it the rest
    m_rule->setProperty("rule", beside ? "vertical" : "horizontal");
    Theme::restyle(m_rule);
}

}  // namespace gh::widgets
