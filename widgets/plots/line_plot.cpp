#include "widgets/plots/line_plot.h"

#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include "widgets/controls/plain_text.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(LinePlot)
};

constexpr double kTop = 20, kBottom = 34, kRight = 14, kLeft = 62, kReach = 14, kPoint = 3;

// Seconds have their letters where all units have them.
QString unitText(const QString& unit) {
    if (unit == QLatin1String("s")) return QCoreApplication::translate("Units", "s", "seconds");
    return QCoreApplication::translate(unit == QLatin1String("ms") ? "Units" : "Lab", unit.toUtf8().constData());
}

}  // namespace

QString labValue(double value, const QString& unit) {
    if (unit == QLatin1String("bytes") && value >= 0) return units::bytes(static_cast<std::uint64_t>(value)).text();
    if (unit == QLatin1String("bytes/s")) return units::bytesPerSecond(value).text();
    if (unit == QLatin1String("op/s")) return units::operationsPerSecond(value).text();
    if (unit == QLatin1String("tokens/s")) return units::tokensPerSecond(value).text();
    if (unit == QLatin1String("ms")) return units::milliseconds(value).text();
    if (unit == QLatin1String("s")) return value < 1 ? units::milliseconds(value * 1e3).text() : units::number(value, value < 100 ? 2 : 0) + QChar(0x00a0) + unitText(unit);
    if (unit == QLatin1String("tokens") && value >= 0) return units::tokens(static_cast<std::uint64_t>(std::llround(value)));
    if (unit == QLatin1String("%")) return units::percent(value / 100).text();
    if (unit == QLatin1String("x")) return units::number(value, 2) + QStringLiteral("\u00a0×");
    return unit.isEmpty() ? axisNumber(value) : axisNumber(value) + QChar(0x00a0) + unitText(unit);
}

