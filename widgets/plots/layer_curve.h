// How far the residual stream of a variant is from the reference's after each layer: a bar a layer on a logarithmic axis,
// the threshold beyond which a layer departs, and the first that does.
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/plots/plot_export.h"

namespace gh::widgets {

class LayerCurve : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit LayerCurve(QWidget* parent = nullptr);
    struct Series {
        QString name;
        std::vector<float> errors;                   // relative, by layer
        int departsAt = -1;
    };
    void setSeries(std::vector<Series> series, double threshold);
    const std::vector<Series>& series() const { return m_series; }
    QRectF plotBox() const;
    QString hoverText(QPointF at) const;

    QSize sizeHint() const override { return {240, 120}; }
    QSize minimumSizeHint() const override { return {150, 90}; }
    QString exportName() const override { return QStringLiteral("layer-errors"); }
    QSize exportSize() const override { return size(); }
    void drawForExport(QPainter& painter) override { draw(painter); }
    QString csv() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void draw(QPainter& painter) const;
    std::size_t layers() const;
    double lowest() const;
    double highest() const;
    std::vector<Series> m_series;
    double m_threshold = 0;
    int m_said = -1;
};

}  // namespace gh::widgets
