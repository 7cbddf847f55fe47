#include "widgets/plots/attention_tiles.h"

#include <algorithm>

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>

#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kTileMs = 140;      // slow enough to be followed, a walk of 1,024 tokens takes some 11 s
constexpr double kTextGap = 6, kSwatch = 9;

}  // namespace

AttentionTiles::AttentionTiles(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    setToolTip(tr("Click or arrow keys: the next tile; space: stop and go on"));
    m_timer.setInterval(kTileMs);
    connect(&m_timer, &QTimer::timeout, this, [this] { showTile(m_at + 1); });
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

bool AttentionTiles::wantsMotion() const {
    return !m_stopped && m_walk.size() > 1 && isVisible() && Theme::instance().motion("state") > 0 &&
           style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
}

// The order in which one thread walks: a tile of queries over all cuts of keys that it sees, then the next.
void AttentionTiles::setTiles(const LabTiles& tiles) {
    if (tiles == m_tiles) return;
    m_tiles = tiles;
    m_walk.clear();
    if (tiles.queries > 0 && tiles.keys > 0)
        for (int query = 0; query < tiles.context; query += tiles.queries)
            for (int key = 0; key < std::min(query + tiles.queries, tiles.context); key += tiles.keys) m_walk.push_back({query, key});
    m_at = 0;
    showTile(0);
    setMoving(!m_stopped);
}

void AttentionTiles::showTile(int tile) {
    m_at = m_walk.empty() ? 0 : (tile % tiles() + tiles()) % tiles();
    QStringList words;
    for (const Line& line : lines()) words << line.text;
    setAccessibleName(tr("Tiles of attention"));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    update();
}

void AttentionTiles::setMoving(bool on) {
    m_stopped = !on;
    if (wantsMotion()) m_timer.start();
    else m_timer.stop();
}

std::vector<AttentionTiles::Line> AttentionTiles::lines() const {
    if (m_walk.empty()) return {};
    const auto bytes = [](quint64 value) { return units::bytes(value).text(); };
    const auto count = [](int value) { return units::count(static_cast<std::uint64_t>(value)); };
    return {{tr("Tile %1 of %2 lives: %3 × %4 scores, %5").arg(count(m_at + 1), count(tiles()), count(m_tiles.queries), count(m_tiles.keys), bytes(m_tiles.tileBytes)), "accent"},
            {tr("The row of one query: %1 scores, %2").arg(count(m_tiles.context), bytes(m_tiles.rowBytes)), "ok"},
            {tr("%1 × %1 scores, %2: never written").arg(count(m_tiles.context), bytes(m_tiles.matrixBytes)), "control"}};
}

QRectF AttentionTiles::square() const {
    const double text = 3 * (QFontMetricsF(Theme::instance().font("caption")).height() + 2) * 2 + kTextGap;   // each may take two lines
    const double title = QFontMetricsF(Theme::instance().font("axis")).height() + 2;
    const double side = std::max(40.0, std::min(width() - 18.0, height() - text - title - 4));
    return {16, title, side, side};
}

void AttentionTiles::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = Theme::instance();
    if (m_walk.empty()) return;
    const QRectF box = square();
    const double scale = box.width() / m_tiles.context;
    const auto rect = [&](const Tile& tile) {
        const int right = std::min(tile.key + m_tiles.keys, m_tiles.context), bottom = std::min(tile.query + m_tiles.queries, m_tiles.context);
        return QRectF(box.left() + tile.key * scale, box.top() + tile.query * scale, (right - tile.key) * scale, (bottom - tile.query) * scale);
    };
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    painter.drawText(QRectF(box.left(), 0, box.width(), box.top()), Qt::AlignLeft | Qt::AlignVCenter, tr("keys →"));
    painter.save();
    painter.translate(12, box.top());
    painter.rotate(90);
    painter.drawText(QRectF(0, 0, box.height(), 12), Qt::AlignLeft | Qt::AlignVCenter, tr("queries →"));
    painter.restore();
    // Nothing of the square exists: it is only outlined and hatched, above the diagonal it is not even computed.
    QColor ghost = theme.color("control");
    ghost.setAlphaF(0.35f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QBrush(ghost, Qt::BDiagPattern));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawPolygon(QPolygonF({box.topLeft(), box.bottomLeft(), box.bottomRight()}));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    QPen outline(theme.color("control"), 1);
    outline.setDashPattern({3, 3});
    painter.setPen(outline);
    painter.drawRect(box);
    // Where tiles were: each was overwritten by the next.
    QColor gone = theme.color("accent");
    gone.setAlphaF(0.14f);
    for (int i = 0; i < m_at; ++i) painter.fillRect(rect(m_walk[static_cast<std::size_t>(i)]), gone);
    const Tile& live = m_walk[static_cast<std::size_t>(m_at)];
    QRectF row = rect({live.query, 0});
    row.setRight(box.right());
    painter.setPen(QPen(theme.color("ok"), 1));
    painter.drawLine(QPointF(box.left(), row.bottom()), QPointF(box.right(), row.bottom()));
    QRectF cell = rect(live);
    if (cell.height() < 3) cell.setHeight(3);
    painter.fillRect(cell, theme.color("accent"));
    // What the three are, with their bytes.
    painter.setFont(theme.font("caption"));
    double y = box.bottom() + kTextGap;
    for (const Line& line : lines()) {
        const QRectF room(kSwatch + 8, y, width() - kSwatch - 8, height() - y);
        QRectF used;
        painter.setPen(theme.color("text"));
        painter.drawText(room, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, line.text, &used);
        painter.fillRect(QRectF(0, y + 4, kSwatch, kSwatch), theme.color(line.role));
        y = used.bottom() + 2;
    }
}

void AttentionTiles::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    setMoving(false);
    showTile(m_at + 1);
}

void AttentionTiles::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Right: setMoving(false); return showTile(m_at + 1);
        case Qt::Key_Left: setMoving(false); return showTile(m_at - 1);
        case Qt::Key_Space: return setMoving(!m_timer.isActive());
        default: QWidget::keyPressEvent(event);
    }
}

void AttentionTiles::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (wantsMotion()) m_timer.start();
}

void AttentionTiles::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_timer.stop();
}

}  // namespace gh::widgets