LinePlot::LinePlot(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LinePlot::setPlot(const LabPlot& plot, std::vector<Curve> curves) {
    const bool other = plot.id != m_plot.id;
    m_plot = plot;
    m_curves = std::move(curves);
    if (other || (m_spot && (m_spot->curve >= m_curves.size() || m_spot->point >= m_curves[m_spot->curve].series.x.size()))) m_spot.reset();
    settle();
    setAccessibleName(plot.title);
    QStringList words;
    for (const Curve& curve : m_curves)
        if (!curve.series.x.empty())
            words << Text::tr("%1: %2 points, the last %3 at %4")
                         .arg(curve.series.name, units::count(curve.series.x.size()), labValue(curve.series.y.back(), m_plot.y.unit),
                              labValue(curve.series.x.back(), m_plot.x.unit));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    update();
}

void LinePlot::settle() {
    m_x = {0, 1, m_plot.x.logarithmic}, m_y = {0, 1, m_plot.y.logarithmic};
    bool any = false;
    double highestMeasured = 0;
    for (const Curve& curve : m_curves)
        if (!curve.series.limit)
            for (const double y : curve.series.y) highestMeasured = std::max(highestMeasured, y);
    const auto widen = [&](AxisRange& range, double value) {
        if (!std::isfinite(value) || (range.logarithmic && value <= 0)) return;
        if (!any) range.low = range.high = value;
        range.low = std::min(range.low, value), range.high = std::max(range.high, value);
    };
    for (AxisRange* range : {&m_x, &m_y}) {
        any = false;
        for (const Curve& curve : m_curves)
            for (std::size_t i = 0; i < curve.series.x.size(); ++i) {
                const double y = curve.series.y[i];
                if (range == &m_x) widen(*range, curve.series.x[i]);
                // A limit far above would leave nothing of what was measured.
                else if (!curve.series.limit || highestMeasured <= 0 || y <= 3 * highestMeasured || m_y.logarithmic) widen(*range, y);
                if (range == &m_y && i < curve.series.high.size()) widen(*range, curve.series.high[i]);
                any = any || (!range->logarithmic || (range == &m_x ? curve.series.x[i] : y) > 0);
            }
        if (range->logarithmic) {
            if (!(range->low > 0)) range->low = 1, range->high = 10;
            if (range->high <= range->low * 1.01) range->low /= 2, range->high *= 2;
            const double margin = std::pow(range->high / range->low, 0.04);
            range->low /= margin, range->high *= margin;
        } else {
            if (range == &m_y || range->low > 0) range->low = std::min(0.0, range->low);
            if (range->high <= range->low) range->high = range->low + 1;
            range->high += (range->high - range->low) * 0.06;
        }
    }
}

QRectF LinePlot::plotBox() const { return QRectF(QPointF(kLeft, kTop), QPointF(width() - kRight, height() - kBottom)); }

QPointF LinePlot::place(double x, double y) const {
    const QRectF box = plotBox();
    return {box.left() + m_x.share(x) * box.width(), box.bottom() - m_y.share(y) * box.height()};
}

QColor LinePlot::inkOf(const Curve& curve) const {
    const Theme& theme = Theme::instance();
    const QColor full = curve.series.limit ? theme.color("limit") : theme.owner(curve.hue);
    return curve.run == 0 ? full : mix(theme.color("surface"), full, std::max(0.35, 0.65 - 0.1 * static_cast<double>(curve.run)));
}

void LinePlot::drawCurve(QPainter& painter, const Curve& curve) const {
    const Theme& theme = Theme::instance();
    const LabSeries& s = curve.series;
    const QColor ink = inkOf(curve);
    QPainterPath path;
    std::vector<QPointF> at;
    for (std::size_t i = 0; i < s.x.size(); ++i) {
        const QPointF point = place(s.x[i], s.y[i]);
        at.push_back(point);
        if (i == 0) path.moveTo(point);
        else path.lineTo(point);
    }
    QPen pen(ink, theme.line(s.limit ? "limit" : "plot"));
    if (s.limit) pen.setDashPattern({theme.line("limitDash.0"), theme.line("limitDash.1")});
    else if (curve.run > 0) pen.setDashPattern({6, 2});
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    painter.drawPath(path);
    if (s.limit) {
        // Its name stands at its last point within the plot.
        const QRectF box = plotBox();
        const auto last = std::find_if(at.rbegin(), at.rend(), [&](const QPointF& p) { return box.adjusted(-1, -1, 1, 1).contains(p); });
        if (curve.run > 0 || last == at.rend()) return;
        painter.setFont(theme.font("axis"));
        const double width = QFontMetricsF(painter.font()).horizontalAdvance(s.name);
        // It goes on beyond the top: beside it, where it does not rise through the words. Else above it, at the top below.
        const bool leaves = last != at.rbegin(), roomBefore = last->x() - width - 8 >= box.left() + 4;
        const double x = !leaves ? std::max(box.left() + 4, std::min(last->x(), box.right()) - width)
                                 : roomBefore ? last->x() - width - 8 : last->x() + 10;
        const double y = leaves && !roomBefore ? last->y() + 12 : last->y() - 15 < box.top() ? last->y() + 13 : last->y() - 5;
        QColor paper = theme.color("surface");
        paper.setAlphaF(0.85f);
        painter.fillRect(QRectF(x - 2, y - 11, width + 4, 14), paper);
        painter.drawText(QPointF(x, y), s.name);
        return;
    }
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (i < s.low.size() && i < s.high.size() && s.high[i] > s.low[i]) {
            painter.setPen(QPen(ink, 1));
            painter.drawLine(place(s.x[i], s.low[i]), place(s.x[i], s.high[i]));
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawEllipse(at[i], kPoint, kPoint);
    }
}

void LinePlot::draw(QPainter& painter) {
    const Theme& theme = Theme::instance();
    const QRectF box = plotBox();
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size())), theme.color("surface"));
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    const QFontMetricsF metrics(painter.font());
    const auto axisText = [&](const LabAxis& axis) {
        const QString unit = unitText(axis.unit);
        return axis.unit.isEmpty() || axis.name == unit ? axis.name : Text::tr("%1, %2", "axis: what, unit").arg(axis.name, unit);
    };
    painter.drawText(QRectF(8, 0, width() - 16, kTop - 5), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(axisText(m_plot.y), Qt::ElideRight, width() - 16));
    for (const double value : m_y.ticks(std::max(2, static_cast<int>(box.height() / 34)))) {
        const double y = std::round(box.bottom() - m_y.share(value) * box.height());
        painter.fillRect(QRectF(box.left(), y, box.width(), 1), theme.color("line"));
        const QString words = m_plot.y.unit == QLatin1String("bytes") ? units::bytes(static_cast<std::uint64_t>(std::max(0.0, value)), 0).text() : axisNumber(value);
        drawTabular(painter, QRectF(0, y - 8, box.left() - 7, 16), Qt::AlignRight | Qt::AlignVCenter, words);
    }
    painter.fillRect(QRectF(box.left(), box.bottom(), box.width(), 1), theme.color("lineStrong"));
    double free = 0;
    for (const double value : m_x.ticks(std::max(2, static_cast<int>(box.width() / 56)))) {
        const double x = box.left() + m_x.share(value) * box.width();
        const QString words = axisNumber(value);
        const double half = tabularWidth(painter.font(), words) / 2;
        if (x - half < free || x + half > width()) continue;
        free = x + half + 8;
        drawTabular(painter, QRectF(x - half, box.bottom() + 3, 2 * half + 1, 14), Qt::AlignLeft | Qt::AlignVCenter, words);
    }
    painter.drawText(QRectF(box.left(), box.bottom() + 17, box.width(), 15), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(axisText(m_plot.x), Qt::ElideLeft, box.width()));
    painter.save();
    painter.setClipRect(box.adjusted(-kPoint, -kPoint - 2, kPoint + 2, kPoint));
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = m_curves.size(); i-- > 0;) drawCurve(painter, m_curves[i]);
    if (m_spot) {
        const Curve& curve = m_curves[m_spot->curve];
        painter.setPen(QPen(theme.color("accent"), theme.line("selection")));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(place(curve.series.x[m_spot->point], curve.series.y[m_spot->point]), kPoint + 3, kPoint + 3);
    }
    painter.restore();
}

