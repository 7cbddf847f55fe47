#include "widgets/plots/weight_histogram.h"

#include <algorithm>
#include <cmath>

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

constexpr double kLeft = 44, kRight = 8, kTop = 16, kBottom = 20;
constexpr double kCloser = 0.8, kLevelLine = 6;      // pixels that two levels need to be drawn as lines

}  // namespace

WeightHistogram::WeightHistogram(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Weights by value, with the levels of the scheme"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void WeightHistogram::setDetail(TensorDetailPtr detail) {
    const bool other = !detail || !m_detail || detail->tensor.name != m_detail->tensor.name;
    m_detail = std::move(detail);
    m_said = -1;
    if (m_detail) {
        m_whole = {m_detail->low, m_detail->high > m_detail->low ? m_detail->high : m_detail->low + 1};
        m_most = 1;
        for (const quint32 count : m_detail->counts) m_most = std::max(m_most, count);
        if (other) m_x = m_whole;
        setAccessibleDescription(tr("%1: from %2 to %3, %n level(s)", nullptr, static_cast<int>(m_detail->levels.size()))
                                     .arg(m_detail->tensor.name, axisNumber(m_detail->low), axisNumber(m_detail->high)));
    } else {
        setAccessibleDescription({});
    }
    update();
}

QRectF WeightHistogram::plotBox() const { return QRectF(QPointF(kLeft, kTop), QPointF(width() - kRight, height() - kBottom)); }

double WeightHistogram::binStart(int bin) const {
    return m_whole.low + (m_whole.high - m_whole.low) * bin / std::max<double>(1, static_cast<double>(m_detail->counts.size()));
}

int WeightHistogram::binAt(double value) const {
    const auto bins = static_cast<int>(m_detail->counts.size());
    return std::clamp(static_cast<int>(m_whole.share(value) * bins), 0, std::max(0, bins - 1));
}

void WeightHistogram::draw(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size())), theme.color("surface"));
    if (!m_detail || m_detail->counts.empty()) return;
    const QRectF plot = plotBox();
    const AxisRange counts{0.5, m_most * 1.6, true};
    const auto y = [&](double count) { return plot.bottom() - counts.share(count) * plot.height(); };
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    painter.drawText(QRectF(0, 0, width(), kTop - 2), Qt::AlignLeft | Qt::AlignVCenter, tr("weights"));
    for (double tick = 1; tick <= m_most * 1.6; tick *= 10) {
        const double at = std::round(y(tick));
        painter.fillRect(QRectF(plot.left(), at, plot.width(), 1), theme.color("line"));
        drawTabular(painter, QRectF(0, at - 8, kLeft - 6, 16), Qt::AlignRight | Qt::AlignVCenter, axisNumber(tick));
        if (plot.height() / std::max(1.0, std::log10(m_most * 3.2)) < 13) tick *= 10;   // every other power
    }
    painter.save();
    painter.setClipRect(plot);
    const auto x = [&](double value) { return plot.left() + m_x.share(value) * plot.width(); };
    const auto bins = static_cast<int>(m_detail->counts.size());
    for (int bin = binAt(m_x.low); bin <= binAt(m_x.high) && bin < bins; ++bin) {
        const quint32 count = m_detail->counts[static_cast<std::size_t>(bin)];
        if (count == 0) continue;
        const double left = std::floor(x(binStart(bin))), right = std::max(left + 1, std::floor(x(binStart(bin + 1))));
        const double gap = right - left >= 4 ? 1 : 0;
        painter.fillRect(QRectF(left, y(count), right - left - gap, plot.bottom() - y(count)), theme.color("phase.sampling"));
    }
    // Levels: lines where they stand apart, ticks at the bottom where they would be a wall.
    std::size_t shown = 0;
    for (const double level : m_detail->levels) shown += level >= m_x.low && level <= m_x.high;
    const bool lines = shown > 0 && plot.width() / static_cast<double>(shown) >= kLevelLine;
    QColor ink = theme.color("accent");
    for (const double level : m_detail->levels) {
        if (level < m_x.low || level > m_x.high) continue;
        const double at = std::round(x(level));
        if (lines) painter.fillRect(QRectF(at, plot.top(), 1, plot.height()), ink);
        else painter.fillRect(QRectF(at, plot.bottom() - 7, 1, 7), ink);
    }
    painter.restore();
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.color("lineStrong"));
    painter.setPen(theme.color("textMuted"));
    double free = 0;
    for (const double value : m_x.ticks(std::max(2, static_cast<int>(plot.width() / 60)))) {
        const QString words = axisNumber(value);
        const double half = tabularWidth(painter.font(), words) / 2;
        if (x(value) - half < free || x(value) + half > width()) continue;
        free = x(value) + half + 8;
        drawTabular(painter, QRectF(x(value) - half, plot.bottom() + 4, 2 * half + 1, 14), Qt::AlignLeft | Qt::AlignVCenter, words);
    }
}

