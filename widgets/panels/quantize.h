// The panel "Quantize": what schemes do to the matrices of the open model, which matrix gets which scheme, how good the
// outcome is, and what becomes of it.
#pragma once

#include <array>
#include <QPointer>

#include "widgets/models/quantize_desk.h"
#include "widgets/panel.h"

class QBoxLayout;
class QFrame;
class QLabel;
class QScrollArea;
class QStackedLayout;

namespace gh::widgets {

class EmptyState;
class ErrorView;
class EvaluatePage;
class PlanePage;
class RulesPage;
class Segmented;
class TensorPage;

class QuantizePanel : public Panel {
    Q_OBJECT
public:
    enum Page { kTensor, kRules, kEvaluate, kPlane };
    explicit QuantizePanel(SelectionModel* selection, QWidget* parent = nullptr);
    void setDesk(QuantizeDesk* desk);
    QString helpText() const override;
    QString summary() const override;
    void showPage(int page);
    ErrorView* errors() const { return m_errors; }
    TensorPage* tensorPage() const { return m_tensor; }
    RulesPage* rulesPage() const { return m_rules; }
    EvaluatePage* evaluatePage() const { return m_evaluate; }
    PlanePage* planePage() const { return m_plane; }
    Segmented* pageChoice() const { return m_choice; }

protected:
    void onSnapshot() override;
    void onClock() override {}
    void onSelection() override {}
    void onShown(bool on) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildContent();
    void choosePage();
    void wantMap();
    void showApplied();
    QPointer<QuantizeDesk> m_desk;
    QStackedLayout* m_pages;
    std::array<QWidget*, 4> m_sides;                 // by Page
    EmptyState *m_noModel, *m_loading;
    QScrollArea* m_area;
    QWidget *m_content, *m_side;
    QFrame* m_rule;
    QBoxLayout* m_row;
    QLabel* m_applied;
    ErrorView* m_errors;
    Segmented* m_choice;
    TensorPage* m_tensor;
    RulesPage* m_rules;
    EvaluatePage* m_evaluate;
    PlanePage* m_plane;
};

}  // namespace gh::widgets
