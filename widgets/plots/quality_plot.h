// Size against quality: a point for each variant with its standard error, a line through those that nothing beats, the
// reference as a line or a hollow point. The wheel zooms, a drag moves, a double click shows all; hover names.
#pragma once

#include <optional>
#include <QWidget>
#include <vector>

#include "widgets/plots/axis_range.h"
#include "widgets/plots/plot_export.h"

namespace gh::widgets {

class QualityPlot : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit QualityPlot(QWidget* parent = nullptr);

    struct Point {
        QString name;
        QString details;                             // further lines of the hover, plain
        double x = 0, y = 0, error = 0;
        bool reference = false;                      // what the others are measured against: y may be 0
    };
    struct Axes {
        QString x, y;                                // names with units
        bool xBytes = false;
    };
    void setPoints(const Axes& axes, std::vector<Point> points);
    const std::vector<Point>& points() const { return m_points; }
    std::vector<std::size_t> frontier() const;       // indices, by x: no other is both smaller and better
    QRectF plotBox() const;
    QPointF place(const Point& point) const;
    QString hoverText(QPointF at) const;

    QSize sizeHint() const override { return {360, 240}; }
    QSize minimumSizeHint() const override { return {220, 150}; }
    QString exportName() const override { return QStringLiteral("size-quality"); }
    QSize exportSize() const override { return size(); }
    void drawForExport(QPainter& painter) override { draw(painter); }
    QString csv() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void settle();
    void draw(QPainter& painter) const;
    void drawNames(QPainter& painter) const;
    bool lower(const Point& point) const;            // too small for the axis: a model that is like its reference
    QString describe(std::size_t point) const;
    std::optional<std::size_t> nearest(QPointF at) const;
    Axes m_axes;
    std::vector<Point> m_points;
    AxisRange m_wholeX, m_wholeY, m_x, m_y;
    std::optional<std::size_t> m_spot;
    QPointF m_pressed;
    AxisRange m_pressedX, m_pressedY;
};

}  // namespace gh::widgets
