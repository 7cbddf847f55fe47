#include "widgets/controls/legend.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QToolTip>

#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kSwatchHeight = 10, kSwatchGap = 6, kEntryGap = 14;
constexpr double kNoLimit = 1e6;

}  // namespace

std::function<void(QPainter&, const QRectF&)> roleSwatch(const char* role) {
    return [role](QPainter& painter, const QRectF& box) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Theme::instance().color(role));
        painter.drawRoundedRect(box, 2, 2);
    };
}

Legend::Legend(QWidget* parent) : QWidget(parent) {
    // Not by Qt's height for width: a scroll area then gives all that is beside it the height it likes, not what it needs.
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Legend::setEntries(std::vector<Entry> entries) {
    m_entries = std::move(entries);
    QStringList words;
    for (const Entry& entry : m_entries) words << entry.text;
    setAccessibleName(words.join(", "));
    updateGeometry();
    update();
}

std::vector<QRectF> Legend::boxes(double room) const {
    const QFontMetricsF metrics(Theme::instance().font("caption"));
    std::vector<QRectF> boxes;
    double x = 0, y = 0;
    for (const Entry& entry : m_entries) {
        const double width = entry.swatchWidth + kSwatchGap + metrics.horizontalAdvance(entry.text);
        if (x > 0 && x + width > room) {
            x = 0;
            y += lineHeight();
        }
        boxes.emplace_back(x, y, std::min(width, room), lineHeight());
        x += width + kEntryGap;
    }
    return boxes;
}

// In more height than they need they stand in the middle, as what is beside them does.
std::vector<QRectF> Legend::placed() const {
    std::vector<QRectF> all = boxes(width());
    const double down = all.empty() ? 0 : std::max(0.0, std::floor((height() - all.back().bottom()) / 2));
    for (QRectF& box : all) box.translate(0, down);
    return all;
}

int Legend::lineHeight() const {
    return static_cast<int>(std::ceil(QFontMetricsF(Theme::instance().font("caption")).height())) + 2;
}

QSize Legend::sizeHint() const {
    const auto all = boxes(kNoLimit);
    return {static_cast<int>(std::ceil(all.empty() ? 0 : all.back().right())) + 1, heightForWidth(width())};
}

QSize Legend::minimumSizeHint() const {
    double widest = 0;
    for (const QRectF& box : boxes(kNoLimit)) widest = std::max(widest, box.width());
    return {static_cast<int>(std::ceil(widest)) + 1, heightForWidth(width())};
}

int Legend::heightForWidth(int width) const {
    const auto all = boxes(width);
    return all.empty() ? lineHeight() : static_cast<int>(all.back().bottom());
}

void Legend::resizeEvent(QResizeEvent* event) {
    if (heightForWidth(event->oldSize().width()) != heightForWidth(width())) updateGeometry();
}

void Legend::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font("caption"));
    const QFontMetricsF metrics(painter.font());
    const auto all = placed();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Entry& entry = m_entries[i];
        const QRectF& box = all[i];
        painter.save();
        entry.draw(painter, QRectF(box.left(), std::round(box.center().y() - kSwatchHeight / 2), entry.swatchWidth,
                                   kSwatchHeight));
        painter.restore();
        painter.setPen(theme.color("textMuted"));
        const QRectF room = box.adjusted(entry.swatchWidth + kSwatchGap, 0, 1, 0);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(entry.text, Qt::ElideRight, room.width()));
    }
}

bool Legend::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto all = placed();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].contains(help->pos()) && !m_entries[i].explanation.isEmpty()) {
            QToolTip::showText(help->globalPos(), m_entries[i].explanation, this, all[i].toAlignedRect());
            return true;
        }
    QToolTip::hideText();
    return true;
}

}  // namespace gh::widgets
