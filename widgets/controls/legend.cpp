#include "widgets/controls/legend.h"

#include <cmath>

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kSwatchHeight = 10, kSwatchGap = 6, kEntryGap = 14;

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

std::vector<QRectF> Legend::boxes() const {
    const QFontMetricsF metrics(Theme::instance().font("caption"));
    std::vector<QRectF> boxes;
    double x = 0;
    for (const Entry& entry : m_entries) {
        const double width = entry.swatchWidth + kSwatchGap + metrics.horizontalAdvance(entry.text);
        boxes.emplace_back(x, 0, width, height());
        x += width + kEntryGap;
    }
    return boxes;
}

QSize Legend::sizeHint() const {
    const auto all = boxes();
    const double width = all.empty() ? 0 : all.back().right();
    return {static_cast<int>(std::ceil(width)) + 1,
            static_cast<int>(std::ceil(QFontMetricsF(Theme::instance().font("caption")).height())) + 2};
}

void Legend::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    const auto all = boxes();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Entry& entry = m_entries[i];
        if (all[i].right() > width() + 1) break;
        painter.save();
        entry.draw(painter, QRectF(all[i].left(), std::round((height() - kSwatchHeight) / 2.0), entry.swatchWidth,
                                   kSwatchHeight));
        painter.restore();
        painter.setFont(theme.font("caption"));
        painter.setPen(theme.color("textMuted"));
        painter.drawText(all[i].adjusted(entry.swatchWidth + kSwatchGap, 0, 1, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         entry.text);
    }
}

bool Legend::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto all = boxes();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].contains(help->pos()) && !m_entries[i].explanation.isEmpty()) {
            QToolTip::showText(help->globalPos(), m_entries[i].explanation, this, all[i].toAlignedRect());
            return true;
        }
    QToolTip::hideText();
    return true;
}

}  // namespace gh::widgets
