// The panel "Requests": lanes over steps, one a request; the figures of all; the policy and synthetic traffic; of the
// selected request what it found in the cache, and why not more.
#pragma once

#include "widgets/models/request_lanes.h"
#include "widgets/models/requests_desk.h"
#include "widgets/panel.h"

class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;
class QStackedLayout;

namespace gh::widgets {

class ElidedText;
class EmptyState;
class LaneChart;
class Legend;
class PartsLabel;
class PolicyRow;
class TrafficForm;

class RequestsPanel : public Panel {
    Q_OBJECT
public:
    explicit RequestsPanel(SelectionModel* selection, QWidget* parent = nullptr);
    // Without one there is neither a policy switch nor traffic. Must outlive the panel's use of it.
    void setDesk(RequestsDesk* desk);
    void showTraffic(bool on);                          // the form of the traffic, beside the lanes
    QString helpText() const override;
    QString summary() const override;
    LaneChart* chart() const { return m_chart; }

protected:
    void onSnapshot() override;
    void onClock() override;
    void onSelection() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildContent();
    void choosePage();
    void refreshFigures();
    void refreshLegend();
    void refreshDetail();
    void chooseLane(std::uint64_t request);
    void choosePart(std::uint64_t request, std::uint64_t step);
    void arrange();
    const Lane* chosenLane() const;

    RequestLanes m_lanes;
    OwnerHues m_ownHues;
    OwnerHues& m_hues;
    std::optional<Selection> m_whole;                   // a lane that was chosen here as a whole
    int m_legendState = -1;
    QStackedLayout* m_pages;
    EmptyState *m_nothing, *m_noModel, *m_loading;
    QWidget *m_content, *m_main;
    PartsLabel* m_figures;
    PolicyRow* m_policy;
    QPushButton* m_addTraffic;
    Legend* m_legend;
    LaneChart* m_chart;
    QLabel* m_name;
    ElidedText* m_story;
    QScrollArea* m_side;
    QFrame* m_rule;
    TrafficForm* m_form = nullptr;
};

}  // namespace gh::widgets
