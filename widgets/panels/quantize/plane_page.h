// Every evaluated variant of the open model as a point: size against divergence or perplexity.
#pragma once

#include <QPointer>
#include <QWidget>

#include "widgets/models/quantize_desk.h"

class QLabel;

namespace gh::widgets {

class QualityPlot;
class Segmented;

class PlanePage : public QWidget {
    Q_OBJECT
public:
    explicit PlanePage(QWidget* parent = nullptr);
    void setDesk(QuantizeDesk* desk);
    QualityPlot* plot() const { return m_plot; }
    Segmented* quality() const { return m_quality; }

private:
    void refresh();
    QPointer<QuantizeDesk> m_desk;
    Segmented *m_quality, *m_size, *m_column;
    QualityPlot* m_plot;
    QLabel *m_caption, *m_nothing;
};

}  // namespace gh::widgets
