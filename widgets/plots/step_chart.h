// Steps as bars, newest at the right. Wheel zooms, drag pans, double click fits, a click picks a step, Shift and drag a
// run of steps. Follows the newest step until the user scrolls back; while the clock is scrubbed it stands still, with
// what came later faded.
#pragma once

#include <optional>
#include <QWidget>
#include <vector>

#include "widgets/models/step_facts.h"
#include "widgets/plots/plot_export.h"
#include "widgets/plots/step_window.h"
#include "widgets/selection.h"

class QPushButton;

namespace gh::widgets {

class StepChart : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit StepChart(QWidget* parent = nullptr);

    void setSteps(StepLog steps);
    void setMeasure(StepMeasure measure);
    void setMachine(const std::optional<telemetry::MachineFacts>& machine);   // its limits: a line over rates
    StepMeasure measure() const { return m_measure; }
    void setModelChanges(const std::vector<ModelChange>& changes);            // a line where another model came
    void setChosen(std::optional<Selection::Steps> steps);
    void setClock(std::optional<std::uint64_t> step);   // nothing: the clock is live
    bool isLive() const { return m_window.isLive(); }
    void goLive();
    void fit();
    void zoom(double factor, double atX);
    void pan(double pixels);
    void showSteps(std::uint64_t first, std::uint64_t last);
    bool cutsLongSteps() const { return m_cut; }
    void setCutsLongSteps(bool on);

    std::optional<std::uint64_t> stepAt(double x) const { return m_window.stepAt(x); }
    QRectF plotBox() const { return plotBox(size()); }
    double xOf(std::uint64_t step) const { return m_window.xOf(step); }   // left edge of its bar

    QSize sizeHint() const override { return {480, 180}; }
    QSize minimumSizeHint() const override { return {220, 88}; }
    QString exportName() const override { return QStringLiteral("steps"); }
    QSize exportSize() const override { return size(); }
    void drawForExport(QPainter& painter) override;
    QString csv() const override;

signals:
    void chosen(std::uint64_t first, std::uint64_t last);
    void cleared();
    void clockWanted(std::uint64_t step);

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
    struct Scale { double top = 1, step = 1; bool cut = false; std::optional<double> limit; };   // limit: within the scale
    QRectF plotBox(QSize size) const;
    std::uint64_t firstStep() const, endStep() const;
    void moved();                                 // the window shows another stretch
    Scale scaleOf(std::size_t from, std::size_t to) const;
    void draw(QPainter& painter);
    void drawAxes(QPainter& painter, const QRectF& plot, const Scale& scale) const;
    // The words over cut bars lie beside the clock's pill; their boxes come back, where no other words may stand.
    std::vector<QRectF> drawBars(QPainter& painter, const QRectF& plot, const Scale& scale, std::size_t from, std::size_t to) const;
    void drawLimit(QPainter& painter, const QRectF& plot, const Scale& scale) const;
    void drawModels(QPainter& painter, const QRectF& plot) const;
    void drawChosen(QPainter& painter, const QRectF& plot) const;
    void describe();
    void placeButtons();
    QString unit() const;
    QString limitText(double limit) const;

    StepLog m_steps;
    StepMeasure m_measure = StepMeasure::Time;
    std::optional<telemetry::MachineFacts> m_machine;
    std::vector<ModelChange> m_models;
    std::optional<Selection::Steps> m_chosen;
    std::optional<std::uint64_t> m_clock;
    StepWindow m_window;
    bool m_cut = true;
    std::uint64_t m_shownEnd = 0;
    // A press that has not become a drag yet is a click.
    std::optional<QPointF> m_press;
    std::optional<Selection::Steps> m_beforeClick;
    bool m_dragging = false, m_selecting = false;
    std::uint64_t m_anchor = 0;
    QPushButton *m_goLive, *m_goChosen;           // the second: what is selected lies outside the window
};

}  // namespace gh::widgets
