// What a scheme does to each matrix: choice of scheme and measure, the map by part and layer, or the same as a table.
#pragma once

#include <QPointer>
#include <QWidget>

#include "widgets/models/quantize_desk.h"

class QCheckBox;
class QComboBox;
class QProgressBar;
class QSortFilterProxyModel;
class QTreeView;

namespace gh::widgets {

class ElidedText;
class HeatMap;
class RampLegend;
class Segmented;
class TensorTable;

class ErrorView : public QWidget {
    Q_OBJECT
public:
    explicit ErrorView(QWidget* parent = nullptr);
    void setDesk(QuantizeDesk* desk);
    HeatMap* map() const { return m_map; }
    QTreeView* table() const { return m_tree; }
    QComboBox* schemeBox() const { return m_scheme; }
    QComboBox* measureBox() const { return m_measure; }

private:
    void refreshSchemes();
    void refreshMap();
    void refreshLook();
    void choose(const QString& tensor);
    void showChosen();
    QPointer<QuantizeDesk> m_desk;
    QComboBox *m_scheme, *m_measure;
    QCheckBox* m_leastSquares;
    Segmented* m_form;
    RampLegend* m_ramp;
    ElidedText* m_summary;
    QProgressBar* m_progress;
    HeatMap* m_map;
    TensorTable* m_table;
    QSortFilterProxyModel* m_sorted;
    QTreeView* m_tree;
    std::vector<int> m_tensorAt;                     // index in the map's list, by cell; -1: none
    bool m_filling = false;
};

}  // namespace gh::widgets
