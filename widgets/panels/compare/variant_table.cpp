#include "widgets/panels/compare/variant_table.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QPainter>

#include "widgets/controls/plain_text.h"
#include "widgets/panels/compare/compare_words.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kGap = 14, kLeastName = 110, kBadge = 18;
enum Figure { kAgreement, kKlMean, kKlMax, kBytes, kSpeed, kStep, kBits, kCache, kFigures };   // the most important first

}  // namespace

VariantTable::VariantTable(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Variants side by side"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

int VariantTable::rowHeight() const { return static_cast<int>(std::ceil(QFontMetricsF(Theme::instance().font("body")).height())) + 6; }

QSize VariantTable::sizeHint() const {
    const int rows = m_facts ? static_cast<int>(m_facts->variants.size()) : 0;
    return {520, rowHeight() * (rows + 1)};
}
QSize VariantTable::minimumSizeHint() const { return {160, sizeHint().height()}; }

void VariantTable::setFacts(ComparisonPtr facts) {
    const std::size_t before = m_facts ? m_facts->variants.size() : 0;
    m_facts = std::move(facts);
    const std::size_t now = m_facts ? m_facts->variants.size() : 0;
    if (before != now) updateGeometry();
    // A screen reader is told what it came to, not every step.
    if (m_facts && m_facts->state != m_said) {
        m_said = m_facts->state;
        QStringList words;
        for (std::size_t v = 0; v < now; ++v) words << plainWords(hoverText(static_cast<int>(v)));
        setAccessibleDescription(words.join(QStringLiteral("; ")));
    }
    update();
}

QString VariantTable::cell(std::size_t index, int column) const {
    const telemetry::ComparisonVariant& v = m_facts->variants[index];
    const QString dash = QStringLiteral("–");
    const bool reference = index == 0;
    switch (column) {
        case kAgreement: return reference || v.compared == 0 ? dash : units::percent(static_cast<double>(v.agreed) / v.compared).text();
        case kKlMean: return reference || v.compared == 0 ? dash : natsText(v.klMean);
        case kKlMax: return reference || v.compared == 0 ? dash : natsText(v.klMax);
        case kBytes: return v.weightBytes == 0 ? dash : units::bytes(v.weightBytes).text();
        case kSpeed: return v.tokensPerSecond > 0 ? units::tokensPerSecond(v.tokensPerSecond).text() : dash;
        case kStep: return v.stepMs > 0 ? units::milliseconds(v.stepMs).text() : dash;
        case kBits: return v.bits > 0 ? units::number(v.bits, 2) : dash;
        case kCache: return v.cacheAllocated == 0 && v.cachePredicted == 0 ? dash : (v.cacheAllocated == v.cachePredicted ? QString() : QStringLiteral("≠ ")) + units::bytes(v.cacheAllocated).text();
    }
    return {};
}

// As wide as the widest figure there can be, so that nothing dances while they change.
std::vector<VariantTable::Column> VariantTable::allColumns() const {
    const Theme& theme = Theme::instance();
    const QFontMetricsF head(theme.font("axis"));
    const QFont body = theme.font("body");
    const QString names[kFigures] = {tr("Agreement"), tr("KL mean"), tr("KL max"), tr("Weights"), tr("Speed"), tr("Step"), tr("Bits"), tr("Cache")};
    const QString widest[kFigures] = {units::percent(1).text(), QStringLiteral("0.000000"), QStringLiteral("0.0000"), units::bytes(1023ull << 20).text(), units::tokensPerSecond(1000).text(),
                                      units::milliseconds(100.5).text(), QStringLiteral("16.00"), units::bytes(1023ull << 10).text()};
    std::vector<Column> all;
    for (int i = 0; i < kFigures; ++i) all.push_back({names[i], std::ceil(std::max(head.horizontalAdvance(names[i]), tabularWidth(body, widest[i]))) + kGap});
    return all;
}

double VariantTable::nameWidth() const {
    double widest = kLeastName;
    const QFontMetricsF metrics(Theme::instance().font("body", "medium"));
    if (m_facts)
        for (const telemetry::ComparisonVariant& v : m_facts->variants) widest = std::max(widest, metrics.horizontalAdvance(QString::fromStdString(v.name)) + kBadge + 10);
    return std::min(widest, std::max(kLeastName, width() * 0.4));
}

int VariantTable::columns() const {
    double room = width() - nameWidth();
    int count = 0;
    for (const Column& column : allColumns()) {
        room -= column.width;
        if (room < 0) break;
        ++count;
    }
    return count;
}

void VariantTable::paintEvent(QPaintEvent*) {
    if (!m_facts) return;
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto all = allColumns();
    const int shown = columns(), row = rowHeight();
    const double name = nameWidth();
    painter.setFont(theme.font("axis"));
    painter.setPen(theme.color("textMuted"));
    double right = name;
    for (int i = 0; i < shown; ++i) {
        right += all[static_cast<std::size_t>(i)].width;
        painter.drawText(QRectF(right - all[static_cast<std::size_t>(i)].width, 0, all[static_cast<std::size_t>(i)].width, row), Qt::AlignRight | Qt::AlignVCenter, all[static_cast<std::size_t>(i)].name);
    }
    painter.fillRect(QRectF(0, row - 1, std::min<double>(width(), right), 1), theme.color("line"));
    for (std::size_t v = 0; v < m_facts->variants.size(); ++v) {
        const double top = static_cast<double>(row) * static_cast<double>(v + 1);
        // The reference's letter is filled, the others' outlined.
        const QRectF badge(0.5, top + (row - kBadge) / 2 + 0.5, kBadge - 1, kBadge - 1);
        painter.setPen(QPen(theme.color("text"), 1));
        painter.setBrush(v == 0 ? QBrush(theme.color("text")) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(badge, 4, 4);
        painter.setFont(theme.font("axis", "semibold"));
        painter.setPen(theme.color(v == 0 ? "surface" : "text"));
        painter.drawText(badge, Qt::AlignCenter, variantLetter(v));
        painter.setFont(theme.font("body", "medium"));
        painter.setPen(theme.color("text"));
        painter.drawText(QRectF(kBadge + 8, top, name - kBadge - 10, row), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(QString::fromStdString(m_facts->variants[v].name), Qt::ElideMiddle, name - kBadge - 10));
        painter.setFont(theme.font("body"));
        right = name;
        for (int i = 0; i < shown; ++i) {
            const double width = all[static_cast<std::size_t>(i)].width;
            right += width;
            const QString words = cell(v, i);
            painter.setPen(theme.color(words.startsWith(QChar(0x2260)) ? "error" : "text"));
            drawTabular(painter, QRectF(right - width, top, width, row), Qt::AlignRight | Qt::AlignVCenter, words);
        }
    }
}

void VariantTable::resizeEvent(QResizeEvent*) { update(); }

QString VariantTable::hoverText(int variant) const {
    if (!m_facts || variant < 0 || variant >= static_cast<int>(m_facts->variants.size())) return {};
    return variantHover(m_facts->variants[static_cast<std::size_t>(variant)], variantLetter(static_cast<std::size_t>(variant)));
}

bool VariantTable::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString words = hoverText(help->pos().y() / rowHeight() - 1);
    if (words.isEmpty()) hideTip();
    else showRichTip(help->globalPos(), words, this);
    return true;
}

}  // namespace gh::widgets
