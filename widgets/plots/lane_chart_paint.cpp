#include <algorithm>
#include <cmath>

#include <QPainter>
#include <QPainterPath>

#include "widgets/controls/icons.h"
#include "widgets/plots/lane_chart.h"
#include "widgets/plots/lane_chart_measures.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {

using namespace lane_chart;

namespace {

constexpr double kDecodeTint = 0.5;    // of the hue over the surface: a chunk of a prompt is full, a token is lighter
constexpr double kCells = 4;           // pixels a step from which chunks are drawn apart
constexpr double kFlag = 12;

}  // namespace

// ---- colours ------------------------------------------------------------------------------------------

const LaneChart::Ink& LaneChart::inkOf(const Lane& lane) const {
    const Theme& theme = Theme::instance();
    if (m_inks.empty())
        for (const std::size_t first : {std::size_t{0}, Theme::kMutedOwner})
            for (std::size_t i = 0; i < theme.owners(); ++i) {
                const QColor hue = theme.owner(first + i);
                m_inks.push_back({hue, mix(theme.color("surface"), hue, kDecodeTint), mix(theme.color("surface"), hue, 0.75)});
            }
    const std::size_t hue = lane.hue.value_or(0);
    return m_inks[hue < Theme::kMutedOwner ? hue % theme.owners() : theme.owners() + (hue - Theme::kMutedOwner) % theme.owners()];
}

// Diagonal lines of one colour over another, as a brush of device pixels.
QBrush LaneChart::hatch(const QColor& ink, const QColor& paper, double ratio) const {
    const std::uint64_t key = std::uint64_t{ink.rgb()} << 32 ^ paper.rgb() ^ static_cast<std::uint64_t>(ratio * 64) << 20;
    const auto it = m_hatches.find(key);
    if (it != m_hatches.end()) return it->second;
    const int side = std::max(4, static_cast<int>(std::lround(5 * ratio)));
    QPixmap tile(side, side);
    tile.fill(paper);
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1.2 * ratio));
    for (int from = -side; from <= side; from += side) painter.drawLine(QPointF(from, side), QPointF(from + side, 0));
    painter.end();
    tile.setDevicePixelRatio(ratio);
    return m_hatches.emplace(key, QBrush(tile)).first->second;
}

// ---- lanes --------------------------------------------------------------------------------------------

void LaneChart::drawPart(QPainter& painter, const Lane& lane, LanePart part, const QRectF& box) {
    const Theme& theme = Theme::instance();
    const Ink& ink = inkOf(lane);
    const double ratio = painter.device()->devicePixelRatioF();
    const double middle = std::round(box.center().y());
    switch (part) {
        case LanePart::Prefill: painter.fillRect(box, ink.full); break;
        case LanePart::Decode: painter.fillRect(box, ink.light); break;
        case LanePart::Held: painter.fillRect(QRectF(box.left(), middle - 1, box.width(), 2), ink.light); break;
        case LanePart::Recompute: painter.fillRect(box, hatch(theme.color("surface"), ink.full, ratio)); break;
        case LanePart::Preempted: painter.fillRect(box, hatch(ink.line, theme.color("surface"), ratio)); break;
        case LanePart::Padding: painter.fillRect(box, hatch(theme.color("control"), theme.color("sunken"), ratio)); break;
        case LanePart::Waiting: {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme.color("control"), 1));
            painter.setBrush(theme.color("surface"));
            const QRectF pill(box.left() + 0.5, middle - kPill / 2 + 0.5, std::max(1.0, box.width() - 1), kPill - 1);
            painter.drawRoundedRect(pill, kPill / 2, kPill / 2);
            painter.setRenderHint(QPainter::Antialiasing, false);
            break;
        }
    }
}

void LaneChart::drawSwatch(QPainter& painter, LanePart part, const QRectF& box) {
    if (part != LanePart::Prefill && part != LanePart::Recompute) return drawPart(painter, {}, part, box);
    const double wide = std::floor((box.width() - 2) / 3);
    for (int i = 0; i < 3; ++i) drawPart(painter, {}, part, QRectF(box.left() + i * (wide + 1), box.top(), wide, box.height()));
}

