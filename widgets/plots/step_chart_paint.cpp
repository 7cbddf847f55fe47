#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPushButton>

#include "widgets/plots/axis.h"
#include "widgets/plots/step_axis.h"
#include "widgets/plots/step_chart.h"
#include "widgets/plots/step_chart_measures.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {

using namespace step_chart;

namespace {

constexpr const char* kPartRoles[] = {"phase.prefill", "phase.decode", "phase.sampling", "phase.rest"};
// Decode lies at the bottom: it is what most steps have, and its level is read against the axis.
constexpr int kOrder[] = {1, 0, 2, 3};
constexpr double kLimitInView = 4;     // times the highest bar: a limit above would leave nothing of the bars
constexpr double kModelName = 180, kLeastName = 40, kModelTop = 22;   // below the limit's words

}  // namespace

StepChart::Scale StepChart::scaleOf(std::size_t from, std::size_t to) const {
    std::vector<double> totals;
    totals.reserve(to - from);
    for (std::size_t i = from; i < to; ++i) totals.push_back(barTotal(m_steps[i], m_measure));
    double highest = totals.empty() ? 0 : *std::max_element(totals.begin(), totals.end());
    Scale scale;
    if (m_cut && m_measure != StepMeasure::Tokens)
        if (const auto cut = cutHeight(std::move(totals))) {
            highest = *cut;
            scale.cut = true;
        }
    if (highest <= 0) highest = 1;
    if (const auto limit = barLimit(m_measure, m_machine); limit && *limit <= kLimitInView * highest) {
        scale.limit = limit;
        highest = std::max(highest, *limit);
    }
    scale.step = niceStep(highest * 1.05, kGridLines);
    scale.top = highest * 1.08;
    return scale;
}

void StepChart::drawAxes(QPainter& painter, const QRectF& plot, const Scale& scale) const {
    const Theme& theme = Theme::instance();
    painter.setFont(theme.font("axis"));
    const double perUnit = plot.height() / scale.top;
    for (double value = 0; value <= scale.top * 1.0001; value += scale.step) {
        const double y = std::round(plot.bottom() - value * perUnit);
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), theme.color(value == 0 ? "lineStrong" : "line"));
        painter.setPen(theme.color("textMuted"));
        drawTabular(painter, QRectF(0, y - 8, plot.left() - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                    units::number(value, decimalsOf(scale.step)));
    }
    painter.setPen(theme.color("textMuted"));
    const QString name = unit();
    const double nameWidth = QFontMetricsF(painter.font()).horizontalAdvance(name);
    // A short unit stands over its figures, a long one starts there.
    const QRectF unitBox(0, 0, plot.width(), kUnitLine - 5);
    if (nameWidth < plot.left() - 8) painter.drawText(QRectF(0, 0, plot.left() - 8, kUnitLine - 5), Qt::AlignRight | Qt::AlignVCenter, name);
    else painter.drawText(unitBox.translated(8, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetricsF(painter.font()).elidedText(name, Qt::ElideRight, unitBox.width()));

    drawStepNumbers(painter, m_window, plot, kAxisLine);
    const QString axis = tr("step");
    const double axisWidth = std::max(plot.left() - 8, std::ceil(QFontMetricsF(painter.font()).horizontalAdvance(axis)));
    painter.drawText(QRectF(0, plot.bottom() + 4, axisWidth, kAxisLine - 4), Qt::AlignRight | Qt::AlignTop, axis);
}

void StepChart::drawChosen(QPainter& painter, const QRectF& plot) const {
    if (!m_chosen) return;
    const Theme& theme = Theme::instance();
    const double left = std::max(plot.left(), xOf(m_chosen->first) - 1);
    const double width = std::min(plot.right(), xOf(m_chosen->last + 1)) - left;
    if (width <= 0) return;
    const QRectF band(std::round(left), plot.top(), std::max(2.0, std::round(width)), plot.height());
    painter.fillRect(band, theme.color("selection"));
    const double line = theme.line("selection");
    painter.fillRect(QRectF(band.left(), band.top() - line, band.width(), line), theme.color("accent"));
    painter.fillRect(QRectF(band.left(), band.bottom() + 1, band.width(), line), theme.color("accent"));
}

