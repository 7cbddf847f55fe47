#include "widgets/plots/step_chart.h"

#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>
#include <QWheelEvent>

#include "widgets/controls/icons.h"
#include "widgets/plots/axis.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kLeast = 0.02, kMost = 48;        // pixels a step
constexpr double kLabels = 40, kUnitLine = 18, kAxisLine = 20, kRightPad = 10;
constexpr int kGridLines = 4;
constexpr const char* kPartRoles[] = {"phase.prefill", "phase.decode", "phase.sampling", "phase.rest"};
// Decode lies at the bottom: it is what most steps have, and its level is read against the axis.
constexpr int kOrder[] = {1, 0, 2, 3};

}  // namespace

StepChart::StepChart(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_goLive = new QPushButton(icon("live"), tr("Go to live"), this);
    m_goLive->setFocusPolicy(Qt::TabFocus);
    m_goLive->hide();
    connect(m_goLive, &QPushButton::clicked, this, &StepChart::goLive);
    m_goChosen = new QPushButton(this);
    m_goChosen->setFocusPolicy(Qt::TabFocus);
    m_goChosen->hide();
    connect(m_goChosen, &QPushButton::clicked, this, [this] {
        if (m_chosen) showSteps(m_chosen->first, m_chosen->last);
    });
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    describe();
}

// ---- what is shown ------------------------------------------------------------------------------------

std::uint64_t StepChart::firstStep() const { return m_steps.empty() ? 1 : m_steps[0].step; }
std::uint64_t StepChart::endStep() const { return m_steps.empty() ? 1 : m_steps.back().step + 1; }

void StepChart::setSteps(StepLog steps) {
    const std::uint64_t first = firstStep(), end = endStep();
    m_steps = std::move(steps);
    if (first == firstStep() && end == endStep() && m_shownEnd == end) return;
    m_shownEnd = endStep();
    settle();
    describe();
    placeButtons();
    update();
}

void StepChart::setMeasure(StepMeasure measure) {
    if (measure == m_measure) return;
    m_measure = measure;
    describe();
    update();
}

void StepChart::setChosen(std::optional<Selection::Steps> steps) {
    if (steps == m_chosen) return;
    m_chosen = steps;
    describe();
    placeButtons();
    update();
}

void StepChart::setCutsLongSteps(bool on) {
    m_cut = on;
    update();
}

QString StepChart::unit() const {
    switch (m_measure) {
        case StepMeasure::Time: return tr("ms");
        case StepMeasure::Tokens: return tr("tokens a step");
        case StepMeasure::Bytes: return tr("GB/s read, derived: bytes of weights and cache ÷ time of the forward pass");
        case StepMeasure::Operations: return tr("GFLOP/s, derived: operations ÷ time of the forward pass");
    }
    return {};
}

void StepChart::describe() {
    setAccessibleName(tr("Steps, %1").arg(unit()));
    QString words = m_steps.empty() ? tr("no step yet")
                                    : tr("steps %1, newest %2")
                                          .arg(units::range(firstStep(), endStep() - 1),
                                               units::milliseconds(m_steps.back().totalMs()).text());
    if (m_chosen) words += tr("; selected: %1").arg(units::range(m_chosen->first, m_chosen->last));
    setAccessibleDescription(words);
}

// ---- window over the steps ----------------------------------------------------------------------------

QRectF StepChart::plotBox(QSize size) const {
    return QRectF(QPointF(kLabels, kUnitLine), QPointF(size.width() - kRightPad, size.height() - kAxisLine));
}

double StepChart::right() const {
    const double span = plotBox().width() / m_pitch;
    const double live = std::max(static_cast<double>(endStep()), static_cast<double>(firstStep()) + span);
    return m_live ? live : m_right;
}

double StepChart::xOf(std::uint64_t step) const {
    return plotBox().right() - (right() - static_cast<double>(step)) * m_pitch;
}

std::optional<std::uint64_t> StepChart::stepAt(double x) const {
    const QRectF plot = plotBox();
    if (m_steps.empty() || x < plot.left() || x > plot.right()) return std::nullopt;
    const double step = std::floor(right() - (plot.right() - x) / m_pitch);
    if (step < static_cast<double>(firstStep()) || step >= static_cast<double>(endStep())) return std::nullopt;
    return static_cast<std::uint64_t>(step);
}

void StepChart::setLive(bool live) {
    if (live == m_live) return;
    m_live = live;
    m_goLive->setVisible(!live);
    emit liveChanged(live);
}

void StepChart::settle() {
    if (m_live) return;
    const double span = plotBox().width() / m_pitch;
    const double least = static_cast<double>(firstStep()) + span, most = std::max(least, static_cast<double>(endStep()));
    m_right = std::clamp(m_right, std::min(least, most), most);
    if (m_right >= static_cast<double>(endStep())) setLive(true);
}

void StepChart::goLive() {
    setLive(true);
    placeButtons();
    update();
}

