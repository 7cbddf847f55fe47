#include "widgets/panels/tokens/token_flow.h"

#include <algorithm>
#include <cmath>

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include "widgets/controls/plain_text.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kPad = 3;                // inside a cell
constexpr int kLineGap = 6;

bool isPlain(std::string_view bytes) {
    return std::all_of(bytes.begin(), bytes.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
}

}  // namespace

TokenFlow::TokenFlow(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Tokens"));
    viewport()->setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    measure();
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        measure();
        layOut(true);
        viewport()->update();
    });
}

// ---- layout -------------------------------------------------------------------------------------------

void TokenFlow::measure() {
    const Theme& theme = Theme::instance();
    m_text.setFont(plainMono("body"));
    m_ids.setFont(plainMono("axis"));
    m_widths.clear();
    m_metrics.band = static_cast<int>(std::ceil(QFontMetricsF(theme.font("axis")).height())) + 3;
    m_metrics.text = static_cast<int>(std::ceil(m_text.height())) + 1;
    m_metrics.id = static_cast<int>(std::ceil(m_ids.height()));
    m_metrics.bar = 5;
    m_metrics.line = m_metrics.band + m_metrics.text + m_metrics.id + m_metrics.bar + kLineGap;
}

double TokenFlow::cellWidth(std::uint32_t position) const {
    const std::string_view bytes = m_sequence.bytes(position);
    double text = static_cast<double>(bytes.size()) * m_text.advance();
    if (!isPlain(bytes)) {
        const auto [known, fresh] = m_widths.try_emplace(std::string(bytes), 0);
        if (fresh) {
            const QString shown = pieceText(bytes);
            known->second = m_text.canDraw(shown) ? static_cast<double>(shown.size()) * m_text.advance()
                                                  : QFontMetricsF(Theme::instance().mono("body")).horizontalAdvance(shown);
        }
        text = known->second;
    }
    int digits = 1;
    for (std::int32_t id = m_sequence.id(position); id >= 10; id /= 10) ++digits;
    // A sign stands behind the id, not on it.
    const bool sign = m_sequence.branched(position) || (position > 0 && position <= m_sequence.surplusBos());
    const double width = std::max({text, digits * m_ids.advance() + (sign ? kMarkSide + 1 : 0), m_text.advance()}) + 2 * kPad;
    const double room = std::max(40.0, static_cast<double>(viewport()->width() - m_metrics.gutter));
    return std::min(std::ceil(width), room);
}

// Appends what came since; `all`: the width or the tokens themselves changed.
void TokenFlow::layOut(bool all) {
    const std::uint32_t size = m_sequence ? m_sequence.size() : 0;
    const QString longest(units::count(std::max<std::uint64_t>(999, size)).size(), QLatin1Char('0'));
    const int gutter = static_cast<int>(std::ceil(tabularWidth(Theme::instance().font("axis"), longest))) + Theme::instance().space(2);
    if (gutter != m_metrics.gutter) {
        m_metrics.gutter = gutter;
        all = true;
    }
    QScrollBar* bar = verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    if (all) {
        m_lineStarts.clear();
        m_laidOut = 0;
    }
    // The last line anew: its last token may have been a drawn one that is in the cache now.
    if (!m_lineStarts.empty()) {
        m_laidOut = m_lineStarts.back();
        m_lineStarts.pop_back();
    }
    const double room = viewport()->width() - m_metrics.gutter;
    double x = 0;
    bool begin = true;
    for (; m_laidOut < size; ++m_laidOut) {
        const double width = cellWidth(m_laidOut);
        if (!begin && x + width > room) begin = true;
        if (begin) {
            m_lineStarts.push_back(m_laidOut);
            x = 0;
            begin = false;
        }
        x += width + kGap;
        // Text that goes on in a new line does so here; the template's own line ends would only cost room.
        if (m_sequence.bytes(m_laidOut).ends_with('\n') && m_sequence.voice(m_laidOut) != TokenVoice::Template) begin = true;
    }
    m_checkAt = m_sequence ? m_sequence.resident() : 0;
    m_checkStep = m_checkAt > 0 ? m_sequence.step(m_checkAt - 1) : 0;
    const int height = static_cast<int>(m_lineStarts.size()) * m_metrics.line;
    bar->setPageStep(viewport()->height());
    bar->setSingleStep(m_metrics.line);
    bar->setRange(0, std::max(0, height - viewport()->height()));
    // Live tokens are followed until the user scrolls up; a choice holds the view where it is.
    if (atEnd && m_live && !m_chosen) bar->setValue(bar->maximum());
}

