#include "widgets/plots/block_map.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

// Rows hold a multiple of this many blocks, so that the labels beside them are round.
constexpr int kColumnStep = 8;
// More cells than this repaint as one rectangle: a region of many pieces costs more than it saves.
constexpr int kSeparateRepaints = 48;

}  // namespace

BlockMapView::BlockMapView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Block map"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_sprites.reset(m_geometry.cell, m_geometry.pitch, m_ratio);
        m_canvasStale = true;
        viewport()->update();
    });
}

// ---- what is shown ------------------------------------------------------------------------------------

void BlockMapView::setCells(std::shared_ptr<const telemetry::BlockMap> map, std::size_t pool, std::uint64_t now,
                            const OwnerHues& hues) {
    const std::size_t before = m_looks.size();
    m_map = std::move(map);
    m_pool = pool;
    m_context.now = now;
    m_context.hues = &hues;
    if (!m_map || m_pool >= m_map->pools.size()) {
        m_map.reset();
        m_looks.clear();
    }
    if (m_map) {
        const telemetry::BlockPool& p = m_map->pools[m_pool];
        m_context.blockTokens = p.blockTokens;
        m_context.mostReferences = 1;
        for (const telemetry::BlockCell& cell : p.cells)
            m_context.mostReferences = std::max<int>(m_context.mostReferences, cell.references);
        m_looks.resize(p.cells.size());
    }
    if (m_looks.size() != before) {
        if (m_current && *m_current >= blocks()) m_current.reset();
        m_holders.clear();
        layOut();
        updateGeometry();
    }
    refreshLooks();
}

void BlockMapView::setColouring(BlockColouring colouring) {
    if (colouring == m_context.colouring) return;
    m_context.colouring = colouring;
    refreshLooks();
}

void BlockMapView::refreshLooks() {
    if (!m_map) {
        m_canvasStale = true;
        viewport()->update();
        return;
    }
    const auto& cells = m_map->pools[m_pool].cells;
    std::vector<int> changed;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const BlockLook look = lookOf(cells[i], m_context);
        if (look == m_looks[i]) continue;
        m_looks[i] = look;
        changed.push_back(static_cast<int>(i));
    }
    if (changed.empty()) return;
    if (!m_canvasStale)
        for (const int block : changed) copySprite(block);
    if (changed.size() > kSeparateRepaints) {
        viewport()->update();
        return;
    }
    for (const int block : changed) viewport()->update(dirtyRect(block));
}

