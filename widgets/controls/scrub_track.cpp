#include "widgets/controls/scrub_track.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include "widgets/controls/plain_text.h"
#include "widgets/plots/plot_export.h"
#include "widgets/text/mark_words.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

using telemetry::MarkKind;

constexpr double kSide = 10, kGroove = 4, kHandle = 8;   // kHandle: radius
constexpr int kApart = 4;                                // pixels: marks that are nearer fall into one
constexpr double kReach = 5, kFlag = 8;                  // pixels beside a mark where a hover tells it: a flag flies to the right
constexpr std::size_t kMostLines = 6;
constexpr int kMarkHalf = 8;                             // no mark is wider to either side

bool isBelow(MarkKind kind) {
    return kind == MarkKind::FirstToken || kind == MarkKind::Finished || kind == MarkKind::Stopped;
}

// Of marks in one place the one that deserves more attention is drawn.
int weightOf(MarkKind kind) {
    switch (kind) {
        case MarkKind::Submitted: return 0;
        case MarkKind::FirstToken: return 1;
        case MarkKind::Finished: return 2;
        case MarkKind::Stopped: return 3;
        case MarkKind::Started: return 4;
        case MarkKind::Resumed: return 4;
        case MarkKind::Preempted: return 5;
        case MarkKind::Evicted: return 5;
        case MarkKind::ContextNearlyFull: return 6;
        case MarkKind::ContextFull: return 7;
        case MarkKind::Failed: return 8;
    }
    return 0;
}

void drawMark(QPainter& painter, MarkKind kind, double x, double groove) {
    const Theme& theme = Theme::instance();
    const double above = groove - kHandle - 3;   // foot of what stands above
    const double below = groove + kHandle + 2;
    switch (kind) {
        case MarkKind::Submitted: return;   // the lanes of the requests show it
        case MarkKind::Started:
        case MarkKind::Resumed: {
            painter.setPen(QPen(theme.color("textMuted"), 1.2));
            painter.setBrush(Qt::NoBrush);
            QPainterPath flag(QPointF(x, above));
            flag.lineTo(x, above - 9);
            flag.lineTo(x + 6, above - 7);
            flag.lineTo(x, above - 4.5);
            painter.drawPath(flag);
            return;
        }
        case MarkKind::FirstToken:
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color("textMuted"));
            painter.drawEllipse(QPointF(x, below + 2), 1.8, 1.8);
            return;
        case MarkKind::Finished:
        case MarkKind::Stopped:
            painter.setPen(QPen(theme.color(kind == MarkKind::Stopped ? "warn" : "textMuted"), 1.5));
            painter.drawLine(QPointF(x, below), QPointF(x, below + 6));
            if (kind == MarkKind::Stopped) painter.drawLine(QPointF(x - 2.5, below + 6), QPointF(x + 2.5, below + 6));
            return;
        case MarkKind::Preempted:
        case MarkKind::Evicted: {   // leaves downwards
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color("warn"));
            const QPointF points[] = {{x - 4, above - 7}, {x + 4, above - 7}, {x, above}};
            painter.drawPolygon(points, 3);
            return;
        }
        case MarkKind::ContextNearlyFull:
        case MarkKind::ContextFull:
        case MarkKind::Failed: {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color(kind == MarkKind::Failed ? "error" : "warn"));
            if (kind == MarkKind::ContextNearlyFull) {
                const QPointF points[] = {{x - 4.5, above}, {x + 4.5, above}, {x, above - 8}};
                painter.drawPolygon(points, 3);
            } else if (kind == MarkKind::ContextFull) {
                painter.drawRect(QRectF(x - 3.5, above - 7, 7, 7));
            } else {
                painter.setPen(QPen(theme.color("error"), 2));
                painter.drawLine(QPointF(x - 3, above - 7), QPointF(x + 3, above - 1));
                painter.drawLine(QPointF(x + 3, above - 7), QPointF(x - 3, above - 1));
            }
            return;
        }
    }
}

}  // namespace

