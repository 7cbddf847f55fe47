#include "widgets/panels/compare/divergence_text.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include "widgets/controls/plain_text.h"
#include "widgets/panels/compare/compare_words.h"
#include "widgets/plots/axis_range.h"
#include "widgets/plots/plot_export.h"
#include "widgets/text/pieces.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kPad = 3, kCellGap = 1, kSplitLine = 1.5;
constexpr int kRowGap = 2, kLineGap = 12;
constexpr double kTicks[] = {0.001, 0.01, 0.1, 1};
constexpr double kRampWidth = 150, kRampHeight = 8;

}  // namespace

double divergenceShare(double nats) {
    if (!(nats > kLeastNats)) return 0;              // NaN too
    return std::min(1.0, std::log(nats / kLeastNats) / std::log(kMostNats / kLeastNats));
}

QString variantLetter(std::size_t variant) { return QString(QChar('A' + static_cast<int>(variant))); }

DivergenceText::DivergenceText(QWidget* parent) : QAbstractScrollArea(parent), m_body(font()) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Texts of the variants, token by token"));
    measure();
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        measure();
        layOut(true);
        viewport()->update();
    });
}

int DivergenceText::variants() const { return m_facts ? static_cast<int>(m_facts->variants.size()) : 0; }

void DivergenceText::measure() {
    const Theme& theme = Theme::instance();
    m_body = QFontMetricsF(theme.font("body"));
    m_row = static_cast<int>(std::ceil(m_body.height())) + 4;
    m_widths.clear();
    m_gutter = static_cast<int>(std::ceil(QFontMetricsF(theme.font("axis", "semibold")).horizontalAdvance(QStringLiteral("W")))) + 10;
}

QString DivergenceText::textOf(int index, int variant) const {
    const telemetry::ComparisonPosition& position = m_facts->positions[static_cast<std::size_t>(index)];
    if (variant >= static_cast<int>(position.cells.size())) return {};
    const telemetry::ComparisonCell& cell = position.cells[static_cast<std::size_t>(variant)];
    if (cell.id < 0) return {};                      // its text has ended
    return onOneLine(QString::fromStdString(cell.text));
}

double DivergenceText::cellWidth(int index) const {
    double widest = m_body.averageCharWidth();
    for (int variant = 0; variant < variants(); ++variant)
        if (variant == 0 || differs(index, variant)) widest = std::max(widest, m_body.horizontalAdvance(textOf(index, variant)));   // most choose alike
    return std::ceil(widest) + 2 * kPad;
}

double DivergenceText::widthOf(int index) const {
    return std::min(static_cast<double>(m_widths[static_cast<std::size_t>(index)]), std::max(40.0, static_cast<double>(viewport()->width() - m_gutter)));
}

void DivergenceText::layOut(bool all) {
    const int size = m_facts ? static_cast<int>(m_facts->positions.size()) : 0;
    m_line = variants() * (m_row + kRowGap) + kLineGap;
    QScrollBar* bar = verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    if (all) {
        m_lines.clear();
        m_laidOut = 0;
    }
    const double room = viewport()->width() - m_gutter;
    double x = 0;
    bool begin = m_lines.empty();
    // A line that was begun goes on.
    if (!m_lines.empty())
        for (int i = m_lines.back(); i < m_laidOut; ++i) x += widthOf(i) + kCellGap;
    if (m_laidOut > 0 && !m_lines.empty()) begin = textOf(m_laidOut - 1, 0).endsWith(QChar(0x21b5));
    for (; m_laidOut < size; ++m_laidOut) {
        // Measuring texts is what takes time: once a token, not once a width of the panel.
        if (m_laidOut == static_cast<int>(m_widths.size())) m_widths.push_back(static_cast<float>(cellWidth(m_laidOut)));
        const double width = widthOf(m_laidOut);
        if (!begin && x + width > room) begin = true;
        if (begin) {
            m_lines.push_back(m_laidOut);
            x = 0;
        }
        x += width + kCellGap;
        begin = textOf(m_laidOut, 0).endsWith(QChar(0x21b5));
    }
    const int height = static_cast<int>(m_lines.size()) * m_line;
    bar->setPageStep(viewport()->height());
    bar->setSingleStep(m_row);
    bar->setRange(0, std::max(0, height - viewport()->height()));
    if (atEnd && !m_chosen) bar->setValue(bar->maximum());   // what is being written is followed
}