void WeightHistogram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter);
    drawFocus(painter, *this);
}

QString WeightHistogram::hoverText(QPointF at) const {
    const QRectF plot = plotBox();
    if (!m_detail || m_detail->counts.empty() || !plot.contains(at)) return {};
    const double value = m_x.value((at.x() - plot.left()) / plot.width());
    const int bin = binAt(value);
    const quint32 count = m_detail->counts[static_cast<std::size_t>(bin)];
    QString text = tr("<b>%n weight(s)</b><br>from %1 to %2", nullptr, static_cast<int>(count)).arg(axisNumber(binStart(bin)), axisNumber(binStart(bin + 1)));
    if (!m_detail->levels.empty()) {
        const auto nearest = std::min_element(m_detail->levels.begin(), m_detail->levels.end(),
                                              [&](double a, double b) { return std::abs(a - value) < std::abs(b - value); });
        text += QStringLiteral("<br>") + tr("nearest level: %1").arg(axisNumber(*nearest));
    }
    return text;
}

void WeightHistogram::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->position();
    m_pressedAt = m_x;
}

void WeightHistogram::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) {
        m_x = m_pressedAt;
        m_x.pan(-(event->position().x() - m_pressed.x()) / plotBox().width(), m_whole);
        return update();
    }
    const QString words = hoverText(event->position());
    const int bin = words.isEmpty() ? -1 : binAt(m_x.value((event->position().x() - plotBox().left()) / plotBox().width()));
    if (bin == m_said) return;
    m_said = bin;
    if (bin >= 0) showRichTip(event->globalPosition().toPoint(), words, this);
    else hideTip();
}

void WeightHistogram::mouseDoubleClickEvent(QMouseEvent*) {
    m_x = m_whole;
    update();
}

void WeightHistogram::wheelEvent(QWheelEvent* event) {
    const AxisRange before = m_x;
    m_x.zoom((event->position().x() - plotBox().left()) / plotBox().width(), std::pow(kCloser, event->angleDelta().y() / 120.0), m_whole);
    if (before == m_x) return event->ignore();
    update();
    event->accept();
}

void WeightHistogram::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Plus: m_x.zoom(0.5, kCloser, m_whole); break;
        case Qt::Key_Minus: m_x.zoom(0.5, 1 / kCloser, m_whole); break;
        case Qt::Key_Left: m_x.pan(-0.1, m_whole); break;
        case Qt::Key_Right: m_x.pan(0.1, m_whole); break;
        case Qt::Key_0: m_x = m_whole; break;
        default: return QWidget::keyPressEvent(event);
    }
    update();
}

void WeightHistogram::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

QString WeightHistogram::csv() const {
    QString text = QStringLiteral("from,to,weights\n");
    if (!m_detail) return text;
    for (int bin = 0; bin < static_cast<int>(m_detail->counts.size()); ++bin)
        text += QStringLiteral("%1,%2,%3\n").arg(QString::number(binStart(bin), 'g', 9), QString::number(binStart(bin + 1), 'g', 9))
                    .arg(m_detail->counts[static_cast<std::size_t>(bin)]);
    return text;
}

}  // namespace gh::widgets
