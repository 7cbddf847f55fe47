#include "widgets/plots/quality_plot.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/controls/plain_text.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kLeft = 56, kRight = 12, kTop = 18, kBottom = 34, kPoint = 4, kReach = 14, kCloser = 0.8;

}  // namespace

QualityPlot::QualityPlot(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Size against quality"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void QualityPlot::setPoints(const Axes& axes, std::vector<Point> points) {
    const bool same = axes.x == m_axes.x && axes.y == m_axes.y && m_x != m_wholeX;   // a zoom stays while points come
    m_axes = axes;
    m_points = std::move(points);
    m_spot.reset();
    const AxisRange x = m_x, y = m_y;
    settle();
    if (same && x.low >= m_wholeX.low && x.high <= m_wholeX.high) m_x = x, m_y = y;
    QStringList words;
    for (std::size_t i = 0; i < m_points.size(); ++i) words << describe(i).remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>")).replace(QStringLiteral("<br>"), QStringLiteral(", "));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    update();
}

bool QualityPlot::lower(const Point& point) const { return point.y <= 0; }

void QualityPlot::settle() {
    double lowX = 0, highX = 0, lowY = 0, highY = 0;
    bool any = false, anyY = false;
    for (const Point& point : m_points) {
        if (!any) lowX = highX = point.x;
        lowX = std::min(lowX, point.x), highX = std::max(highX, point.x);
        any = true;
        if (lower(point)) continue;
        if (!anyY) lowY = highY = point.y;
        lowY = std::min(lowY, std::max(point.y - point.error, point.y / 2)), highY = std::max(highY, point.y + point.error);
        anyY = true;
    }
    const double margin = highX > lowX ? (highX - lowX) * 0.08 : std::max(1.0, highX * 0.1);
    m_wholeX = {lowX - margin, highX + 3 * margin, false};   // names stand behind their points
    if (!anyY) lowY = 0.001, highY = 1;
    if (highY < lowY * 1.5) lowY /= 1.25, highY *= 1.25;
    const double factor = std::pow(highY / lowY, 0.08);
    m_wholeY = {lowY / factor, highY * factor, true};
    m_x = m_wholeX, m_y = m_wholeY;
}

std::vector<std::size_t> QualityPlot::frontier() const {
    std::vector<std::size_t> order(m_points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return m_points[i].reference; });
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return m_points[a].x != m_points[b].x ? m_points[a].x < m_points[b].x : m_points[a].y < m_points[b].y;
    });
    std::vector<std::size_t> best;
    for (const std::size_t i : order)
        if (best.empty() || m_points[i].y < m_points[best.back()].y) best.push_back(i);
    return best;
}

QRectF QualityPlot::plotBox() const { return QRectF(QPointF(kLeft, kTop), QPointF(width() - kRight, height() - kBottom)); }

QPointF QualityPlot::place(const Point& point) const {
    const QRectF box = plotBox();
    return {box.left() + m_x.share(point.x) * box.width(), lower(point) ? box.bottom() : box.bottom() - m_y.share(point.y) * box.height()};
}