void DivergenceText::setFacts(ComparisonPtr facts) {
    const bool other = !facts || !m_facts || facts->id != m_facts->id || facts->variants.size() != m_facts->variants.size() ||
                       static_cast<int>(facts->positions.size()) < m_laidOut;
    const int before = m_lines.empty() ? 0 : static_cast<int>(m_lines.size()) - 1;
    m_facts = std::move(facts);
    if (other) {
        m_chosen.reset();
        m_widths.clear();
    }
    const int top = verticalScrollBar()->value();
    layOut(other);
    const bool all = other || top != verticalScrollBar()->value();
    const int from = all ? 0 : std::max(0, before * m_line - top);
    viewport()->update(0, from, viewport()->width(), std::max(0, viewport()->height() - from));
}

int DivergenceText::lineOf(int index) const {
    const auto after = std::upper_bound(m_lines.begin(), m_lines.end(), index);
    return after == m_lines.begin() ? 0 : static_cast<int>(after - m_lines.begin()) - 1;
}

int DivergenceText::lineEnd(int line) const {
    return line + 1 < static_cast<int>(m_lines.size()) ? m_lines[static_cast<std::size_t>(line) + 1] : m_laidOut;
}

bool DivergenceText::differs(int index, int variant) const {
    const auto& cells = m_facts->positions[static_cast<std::size_t>(index)].cells;
    return variant > 0 && variant < static_cast<int>(cells.size()) && cells[static_cast<std::size_t>(variant)].id != cells[0].id;
}

// Some text leaves the reference's here.
bool DivergenceText::splits(int index) const {
    return std::any_of(m_facts->variants.begin(), m_facts->variants.end(), [index](const telemetry::ComparisonVariant& v) { return v.splitAt == index; });
}

QRectF DivergenceText::cellRect(Spot spot) const {
    if (spot.index < 0 || spot.index >= m_laidOut || spot.variant < 0 || spot.variant >= variants()) return {};
    const int line = lineOf(spot.index);
    double x = m_gutter;
    for (int i = m_lines[static_cast<std::size_t>(line)]; i < spot.index; ++i) x += widthOf(i) + kCellGap;
    return {x, static_cast<double>(line * m_line - verticalScrollBar()->value() + spot.variant * (m_row + kRowGap)),
            widthOf(spot.index), static_cast<double>(m_row)};
}

std::optional<DivergenceText::Spot> DivergenceText::spotAt(QPoint at) const {
    const int y = at.y() + verticalScrollBar()->value();
    if (m_line == 0 || y < 0 || at.x() < m_gutter) return std::nullopt;
    const int line = y / m_line, variant = (y % m_line) / (m_row + kRowGap);
    if (line >= static_cast<int>(m_lines.size()) || variant >= variants()) return std::nullopt;
    double x = m_gutter;
    for (int i = m_lines[static_cast<std::size_t>(line)]; i < lineEnd(line); ++i) {
        x += widthOf(i) + kCellGap;
        if (at.x() < x) return Spot{variant, i};
    }
    return std::nullopt;
}

