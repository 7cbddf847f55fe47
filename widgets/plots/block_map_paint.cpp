// How the block map is drawn: rows of cells are put together in a strip that stays in the processor's cache and
// copied from there, so that each dot of the window is written to memory once.
#include "widgets/plots/block_map.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kFlashLevels = 12;       // more steps of fading nobody tells apart
constexpr double kFlashRoom = 2;       // of a ring around its cell

}  // namespace

void BlockMapView::resetPictures() {
    m_sprites.reset(m_geometry.cell, m_geometry.pitch, m_ratio);
    m_strip = {};
    m_labels = {};
    m_flashPictures.clear();
}

// The strip of the row before is still in m_strip: what no cell covers (gaps, the place of the labels) is as it was.
void BlockMapView::fillStrip(int row, int firstColumn, int lastColumn) {
    const Geometry& g = m_geometry;
    const int first = row * g.columns, last = std::min(blocks(), first + g.columns) - 1;
    auto* bits = reinterpret_cast<QRgb*>(m_strip.bits());
    const std::ptrdiff_t stride = m_strip.bytesPerLine() / 4;
    for (int column = firstColumn; column <= lastColumn; ++column) {
        QRgb* to = bits + static_cast<std::ptrdiff_t>(column) * g.pitch;
        const int block = first + column;
        if (block > last) {
            for (int y = 0; y < g.cell; ++y) std::fill_n(to + y * stride, g.pitch, m_surface);
            continue;
        }
        const QRgb* from = m_sprites.of(m_looks[static_cast<std::size_t>(block)]);
        for (int y = 0; y < g.cell; ++y)
            std::memcpy(to + y * stride, from + static_cast<std::ptrdiff_t>(y) * g.pitch,
                        static_cast<std::size_t>(g.pitch) * sizeof(QRgb));
    }
}

void BlockMapView::drawCells(QPainter& painter, const QRect& exposed) {
    const Geometry& g = m_geometry;
    m_surface = Theme::instance().color("surface").rgb();
    if (blocks() == 0) return painter.fillRect(exposed, QColor(m_surface));
    if (m_strip.isNull()) {
        m_strip = QImage(g.columns * g.pitch, g.pitch, QImage::Format_RGB32);
        m_strip.fill(m_surface);
    }
    // In device pixels from here on.
    painter.save();
    painter.scale(1 / m_ratio, 1 / m_ratio);
    const QRect dots(QPoint(int(std::floor(exposed.left() * m_ratio)), int(std::floor(exposed.top() * m_ratio))),
                     QPoint(int(std::ceil((exposed.right() + 1) * m_ratio)) - 1,
                            int(std::ceil((exposed.bottom() + 1) * m_ratio)) - 1));
    const int first = cellPixels(0).y(), top = first + topRow() * g.pitch, bottom = first + endRow() * g.pitch;
    const int left = g.label, right = left + m_strip.width();
    const auto fill = [&](int x0, int y0, int x1, int y1) {
        const QRect part = QRect(QPoint(x0, y0), QPoint(x1 - 1, y1 - 1)) & dots;
        if (!part.isEmpty()) painter.fillRect(part, QColor(m_surface));
    };
    const int farRight = dots.right() + 1, farBottom = dots.bottom() + 1;
    fill(dots.left(), dots.top(), farRight, top);
    fill(dots.left(), std::max(top, dots.top()), left, bottom);
    fill(right, std::max(top, dots.top()), farRight, bottom);
    fill(dots.left(), bottom, farRight, farBottom);
    const int firstRow = std::max(topRow(), (dots.top() - first) / g.pitch);
    const int lastRow = std::min(endRow() - 1, (dots.bottom() - first) / g.pitch);
    const int firstColumn = std::clamp((dots.left() - left) / g.pitch, 0, g.columns - 1);
    const int lastColumn = std::clamp((dots.right() - left) / g.pitch, 0, g.columns - 1);
    if (dots.right() >= left && dots.bottom() >= top) {
        const QRect part(firstColumn * g.pitch, 0, (lastColumn - firstColumn + 1) * g.pitch, g.pitch);
        for (int row = firstRow; row <= lastRow; ++row) {
            fillStrip(row, firstColumn, lastColumn);
            painter.drawImage(QPoint(left + part.x(), first + row * g.pitch), m_strip, part);
        }
    }
    painter.restore();
}

