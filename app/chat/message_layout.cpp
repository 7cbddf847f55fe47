#include "app/chat/message_layout.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>

#include "app/chat/code_lexer.h"
#include "app/chat/message_measures.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;
using namespace measures;

namespace {

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
        if (span.link >= 0) {
            range.format.setForeground(theme.color("accentText"));
            range.format.setFontUnderline(true);  // colour never stands alone
        }
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

// Colours of a code line: spans of the source's characters, of which a tab is drawn as four.
QList<QTextLayout::FormatRange> codeFormats(const std::vector<CodeSpan>& spans, const InlineText& drawn) {
    Theme& theme = Theme::instance();
    QList<QTextLayout::FormatRange> out;
    const int base = drawn.source.front();
    const auto drawnAt = [&](int at) {
        return int(std::lower_bound(drawn.source.begin(), drawn.source.end() - 1, base + at) -
                   drawn.source.begin());
    };
    for (const CodeSpan& span : spans) {
        QTextLayout::FormatRange range;
        range.start = drawnAt(span.begin);
        range.length = drawnAt(span.end) - range.start;
        range.format.setForeground(theme.color(codeColor(span.token)));
        out.append(range);
    }
    return out;
}

}  // namespace

// ---- building lines ----------------------------------------------------------------------------------

void MessageLayout::addFragment(Line& line, InlineText drawn, const QFont& font, double x, double room,
                                int begin, int end, CellAlign align, const QColor* color) const {
    Fragment fragment;
    fragment.drawn = std::move(drawn);
    fragment.x = x;
    fragment.width = room;
    fragment.begin = begin;
    fragment.end = end;
    fragment.layout = std::make_unique<QTextLayout>(fragment.drawn.text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setAlignment(align == CellAlign::Right    ? Qt::AlignRight
                        : align == CellAlign::Center ? Qt::AlignHCenter
                                                     : Qt::AlignLeft);
    fragment.layout->setTextOption(option);
    QList<QTextLayout::FormatRange> ranges = formats(fragment.drawn);
    if (color) {
        QTextLayout::FormatRange all;
        all.start = 0;
        all.length = int(fragment.drawn.text.size());
        all.format.setForeground(*color);
        ranges.prepend(all);
    }
    if (line.part.kind == LineKind::Code && line.part.language >= 0) {
        std::vector<CodeSpan> spans;
        lexCode(line.part.language, QStringView(m_source).mid(begin, end - begin), line.lexIn, spans);
        ranges += codeFormats(spans, fragment.drawn);
    }
    fragment.layout->setFormats(ranges);
    fragment.layout->setCacheEnabled(true);
    fragment.layout->beginLayout();
    double y = 0;
    for (;;) {
        QTextLine textLine = fragment.layout->createLine();
        if (!textLine.isValid()) break;
        textLine.setLineWidth(room);
        textLine.setPosition({0, y + (line.rowHeight - textLine.height()) / 2});
        y += line.rowHeight;
    }
    fragment.layout->endLayout();
    line.height = std::max(line.height, y);
    line.fragments.push_back(std::move(fragment));
}

void MessageLayout::buildThought(Line& line) const {
    const ThoughtRange& range = m_splitter.thoughts()[std::size_t(line.part.thought)];
    InlineText label;
    label.text = thoughtLabel ? thoughtLabel(range) : QString();
    label.source.assign(std::size_t(label.text.size()), line.part.begin);
    label.source.push_back(line.part.end);
    const QColor color = Theme::instance().color("textMuted");
    addFragment(line, std::move(label), Theme::instance().font("body", "medium"), kThoughtIcon, 1000,
                line.part.begin, line.part.end, CellAlign::Left, &color);
}

void MessageLayout::buildRow(Line& line, QStringView source) const {
    const Table& table = m_tables[std::size_t(line.part.table)];
    const auto cells = tableCells(source, line.part.contentBegin, line.part.end);
    const QFont font = Theme::instance().font("chat", line.header ? "semibold" : "regular");
    for (std::size_t c = 0; c < std::min(cells.size(), table.width.size()); ++c) {
        addFragment(line, parseInline(source, cells[c].first, cells[c].second), font, table.x[c],
                    table.width[c], cells[c].first, cells[c].second, table.align[c]);
        line.fragments.back().y = kCellY;
    }
    line.height = std::max(line.height, line.rowHeight) + 2 * kCellY;
}

void MessageLayout::build(Line& line, QStringView source) const {
    line.fragments.clear();
    line.marker.reset();
    line.built = true;
    line.x = indentOf(line.part);
    line.rowHeight = rowHeightOf(line.part);
    line.height = 0;
    if (line.part.kind == LineKind::Rule) {
        line.height = std::round(line.rowHeight / 2);
        return;
    }
    if (line.part.kind == LineKind::Thought) {
        buildThought(line);
        return;
    }
    if (line.part.kind == LineKind::TableRow) {
        buildRow(line, source);
        return;
    }
    const bool plain = line.part.kind == LineKind::Plain || line.part.kind == LineKind::Code;
    const double room = std::max(40.0, m_width - line.x - (line.part.kind == LineKind::Code ? kCodePadding : 0));
    const QFont font = fontOf(line.part);
    addFragment(line,
                plain ? plainInline(source, line.part.contentBegin, line.part.end)
                      : parseInline(source, line.part.contentBegin, line.part.end),
                font, 0, room, line.part.contentBegin, line.part.end, CellAlign::Left);
    line.height = std::max(line.height, line.rowHeight);
    if (!line.part.marker.isEmpty()) {
        line.marker = std::make_unique<QTextLayout>(line.part.marker, font);
        line.marker->beginLayout();
        QTextLine textLine = line.marker->createLine();
        textLine.setLineWidth(1000);
        textLine.setPosition({0, (line.rowHeight - textLine.height()) / 2});
        line.marker->endLayout();
    }
}

double MessageLayout::estimate(const Line& line) const {
    const double row = rowHeightOf(line.part);
    if (line.part.kind == LineKind::Rule) return std::round(row / 2);
    if (line.part.kind == LineKind::Thought) return row;
    if (line.part.kind == LineKind::TableRow) return row + 2 * kCellY;
    const double room = std::max(40.0, m_width - indentOf(line.part));
    const double character = line.part.kind == LineKind::Code ? 7.8 : 7.0;
    return row * std::max(1.0, std::ceil((line.part.end - line.part.contentBegin) * character / room));
}

// ---- tables ------------------------------------------------------------------------------------------

void MessageLayout::measureRow(const Line& line, QStringView source) {
    Table& table = m_tables[std::size_t(line.part.table)];
    const auto cells = tableCells(source, line.part.contentBegin, line.part.end);
    const QFontMetricsF metrics(Theme::instance().font("chat", line.header ? "semibold" : "regular"));
    const QFontMetricsF mono(Theme::instance().mono("body"));
    for (std::size_t c = 0; c < std::min(cells.size(), table.natural.size()); ++c) {
        const int length = cells[c].second - cells[c].first;
        // A text that is much shorter than the longest one is not the widest, and of many rows a sample of those
        // of about one length says how wide such a text is; one that is wider after all wraps.
        constexpr int kSample = 100;
        if (length <= table.longest[c] && (length * 10 < table.longest[c] * 6 || table.measured[c] >= kSample)) continue;
        table.longest[c] = std::max(table.longest[c], length);
        ++table.measured[c];
        const InlineText drawn = parseInline(source, cells[c].first, cells[c].second);
        double wide = 0, extra = 0;
        for (const QString& part : drawn.text.split(QChar::LineSeparator))
            wide = std::max(wide, metrics.horizontalAdvance(part));
        for (const InlineSpan& span : drawn.spans) {
            const QString part = drawn.text.mid(span.begin, span.end - span.begin);
            const double plain = metrics.horizontalAdvance(part);
            extra += span.code ? std::max(0.0, mono.horizontalAdvance(part) - plain) : span.bold ? 0.06 * plain : 0;
        }
        table.natural[c] = std::max(table.natural[c], std::ceil(wide + extra) + 2);
    }
}

// Columns as wide as their texts where there is room, else the widest ones give way evenly. True: changed.
bool MessageLayout::fitTable(Table& table) {
    const double room = std::max(60.0, m_width - 2 * kCellX * double(table.natural.size()));
    double sum = 0;
    for (const double natural : table.natural) sum += natural;
    double cap = room;
    if (sum > room) {
        std::vector<double> sorted = table.natural;
        std::sort(sorted.begin(), sorted.end());
        double left = room;
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            cap = left / double(sorted.size() - i);
            if (sorted[i] >= cap) break;
            left -= sorted[i];
        }
    }
    std::vector<double> width, x;
    double at = kCellX;
    for (const double natural : table.natural) {
        width.push_back(std::floor(std::min(natural, std::max(24.0, cap))));
        x.push_back(at);
        at += width.back() + 2 * kCellX;
    }
    const bool changed = width != table.width;
    table.width = std::move(width);
    table.x = std::move(x);
    return changed;
}

