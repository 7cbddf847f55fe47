// The two views of the Tokens panel, the tokens and the template, and the switch between them.
#include <QAbstractButton>
#include <QBoxLayout>
#include <QStackedLayout>

#include "widgets/controls/empty_state.h"
#include "widgets/controls/segmented.h"
#include "widgets/models/template_desk.h"
#include "widgets/panels/tokens.h"
#include "widgets/panels/tokens/template_view.h"
#include "widgets/theme.h"

namespace gh::widgets {

QWidget* TokensPanel::buildEmpty() {
    const Theme& theme = Theme::instance();
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(theme.space(4), theme.space(1), theme.space(4), 0);
    row->addWidget(makeViews(page));
    row->addStretch(1);
    column->addLayout(row);
    return page;
}

Segmented* TokensPanel::makeViews(QWidget* parent) {
    auto* views = new Segmented({tr("Tokens"), tr("Template")}, parent);
    views->setVisible(m_desk != nullptr);
    m_views.push_back(views);
    connect(views, &Segmented::chosen, this, [this](int index) { showTemplate(index == 1); });
    return views;
}

void TokensPanel::setTemplateDesk(TemplateDesk* desk) {
    m_desk = desk;
    m_template = new TemplateView(desk, this);
    m_template->head()->insertWidget(0, makeViews(m_template));
    m_pages->addWidget(m_template);
    for (Segmented* views : m_views) {
        views->show();
        views->setTip(1, tr("The template itself, to be edited, and what it makes of this conversation"));
    }
    connect(desk, &TemplateDesk::factsChanged, this, &TokensPanel::refreshViews);
    refreshViews();
    showTemplate(desk->isChosen());
}

// A template that the user changed is marked in the other view, too.
void TokensPanel::refreshViews() {
    const bool edited = m_desk->facts().inUse.kind == TemplateName::Kind::Edited;
    for (Segmented* views : m_views) views->setWords({tr("Tokens"), edited ? tr("Template, edited") : tr("Template")});
}

void TokensPanel::showTemplate(bool on) {
    m_templateChosen = on && m_template;
    if (m_desk) m_desk->setChosen(m_templateChosen);
    const QWidget* focus = focusWidget();
    bool inViews = false, byKey = false;
    for (Segmented* views : m_views) {
        if (focus && views->isAncestorOf(focus)) {
            inViews = true;
            byKey = focus->property("keyboardFocus").toBool();
        }
        views->setCurrent(m_templateChosen ? 1 : 0);
    }
    showPage();
    // The same switch on the other page has the keyboard now.
    for (Segmented* views : m_views)
        if (inViews && views->isVisible())
            views->findChildren<QAbstractButton*>()[m_templateChosen ? 1 : 0]->setFocus(byKey ? Qt::TabFocusReason : Qt::OtherFocusReason);
}

void TokensPanel::showTokens(QWidget* page) {
    m_tokensPage = page;
    showPage();
}

void TokensPanel::showPage() {
    const bool source = m_templateChosen && m_tokensPage != m_noModel && m_tokensPage != m_loading;
    m_pages->setCurrentWidget(source ? m_template : m_tokensPage);
    if (m_desk) m_desk->setSeen(source && isOnShow());
}

void TokensPanel::onShown(bool) { showPage(); }

}  // namespace gh::widgets