void StepChart::showSteps(std::uint64_t first, std::uint64_t last) {
    const double steps = static_cast<double>(last - first) + 1;
    if (steps * m_pitch > plotBox().width()) m_pitch = std::max(kLeast, plotBox().width() / steps);
    m_right = static_cast<double>(first) + steps / 2 + plotBox().width() / m_pitch / 2;
    setLive(false);
    settle();
    placeButtons();
    update();
}

void StepChart::placeButtons() {
    const int top = static_cast<int>(kUnitLine) + 6;
    const QSize live = m_goLive->sizeHint();
    m_goLive->setGeometry(width() - static_cast<int>(kRightPad) - live.width() - 4, top, live.width(), live.height());
    const QRectF plot = plotBox();
    const bool before = m_chosen && xOf(m_chosen->last + 1) <= plot.left(), after = m_chosen && xOf(m_chosen->first) >= plot.right();
    m_goChosen->setVisible((before || after) && !m_steps.empty() && m_chosen->last >= firstStep());
    if (!m_goChosen->isVisibleTo(this)) return;
    const QString text = tr("Selected: steps %1").arg(units::range(m_chosen->first, m_chosen->last));
    if (text != m_goChosen->text()) {
        m_goChosen->setText(text);
        m_goChosen->setIcon(icon(before ? "chevron-left" : "chevron-right"));
    }
    const QSize hint = m_goChosen->sizeHint();
    const int x = before ? static_cast<int>(plot.left()) + 6 : m_goLive->geometry().left() - hint.width() - 8;
    m_goChosen->setGeometry(x, top, hint.width(), hint.height());
}

void StepChart::fit() {
    const double steps = std::max(1.0, static_cast<double>(endStep() - firstStep()));
    m_pitch = std::clamp(plotBox().width() / steps, kLeast, 12.0);
    setLive(true);
    placeButtons();
    update();
}

void StepChart::zoom(double factor, double atX) {
    const double end = right();
    const double step = end - (plotBox().right() - atX) / m_pitch;
    m_pitch = std::clamp(m_pitch * factor, kLeast, kMost);
    // While it follows the newest step, the right edge is what must stay.
    if (!m_live) m_right = step + (plotBox().right() - atX) / m_pitch;
    settle();
    placeButtons();
    update();
}

void StepChart::pan(double pixels) {
    m_right = right() - pixels / m_pitch;
    setLive(false);
    settle();
    placeButtons();
    update();
}

// ---- drawing ------------------------------------------------------------------------------------------

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

    const double label = tabularWidth(painter.font(), units::count(endStep())) + 28;
    const double every = std::max(1.0, niceStep(plot.width() / m_pitch, std::max(1, static_cast<int>(plot.width() / std::max(64.0, label)))));
    const double end = std::min(right(), static_cast<double>(endStep()));
    const double begin = std::max(right() - plot.width() / m_pitch, static_cast<double>(firstStep()));
    for (double step = std::ceil(begin / every) * every; step < end; step += every) {
        const double x = xOf(static_cast<std::uint64_t>(step)) + std::min(m_pitch, 12.0) / 2;
        const QRectF box(x - 40, plot.bottom() + 4, 80, kAxisLine - 4);
        if (box.left() + 20 < plot.left() || box.right() - 24 > plot.right()) continue;
        drawTabular(painter, box, Qt::AlignHCenter | Qt::AlignTop, units::count(static_cast<std::uint64_t>(step)));
    }
    painter.drawText(QRectF(0, plot.bottom() + 4, plot.left() - 8, kAxisLine - 4), Qt::AlignRight | Qt::AlignTop, tr("step"));
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

void StepChart::drawBars(QPainter& painter, const QRectF& plot, const Scale& scale, std::size_t from, std::size_t to) const {
    const Theme& theme = Theme::instance();
    const double ratio = painter.device()->devicePixelRatioF();
    const auto snap = [ratio](double v) { return std::round(v * ratio) / ratio; };
    QColor colours[4];
    for (int i = 0; i < 4; ++i) colours[i] = theme.color(kPartRoles[i]);
    const double perUnit = plot.height() / scale.top;
    const double dot = 1 / ratio;
    // Several steps in one column of dots: the highest of them stands for all.
    const auto group = static_cast<std::size_t>(std::max(1.0, std::ceil(dot / m_pitch)));
    const double gap = m_pitch >= 3 ? 1 : m_pitch * ratio >= 3 ? dot : 0;
    const double widest = 24;
    std::optional<double> cutFrom;
    double cutHighest = 0, cutTo = 0;
    const auto labelCut = [&] {
        if (!cutFrom) return;
        painter.setFont(theme.font("caption"));
        painter.setPen(theme.color("text"));
        const QString text = tr("up to %1").arg(m_measure == StepMeasure::Time ? units::milliseconds(cutHighest).text()
                                                                               : units::number(cutHighest, 0));
        const double width = tabularWidth(painter.font(), text);
        const double x = std::clamp((*cutFrom + cutTo) / 2 - width / 2, plot.left() + 2, plot.right() - width - 2);
        drawTabular(painter, QPointF(x, plot.top() - 4), text);
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
        double y = plot.bottom();
        for (const int part : kOrder) {
            if (parts[static_cast<std::size_t>(part)] <= 0) continue;
            const double top = std::max(plot.top(), snap(y - parts[static_cast<std::size_t>(part)] * perUnit));
            if (top < y) painter.fillRect(QRectF(x, top, width, y - top), colours[part]);
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
}

void StepChart::draw(QPainter& painter) {
    const QRectF plot = plotBox();
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size())), Theme::instance().color("surface"));
    const double begin = right() - plot.width() / m_pitch;
    const std::size_t from = begin <= 0 ? 0 : indexOfStep(m_steps, static_cast<std::uint64_t>(std::floor(begin)));
    const std::size_t to = indexOfStep(m_steps, static_cast<std::uint64_t>(std::max(0.0, std::ceil(right()))));
    const Scale scale = scaleOf(from, std::max(from, to));
    drawChosen(painter, plot);
    drawAxes(painter, plot, scale);
    drawBars(painter, plot, scale, from, std::max(from, to));
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