// ---- the whole ---------------------------------------------------------------------------------------

void MessageLayout::update(const QString& source, double width, Style style) {
    const bool sameFrame = width == m_width && style == m_style && !m_lines.empty();
    if (sameFrame && source.size() == m_source.size() && source == m_source) {
        m_changedFrom = m_height;
        return;
    }
    if (style == m_style && !m_lines.empty() && source.size() == m_source.size() && source == m_source) {
        setWidth(width);
        return;
    }
    const bool grown = sameFrame && source.startsWith(m_source);
    if (grown) {
        m_source.append(QStringView(source).mid(m_source.size()));  // a copy of its own: sharing would make
    } else {                                                        // every token copy the whole text
        m_source = QString(source.constData(), source.size());
    }
    m_width = width;
    m_style = style;
    m_lineHeight = rowHeightOf({});

    std::size_t same = 0;
    std::vector<SourceLine> plain;
    if (style == Style::Plain) {
        plain = splitPlain(m_source);
    } else {
        same = m_splitter.update(m_source, grown);
        same = grown ? same : 0;
    }
    const std::vector<SourceLine>& parts = style == Style::Plain ? plain : m_splitter.lines();
    same = std::min(same, m_lines.size());
    std::vector<Line> old;
    if (sameFrame && grown) {
        old.assign(std::make_move_iterator(m_lines.begin() + std::ptrdiff_t(same)),
                   std::make_move_iterator(m_lines.end()));
    }
    m_lines.resize(same);
    const std::vector<TableShape>& shapes = m_splitter.tables();
    if (style == Style::Plain || !grown) m_tables.clear();
    m_tables.resize(style == Style::Plain ? 0 : shapes.size());
    for (std::size_t t = 0; t < m_tables.size(); ++t) {
        Table& table = m_tables[t];
        if (table.align == shapes[t].columns) continue;
        table = {};
        table.align = shapes[t].columns;
        table.natural.assign(table.align.size(), 0);
        table.longest.assign(table.align.size(), 0);
        table.measured.assign(table.align.size(), 0);
    }

    std::size_t changed = parts.size();
    for (std::size_t i = same; i < parts.size(); ++i) {
        const SourceLine& part = parts[i];
        const QStringView raw = QStringView(m_source).mid(part.begin, part.end - part.begin);
        const bool code = part.kind == LineKind::Code;
        const int lexIn =
            code && i > 0 && m_lines[i - 1].part.codeBlock == part.codeBlock ? m_lines[i - 1].lexOut : 0;
        Line line;
        Line* kept = i - same < old.size() ? &old[i - same] : nullptr;
        if (kept && kept->part == part && kept->raw == raw && kept->lexIn == lexIn &&
            part.kind != LineKind::Thought) {
            line = std::move(*kept);
        } else {
            changed = std::min(changed, i);
            line.part = part;
            line.raw = raw.toString();
            line.lexIn = lexIn;
            if (code) {
                line.lexOut = stateBehind(
                    part.language, QStringView(m_source).mid(part.contentBegin, part.end - part.contentBegin), lexIn);
            }
            line.height = estimate(line);
        }
        if (part.kind == LineKind::TableRow) {
            line.header = i == 0 || parts[i - 1].table != part.table;
            if (line.header) m_tables[std::size_t(part.table)].firstLine = i;
            if (!line.built) measureRow(line, m_source);
        }
        m_lines.push_back(std::move(line));
    }
    for (Table& table : m_tables) {
        if (table.firstLine + 1 < same && table.width.size() == table.natural.size() && sameFrame &&
            (&table != &m_tables.back()))
            continue;
        if (!fitTable(table)) continue;
        changed = std::min(changed, table.firstLine);
        for (std::size_t i = table.firstLine;
             i < m_lines.size() && m_lines[i].part.table == m_lines[table.firstLine].part.table; ++i)
            m_lines[i].built = false;
    }
    // What an open thought says of itself grows with every token.
    for (std::size_t i = 0; i < m_lines.size() && !m_splitter.thoughts().empty(); ++i) {
        Line& line = m_lines[i];
        line.hidden = line.part.thought >= 0 && line.part.kind != LineKind::Thought && !unfolded(line.part.thought);
        if (line.part.kind != LineKind::Thought) continue;
        const ThoughtRange& range = m_splitter.thoughts()[std::size_t(line.part.thought)];
        line.hidden = !range.open &&
                      QStringView(m_source).mid(range.begin, range.end - range.begin).trimmed().isEmpty();
        if (line.built && thoughtLabel && line.fragments.front().drawn.text != thoughtLabel(range)) {
            build(line, m_source);
            changed = std::min(changed, i);
        }
    }
    place(std::min(same, changed));
    // From the line before: the caret stood there.
    m_changedFrom = m_lines.empty() ? 0 : m_lines[std::min(changed, m_lines.size()) - (changed > 0)].y;
    m_changedFrom = std::max(0.0, m_changedFrom - kCodePadding - kCodeHead);
}

