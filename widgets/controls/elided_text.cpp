#include "widgets/controls/elided_text.h"

#include <cmath>

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>

#include "widgets/theme.h"

namespace gh::widgets {
namespace {

double lineHeight(const QFont& font) { return std::ceil(QFontMetricsF(font).height() * 1.15); }

// On one line, also where lines of its own come after it.
QString elided(QString text, const QFontMetricsF& metrics, double width) {
    const bool more = text.contains(QChar(QChar::LineSeparator));
    text = text.section(QChar(QChar::LineSeparator), 0, 0);
    if (more) text += QChar(0x2026);
    return metrics.elidedText(text, Qt::ElideRight, width);
}

}  // namespace

ElidedText::ElidedText(int lines, const QFont& font, const char* role, QWidget* parent)
    : QWidget(parent), m_role(role), m_lines(lines) {
    setFont(font);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedText::setText(const QString& text) {
    if (text == m_text) return;
    m_text = text;
    setToolTip(text);
    setAccessibleName(text);
    update();
}

void ElidedText::setRole(const char* role) {
    m_role = role;
    update();
}

QSize ElidedText::sizeHint() const { return {160, static_cast<int>(lineHeight(font()) * m_lines)}; }

void ElidedText::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(Theme::instance().color(m_role.constData()));
    painter.setFont(font());
    const QFontMetricsF metrics(font());
    const QString text = QString(m_text).replace(u'\n', QChar(QChar::LineSeparator));
    QTextLayout layout(text, font());
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double y = metrics.ascent();
    for (int i = 0; i < m_lines; ++i, y += lineHeight(font())) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(width());
        const bool more = i == m_lines - 1 && line.textStart() + line.textLength() < text.size();
        const QString part = more ? elided(text.mid(line.textStart()), metrics, width())
                                  : text.mid(line.textStart(), line.textLength()).remove(QChar(QChar::LineSeparator));
        painter.drawText(QPointF(0, y), part);
    }
    layout.endLayout();
}

}  // namespace gh::widgets
