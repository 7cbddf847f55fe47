#include "app/chat/message_layout.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>

#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {

constexpr double kListIndent = 22;
constexpr double kQuoteIndent = 14;
constexpr double kCodePadding = 12;
constexpr double kBlockGap = 10;

QFont fontOf(const SourceLine& part) {
    Theme& theme = Theme::instance();
    switch (part.kind) {
        case LineKind::Code:
            return theme.mono("body");
        case LineKind::Heading: {
            QFont font = theme.font("chat", "semibold");
            if (part.level <= 2) font.setPixelSize(font.pixelSize() + (part.level == 1 ? 4 : 2));
            return font;
        }
        default:
            return theme.font("chat");
    }
}

double lineHeightOf(const SourceLine& part) {
    const QFont font = fontOf(part);
    // 1.55 of the size (tokens.json) over the font's own 1.21 would crowd capitals with accents; a hair more
    // air.
    return part.kind == LineKind::Code ? std::round(font.pixelSize() * 1.4)
                                       : std::round(font.pixelSize() * 1.72);
}

double indentOf(const SourceLine& part) {
    switch (part.kind) {
        case LineKind::Code:
            return kCodePadding;
        case LineKind::Item:
            return kListIndent * (part.level + 1);
        case LineKind::Quote:
            return kQuoteIndent;
        default:
            return 0;
    }
}

QList<QTextLayout::FormatRange> formats(const InlineText& text) {
    Theme& theme = Theme::instance();
    QList<QTextLayout::FormatRange> out;
    for (const InlineSpan& span : text.spans) {
        QTextLayout::FormatRange range;
        range.start = span.begin;
        range.length = span.end - span.begin;
        if (span.bold) range.format.setFontWeight(QFont::DemiBold);
        if (span.italic) range.format.setFontItalic(true);
        if (span.strike) range.format.setFontStrikeOut(true);
        if (span.link) range.format.setForeground(theme.color("accentText"));
        if (span.code) {
            QFont mono = theme.mono("body");
            if (span.bold) mono.setWeight(QFont::DemiBold);
            range.format.setFont(mono);
            range.format.setBackground(theme.color("sunken"));
        }
        out.append(range);
    }
    return out;
}

}  // namespace

void MessageLayout::build(Line& line, QStringView source, double width) const {
    const bool plain = line.part.kind == LineKind::Plain || line.part.kind == LineKind::Code;
    line.drawn = plain ? plainInline(source, line.part.contentBegin, line.part.end)
                       : parseInline(source, line.part.contentBegin, line.part.end);
    const QFont font = fontOf(line.part);
    line.x = indentOf(line.part);
    const double room =
        std::max(40.0, width - line.x - (line.part.kind == LineKind::Code ? kCodePadding : 0));
    const double step = lineHeightOf(line.part);

    line.layout = std::make_unique<QTextLayout>(line.drawn.text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    line.layout->setTextOption(option);
    line.layout->setFormats(formats(line.drawn));
    line.layout->setCacheEnabled(true);
    line.layout->beginLayout();
    double y = 0;
    for (;;) {
        QTextLine textLine = line.layout->createLine();
        if (!textLine.isValid()) break;
        textLine.setLineWidth(room);
        textLine.setPosition({0, y + (step - textLine.height()) / 2});
        y += step;
    }
    line.layout->endLayout();
    line.height = line.part.kind == LineKind::Rule ? std::round(step / 2) : std::max(y, step);

    line.marker.reset();
    if (!line.part.marker.isEmpty()) {
        line.marker = std::make_unique<QTextLayout>(line.part.marker, font);
        line.marker->beginLayout();
        QTextLine textLine = line.marker->createLine();
        textLine.setLineWidth(1000);
        textLine.setPosition({0, (step - textLine.height()) / 2});
        line.marker->endLayout();
    }
}

void MessageLayout::update(const QString& source, double width, Style style) {
    const bool sameFrame = width == m_width && style == m_style;
    if (sameFrame && source == m_source && !m_lines.empty()) return;
    std::vector<SourceLine> parts = style == Style::Plain ? splitPlain(source) : splitMarkdown(source);
    std::vector<Line> old = std::exchange(m_lines, {});
    m_lines.reserve(parts.size());
    m_source = source;
    m_width = width;
    m_style = style;
    m_lineHeight = lineHeightOf({});

    double y = 0;
    m_naturalWidth = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const SourceLine& part = parts[i];
        const QStringView raw = QStringView(source).mid(part.begin, part.end - part.begin);
        Line line;
        if (sameFrame && i < old.size() && old[i].part == part && old[i].raw == raw) {
            line = std::move(old[i]);
        } else {
            line.part = part;
            line.raw = raw.toString();
            build(line, source, width);
        }
        const bool code = part.kind == LineKind::Code;
        const bool codeBegins = code && (i == 0 || parts[i - 1].codeBlock != part.codeBlock);
        const bool codeEnds = i > 0 && parts[i - 1].kind == LineKind::Code && !(code && !codeBegins);
        if (codeEnds) y += kCodePadding;
        if (i > 0 && (part.startsBlock || codeBegins || codeEnds))
            y += part.kind == LineKind::Item && !codeEnds && parts[i - 1].kind == LineKind::Item ? 4
                                                                                                 : kBlockGap;
        if (codeBegins) y += kCodePadding;
        line.y = y;
        y += line.height;
        m_naturalWidth =
            std::max(m_naturalWidth, line.x + std::ceil(line.layout->maximumWidth() > 0
                                                            ? std::min(line.layout->maximumWidth(), width)
                                                            : 0));
        m_lines.push_back(std::move(line));
    }
    if (!parts.empty() && parts.back().kind == LineKind::Code) y += kCodePadding;
    m_height = y;
}

