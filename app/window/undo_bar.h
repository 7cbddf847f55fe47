// "“Trip to the mountains” was deleted. Undo" for ten seconds, with a line that says how much of them is
// left.
#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <QTimer>

class QLabel;
class QPushButton;
class QToolButton;

namespace gh::app {

class UndoBar : public QFrame {
    Q_OBJECT
public:
    static constexpr int kMs = 10'000;
    explicit UndoBar(QWidget* parent = nullptr);
    void say(const QString& text, bool undo);  // shows itself; without undo it only says something
    QPushButton* button() const { return m_undo; }

signals:
    void undoRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void dress();
    QLabel* m_label;
    QPushButton* m_undo;
    QToolButton* m_close;
    QTimer m_tick;
    QElapsedTimer m_shown;
};

}  // namespace gh::app
