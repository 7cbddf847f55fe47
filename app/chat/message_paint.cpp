// A laid out message on paper, and what stands where in it.
#include <algorithm>
#include <cmath>

#include "app/chat/message_layout.h"
#include "app/chat/message_measures.h"
#include "app/chat/code_lexer.h"
#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;
using namespace measures;

// ---- painting ----------------------------------------------------------------------------------------

std::vector<MessageLayout::Line>::const_iterator MessageLayout::firstIn(double top) const {
    return std::partition_point(m_lines.begin(), m_lines.end(),
                                [&](const Line& line) { return line.y + line.height < top; });
}

void MessageLayout::paintBackground(QPainter& painter, QPointF origin, const Line& line) const {
    Theme& theme = Theme::instance();
    const bool inThought = line.part.thought >= 0 && line.part.kind != LineKind::Thought;
    for (int bar = 0; bar < line.part.quote + inThought; ++bar) {
        painter.fillRect(QRectF(origin.x() + bar * kQuoteIndent, origin.y() + line.y, 3, line.height),
                         theme.color("lineStrong"));
    }
    if (line.part.kind == LineKind::Rule) {
        const double y = origin.y() + line.y + std::floor(line.height / 2) + 0.5;
        painter.setPen(QPen(theme.color("lineStrong"), 1));
        painter.drawLine(QPointF(origin.x() + line.x, y), QPointF(origin.x() + m_width, y));
    }
    if (line.part.kind == LineKind::TableRow) {
        const Table& table = m_tables[std::size_t(line.part.table)];
        if (table.width.empty()) return;
        const double y = std::round(origin.y() + line.y + line.height) - 0.5;
        painter.setPen(QPen(theme.color(line.header ? "lineStrong" : "line"), 1));
        painter.drawLine(QPointF(origin.x() + line.x, y),
                         QPointF(origin.x() + line.x + table.x.back() + table.width.back() + kCellX, y));
    }
}

void MessageLayout::paintText(QPainter& painter, QPointF origin, const QRectF& clip, const Line& line,
                              const std::vector<TextMark>& marks) const {
    Theme& theme = Theme::instance();
    const QPointF at = origin + QPointF(line.x, line.y);
    const bool muted = line.part.quote > 0 || line.part.thought >= 0;
    if (line.part.kind == LineKind::Thought) {
        const bool open = unfolded(line.part.thought);
        widgets::drawIcon(painter, QRectF(at.x(), at.y() + (line.rowHeight - 16) / 2, 16, 16),
                          open ? "chevron-down" : "chevron-right", theme.color("textMuted"));
    }
    for (const Fragment& fragment : line.fragments) {
        QList<QTextLayout::FormatRange> fills;
        for (const TextMark& mark : marks) {
            if (mark.range.end <= fragment.begin || mark.range.begin >= fragment.end) continue;
            if (line.part.kind == LineKind::Thought) continue;
            const auto& source = fragment.drawn.source;
            const auto begin = std::lower_bound(source.begin(), source.end() - 1, mark.range.begin);
            const auto end = std::lower_bound(source.begin(), source.end() - 1, mark.range.end);
            if (begin >= end) continue;
            QTextLayout::FormatRange fill;
            fill.start = int(begin - source.begin());
            fill.length = int(end - begin);
            if (mark.fill.isValid()) fill.format.setBackground(mark.fill);
            if (mark.ink.isValid()) fill.format.setForeground(mark.ink);
            if (mark.dotted) fill.format.setUnderlineStyle(QTextCharFormat::DotLine);
            fills.append(fill);
        }
        painter.setPen(theme.color(muted ? "textMuted" : "text"));
        fragment.layout->draw(&painter, at + QPointF(fragment.x, fragment.y), fills, clip);
    }
    // Numbers end where they all end; a long one reaches into the margin.
    if (line.marker) line.marker->draw(&painter, at - QPointF(line.marker->maximumWidth() + kMarkerGap, 0));
}

void MessageLayout::paint(QPainter& painter, QPointF origin, const QRectF& clip,
                          const std::vector<TextMark>& marks) const {
    Theme& theme = Theme::instance();
    const double reach = kCodePadding + kCodeHead;
    const auto first = firstIn(clip.top() - origin.y() - reach);
    // Boxes behind code first, for whole blocks that reach into the clip.
    for (auto line = first; line != m_lines.end() && origin.y() + line->y - reach <= clip.bottom();) {
        if (line->part.kind != LineKind::Code || line->hidden) {
            ++line;
            continue;
        }
        auto begin = line, end = line;
        while (begin != m_lines.begin() && std::prev(begin)->part.codeBlock == line->part.codeBlock) --begin;
        while (end != m_lines.end() && end->part.codeBlock == line->part.codeBlock) ++end;
        const double head = begin->part.language >= 0 ? kCodeHead : 0;
        const double top = begin->y - kCodePadding - head,
                     bottom = std::prev(end)->y + std::prev(end)->height + kCodePadding;
        const double left = begin->x - kCodePadding;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.color("line"), 1));
        painter.setBrush(theme.color("raised"));
        painter.drawRoundedRect(
            QRectF(origin.x() + left + 0.5, origin.y() + top + 0.5, m_width - left - 1, bottom - top - 1),
            theme.radius("control"), theme.radius("control"));
        if (head > 0) {
            painter.setFont(theme.font("caption"));
            painter.setPen(theme.color("textMuted"));
            painter.drawText(QRectF(origin.x() + begin->x, origin.y() + top + 5, m_width - 80, 18),
                             Qt::AlignLeft | Qt::AlignVCenter, codeLanguageName(begin->part.language));
        }
        line = end;
    }
    for (auto line = first; line != m_lines.end() && origin.y() + line->y <= clip.bottom(); ++line) {
        if (line->hidden || !line->built) continue;
        paintBackground(painter, origin, *line);
        paintText(painter, origin, clip, *line, marks);
    }
}