void DivergenceText::paintLine(QPainter& painter, int line, double y) {
    const Theme& theme = Theme::instance();
    const QFont body = theme.font("body"), letter = theme.font("axis", "semibold");
    const QColor text = theme.color("text"), muted = theme.color("textMuted"), split = theme.color("error");
    const QFontMetricsF metrics(body);
    for (int variant = 0; variant < variants(); ++variant) {
        const double top = y + variant * (m_row + kRowGap);
        painter.setFont(letter);
        painter.setPen(muted);
        painter.drawText(QRectF(0, top, m_gutter - 6, m_row), Qt::AlignRight | Qt::AlignVCenter, variantLetter(static_cast<std::size_t>(variant)));
        painter.setFont(body);
        const int splitAt = m_facts->variants[static_cast<std::size_t>(variant)].splitAt;
        double x = m_gutter;
        for (int i = m_lines[static_cast<std::size_t>(line)]; i < lineEnd(line); ++i) {
            const QRectF box(x, top, widthOf(i), m_row);
            x += box.width() + kCellGap;
            const QString words = textOf(i, variant);
            ++m_painted;
            if (words.isEmpty()) continue;
            const telemetry::ComparisonCell& cell = m_facts->positions[static_cast<std::size_t>(i)].cells[static_cast<std::size_t>(variant)];
            const double share = variant == 0 ? 0 : divergenceShare(static_cast<double>(cell.klForward));
            QColor ink = variant > 0 && std::isnan(cell.klForward) ? muted : text;
            if (share > 0) {
                const QColor fill = theme.ramp("sequential", share);
                painter.setPen(Qt::NoPen);
                painter.setBrush(fill);
                painter.drawRoundedRect(box, theme.radius("mark"), theme.radius("mark"));
                ink = theme.onRamp(fill);
            }
            painter.setPen(ink);
            painter.drawText(box.adjusted(kPad, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             metrics.horizontalAdvance(words) > box.width() ? metrics.elidedText(words, Qt::ElideRight, box.width() - kPad) : words);
            // Another choice than the reference's is underlined: colour never stands alone.
            if (differs(i, variant) && !std::isnan(cell.klForward))
                painter.fillRect(QRectF(box.left() + kPad, box.bottom() - 3, box.width() - 2 * kPad, 1.5), ink);
            if (i == splitAt || (variant == 0 && splits(i))) {
                painter.setBrush(Qt::NoBrush);
                painter.setPen(QPen(split, kSplitLine));
                painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), theme.radius("mark"), theme.radius("mark"));
            }
        }
    }
}

void DivergenceText::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    painter.fillRect(event->rect(), Theme::instance().color("surface"));
    painter.setRenderHint(QPainter::Antialiasing);
    m_painted = 0;
    if (m_lines.empty()) return;
    const int top = verticalScrollBar()->value();
    for (int line = std::max(0, (top + event->rect().top()) / m_line); line < static_cast<int>(m_lines.size()); ++line) {
        const double y = line * m_line - top;
        if (y > event->rect().bottom()) break;
        paintLine(painter, line, y);
    }
    if (m_chosen) {
        const Theme& theme = Theme::instance();
        const QRectF box = cellRect(*m_chosen);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color("surface"), 2));
        painter.drawRect(box.adjusted(0, 0, -1, -1));
        painter.setPen(QPen(theme.color("accent"), theme.line("selection")));
        painter.drawRoundedRect(box.adjusted(-1.5, -1.5, 1.5, 1.5), 4, 4);
    }
    if (hasFocus() && property("keyboardFocus").toBool()) {
        const Theme& theme = Theme::instance();
        painter.setPen(QPen(theme.color("focus"), theme.line("focus")));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
    }
}

void DivergenceText::resizeEvent(QResizeEvent*) {
    const int shown = m_line > 0 && !m_lines.empty() ? m_lines[std::min(m_lines.size() - 1, static_cast<std::size_t>(verticalScrollBar()->value() / m_line))] : 0;
    layOut(true);
    if (m_line > 0 && m_chosen) verticalScrollBar()->setValue(lineOf(shown) * m_line);
    viewport()->update();
}

void DivergenceText::setChosen(std::optional<Spot> spot) {
    if (spot && (spot->index >= m_laidOut || spot->variant >= variants())) spot.reset();
    if (spot == m_chosen) return;
    m_chosen = spot;
    if (spot) {
        ensureVisible(spot->index);
        setAccessibleDescription(plainWords(hoverText(*spot)));
    }
    viewport()->update();
}

void DivergenceText::ensureVisible(int index) {
    QScrollBar* bar = verticalScrollBar();
    const int top = lineOf(index) * m_line;
    if (top < bar->value()) bar->setValue(top);
    else if (top + m_line > bar->value() + viewport()->height()) bar->setValue(std::min(top, top + m_line - viewport()->height()));
}

