#include "widgets/panels/kv/owner_legend.h"

#include <algorithm>

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/plots/block_cell.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kMostRows = 5, kRow = 20, kHead = 20;
constexpr int kRowPad = 6;              // a highlighted row has an edge around its words
constexpr double kColumn = 64, kSwatch = 10;

}  // namespace

OwnerLegend::OwnerLegend(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void OwnerLegend::setFacts(const PoolFacts& facts, const OwnerHues& hues) {
    std::vector<Row> rows;
    for (const OwnerFacts& owner : facts.owners)
        rows.push_back({owner, hues.hue(owner.sequence), false, !owner.running});
    if (!facts.ownerless.empty())
        rows.push_back({{0, tr("Nobody"), facts.ownerless.size(), 0, false}, 0, false, false});
    if (rows.size() > kMostRows) {
        Row rest;
        rest.rest = true;
        for (std::size_t i = kMostRows - 1; i < rows.size(); ++i) {
            rest.facts.blocks += rows[i].facts.blocks;
            rest.facts.held += std::max(rows[i].facts.held, rows[i].facts.blocks);
            rest.facts.tokens += rows[i].facts.tokens;
        }
        rest.facts.label = tr("%1 more").arg(units::count(rows.size() - (kMostRows - 1)));
        rows.resize(kMostRows - 1);
        rows.push_back(rest);
    }
    if (rows == m_rows && m_blocks == facts.held() && m_tokens == facts.tokens) return;
    const bool resized = rows.size() != m_rows.size();
    m_rows = std::move(rows);
    m_blocks = facts.held();
    m_tokens = facts.tokens;
    m_key = std::min(m_key, static_cast<int>(m_rows.size()) - 1);
    if (resized) updateGeometry();
    describe();
    update();
}

void OwnerLegend::setChosen(std::uint64_t sequence) {
    if (sequence == m_chosen) return;
    m_chosen = sequence;
    update();
}

void OwnerLegend::describe() {
    QStringList words;
    for (const Row& row : m_rows)
        words << tr("%1: %2, %3").arg(row.facts.label, units::blocks(std::max(row.facts.held, row.facts.blocks)), units::tokens(row.facts.tokens)) +
                     (row.facts.shared > 0 ? tr(" (%1 shared)").arg(units::count(row.facts.shared)) : QString());
    setAccessibleName(m_key >= 0 && m_key < words.size() ? words[m_key] : tr("Owners"));
    setAccessibleDescription(words.join("; "));
}

QSize OwnerLegend::sizeHint() const {
    const int rows = static_cast<int>(m_rows.size());
    return {320, kHead + rows * kRow + (rows > 1 ? kRow + 4 : 0)};
}

QSize OwnerLegend::minimumSizeHint() const { return {220, sizeHint().height()}; }

QRectF OwnerLegend::rowBox(int row) const {
    const double width = this->width() - 2 * kRowPad;
    if (row < 0) return QRectF(kRowPad, 0, width, kHead);
    const double sum = row >= static_cast<int>(m_rows.size()) ? 4 : 0;
    return QRectF(kRowPad, kHead + row * kRow + sum, width, kRow);
}

int OwnerLegend::rowAt(int y) const {
    const int row = (y - kHead) / kRow;
    return y < kHead || row >= static_cast<int>(m_rows.size()) ? -1 : row;
}

void OwnerLegend::drawFigures(QPainter& painter, const QRectF& box, const QString& blocks, const QString& tokens) const {
    drawTabular(painter, box.adjusted(0, 0, -kColumn - 8, 0), Qt::AlignRight | Qt::AlignVCenter, blocks);
    drawTabular(painter, box, Qt::AlignRight | Qt::AlignVCenter, tokens);
}

void OwnerLegend::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double indent = kSwatch + theme.space(2);
    painter.setFont(theme.font("caption"));
    painter.setPen(theme.color("textMuted"));
    painter.drawText(rowBox(-1).adjusted(indent, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, tr("Owner"));
    drawFigures(painter, rowBox(-1), tr("Blocks"), tr("Tokens"));
    for (int i = 0; i < static_cast<int>(m_rows.size()); ++i) {
        const Row& row = m_rows[static_cast<std::size_t>(i)];
        const QRectF box = rowBox(i);
        const bool chosen = m_chosen != 0 && row.facts.sequence == m_chosen;
        if (chosen || i == m_hover) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color(chosen ? "selection" : "raised"));
            painter.drawRoundedRect(box.adjusted(-kRowPad, 0, kRowPad, 0), 4, 4);
        }
        if (i == m_key && hasFocus() && property("keyboardFocus").toBool()) {
            painter.setPen(QPen(theme.color("focus"), theme.line("focus")));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(1 - kRowPad, 1, kRowPad - 1, -1), 4, 4);
        }
        if (!row.rest) {
            telemetry::BlockCell cell;
            cell.owner = row.facts.sequence;
            cell.filled = kFillLevels;
            cell.references = 1;
            cell.state = row.cached ? telemetry::BlockState::Cached : telemetry::BlockState::Used;
            BlockLook look = lookOf(cell, {BlockColouring::Owner, kFillLevels, 1, 0, nullptr});
            look.key |= static_cast<std::uint32_t>(row.hue) << 10;
            BlockSprites::draw(painter, QRectF(box.left(), box.center().y() - kSwatch / 2, kSwatch, kSwatch), look);
        }
        painter.setFont(theme.font("body", row.facts.running ? "medium" : "regular"));
        painter.setPen(theme.color(row.rest ? "textMuted" : "text"));
        QString blocks = units::count(std::max(row.facts.held, row.facts.blocks));
        if (row.facts.shared > 0) blocks += tr(" (%1 shared)").arg(units::count(row.facts.shared));
        const double figures = std::max(kColumn, tabularWidth(theme.font("body"), blocks) + 8);
        const QRectF name = box.adjusted(indent, 0, -kColumn - 8 - figures, 0);
        painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(row.facts.label, Qt::ElideRight, name.width()));
        painter.setFont(theme.font("body"));
        drawFigures(painter, box, blocks, units::count(row.facts.tokens));
    }
    if (m_rows.size() < 2) return;
    const QRectF sum = rowBox(static_cast<int>(m_rows.size()));
    painter.fillRect(QRectF(sum.left(), sum.top() - 3, sum.width(), 1), theme.color("line"));
    painter.setPen(theme.color("textMuted"));
    painter.drawText(sum.adjusted(indent, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, tr("All"));
    drawFigures(painter, sum, units::count(m_blocks), units::count(m_tokens));
}

