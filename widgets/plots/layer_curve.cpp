#include "widgets/plots/layer_curve.h"

#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include "widgets/controls/plain_text.h"
#include "widgets/plots/axis.h"
#include "widgets/plots/axis_range.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kLeft = 46, kRight = 6, kTop = 16, kBottom = 18, kMark = 3.5;

}  // namespace

LayerCurve::LayerCurve(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);   // for the menu key
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Error of the hidden state by layer"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void LayerCurve::setSeries(std::vector<Series> series, double threshold) {
    m_series = std::move(series);
    m_threshold = threshold;
    m_said = -1;
    QStringList words;
    for (const Series& one : m_series)
        if (!one.errors.empty())
            words << (one.departsAt >= 0 ? tr("%1 departs from layer %2 on").arg(one.name).arg(one.departsAt) : tr("%1 stays below the threshold").arg(one.name));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    update();
}

std::size_t LayerCurve::layers() const {
    std::size_t most = 0;
    for (const Series& one : m_series) most = std::max(most, one.errors.size());
    return most;
}

double LayerCurve::lowest() const {
    double low = m_threshold > 0 ? m_threshold / 10 : 0.001;
    for (const Series& one : m_series)
        for (const float error : one.errors)
            if (error > 0) low = std::min(low, static_cast<double>(error));
    return std::max(low / 1.5, 1e-9);
}

double LayerCurve::highest() const {
    double high = std::max(m_threshold * 2, lowest() * 10);
    for (const Series& one : m_series)
        for (const float error : one.errors)
            if (std::isfinite(error)) high = std::max(high, static_cast<double>(error));
    return high * 1.3;
}

QRectF LayerCurve::plotBox() const { return QRectF(QPointF(kLeft, kTop), QPointF(width() - kRight, height() - kBottom)); }

void LayerCurve::draw(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size())), theme.color("surface"));
    const std::size_t count = layers();
    if (count == 0) return;
    const QRectF plot = plotBox();
    const AxisRange range{lowest(), highest(), true};
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    const QFontMetricsF metrics(painter.font());
    painter.drawText(QRectF(4, 0, width() - 8, kTop - 2), Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(tr("relative error of the hidden state"), Qt::ElideRight, width() - 8));
    const auto y = [&](double value) { return plot.bottom() - std::clamp(range.share(value), 0.0, 1.0) * plot.height(); };
    for (const double value : range.decades(std::max(2, static_cast<int>(plot.height() / 26)))) {
        painter.fillRect(QRectF(plot.left(), std::round(y(value)), plot.width(), 1), theme.color("line"));
        drawTabular(painter, QRectF(0, y(value) - 8, kLeft - 6, 16), Qt::AlignRight | Qt::AlignVCenter, axisNumber(value));
    }
    const double pitch = plot.width() / static_cast<double>(count);
    const auto x = [&](std::size_t layer) { return plot.left() + (static_cast<double>(layer) + 0.5) * pitch; };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_threshold > 0) {
        QPen pen(theme.color("limit"), theme.line("limit"));
        pen.setDashPattern({theme.line("limitDash.0"), theme.line("limitDash.1")});
        painter.setPen(pen);
        painter.drawLine(QPointF(plot.left(), y(m_threshold)), QPointF(plot.right(), y(m_threshold)));
    }
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const Series& one = m_series[i];
        if (one.errors.empty()) continue;
        const QColor ink = theme.owner(i);
        QPainterPath path;
        bool begun = false;
        for (std::size_t layer = 0; layer < one.errors.size(); ++layer) {
            const QPointF at(x(layer), y(static_cast<double>(one.errors[layer])));
            if (begun) path.lineTo(at);
            else path.moveTo(at);
            begun = true;
        }
        painter.setPen(QPen(ink, theme.line("plot")));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
        if (one.departsAt < 0 || one.departsAt >= static_cast<int>(one.errors.size())) continue;
        const auto departs = static_cast<std::size_t>(one.departsAt);
        painter.setPen(QPen(theme.color("surface"), 1));
        painter.setBrush(ink);
        painter.drawEllipse(QPointF(x(departs), y(static_cast<double>(one.errors[departs]))), kMark, kMark);
    }
    painter.restore();
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.color("lineStrong"));
    painter.setPen(theme.color("textMuted"));
    const double word = metrics.horizontalAdvance(tr("layer")) + 6;
    drawTabular(painter, QRectF(0, plot.bottom() + 2, kLeft - 6, 15), Qt::AlignRight | Qt::AlignVCenter, word < kLeft ? tr("layer") : QString());
    const double step = std::max(1.0, niceStep(static_cast<double>(count), std::max(1, static_cast<int>(plot.width() / 30))));
    for (double layer = 0; layer < static_cast<double>(count); layer += step)
        drawTabular(painter, QRectF(x(static_cast<std::size_t>(layer)) - 15, plot.bottom() + 2, 30, 15), Qt::AlignHCenter | Qt::AlignVCenter, units::count(static_cast<std::uint64_t>(layer)));
}

void LayerCurve::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter);
    drawFocus(painter, *this);
}

QString LayerCurve::hoverText(QPointF at) const {
    const QRectF plot = plotBox();
    const std::size_t count = layers();
    if (count == 0 || !plot.contains(at)) return {};
    const auto layer = std::min(count - 1, static_cast<std::size_t>((at.x() - plot.left()) / plot.width() * static_cast<double>(count)));
    QStringList lines{tr("<b>Layer %1</b>").arg(layer)};
    for (const Series& one : m_series)
        if (layer < one.errors.size())
            lines << tr("%1: %2", "variant, error").arg(one.name.toHtmlEscaped(), axisNumber(static_cast<double>(one.errors[layer]))) + (one.departsAt == static_cast<int>(layer) ? QStringLiteral(" · ") + tr("departs here") : QString());
    if (m_threshold > 0) lines << tr("departs from %1 on").arg(axisNumber(m_threshold));
    return lines.join(QStringLiteral("<br>"));
}

void LayerCurve::mouseMoveEvent(QMouseEvent* event) {
    const QString words = hoverText(event->position());
    const int layer = words.isEmpty() ? -1 : static_cast<int>((event->position().x() - plotBox().left()) / plotBox().width() * static_cast<double>(layers()));
    if (layer == m_said) return;
    m_said = layer;
    if (layer >= 0) showRichTip(event->globalPosition().toPoint(), words, this);
    else hideTip();
}

void LayerCurve::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

QString LayerCurve::csv() const {
    QString text = QStringLiteral("variant,layer,error\n");
    for (const Series& one : m_series)
        for (std::size_t layer = 0; layer < one.errors.size(); ++layer)
            text += QStringLiteral("\"%1\",%2,%3\n").arg(QString(one.name).replace('"', QStringLiteral("\"\""))).arg(layer).arg(static_cast<double>(one.errors[layer]));
    return text;
}

}  // namespace gh::widgets
