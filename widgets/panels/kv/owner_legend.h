// Who holds how many blocks and tokens of a pool. A click (or Enter) selects all tokens of an owner.
#pragma once

#include <QWidget>

#include "widgets/models/cache_facts.h"
#include "widgets/models/owner_hues.h"

namespace gh::widgets {

class OwnerLegend : public QWidget {
    Q_OBJECT
public:
    explicit OwnerLegend(QWidget* parent = nullptr);
    void setFacts(const PoolFacts& facts, const OwnerHues& hues);
    void setChosen(std::uint64_t sequence);      // 0: none
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void ownerChosen(std::uint64_t sequence);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Row {
        OwnerFacts facts;
        std::size_t hue = 0;
        bool rest = false;                       // "3 more": not one owner
        bool cached = false;
        bool operator==(const Row&) const = default;
    };
    int rowAt(int y) const;
    QRectF rowBox(int row) const;                // row -1 is the head, rows() the sum
    void drawFigures(QPainter& painter, const QRectF& box, const QString& blocks, const QString& tokens) const;
    void describe();

    std::vector<Row> m_rows;
    std::size_t m_blocks = 0;
    std::uint64_t m_tokens = 0, m_chosen = 0;
    int m_hover = -1, m_key = -1;
};

}  // namespace gh::widgets
