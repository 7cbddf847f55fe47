#include "widgets/plots/block_map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/controls/plain_text.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

// Rows hold a multiple of this many blocks, so that the labels beside them are round.
constexpr int kColumnStep = 4;
// More cells than this repaint as one rectangle: a region of many pieces costs more than it saves.
constexpr std::size_t kSeparateRepaints = 48;
constexpr std::size_t kMostFlashes = 96;
constexpr int kMotionMs = 33;            // fading needs no more pictures a second

}  // namespace

BlockMapView::BlockMapView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Block map"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_clock.start();
    m_motion.setInterval(kMotionMs);
    connect(&m_motion, &QTimer::timeout, this, &BlockMapView::moveOn);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        resetPictures();
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
        m_flashes.clear();
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
    if (!m_map) return viewport()->update();
    const auto& cells = m_map->pools[m_pool].cells;
    std::array<int, kSeparateRepaints> changed;
    std::size_t count = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const BlockLook look = lookOf(cells[i], m_context);
        if (look == m_looks[i]) continue;
        m_looks[i] = look;
        if (count < changed.size()) changed[count] = static_cast<int>(i);
        ++count;
    }
    if (count > changed.size()) return viewport()->update();
    for (std::size_t i = 0; i < count; ++i) viewport()->update(dirtyRect(changed[i]));
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

// ---- motion -------------------------------------------------------------------------------------------

const char* BlockMapView::flashRole(telemetry::BlockChange change) {
    using telemetry::BlockChange;
    switch (change) {
        case BlockChange::Allocated: return "ok";
        case BlockChange::Shared:
        case BlockChange::FoundAgain:
        case BlockChange::Copied: return "accent";
        case BlockChange::Evicted:
        case BlockChange::Overwritten: return "warn";
        case BlockChange::Freed:
        case BlockChange::Forgotten:
        case BlockChange::Reused: return "control";
        case BlockChange::Filled:
        case BlockChange::Cut: return nullptr;   // its level says it
    }
    return nullptr;
}

void BlockMapView::flash(int block, telemetry::BlockChange change) {
    using telemetry::BlockChange;
    if (!flashRole(change) || block < 0 || block >= blocks() || m_flashes.size() >= kMostFlashes) return;
    const Theme& theme = Theme::instance();
    const bool taken = change == BlockChange::Copied || change == BlockChange::Shared || change == BlockChange::FoundAgain;
    const int lasts = theme.motion(change == BlockChange::Allocated ? "blockAllocate" : taken ? "blockCopy" : "blockFree");
    if (lasts <= 0 || !isVisible()) return;
    m_flashes.push_back({block, change, m_clock.elapsed(), lasts});
    viewport()->update(dirtyRect(block));
    if (!m_motion.isActive()) m_motion.start();
}

void BlockMapView::moveOn() {
    const qint64 now = m_clock.elapsed();
    for (const Flash& flash : m_flashes) viewport()->update(dirtyRect(flash.block));
    std::erase_if(m_flashes, [&](const Flash& flash) { return now - flash.since >= flash.lasts; });
    if (m_flashes.empty()) m_motion.stop();
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

int BlockMapView::heightOf(const Geometry& g, int rows) const {
    return static_cast<int>(std::ceil((rows * g.pitch + 2) / m_ratio)) + 2;
}

int BlockMapView::rowsIn(const Geometry& g, int height) const {
    return std::clamp((static_cast<int>((height - 2) * m_ratio) - 2) / g.pitch, 1, std::max(1, g.rows));
}

int BlockMapView::topRow() const { return verticalScrollBar()->value(); }
int BlockMapView::endRow() const { return std::min(m_geometry.rows, topRow() + rowsIn(m_geometry, viewport()->height())); }

int BlockMapView::heightFor(int width, int available) const {
    const Geometry large = geometryFor(width, false);
    if (const int height = heightOf(large, large.rows); height <= available) return height;
    const Geometry small = geometryFor(width, true);
    return heightOf(small, std::min(small.rows, rowsIn(small, available)));
}

void BlockMapView::layOut() {
    m_ratio = devicePixelRatioF();
    const int width = viewport()->width(), height = viewport()->height();
    const int topBlock = topRow() * m_columns;
    Geometry g = geometryFor(width, false);
    m_small = heightOf(g, g.rows) > height;
    if (m_small) g = geometryFor(width, true);
    m_geometry = g;
    m_columns = g.columns;
    resetPictures();
    // In rows, so that none is cut at the top or at the bottom.
    const int rows = rowsIn(g, height);
    verticalScrollBar()->setPageStep(rows);
    verticalScrollBar()->setSingleStep(1);
    verticalScrollBar()->setRange(0, std::max(0, g.rows - rows));
    verticalScrollBar()->setValue(topBlock / m_columns);
    viewport()->update();
}

QRect BlockMapView::cellPixels(int block) const {
    const int row = block / m_geometry.columns, column = block % m_geometry.columns;
    const int ring = static_cast<int>(std::lround(2 * m_ratio));   // room for the ring of the first row
    return {m_geometry.label + column * m_geometry.pitch, ring + (row - topRow()) * m_geometry.pitch, m_geometry.cell,
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
    if (column >= m_geometry.columns || row < topRow() || row >= endRow() || block >= blocks()) return std::nullopt;
    return block;
}

void BlockMapView::ensureVisible(int block) {
    const int row = block / m_columns;
    if (row < topRow()) verticalScrollBar()->setValue(row);
    else if (row >= endRow()) verticalScrollBar()->setValue(topRow() + row + 1 - endRow());
}

QSize BlockMapView::sizeHint() const {
    const Geometry g = geometryFor(std::max(320, width()), m_small);
    return {static_cast<int>((g.label + g.columns * g.pitch) / m_ratio), static_cast<int>(g.rows * g.pitch / m_ratio)};
}

QSize BlockMapView::minimumSizeHint() const {
    const Geometry g = geometryFor(0, true);
    return {static_cast<int>((g.label + kColumnStep * g.pitch) / m_ratio), static_cast<int>(3 * g.pitch / m_ratio)};
}

// ---- input --------------------------------------------------------------------------------------------

void BlockMapView::moveTo(int block) {
    block = std::clamp(block, 0, blocks() - 1);
    emit chosen(block);
    ensureVisible(block);
}

void BlockMapView::resizeEvent(QResizeEvent*) { layOut(); }

void BlockMapView::scrollContentsBy(int, int) { viewport()->update(); }

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
    const int page = (endRow() - topRow()) * m_geometry.columns;
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
    if (block && m_hover) showRichTip(help->globalPos(), m_hover(*block), viewport(), dirtyRect(*block));
    else hideTip();
    return true;
}

}  // namespace gh::widgets
