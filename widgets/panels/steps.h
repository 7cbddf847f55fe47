// The panel "Steps": the time of every step by phase, how it is spread, and where a picked step's time went.
#pragma once

#include "widgets/models/step_facts.h"
#include "widgets/panel.h"

class QFrame;
class QStackedLayout;

namespace gh::widgets {

class DistributionSide;
class EmptyState;
class Legend;
class Segmented;
class StepChart;
class StepSide;

class StepsPanel : public Panel {
    Q_OBJECT
public:
    explicit StepsPanel(SelectionModel* selection, QWidget* parent = nullptr);
    QString helpText() const override;
    QString summary() const override;

protected:
    void onSnapshot() override;
    void onClock() override;
    void onSelection() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildContent();
    void fillLegend();
    void pick(std::uint64_t first, std::uint64_t last);
    void unpick();
    void arrangeSides();

    std::uint64_t m_shownStep = 0;
    std::size_t m_shownSteps = 0;
    std::optional<Selection::Steps> m_picked;
    QStackedLayout* m_pages;
    EmptyState *m_nothing, *m_noModel, *m_loading;
    QWidget* m_content;
    Legend* m_legend;
    Segmented* m_measure;
    StepChart* m_chart;
    DistributionSide* m_distribution;
    StepSide* m_step;
    QFrame *m_ruleA, *m_ruleB;
};

}  // namespace gh::widgets