std::vector<QRectF> StepChart::drawBars(QPainter& painter, const QRectF& plot, const Scale& scale, std::size_t from,
                                        std::size_t to) const {
    const Theme& theme = Theme::instance();
    const double ratio = painter.device()->devicePixelRatioF();
    const auto snap = [ratio](double v) { return std::round(v * ratio) / ratio; };
    // What is after the clock is drawn faded.
    const double faded = theme.opacity("outOfWindow");
    QColor colours[4], later[4];
    for (int i = 0; i < 4; ++i) {
        colours[i] = later[i] = theme.color(kPartRoles[i]);
        later[i].setAlphaF(static_cast<float>(faded));
    }
    const double perUnit = plot.height() / scale.top;
    const double dot = 1 / ratio;
    // Several steps in one column of dots: the highest of them stands for all.
    const auto group = static_cast<std::size_t>(std::max(1.0, std::ceil(dot / m_window.pitch())));
    const double gap = m_window.pitch() >= 3 ? 1 : m_window.pitch() * ratio >= 3 ? dot : 0;
    const double widest = 24;
    std::optional<double> cutFrom;
    double cutHighest = 0, cutTo = 0;
    const QRectF pill = clockPill(m_window, plot, width());
    std::vector<QRectF> words;
    const auto labelCut = [&] {
        if (!cutFrom) return;
        painter.setFont(theme.font("caption"));
        painter.setPen(theme.color("text"));
        const QString text = tr("up to %1").arg(m_measure == StepMeasure::Time ? units::milliseconds(cutHighest).text()
                                                                               : units::number(cutHighest, 0));
        const double width = tabularWidth(painter.font(), text);
        const double last = plot.right() - width - 2;
        QRectF box(std::clamp((*cutFrom + cutTo) / 2 - width / 2, plot.left() + 2, last), 0, width, kUnitLine);
        if (box.intersects(pill.adjusted(-kWordGap, 0, kWordGap, 0)))
            box.moveLeft(pill.right() + kWordGap <= last ? pill.right() + kWordGap : pill.left() - kWordGap - width);
        if (words.empty() || !words.back().intersects(box)) {
            drawTabular(painter, QPointF(box.left(), plot.top() - 4), text);
            words.push_back(box);
        }
        cutFrom.reset();
        cutHighest = 0;
    };
    painter.save();
    painter.setClipRect(QRectF(plot.left(), 0, plot.width(), plot.bottom()));
    for (std::size_t i = from; i < to;) {
        std::size_t highest = i, next = i;
        double most = -1;
        for (; next < to && next < i + group; ++next)
            if (const double total = barTotal(m_steps[next], m_measure); total > most) most = total, highest = next;
        const double x = snap(xOf(m_steps[i].step));
        const double width = std::min(widest, std::max(dot, snap(xOf(m_steps[i].step + (next - i))) - x - gap));
        const auto parts = barParts(m_steps[highest], m_measure);
        const QColor* inks = m_clock && m_steps[i].step > *m_clock ? later : colours;
        double y = plot.bottom();
        for (const int part : kOrder) {
            if (parts[static_cast<std::size_t>(part)] <= 0) continue;
            const double top = std::max(plot.top(), snap(y - parts[static_cast<std::size_t>(part)] * perUnit));
            if (top < y) painter.fillRect(QRectF(x, top, width, y - top), inks[part]);
            y = top;
        }
        if (scale.cut && most > scale.top) {
            painter.fillRect(QRectF(x, plot.top() + 5, width, 2), theme.color("surface"));
            if (!cutFrom) cutFrom = x;
            cutTo = x + width;
            cutHighest = std::max(cutHighest, most);
        } else if (cutFrom && x - cutTo > 48) {
            labelCut();   // far enough from the last one that its words will not meet the next
        }
        i = next;
    }
    labelCut();
    painter.restore();
    return words;
}

