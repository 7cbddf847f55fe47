#include "widgets/controls/legend.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QResizeEvent>

#include "widgets/controls/plain_text.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kSwatchHeight = 10, kSwatchGap = 6, kEntryGap = 14;
constexpr double kNoLimit = 1e6;
constexpr int kMostLines = 2;            // with all entries

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

std::vector<Legend::Place> Legend::lines(double room, bool all) const {
    const QFontMetricsF metrics(Theme::instance().font("caption"));
    std::vector<Place> places;
    double x = 0, y = 0;
    for (const Entry& entry : m_entries) {
        if (!all && entry.namedInPicture) continue;
        const double width = entry.swatchWidth + kSwatchGap + metrics.horizontalAdvance(entry.text);
        if (x > 0 && x + width > room) {
            x = 0;
            y += lineHeight();
        }
        places.push_back({&entry, QRectF(x, y, std::min(width, room), lineHeight())});
        x += width + kEntryGap;
    }
    return places;
}

std::vector<Legend::Place> Legend::places(double room) const {
    std::vector<Place> all = lines(room, true);
    return all.empty() || all.back().box.bottom() <= kMostLines * lineHeight() ? all : lines(room, false);
}

// In more height than they need they stand in the middle, as what is beside them does.
std::vector<Legend::Place> Legend::placed() const {
    std::vector<Place> all = places(width());
    const double down = all.empty() ? 0 : std::max(0.0, std::floor((height() - all.back().box.bottom()) / 2));
    for (Place& place : all) place.box.translate(0, down);
    return all;
}

int Legend::lineHeight() const {
    return static_cast<int>(std::ceil(QFontMetricsF(Theme::instance().font("caption")).height())) + 2;
}

QSize Legend::sizeHint() const {
    const auto all = places(kNoLimit);
    return {static_cast<int>(std::ceil(all.empty() ? 0 : all.back().box.right())) + 1, heightForWidth(width())};
}

QSize Legend::minimumSizeHint() const {
    double widest = 0;
    for (const Place& place : lines(kNoLimit, false)) widest = std::max(widest, place.box.width());
    return {static_cast<int>(std::ceil(widest)) + 1, heightForWidth(width())};
}

int Legend::heightForWidth(int width) const {
    const auto all = places(width);
    return all.empty() ? lineHeight() : static_cast<int>(all.back().box.bottom());
}

void Legend::resizeEvent(QResizeEvent* event) {
    if (heightForWidth(event->oldSize().width()) != heightForWidth(width())) updateGeometry();
}

void Legend::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.font("caption"));
    const QFontMetricsF metrics(painter.font());
    for (const auto& [entry, box] : placed()) {
        painter.save();
        entry->draw(painter, QRectF(box.left(), std::round(box.center().y() - kSwatchHeight / 2), entry->swatchWidth,
                                    kSwatchHeight));
        painter.restore();
        painter.setPen(theme.color("textMuted"));
        const QRectF room = box.adjusted(entry->swatchWidth + kSwatchGap, 0, 1, 0);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(entry->text, Qt::ElideRight, room.width()));
    }
}

bool Legend::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const auto& [entry, box] : placed())
        if (box.contains(help->pos()) && !entry->explanation.isEmpty()) {
            showTip(help->globalPos(), entry->explanation, this, box.toAlignedRect());
            return true;
        }
    hideTip();
    return true;
}

}  // namespace gh::widgets
