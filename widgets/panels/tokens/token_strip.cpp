#include "widgets/panels/tokens/token_strip.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/controls/plain_text.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kPitch = 6, kBar = 5;
constexpr int kDragStart = 4;            // pixels: less is a click

}  // namespace

TokenStrip::TokenStrip(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Probability and entropy along the tokens"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        measure();
        update();
    });
    measure();
}

// Measured when the size, the face or the language changes, not with every bar.
void TokenStrip::measure() {
    const Theme& theme = Theme::instance();
    const QFont font = theme.font("axis");
    const double left = tabularWidth(font, units::percent(1, 0).text()) + theme.space(2);
    const double right = tabularWidth(font, tr("%1 bits", "axis").arg(units::number(16, 0))) + theme.space(2);
    const double bottom = QFontMetricsF(font).height() + 2;
    m_plot = {left, 4, std::max(kPitch, width() - left - right), std::max(10.0, height() - bottom - 6)};
}

std::uint32_t TokenStrip::columns() const { return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(m_plot.width() / kPitch)); }

std::pair<std::uint32_t, std::uint32_t> TokenStrip::shown() const {
    const std::uint32_t size = m_sequence ? m_sequence.size() : 0;
    const std::uint32_t first = std::min(m_first, size);
    return {first, std::min(size, first + columns())};
}

QRectF TokenStrip::barRect(std::uint32_t position) const {
    const QRectF& box = m_plot;
    return {box.left() + (static_cast<double>(position) - m_first) * kPitch, box.top(), kBar, box.height()};
}

std::optional<std::uint32_t> TokenStrip::positionAt(QPointF at) const {
    const QRectF& box = m_plot;
    if (at.x() < box.left() || at.x() >= box.right()) return std::nullopt;
    const auto position = m_first + static_cast<std::uint32_t>((at.x() - box.left()) / kPitch);
    const auto [first, end] = shown();
    return position < end ? std::optional(position) : std::nullopt;
}

void TokenStrip::scrollTo(std::int64_t first) {
    const std::int64_t size = m_sequence ? m_sequence.size() : 0;
    const std::int64_t last = std::max<std::int64_t>(0, size - columns());
    m_first = static_cast<std::uint32_t>(std::clamp<std::int64_t>(first, 0, last));
    m_follow = m_first == last;
    scaleEntropy();
    update();
}

// The axis takes the next round figure, so that it does not change with every token.
void TokenStrip::scaleEntropy() {
    double most = 0;
    const auto [first, end] = shown();
    for (std::uint32_t p = first; p < end; ++p)
        if (const auto* draw = m_sequence.draw(p)) most = std::max(most, static_cast<double>(draw->entropy));
    m_entropyTop = most > 8 ? 16 : most > 4 ? 8 : 4;
}

void TokenStrip::setSequence(const TokenSequence& sequence) {
    const bool other = sequence.key() != m_sequence.key();
    m_sequence = sequence;
    if (other) {
        m_follow = true;
        m_chosen.reset();
        m_hovered.reset();
    }
    const std::int64_t size = m_sequence ? m_sequence.size() : 0;
    const bool follow = m_follow;
    scrollTo(follow ? size : m_first);
    m_follow = follow;
}

void TokenStrip::setChosen(std::optional<std::uint32_t> first, std::uint32_t last) {
    if (first == m_chosen && last == m_chosenLast) return;
    m_chosen = first;
    m_chosenLast = last;
    if (first) {
        const auto [from, end] = shown();
        if (*first < from || last >= end) scrollTo(static_cast<std::int64_t>(*first) - columns() / 2);
        m_follow = false;
    } else {
        m_follow = true;
        scrollTo(m_sequence ? m_sequence.size() : 0);
    }
    update();
}

void TokenStrip::setClock(std::optional<std::uint64_t> step) {
    if (step == m_clock) return;
    m_clock = step;
    update();
}

void TokenStrip::ensureVisible(std::uint32_t position) {
    const auto [from, end] = shown();
    if (position < from || position >= end) scrollTo(static_cast<std::int64_t>(position) - columns() / 2);
}

void TokenStrip::setHovered(std::optional<std::uint32_t> position) {
    if (position == m_hovered) return;
    m_hovered = position;
    update();
}

// ---- painting -----------------------------------------------------------------------------------------

void TokenStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, true);
}

