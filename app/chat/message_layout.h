// One message laid out: its lines (see markdown.h) with a text layout each. What a reply grows by costs its
// last line and not its length: settled lines are kept, and a line gets its layout only when it comes into
// view or when there is time (until then its height is estimated).
#pragma once

#include <functional>
#include <memory>
#include <QElapsedTimer>
#include <QPainter>
#include <QTextLayout>
#include <set>
#include <vector>

#include "app/chat/markdown.h"

namespace gh::app {

// Half-open range of a message's source text.
struct TextRange {
    int begin = 0, end = 0;
    bool operator==(const TextRange&) const = default;
};

struct TextMark {
    TextRange range;
    QColor fill;       // behind the text; invalid: nothing
    QColor ink = {};   // of the text; invalid: its own
    bool dotted = false;  // below the text
};

class MessageLayout {
public:
    enum class Style { Markdown, Plain };
    struct CodeBox {
        QRectF rect;
        int block = -1, language = -1;
    };

    // What the line of a folded section says. Set before update().
    std::function<QString(const ThoughtRange&)> thoughtLabel;

    // Splits `source` for `width` pixels; cheap when it only grew. Lines that are new have estimated heights.
    void update(const QString& source, double width, Style style);
    // Lays out the lines that reach into [top, bottom]. True: heights came out different.
    bool ensure(double top, double bottom);
    // Lays out more until the clock says so, last lines first. True: something changed.
    bool layOutMore(const QElapsedTimer& clock, qint64 untilMs);
    bool complete() const { return m_unbuilt == 0; }
    // Where the picture begins to differ from before the last update().
    double changedFrom() const { return m_changedFrom; }

    double height() const { return m_height; }
    double naturalWidth() const;  // widest line, for bubbles

    // Draws what intersects `clip` (both in the painter's coordinates). marks: what parts of the text look like.
    void paint(QPainter& painter, QPointF origin, const QRectF& clip,
               const std::vector<TextMark>& marks) const;

    int sourceAt(QPointF point) const;  // nearest character's source offset, point relative to the origin
    QPointF endOfText() const;          // where the caret of a streaming reply stands (top of its line)
    double lineHeight() const { return m_lineHeight; }
    QPointF pointOf(int source) const;  // middle of the character that came from there
    // The first character of the row at this height, and the top of the row that a character stands in: places
    // that outlive a layout. Where a line has none yet, from its estimated height.
    int rowSourceAt(double y) const;
    double rowTop(int source) const;

    std::vector<CodeBox> codeBoxes() const;
    QString codeText(int block) const;
    QString linkAt(QPointF point) const;  // address below the point, else empty

    // <think> sections: folded until asked for.
    const std::vector<ThoughtRange>& thoughts() const { return m_splitter.thoughts(); }
    QRectF thoughtRect(int thought) const;
    bool unfolded(int thought) const { return m_unfolded.count(thought) > 0; }
    void setUnfolded(int thought, bool on);
    int thoughtOf(int source) const;  // -1: stands in none

    // Text as it is read: without marks, folded sections left out.
    QString spokenText() const;

private:
    struct Fragment {  // a text of its own: the line's, or a table cell
        InlineText drawn;
        std::unique_ptr<QTextLayout> layout;
        double x = 0, y = 0, width = 0;  // from the line's origin
        int begin = 0, end = 0;          // source
    };
    struct Line {
        SourceLine part;
        QString raw;  // the source it was made from
        std::vector<Fragment> fragments;
        std::unique_ptr<QTextLayout> marker;
        double x = 0, y = 0, height = 0;  // of the text, from the message's origin
        double rowHeight = 0;             // of one wrapped row
        int lexIn = 0, lexOut = 0;        // states of the code lexer
        bool built = false, hidden = false, header = false;
    };
    struct Table {
        std::vector<CellAlign> align;
        std::vector<double> natural, x, width;
        std::vector<int> longest;   // characters
        std::vector<int> measured;  // cells
        std::size_t firstLine = 0;
    };

    void build(Line& line, QStringView source) const;
    void buildRow(Line& line, QStringView source) const;
    void buildThought(Line& line) const;
    void addFragment(Line& line, InlineText drawn, const QFont& font, double x, double room, int begin,
                     int end, CellAlign align, const QColor* color = nullptr) const;
    double estimate(const Line& line) const;
    void measureRow(const Line& line, QStringView source);
    bool fitTable(Table& table);
    void setWidth(double width);
    void place(std::size_t from);
    const Line* lineAt(double y) const;
    const Line* lineOf(int source) const;
    const Fragment* fragmentAt(const Line& line, double x) const;
    std::vector<Line>::const_iterator firstIn(double top) const;
    void paintBackground(QPainter& painter, QPointF origin, const Line& line) const;
    void paintText(QPainter& painter, QPointF origin, const QRectF& clip, const Line& line,
                   const std::vector<TextMark>& marks) const;

    MarkdownSplitter m_splitter;
    std::vector<Line> m_lines;
    std::vector<Table> m_tables;
    std::set<int> m_unfolded;
    QString m_source;
    double m_width = 0, m_height = 0, m_lineHeight = 24, m_changedFrom = 0;
    std::size_t m_unbuilt = 0;
    Style m_style = Style::Markdown;
};

}  // namespace gh::app