// ---- what stands where -------------------------------------------------------------------------------

const MessageLayout::Line* MessageLayout::lineAt(double y) const {
    if (m_lines.empty()) return nullptr;
    auto it = std::partition_point(m_lines.begin(), m_lines.end(),
                                   [&](const Line& l) { return l.y + l.height <= y; });
    if (it == m_lines.end()) --it;
    while (it != m_lines.begin() && it->hidden) --it;
    return &*it;
}

const MessageLayout::Line* MessageLayout::lineOf(int source) const {
    if (m_lines.empty()) return nullptr;
    auto it = std::partition_point(m_lines.begin(), m_lines.end(),
                                   [&](const Line& l) { return l.part.end <= source; });
    if (it == m_lines.end()) --it;
    while (it != m_lines.begin() && it->hidden) --it;
    return &*it;
}

const MessageLayout::Fragment* MessageLayout::fragmentAt(const Line& line, double x) const {
    const Fragment* best = nullptr;
    for (const Fragment& fragment : line.fragments) {
        if (!best || fragment.x - kCellX <= x) best = &fragment;
    }
    return best;
}

int MessageLayout::sourceAt(QPointF point) const {
    const Line* line = lineAt(point.y());
    if (!line) return 0;
    const QPointF inside = point - QPointF(line->x, line->y);
    const Fragment* fragment = fragmentAt(*line, inside.x());
    if (!fragment || fragment->layout->lineCount() == 0) return line->part.contentBegin;
    const int rows = fragment->layout->lineCount();
    const int row = std::clamp(int((inside.y() - fragment->y) / line->rowHeight), 0, rows - 1);
    const int at = fragment->layout->lineAt(row).xToCursor(inside.x() - fragment->x, QTextLine::CursorOnCharacter);
    const auto& source = fragment->drawn.source;
    return source[std::size_t(std::clamp(at, 0, int(source.size()) - 1))];
}

QPointF MessageLayout::endOfText() const {
    const Line* line = m_lines.empty() ? nullptr : &m_lines.back();
    while (line && line->hidden && line != m_lines.data()) --line;
    if (!line || line->hidden) return {0, 0};
    if (line->fragments.empty()) return {line->x, line->y};
    const Fragment& last = line->fragments.back();
    const int rows = last.layout->lineCount();
    if (rows == 0) return {line->x + last.x, line->y + last.y};
    const QTextLine row = last.layout->lineAt(rows - 1);
    return {line->x + last.x + row.cursorToX(int(last.drawn.text.size())),
            line->y + last.y + (rows - 1) * line->rowHeight};
}

QPointF MessageLayout::pointOf(int source) const {
    const Line* line = lineOf(source);
    if (!line) return {};
    const QPointF origin(line->x, line->y);
    const Fragment* fragment = nullptr;
    for (const Fragment& f : line->fragments) {
        if (!fragment || source >= f.begin) fragment = &f;
    }
    if (!fragment) return origin + QPointF(0, line->height / 2);
    const auto& offsets = fragment->drawn.source;
    const int at = int(std::lower_bound(offsets.begin(), offsets.end() - 1, source) - offsets.begin());
    const QTextLine row = fragment->layout->lineForTextPosition(at);
    if (!row.isValid()) return origin + QPointF(0, line->height / 2);
    return origin + QPointF(fragment->x + (row.cursorToX(at) + row.cursorToX(at + 1)) / 2,
                            fragment->y + row.y() + row.height() / 2);
}

int MessageLayout::rowSourceAt(double y) const {
    const Line* line = lineAt(y);
    if (!line) return 0;
    const int length = line->part.end - line->part.contentBegin;
    if (!line->built || line->fragments.size() != 1 || line->part.kind == LineKind::Thought) {
        const double share = line->height > 0 ? std::clamp((y - line->y) / line->height, 0.0, 1.0) : 0;
        return line->part.contentBegin + int(share * std::max(0, length - 1));
    }
    const Fragment& fragment = line->fragments.front();
    const int rows = fragment.layout->lineCount();
    if (rows == 0) return line->part.contentBegin;
    const int row = std::clamp(int((y - line->y) / line->rowHeight), 0, rows - 1);
    return fragment.drawn.source[std::size_t(fragment.layout->lineAt(row).textStart())];
}

