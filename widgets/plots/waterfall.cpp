#include "widgets/plots/waterfall.h"

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

constexpr double kAxisLine = 18, kMostRow = 14;
constexpr double kStrip = 10, kStripGap = 6;     // the same time once more, summed by kind


}  // namespace

WaterfallView::WaterfallView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::TabFocus);   // for the menu key
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void WaterfallView::setRecord(const telemetry::StepRecord& record) {
    m_record = record;
    m_rows.clear();
    double at = 0;
    const auto single = [&](const QString& name, const char* role, float ms) {
        m_rows.push_back({name, name, tr("%1: %2").arg(name, units::milliseconds(ms).text()), {{role, at, ms}}});
        at += ms;
    };
    single(tr("embed"), "phase.prefill", record.embedMs);
    double attention = 0, ffn = 0;
    for (std::size_t l = 0; l < record.layers.size(); ++l) {
        const telemetry::LayerTime& layer = record.layers[l];
        Row row;
        row.label = units::count(l);
        row.name = tr("layer %1").arg(row.label);
        row.hover = tr("Layer %1: attention %2, FFN %3").arg(row.label, units::milliseconds(layer.attentionMs).text(),
                                                             units::milliseconds(layer.ffnMs).text());
        row.parts = {{"phase.decode", at, layer.attentionMs}, {"phase.sampling", at + layer.attentionMs, layer.ffnMs}};
        at += layer.attentionMs + layer.ffnMs;
        attention += layer.attentionMs;
        ffn += layer.ffnMs;
        m_rows.push_back(std::move(row));
    }
    single(tr("head"), "phase.prefill", record.headMs);
    single(tr("sample"), "phase.rest", record.samplingMs);
    single(tr("rest"), "phase.rest", record.restMs);
    m_total = at;
    m_sums = {{"phase.decode", attention}, {"phase.sampling", ffn}, {"phase.prefill", record.embedMs + record.headMs},
              {"phase.rest", record.samplingMs + record.restMs}};
    setAccessibleName(tr("Time by layer: embedding %1, attention %2, FFN %3, head %4, sampling %5, rest %6")
                          .arg(units::milliseconds(record.embedMs).text(), units::milliseconds(attention).text(),
                               units::milliseconds(ffn).text(), units::milliseconds(record.headMs).text(),
                               units::milliseconds(record.samplingMs).text(), units::milliseconds(record.restMs).text()));
    update();
}

QRectF WaterfallView::plotBox() const {
    const QFontMetricsF metrics(Theme::instance().font("axis"));
    double label = 0;
    for (const Row& row : m_rows) label = std::max(label, metrics.horizontalAdvance(row.label));
    const double left = std::ceil(label) + 8;
    return QRectF(left, kStrip + kStripGap, width() - left, height() - kAxisLine - kStrip - kStripGap);
}

double WaterfallView::rowHeight() const {
    return m_rows.empty() ? kMostRow : std::min(kMostRow, plotBox().height() / static_cast<double>(m_rows.size()));
}

void WaterfallView::draw(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    painter.fillRect(rect(), theme.color("surface"));
    if (m_rows.empty() || m_total <= 0) return;
    const QRectF plot = plotBox();
    const double pitch = rowHeight(), bottom = std::round(plot.top() + pitch * static_cast<double>(m_rows.size()));
    painter.setFont(theme.font("axis"));
    const QString last = units::milliseconds(m_total).text();
    const double perMs = plot.width() / m_total;
    const double step = niceStep(m_total, std::max(1, static_cast<int>(plot.width() / 48)));
    const double lastLeft = plot.right() - tabularWidth(painter.font(), last) - 10;
    for (double ms = 0; ms < m_total; ms += step) {
        const double x = std::round(plot.left() + ms * perMs);
        painter.fillRect(QRectF(x, plot.top(), 1, bottom - plot.top()), theme.color("line"));
        const QString text = units::number(ms, decimalsOf(step));
        const double width = tabularWidth(painter.font(), text);
        const double left = ms == 0 ? x : x - width / 2;
        if (left + width > lastLeft) continue;
        painter.setPen(theme.color("textMuted"));
        drawTabular(painter, QRectF(left, bottom + 3, width, 14), Qt::AlignLeft | Qt::AlignTop, text);
    }
    painter.setPen(theme.color("textMuted"));
    drawTabular(painter, QRectF(plot.left(), bottom + 3, plot.width(), 14), Qt::AlignRight | Qt::AlignTop, last);

    double at = plot.left();
    for (const auto& [role, ms] : m_sums) {
        painter.fillRect(QRectF(at, 0, ms * perMs, kStrip), theme.color(role));
        at += ms * perMs;
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const auto snap = [ratio](double v) { return std::round(v * ratio) / ratio; };
    // A name only where it does not touch the one above; the ends of the list have the first claim.
    const double line = QFontMetricsF(painter.font()).ascent() + 1;
    double free = -1;
    const int every = static_cast<int>(std::max(1.0, niceStep(std::max(1.0, line / pitch), 1)));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const double top = snap(plot.top() + static_cast<double>(i) * pitch), next = snap(plot.top() + static_cast<double>(i + 1) * pitch);
        const double gap = pitch >= 5 ? 1 : 0;
        for (const Part& part : m_rows[i].parts) {
            const double left = snap(plot.left() + part.start * perMs), right = snap(plot.left() + (part.start + part.length) * perMs);
            painter.fillRect(QRectF(left, top, std::max(1 / ratio, right - left), std::max(1 / ratio, next - top - gap)),
                             theme.color(part.role));
        }
        const double centre = (top + next) / 2;
        const bool isLast = i + 1 == m_rows.size();
        const bool isLayer = i > 0 && i <= m_record.layers.size();
        if (isLayer && (static_cast<int>(i) - 1) % every != 0) continue;
        if (!isLast && (centre - line / 2 < free || bottom - line < centre + line / 2)) continue;
        // Where the last rows stand closer than lines of text, one name is left for them: that of the long one.
        const QString label = isLast && pitch < line ? tr("head") : m_rows[i].label;
        painter.setPen(theme.color("textMuted"));
        const double y = isLast ? std::min(centre, bottom - line / 2) : std::max(centre, plot.top() + line / 2);
        drawTabular(painter, QRectF(0, y - 8, plot.left() - 8, 16), Qt::AlignRight | Qt::AlignVCenter, label);
        free = y + line / 2;
    }
}

void WaterfallView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter);
    drawFocus(painter, *this);
}

void WaterfallView::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

bool WaterfallView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int row = static_cast<int>(std::floor((help->pos().y() - plotBox().top()) / rowHeight()));
    if (row >= 0 && row < static_cast<int>(m_rows.size()))
        showTip(help->globalPos(), m_rows[static_cast<std::size_t>(row)].hover, this);
    else hideTip();
    return true;
}

QString WaterfallView::csv() const {
    QString text = QStringLiteral("part,layer,ms\n");
    text += QStringLiteral("embedding,,%1\n").arg(m_record.embedMs);
    for (std::size_t l = 0; l < m_record.layers.size(); ++l)
        text += QStringLiteral("attention,%1,%2\nffn,%1,%3\n").arg(l).arg(m_record.layers[l].attentionMs).arg(m_record.layers[l].ffnMs);
    return text + QStringLiteral("head,,%1\nsampling,,%2\nrest,,%3\n").arg(m_record.headMs).arg(m_record.samplingMs).arg(m_record.restMs);
}

}  // namespace gh::widgets
