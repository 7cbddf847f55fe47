// How attention walks over the scores: the n × n square that is never written, the one row of a cached step, and the
// tile that lives at the moment, which moves on by itself, by a click or with the arrow keys. Stands still where motion
// is not wanted (Theme::motion is 0, or the desktop animates nothing).
#pragma once

#include <QTimer>
#include <QWidget>
#include <vector>

#include "widgets/models/lab_desk.h"

namespace gh::widgets {

class AttentionTiles : public QWidget {
    Q_OBJECT
public:
    explicit AttentionTiles(QWidget* parent = nullptr);
    void setTiles(const LabTiles& tiles);
    int tile() const { return m_at; }                // the live one, in the order of the walk
    int tiles() const { return static_cast<int>(m_walk.size()); }
    void showTile(int tile);
    bool moves() const { return m_timer.isActive(); }
    void setMoving(bool on);
    QSize sizeHint() const override { return {250, 300}; }
    QSize minimumSizeHint() const override { return {140, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Tile { int query, key; };                 // of its first row and column
    struct Line { QString text; const char* role; };
    std::vector<Line> lines() const;
    QRectF square() const;
    bool wantsMotion() const;
    LabTiles m_tiles;
    std::vector<Tile> m_walk;
    int m_at = 0;
    bool m_stopped = false;                          // by the user
    QTimer m_timer;
};

}  // namespace gh::widgets
