// Where one step's time went, from top to bottom: embedding, each layer's attention and FFN, head, sampling, rest.
#pragma once

#include <utility>
#include <vector>

#include <QWidget>

#include "engine/telemetry/snapshot.h"
#include "widgets/plots/plot_export.h"

namespace gh::widgets {

class WaterfallView : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit WaterfallView(QWidget* parent = nullptr);
    void setRecord(const telemetry::StepRecord& record);
    QSize sizeHint() const override { return {220, 130}; }
    QSize minimumSizeHint() const override { return {140, 70}; }
    QString exportName() const override { return QStringLiteral("step-layers"); }
    QSize exportSize() const override { return size(); }
    void drawForExport(QPainter& painter) override { draw(painter); }
    QString csv() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Part { const char* role; double start, length; };
    struct Row { QString name, label, hover; std::vector<Part> parts; };
    void draw(QPainter& painter) const;
    QRectF plotBox() const;
    double rowHeight() const;
    std::vector<Row> m_rows;
    telemetry::StepRecord m_record;
    std::vector<std::pair<const char*, double>> m_sums;
    double m_total = 0;
};

}  // namespace gh::widgets
