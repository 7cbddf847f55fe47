// One matrix closely: its errors, the histogram of its weights with the scheme's levels, the worst rows, and a scheme for
// it, its part or its layer.
#pragma once

#include <QPointer>
#include <QWidget>

#include "widgets/models/quantize_desk.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace gh::widgets {

class ElidedText;
class MetricLabel;
class WeightHistogram;

class TensorPage : public QWidget {
    Q_OBJECT
public:
    explicit TensorPage(QWidget* parent = nullptr);
    void setDesk(QuantizeDesk* desk);
    WeightHistogram* histogram() const { return m_histogram; }
    QComboBox* schemeBox() const { return m_scheme; }
    QPushButton* button(int which) const { return m_for[which]; }   // 0 matrix, 1 part, 2 layer
    QTreeWidget* rows() const { return m_rows; }

private:
    void refresh();
    void refreshSchemes();
    const TensorFacts* tensor() const;
    QPointer<QuantizeDesk> m_desk;
    ElidedText *m_name, *m_shape;
    QWidget *m_content, *m_assign;
    QLabel* m_nothing;
    MetricLabel *m_error, *m_mean, *m_spread, *m_beyond, *m_levels, *m_bits;
    WeightHistogram* m_histogram;
    QLabel* m_legend;
    QTreeWidget* m_rows;
    QComboBox* m_scheme;
    QPushButton* m_for[3];
};

}  // namespace gh::widgets