void TokenStrip::draw(QPainter& painter, bool interactive) {
    const Theme& theme = Theme::instance();
    painter.fillRect(rect(), theme.color("surface"));
    const QRectF& box = m_plot;
    painter.setFont(theme.font("axis"));
    painter.setPen(QPen(theme.color("line"), 1));
    for (const double at : {0.0, 0.5, 1.0}) {
        const double y = std::round(box.bottom() - at * box.height()) + 0.5;
        painter.setPen(QPen(theme.color("line"), 1));
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
        if (at == 0.5) continue;
        painter.setPen(theme.color("textMuted"));
        const double half = painter.fontMetrics().height() / 2.0;
        const double line = std::clamp(y - half, 0.0, height() - 2 * half);
        drawTabular(painter, QRectF(0, line, box.left() - theme.space(1), 2 * half), Qt::AlignRight | Qt::AlignVCenter,
                    units::percent(at, 0).text());
        drawTabular(painter, QRectF(box.right() + theme.space(1), line, width() - box.right() - theme.space(1), 2 * half),
                    Qt::AlignLeft | Qt::AlignVCenter,
                    at > 0 ? tr("%1 bits", "axis").arg(units::number(m_entropyTop, 0)) : units::number(0, 0));
    }
    if (!m_sequence) return;
    const auto [first, end] = shown();
    const auto pale = [&](std::uint32_t p) { return !m_sequence.thereAt(p, m_clock); };
    if (m_chosen && *m_chosen < end && m_chosenLast >= first) {
        const double left = barRect(std::max(*m_chosen, first)).left(), right = barRect(std::min(m_chosenLast, end - 1)).right();
        painter.fillRect(QRectF(left - 1, box.top(), right - left + 2, box.height()), theme.color("selection"));
        painter.fillRect(QRectF(left - 1, box.top(), right - left + 2, 2), theme.color("accent"));
    }
    if (m_hovered && *m_hovered >= first && *m_hovered < end)
        painter.fillRect(barRect(*m_hovered).adjusted(-0.5, 0, 0.5, 0), theme.color("line"));
    // Bars; looking a role up costs more than painting with it.
    const QColor own = theme.color("phase.sampling"), branched = theme.color("phase.rest");
    const double faded = theme.opacity("outOfWindow");
    for (std::uint32_t p = first; p < end; ++p) {
        const auto* drawn = m_sequence.draw(p);
        if (!drawn) continue;
        const QRectF bar = barRect(p);
        const double height = std::max(1.0, bar.height() * m_sequence.probability(p).value_or(0));
        painter.setOpacity(pale(p) ? faded : 1);
        painter.fillRect(QRectF(bar.left(), bar.bottom() - height, bar.width(), height), m_sequence.branched(p) ? branched : own);
    }
    painter.setOpacity(1);
    // Runs without a probability say so, where there is room.
    for (std::uint32_t p = first; p < end;) {
        if (m_sequence.draw(p)) {
            ++p;
            continue;
        }
        std::uint32_t last = p;
        const bool generated = m_sequence.wasDrawn(p);
        while (last + 1 < end && !m_sequence.draw(last + 1) && m_sequence.wasDrawn(last + 1) == generated) ++last;
        const QRectF run(barRect(p).left(), box.top(), barRect(last).right() - barRect(p).left(), box.height());
        painter.setOpacity(theme.opacity("hatch"));
        painter.fillRect(run, QBrush(theme.color("line"), Qt::BDiagPattern));
        painter.setOpacity(1);
        const QString words = generated ? tr("not kept") : tr("read, not drawn: not computed");
        const QFontMetricsF metrics(painter.font());
        if (const double wanted = metrics.horizontalAdvance(words) + 8; run.width() >= wanted) {
            const QRectF label(run.center().x() - wanted / 2, run.center().y() - metrics.height() / 2 - 1, wanted, metrics.height() + 2);
            painter.fillRect(label, theme.color("surface"));
            painter.setPen(theme.color("textMuted"));
            painter.drawText(label, Qt::AlignCenter, words);
        }
        p = last + 1;
    }
    // Entropy as a mark in each column: positions are apart, so a line between them would show what is not there.
    const QColor mark = theme.color("text");
    const double thick = 2;
    for (std::uint32_t p = first; p < end; ++p) {
        const auto* drawn = m_sequence.draw(p);
        if (!drawn) continue;
        const double share = std::min(1.0, static_cast<double>(drawn->entropy) / m_entropyTop);
        const QRectF column = barRect(p);
        painter.setOpacity(pale(p) ? faded : 1);
        painter.fillRect(QRectF(column.left(), std::round(column.bottom() - share * column.height()) - thick / 2, column.width(), thick), mark);
    }
    painter.setOpacity(1);
    // Positions.
    painter.setPen(theme.color("textMuted"));
    const double widest = tabularWidth(painter.font(), units::count(std::max<std::uint32_t>(end, 999))) + 12;
    std::uint32_t each = 10;
    while (each * kPitch < widest) each *= each % 4 == 0 ? 5 : 2;
    for (std::uint32_t p = (first + each - 1) / each * each; p < end; p += each) {
        const double middle = barRect(p).center().x();
        drawTabular(painter, QRectF(middle - widest / 2, box.bottom() + 2, widest, height() - box.bottom() - 2),
                    Qt::AlignHCenter | Qt::AlignTop, units::count(p));
    }
    if (interactive) drawFocus(painter, *this);
}

