#include "widgets/controls/metric_label.h"

#include <algorithm>
#include <cmath>

#include <QFontMetricsF>
#include <QPainter>

#include "widgets/text/tabular.h"
#include "widgets/theme.h"

namespace gh::widgets {

MetricLabel::MetricLabel(const QString& caption, Size size, QWidget* parent, Caption where)
    : QWidget(parent), m_caption(caption), m_size(size), m_where(where) {
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    setNothing();
}

void MetricLabel::setCaption(const QString& caption) {
    if (caption == m_caption) return;
    m_caption = caption;
    describe();
    updateGeometry();
    update();
}

void MetricLabel::setFigure(const units::Figure& figure, const QString& exact) {
    if (exact != toolTip()) setToolTip(exact);
    if (figure.value == m_figure.value && figure.unit == m_figure.unit) return;
    const QSize before = sizeHint();
    m_figure = figure;
    describe();
    if (sizeHint() != before) updateGeometry();
    update();
}

void MetricLabel::setNothing() { setFigure({QString(QChar(0x2013)), {}}); }

void MetricLabel::setColorRole(const char* role) {
    if (m_role == role) return;
    m_role = role;
    update();
}

void MetricLabel::describe() { setAccessibleName(tr("%1: %2", "caption and figure").arg(m_caption, m_figure.text())); }

QSize MetricLabel::sizeHint() const {
    const Theme& theme = Theme::instance();
    const QFont value = theme.font(valueSize()), small = theme.font("caption");
    const double figure = tabularWidth(value, m_figure.value) +
                          (m_figure.unit.isEmpty() ? 0 : 5 + QFontMetricsF(small).horizontalAdvance(m_figure.unit));
    const double width = std::max(figure, QFontMetricsF(small).horizontalAdvance(m_caption));
    return {static_cast<int>(std::ceil(width)) + 1,
            static_cast<int>(std::ceil(QFontMetricsF(small).height() + QFontMetricsF(value).height())) + 1};
}

void MetricLabel::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    const QFont value = theme.font(valueSize()), small = theme.font("caption");
    const QFontMetricsF valueMetrics(value), smallMetrics(small);
    const bool above = m_where == Caption::Above;
    const double captionLine = above ? smallMetrics.ascent() : valueMetrics.height() + 1 + smallMetrics.ascent();
    const double valueLine = above ? smallMetrics.height() + 1 + valueMetrics.ascent() : valueMetrics.ascent();
    painter.setFont(small);
    painter.setPen(theme.color("textMuted"));
    painter.drawText(QPointF(0, captionLine), m_caption);
    painter.setFont(value);
    painter.setPen(theme.color(m_role.constData()));
    const double width = drawTabular(painter, QPointF(0, valueLine), m_figure.value);
    painter.setFont(small);
    painter.setPen(theme.color("textMuted"));
    painter.drawText(QPointF(width + 5, valueLine), m_figure.unit);
}

PartsLabel::PartsLabel(QWidget* parent, const char* size) : QWidget(parent), m_size(size) {
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PartsLabel::setParts(std::vector<Part> parts) {
    if (parts == m_parts) return;
    const double before = width();
    m_parts = std::move(parts);
    QString all;
    for (const Part& part : m_parts) all += part.text;
    setAccessibleName(all);
    if (width() != before) updateGeometry();
    update();
}

QFont PartsLabel::fontOf(Tone tone) const {
    return Theme::instance().font(m_size.constData(), tone == Tone::Strong ? "semibold" : "regular");
}

double PartsLabel::width() const {
    double width = 0;
    for (const Part& part : m_parts) width += tabularWidth(fontOf(part.tone), part.text);
    return width;
}

QSize PartsLabel::sizeHint() const {
    return {static_cast<int>(std::ceil(width())) + 1,
            static_cast<int>(std::ceil(QFontMetricsF(fontOf(Tone::Strong)).height()))};
}

void PartsLabel::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    const QFontMetricsF metrics(fontOf(Tone::Strong));
    const double line = (QWidget::height() + metrics.ascent() - metrics.descent()) / 2;
    double x = 0;
    for (const Part& part : m_parts) {
        painter.setFont(fontOf(part.tone));
        painter.setPen(theme.color(part.tone == Tone::Muted ? "textMuted" : "text"));
        x += drawTabular(painter, QPointF(x, line), part.text);
    }
}

}  // namespace gh::widgets
