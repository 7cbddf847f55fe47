// Probability of each drawn token as bars and the entropy of each position as a mark, along the sequence. Follows the
// newest token until it is dragged away; paints only the positions on show.
#pragma once

#include <optional>
#include <QWidget>

#include "widgets/models/token_facts.h"
#include "widgets/plots/plot_export.h"

namespace gh::widgets {

class TokenStrip : public QWidget, public Exportable {
    Q_OBJECT
public:
    explicit TokenStrip(QWidget* parent = nullptr);

    void setSequence(const TokenSequence& sequence);
    void setChosen(std::optional<std::uint32_t> first, std::uint32_t last);
    void setClock(std::optional<std::uint64_t> step);
    void ensureVisible(std::uint32_t position);
    void setHovered(std::optional<std::uint32_t> position);

    // Positions on show: first, and one past the last.
    std::pair<std::uint32_t, std::uint32_t> shown() const;
    double entropyTop() const { return m_entropyTop; }       // bits at the upper edge
    QRectF barRect(std::uint32_t position) const;            // the whole height of a position's column
    std::optional<std::uint32_t> positionAt(QPointF at) const;

    QSize sizeHint() const override { return {480, 64}; }
    QSize minimumSizeHint() const override { return {160, 44}; }
    QString exportName() const override { return QStringLiteral("token-probabilities"); }
    QSize exportSize() const override { return size(); }
    void drawForExport(QPainter& painter) override { draw(painter, false); }
    QString csv() const override;

signals:
    void chosenByUser(quint32 position);
    void cleared();
    void hovered(int position);                              // -1: none

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override { update(); }
    bool event(QEvent* event) override;

private:
    void draw(QPainter& painter, bool interactive);
    void measure();
    std::uint32_t columns() const;
    void scrollTo(std::int64_t first);
    void scaleEntropy();

    TokenSequence m_sequence;
    QRectF m_plot;
    std::uint32_t m_first = 0;
    bool m_follow = true;
    double m_entropyTop = 4;
    std::optional<std::uint32_t> m_chosen;
    std::uint32_t m_chosenLast = 0;
    std::optional<std::uint32_t> m_hovered;
    std::optional<std::uint64_t> m_clock;
    std::optional<QPointF> m_pressed;
    std::uint32_t m_pressedFirst = 0;
    bool m_panned = false;
};

}  // namespace gh::widgets