void BlockMapView::setChosen(std::optional<int> block, std::vector<int> holders) {
    if (block && (*block < 0 || *block >= blocks())) block.reset();
    if (block == m_current && holders == m_holders) return;
    const auto repaint = [this] {
        if (m_holders.size() > kSeparateRepaints) viewport()->update();
        else for (const int b : m_holders) viewport()->update(dirtyRect(b));
        if (m_current) viewport()->update(dirtyRect(*m_current));
    };
    const bool moved = block != m_current;
    repaint();
    m_current = block;
    m_holders = std::move(holders);
    repaint();
    if (!moved) return;
    if (m_current) ensureVisible(*m_current);
    const QString name = tr("Block map");
    setAccessibleName(m_current && m_spoken ? m_spoken(*m_current) : name);
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void BlockMapView::setDescribers(Describe hover, Describe spoken) {
    m_hover = std::move(hover);
    m_spoken = std::move(spoken);
}

// ---- geometry -----------------------------------------------------------------------------------------

int BlockMapView::labelWidth() const {
    const QFont font = Theme::instance().font("axis");
    const QString longest(units::count(static_cast<std::uint64_t>(std::max(1, blocks() - 1))).size(), '0');
    return static_cast<int>(std::ceil(tabularWidth(font, longest))) + Theme::instance().space(2);
}

BlockMapView::Geometry BlockMapView::geometryFor(int width, bool small) const {
    const Theme& theme = Theme::instance();
    Geometry g;
    g.cell = static_cast<int>(std::lround(theme.block(small ? "cellSmall" : "cell") * m_ratio));
    g.pitch = g.cell + std::max(1, static_cast<int>(std::lround(theme.block("gap") * m_ratio)));
    g.label = static_cast<int>(std::ceil(labelWidth() * m_ratio));
    const int room = static_cast<int>(width * m_ratio) - g.label - 1;
    g.columns = std::max(kColumnStep, room / g.pitch / kColumnStep * kColumnStep);
    if (blocks() > 0) g.columns = std::min(g.columns, std::max(kColumnStep, blocks()));
    g.rows = (blocks() + g.columns - 1) / g.columns;
    return g;
}

int BlockMapView::heightFor(int width, int available) const {
    for (const bool small : {false, true}) {
        const Geometry g = geometryFor(width, small);
        const int height = static_cast<int>(std::ceil((g.rows * g.pitch + 2) / m_ratio)) + 2;
        if (height <= available || small) return height;
    }
    return available;
}

void BlockMapView::layOut() {
    m_ratio = devicePixelRatioF();
    const int width = viewport()->width(), height = viewport()->height();
    const auto needed = [&](const Geometry& g) { return static_cast<int>(std::ceil((g.rows * g.pitch + 2) / m_ratio)) + 2; };
    Geometry g = geometryFor(width, false);
    m_small = needed(g) > height;
    if (m_small) g = geometryFor(width, true);
    const bool resized = g.cell != m_geometry.cell || g.pitch != m_geometry.pitch;
    m_geometry = g;
    m_columns = g.columns;
    if (resized) m_sprites.reset(g.cell, g.pitch, m_ratio);
    verticalScrollBar()->setPageStep(height);
    verticalScrollBar()->setSingleStep(std::max(1, static_cast<int>(g.pitch / m_ratio)));
    verticalScrollBar()->setRange(0, std::max(0, needed(g) - height));
    m_canvasStale = true;
    viewport()->update();
}

QRect BlockMapView::cellPixels(int block) const {
    const int row = block / m_geometry.columns, column = block % m_geometry.columns;
    const int top = static_cast<int>(std::lround(verticalScrollBar()->value() * m_ratio));
    const int ring = static_cast<int>(std::lround(2 * m_ratio));   // room for the ring of the first row
    return {m_geometry.label + column * m_geometry.pitch, ring + row * m_geometry.pitch - top, m_geometry.cell,
            m_geometry.cell};
}

QRectF BlockMapView::cellRect(int block) const {
    const QRect pixels = cellPixels(block);
    return {pixels.x() / m_ratio, pixels.y() / m_ratio, pixels.width() / m_ratio, pixels.height() / m_ratio};
}

QRect BlockMapView::dirtyRect(int block) const { return cellRect(block).adjusted(-3, -3, 3, 3).toAlignedRect(); }

std::optional<int> BlockMapView::blockAt(QPoint position) const {
    if (blocks() == 0) return std::nullopt;
    const QRect first = cellPixels(0);
    const double x = position.x() * m_ratio - first.x(), y = position.y() * m_ratio - first.y();
    if (x < 0 || y < 0) return std::nullopt;
    // The gap belongs to the cell before it: no click between two cells is lost.
    const int column = static_cast<int>(x) / m_geometry.pitch, row = static_cast<int>(y) / m_geometry.pitch;
    const int block = row * m_geometry.columns + column;
    if (column >= m_geometry.columns || block >= blocks()) return std::nullopt;
    return block;
}

void BlockMapView::ensureVisible(int block) {
    const QRectF cell = cellRect(block);
    const int margin = Theme::instance().space(1);
    QScrollBar* bar = verticalScrollBar();
    if (cell.top() < margin) bar->setValue(bar->value() + static_cast<int>(cell.top()) - margin);
    else if (cell.bottom() > viewport()->height() - margin)
        bar->setValue(bar->value() + static_cast<int>(std::ceil(cell.bottom())) - viewport()->height() + margin);
}

QSize BlockMapView::sizeHint() const {
    const Geometry g = geometryFor(std::max(320, width()), m_small);
    return {static_cast<int>((g.label + g.columns * g.pitch) / m_ratio), static_cast<int>(g.rows * g.pitch / m_ratio)};
}

QSize BlockMapView::minimumSizeHint() const {
    const Geometry g = geometryFor(0, true);
    return {static_cast<int>((g.label + kColumnStep * g.pitch) / m_ratio), static_cast<int>(3 * g.pitch / m_ratio)};
}

// ---- drawing ------------------------------------------------------------------------------------------

void BlockMapView::copySprite(int block) {
    const QRect target = cellPixels(block);
    const int top = std::max(0, target.top()), bottom = std::min(m_canvas.height() - 1, target.bottom());
    const int right = std::min(m_canvas.width() - 1, target.right());
    if (top > bottom || right < target.left()) return;
    const QImage& sprite = m_sprites.of(m_looks[static_cast<std::size_t>(block)]);
    const auto bytes = static_cast<std::size_t>(right - target.left() + 1) * 4;
    for (int y = top; y <= bottom; ++y)
        std::memcpy(m_canvas.scanLine(y) + static_cast<std::ptrdiff_t>(target.left()) * 4,
                    sprite.constScanLine(y - target.top()), bytes);
}

void BlockMapView::rebuildCanvas() {
    const QSize size(static_cast<int>(std::ceil(viewport()->width() * m_ratio)),
                     static_cast<int>(std::ceil(viewport()->height() * m_ratio)));
    if (m_canvas.size() != size) m_canvas = QImage(size, QImage::Format_RGB32);
    m_canvas.setDevicePixelRatio(m_ratio);
    m_canvasStale = false;
    if (m_canvas.isNull()) return;
    const Geometry& g = m_geometry;
    const QRgb surface = Theme::instance().color("surface").rgb();
    const int width = m_canvas.width();
    auto* bits = reinterpret_cast<QRgb*>(m_canvas.bits());
    const std::ptrdiff_t stride = m_canvas.bytesPerLine() / 4;
    const int top = blocks() == 0 ? size.height() : cellPixels(0).y();
    // Line by line, each dot written once: what lies between the cells is as much as the cells themselves.
    std::vector<const QImage*> sprites;
    for (int y = 0; y < size.height(); ++y) {
        QRgb* line = bits + y * stride;
        const int inMap = y - top, row = inMap < 0 ? -1 : inMap / g.pitch, inCell = inMap < 0 ? 0 : inMap % g.pitch;
        if (row < 0 || row >= g.rows || inCell >= g.cell) {
            std::fill_n(line, width, surface);
            continue;
        }
        if (sprites.empty() || inCell == 0) {
            sprites.clear();
            for (int block = row * g.columns; block < std::min(blocks(), (row + 1) * g.columns); ++block)
                sprites.push_back(&m_sprites.of(m_looks[static_cast<std::size_t>(block)]));
        }
        std::fill_n(line, std::min(g.label, width), surface);
        int x = g.label;
        for (const QImage* sprite : sprites) {
            if (x + g.pitch > width) break;
            const auto* from = reinterpret_cast<const QRgb*>(sprite->constBits()) +
                               static_cast<std::ptrdiff_t>(inCell) * (sprite->bytesPerLine() / 4);
            std::memcpy(line + x, from, static_cast<std::size_t>(g.pitch) * 4);
            x += g.pitch;
        }
        if (x < width) std::fill_n(line + x, width - x, surface);
    }
    if (blocks() == 0) return;
    const int first = std::max(0, -top / g.pitch), last = std::min(g.rows - 1, (size.height() - top) / g.pitch);
    QPainter painter(&m_canvas);
    drawLabels(painter, g, first, last, top / m_ratio);
}

void BlockMapView::drawLabels(QPainter& painter, const Geometry& g, int firstRow, int lastRow, double dy) const {
    const Theme& theme = Theme::instance();
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    // A label every so many rows that two of them keep apart.
    const double pitch = g.pitch / m_ratio;
    const int every = std::max(2, static_cast<int>(std::ceil(24 / pitch)));
    for (int row = firstRow - firstRow % every; row <= lastRow; row += every) {
        const QRectF box(0, dy + row * pitch, (g.label - 1) / m_ratio - theme.space(2), g.cell / m_ratio);
        drawTabular(painter, box, Qt::AlignRight | Qt::AlignVCenter,
                    units::count(static_cast<std::uint64_t>(row * g.columns)));
    }
}

void BlockMapView::drawRing(QPainter& painter, int block) {
    const Theme& theme = Theme::instance();
    const QRectF cell = cellRect(block);
    const double ring = theme.line("selection"), radius = theme.radius("cell");
    const double gap = m_small ? 1 : 2;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color("accent"), ring));
    painter.setBrush(theme.color("surface"));
    painter.drawRoundedRect(cell.adjusted(-ring / 2, -ring / 2, ring / 2, ring / 2), radius + ring, radius + ring);
    BlockSprites::draw(painter, cell.adjusted(gap, gap, -gap, -gap), m_looks[static_cast<std::size_t>(block)]);
}

