// The variants of a comparison, a line each: what they take, how fast they are, how far from the reference. Where there is
// no room for a column its figure is in the hover.
#pragma once

#include <QWidget>
#include <vector>

#include "widgets/panels/compare/divergence_text.h"

namespace gh::widgets {

class VariantTable : public QWidget {
    Q_OBJECT
public:
    explicit VariantTable(QWidget* parent = nullptr);
    void setFacts(ComparisonPtr facts);
    int columns() const;                             // that have room
    QString hoverText(int variant) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Column { QString name; double width; };
    std::vector<Column> allColumns() const;
    QString cell(std::size_t variant, int column) const;
    double nameWidth() const;
    int rowHeight() const;
    ComparisonPtr m_facts;
    telemetry::ComparisonState m_said = telemetry::ComparisonState::Loading;   // that the accessible words are of
};

}  // namespace gh::widgets