ScrubTrack::ScrubTrack(ClockModel* clock, QWidget* parent) : QAbstractSlider(parent), m_clock(clock) {
    setOrientation(Qt::Horizontal);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Timeline"));
    setCursor(Qt::PointingHandCursor);
    setMouseTracking(true);
    connect(clock, &ClockModel::changed, this, &ScrubTrack::follow);
    connect(clock, &ClockModel::rangeChanged, this, &ScrubTrack::follow);
    // A value that a screen reader or a script sets is a scrub like any other.
    connect(this, &QAbstractSlider::valueChanged, this, [this](int value) {
        if (!m_following) m_clock->scrubTo(static_cast<std::uint64_t>(value));
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_pictures.clear();
        update();
    });
    follow();
}

void ScrubTrack::setLogs(telemetry::LogView<telemetry::StepRecord> steps, telemetry::LogView<telemetry::StepMark> marks) {
    const bool newMarks = marks.end() != m_marks.end();
    m_steps = std::move(steps);
    m_marks = std::move(marks);
    if (newMarks) update();
}

void ScrubTrack::follow() {
    m_following = true;
    setEnabled(m_clock->newest() > 0);
    setRange(static_cast<int>(m_clock->oldest()), static_cast<int>(m_clock->newest()));
    setValue(static_cast<int>(m_clock->step()));
    m_following = false;
    setAccessibleDescription(m_clock->isLive() ? tr("live")
                                               : tr("step %1 of %2").arg(units::count(m_clock->step()), units::count(m_clock->newest())));
    update();
}

double ScrubTrack::xOf(std::uint64_t step) const {
    const double left = kSide, right = width() - kSide;
    const std::uint64_t first = m_clock->oldest(), last = m_clock->newest();
    if (last <= first) return right;
    return left + (right - left) * (static_cast<double>(step) - static_cast<double>(first)) / static_cast<double>(last - first);
}

std::uint64_t ScrubTrack::stepAt(double x) const {
    const double left = kSide, right = width() - kSide;
    const std::uint64_t first = m_clock->oldest(), last = m_clock->newest();
    const double share = right > left ? std::clamp((x - left) / (right - left), 0.0, 1.0) : 1;
    return first + static_cast<std::uint64_t>(std::llround(share * static_cast<double>(last - first)));
}

QStringList ScrubTrack::marksAt(double x) const {
    QStringList lines;
    std::size_t more = 0;
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const telemetry::StepMark& mark = m_marks[i];
        const double beside = x - xOf(mark.step);
        if (mark.kind == MarkKind::Submitted || mark.step < m_clock->oldest() || beside < -kReach || beside > (mark.kind == MarkKind::Started ? kFlag : kReach)) continue;
        if (lines.size() < static_cast<qsizetype>(kMostLines))
            lines << tr("<b>Step %1</b> · %2").arg(units::count(mark.step), markWords(mark).toHtmlEscaped());
        else ++more;
    }
    if (more > 0) lines << tr("… and %1 more").arg(units::count(more));
    return lines;
}

QString ScrubTrack::hoverText(double x) const {
    if (m_clock->newest() == 0) return {};
    QStringList lines = marksAt(x);
    if (lines.isEmpty()) {
        const std::uint64_t step = stepAt(x);
        QString line = tr("<b>Step %1</b>").arg(units::count(step));
        if (!m_steps.empty() && step >= m_steps[0].step && step - m_steps[0].step < m_steps.size())
            line += QStringLiteral(" · ") + units::milliseconds(m_steps[step - m_steps[0].step].totalMs()).text();
        lines << line;
    }
    return lines.join(QStringLiteral("<br>"));
}

// ---- drawing ------------------------------------------------------------------------------------------

const QImage& ScrubTrack::markPicture(telemetry::MarkKind kind) {
    const double ratio = devicePixelRatioF();
    if (ratio != m_picturesRatio || height() != m_picturesHeight) m_pictures.clear();
    m_picturesRatio = ratio;
    m_picturesHeight = height();
    QImage& picture = m_pictures[kind];
    if (picture.isNull()) {
        picture = QImage(static_cast<int>(std::ceil((2 * kMarkHalf + 1) * ratio)), std::max(1, static_cast<int>(std::ceil(height() * ratio))),
                         QImage::Format_ARGB32_Premultiplied);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        drawMark(painter, kind, kMarkHalf + 0.5, height() / 2.0);
    }
    return picture;
}

