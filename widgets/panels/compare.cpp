#include "widgets/panels/compare.h"

#include <algorithm>

#include <QFrame>
#include <QLabel>
#include <QProgressBar>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/inline_message.h"
#include "widgets/controls/page_stack.h"
#include "widgets/controls/panel_header.h"
#include "widgets/panels/compare/compare_form.h"
#include "widgets/panels/compare/token_side.h"
#include "widgets/panels/compare/variant_table.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

using State = telemetry::ComparisonState;

constexpr int kFormWidth = 272, kSideWidth = 372, kBeside = 1040, kTextHeight = 150;

}  // namespace

ComparePanel::ComparePanel(SelectionModel* selection, QWidget* parent) : Panel(selection, parent) {
    m_pages = new PageStack(this);
    m_noModel = new EmptyState("empty-model", tr("No model is open"),
                               tr("Open a model: its variants are then compared on one prompt, token by token."), tr("Open a model…"), "folder", this);
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

QWidget* ComparePanel::buildContent() {
    const Theme& theme = Theme::instance();
    auto* content = new QWidget;
    content->setProperty("plane", "surface");
    content->setAttribute(Qt::WA_StyledBackground);
    m_row = new QBoxLayout(QBoxLayout::TopToBottom, content);
    m_row->setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(2));
    m_row->setSpacing(theme.space(3));
    m_form = new CompareForm(content);
    m_row->addWidget(m_form);
    const auto rule = [&] {
        auto* made = new QFrame(content);
        made->setProperty("rule", "horizontal");
        m_row->addWidget(made);
        return made;
    };
    m_rule = rule();
    auto* results = new QWidget(content);
    QVBoxLayout* column = bareColumn(results);
    m_nothing = new EmptyState("empty-tokens", tr("Nothing is compared yet"),
                               tr("Choose variants and a prompt: they answer at the same time, and every token shows how far each is from the reference."), {}, {}, results);
    column->addWidget(m_nothing, 1);
    column->addWidget(buildResults(), 1);
    m_row->addWidget(results, 1);
    m_sideRule = rule();
    m_side = new TokenSide(content);
    m_row->addWidget(m_side);
    return content;
}

QWidget* ComparePanel::buildResults() {
    const Theme& theme = Theme::instance();
    m_shown = new QWidget;
    QVBoxLayout* column = bareColumn(m_shown);
    column->setSpacing(theme.space(1) + 2);
    m_table = new VariantTable(m_shown);
    column->addWidget(m_table);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme.space(2));
    m_state = new ElidedText(1, theme.font("caption"), "textMuted", m_shown);
    m_legend = new DivergenceLegend(m_shown);
    row->addWidget(m_state, 1);
    row->addWidget(m_legend);
    column->addLayout(row);
    m_progress = new QProgressBar(m_shown);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setAccessibleName(tr("Progress of loading the variants"));
    column->addWidget(m_progress);
    m_trouble = new InlineMessage(InlineMessage::Severity::Error, m_shown);
    column->addWidget(m_trouble);
    m_text = new DivergenceText(m_shown);
    m_text->setMinimumHeight(kTextHeight);
    column->addWidget(m_text, 1);
    connect(m_text, &DivergenceText::chosenByUser, this, [this] { m_side->setFacts(m_facts, m_text->chosen()); });
    return m_shown;
}

QString ComparePanel::summary() const { return tr("Variants of the model on one prompt, token by token."); }

QString ComparePanel::helpText() const {
    return tr("Each variant is loaded once more beside the open model, with a cache of its own, and they generate at the same time. In step, all of them read the reference’s tokens, so that every "
              "position compares the same prefix; each its own, every variant goes on with its own choices, and what comes behind the split is not compared.\n\n"
              "A row is a variant, tokens at the same position stand under each other. The colour is the divergence of the variant’s probabilities from the reference’s, in nats; "
              "an underlined token is another choice. Choose a token for the candidates of all variants and the layer from which the hidden state departs.");
}

