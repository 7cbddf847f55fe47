// The texts of all variants, a row each, token under token: what stands under each other is at the same position.
// Background says how far the variant's probabilities are from the reference's there. Only what is on show is painted.
#pragma once

#include <optional>
#include <QAbstractScrollArea>
#include <QFontMetricsF>
#include <vector>

#include "engine/telemetry/comparison_facts.h"

namespace gh::widgets {

using ComparisonPtr = std::shared_ptr<const telemetry::ComparisonFacts>;

// Where a divergence in nats stands on the ramp: 0 below kLeastNats, 1 from kMostNats on, by its logarithm between.
constexpr double kLeastNats = 0.001, kMostNats = 3;
double divergenceShare(double nats);

// "A" … "D": what a variant is called wherever there is no room for its name.
QString variantLetter(std::size_t variant);

class DivergenceText : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit DivergenceText(QWidget* parent = nullptr);

    struct Spot { int variant = 0; int index = 0; bool operator==(const Spot&) const = default; };   // index: of positions
    void setFacts(ComparisonPtr facts);
    void setChosen(std::optional<Spot> spot);
    std::optional<Spot> chosen() const { return m_chosen; }

    std::size_t lines() const { return m_lines.size(); }
    std::optional<Spot> spotAt(QPoint viewportPosition) const;
    QRectF cellRect(Spot spot) const;                // in the viewport; empty: no such cell
    QString hoverText(Spot spot) const;              // rich
    void ensureVisible(int index);
    std::size_t painted() const { return m_painted; }   // cells of the last painting

    QSize sizeHint() const override { return {480, 180}; }
    QSize minimumSizeHint() const override { return {180, 90}; }

signals:
    void chosenByUser(int variant, int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void measure();
    void layOut(bool all);
    int variants() const;
    QString textOf(int index, int variant) const;
    double cellWidth(int index) const;               // that its texts need
    double widthOf(int index) const;                 // that it has
    int lineOf(int index) const;
    int lineEnd(int line) const;
    bool differs(int index, int variant) const;
    bool splits(int index) const;
    void paintLine(QPainter& painter, int line, double y);
    ComparisonPtr m_facts;
    QFontMetricsF m_body;
    std::vector<int> m_lines;                        // first index of each
    std::vector<float> m_widths;                     // that texts need, by index
    int m_laidOut = 0, m_row = 0, m_line = 0, m_gutter = 0;
    std::optional<Spot> m_chosen;
    std::size_t m_painted = 0;
};

// The scale of the colours, in nats.
class DivergenceLegend : public QWidget {
    Q_OBJECT
public:
    explicit DivergenceLegend(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
};

}  // namespace gh::widgets
