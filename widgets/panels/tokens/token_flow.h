// The tokens of a sequence in running order, three rows a line: who wrote it, the text, the ids, and under them how likely
// each drawn one was. Hovering or choosing a token marks it in all rows. Only what is on show is painted; 50,000 tokens
// are laid out in a few milliseconds and grow by their last line.
#pragma once

#include <optional>
#include <QAbstractScrollArea>
#include <vector>

#include "widgets/models/token_facts.h"
#include "widgets/text/glyph_batch.h"

class QPainter;

namespace gh::widgets {

class TokenFlow : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit TokenFlow(QWidget* parent = nullptr);

    struct Range {
        std::uint32_t first = 0, last = 0;                   // inclusive
        bool operator==(const Range&) const = default;
    };
    void setSequence(const TokenSequence& sequence);
    // Scrolls to it when it changed; when it ends, back to the newest token, if that was followed before.
    void setChosen(std::optional<Range> range);
    std::optional<Range> chosen() const { return m_chosen; }
    std::uint32_t head() const { return m_head; }            // of the chosen ones, the one that moves
    void setClock(std::optional<std::uint64_t> step);        // tokens of later steps are faded; nothing: live
    void setHovered(std::optional<std::uint32_t> position);  // from another view of the same tokens
    void setLive(bool on);                                   // off: a text that stands, read from its top
    void setPale(bool on);                                   // all of it faded: it is not what it should be
    bool isPale() const { return m_pale; }

    std::size_t lines() const { return m_lineStarts.size(); }
    std::optional<std::uint32_t> tokenAt(QPoint viewportPosition) const;
    QRectF cellRect(std::uint32_t position) const;           // in the viewport; empty: there is no such token
    void ensureVisible(std::uint32_t position);
    int heightForLines(int lines) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosenByUser(quint32 first, quint32 last);
    void cleared();
    void hovered(int position);                              // -1: none
    void activated();                                        // Enter
    void menuWanted(const QPoint& globalPosition);
    void copyWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    static constexpr double kGap = 2;                        // between cells
    struct Metrics {
        int band = 0, text = 0, id = 0, bar = 0, line = 0;   // heights
        int gutter = 0;
    };
    void measure();
    void layOut(bool all);
    double cellWidth(std::uint32_t position) const;
    std::size_t lineOf(std::uint32_t position) const;
    std::uint32_t lineEnd(std::size_t line) const;
    void paintLine(QPainter& painter, std::size_t line, double y);
    void paintCell(QPainter& painter, std::uint32_t position, const QRectF& cell);
    void drawMono(QPainter& painter, GlyphBatch& batch, const QString& text, const QRectF& box, const QColor& color);
    void paintBands(QPainter& painter, std::uint32_t first, const std::vector<double>& lefts, const std::vector<double>& widths,
                    double y);
    bool faded(std::uint32_t position) const;
    void move(std::int64_t to, bool extend);

    TokenSequence m_sequence;
    Metrics m_metrics;
    GlyphBatch m_text, m_ids;                                // the two mono faces
    mutable std::unordered_map<std::string, double> m_widths;   // of pieces that are not plain ASCII
    struct Inks;                                             // colours, looked up once a painting
    const Inks* m_inks = nullptr;
    std::vector<std::uint32_t> m_lineStarts;
    std::uint32_t m_laidOut = 0;                             // positions that have a place
    std::uint64_t m_checkStep = 0;                           // step of the last laid out token in the cache
    std::uint32_t m_checkAt = 0;
    std::optional<Range> m_chosen;
    std::uint32_t m_anchor = 0, m_head = 0;
    bool m_followed = true;                                  // the newest token, before something was chosen
    std::uint32_t m_topToken = 0;                            // first of the first line whose label is on show
    bool m_dragging = false, m_live = true, m_pale = false;
    std::optional<std::uint32_t> m_hovered;
    std::optional<std::uint64_t> m_clock;
};

constexpr double kMarkSide = 10;                              // of the sign of a branch or a mistake in a cell

// Colours of who wrote a token, the same in every part of the panel.
QColor voiceColor(TokenVoice voice);
QColor specialColor();
// The mono face without ligatures: "<|" is two characters, not an arrow.
QFont plainMono(const char* size);

}  // namespace gh::widgets
