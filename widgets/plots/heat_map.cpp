#include "widgets/plots/heat_map.h"

#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/controls/plain_text.h"
#include "widgets/plots/axis.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kRow = 19, kLeastRow = 8, kAxisLine = 18, kGap = 8, kDrag = 4;
constexpr double kRampWidth = 84, kRampHeight = 8;

QString plain(QString rich) {
    return rich.remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>")).replace(QStringLiteral("<br>"), QStringLiteral(", "));
}

}  // namespace

HeatMap::HeatMap(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void HeatMap::setTable(Table table) {
    const bool other = table.columns != m_table.columns, rows = table.rows.size() != m_table.rows.size();
    m_table = std::move(table);
    if (other) m_columns = whole();
    if (m_chosen && !isCell(*m_chosen)) m_chosen.reset();
    m_hovered.reset();
    setAccessibleName(m_table.name);
    describeChosen();
    if (rows) updateGeometry();
    update();
}

AxisRange HeatMap::whole() const { return {0, static_cast<double>(std::max(1, m_table.columns))}; }

double HeatMap::valueAt(Cell cell) const {
    return m_table.values[static_cast<std::size_t>(cell.row) * static_cast<std::size_t>(m_table.columns) + static_cast<std::size_t>(cell.column)];
}

bool HeatMap::isCell(Cell cell) const {
    return cell.row >= 0 && cell.row < m_table.rows.size() && cell.column >= 0 && cell.column < m_table.columns && !std::isnan(valueAt(cell));
}

void HeatMap::describeChosen() {
    setAccessibleDescription(m_chosen && m_describe ? plain(m_describe(*m_chosen)) : QString());
}

void HeatMap::setChosen(std::optional<Cell> cell) {
    if (cell && !isCell(*cell)) cell.reset();
    if (cell == m_chosen) return;
    m_chosen = cell;
    // It is brought on show where columns are close.
    if (cell && (cell->column < m_columns.low || cell->column + 1 > m_columns.high)) {
        const double length = m_columns.high - m_columns.low;
        m_columns.pan((cell->column + 0.5 - (m_columns.low + length / 2)) / length, whole());
    }
    describeChosen();
    update();
}

double HeatMap::labelWidth() const {
    const QFontMetricsF metrics(Theme::instance().font("caption"));
    double widest = 0;
    for (const QString& row : m_table.rows) widest = std::max(widest, metrics.horizontalAdvance(row));
    return std::min(std::ceil(widest) + kGap, width() * 0.4);
}

int HeatMap::heightForRows() const {
    return static_cast<int>(kRow * std::max<double>(3, static_cast<double>(m_table.rows.size())) + kAxisLine);
}

QRectF HeatMap::plotBox() const {
    const double left = labelWidth();
    const double rows = std::max<double>(1, static_cast<double>(m_table.rows.size()));
    const double height = std::min(kRow * 1.5 * rows, std::max(kLeastRow, static_cast<double>(this->height()) - kAxisLine));
    return QRectF(left, 0, std::max(1.0, width() - left - 1), height);
}

QRectF HeatMap::cellBox(Cell cell) const {
    const QRectF plot = plotBox();
    const double pitch = plot.height() / std::max<double>(1, static_cast<double>(m_table.rows.size()));
    const auto x = [&](int column) { return plot.left() + m_columns.share(column) * plot.width(); };
    return QRectF(QPointF(x(cell.column), plot.top() + cell.row * pitch), QPointF(x(cell.column + 1), plot.top() + (cell.row + 1) * pitch));
}

std::optional<HeatMap::Cell> HeatMap::cellAt(QPointF at) const {
    const QRectF plot = plotBox();
    if (m_table.rows.isEmpty() || !plot.contains(at)) return std::nullopt;
    const Cell cell{static_cast<int>((at.y() - plot.top()) / plot.height() * static_cast<double>(m_table.rows.size())),
                    static_cast<int>(std::floor(m_columns.value((at.x() - plot.left()) / plot.width())))};
    return isCell(cell) ? std::optional(cell) : std::nullopt;
}

void HeatMap::draw(QPainter& painter) {
    const Theme& theme = Theme::instance();
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size())), theme.color("surface"));
    if (m_table.rows.isEmpty() || m_table.columns == 0) return;
    const QRectF plot = plotBox();
    const double ratio = painter.device()->devicePixelRatioF();
    const auto snap = [ratio](double v) { return std::round(v * ratio) / ratio; };
    const double span = m_table.high - m_table.low;
    // The ramp is looked up by names: once a picture, not once a cell.
    constexpr int kShades = 96;
    std::vector<QColor> shades;
    for (int i = 0; i < kShades; ++i) shades.push_back(theme.ramp("sequential", i / (kShades - 1.0)));
    painter.save();
    painter.setClipRect(plot);
    painter.fillRect(plot, theme.color("sunken"));
    for (int row = 0; row < m_table.rows.size(); ++row)
        for (int column = static_cast<int>(m_columns.low); column < m_table.columns && column < m_columns.high; ++column) {
            const Cell cell{row, column};
            const double value = valueAt(cell);
            if (std::isnan(value)) continue;
            const QRectF box = cellBox(cell);
            const double gap = box.width() >= 5 ? 1 / ratio : 0;
            const double share = span > 0 ? std::clamp((value - m_table.low) / span, 0.0, 1.0) : 0.5;
            const QColor& fill = shades[static_cast<std::size_t>(std::lround(share * (kShades - 1)))];
            const QRectF drawn(QPointF(snap(box.left()), snap(box.top())), QPointF(snap(box.right()) - gap, snap(box.bottom()) - gap));
            painter.fillRect(drawn, fill);
            const std::size_t index = static_cast<std::size_t>(row) * static_cast<std::size_t>(m_table.columns) + static_cast<std::size_t>(column);
            if (index < m_table.marked.size() && m_table.marked[index]) {
                painter.setRenderHint(QPainter::Antialiasing);
                painter.setPen(Qt::NoPen);
                painter.setBrush(theme.onRamp(fill));
                const double radius = std::min(2.5, drawn.width() / 3);
                painter.drawEllipse(drawn.center(), radius, radius);
                painter.setRenderHint(QPainter::Antialiasing, false);
            }
        }
    painter.restore();
    painter.setFont(theme.font("caption"));
    const QFontMetricsF metrics(painter.font());
    double free = -1;
    for (int row = 0; row < m_table.rows.size(); ++row) {
        const QRectF box = cellBox({row, 0});
        if (box.center().y() - metrics.height() / 2 < free - 4) continue;   // rows stand closer than lines of text
        free = box.center().y() + metrics.height() / 2;
        const bool chosen = m_chosen && m_chosen->row == row;
        painter.setPen(theme.color(chosen ? "text" : "textMuted"));
        painter.drawText(QRectF(0, box.center().y() - 10, plot.left() - kGap, 20), Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(m_table.rows[row], Qt::ElideMiddle, plot.left() - kGap));
    }
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    painter.drawText(QRectF(0, plot.bottom() + 3, plot.left() - kGap, kAxisLine - 3), Qt::AlignRight | Qt::AlignVCenter, m_table.columnName);
    const double step = std::max(1.0, niceStep(m_columns.high - m_columns.low, std::max(1, static_cast<int>(plot.width() / 34))));
    double taken = plot.left() - 20;
    const auto label = [&](int column) {
        const QRectF box = cellBox({0, column});
        const QString words = units::count(static_cast<std::uint64_t>(column));
        const double half = tabularWidth(painter.font(), words) / 2, x = std::clamp(box.center().x(), plot.left() + half, plot.right() - half);
        if (x - half < taken + 4 || box.right() > plot.right() + 1) return;
        taken = x + half;
        drawTabular(painter, QRectF(x - half, plot.bottom() + 3, 2 * half + 1, kAxisLine - 3), Qt::AlignLeft | Qt::AlignVCenter, words);
    };
    for (double column = std::ceil(m_columns.low / step) * step; column < m_columns.high; column += step)
        if (static_cast<int>(column) < m_table.columns) label(static_cast<int>(column));
    if (m_columns.high >= m_table.columns) label(m_table.columns - 1);
    for (const auto& [cell, role] : {std::pair(m_hovered, "lineStrong"), std::pair(m_chosen, "accent")}) {
        if (!cell || cell->column + 1 <= m_columns.low || cell->column >= m_columns.high) continue;
        const QRectF box = cellBox(*cell);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color("surface"), 2));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        painter.setPen(QPen(theme.color(role), theme.line("selection")));
        painter.drawRect(box.adjusted(-1.5, -1.5, 0.5, 0.5));
    }
}