void LaneChart::drawRun(QPainter& painter, const Lane& lane, const LaneRun& run, const QRectF& bar) {
    const QRectF plot = plotBox();
    const double ratio = painter.device()->devicePixelRatioF();
    const auto snap = [ratio](double x) { return std::round(x * ratio) / ratio; };
    const double left = std::max(plot.left(), m_window.xOf(run.first)), right = std::min(plot.right(), m_window.xOf(run.last + 1));
    if (right <= left) return;
    // What comes after the clock is drawn faded.
    const double border = m_window.clock() ? std::clamp(clockX(m_window) + 1, left, right) : right;
    const auto stretch = [&](double from, double to) {
        from = snap(from), to = std::max(snap(to), from + 1 / ratio);
        const bool chunks = (run.part == LanePart::Prefill || run.part == LanePart::Recompute) && m_window.pitch() >= kCells;
        if (!chunks) return drawPart(painter, lane, run.part, QRectF(from, bar.top(), to - from, bar.height()));
        // Each chunk is a step of its own.
        const auto first = static_cast<std::uint64_t>(std::max(static_cast<double>(run.first), std::floor(m_window.left())));
        for (std::uint64_t step = first; step <= run.last; ++step) {
            const double x = std::max(from, snap(m_window.xOf(step))), end = std::min(to, snap(m_window.xOf(step + 1)) - 1);
            if (x >= to) break;
            if (end > x) drawPart(painter, lane, run.part, QRectF(x, bar.top(), end - x, bar.height()));
        }
    };
    if (border > left) stretch(left, border);
    if (border >= right) return;
    painter.setOpacity(Theme::instance().opacity("outOfWindow"));
    stretch(border, right);
    painter.setOpacity(1);
}

// A stroke where it ended: in its hue when it came to its end, grey where it was stopped, red where it failed.
void LaneChart::drawEnd(QPainter& painter, const Lane& lane, const QRectF& bar) {
    if (lane.end == LaneEnd::None) return;
    const QRectF plot = plotBox();
    const double x = std::round(m_window.xOf(lane.last(m_lanes->now()) + 1));
    if (x < plot.left() || x > plot.right() + 2) return;
    const Theme& theme = Theme::instance();
    const QColor colour = lane.end == LaneEnd::Failed ? theme.color("error") : lane.end == LaneEnd::Finished ? inkOf(lane).full : theme.color("control");
    if (m_window.clock() && lane.ended > *m_window.clock()) painter.setOpacity(theme.opacity("outOfWindow"));
    painter.fillRect(QRectF(x - 1, bar.top() - 2, 3, bar.height() + 4), colour);
    painter.setOpacity(1);
}

// A flag behind what was read: so many tokens of the prompt were found in the cache.
void LaneChart::drawHit(QPainter& painter, const Lane& lane, const QRectF& bar) {
    if (lane.hitTokens == 0 || lane.runs.empty()) return;
    const QRectF plot = plotBox();
    const auto after = std::find_if(lane.runs.begin(), lane.runs.end(), [](const LaneRun& run) { return run.part != LanePart::Prefill; });
    const double x = m_window.xOf(after == lane.runs.end() ? lane.runs.back().last + 1 : after->first) + 3;
    const QString words = units::count(lane.hitTokens);
    painter.setFont(Theme::instance().font("axis", "medium"));
    const double width = tabularWidth(painter.font(), words) + kFlag + 4;
    const double room = std::min(plot.right(), after == lane.runs.end() ? plot.right() : m_window.xOf(after->last + 1)) - x;
    if (x < plot.left() || room < width) return;
    const QColor ink = Theme::instance().color("text");
    if (m_window.clock() && x > clockX(m_window)) painter.setOpacity(Theme::instance().opacity("outOfWindow"));
    drawIcon(painter, QRectF(x, bar.center().y() - kFlag / 2, kFlag, kFlag), QStringLiteral("flag"), ink);
    painter.setPen(ink);
    drawTabular(painter, QRectF(x + kFlag + 1, bar.top() - 2, width, bar.height() + 4), Qt::AlignLeft | Qt::AlignVCenter, words);
    painter.setOpacity(1);
}

void LaneChart::drawLane(QPainter& painter, const Lane& lane, const QRectF& row) {
    const QRectF bar(row.left(), std::round(row.top() + (row.height() - kBar) / 2), row.width(), kBar);
    const std::uint64_t now = m_lanes->now();
    if (const auto waiting = lane.waitingRun(now)) drawRun(painter, lane, *waiting, bar);
    // Runs before the window are passed over at once.
    const auto left = static_cast<std::uint64_t>(std::max(0.0, m_window.left()));
    const double right = m_window.right();
    auto run = std::lower_bound(lane.runs.begin(), lane.runs.end(), left, [](const LaneRun& r, std::uint64_t step) { return r.last < step; });
    for (; run != lane.runs.end() && static_cast<double>(run->first) < right; ++run) drawRun(painter, lane, *run, bar);
    if (const auto open = lane.openRun(now)) drawRun(painter, lane, *open, bar);
    drawEnd(painter, lane, bar);
    drawHit(painter, lane, bar);
}

// ---- names --------------------------------------------------------------------------------------------