// Before the first step of another model a line; its name stands behind it where the next one leaves room.
void StepChart::drawModels(QPainter& painter, const QRectF& plot) const {
    const Theme& theme = Theme::instance();
    painter.save();
    painter.setFont(theme.font("axis"));
    const QFontMetricsF metrics(painter.font());
    QPen pen(theme.color("textMuted"), 1);
    pen.setDashPattern({2, 3});
    for (std::size_t i = 0; i < m_models.size(); ++i) {
        const double x = std::round(xOf(m_models[i].firstStep)) - 0.5;
        if (m_models[i].firstStep <= firstStep() || m_models[i].firstStep >= endStep() || x < plot.left() || x > plot.right()) continue;
        painter.setPen(pen);
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        const double end = i + 1 < m_models.size() ? std::min(plot.right(), xOf(m_models[i + 1].firstStep)) : plot.right();
        const double room = std::min(kModelName, end - x - 6);
        if (room < kLeastName) continue;
        const QString name = metrics.elidedText(m_models[i].name, Qt::ElideMiddle, room);
        const QRectF box(x + 3, plot.top() + kModelTop, metrics.horizontalAdvance(name) + 4, 15);
        QColor paper = theme.color("surface");
        paper.setAlphaF(0.85f);
        painter.fillRect(box, paper);
        painter.setPen(theme.color("textMuted"));
        painter.drawText(box, Qt::AlignCenter, name);
    }
    painter.restore();
}

// The machine's limit as a line over the bars; where they are far below it, only its figure.
void StepChart::drawLimit(QPainter& painter, const QRectF& plot, const Scale& scale) const {
    const auto limit = barLimit(m_measure, m_machine);
    if (!limit) return;
    const Theme& theme = Theme::instance();
    painter.save();
    painter.setFont(theme.font("axis"));
    const QString text = scale.limit ? tr("limit %1").arg(limitText(*limit)) : tr("limit %1, above").arg(limitText(*limit));
    const double width = tabularWidth(painter.font(), text) + 8;
    const double y = scale.limit ? std::round(plot.bottom() - *limit * plot.height() / scale.top) : plot.top();
    QPen pen(theme.color("limit"), theme.line("limit"));
    if (scale.limit) {
        pen.setDashPattern({theme.line("limitDash.0"), theme.line("limitDash.1")});
        painter.setPen(pen);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    }
    // Below the line, where a bar that reaches it is rare, and beside the buttons that lie over the plot; the paper behind
    // keeps it readable over bars.
    QRectF box(plot.left() + 4, y + 3, width, 15);
    for (const QWidget* button : {static_cast<QWidget*>(m_goChosen), static_cast<QWidget*>(m_goLive)})
        if (button->isVisibleTo(this) && box.intersects(button->geometry()))
            box.moveLeft(QRectF(button->geometry()).right() + kWordGap);
    if (box.right() > plot.right()) return painter.restore();   // the accessible words have it
    QColor paper = theme.color("surface");
    paper.setAlphaF(0.85f);
    painter.fillRect(box, paper);
    painter.setPen(theme.color("limit"));
    drawTabular(painter, box, Qt::AlignCenter, text);
    painter.restore();
}

void StepChart::draw(QPainter& painter) {
    const QRectF plot = plotBox();
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size())), Theme::instance().color("surface"));
    const double begin = m_window.left();
    const std::size_t from = begin <= 0 ? 0 : indexOfStep(m_steps, static_cast<std::uint64_t>(std::floor(begin)));
    const std::size_t to = indexOfStep(m_steps, static_cast<std::uint64_t>(std::max(0.0, std::ceil(m_window.right()))));
    const Scale scale = scaleOf(from, std::max(from, to));
    drawChosen(painter, plot);
    drawAxes(painter, plot, scale);
    const std::vector<QRectF> words = drawBars(painter, plot, scale, from, std::max(from, to));
    drawModels(painter, plot);
    drawLimit(painter, plot, scale);
    drawClock(painter, m_window, plot, width(), words);
}

void StepChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter);
    drawFocus(painter, *this);
}

void StepChart::drawForExport(QPainter& painter) { draw(painter); }

QString StepChart::csv() const {
    QString text = QStringLiteral("step,started_at_s,prefill_ms,decode_ms,sampling_ms,rest_ms,prefill_tokens,decode_tokens,"
                                  "weight_bytes,cache_bytes,operations,context_tokens\n");
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const telemetry::StepRecord& r = m_steps[i];
        text += QStringLiteral("%1,%2,%3,%4,%5,%6,").arg(r.step).arg(r.startedAt, 0, 'f', 6).arg(r.prefillMs)
                    .arg(r.decodeMs).arg(r.samplingMs).arg(r.restMs);
        text += QStringLiteral("%1,%2,%3,%4,%5,%6\n").arg(r.prefillTokens).arg(r.decodeTokens).arg(r.weightBytes)
                    .arg(r.cacheBytes).arg(r.operations).arg(r.contextTokens);
    }
    return text;
}

}  // namespace gh::widgets