void HeatMap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter);
    drawFocus(painter, *this);
}

void HeatMap::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

void HeatMap::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_pressed = event->position();
    m_pressedAt = m_columns;
    m_dragging = false;
    if (const auto cell = cellAt(event->position())) {
        setChosen(cell);
        emit chosenByUser(cell->row, cell->column);
    }
}

void HeatMap::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) {
        const double by = event->position().x() - m_pressed.x();
        if (!m_dragging && std::abs(by) < kDrag) return;
        m_dragging = true;
        m_columns = m_pressedAt;
        m_columns.pan(-by / plotBox().width(), whole());
        update();
        return;
    }
    const auto cell = cellAt(event->position());
    if (cell == m_hovered) return;
    m_hovered = cell;
    if (cell && m_describe) showRichTip(event->globalPosition().toPoint(), m_describe(*cell), this);
    else hideTip();
    update();
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent*) {
    m_columns = whole();
    update();
}

void HeatMap::leaveEvent(QEvent*) {
    m_hovered.reset();
    update();
}

void HeatMap::wheelEvent(QWheelEvent* event) {
    // Where every cell is wide the panel scrolls.
    const QRectF plot = plotBox();
    if (m_table.columns < 2 || !plot.contains(event->position())) return event->ignore();
    const double turns = event->angleDelta().y() / 120.0;
    const AxisRange before = m_columns;
    m_columns.zoom((event->position().x() - plot.left()) / plot.width(), std::pow(0.8, turns), whole());
    if (before == m_columns) return event->ignore();
    update();
    event->accept();
}

