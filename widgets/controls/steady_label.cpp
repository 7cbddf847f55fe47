#include "widgets/controls/steady_label.h"

#include <QEvent>
#include <QResizeEvent>

namespace gh::widgets {

// Not measured yet: that would polish the label, and the style sheet would take the font that is set next for its own.
SteadyLabel::SteadyLabel(QWidget* parent) : QWidget(parent), m_label(new QLabel(this)), m_room(0, 0) {}

void SteadyLabel::setText(const QString& text) {
    if (text == m_label->text()) return;
    // An empty label gives its room back.
    const bool afresh = text.isEmpty() || text.count('\n') != m_label->text().count('\n');
    m_label->setText(text);
    fit(afresh);
}

void SteadyLabel::fit(bool afresh) {
    const QSize need = m_label->sizeHint();
    const bool otherFont = m_label->font() != m_font;
    m_font = m_label->font();
    const QSize room = afresh || otherFont ? need : need.expandedTo(m_room);
    if (room == m_room) return;
    m_room = room;
    updateGeometry();
}

void SteadyLabel::resizeEvent(QResizeEvent*) { m_label->setGeometry(rect()); }

bool SteadyLabel::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    // What the label itself asks of its parent: also for another font.
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show) fit();
    return handled;
}

}  // namespace gh::widgets