void QualityPlot::draw(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const QRectF box = plotBox();
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size())), theme.color("surface"));
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    const QFontMetricsF metrics(painter.font());
    painter.drawText(QRectF(4, 0, width() - 8, kTop - 3), Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(m_axes.y, Qt::ElideRight, width() - 8));
    for (const double value : m_y.decades(std::max(2, static_cast<int>(box.height() / 34)))) {
        const double y = std::round(box.bottom() - m_y.share(value) * box.height());
        if (y < box.top() - 1) continue;
        painter.fillRect(QRectF(box.left(), y, box.width(), 1), theme.color("line"));
        drawTabular(painter, QRectF(0, y - 8, box.left() - 6, 16), Qt::AlignRight | Qt::AlignVCenter, axisNumber(value));
    }
    painter.fillRect(QRectF(box.left(), box.bottom(), box.width(), 1), theme.color("lineStrong"));
    double free = 0;
    // Round numbers of MiB, not of bytes.
    const double unit = m_axes.xBytes ? 1024.0 * 1024.0 : 1;
    const AxisRange scaled{m_x.low / unit, m_x.high / unit, false};
    for (const double value : scaled.ticks(std::max(2, static_cast<int>(box.width() / 52)))) {
        const double x = box.left() + scaled.share(value) * box.width();
        const QString words = axisNumber(value);
        const double half = tabularWidth(painter.font(), words) / 2;
        if (x - half < free || x + half > width()) continue;
        free = x + half + 8;
        drawTabular(painter, QRectF(x - half, box.bottom() + 3, 2 * half + 1, 14), Qt::AlignLeft | Qt::AlignVCenter, words);
    }
    painter.drawText(QRectF(box.left(), box.bottom() + 17, box.width(), 15), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(m_axes.x, Qt::ElideLeft, box.width()));
    painter.save();
    painter.setClipRect(box.adjusted(-kPoint, -kPoint, kPoint, kPoint));
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<std::size_t> best = frontier();
    painter.setPen(QPen(theme.color("control"), theme.line("plot")));
    for (std::size_t i = 1; i < best.size(); ++i) painter.drawLine(place(m_points[best[i - 1]]), place(m_points[best[i]]));
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const Point& point = m_points[i];
        const QPointF at = place(point);
        if (point.reference && lower(point)) {
            QPen pen(theme.color("textMuted"), 1);
            pen.setDashPattern({2, 2});
            painter.setPen(pen);
            painter.drawLine(QPointF(at.x(), box.top()), QPointF(at.x(), box.bottom()));
            continue;
        }
        const QColor ink = theme.color(point.reference ? "textMuted" : "text");
        if (point.error > 0 && !lower(point)) {
            painter.setPen(QPen(ink, 1));
            const Point high{{}, {}, point.x, point.y + point.error, 0, false}, low{{}, {}, point.x, std::max(point.y - point.error, point.y * 0.01), 0, false};
            painter.drawLine(place(high), place(low));
        }
        const bool onFrontier = std::find(best.begin(), best.end(), i) != best.end();
        painter.setPen(QPen(ink, 1.5));
        painter.setBrush(point.reference || !onFrontier ? theme.color("surface") : ink);
        painter.drawEllipse(at, kPoint, kPoint);
        if (m_spot != i) continue;
        painter.setPen(QPen(theme.color("accent"), theme.line("selection")));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(at, kPoint + 3.5, kPoint + 3.5);
    }
    drawNames(painter);
    painter.restore();
}

// Beside their points, where no other name or point stands; the hover says those that find no room.
void QualityPlot::drawNames(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    painter.setFont(theme.font("axis"));
    const QFontMetricsF metrics(painter.font());
    const QRectF box = plotBox();
    std::vector<QRectF> taken;
    for (const Point& point : m_points)
        if (!(point.reference && lower(point))) taken.push_back(QRectF(place(point) - QPointF(kPoint, kPoint), QSizeF(2 * kPoint, 2 * kPoint)));
    for (const Point& point : m_points) {
        const QPointF at = place(point);
        if (at.x() < box.left() || at.x() > box.right()) continue;
        const double width = metrics.horizontalAdvance(point.name), height = metrics.height();
        const bool line = point.reference && lower(point);
        const double y = line ? box.top() : at.y() - height / 2;
        const QRectF tries[] = {QRectF(at.x() + kPoint + 4, y, width, height), QRectF(at.x() - kPoint - 4 - width, y, width, height),
                                QRectF(at.x() - width / 2, at.y() - kPoint - 3 - height, width, height), QRectF(at.x() - width / 2, at.y() + kPoint + 3, width, height)};
        for (const QRectF& place : tries) {
            const bool free = box.adjusted(0, -2, 0, 2).contains(place) && std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(place); });
            if (!free) continue;
            taken.push_back(place);
            painter.setPen(theme.color(point.reference ? "textMuted" : "text"));
            painter.drawText(QPointF(place.left(), place.top() + metrics.ascent()), point.name);
            break;
        }
    }
}

