// The blocks of one pool as cells: colour says owner (or references, age, fill), the level says how full, a hatch says
// cached. Draws 20,000 blocks: a cell is a picture that is copied, only what changed or is exposed is drawn.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <QAbstractScrollArea>
#include <QElapsedTimer>
#include <QImage>
#include <QTimer>
#include <vector>

#include "engine/telemetry/history.h"
#include "widgets/plots/block_cell.h"
#include "widgets/plots/plot_export.h"

namespace gh::widgets {

class BlockMapView : public QAbstractScrollArea, public Exportable {
    Q_OBJECT
public:
    explicit BlockMapView(QWidget* parent = nullptr);

    // The cells to show; `hues` must outlive the view. Nothing is drawn again but cells whose look changed.
    void setCells(std::shared_ptr<const telemetry::BlockMap> map, std::size_t pool, std::uint64_t now,
                  const OwnerHues& hues);
    void setColouring(BlockColouring colouring);
    BlockColouring colouring() const { return m_context.colouring; }
    // What is chosen: a block, and every block that holds one of the tokens.
    void setChosen(std::optional<int> block, std::vector<int> holders);
    std::optional<int> currentBlock() const { return m_current; }
    // Words for a block: the hover (rich text) and the accessible name (plain).
    using Describe = std::function<QString(int block)>;
    void setDescribers(Describe hover, Describe spoken);

    // Something happened to the block just now: a ring that fades says what. Many at once are not told one by one.
    void flash(int block, telemetry::BlockChange change);
    std::size_t flashes() const { return m_flashes.size(); }
    static const char* flashRole(telemetry::BlockChange change);   // colour role of its ring; null: none

    int blocks() const { return static_cast<int>(m_looks.size()); }
    int columns() const { return m_columns; }
    int mostReferences() const { return m_context.mostReferences; }
    BlockLook lookAt(int block) const { return m_looks[static_cast<std::size_t>(block)]; }
    std::optional<int> blockAt(QPoint viewportPosition) const;
    QRectF cellRect(int block) const;            // in the viewport, logical pixels
    void ensureVisible(int block);
    // The height that shows everything at this width, with large cells, or small ones when large do not fit `available`;
    // where small ones do not fit either, that of as many whole rows as do.
    int heightFor(int width, int available) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QString exportName() const override { return QStringLiteral("kv-blocks"); }
    QSize exportSize() const override;
    void drawForExport(QPainter& painter) override;
    QString csv() const override;

signals:
    void chosen(int block);                      // by click or key
    void cleared();                              // Escape, or a click beside the cells

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Geometry { int columns = 1, rows = 0, pitch = 0, cell = 0, label = 0; };  // device pixels
    Geometry geometryFor(int width, bool small) const;
    int heightOf(const Geometry& g, int rows) const;
    int rowsIn(const Geometry& g, int height) const;   // whole ones
    int topRow() const;                          // of those on show; the scroll bar counts rows
    int endRow() const;                          // one past the last on show
    void layOut();
    void refreshLooks();
    void resetPictures();                        // sizes or colours changed
    void fillStrip(int row, int firstColumn, int lastColumn);
    void drawCells(QPainter& painter, const QRect& exposed);
    void drawLabelColumn(QPainter& painter);
    void drawRings(QPainter& painter, const QRect& exposed);
    void drawRing(QPainter& painter, int block);
    void drawLabels(QPainter& painter, const Geometry& g, int firstRow, int lastRow, double dy) const;
    QRect cellPixels(int block) const;           // in the viewport, device pixels
    QRect dirtyRect(int block) const;
    void moveTo(int block);
    int labelWidth() const;
    void drawFlashes(QPainter& painter, const QRect& exposed);
    const QImage& flashPicture(telemetry::BlockChange change, int level);
    void moveOn();                               // the rings fade

    std::shared_ptr<const telemetry::BlockMap> m_map;
    std::size_t m_pool = 0;
    BlockContext m_context;
    std::vector<BlockLook> m_looks;
    std::optional<int> m_current;
    std::vector<int> m_holders;
    Describe m_hover, m_spoken;
    Geometry m_geometry;
    int m_columns = 1;
    bool m_small = false;
    double m_ratio = 1;
    QImage m_strip, m_labels;                    // a row of cells; the labels beside the rows on show
    int m_labelsTop = 0;
    QRgb m_surface = 0;
    BlockSprites m_sprites;
    struct Flash { int block; telemetry::BlockChange change; qint64 since; int lasts; };
    std::vector<Flash> m_flashes;
    std::map<std::pair<telemetry::BlockChange, int>, QImage> m_flashPictures;   // by change and how far it has faded
    QElapsedTimer m_clock;
    QTimer m_motion;
};

}  // namespace gh::widgets