void MessageLayout::paint(QPainter& painter, QPointF origin, const QRectF& clip,
                          const std::vector<TextMark>& marks) const {
    Theme& theme = Theme::instance();
    const auto first = std::partition_point(m_lines.begin(), m_lines.end(), [&](const Line& line) {
        return origin.y() + line.y + line.height + kCodePadding < clip.top();
    });
    // Boxes behind code first, for whole blocks that reach into the clip.
    for (auto line = first; line != m_lines.end() && origin.y() + line->y - kCodePadding <= clip.bottom();) {
        if (line->part.kind != LineKind::Code) {
            ++line;
            continue;
        }
        auto begin = line, end = line;
        while (begin != m_lines.begin() && std::prev(begin)->part.codeBlock == line->part.codeBlock) --begin;
        while (end != m_lines.end() && end->part.codeBlock == line->part.codeBlock) ++end;
        const double top = begin->y - kCodePadding,
                     bottom = std::prev(end)->y + std::prev(end)->height + kCodePadding;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.color("line"), 1));
        painter.setBrush(theme.color("raised"));
        painter.drawRoundedRect(
            QRectF(origin.x() + 0.5, origin.y() + top + 0.5, m_width - 1, bottom - top - 1),
            theme.radius("control"), theme.radius("control"));
        line = end;
    }
    for (auto line = first; line != m_lines.end() && origin.y() + line->y <= clip.bottom(); ++line) {
        const QPointF at = origin + QPointF(line->x, line->y);
        painter.setPen(theme.color(line->part.kind == LineKind::Quote ? "textMuted" : "text"));
        if (line->part.kind == LineKind::Rule) {
            painter.setPen(QPen(theme.color("lineStrong"), 1));
            painter.drawLine(QPointF(at.x(), at.y() + line->height / 2),
                             QPointF(origin.x() + m_width, at.y() + line->height / 2));
            continue;
        }
        if (line->part.kind == LineKind::Quote) {
            painter.fillRect(QRectF(origin.x(), at.y(), 3, line->height), theme.color("lineStrong"));
        }
        QList<QTextLayout::FormatRange> fills;
        for (const TextMark& mark : marks) {
            if (mark.range.end <= line->part.contentBegin || mark.range.begin >= line->part.end) continue;
            const auto& source = line->drawn.source;
            const auto begin = std::lower_bound(source.begin(), source.end() - 1, mark.range.begin);
            const auto end = std::lower_bound(source.begin(), source.end() - 1, mark.range.end);
            if (begin >= end) continue;
            QTextLayout::FormatRange fill;
            fill.start = int(begin - source.begin());
            fill.length = int(end - begin);
            fill.format.setBackground(mark.fill);
            fills.append(fill);
        }
        line->layout->draw(&painter, at, fills, clip);
        if (line->marker) line->marker->draw(&painter, at - QPointF(kListIndent - 4, 0));
    }
}