double MessageLayout::rowTop(int source) const {
    const Line* line = lineOf(source);
    if (!line) return 0;
    const int length = line->part.end - line->part.contentBegin;
    if (!line->built || line->fragments.size() != 1 || line->part.kind == LineKind::Thought) {
        const double share = length > 0 ? std::clamp(double(source - line->part.contentBegin) / length, 0.0, 1.0) : 0;
        return line->y + share * line->height;
    }
    const Fragment& fragment = line->fragments.front();
    const auto& offsets = fragment.drawn.source;
    const int at = int(std::lower_bound(offsets.begin(), offsets.end() - 1, source) - offsets.begin());
    const QTextLine row = fragment.layout->lineForTextPosition(at);
    return line->y + (row.isValid() ? row.lineNumber() : 0) * line->rowHeight;
}

std::vector<MessageLayout::CodeBox> MessageLayout::codeBoxes() const {
    std::vector<CodeBox> boxes;
    for (const Line& line : m_lines) {
        if (line.part.kind != LineKind::Code || line.hidden) continue;
        if (boxes.empty() || boxes.back().block != line.part.codeBlock) {
            const double head = line.part.language >= 0 ? kCodeHead : 0;
            const double left = line.x - kCodePadding;
            boxes.push_back({QRectF(left, line.y - kCodePadding - head, m_width - left, kCodePadding + head),
                             line.part.codeBlock, line.part.language});
        }
        boxes.back().rect.setBottom(line.y + line.height + kCodePadding);
    }
    return boxes;
}

QString MessageLayout::codeText(int block) const {
    QString text;
    int end = -1;
    for (const Line& line : m_lines) {
        if (line.part.kind != LineKind::Code || line.part.codeBlock != block) continue;
        if (end >= 0 && line.part.begin > end) text += '\n';  // else a piece of the same long line
        text += QStringView(m_source).mid(line.part.contentBegin, line.part.end - line.part.contentBegin);
        end = line.part.end;
    }
    return text;
}

QString MessageLayout::linkAt(QPointF point) const {
    const Line* line = lineAt(point.y());
    if (!line || point.y() < line->y || point.y() > line->y + line->height) return {};
    const QPointF inside = point - QPointF(line->x, line->y);
    const Fragment* fragment = fragmentAt(*line, inside.x());
    if (!fragment || fragment->drawn.links.isEmpty()) return {};
    const int row = int((inside.y() - fragment->y) / line->rowHeight);
    if (row < 0 || row >= fragment->layout->lineCount()) return {};
    const QTextLine text = fragment->layout->lineAt(row);
    if (inside.x() - fragment->x > text.naturalTextRect().right()) return {};
    const int at = text.xToCursor(inside.x() - fragment->x, QTextLine::CursorOnCharacter);
    for (const InlineSpan& span : fragment->drawn.spans) {
        if (span.link >= 0 && at >= span.begin && at < span.end) return fragment->drawn.links[span.link];
    }
    return {};
}

QRectF MessageLayout::thoughtRect(int thought) const {
    for (const Line& line : m_lines) {
        if (line.part.kind != LineKind::Thought || line.part.thought != thought || line.hidden) continue;
        double width = kThoughtIcon;
        if (!line.fragments.empty()) width += line.fragments.front().layout->maximumWidth() + 4;
        return {line.x, line.y, width, line.height};
    }
    return {};
}

int MessageLayout::thoughtOf(int source) const {
    const auto& all = m_splitter.thoughts();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (source >= all[i].begin && source < all[i].end) return int(i);
    }
    return -1;
}

QString MessageLayout::spokenText() const {
    QString text;
    for (const Line& line : m_lines) {
        if (line.hidden || line.part.kind == LineKind::Rule) continue;
        if (!text.isEmpty()) text += '\n';
        if (line.part.kind == LineKind::Thought && thoughtLabel) {
            text += thoughtLabel(m_splitter.thoughts()[std::size_t(line.part.thought)]);
            continue;
        }
        const bool plain = line.part.kind == LineKind::Plain || line.part.kind == LineKind::Code;
        if (!line.part.marker.isEmpty()) text += line.part.marker + ' ';
        if (plain) {
            text += QStringView(m_source).mid(line.part.contentBegin, line.part.end - line.part.contentBegin);
        } else if (line.part.kind == LineKind::TableRow) {
            QStringList cells;
            for (const auto& [begin, end] : tableCells(m_source, line.part.contentBegin, line.part.end))
                cells << parseInline(m_source, begin, end).text;
            text += cells.join(QStringLiteral("; "));
        } else {
            text += parseInline(m_source, line.part.contentBegin, line.part.end).text;
        }
    }
    return text;
}

}  // namespace gh::app