std::optional<LinePlot::Spot> LinePlot::nearest(QPointF at) const {
    std::optional<Spot> best;
    double distance = kReach;
    for (std::size_t c = 0; c < m_curves.size(); ++c)
        for (std::size_t i = 0; i < m_curves[c].series.x.size(); ++i) {
            const QPointF by = place(m_curves[c].series.x[i], m_curves[c].series.y[i]) - at;
            const double d = std::hypot(by.x(), by.y());
            if (d < distance) distance = d, best = Spot{c, i};
        }
    return best;
}

QString LinePlot::describe(const Spot& spot) const {
    const Curve& curve = m_curves[spot.curve];
    const LabSeries& s = curve.series;
    QString text = Text::tr("<b>%1</b><br>%2 at %3").arg(s.name.toHtmlEscaped(), labValue(s.y[spot.point], m_plot.y.unit), labValue(s.x[spot.point], m_plot.x.unit));
    if (spot.point < s.low.size() && spot.point < s.high.size() && s.high[spot.point] > s.low[spot.point])
        text += QStringLiteral("<br>") + Text::tr("runs from %1 to %2").arg(labValue(s.low[spot.point], m_plot.y.unit), labValue(s.high[spot.point], m_plot.y.unit));
    if (!curve.runName.isEmpty()) text += QStringLiteral("<br>") + curve.runName.toHtmlEscaped();
    return text;
}

QString LinePlot::hoverText(QPointF at) const {
    const auto spot = nearest(at);
    return spot ? describe(*spot) : QString();
}

void LinePlot::mouseMoveEvent(QMouseEvent* event) {
    const auto spot = nearest(event->position());
    const bool same = spot.has_value() == m_spot.has_value() && (!spot || (spot->curve == m_spot->curve && spot->point == m_spot->point));
    if (same) return;
    m_spot = spot;
    if (spot) showRichTip(event->globalPosition().toPoint(), describe(*spot), this);
    else hideTip();
    update();
}

void LinePlot::keyPressEvent(QKeyEvent* event) {
    const int along = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int across = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (m_curves.empty() || (along == 0 && across == 0)) return QWidget::keyPressEvent(event);
    Spot spot = m_spot.value_or(Spot{0, 0});
    const auto count = static_cast<int>(m_curves.size());
    if (m_spot) spot.curve = static_cast<std::size_t>((static_cast<int>(spot.curve) + across + count) % count);
    const auto points = static_cast<int>(m_curves[spot.curve].series.x.size());
    if (points == 0) return;
    spot.point = static_cast<std::size_t>(std::clamp(static_cast<int>(spot.point) + (m_spot ? along : 0), 0, points - 1));
    m_spot = spot;
    const LabSeries& s = m_curves[spot.curve].series;
    setAccessibleDescription(QString(describe(spot)).remove("<b>").remove("</b>").replace("<br>", ", "));
    showRichTip(mapToGlobal(place(s.x[spot.point], s.y[spot.point]).toPoint()), describe(spot), this);
    update();
}

void LinePlot::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

void LinePlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter);
    drawFocus(painter, *this);
}

void LinePlot::drawForExport(QPainter& painter) { draw(painter); }

QString LinePlot::csv() const {
    QString text = QStringLiteral("run,series,x,y,low,high\n");
    for (const Curve& curve : m_curves)
        for (std::size_t i = 0; i < curve.series.x.size(); ++i) {
            const auto number = [](const std::vector<double>& of, std::size_t at) { return at < of.size() ? QString::number(of[at], 'g', 12) : QString(); };
            text += QStringLiteral("\"%1\",\"%2\",%3,%4,%5,%6\n").arg(QString(curve.runName).replace('"', "\"\""), QString(curve.series.name).replace('"', "\"\""),
                        number(curve.series.x, i), number(curve.series.y, i), number(curve.series.low, i), number(curve.series.high, i));
        }
    return text;
}

}  // namespace gh::widgets
