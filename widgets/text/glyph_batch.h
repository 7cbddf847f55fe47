// Text of one fixed-width face, drawn a colour at a time instead of a word at a time: laying out hundreds of short
// strings costs more than painting them. Only what needs no shaping goes in; the rest is drawn the usual way.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRawFont>
#include <unordered_map>
#include <vector>

namespace gh::widgets {

class GlyphBatch {
public:
    explicit GlyphBatch(const QFont& font = {}) { setFont(font); }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }
    double advance() const { return m_advance; }              // of every character that canDraw()
    double ascent() const { return m_ascent; }
    double height() const { return m_height; }

    // Every character is in the face, has the common width and stands for itself.
    bool canDraw(const QString& text) const;
    // Baseline at `at`; drawn by flush().
    void add(const QString& text, QPointF at, const QColor& color);
    void flush(QPainter& painter);

private:
    struct Run {
        QRgb color = 0;
        QVector<quint32> glyphs;
        QVector<QPointF> positions;
    };
    quint32 glyphOf(char16_t c) const;                        // 0: none that may be used
    QFont m_font;
    QRawFont m_raw;
    double m_advance = 0, m_ascent = 0, m_height = 0;
    mutable std::unordered_map<char16_t, quint32> m_glyphs;
    std::vector<Run> m_runs;
};

}  // namespace gh::widgets
