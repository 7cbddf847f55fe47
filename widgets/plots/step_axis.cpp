#include "widgets/plots/step_axis.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include "widgets/plots/axis.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(StepAxis)
};

}  // namespace

void drawStepNumbers(QPainter& painter, const StepWindow& window, const QRectF& plot, double axisLine, const QColor* grid) {
    const Theme& theme = Theme::instance();
    painter.setFont(theme.font("axis"));
    const double label = tabularWidth(painter.font(), units::count(window.end())) + 28;
    const double every = std::max(1.0, niceStep(plot.width() / window.pitch(), std::max(1, static_cast<int>(plot.width() / std::max(64.0, label)))));
    const double end = std::min(window.right(), static_cast<double>(window.end()));
    const double begin = std::max(window.left(), static_cast<double>(window.first()));
    for (double step = std::ceil(begin / every) * every; step < end; step += every) {
        const double x = window.xOf(static_cast<std::uint64_t>(step)) + std::min(window.pitch(), 12.0) / 2;
        if (grid) painter.fillRect(QRectF(std::round(x), plot.top(), 1, plot.height()), *grid);
        const QRectF box(x - 40, plot.bottom() + 4, 80, axisLine - 4);
        if (box.left() + 20 < plot.left() || box.right() - 24 > plot.right()) continue;
        painter.setPen(theme.color("textMuted"));
        drawTabular(painter, box, Qt::AlignHCenter | Qt::AlignTop, units::count(static_cast<std::uint64_t>(step)));
    }
}

double clockX(const StepWindow& window) { return std::round(window.xOf(*window.clock() + 1)) - 1; }

QRectF clockPill(const StepWindow& window, const QRectF& plot, double width) {
    if (!window.clock() || clockX(window) < plot.left() - 1 || clockX(window) > plot.right() + 1) return {};
    const double wide = tabularWidth(Theme::instance().font("axis", "semibold"), units::count(*window.clock())) + 12;
    // Left of the plot stand the words of the axis.
    return {std::clamp(clockX(window) - wide / 2, std::max(0.0, plot.left() - kWordGap), width - wide), 0, wide, kClockLine - 3};
}

void drawClock(QPainter& painter, const StepWindow& window, const QRectF& plot, double width, const std::vector<QRectF>& others) {
    const QRectF pill = clockPill(window, plot, width);
    if (pill.isEmpty()) return;
    const Theme& theme = Theme::instance();
    const double x = clockX(window);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color("accent"));
    painter.fillRect(QRectF(x - 1, plot.top() - 2, 2, plot.height() + 2), theme.color("accent"));
    painter.setFont(theme.font("axis", "semibold"));
    painter.drawRoundedRect(pill, 3, 3);
    painter.setPen(theme.color("onAccent"));
    drawTabular(painter, pill, Qt::AlignCenter, units::count(*window.clock()));
    painter.setFont(theme.font("axis"));
    const QString later = Text::tr("later steps are faded");
    const QFontMetricsF metrics(painter.font());
    QRectF words(pill.right() + kWordGap, 0, metrics.horizontalAdvance(later) + 4, kClockLine - 3);
    for (const QRectF& other : others)
        if (words.intersects(other)) words.moveLeft(other.right() + 2 * kWordGap);
    if (*window.clock() + 1 < window.end() && words.right() < width) {
        painter.fillRect(words, theme.color("surface"));
        painter.setPen(theme.color("textMuted"));
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, later);
    }
    painter.restore();
}

}  // namespace gh::widgets