void BlockMapView::drawRings(QPainter& painter, const QRect& exposed) {
    for (const int block : m_holders)
        if (block >= 0 && block < blocks() && dirtyRect(block).intersects(exposed)) drawRing(painter, block);
    if (m_current && dirtyRect(*m_current).intersects(exposed)) drawRing(painter, *m_current);
}

void BlockMapView::paintEvent(QPaintEvent* event) {
    if (devicePixelRatioF() != m_ratio) layOut();
    if (m_canvasStale) rebuildCanvas();
    QPainter painter(viewport());
    const QRect exposed = event->rect();
    const QRectF source(exposed.x() * m_ratio, exposed.y() * m_ratio, exposed.width() * m_ratio,
                        exposed.height() * m_ratio);
    painter.drawImage(QRectF(exposed), m_canvas, source);
    drawRings(painter, exposed);
    if (hasFocus() && property("keyboardFocus").toBool() && !m_current) {
        painter.setPen(QPen(Theme::instance().color("focus"), Theme::instance().line("focus")));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

QSize BlockMapView::exportSize() const {
    const int pad = 2 * Theme::instance().space(4);
    return {static_cast<int>((m_geometry.label + m_geometry.columns * m_geometry.pitch) / m_ratio) + pad,
            static_cast<int>(m_geometry.rows * m_geometry.pitch / m_ratio) + pad};
}

void BlockMapView::drawForExport(QPainter& painter) {
    const Theme& theme = Theme::instance();
    painter.fillRect(QRect(QPoint(0, 0), exportSize()), theme.color("surface"));
    painter.translate(theme.space(4), theme.space(4));
    drawLabels(painter, m_geometry, 0, m_geometry.rows - 1, 0);
    const double scroll = verticalScrollBar()->value();
    for (int block = 0; block < blocks(); ++block)
        BlockSprites::draw(painter, cellRect(block).translated(0, scroll - 2), m_looks[static_cast<std::size_t>(block)]);
}

QString BlockMapView::csv() const {
    QString text = QStringLiteral("block,state,owner,first_token,filled,references,filled_at_step,allocated_at_step\n");
    if (!m_map) return text;
    static constexpr const char* kStates[] = {"free", "used", "cached"};
    const auto& cells = m_map->pools[m_pool].cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const telemetry::BlockCell& c = cells[i];
        text += QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8\n").arg(i).arg(kStates[static_cast<int>(c.state)]).arg(c.owner)
                    .arg(c.firstToken).arg(c.filled).arg(c.references).arg(c.filledAtStep).arg(c.allocatedAtStep);
    }
    return text;
}

// ---- input --------------------------------------------------------------------------------------------

void BlockMapView::moveTo(int block) {
    block = std::clamp(block, 0, blocks() - 1);
    emit chosen(block);
    ensureVisible(block);
}

void BlockMapView::resizeEvent(QResizeEvent*) { layOut(); }

void BlockMapView::scrollContentsBy(int, int) {
    m_canvasStale = true;
    viewport()->update();
}

void BlockMapView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    if (const auto block = blockAt(event->position().toPoint())) moveTo(*block);
    else emit cleared();
}