QString DivergenceText::hoverText(Spot spot) const {
    if (!m_facts || spot.index >= m_laidOut) return {};
    const telemetry::ComparisonPosition& position = m_facts->positions[static_cast<std::size_t>(spot.index)];
    if (spot.variant >= static_cast<int>(position.cells.size())) return {};
    return cellHover(*m_facts, position, static_cast<std::size_t>(spot.variant));
}

void DivergenceText::mousePressEvent(QMouseEvent* event) {
    const auto spot = spotAt(event->position().toPoint());
    if (!spot || event->button() != Qt::LeftButton) return;
    setChosen(spot);
    emit chosenByUser(spot->variant, spot->index);
}

void DivergenceText::keyPressEvent(QKeyEvent* event) {
    const int along = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    const int across = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    const bool home = event->key() == Qt::Key_Home, end = event->key() == Qt::Key_End;
    if (m_laidOut == 0 || (along == 0 && across == 0 && !home && !end)) return QAbstractScrollArea::keyPressEvent(event);
    Spot spot = m_chosen.value_or(Spot{std::min(1, variants() - 1), -along});
    spot.index = home ? 0 : end ? m_laidOut - 1 : std::clamp(spot.index + along, 0, m_laidOut - 1);
    if (across != 0) {
        // Past the last row to the same place a line further.
        spot.variant += across;
        const int line = lineOf(spot.index), to = line + across, offset = spot.index - m_lines[static_cast<std::size_t>(line)];
        if (spot.variant < 0 || spot.variant >= variants()) {
            if (to < 0 || to >= static_cast<int>(m_lines.size())) return;
            spot.variant = across > 0 ? 0 : variants() - 1;
            spot.index = std::min(m_lines[static_cast<std::size_t>(to)] + offset, lineEnd(to) - 1);
        }
    }
    setChosen(spot);
    emit chosenByUser(spot.variant, spot.index);
}

void DivergenceText::focusInEvent(QFocusEvent*) { viewport()->update(); }
void DivergenceText::focusOutEvent(QFocusEvent*) { viewport()->update(); }

bool DivergenceText::viewportEvent(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto spot = spotAt(help->pos());
    if (spot) showRichTip(help->globalPos(), hoverText(*spot), this);
    else hideTip();
    return true;
}

// ---- the legend ---------------------------------------------------------------------------------------

DivergenceLegend::DivergenceLegend(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Colours: divergence from the reference in nats, from %1 to %2").arg(axisNumber(kLeastNats), axisNumber(kMostNats)));
    setToolTip(tr("KL(reference ‖ variant) at each token, in nats. An underlined token is another choice than the reference’s; "
                  "a red frame marks where a text leaves the reference’s."));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

QSize DivergenceLegend::sizeHint() const {
    const QFontMetricsF metrics(Theme::instance().font("axis"));
    return {static_cast<int>(kRampWidth + metrics.horizontalAdvance(tr("KL, nats"))) + 34, static_cast<int>(metrics.height() + kRampHeight) + 4};
}

void DivergenceLegend::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    const QFontMetricsF metrics(painter.font());
    const double left = metrics.horizontalAdvance(tr("KL, nats")) + 16;
    painter.drawText(QRectF(0, 0, left, kRampHeight + 2), Qt::AlignLeft | Qt::AlignVCenter, tr("KL, nats"));
    for (int i = 0; i < static_cast<int>(kRampWidth); ++i) painter.fillRect(QRectF(left + i, 1, 1, kRampHeight), theme.ramp("sequential", i / (kRampWidth - 1)));
    painter.setPen(theme.color("lineStrong"));
    painter.drawRect(QRectF(left - 0.5, 0.5, kRampWidth, kRampHeight));
    painter.setPen(theme.color("textMuted"));
    for (const double tick : kTicks) {
        const double x = left + std::log(tick / kLeastNats) / std::log(kMostNats / kLeastNats) * kRampWidth;
        painter.drawText(QRectF(x - 20, kRampHeight + 2, 40, metrics.height()), Qt::AlignHCenter | Qt::AlignTop, axisNumber(tick));
    }
}

}  // namespace gh::widgets
