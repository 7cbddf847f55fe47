// What a panel shows while it has nothing: an outline drawing, one bold line, one sentence, one button.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace gh::widgets {

class EmptyState : public QWidget {
    Q_OBJECT
public:
    // drawing: a file of resources/icons ("empty-blocks"); button text may be empty: no button.
    EmptyState(const QString& drawing, const QString& line, const QString& sentence, const QString& button = {},
               const QString& buttonIcon = {}, QWidget* parent = nullptr);
    void setTexts(const QString& line, const QString& sentence);
    QPushButton* button() const { return m_button; }
    // Leaves the drawing out where it does not fit in that height; false: even the words do not fit.
    bool setRoom(int height);
    QSize minimumSizeHint() const override;       // as narrow as the line and the button are: the sentence wraps

signals:
    void clicked();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void wrapSentence(int width);
    QWidget* m_drawing;
    QLabel *m_line, *m_sentence;
    QPushButton* m_button = nullptr;
};

// What a panel without a model shows while one is being opened.
EmptyState* loadingState(QWidget* parent);

}  // namespace gh::widgets