void HeatMap::keyPressEvent(QKeyEvent* event) {
    const int across = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int down = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const bool home = event->key() == Qt::Key_Home, end = event->key() == Qt::Key_End;
    if (m_table.rows.isEmpty() || (across == 0 && down == 0 && !home && !end)) return QWidget::keyPressEvent(event);
    Cell cell = m_chosen.value_or(Cell{-down, -across});   // the first key chooses the first cell
    // Over empty cells to the next that there is.
    for (int tries = 0; tries < std::max<int>(m_table.columns, static_cast<int>(m_table.rows.size())); ++tries) {
        if (home || end) cell.column = home && tries == 0 ? 0 : end && tries == 0 ? m_table.columns - 1 : cell.column + (home ? 1 : -1);
        else cell.column += across, cell.row += down;
        if (cell.row < 0 || cell.row >= m_table.rows.size() || cell.column < 0 || cell.column >= m_table.columns) return;
        if (!isCell(cell)) continue;
        setChosen(cell);
        emit chosenByUser(cell.row, cell.column);
        if (m_describe) showRichTip(mapToGlobal(cellBox(cell).bottomRight().toPoint()), m_describe(cell), this);
        return;
    }
}

QString HeatMap::csv() const {
    QString text = QStringLiteral("part,%1,%2\n").arg(QString(m_table.columnName).replace(',', ' '), QString(m_table.valueName).replace(',', ' '));
    for (int row = 0; row < m_table.rows.size(); ++row)
        for (int column = 0; column < m_table.columns; ++column)
            if (isCell({row, column}))
                text += QStringLiteral("%1,%2,%3\n").arg(m_table.rows[row]).arg(column).arg(QString::number(valueAt({row, column}), 'g', 9));
    return text;
}

// ---- the legend ---------------------------------------------------------------------------------------

RampLegend::RampLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void RampLegend::setScale(const QString& name, const QString& low, const QString& high) {
    if (name == m_name && low == m_low && high == m_high) return;
    m_name = name, m_low = low, m_high = high;
    setAccessibleName(tr("%1: from %2 to %3").arg(name, low, high));
    setToolTip(accessibleName());
    updateGeometry();
    update();
}

QSize RampLegend::sizeHint() const {
    const QFontMetricsF metrics(Theme::instance().font("axis"));
    return {static_cast<int>(std::ceil(metrics.horizontalAdvance(m_low) + metrics.horizontalAdvance(m_high) + kRampWidth)) + 14,
            static_cast<int>(std::ceil(metrics.height())) + 4};
}

void RampLegend::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    const QFontMetricsF metrics(painter.font());
    const double left = metrics.horizontalAdvance(m_low) + 6, top = (height() - kRampHeight) / 2;
    painter.drawText(QRectF(0, 0, left, height()), Qt::AlignLeft | Qt::AlignVCenter, m_low);
    for (int i = 0; i < static_cast<int>(kRampWidth); ++i)
        painter.fillRect(QRectF(left + i, top, 1, kRampHeight), theme.ramp("sequential", i / (kRampWidth - 1)));
    painter.setPen(theme.color("lineStrong"));
    painter.drawRect(QRectF(left - 0.5, top - 0.5, kRampWidth, kRampHeight));
    painter.setPen(theme.color("textMuted"));
    painter.drawText(QRectF(left + kRampWidth + 6, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, m_high);
}

}  // namespace gh::widgets