void TokenFlow::setSequence(const TokenSequence& sequence) {
    const bool other = sequence.key() != m_sequence.key();
    const std::uint32_t firstInWindow = m_sequence.firstInWindow();
    m_sequence = sequence;
    // A token that was computed anew has a later step, and so have all behind it: one look tells an extended sequence
    // from a changed one.
    const bool changed = other || !m_sequence || m_sequence.resident() < m_checkAt ||
                         (m_checkAt > 0 && m_sequence.step(m_checkAt - 1) != m_checkStep);
    if (other) {
        m_hovered.reset();
        m_chosen.reset();
    }
    QScrollBar* bar = verticalScrollBar();
    const int top = bar->value(), gutter = m_metrics.gutter;
    const auto grows = static_cast<int>(std::max<std::size_t>(1, m_lineStarts.size()) - 1);
    layOut(changed);
    if (other && m_live) bar->setValue(bar->maximum());
    // A reply grows by its last line; what stands above it is painted again only where it moves or fades.
    const bool all = changed || bar->value() != top || m_metrics.gutter != gutter || firstInWindow != m_sequence.firstInWindow();
    const int from = all ? 0 : std::max(0, grows * m_metrics.line - top);
    viewport()->update(0, from, viewport()->width(), std::max(0, viewport()->height() - from));
}

std::size_t TokenFlow::lineOf(std::uint32_t position) const {
    const auto after = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), position);
    return after == m_lineStarts.begin() ? 0 : static_cast<std::size_t>(after - m_lineStarts.begin() - 1);
}

std::uint32_t TokenFlow::lineEnd(std::size_t line) const {
    return line + 1 < m_lineStarts.size() ? m_lineStarts[line + 1] : m_laidOut;
}

QRectF TokenFlow::cellRect(std::uint32_t position) const {
    if (position >= m_laidOut) return {};
    const std::size_t line = lineOf(position);
    double x = m_metrics.gutter;
    for (std::uint32_t p = m_lineStarts[line]; p < position; ++p) x += cellWidth(p) + kGap;
    const double y = static_cast<double>(line) * m_metrics.line - verticalScrollBar()->value() + m_metrics.band;
    return {x, y, cellWidth(position), static_cast<double>(m_metrics.text + m_metrics.id + m_metrics.bar)};
}

std::optional<std::uint32_t> TokenFlow::tokenAt(QPoint at) const {
    const int y = at.y() + verticalScrollBar()->value();
    const auto line = static_cast<std::size_t>(std::max(0, y) / m_metrics.line);
    if (y < 0 || line >= m_lineStarts.size() || at.x() < m_metrics.gutter) return std::nullopt;
    double x = m_metrics.gutter;
    for (std::uint32_t p = m_lineStarts[line]; p < lineEnd(line); ++p) {
        x += cellWidth(p) + kGap;
        if (at.x() < x) return p;
    }
    return std::nullopt;
}

void TokenFlow::ensureVisible(std::uint32_t position) {
    if (position >= m_laidOut) return;
    const int top = static_cast<int>(lineOf(position)) * m_metrics.line;
    QScrollBar* bar = verticalScrollBar();
    if (top < bar->value()) bar->setValue(top);
    else if (top + m_metrics.line > bar->value() + viewport()->height()) bar->setValue(top + m_metrics.line - viewport()->height());
}

int TokenFlow::heightForLines(int lines) const { return lines * m_metrics.line; }
QSize TokenFlow::sizeHint() const { return {480, heightForLines(4)}; }
QSize TokenFlow::minimumSizeHint() const { return {160, heightForLines(1)}; }

// ---- what is marked -----------------------------------------------------------------------------------

void TokenFlow::setChosen(std::optional<Range> range) {
    if (range && range->first >= m_laidOut) range.reset();
    if (range == m_chosen) return;
    QScrollBar* bar = verticalScrollBar();
    if (range && !m_chosen) m_followed = bar->value() == bar->maximum();
    if (!range && m_followed && m_live) bar->setValue(bar->maximum());
    m_chosen = range;
    if (range) {
        if (!m_dragging) {
            if (m_head < range->first || m_head > range->last) m_head = range->last;
            if (m_anchor < range->first || m_anchor > range->last) m_anchor = range->first;
            ensureVisible(range->last);
            ensureVisible(range->first);
            ensureVisible(m_head);
        }
        setAccessibleDescription(tokenSpoken(m_sequence, m_head));
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
    viewport()->update();
}

void TokenFlow::setClock(std::optional<std::uint64_t> step) {
    if (step == m_clock) return;
    m_clock = step;
    viewport()->update();
}

void TokenFlow::setHovered(std::optional<std::uint32_t> position) {
    if (position == m_hovered) return;
    m_hovered = position;
    viewport()->update();
}

void TokenFlow::setLive(bool on) { m_live = on; }

void TokenFlow::setPale(bool on) {
    if (on == m_pale) return;
    m_pale = on;
    viewport()->update();
}

bool TokenFlow::faded(std::uint32_t position) const {
    return m_pale || m_sequence.outOfWindow(position) || m_sequence.overContext(position) ||
           !m_sequence.thereAt(position, m_clock);
}

// ---- input --------------------------------------------------------------------------------------------

void TokenFlow::resizeEvent(QResizeEvent* event) {
    const std::uint32_t anchor = m_lineStarts.empty() ? 0 : m_lineStarts[std::min(
        m_lineStarts.size() - 1, static_cast<std::size_t>(verticalScrollBar()->value() / m_metrics.line))];
    const bool atEnd = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    layOut(event->size().width() != event->oldSize().width());
    // The text that stood at the top stays there.
    if (!atEnd && !m_lineStarts.empty()) verticalScrollBar()->setValue(static_cast<int>(lineOf(anchor)) * m_metrics.line);
}

void TokenFlow::scrollContentsBy(int, int) { viewport()->update(); }

void TokenFlow::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    const auto token = tokenAt(event->position().toPoint());
    if (!token) return emit cleared();
    m_dragging = true;
    m_head = *token;
    if (!(event->modifiers() & Qt::ShiftModifier)) m_anchor = *token;
    emit chosenByUser(std::min(m_anchor, m_head), std::max(m_anchor, m_head));
}

