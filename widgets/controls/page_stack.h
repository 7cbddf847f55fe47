// The pages of a panel, of which only the one on show asks for room: the words of an empty panel must not make a full
// one tall, nor put a scroll bar beside it.
#pragma once

#include <QStackedLayout>

namespace gh::widgets {

class PageStack : public QStackedLayout {
public:
    using QStackedLayout::QStackedLayout;
    QSize minimumSize() const override { return currentWidget() ? currentWidget()->minimumSizeHint() : QSize(); }
    bool hasHeightForWidth() const override { return false; }
};

}  // namespace gh::widgets