void BlockMapView::wheelEvent(QWheelEvent* event) {
    // A map that is all on show leaves the wheel to what it stands in.
    if (verticalScrollBar()->maximum() == 0) event->ignore();
    else QAbstractScrollArea::wheelEvent(event);
}

void BlockMapView::keyPressEvent(QKeyEvent* event) {
    if (blocks() == 0) return QAbstractScrollArea::keyPressEvent(event);
    const int at = m_current.value_or(-1);
    const int page = std::max(1, viewport()->height() * static_cast<int>(m_ratio) / m_geometry.pitch) * m_geometry.columns;
    switch (event->key()) {
        case Qt::Key_Left: return moveTo(at - 1);
        case Qt::Key_Right: return moveTo(at + 1);
        case Qt::Key_Up: return moveTo(at < m_geometry.columns ? std::max(0, at) : at - m_geometry.columns);
        case Qt::Key_Down:
            return moveTo(at < 0 ? 0 : at + m_geometry.columns < blocks() ? at + m_geometry.columns : at);
        case Qt::Key_Home: return moveTo(0);
        case Qt::Key_End: return moveTo(blocks() - 1);
        case Qt::Key_PageUp: return moveTo(at - page);
        case Qt::Key_PageDown: return moveTo(at + page);
        case Qt::Key_Escape:
            if (!m_current && m_holders.empty()) return event->ignore();   // Escape has other work when nothing is chosen
            return emit cleared();
        default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void BlockMapView::focusInEvent(QFocusEvent*) { viewport()->update(); }
void BlockMapView::focusOutEvent(QFocusEvent*) { viewport()->update(); }

void BlockMapView::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

bool BlockMapView::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto block = blockAt(help->pos());
    if (block && m_hover) QToolTip::showText(help->globalPos(), m_hover(*block), viewport(), dirtyRect(*block));
    else QToolTip::hideText();
    return true;
}

}  // namespace gh::widgets