void MessageLayout::setWidth(double width) {
    m_width = width;
    for (Table& table : m_tables) fitTable(table);
    for (Line& line : m_lines) {
        line.built = false;
        line.height = estimate(line);
    }
    m_changedFrom = 0;
    place(0);
}

void MessageLayout::place(std::size_t from) {
    double y = 0;
    const Line* before = nullptr;
    for (std::size_t i = from; i-- > 0 && !before;) {
        if (!m_lines[i].hidden) before = &m_lines[i];
    }
    if (before) y = before->y + before->height;
    for (std::size_t i = from; i < m_lines.size(); ++i) {
        Line& line = m_lines[i];
        if (line.hidden) {
            line.y = y;
            line.height = 0;
            continue;
        }
        const SourceLine& part = line.part;
        const bool code = part.kind == LineKind::Code;
        const bool codeBegins = code && (!before || before->part.codeBlock != part.codeBlock);
        const bool codeEnds = before && before->part.kind == LineKind::Code && !(code && !codeBegins);
        if (codeEnds) y += kCodePadding;
        const bool row = part.kind == LineKind::TableRow && before && before->part.table == part.table;
        if (before && !row && (part.startsBlock || codeBegins || codeEnds)) {
            const bool sameList = part.kind == LineKind::Item && !codeEnds && before->part.kind == LineKind::Item;
            y += sameList ? kItemGap : kBlockGap;
        }
        if (codeBegins) y += kCodePadding + (part.language >= 0 ? kCodeHead : 0);
        line.y = y;
        y += line.height;
        before = &line;
    }
    if (before && before->part.kind == LineKind::Code) y += kCodePadding;
    m_height = y;
    m_unbuilt = std::size_t(std::count_if(m_lines.begin(), m_lines.end(),
                                          [](const Line& l) { return !l.built && !l.hidden; }));
}

