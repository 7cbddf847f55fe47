// Holds what wants more room than a small window has: it gives up height and width down to a few lines, and
// scrolls its content instead of pushing the window past the screen.
#pragma once

#include <QScrollArea>

namespace gh::app {

class ShrinkArea : public QScrollArea {
    Q_OBJECT
public:
    ShrinkArea(QWidget* content, QSize least, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;  // `least`, or what the content needs where that is less

signals:
    void roomChanged(int height);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    QSize m_least;
};

}  // namespace gh::app
