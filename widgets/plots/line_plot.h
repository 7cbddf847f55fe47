// Curves over an axis, linear or logarithmic: measured ones with points and spread, limits dashed. Several runs can be
// laid over each other: the first is drawn full, those behind it lighter. Hover names the nearest point.
#pragma once

#include <optional>
#include <QWidget>
#include <vector>

#include "widgets/models/lab_desk.h"
#include "widgets/plots/axis_range.h"
#include "widgets/plots/plot_export.h"

namespace gh::widgets {

class LinePlot : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit LinePlot(QWidget* parent = nullptr);

    struct Curve {
        LabSeries series;
        std::size_t hue = 0;                         // the same name has the same hue in every run
        std::size_t run = 0;                         // 0: the one in front
        QString runName;
    };
    void setPlot(const LabPlot& plot, std::vector<Curve> curves);
    QRectF plotBox() const;
    QPointF place(double x, double y) const;
    QString hoverText(QPointF at) const;             // empty: no point is near

    QSize sizeHint() const override { return {420, 220}; }
    QSize minimumSizeHint() const override { return {200, 120}; }
    QString exportName() const override { return m_plot.id.isEmpty() ? QStringLiteral("lab") : m_plot.id; }
    QSize exportSize() const override { return size(); }
    void drawForExport(QPainter& painter) override;
    QString csv() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Spot { std::size_t curve, point; };
    std::optional<Spot> nearest(QPointF at) const;
    QString describe(const Spot& spot) const;
    void settle();
    void draw(QPainter& painter);
    void drawCurve(QPainter& painter, const Curve& curve) const;
    QColor inkOf(const Curve& curve) const;
    LabPlot m_plot;
    std::vector<Curve> m_curves;
    AxisRange m_x, m_y;
    std::optional<Spot> m_spot;                      // under the pointer, or reached with the keys
};

// A value with its unit as people read it: bytes in KiB, seconds in ms, large counts with G and M.
QString labValue(double value, const QString& unit);

}  // namespace gh::widgets
