// One position of a comparison closely: the candidates of every variant side by side, rank and divergence both ways, and
// the layer from which each departs.
#pragma once

#include <QWidget>

#include "widgets/panels/compare/divergence_text.h"

class QLabel;

namespace gh::widgets {

class ElidedText;
class LayerCurve;

// A column of candidates for each variant: word, bar, probability.
class CandidateColumns : public QWidget {
    Q_OBJECT
public:
    explicit CandidateColumns(QWidget* parent = nullptr);
    void setPosition(ComparisonPtr facts, int index);   // -1: none
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override { QWidget::resizeEvent(event); updateGeometry(); }
    bool event(QEvent* event) override;

private:
    int perLine() const;                             // variants beside each other
    int blockHeight() const;
    QRectF blockBox(std::size_t variant) const;
    ComparisonPtr m_facts;
    int m_index = -1;
};

class TokenSide : public QWidget {
    Q_OBJECT
public:
    explicit TokenSide(QWidget* parent = nullptr);
    void setFacts(ComparisonPtr facts, std::optional<DivergenceText::Spot> spot);
    LayerCurve* curve() const { return m_curve; }
    QString title() const;

private:
    ElidedText *m_title, *m_note;
    CandidateColumns* m_candidates;
    QLabel* m_departs;
    LayerCurve* m_curve;
    std::uint64_t m_of = 0;
    int m_index = -2;
};

}  // namespace gh::widgets
