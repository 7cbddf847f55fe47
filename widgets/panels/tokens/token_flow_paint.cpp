// How the lines of the token flow look.
#include <algorithm>
#include <cmath>

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/controls/icons.h"
#include "widgets/panels/tokens/token_flow.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kLeastLabel = 24;   // a narrower run has no room for a word

bool isContent(TokenVoice voice) { return voice != TokenVoice::Template && voice != TokenVoice::Generated && voice != TokenVoice::Given; }

}  // namespace

QColor voiceColor(TokenVoice voice) {
    const Theme& theme = Theme::instance();
    switch (voice) {
        case TokenVoice::Template:
        case TokenVoice::Given: return theme.color("lineStrong");
        case TokenVoice::Generated: return theme.color("phase.decode");
        case TokenVoice::Assistant: return theme.color("phase.sampling");
        default: return theme.color("phase.prefill");
    }
}

QFont plainMono(const char* size) {
    QFont font = Theme::instance().mono(size);
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(font.styleStrategy() | QFont::PreferNoShaping));
    return font;
}

QColor specialColor() { return Theme::instance().ramp("diverging", 1.0); }

// Looking a role up costs more than painting with it.
struct TokenFlow::Inks {
    QColor surface, sunken, raised, selection, selectionText, text, muted, lineStrong, control, accent, focus, warn, special, drawn,
        branched;
    double pale;
    Inks() {
        const Theme& theme = Theme::instance();
        surface = theme.color("surface");
        sunken = theme.color("sunken");
        raised = theme.color("raised");
        selection = theme.color("selection");
        selectionText = theme.color("selectionText");
        text = theme.color("text");
        muted = theme.color("textMuted");
        lineStrong = theme.color("lineStrong");
        control = theme.color("control");
        accent = theme.color("accent");
        focus = theme.color("focus");
        warn = theme.color("warn");
        special = specialColor();
        drawn = theme.color("phase.decode");
        branched = theme.color("phase.sampling");
        pale = theme.opacity("outOfWindow");
    }
};

void TokenFlow::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const Inks inks;
    m_inks = &inks;
    painter.fillRect(event->rect(), inks.surface);
    if (!m_sequence || m_lineStarts.empty()) return;
    const int top = verticalScrollBar()->value();
    // A line that is cut at the top has its word out of sight.
    const auto topLine = static_cast<std::size_t>((top + m_metrics.line - 5) / m_metrics.line);
    m_topToken = m_lineStarts[std::min(topLine, m_lineStarts.size() - 1)];
    const int from = std::max(0, (event->rect().top() + top) / m_metrics.line);
    const int to = std::min(static_cast<int>(m_lineStarts.size()) - 1, (event->rect().bottom() + top) / m_metrics.line);
    for (int line = from; line <= to; ++line)
        paintLine(painter, static_cast<std::size_t>(line), static_cast<double>(line) * m_metrics.line - top);
    m_text.flush(painter);
    m_ids.flush(painter);
    m_inks = nullptr;
}

void TokenFlow::paintLine(QPainter& painter, std::size_t line, double y) {
    const Theme& theme = Theme::instance();
    const std::uint32_t first = m_lineStarts[line], end = lineEnd(line);
    std::vector<double> lefts, widths;
    double x = m_metrics.gutter;
    for (std::uint32_t p = first; p < end; ++p) {
        lefts.push_back(x);
        widths.push_back(cellWidth(p));
        x += widths.back() + kGap;
    }
    painter.setFont(theme.font("axis"));
    painter.setPen(m_inks->muted);
    drawTabular(painter, QRectF(0, y + m_metrics.band, m_metrics.gutter - theme.space(2), m_metrics.text),
                Qt::AlignRight | Qt::AlignVCenter, units::count(first));
    paintBands(painter, first, lefts, widths, y);
    for (std::uint32_t p = first; p < end; ++p)
        paintCell(painter, p, QRectF(lefts[p - first], y + m_metrics.band, widths[p - first],
                                     m_metrics.text + m_metrics.id + m_metrics.bar));
    // Where the window of the windowed layers begins.
    const std::uint32_t border = m_sequence.firstInWindow();
    if (border > 0 && border >= first && border < end) {
        painter.setPen(QPen(m_inks->muted, 1, Qt::DashLine));
        const double at = lefts[border - first] - kGap / 2;
        painter.drawLine(QPointF(at, y + 2), QPointF(at, y + m_metrics.line - 3));
    }
}

