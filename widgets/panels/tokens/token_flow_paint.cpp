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

constexpr double kGap = 2;
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

void TokenFlow::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const Theme& theme = Theme::instance();
    painter.fillRect(event->rect(), theme.color("surface"));
    if (!m_sequence || m_lineStarts.empty()) return;
    const int top = verticalScrollBar()->value();
    // A line that is cut at the top has its word out of sight.
    const auto topLine = static_cast<std::size_t>((top + m_metrics.line - 5) / m_metrics.line);
    m_topToken = m_lineStarts[std::min(topLine, m_lineStarts.size() - 1)];
    const int from = std::max(0, (event->rect().top() + top) / m_metrics.line);
    const int to = std::min(static_cast<int>(m_lineStarts.size()) - 1, (event->rect().bottom() + top) / m_metrics.line);
    for (int line = from; line <= to; ++line)
        paintLine(painter, static_cast<std::size_t>(line), static_cast<double>(line) * m_metrics.line - top);
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
    painter.setPen(theme.color("textMuted"));
    drawTabular(painter, QRectF(0, y + m_metrics.band, m_metrics.gutter - theme.space(2), m_metrics.text),
                Qt::AlignRight | Qt::AlignVCenter, units::count(first));
    paintBands(painter, first, lefts, widths, y, x);
    for (std::uint32_t p = first; p < end; ++p)
        paintCell(painter, p, QRectF(lefts[p - first], y + m_metrics.band, widths[p - first],
                                     m_metrics.text + m_metrics.id + m_metrics.bar));
    // Where the window of the windowed layers begins.
    const std::uint32_t border = m_sequence.firstInWindow();
    if (border > 0 && border >= first && border < end) {
        painter.setPen(QPen(theme.color("textMuted"), 1, Qt::DashLine));
        const double at = lefts[border - first] - kGap / 2;
        painter.drawLine(QPointF(at, y + 2), QPointF(at, y + m_metrics.line - 3));
    }
}

// One label and one line over the tokens of one voice.
void TokenFlow::paintBands(QPainter& painter, std::uint32_t first, const std::vector<double>& lefts,
                           const std::vector<double>& widths, double y, double) {
    const Theme& theme = Theme::instance();
    const QFont font = theme.font("axis");
    const QFontMetricsF metrics(font);
    painter.setFont(font);
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
        const QString name = voiceName(voice);
        if (begins && right - left >= std::max(kLeastLabel, std::min(metrics.horizontalAdvance(name), 40.0))) {
            painter.setPen(theme.color("textMuted"));
            painter.drawText(QRectF(left, y, right - left, m_metrics.band - 3), Qt::AlignLeft | Qt::AlignVCenter,
                             metrics.elidedText(name, Qt::ElideRight, right - left));
        }
        i = last + 1;
    }
}

void TokenFlow::paintCell(QPainter& painter, std::uint32_t position, const QRectF& cell) {
    const Theme& theme = Theme::instance();
    const TokenVoice voice = m_sequence.voice(position);
    const bool special = m_sequence.special(position);
    const bool chosen = m_chosen && position >= m_chosen->first && position <= m_chosen->last;
    const bool pale = faded(position);
    const QRectF box(cell.left(), cell.top(), cell.width(), m_metrics.text + m_metrics.id);
    const bool doubled = position > 0 && position <= m_sequence.surplusBos();

    if (chosen) painter.fillRect(box, theme.color("selection"));
    else if (special || voice == TokenVoice::Template) painter.fillRect(box, theme.color("sunken"));
    else if (isContent(voice)) painter.fillRect(box, theme.color("raised"));
    if (doubled || special) {
        painter.setPen(QPen(theme.color(doubled ? "warn" : "lineStrong"), doubled ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (m_hovered == position) {
        painter.setPen(QPen(theme.color("control"), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (m_chosen && position == m_head && chosen) {
        const bool focus = hasFocus();
        painter.setPen(QPen(theme.color(focus ? "focus" : "accent"), focus ? theme.line("focus") : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(1, 1, -1, -1));
    }

    if (pale) painter.setOpacity(theme.opacity("outOfWindow"));
    const QColor ink = special                                                          ? specialColor()
                       : chosen                                                         ? theme.color("selectionText")
                       : voice == TokenVoice::Template || voice == TokenVoice::Given    ? theme.color("textMuted")
                                                                                        : theme.color("text");
    const QRectF inner = box.adjusted(3, 0, -1, 0);
    const QString text = pieceText(m_sequence.bytes(position));
    const bool ascii = std::all_of(text.begin(), text.end(), [](QChar c) { return c.unicode() < 0x100; });
    painter.setFont(ascii ? plainMono("body") : theme.mono("body"));   // other scripts need their letters shaped
    painter.setPen(ink);
    const QRectF textBox(inner.left(), inner.top(), inner.width(), m_metrics.text);
    const double room = inner.width();
    painter.drawText(textBox, Qt::AlignLeft | Qt::AlignVCenter,
                     static_cast<double>(text.size()) * m_metrics.advance > room + 1
                         ? QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, room)
                         : text);
    painter.setFont(theme.mono("axis"));
    painter.setPen(special ? ink : theme.color("textMuted"));
    painter.drawText(QRectF(inner.left(), inner.top() + m_metrics.text, inner.width(), m_metrics.id),
                     Qt::AlignLeft | Qt::AlignVCenter, QString::number(m_sequence.id(position)));

    // How likely the drawn one was, as a share of the cell's width.
    if (const telemetry::DrawFacts* draw = m_sequence.draw(position)) {
        const QRectF track(cell.left(), cell.bottom() - m_metrics.bar + 1, cell.width(), m_metrics.bar - 2);
        painter.fillRect(track, theme.color("sunken"));
        const double share = std::exp(static_cast<double>(draw->logProbability));
        painter.fillRect(QRectF(track.left(), track.top(), std::max(1.0, track.width() * share), track.height()),
                         theme.color(m_sequence.branched(position) ? "phase.sampling" : "phase.decode"));
    }
    if (m_sequence.branched(position) || doubled) {
        const double side = std::min(10.0, box.width() / 2);
        drawIcon(painter, QRectF(box.right() - side - 1, box.bottom() - side - 1, side, side), doubled ? "warning" : "branch",
                 theme.color(doubled ? "warn" : "accentText"));
    }
    if (pale) painter.setOpacity(1);
}

}  // namespace gh::widgets
