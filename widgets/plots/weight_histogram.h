// The weights of one matrix by value, counts on a logarithmic axis, with the levels of a scheme drawn in. The wheel brings
// values closer, a drag moves them.
#pragma once

#include <QWidget>

#include "widgets/models/quantize_facts.h"
#include "widgets/plots/axis_range.h"
#include "widgets/plots/plot_export.h"

namespace gh::widgets {

class WeightHistogram : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit WeightHistogram(QWidget* parent = nullptr);
    void setDetail(TensorDetailPtr detail);          // null: nothing is drawn
    QRectF plotBox() const;
    QString hoverText(QPointF at) const;             // empty: no bin is there

    QSize sizeHint() const override { return {360, 150}; }
    QSize minimumSizeHint() const override { return {180, 110}; }
    QString exportName() const override { return QStringLiteral("weights"); }
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
    void draw(QPainter& painter) const;
    int binAt(double value) const;
    double binStart(int bin) const;
    TensorDetailPtr m_detail;
    AxisRange m_whole, m_x;
    quint32 m_most = 1;
    QPointF m_pressed;
    AxisRange m_pressedAt;
    int m_said = -1;                                 // bin of the tip on show
};

}  // namespace gh::widgets