// Labels are text, dearer than the cells: drawn once for the rows on show, and again when those change.
void BlockMapView::drawLabelColumn(QPainter& painter) {
    const Geometry& g = m_geometry;
    const int top = cellPixels(0).y(), height = static_cast<int>(std::ceil(viewport()->height() * m_ratio));
    if (m_labels.isNull() || m_labelsTop != top) {
        m_labelsTop = top;
        m_labels = QImage(std::max(1, g.label), std::max(1, height), QImage::Format_RGB32);
        m_labels.setDevicePixelRatio(m_ratio);
        m_labels.fill(m_surface);
        QPainter onto(&m_labels);
        drawLabels(onto, g, topRow(), endRow() - 1, top / m_ratio);
    }
    painter.drawImage(QPoint(0, 0), m_labels);
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
    const auto ring = [&](int block) {
        const int row = block / m_columns;
        if (block >= 0 && block < blocks() && row >= topRow() && row < endRow() && dirtyRect(block).intersects(exposed)) drawRing(painter, block);
    };
    for (const int block : m_holders) ring(block);
    if (m_current) ring(*m_current);
}

// Rings that fade, drawn once for each of a few levels and then copied: in full traffic a hundred of them fade at a time.
const QImage& BlockMapView::flashPicture(telemetry::BlockChange change, int level) {
    QImage& picture = m_flashPictures[{change, level}];
    if (!picture.isNull()) return picture;
    const int side = m_geometry.cell + 2 * static_cast<int>(std::ceil(kFlashRoom * m_ratio));
    picture = QImage(side, side, QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(m_ratio);
    picture.fill(Qt::transparent);
    QColor colour = Theme::instance().color(flashRole(change));
    colour.setAlphaF(static_cast<float>(level) / kFlashLevels);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, m_small ? 1.5 : 2));
    const double room = std::ceil(kFlashRoom * m_ratio) / m_ratio, cell = m_geometry.cell / m_ratio;
    const QRectF box(room, room, cell, cell);
    painter.drawRoundedRect(box.adjusted(-0.5, -0.5, 0.5, 0.5), 2, 2);
    // A copy is two rings: there are two blocks now where there was one.
    if (change == telemetry::BlockChange::Copied) painter.drawRoundedRect(box.adjusted(3, 3, -3, -3), 1, 1);
    return picture;
}

void BlockMapView::drawFlashes(QPainter& painter, const QRect& exposed) {
    const qint64 now = m_clock.elapsed();
    const double room = std::ceil(kFlashRoom * m_ratio) / m_ratio;
    for (const Flash& flash : m_flashes) {
        const int row = flash.block / m_columns;
        if (flash.block >= blocks() || row < topRow() || row >= endRow() || !dirtyRect(flash.block).intersects(exposed)) continue;
        const double left = std::clamp(1.0 - static_cast<double>(now - flash.since) / flash.lasts, 0.0, 1.0);
        const int level = static_cast<int>(std::lround(left * kFlashLevels));
        if (level > 0) painter.drawImage(cellRect(flash.block).topLeft() - QPointF(room, room), flashPicture(flash.change, level));
    }
}

void BlockMapView::paintEvent(QPaintEvent* event) {
    if (devicePixelRatioF() != m_ratio) layOut();
    QPainter painter(viewport());
    const QRect exposed = event->rect();
    drawCells(painter, exposed);
    if (blocks() > 0 && exposed.left() * m_ratio < m_geometry.label) drawLabelColumn(painter);
    drawRings(painter, exposed);
    drawFlashes(painter, exposed);
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
    const double scrolled = cellRect(0).top();
    for (int block = 0; block < blocks(); ++block)
        BlockSprites::draw(painter, cellRect(block).translated(0, -scrolled), m_looks[static_cast<std::size_t>(block)]);
}

QString BlockMapView::csv() const {
    QString text = QStringLiteral("block,state,owner,first_token,filled,references,filled_at_step,allocated_at_step\n");
    if (!m_map) return text;
    static constexpr const char* kStates[] = {"free", "used", "cached", "reusable"};
    const auto& cells = m_map->pools[m_pool].cells;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const telemetry::BlockCell& c = cells[i];
        text += QStringLiteral("%1,%2,%3,%4,%5,%6,%7,%8\n").arg(i).arg(kStates[static_cast<int>(c.state)]).arg(c.owner)
                    .arg(c.firstToken).arg(c.filled).arg(c.references).arg(c.filledAtStep).arg(c.allocatedAtStep);
    }
    return text;
}

}  // namespace gh::widgets
