// One message laid out: its lines (see markdown.h) with a text layout each. Re-laying out after a change
// keeps every line whose source is the same, so a reply that grows costs its last line and not its length.
#pragma once

#include <memory>
#include <QPainter>
#include <QTextLayout>
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
    QColor fill;
};

class MessageLayout {
public:
    enum class Style { Markdown, Plain };

    // Lays `source` out to `width` pixels. Cheap when little changed.
    void update(const QString& source, double width, Style style);
    void invalidate() { m_lines.clear(); }  // fonts or colours changed

    double height() const { return m_height; }
    double naturalWidth() const { return m_naturalWidth; }  // widest line, for bubbles

    // Draws what intersects `clip` (both in the painter's coordinates). marks: backgrounds behind text.
    void paint(QPainter& painter, QPointF origin, const QRectF& clip,
               const std::vector<TextMark>& marks) const;

    int sourceAt(QPointF point) const;  // nearest character's source offset, point relative to the origin
    QPointF endOfText() const;          // where the caret of a streaming reply stands (top of its line)
    double lineHeight() const { return m_lineHeight; }
    QPointF pointOf(int source) const;  // middle of the character that came from there
    std::vector<QRectF> codeBoxes() const;
    // The code block at this point: its text, else empty.
    QString codeAt(QPointF point, QRectF* box) const;

private:
    struct Line {
        SourceLine part;
        QString raw;  // the source it was made from
        InlineText drawn;
        std::unique_ptr<QTextLayout> layout;
        std::unique_ptr<QTextLayout> marker;
        double x = 0, y = 0, height = 0;  // of the text, from the message's origin
    };
    void build(Line& line, QStringView source, double width) const;
    const Line* lineAt(double y) const;

    std::vector<Line> m_lines;
    QString m_source;
    double m_width = 0, m_height = 0, m_naturalWidth = 0, m_lineHeight = 24;
    Style m_style = Style::Markdown;
};

}  // namespace gh::app