void TokenFlow::mouseMoveEvent(QMouseEvent* event) {
    const auto token = tokenAt(event->position().toPoint());
    if (token != m_hovered) {
        setHovered(token);
        emit hovered(token ? static_cast<int>(*token) : -1);
    }
    if (!m_dragging || !token || *token == m_head) return;
    m_head = *token;
    emit chosenByUser(std::min(m_anchor, m_head), std::max(m_anchor, m_head));
}

void TokenFlow::mouseReleaseEvent(QMouseEvent*) { m_dragging = false; }

void TokenFlow::move(std::int64_t to, bool extend) {
    if (m_laidOut == 0) return;
    m_head = static_cast<std::uint32_t>(std::clamp<std::int64_t>(to, 0, m_laidOut - 1));
    if (!extend) m_anchor = m_head;
    emit chosenByUser(std::min(m_anchor, m_head), std::max(m_anchor, m_head));
    ensureVisible(m_head);
}

void TokenFlow::keyPressEvent(QKeyEvent* event) {
    const bool extend = event->modifiers() & Qt::ShiftModifier;
    // The first key goes to where the eye is: the newest token.
    const std::int64_t at = m_chosen ? m_head : static_cast<std::int64_t>(m_laidOut);
    const auto vertical = [&](int lines) {
        if (m_laidOut == 0) return;
        if (!m_chosen) return move(at - 1, extend);
        const QRectF cell = cellRect(m_head);
        const auto line = static_cast<std::int64_t>(lineOf(m_head)) + lines;
        if (line < 0) return move(0, extend);
        if (line >= static_cast<std::int64_t>(m_lineStarts.size())) return move(m_laidOut - 1, extend);
        const double y = static_cast<double>(line) * m_metrics.line - verticalScrollBar()->value() + 1;
        const auto index = static_cast<std::size_t>(line);
        const auto token = tokenAt(QPoint(static_cast<int>(cell.left()) + 1, static_cast<int>(y)));
        move(token && y >= 0 ? *token : std::min(m_lineStarts[index] + (m_head - m_lineStarts[lineOf(m_head)]), lineEnd(index) - 1),
             extend);
    };
    const int page = std::max(1, viewport()->height() / m_metrics.line - 1);
    if (event->matches(QKeySequence::Copy)) return emit copyWanted();
    if (event->matches(QKeySequence::SelectAll) && m_laidOut > 0) {
        m_anchor = 0;
        m_head = m_laidOut - 1;
        return emit chosenByUser(0, m_head);
    }
    switch (event->key()) {
        case Qt::Key_Left: return move(at - 1, extend);
        case Qt::Key_Right: return move(at + 1, extend);
        case Qt::Key_Up: return vertical(-1);
        case Qt::Key_Down: return vertical(1);
        case Qt::Key_PageUp: return vertical(-page);
        case Qt::Key_PageDown: return vertical(page);
        case Qt::Key_Home: return move(0, extend);
        case Qt::Key_End: return move(m_laidOut - 1, extend);
        case Qt::Key_Return:
        case Qt::Key_Enter: return emit activated();
        case Qt::Key_Escape:
            if (!m_chosen) return event->ignore();   // Escape has other work when nothing is chosen
            return emit cleared();
        default: QAbstractScrollArea::keyPressEvent(event);
    }
}

void TokenFlow::focusInEvent(QFocusEvent*) { viewport()->update(); }
void TokenFlow::focusOutEvent(QFocusEvent*) { viewport()->update(); }

void TokenFlow::contextMenuEvent(QContextMenuEvent* event) {
    QPoint at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard && m_chosen)
        at = viewport()->mapToGlobal(cellRect(m_head).bottomLeft().toPoint());
    emit menuWanted(at);
}

bool TokenFlow::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave && m_hovered) {
        setHovered({});
        emit hovered(-1);
    }
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto token = tokenAt(help->pos()))
        showRichTip(help->globalPos(), tokenHover(m_sequence, *token), viewport(), cellRect(*token).toAlignedRect());
    else hideTip();
    return true;
}

void TokenFlow::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LocaleChange) {
        measure();
        layOut(true);
    }
}

}  // namespace gh::widgets
