#include "widgets/plots/block_cell.h"

#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPainterPath>

#include "widgets/theme.h"

namespace gh::widgets {
namespace {

using telemetry::BlockState;

// The pale end of the sequential ramp is the colour of a free cell; what is there starts beyond it.
constexpr double kRampStart = 0.18;

double placeOnRamp(const telemetry::BlockCell& cell, const BlockContext& context) {
    switch (context.colouring) {
        case BlockColouring::References:
            return context.mostReferences <= 1
                       ? 0
                       : static_cast<double>(cell.references - 1) / (context.mostReferences - 1);
        case BlockColouring::Age:
            return ageOnRamp(context.now > cell.filledAtStep ? context.now - cell.filledAtStep : 0);
        case BlockColouring::Fill: return static_cast<double>(cell.filled) / std::max(1, context.blockTokens);
        case BlockColouring::Owner: break;
    }
    return 0;
}

QColor colourOf(BlockLook look) {
    const Theme& theme = Theme::instance();
    if (look.onRamp())
        return theme.ramp("sequential", kRampStart + (1 - kRampStart) * look.colour() / (kRampColours - 1.0));
    return look.owned() ? theme.owner(look.colour()) : theme.color("control");
}

}  // namespace

double ageOnRamp(std::uint64_t age) {
    const double most = std::log2(1.0 + kOldestAge);
    return 1 - std::min(1.0, std::log2(1.0 + static_cast<double>(age)) / most);
}

BlockLook lookOf(const telemetry::BlockCell& cell, const BlockContext& context) {
    if (cell.state == BlockState::Free) return {};
    if (cell.state == BlockState::Reusable) return {static_cast<std::uint32_t>(cell.state)};   // nobody holds it
    const int tokens = std::max(1, context.blockTokens);
    // A block with one token shows a line, a block that lacks one shows a notch.
    int fill = cell.filled * kFillLevels / tokens;
    if (cell.filled > 0) fill = std::max(fill, 1);
    if (cell.filled >= tokens) fill = kFillLevels;
    const bool ramp = context.colouring != BlockColouring::Owner;
    std::uint32_t colour = 0;
    if (ramp) {
        const double t = std::clamp(placeOnRamp(cell, context), 0.0, 1.0);
        colour = static_cast<std::uint32_t>(std::lround(t * (kRampColours - 1)));
    } else if (cell.owner != 0 && context.hues) {
        colour = static_cast<std::uint32_t>(context.hues->hue(cell.owner));
    }
    return {static_cast<std::uint32_t>(cell.state) | static_cast<std::uint32_t>(std::min(fill, kFillLevels)) << 2 |
            static_cast<std::uint32_t>(cell.references > 1) << 7 | static_cast<std::uint32_t>(cell.owner != 0) << 8 |
            static_cast<std::uint32_t>(ramp) << 9 | colour << 10};
}

void BlockSprites::reset(int cellPixels, int pitchPixels, double devicePixelRatio) {
    m_cell = cellPixels;
    m_pitch = pitchPixels;
    m_ratio = devicePixelRatio;
    m_sprites.clear();
}

const QRgb* BlockSprites::of(BlockLook look) {
    auto it = m_sprites.find(look.key);
    if (it == m_sprites.end()) {
        std::vector<QRgb> dots(static_cast<std::size_t>(m_pitch) * static_cast<std::size_t>(m_cell));
        QImage sprite(reinterpret_cast<uchar*>(dots.data()), m_pitch, m_cell, m_pitch * int(sizeof(QRgb)),
                      QImage::Format_RGB32);
        sprite.fill(Theme::instance().color("surface"));
        QPainter painter(&sprite);
        painter.scale(m_ratio, m_ratio);
        draw(painter, QRectF(0, 0, m_cell / m_ratio, m_cell / m_ratio), look);
        painter.end();
        it = m_sprites.emplace(look.key, std::move(dots)).first;
    }
    return it->second.data();
}

void BlockSprites::draw(QPainter& painter, const QRectF& box, BlockLook look) {
    const Theme& theme = Theme::instance();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QPainterPath outline;
    outline.addRoundedRect(box, theme.radius("cell"), theme.radius("cell"));
    if (look.state() == BlockState::Free) {
        painter.fillPath(outline, theme.color(theme.isDark() ? "raised" : "sunken"));
        painter.restore();
        return;
    }
    if (look.state() == BlockState::Reusable) {
        // As free, with lines: what was there is still there.
        painter.fillPath(outline, theme.color(theme.isDark() ? "raised" : "sunken"));
        painter.setClipPath(outline);
        painter.setPen(QPen(theme.color("control"), 1));
        for (const double share : {0.35, 0.65}) {
            const double y = std::round(box.top() + box.height() * share) + 0.5;
            painter.drawLine(QPointF(box.left() + 2, y), QPointF(box.right() - 2, y));
        }
        painter.restore();
        return;
    }
    const QColor surface = theme.color("surface"), colour = colourOf(look);
    const bool cached = look.state() == BlockState::Cached;
    const QColor full = cached ? mix(surface, colour, theme.opacity("cachedBlock")) : colour;
    // The part that is not written yet: pale enough that the level is read at a glance.
    const QColor rest = mix(surface, colour, cached ? 0.12 : 0.24);
    painter.fillPath(outline, look.fill() == kFillLevels ? full : rest);
    if (look.fill() < kFillLevels) {
        // The level lies on a whole device pixel, or a block that grows would shimmer.
        const double ratio = painter.transform().m22() > 0 ? painter.transform().m22() : 1;
        const double height = std::round(box.height() * look.fill() / kFillLevels * ratio) / ratio;
        painter.save();
        painter.setClipRect(QRectF(box.left(), box.bottom() - height, box.width(), height));
        painter.fillPath(outline, full);
        painter.restore();
    }
    if (cached) {
        painter.setClipPath(outline);
        painter.setPen(QPen(mix(surface, colour, std::min(1.0, theme.opacity("hatch") + 0.25)), 1));
        const double pitch = box.width() > 14 ? 4.5 : 4;
        for (double x = box.left() - box.height() + pitch / 2; x < box.right(); x += pitch)
            painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
        painter.setPen(Qt::NoPen);
    }
    if (look.shared()) {
        const double radius = box.width() > 14 ? 2.2 : 1.6;
        painter.setBrush(theme.onRamp(full));
        painter.drawEllipse(QPointF(box.right() - 2 * radius - 1, box.top() + 2 * radius + 1), radius, radius);
    }
    painter.restore();
}

}  // namespace gh::widgets