const MessageLayout::Line* MessageLayout::lineAt(double y) const {
    if (m_lines.empty()) return nullptr;
    auto it = std::partition_point(m_lines.begin(), m_lines.end(),
                                   [&](const Line& l) { return l.y + l.height <= y; });
    return it == m_lines.end() ? &m_lines.back() : &*it;
}

int MessageLayout::sourceAt(QPointF point) const {
    const Line* line = lineAt(point.y());
    if (!line) return 0;
    const QPointF inside = point - QPointF(line->x, line->y);
    const QTextLayout& layout = *line->layout;
    if (layout.lineCount() == 0) return line->part.contentBegin;
    const int row =
        std::clamp(int(inside.y() / (line->height / layout.lineCount())), 0, layout.lineCount() - 1);
    const int at = layout.lineAt(row).xToCursor(inside.x(), QTextLine::CursorOnCharacter);
    return line->drawn.source[std::size_t(std::clamp(at, 0, int(line->drawn.source.size()) - 1))];
}

QPointF MessageLayout::endOfText() const {
    if (m_lines.empty()) return {0, 0};
    const Line& line = m_lines.back();
    if (line.layout->lineCount() == 0) return {line.x, line.y};
    const QTextLine row = line.layout->lineAt(line.layout->lineCount() - 1);
    const double step = line.height / line.layout->lineCount();
    return {line.x + row.cursorToX(int(line.drawn.text.size())), line.y + line.height - step};
}

QPointF MessageLayout::pointOf(int source) const {
    for (const Line& line : m_lines) {
        if (source >= line.part.end && &line != &m_lines.back()) continue;
        const auto& offsets = line.drawn.source;
        const int at = int(std::lower_bound(offsets.begin(), offsets.end() - 1, source) - offsets.begin());
        const QTextLine row = line.layout->lineForTextPosition(at);
        if (!row.isValid()) return {line.x, line.y + line.height / 2};
        return {line.x + (row.cursorToX(at) + row.cursorToX(at + 1)) / 2,
                line.y + row.y() + row.height() / 2};
    }
    return {};
}

std::vector<QRectF> MessageLayout::codeBoxes() const {
    std::vector<QRectF> boxes;
    int block = -1;
    for (const Line& line : m_lines) {
        if (line.part.kind != LineKind::Code) continue;
        if (line.part.codeBlock != block) boxes.emplace_back(0, line.y - kCodePadding, m_width, kCodePadding);
        block = line.part.codeBlock;
        boxes.back().setBottom(line.y + line.height + kCodePadding);
    }
    return boxes;
}

QString MessageLayout::codeAt(QPointF point, QRectF* box) const {
    const Line* line = lineAt(point.y());
    if (line && line->part.kind != LineKind::Code && line != m_lines.data() && point.y() < line->y) --line;
    if (!line || line->part.kind != LineKind::Code) return {};
    const Line *begin = line, *end = line;
    while (begin != m_lines.data() && (begin - 1)->part.codeBlock == line->part.codeBlock) --begin;
    while (end + 1 != m_lines.data() + m_lines.size() && (end + 1)->part.codeBlock == line->part.codeBlock)
        ++end;
    *box = QRectF(0, begin->y - kCodePadding, m_width, end->y + end->height - begin->y + 2 * kCodePadding);
    return m_source.mid(begin->part.begin, end->part.end - begin->part.begin);
}

}  // namespace gh::app
