// The panel "Compare": two to four variants of a model on one prompt at the same time, token under token, coloured by how
// far their probabilities are from the reference's.
#pragma once

#include <QPointer>

#include "widgets/models/compare_desk.h"
#include "widgets/panel.h"
#include "widgets/panels/compare/divergence_text.h"

class QBoxLayout;
class QFrame;
class QLabel;
class QProgressBar;
class QScrollArea;
class QStackedLayout;

namespace gh::widgets {

class CompareForm;
class ElidedText;
class EmptyState;
class InlineMessage;
class TokenSide;
class VariantTable;

class ComparePanel : public Panel {
    Q_OBJECT
public:
    explicit ComparePanel(SelectionModel* selection, QWidget* parent = nullptr);
    void setDesk(CompareDesk* desk);
    QString helpText() const override;
    QString summary() const override;
    CompareForm* form() const { return m_form; }
    VariantTable* variants() const { return m_table; }
    DivergenceText* text() const { return m_text; }
    TokenSide* side() const { return m_side; }
    QString stateWords() const;

protected:
    void onSnapshot() override;
    void onClock() override {}
    void onSelection() override {}
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildContent();
    QWidget* buildResults();
    void choosePage();
    void refresh();
    QPointer<CompareDesk> m_desk;
    ComparisonPtr m_facts;
    QStackedLayout* m_pages;
    EmptyState *m_noModel, *m_loading, *m_nothing;
    QScrollArea* m_area;
    QWidget* m_shown;
    QBoxLayout* m_row;
    QFrame *m_rule, *m_sideRule;
    CompareForm* m_form;
    VariantTable* m_table;
    ElidedText* m_state;
    QProgressBar* m_progress;
    InlineMessage* m_trouble;
    DivergenceLegend* m_legend;
    DivergenceText* m_text;
    TokenSide* m_side;
};

}  // namespace gh::widgets