QString QualityPlot::describe(std::size_t index) const {
    const Point& point = m_points[index];
    const QString x = m_axes.xBytes ? units::bytes(static_cast<std::uint64_t>(std::max(0.0, point.x))).text() : axisNumber(point.x);
    QString y = axisNumber(point.y);
    if (point.error > 0) y += QStringLiteral(" ± ") + axisNumber(point.error);
    QString text = QStringLiteral("<b>%1</b><br>%2: %3<br>%4: %5").arg(point.name.toHtmlEscaped(), m_axes.x.toHtmlEscaped(), x, m_axes.y.toHtmlEscaped(), y);
    if (!point.details.isEmpty()) text += QStringLiteral("<br>") + point.details.toHtmlEscaped().replace('\n', QStringLiteral("<br>"));
    return text;
}

std::optional<std::size_t> QualityPlot::nearest(QPointF at) const {
    std::optional<std::size_t> best;
    double distance = kReach;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        QPointF by = place(m_points[i]) - at;
        if (m_points[i].reference && lower(m_points[i])) by.setY(0);   // a line
        const double d = std::hypot(by.x(), by.y());
        if (d < distance) distance = d, best = i;
    }
    return best;
}

QString QualityPlot::hoverText(QPointF at) const {
    const auto spot = nearest(at);
    return spot ? describe(*spot) : QString();
}

void QualityPlot::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->position();
    m_pressedX = m_x, m_pressedY = m_y;
}

void QualityPlot::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) {
        const QPointF by = event->position() - m_pressed;
        m_x = m_pressedX, m_y = m_pressedY;
        m_x.pan(-by.x() / plotBox().width(), m_wholeX);
        m_y.pan(by.y() / plotBox().height(), m_wholeY);
        return update();
    }
    const auto spot = nearest(event->position());
    if (spot == m_spot) return;
    m_spot = spot;
    if (spot) showRichTip(event->globalPosition().toPoint(), describe(*spot), this);
    else hideTip();
    update();
}

void QualityPlot::mouseDoubleClickEvent(QMouseEvent*) {
    m_x = m_wholeX, m_y = m_wholeY;
    update();
}

void QualityPlot::wheelEvent(QWheelEvent* event) {
    const QRectF box = plotBox();
    const double factor = std::pow(kCloser, event->angleDelta().y() / 120.0);
    const AxisRange before = m_x;
    m_x.zoom((event->position().x() - box.left()) / box.width(), factor, m_wholeX);
    m_y.zoom((box.bottom() - event->position().y()) / box.height(), factor, m_wholeY);
    if (before == m_x) return event->ignore();
    update();
    event->accept();
}

void QualityPlot::keyPressEvent(QKeyEvent* event) {
    if (m_points.empty()) return QWidget::keyPressEvent(event);
    const auto count = m_points.size();
    switch (event->key()) {
        case Qt::Key_Right: case Qt::Key_Down: m_spot = m_spot ? (*m_spot + 1) % count : 0; break;
        case Qt::Key_Left: case Qt::Key_Up: m_spot = m_spot ? (*m_spot + count - 1) % count : count - 1; break;
        case Qt::Key_Plus: case Qt::Key_Minus:
            for (auto [range, whole] : {std::pair(&m_x, &m_wholeX), std::pair(&m_y, &m_wholeY)})
                range->zoom(0.5, event->key() == Qt::Key_Plus ? kCloser : 1 / kCloser, *whole);
            return update();
        case Qt::Key_0: m_x = m_wholeX, m_y = m_wholeY; return update();
        default: return QWidget::keyPressEvent(event);
    }
    showRichTip(mapToGlobal(place(m_points[*m_spot]).toPoint()), describe(*m_spot), this);
    update();
}

void QualityPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter);
    drawFocus(painter, *this);
}

void QualityPlot::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

QString QualityPlot::csv() const {
    QString text = QStringLiteral("name,size,quality,error\n");
    for (const Point& point : m_points)
        text += QStringLiteral("\"%1\",%2,%3,%4\n").arg(QString(point.name).replace('"', QStringLiteral("\"\"")), QString::number(point.x, 'g', 12),
                    QString::number(point.y, 'g', 9), QString::number(point.error, 'g', 6));
    return text;
}

}  // namespace gh::widgets
