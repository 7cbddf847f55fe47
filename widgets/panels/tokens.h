// The panel "Tokens": a sequence as template, text and ids; how likely each drawn token was; and, of one position, what
// else could have been drawn, what the sampler's stages removed, and a way to go on from another candidate. A second view
// has the template itself, to be edited.
#pragma once

#include <QPointer>

#include "widgets/models/token_facts.h"
#include "widgets/panel.h"

class QBoxLayout;
class QComboBox;
class QFrame;
class QLabel;
class QMenu;
class QStackedLayout;
class QToolButton;

namespace gh::widgets {

class CandidateSide;
class EmptyState;
class Legend;
class Segmented;
class TemplateDesk;
class TemplateView;
class TokenFlow;
class TokenStrip;
class WrappedLabel;

class TokensPanel : public Panel {
    Q_OBJECT
public:
    explicit TokensPanel(SelectionModel* selection, QWidget* parent = nullptr);
    QString helpText() const override;
    QString summary() const override;
    std::uint64_t shownSequence() const { return m_sequence.key(); }
    // Without one there is no view "Template".
    void setTemplateDesk(TemplateDesk* desk);
    TemplateView* templateView() const { return m_template; }   // null: no desk
    void showTemplate(bool on);

protected:
    void onSnapshot() override;
    void onClock() override;
    void onSelection() override;
    void onShown(bool on) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildContent();
    QWidget* buildTop();
    QWidget* buildEmpty();
    Segmented* makeViews(QWidget* parent);
    void refreshViews();
    void showTokens(QWidget* page);          // the page of the view "Tokens"
    void showPage();
    void fillChooser();
    void refresh();
    std::uint64_t wantedSequence() const;
    void refreshNotices();
    void refreshSide();
    std::uint32_t newest() const;            // position that the clock has reached
    void showNewest();
    void fillLegend();
    void fillCopyMenu(QMenu& menu);
    void choose(std::uint32_t first, std::uint32_t last);
    void clear();
    void arrange();

    TokenSequence m_sequence;
    std::optional<std::uint64_t> m_clock;    // what the views show of it: the step that a scrubbed clock stands at
    std::uint64_t m_pinned = 0;              // chosen in the list; 0: the selected or running one
    std::vector<TokenNotice> m_shownNotices;
    QStackedLayout* m_pages;
    EmptyState *m_nothing, *m_noModel, *m_loading;
    QWidget *m_content, *m_empty;
    QWidget* m_tokensPage = nullptr;
    QPointer<TemplateDesk> m_desk;
    TemplateView* m_template = nullptr;
    std::vector<Segmented*> m_views;         // the switch between the views, one a page that has it
    bool m_templateChosen = false;
    QBoxLayout* m_split;
    QComboBox* m_chooser;
    QLabel* m_name;
    Legend* m_legend;
    QToolButton* m_copy;
    WrappedLabel* m_notices;
    TokenStrip* m_strip;
    TokenFlow* m_flow;
    QFrame* m_rule;
    CandidateSide* m_side;
};

}  // namespace gh::widgets