// One label and one line over the tokens of one voice; the painter has the font.
void TokenFlow::paintBands(QPainter& painter, std::uint32_t first, const std::vector<double>& lefts,
                           const std::vector<double>& widths, double y) {
    for (std::size_t i = 0; i < lefts.size();) {
        const auto position = first + static_cast<std::uint32_t>(i);
        const TokenVoice voice = m_sequence.voice(position);
        const int message = isContent(voice) ? m_sequence.message(position) : -1;
        std::size_t last = i;
        while (last + 1 < lefts.size()) {
            const auto next = first + static_cast<std::uint32_t>(last) + 1;
            if (m_sequence.voice(next) != voice || (isContent(voice) && m_sequence.message(next) != message)) break;
            ++last;
        }
        const double left = lefts[i], right = lefts[last] + widths[last];
        const double under = y + m_metrics.band - 3;
        painter.fillRect(QRectF(left, under, right - left, voice == TokenVoice::Template || voice == TokenVoice::Given ? 1 : 2),
                         voiceColor(voice));
        // The word stands where the run begins, and in the first line on show.
        const bool begins = position == 0 || i > 0 || first == m_topToken || m_sequence.voice(position - 1) != voice ||
                            (isContent(voice) && m_sequence.message(position - 1) != message);
        if (begins) {
            const QString name = voiceName(voice);
            const QFontMetricsF metrics(painter.font());
            if (right - left >= std::max(kLeastLabel, std::min(metrics.horizontalAdvance(name), 40.0))) {
                painter.setPen(m_inks->muted);
                painter.drawText(QRectF(left, y, right - left, m_metrics.band - 3), Qt::AlignLeft | Qt::AlignVCenter,
                                 metrics.elidedText(name, Qt::ElideRight, right - left));
            }
        }
        i = last + 1;
    }
}

// Into the batch where the face has all of it; scripts whose letters join are laid out by Qt.
void TokenFlow::drawMono(QPainter& painter, GlyphBatch& batch, const QString& text, const QRectF& box, const QColor& color) {
    if (batch.canDraw(text) && static_cast<double>(text.size()) * batch.advance() <= box.width() + 1) {
        const double top = box.top() + (box.height() - batch.height()) / 2;
        return batch.add(text, QPointF(box.left(), top + batch.ascent()), color);
    }
    painter.setFont(batch.canDraw(text) ? batch.font() : Theme::instance().mono("body"));
    painter.setPen(color);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, box.width() + 1));
}

void TokenFlow::paintCell(QPainter& painter, std::uint32_t position, const QRectF& cell) {
    const Inks& inks = *m_inks;
    const TokenVoice voice = m_sequence.voice(position);
    const bool special = m_sequence.special(position);
    const bool chosen = m_chosen && position >= m_chosen->first && position <= m_chosen->last;
    const bool pale = faded(position);
    const QRectF box(cell.left(), cell.top(), cell.width(), m_metrics.text + m_metrics.id);
    const bool doubled = position > 0 && position <= m_sequence.surplusBos();
    const auto frame = [&](const QColor& color, double width, double inset) {
        painter.setPen(QPen(color, width));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(inset, inset, -inset, -inset));
    };
    const QColor fill = chosen                                       ? inks.selection
                        : special || voice == TokenVoice::Template  ? inks.sunken
                        : isContent(voice)                           ? inks.raised
                                                                     : inks.surface;
    if (fill != inks.surface) painter.fillRect(box, fill);
    if (doubled || special) frame(doubled ? inks.warn : inks.lineStrong, doubled ? 2 : 1, 0.5);
    if (m_hovered == position) frame(inks.control, 1, 0.5);
    if (chosen && position == m_head) frame(hasFocus() ? inks.focus : inks.accent, hasFocus() ? 2 : 1, 1);

    // Faded ink is mixed, not laid on: glyphs of many cells are drawn in one go.
    const auto ink = [&](const QColor& color) { return pale ? mix(fill, color, inks.pale) : color; };
    const QColor own = special                                                        ? inks.special
                       : chosen                                                       ? inks.selectionText
                       : voice == TokenVoice::Template || voice == TokenVoice::Given  ? inks.muted
                                                                                      : inks.text;
    const QRectF inner = box.adjusted(3, 0, -1, 0);
    drawMono(painter, m_text, pieceText(m_sequence.bytes(position)), QRectF(inner.left(), inner.top(), inner.width(), m_metrics.text), ink(own));
    drawMono(painter, m_ids, QString::number(m_sequence.id(position)),
             QRectF(inner.left(), inner.top() + m_metrics.text, inner.width(), m_metrics.id), ink(special ? own : inks.muted));

    // How likely the drawn one was, as a share of the cell's width.
    const bool branched = m_sequence.branched(position);
    if (const telemetry::DrawFacts* draw = m_sequence.draw(position)) {
        const QRectF track(cell.left(), cell.bottom() - m_metrics.bar + 1, cell.width(), m_metrics.bar - 2);
        painter.fillRect(track, inks.sunken);
        const double share = branched ? m_sequence.probability(position).value_or(0) : std::exp(static_cast<double>(draw->logProbability));
        painter.fillRect(QRectF(track.left(), track.top(), std::max(1.0, track.width() * share), track.height()),
                         ink(branched ? inks.branched : inks.drawn));
    }
    if (branched || doubled) {
        drawIcon(painter, QRectF(box.right() - kMarkSide - 1, box.bottom() - kMarkSide - 2, kMarkSide, kMarkSide), doubled ? "warning" : "branch",
                 doubled ? inks.warn : Theme::instance().color("accentText"));
    }
}

}  // namespace gh::widgets