void LaneChart::paintNames(QPainter& painter) const {
    const Theme& theme = Theme::instance();
    const QRectF plot = plotBox();
    const double right = plot.left() - 10;
    painter.fillRect(QRectF(0, 0, plot.left() - 1, height()), theme.color("surface"));
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    painter.drawText(QRectF(0, 0, right, kClockLine - 3), Qt::AlignRight | Qt::AlignVCenter, tr("prompt"));
    const QRectF tokens = tokensBox();
    const QFontMetricsF small(painter.font());
    const auto line = [&](double y, const QString& words) {
        painter.drawText(QRectF(0, y, right, 15), Qt::AlignRight | Qt::AlignVCenter, small.elidedText(words, Qt::ElideRight, right));
    };
    line(tokens.top() - 1, tr("tokens a step"));
    if (m_budget > 0) line(tokens.top() + 13, tr("budget %1").arg(units::count(m_budget)));
    painter.drawText(QRectF(0, tokens.bottom() + 4, right, kAxisLine - 4), Qt::AlignRight | Qt::AlignTop, tr("step"));
    const std::size_t first = firstRow();
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        const Lane& lane = m_lanes->lanes()[m_rows[first + i]];
        const QRectF row(0, plot.top() + static_cast<double>(i) * kRow, plot.left(), kRow);
        const Name& name = m_names[i];
        if (name.chosen) painter.fillRect(row, theme.color("selection"));
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF dot(kLabelPad, std::round(row.center().y() - kDot / 2), kDot, kDot);
        if (name.hollow) {
            painter.setPen(QPen(theme.color("control"), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(dot.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        } else {
            painter.setPen(Qt::NoPen);
            painter.setBrush(inkOf(lane).full);
            painter.drawRoundedRect(dot, 2, 2);
        }
        painter.setFont(theme.font("caption"));
        painter.setPen(theme.color("textMuted"));
        double end = right;
        if (name.prompt > 0) {
            const QString prompt = units::count(name.prompt);
            drawTabular(painter, QRectF(0, row.top(), right, row.height()), Qt::AlignRight | Qt::AlignVCenter, prompt);
            end -= tabularWidth(painter.font(), prompt) + 8;
        }
        painter.setFont(theme.font("caption", name.chosen ? "semibold" : "regular"));
        painter.setPen(theme.color(name.chosen ? "selectionText" : "text"));
        const QRectF words(dot.right() + 7, row.top(), std::max(0.0, end - dot.right() - 7), row.height());
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(laneName(lane), Qt::ElideRight, words.width()));
    }
}

void LaneChart::drawNames(QPainter& painter, bool exporting) {
    std::vector<Name> names;
    const std::size_t first = firstRow();
    for (std::size_t i = first; i < m_rows.size() && i < first + rowsInView(); ++i) {
        const Lane& lane = m_lanes->lanes()[m_rows[i]];
        names.push_back({lane.request, lane.promptTokens, lane.hue.value_or(0), !lane.hue.has_value(), m_request == lane.request});
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const QSize size(static_cast<int>(std::ceil((plotBox().left() - 1) * ratio)), static_cast<int>(std::ceil(height() * ratio)));
    if (exporting) {
        m_names = std::move(names);
        return paintNames(painter);
    }
    if (names != m_names || m_namePicture.size() != size) {
        m_names = std::move(names);
        m_namePicture = QPixmap(size);
        m_namePicture.setDevicePixelRatio(ratio);
        m_namePicture.fill(Theme::instance().color("surface"));
        QPainter own(&m_namePicture);
        paintNames(own);
    }
    painter.drawPixmap(0, 0, m_namePicture);
}

// ---- tokens a step ------------------------------------------------------------------------------------

void LaneChart::drawTokens(QPainter& painter, const QRectF& box) {
    const Theme& theme = Theme::instance();
    const double ratio = painter.device()->devicePixelRatioF();
    const auto snap = [ratio](double v) { return std::round(v * ratio) / ratio; };
    const std::size_t from = indexOfStep(m_steps, static_cast<std::uint64_t>(std::max(0.0, std::floor(m_window.left()))));
    const std::size_t to = indexOfStep(m_steps, static_cast<std::uint64_t>(std::max(0.0, std::ceil(m_window.right()))));
    double most = m_budget;
    for (std::size_t i = from; i < to; ++i)
        most = std::max<double>(most, m_steps[i].prefillTokens + m_steps[i].decodeTokens + m_steps[i].paddingTokens);
    if (most <= 0) most = 1;
    const double dot = 1 / ratio, perToken = (box.height() - 2) / most;
    const auto group = static_cast<std::size_t>(std::max(1.0, std::ceil(dot / m_window.pitch())));
    const double gap = m_window.pitch() >= 3 ? 1 : m_window.pitch() * ratio >= 3 ? dot : 0;
    const QColor colours[] = {theme.color("phase.decode"), theme.color("phase.prefill"), theme.color("phase.rest")};
    painter.fillRect(QRectF(box.left(), box.bottom(), box.width(), 1), theme.color("lineStrong"));
    for (std::size_t i = from; i < to;) {
        std::size_t highest = i, next = i;
        std::uint32_t height = 0;
        for (; next < to && next < i + group; ++next) {
            const std::uint32_t sum = m_steps[next].prefillTokens + m_steps[next].decodeTokens + m_steps[next].paddingTokens;
            if (sum >= height) height = sum, highest = next;
        }
        const telemetry::StepRecord& record = m_steps[highest];
        const double x = std::max(box.left(), snap(m_window.xOf(m_steps[i].step)));
        const double width = std::max(dot, snap(m_window.xOf(m_steps[i].step + (next - i))) - x - gap);
        const bool later = m_window.clock() && m_steps[i].step > *m_window.clock();
        double y = box.bottom();
        const std::uint32_t parts[] = {record.decodeTokens, record.prefillTokens, record.paddingTokens};
        for (std::size_t part = 0; part < 3; ++part) {
            if (parts[part] == 0) continue;
            const double top = snap(y - parts[part] * perToken);
            QColor colour = colours[part];
            if (later) colour.setAlphaF(static_cast<float>(theme.opacity("outOfWindow")));
            painter.fillRect(QRectF(x, std::min(top, y - dot), width, std::max(dot, y - top)), colour);
            y = std::min(top, y - dot);
        }
        i = next;
    }
    if (m_budget == 0) return;
    const double y = std::round(box.bottom() - m_budget * perToken);
    QPen pen(theme.color("limit"), theme.line("limit"));
    pen.setDashPattern({theme.line("limitDash.0"), theme.line("limitDash.1")});
    painter.setPen(pen);
    painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
}

// ---- all of it ----------------------------------------------------------------------------------------

void LaneChart::drawChosenSteps(QPainter& painter, const QRectF& plot) const {
    if (!m_chosen) return;
    const Theme& theme = Theme::instance();
    const double left = std::max(plot.left(), m_window.xOf(m_chosen->first));
    const double right = std::min(plot.right(), m_window.xOf(m_chosen->last + 1));
    if (right <= left) return;
    const QRectF band(std::round(left), plot.top(), std::max(2.0, std::round(right - left)), tokensBox().bottom() - plot.top());
    painter.fillRect(band, theme.color("selection"));
    const double line = theme.line("selection");
    painter.fillRect(QRectF(band.left(), band.top() - line, band.width(), line), theme.color("accent"));
    painter.fillRect(QRectF(band.left(), band.bottom() + 1, band.width(), line), theme.color("accent"));
}

void LaneChart::draw(QPainter& painter, bool exporting) {
    const Theme& theme = Theme::instance();
    const QRectF plot = plotBox(), tokens = tokensBox();
    painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size())), theme.color("surface"));
    drawNames(painter, exporting);
    drawChosenSteps(painter, plot);
    const QRectF all(plot.left(), plot.top(), plot.width(), tokens.bottom() - plot.top());
    const QColor grid = theme.color("line");
    drawStepNumbers(painter, m_window, all, kAxisLine, &grid);
    if (m_lanes) {
        painter.save();
        painter.setClipRect(plot.adjusted(-2, 0, 3, 0));
        const std::size_t first = firstRow();
        for (std::size_t row = first; row < m_rows.size() && row < first + rowsInView(); ++row) {
            const Lane& lane = m_lanes->lanes()[m_rows[row]];
            const QRectF box = rowBox(row);
            if (m_request == lane.request && !m_chosen)
                painter.fillRect(QRectF(plot.left() - 1, box.top(), plot.width() + 1, box.height()), theme.color("selection"));
            if (m_request == lane.request) {
                const QColor accent = theme.color("accent");
                painter.fillRect(QRectF(plot.left() - 1, box.top(), plot.width() + 1, 1), accent);
                painter.fillRect(QRectF(plot.left() - 1, box.bottom() - 1, plot.width() + 1, 1), accent);
            }
            drawLane(painter, lane, box);
        }
        painter.restore();
        drawTokens(painter, tokens);
    }
    drawClock(painter, m_window, all, width());
}

void LaneChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    draw(painter, false);
    drawFocus(painter, *this);
}

void LaneChart::drawForExport(QPainter& painter) { draw(painter, true); }

}  // namespace gh::widgets