void OwnerLegend::mousePressEvent(QMouseEvent* event) {
    const int row = rowAt(event->position().toPoint().y());
    if (row >= 0 && m_rows[static_cast<std::size_t>(row)].facts.sequence != 0)
        emit ownerChosen(m_rows[static_cast<std::size_t>(row)].facts.sequence);
}

void OwnerLegend::mouseMoveEvent(QMouseEvent* event) {
    const int row = rowAt(event->position().toPoint().y());
    const bool clickable = row >= 0 && m_rows[static_cast<std::size_t>(row)].facts.sequence != 0;
    const int hover = clickable ? row : -1;
    if (hover == m_hover) return;
    m_hover = hover;
    setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void OwnerLegend::leaveEvent(QEvent*) {
    m_hover = -1;
    update();
}

void OwnerLegend::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(m_rows.size()) - 1;
    switch (event->key()) {
        case Qt::Key_Up: m_key = std::max(0, m_key - 1); break;
        case Qt::Key_Down: m_key = std::min(last, m_key + 1); break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_key >= 0 && m_key <= last && m_rows[static_cast<std::size_t>(m_key)].facts.sequence != 0)
                emit ownerChosen(m_rows[static_cast<std::size_t>(m_key)].facts.sequence);
            break;
        default: return QWidget::keyPressEvent(event);
    }
    describe();
    update();
}

}  // namespace gh::widgets
