// Requests as lanes over steps, with the tokens of each step and its budget beneath. Wheel zooms, drag pans, double click
// fits, a click picks what a request did in a step, a click on its name the whole of it, Shift and drag a run of steps.
// Follows the newest step and the lanes that are running, until the user scrolls; while the clock is scrubbed it stands
// still, with what came later faded.
#pragma once

#include <optional>
#include <QPixmap>
#include <QWidget>
#include <unordered_map>
#include <vector>

#include "widgets/models/request_lanes.h"
#include "widgets/models/step_facts.h"
#include "widgets/plots/plot_export.h"
#include "widgets/plots/step_window.h"
#include "widgets/selection.h"

class QPushButton;
class QScrollBar;

namespace gh::widgets {

class LaneChart : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit LaneChart(QWidget* parent = nullptr);

    // lanes: must outlive the chart; called after each update of it.
    void setLanes(const RequestLanes& lanes, StepLog steps);
    void setBudget(std::uint32_t tokens);                // the most that a step computes; 0: not known
    void setChosen(std::optional<std::uint64_t> request, std::optional<Selection::Steps> steps);
    void setClock(std::optional<std::uint64_t> step);
    const StepWindow& window() const { return m_window; }
    void goLive();
    void fit();
    void zoom(double factor, double atX);
    void pan(double pixels);
    void showSteps(std::uint64_t first, std::uint64_t last);

    void drawSwatch(QPainter& painter, LanePart part, const QRectF& box);   // of a legend, in the first hue

    // Requests that have a part in the stretch on show, from the top; the scroll bar moves over them.
    const std::vector<std::size_t>& rows() const { return m_rows; }
    const Lane* laneAt(double y) const;
    QRectF rowBox(std::size_t row) const;                // of m_rows, whether it is in view or not
    QRectF plotBox() const;                              // lanes alone
    QRectF tokensBox() const;                            // the strip of tokens a step
    QString hoverText(QPointF at) const;                 // rich text; empty: nothing there

    QSize sizeHint() const override { return {640, 260}; }
    QSize minimumSizeHint() const override { return {200, 92}; }
    QString exportName() const override { return QStringLiteral("requests"); }
    QSize exportSize() const override { return size(); }
    void drawForExport(QPainter& painter) override;
    QString csv() const override;

signals:
    void laneChosen(quint64 request);                    // the whole of it
    void partChosen(quint64 request, quint64 step);
    void stepsChosen(quint64 first, quint64 last);
    void cleared();
    void clockWanted(quint64 step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    double labelWidth() const;
    void arrange();                                      // after anything that moves lanes or the window
    void moved();
    void followRunning();
    void scrollTo(std::size_t row);
    void describe();
    void choose(std::size_t lane, std::optional<std::uint64_t> step);
    void moveChoice(int lanes, std::int64_t steps);
    std::optional<std::size_t> rowOf(std::uint64_t request) const;

    struct Ink { QColor full, light, line; };            // of a hue
    const Ink& inkOf(const Lane& lane) const;
    QBrush hatch(const QColor& ink, const QColor& paper, double ratio) const;
    void draw(QPainter& painter, bool exporting);
    void drawLane(QPainter& painter, const Lane& lane, const QRectF& row);
    void drawRun(QPainter& painter, const Lane& lane, const LaneRun& run, const QRectF& bar);
    void drawPart(QPainter& painter, const Lane& lane, LanePart part, const QRectF& box);
    void drawEnd(QPainter& painter, const Lane& lane, const QRectF& bar);
    void drawHit(QPainter& painter, const Lane& lane, const QRectF& bar);
    void drawNames(QPainter& painter, bool exporting);
    void paintNames(QPainter& painter) const;
    void drawTokens(QPainter& painter, const QRectF& box);
    void drawChosenSteps(QPainter& painter, const QRectF& plot) const;
    std::size_t firstRow() const;
    std::size_t rowsInView() const;

    const RequestLanes* m_lanes = nullptr;
    StepLog m_steps;
    StepWindow m_window;
    std::uint32_t m_budget = 0;
    std::optional<std::uint64_t> m_request;
    std::optional<Selection::Steps> m_chosen;
    std::vector<std::size_t> m_rows;                     // indices of lanes
    bool m_followRows = true, m_settingRows = false;
    QScrollBar* m_bar;
    QPushButton* m_goLive;
    // Names are drawn anew only when they change: text costs more than all bars.
    struct Name { std::uint64_t request = 0; std::uint32_t prompt = 0; std::size_t hue = 0; bool hollow = false, chosen = false; bool operator==(const Name&) const = default; };
    std::vector<Name> m_names;
    QPixmap m_namePicture;
    mutable std::vector<Ink> m_inks;
    mutable std::unordered_map<std::uint64_t, QBrush> m_hatches;
    std::optional<QPointF> m_press;
    std::optional<std::uint64_t> m_requestBefore;
    std::optional<Selection::Steps> m_stepsBefore;
    bool m_dragging = false, m_selecting = false;
    std::uint64_t m_anchor = 0;
};

}  // namespace gh::widgets