QString TokenStrip::csv() const {
    QString text = QStringLiteral("position,id,probability,rank,entropy_bits\n");
    for (std::uint32_t p = 0; m_sequence && p < m_sequence.size(); ++p) {
        text += QString::number(p) + QLatin1Char(',') + QString::number(m_sequence.id(p)) + QLatin1Char(',');
        if (const auto* draw = m_sequence.draw(p))
            text += (m_sequence.rank(p) ? QStringLiteral("%1,%2,").arg(*m_sequence.probability(p)).arg(*m_sequence.rank(p) + 1) : QStringLiteral(",,")) +
                    QString::number(static_cast<double>(draw->entropy));
        else text += QStringLiteral(",,");
        text += QLatin1Char('\n');
    }
    return text;
}

// ---- input --------------------------------------------------------------------------------------------

void TokenStrip::resizeEvent(QResizeEvent*) {
    measure();
    const bool follow = m_follow;
    scrollTo(follow && m_sequence ? m_sequence.size() : m_first);
    m_follow = follow;
}

void TokenStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    m_pressed = event->position();
    m_pressedFirst = m_first;
    m_panned = false;
}

void TokenStrip::mouseMoveEvent(QMouseEvent* event) {
    if (m_pressed && (m_panned || std::abs(event->position().x() - m_pressed->x()) >= kDragStart)) {
        m_panned = true;
        return scrollTo(m_pressedFirst - static_cast<std::int64_t>(std::lround((event->position().x() - m_pressed->x()) / kPitch)));
    }
    const auto position = positionAt(event->position());
    if (position == m_hovered) return;
    setHovered(position);
    emit hovered(position ? static_cast<int>(*position) : -1);
}

void TokenStrip::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_pressed) return;
    m_pressed.reset();
    if (m_panned) return;
    if (const auto position = positionAt(event->position())) emit chosenByUser(*position);
    else emit cleared();
}

void TokenStrip::wheelEvent(QWheelEvent* event) {
    const QPoint turn = event->angleDelta();
    const int amount = std::abs(turn.x()) > std::abs(turn.y()) ? turn.x() : turn.y();
    if (amount == 0) return event->ignore();
    scrollTo(static_cast<std::int64_t>(m_first) - std::lround(amount / 120.0 * std::max<double>(4, columns() / 8.0)));
    event->accept();
}

void TokenStrip::keyPressEvent(QKeyEvent* event) {
    const std::int64_t size = m_sequence ? m_sequence.size() : 0;
    if (size == 0) return QWidget::keyPressEvent(event);
    const std::int64_t at = m_chosen ? m_chosenLast : size;
    const auto choose = [&](std::int64_t position) {
        emit chosenByUser(static_cast<std::uint32_t>(std::clamp<std::int64_t>(position, 0, size - 1)));
    };
    switch (event->key()) {
        case Qt::Key_Left: return choose(at - 1);
        case Qt::Key_Right: return choose(at + 1);
        case Qt::Key_PageUp: return choose(at - columns());
        case Qt::Key_PageDown: return choose(at + columns());
        case Qt::Key_Home: return choose(0);
        case Qt::Key_End: return choose(size - 1);
        case Qt::Key_Escape:
            if (!m_chosen) return event->ignore();
            return emit cleared();
        default: QWidget::keyPressEvent(event);
    }
}

void TokenStrip::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

void TokenStrip::leaveEvent(QEvent*) {
    if (!m_hovered) return;
    setHovered({});
    emit hovered(-1);
}

bool TokenStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto position = positionAt(help->pos()))
        showRichTip(help->globalPos(), tokenHover(m_sequence, *position), this, barRect(*position).toAlignedRect());
    else hideTip();
    return true;
}

}  // namespace gh::widgets