void ScrubTrack::drawMarks(QPainter& painter) {
    // One mark a place and row: thousands of short requests would be a smear, and slow.
    const auto places = static_cast<std::size_t>(std::max(0, width() / kApart + 1));
    std::vector<const telemetry::StepMark*> rows[2];
    for (auto& row : rows) row.resize(places);
    for (std::size_t i = m_marks.size(); i-- > 0;) {
        const telemetry::StepMark& mark = m_marks[i];
        if (mark.step < m_clock->oldest()) break;   // in order of steps
        const auto place = static_cast<std::size_t>(std::clamp(xOf(mark.step) / kApart, 0.0, static_cast<double>(places) - 1));
        const telemetry::StepMark*& held = rows[isBelow(mark.kind)][place];
        if (!held || weightOf(mark.kind) > weightOf(held->kind)) held = &mark;
    }
    for (const auto& row : rows)
        for (const telemetry::StepMark* mark : row)
            if (mark) painter.drawImage(QPointF(std::round(xOf(mark->step)) - kMarkHalf, 0), markPicture(mark->kind));
}

void ScrubTrack::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double y = height() / 2.0, left = kSide, right = width() - kSide;
    const QRectF groove(left - kGroove / 2, y - kGroove / 2, right - left + kGroove, kGroove);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color("lineStrong"));
    painter.drawRoundedRect(groove, kGroove / 2, kGroove / 2);
    if (m_clock->newest() == 0) return;
    const double x = xOf(m_clock->step());
    painter.setBrush(theme.color("accent"));
    painter.drawRoundedRect(QRectF(groove.left(), groove.top(), x - groove.left(), kGroove), kGroove / 2, kGroove / 2);
    drawMarks(painter);
    painter.setPen(QPen(theme.color("accent"), 2));
    painter.setBrush(theme.color("surface"));
    painter.drawEllipse(QPointF(x, y), kHandle - 1, kHandle - 1);
    if (m_clock->isLive()) {   // a full handle follows, an empty one stands
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color("accent"));
        painter.drawEllipse(QPointF(x, y), kHandle - 4, kHandle - 4);
    }
    drawFocus(painter, *this);
}

// ---- input --------------------------------------------------------------------------------------------

void ScrubTrack::scrubTo(double x) {
    // The very end is live, as on every player.
    if (x >= width() - kSide) m_clock->goLive();
    else m_clock->scrubTo(stepAt(x));
}

void ScrubTrack::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    m_dragging = true;
    setSliderDown(true);
    scrubTo(event->position().x());
}

void ScrubTrack::mouseMoveEvent(QMouseEvent* event) {
    if (m_dragging) scrubTo(event->position().x());
    else nameMarks(event->position());
}

// A mark is small and soon passed: it is named at once, and its words leave with it.
void ScrubTrack::nameMarks(QPointF at) {
    const QString words = m_clock->newest() > 0 ? marksAt(at.x()).join(QStringLiteral("<br>")) : QString();
    if (words == m_named) return;
    m_named = words;
    if (words.isEmpty()) hideTip();
    else showRichTip(mapToGlobal(at).toPoint(), words, this);
}

void ScrubTrack::leaveEvent(QEvent*) { m_named.clear(); }

void ScrubTrack::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    m_dragging = false;
    setSliderDown(false);
}

void ScrubTrack::wheelEvent(QWheelEvent* event) {
    // A notch is a step; touch pads send parts of one.
    m_wheel += event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
    const int notches = m_wheel / 120;
    m_wheel -= notches * 120;
    if (notches != 0) m_clock->stepBy(-notches);
    event->accept();
}

bool ScrubTrack::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractSlider::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = hoverText(help->pos().x());
    if (text.isEmpty()) hideTip();
    else showRichTip(help->globalPos(), text, this);
    return true;
}

}  // namespace gh::widgets
