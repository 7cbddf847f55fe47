// Cells of a table as colours: rows with names, columns with numbers, lightness says how much. A cell is chosen by click
// or moved with the keys; hover tells all; the wheel brings columns closer where there are many.
#pragma once

#include <functional>
#include <optional>
#include <QWidget>
#include <vector>

#include "widgets/plots/axis_range.h"
#include "widgets/plots/plot_export.h"

namespace gh::widgets {

class HeatMap : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit HeatMap(QWidget* parent = nullptr);

    struct Cell { int row = 0, column = 0; bool operator==(const Cell&) const = default; };
    struct Table {
        QString name, valueName;                     // accessible; of the numbers in a CSV
        QStringList rows;
        int columns = 0;
        QString columnName;                          // "layer"
        std::vector<double> values;                  // [row][column]; NaN: no such cell
        std::vector<bool> marked;                    // a dot in the cell; empty: none
        double low = 0, high = 1;                    // ends of the ramp
    };
    void setTable(Table table);
    const Table& table() const { return m_table; }
    void setChosen(std::optional<Cell> cell);
    std::optional<Cell> chosen() const { return m_chosen; }
    // Words for a cell: the hover (rich text; the accessible description is made of it).
    void setDescriber(std::function<QString(Cell)> describe) { m_describe = std::move(describe); }

    QRectF plotBox() const;
    QRectF cellBox(Cell cell) const;
    std::optional<Cell> cellAt(QPointF at) const;    // none: nothing there, or an empty cell
    int heightForRows() const;                       // that shows every row with its name

    QSize sizeHint() const override { return {420, heightForRows()}; }
    QSize minimumSizeHint() const override { return {200, std::min(heightForRows(), 90)}; }
    QString exportName() const override { return QStringLiteral("errors"); }
    QSize exportSize() const override { return size(); }
    void drawForExport(QPainter& painter) override { draw(painter); }
    QString csv() const override;

signals:
    void chosenByUser(int row, int column);

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void draw(QPainter& painter);
    double valueAt(Cell cell) const;
    bool isCell(Cell cell) const;
    double labelWidth() const;
    AxisRange whole() const;
    void describeChosen();
    Table m_table;
    AxisRange m_columns{0, 1};                       // that are on show, in columns
    std::optional<Cell> m_chosen, m_hovered;
    std::function<QString(Cell)> m_describe;
    QPointF m_pressed;
    AxisRange m_pressedAt;
    bool m_dragging = false;
};

// The scale of a ramp: low end, the colours, high end.
class RampLegend : public QWidget {
    Q_OBJECT
public:
    explicit RampLegend(QWidget* parent = nullptr);
    void setScale(const QString& name, const QString& low, const QString& high);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_name, m_low, m_high;
};

}  // namespace gh::widgets
