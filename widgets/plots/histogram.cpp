#include "widgets/plots/histogram.h"

#include <algorithm>
#include <cmath>

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>

#include "widgets/controls/plain_text.h"
#include "widgets/plots/axis.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kMostBins = 40;
constexpr double kAxisLine = 20, kTop = 4, kWords = 14;   // kWords: over the bar of what is beyond the last bin

}  // namespace

HistogramView::HistogramView(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setFocusPolicy(Qt::TabFocus);   // for the menu key
    setAccessibleName(tr("Histogram of step times"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void HistogramView::setValues(const std::vector<double>& milliseconds) {
    m_bins = histogram(milliseconds, kMostBins);
    update();
}

QRectF HistogramView::plotBox() const {
    const double top = m_bins.beyond > 0 ? kTop + kWords : kTop;
    return QRectF(0, top, width(), height() - top - kAxisLine);
}

QRectF HistogramView::binBox(std::size_t bin) const {
    const QRectF plot = plotBox();
    // The steps beyond the last bin stand apart, one bin further.
    const auto bins = static_cast<double>(m_bins.counts.size()) + (m_bins.beyond > 0 ? 2 : 0);
    const double pitch = std::min(plot.width() / bins, 16.0);
    const bool beyond = bin >= m_bins.counts.size();
    const int count = beyond ? m_bins.beyond : m_bins.counts[bin];
    const int most = std::max(1, std::max(m_bins.beyond, *std::max_element(m_bins.counts.begin(), m_bins.counts.end())));
    const double height = count == 0 ? 0 : std::max(1.0, std::round(plot.height() * count / most));
    const double place = static_cast<double>(bin) + (beyond ? 1 : 0);
    const double left = std::round(plot.left() + place * pitch), right = std::round(plot.left() + (place + 1) * pitch);
    return QRectF(left, plot.bottom() - height, std::max(1.0, right - left - 1), height);
}

void HistogramView::draw(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    painter.fillRect(rect(), theme.color("surface"));
    const QRectF plot = plotBox();
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.color("lineStrong"));
    if (m_bins.counts.empty()) return;
    for (std::size_t bin = 0; bin < m_bins.counts.size() + (m_bins.beyond > 0 ? 1 : 0); ++bin)
        painter.fillRect(binBox(bin), theme.color("phase.decode"));
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    const double pitch = m_bins.counts.size() > 1 ? (binBox(m_bins.counts.size() - 1).left() - binBox(0).left()) /
                                                        static_cast<double>(m_bins.counts.size() - 1)
                                                  : 16;
    const double perMs = pitch / m_bins.width;
    const double span = m_bins.end() - m_bins.first;
    const double step = niceStep(span, std::max(1, static_cast<int>(span * perMs / 30)));
    const double unitLeft = plot.right() - QFontMetricsF(painter.font()).horizontalAdvance(tr("ms")) - 4;
    const double firstTick = std::ceil(m_bins.first / step - 1e-9) * step;
    double taken = plot.left() - 8;   // right end of the label before
    for (double ms = firstTick; ms <= m_bins.end() * 1.0001; ms += step) {
        const QString text = units::number(ms, decimalsOf(step));
        const double width = tabularWidth(painter.font(), text);
        const double x = std::max(plot.left() + width / 2, plot.left() + (ms - m_bins.first) * perMs);
        if (x + width / 2 > unitLeft - 2) break;
        if (x - width / 2 < taken + 6) continue;   // all times nearly equal: fewer labels rather than one over the other
        taken = x + width / 2;
        drawTabular(painter, QRectF(x - width / 2, plot.bottom() + 4, width, kAxisLine - 4), Qt::AlignHCenter | Qt::AlignTop, text);
    }
    painter.drawText(QRectF(plot.left(), plot.bottom() + 4, plot.width(), kAxisLine - 4), Qt::AlignRight | Qt::AlignTop, tr("ms"));
    if (m_bins.beyond > 0) {
        const QRectF bar = binBox(m_bins.counts.size());
        painter.drawText(QRectF(bar.left() - 60, bar.top() - kWords, bar.width() + 60, kWords), Qt::AlignRight | Qt::AlignBottom,
                         tr("> %1").arg(units::number(m_bins.end(), decimalsOf(step))));
    }
}

void HistogramView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter);
    drawFocus(painter, *this);
}

void HistogramView::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

bool HistogramView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (std::size_t bin = 0; bin < m_bins.counts.size() + (m_bins.beyond > 0 ? 1 : 0); ++bin) {
        const QRectF bar = binBox(bin);
        if (help->pos().x() < bar.left() || help->pos().x() > bar.right()) continue;
        const bool beyond = bin == m_bins.counts.size();
        const double from = m_bins.first + static_cast<double>(bin) * m_bins.width;
        const int decimals = decimalsOf(m_bins.width);
        showTip(help->globalPos(),
                beyond ? tr("%n step(s) took longer than %1 ms", nullptr, m_bins.beyond)
                             .arg(units::number(m_bins.end(), decimals))
                       : tr("%n step(s) took %1 to %2 ms", nullptr, m_bins.counts[bin])
                             .arg(units::number(from, decimals), units::number(from + m_bins.width, decimals)),
                this);
        return true;
    }
    hideTip();
    return true;
}

QString HistogramView::csv() const {
    QString text = QStringLiteral("from_ms,to_ms,steps\n");
    for (std::size_t i = 0; i < m_bins.counts.size(); ++i)
        text += QStringLiteral("%1,%2,%3\n").arg(m_bins.first + static_cast<double>(i) * m_bins.width)
                    .arg(m_bins.first + static_cast<double>(i + 1) * m_bins.width).arg(m_bins.counts[i]);
    if (m_bins.beyond > 0) text += QStringLiteral("%1,,%2\n").arg(m_bins.end()).arg(m_bins.beyond);
    return text;
}

}  // namespace gh::widgets