void ComparePanel::setDesk(CompareDesk* desk) {
    if (m_desk || !desk) return;
    m_desk = desk;
    m_form->setDesk(desk);
    connect(desk, &CompareDesk::changed, this, &ComparePanel::choosePage);
    choosePage();
    refresh();
}

void ComparePanel::onSnapshot() {
    choosePage();
    const ComparisonPtr facts = latest() ? latest()->comparison : nullptr;
    if (facts == m_facts || (facts && m_facts && facts->id == m_facts->id && facts->version == m_facts->version)) return;
    m_facts = facts;
    refresh();
}

void ComparePanel::choosePage() {
    const bool any = (m_desk && m_desk->possible) || m_facts;   // what was found stays without a model, too
    const bool loading = latest() && latest()->loading && !latest()->model;
    m_pages->setCurrentWidget(any ? static_cast<QWidget*>(m_area) : loading ? static_cast<QWidget*>(m_loading) : m_noModel);
}

QString ComparePanel::stateWords() const { return m_state->text(); }

void ComparePanel::refresh() {
    const bool any = m_facts != nullptr;
    m_nothing->setVisible(!any);
    m_shown->setVisible(any);
    const bool positions = any && !m_facts->positions.empty();
    m_side->setVisible(positions);
    m_sideRule->setVisible(positions);
    if (!any) return;
    const telemetry::ComparisonFacts& facts = *m_facts;
    const bool loading = facts.state == State::Loading, failed = facts.state == State::Failed;
    m_table->setFacts(m_facts);
    m_table->setVisible(!facts.variants.empty());
    m_progress->setVisible(loading);
    m_progress->setValue(static_cast<int>(facts.share * 1000));
    m_trouble->setVisible(failed);
    if (failed) m_trouble->setMessage(tr("The comparison ended early"), QString::fromStdString(facts.trouble));
    m_legend->setVisible(positions);
    m_text->setVisible(positions || facts.state == State::Running);
    m_text->setFacts(m_facts);
    const QString count = tr("%1 of %2 tokens").arg(units::count(facts.positions.size()), units::count(facts.wanted));
    QString words;
    switch (facts.state) {
        case State::Loading: {
            static constexpr std::string_view kLoading = "loading ";   // the engine's word before a variant's name
            words = facts.doing.starts_with(kLoading) ? tr("Loading %1…").arg(QString::fromStdString(facts.doing.substr(kLoading.size()))) : tr("Loading the variants…");
            break;
        }
        case State::Running: words = count; break;
        case State::Done: words = tr("Done: %1").arg(count); break;
        case State::Cancelled: words = tr("Stopped: %1").arg(count); break;
        case State::Failed: words = positions ? count : QString(); break;
    }
    if (!loading && !failed) {
        words += QStringLiteral(" · ") + tr("prompt of %1").arg(units::tokens(facts.promptTokens));
        words += QStringLiteral(" · ") + (facts.mode == telemetry::ComparisonMode::Free ? tr("each its own text") : tr("all on the reference’s text"));
    }
    m_state->setText(words);
    m_side->setFacts(m_facts, m_text->chosen());
}

void ComparePanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    const bool beside = width() >= kBeside;
    const auto direction = beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    if (m_row->direction() == direction && event->oldSize().isValid()) return;
    m_row->setDirection(direction);
    for (auto [widget, least] : {std::pair(static_cast<QWidget*>(m_form), kFormWidth), std::pair(static_cast<QWidget*>(m_side), kSideWidth)}) {
        widget->setMinimumWidth(0);
        const int width = std::max(least, widget->minimumSizeHint().width());   // words of another language
        if (beside) widget->setMinimumWidth(width);
        widget->setMaximumWidth(beside ? width : QWIDGETSIZE_MAX);
    }
    for (QFrame* rule : {m_rule, m_sideRule}) {
        rule->setProperty("rule", beside ? "vertical" : "horizontal");
        Theme::restyle(rule);
    }
}

}  // namespace gh::widgets