bool MessageLayout::ensure(double top, double bottom) {
    if (m_unbuilt == 0) return false;
    bool changed = false;
    // Heights that come out smaller bring further lines into view.
    for (;;) {
        std::size_t first = m_lines.size();
        const auto begin = firstIn(top);
        for (auto i = std::size_t(begin - m_lines.cbegin()); i < m_lines.size() && m_lines[i].y <= bottom; ++i) {
            Line& line = m_lines[i];
            if (line.built || line.hidden) continue;
            build(line, m_source);
            first = std::min(first, i);
        }
        if (first == m_lines.size()) return changed;
        place(first);
        changed = true;
    }
}

bool MessageLayout::layOutMore(const QElapsedTimer& clock, qint64 untilMs) {
    if (m_unbuilt == 0) return false;
    std::size_t first = m_lines.size();
    for (std::size_t i = m_lines.size(); i-- > 0 && clock.elapsed() < untilMs;) {
        if (m_lines[i].built || m_lines[i].hidden) continue;
        build(m_lines[i], m_source);
        first = i;
    }
    if (first == m_lines.size()) return false;
    place(first);
    return true;
}

double MessageLayout::naturalWidth() const {
    double widest = 0;
    for (const Line& line : m_lines) {
        if (line.hidden) continue;
        if (!line.built) return m_width;
        for (const Fragment& fragment : line.fragments) {
            const double wide = fragment.layout->maximumWidth();
            if (wide > 0) widest = std::max(widest, line.x + fragment.x + std::ceil(std::min(wide, m_width)));
        }
    }
    return widest;
}

void MessageLayout::setUnfolded(int thought, bool on) {
    if (on)
        m_unfolded.insert(thought);
    else
        m_unfolded.erase(thought);
    for (Line& line : m_lines) {
        if (line.part.thought != thought || line.part.kind == LineKind::Thought) continue;
        line.hidden = !on;
        if (!on) continue;
        line.built = false;  // its height was given up when it was hidden
        line.height = estimate(line);
    }
    place(0);
}

}  // namespace gh::app
