#include "widgets/text/glyph_batch.h"

#include <cmath>

#include <QFontMetricsF>
#include <QGlyphRun>

namespace gh::widgets {

void GlyphBatch::setFont(const QFont& font) {
    m_font = font;
    m_raw = QRawFont::fromFont(font);
    m_glyphs.clear();
    m_runs.clear();
    const QFontMetricsF metrics(font);
    m_advance = metrics.horizontalAdvance(QLatin1Char('0'));
    m_ascent = metrics.ascent();
    m_height = metrics.height();
}

quint32 GlyphBatch::glyphOf(char16_t c) const {
    if (const auto known = m_glyphs.find(c); known != m_glyphs.end()) return known->second;
    quint32 glyph = 0;
    const QChar character(c);
    // Latin, Greek, Cyrillic and signs stand for themselves; scripts that join or stack their letters do not.
    const bool plain = (c >= 0x20 && c < 0x300) || (c >= 0x370 && c < 0x590) || (c >= 0x2010 && c < 0x2700);
    if (plain && m_raw.isValid() && !character.isSurrogate() && !character.isMark()) {
        const QVector<quint32> found = m_raw.glyphIndexesForString(QString(character));
        if (found.size() == 1 && found[0] != 0) {
            const QVector<QPointF> advances = m_raw.advancesForGlyphIndexes(found);
            if (advances.size() == 1 && std::abs(advances[0].x() - m_advance) < 0.75) glyph = found[0];
        }
    }
    m_glyphs.emplace(c, glyph);
    return glyph;
}

bool GlyphBatch::canDraw(const QString& text) const {
    for (const QChar c : text)
        if (glyphOf(c.unicode()) == 0) return false;
    return true;
}

void GlyphBatch::add(const QString& text, QPointF at, const QColor& color) {
    const QRgb rgba = color.rgba();
    Run* run = nullptr;
    for (Run& known : m_runs)
        if (known.color == rgba) run = &known;
    if (!run) {
        run = &m_runs.emplace_back();
        run->color = rgba;
    }
    for (const QChar c : text) {
        run->glyphs.append(glyphOf(c.unicode()));
        run->positions.append(at);
        at.rx() += m_advance;
    }
}

void GlyphBatch::flush(QPainter& painter) {
    for (Run& run : m_runs) {
        if (run.glyphs.isEmpty()) continue;
        QGlyphRun glyphs;
        glyphs.setRawFont(m_raw);
        glyphs.setGlyphIndexes(run.glyphs);
        glyphs.setPositions(run.positions);
        painter.setPen(QColor::fromRgba(run.color));
        painter.drawGlyphRun(QPointF(0, 0), glyphs);
        run.glyphs.clear();
        run.positions.clear();
    }
}

}  // namespace gh::widgets
