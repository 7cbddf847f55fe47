#include "app/window/shrink_area.h"

#include <algorithm>
#include <QEvent>
#include <QLayout>
#include <QResizeEvent>

namespace gh::app {

ShrinkArea::ShrinkArea(QWidget* content, QSize least, QWidget* parent)
    : QScrollArea(parent), m_least(least) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setWidgetResizable(true);
    setWidget(content);
    // The plane behind shows through.
    content->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
}

QSize ShrinkArea::sizeHint() const {
    const QWidget* content = widget();
    if (!content || (content->layout() && content->layout()->isEmpty())) return {0, 0};
    QSize hint = content->sizeHint();
    if (content->hasHeightForWidth()) hint.setHeight(content->heightForWidth(width()));
    return hint;
}

QSize ShrinkArea::minimumSizeHint() const {
    return m_least.boundedTo(sizeHint());
}

void ShrinkArea::fit() {
    // A least height counts wrapped text at its narrowest; here the width is known.
    if (widget()->hasHeightForWidth())
        widget()->setMinimumHeight(std::min(sizeHint().height(), widget()->minimumSizeHint().height()));
    updateGeometry();
}

bool ShrinkArea::eventFilter(QObject* object, QEvent* event) {
    if (object == widget() && event->type() == QEvent::LayoutRequest) fit();
    return QScrollArea::eventFilter(object, event);
}

void ShrinkArea::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    if (event->size().height() != event->oldSize().height()) emit roomChanged(event->size().height());
    if (event->size().width() != event->oldSize().width()) fit();
}

}  // namespace gh::app
