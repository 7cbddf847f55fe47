// How long steps took: counts over milliseconds.
#pragma once

#include <QWidget>

#include "widgets/models/step_facts.h"
#include "widgets/plots/plot_export.h"

namespace gh::widgets {

class HistogramView : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit HistogramView(QWidget* parent = nullptr);
    void setValues(const std::vector<double>& milliseconds);
    QSize sizeHint() const override { return {168, 110}; }
    QSize minimumSizeHint() const override { return {120, 60}; }
    QString exportName() const override { return QStringLiteral("step-times"); }
    QSize exportSize() const override { return size(); }
    void drawForExport(QPainter& painter) override { draw(painter); }
    QString csv() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    void draw(QPainter& painter) const;
    QRectF plotBox() const;
    QRectF binBox(std::size_t bin) const;
    Histogram m_bins;
};

}  // namespace gh::widgets