// ---- input --------------------------------------------------------------------------------------------

void StepChart::resizeEvent(QResizeEvent*) {
    settle();
    placeButtons();
}

void StepChart::wheelEvent(QWheelEvent* event) {
    if (event->angleDelta().x() != 0 && event->angleDelta().y() == 0) pan(event->angleDelta().x() / 2.0);
    else zoom(std::pow(1.0015, event->angleDelta().y()), event->position().x());
    event->accept();
}

void StepChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_press = event->position();
    m_dragging = false;
    m_beforeClick = m_chosen;
    const auto step = stepAt(event->position().x());
    m_selecting = (event->modifiers() & Qt::ShiftModifier) && step;
    // Shift extends what is chosen already.
    if (m_selecting) m_anchor = m_chosen ? m_chosen->first : *step;
}

void StepChart::mouseMoveEvent(QMouseEvent* event) {
    if (!m_press) return;
    const double moved = event->position().x() - m_press->x();
    if (!m_dragging && std::abs(moved) < QApplication::startDragDistance()) return;
    m_dragging = true;
    if (m_selecting) {
        if (const auto step = stepAt(event->position().x())) emit chosen(std::min(m_anchor, *step), std::max(m_anchor, *step));
        return;
    }
    setCursor(Qt::ClosedHandCursor);
    pan(moved);
    m_press = event->position();
}

void StepChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_press) return;
    if (!m_dragging) {
        if (const auto step = stepAt(event->position().x())) {
            if (m_selecting) emit chosen(std::min(m_anchor, *step), std::max(m_anchor, *step));
            else emit chosen(*step, *step);
        } else {
            emit cleared();
        }
    }
    m_press.reset();
    m_dragging = m_selecting = false;
    unsetCursor();
}

void StepChart::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    // The first of the two clicks picked a step; a double click means the window, not the step.
    if (m_beforeClick) emit chosen(m_beforeClick->first, m_beforeClick->last);
    else emit cleared();
    fit();
}

void StepChart::keyPressEvent(QKeyEvent* event) {
    const double page = plotBox().width() * 0.8;
    const auto move = [&](std::int64_t by) {
        if (m_steps.empty()) return;
        const bool extend = event->modifiers() & Qt::ShiftModifier;
        const auto last = static_cast<std::int64_t>(endStep() - 1), first = static_cast<std::int64_t>(firstStep());
        const std::int64_t at = m_chosen ? static_cast<std::int64_t>(m_chosen->last) + by : last;
        const auto step = static_cast<std::uint64_t>(std::clamp(at, first, last));
        const std::uint64_t from = extend && m_chosen ? std::min(m_chosen->first, step) : step;
        emit chosen(from, step);
        if (const double x = xOf(step); x < plotBox().left() || x + m_pitch > plotBox().right())
            pan(x < plotBox().left() ? page : -page);
    };
    switch (event->key()) {
        case Qt::Key_Left: return move(-1);
        case Qt::Key_Right: return move(1);
        case Qt::Key_PageUp: return pan(page);
        case Qt::Key_PageDown: return pan(-page);
        case Qt::Key_Plus:
        case Qt::Key_Equal: return zoom(1.25, plotBox().center().x());
        case Qt::Key_Minus: return zoom(0.8, plotBox().center().x());
        case Qt::Key_0: return fit();
        case Qt::Key_Home: return pan(1e9);
        case Qt::Key_End: return goLive();
        case Qt::Key_Escape:
            if (!m_chosen) return event->ignore();
            return emit cleared();
        default: QWidget::keyPressEvent(event);
    }
}

void StepChart::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Fit all steps"), this, &StepChart::fit);
    QAction* cut = menu->addAction(tr("Cut off very long steps"), this, &StepChart::setCutsLongSteps);
    cut->setCheckable(true);
    cut->setChecked(m_cut);
    menu->addSeparator();
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

bool StepChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto step = stepAt(help->pos().x());
    const std::size_t index = step ? indexOfStep(m_steps, *step) : m_steps.size();
    if (index < m_steps.size() && plotBox().contains(help->pos()))
        QToolTip::showText(help->globalPos(), stepHover(m_steps[index]), this);
    else QToolTip::hideText();
    return true;
}

}  // namespace gh::widgets
