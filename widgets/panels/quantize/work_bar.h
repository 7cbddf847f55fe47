// What is being measured or written: how far, what now, cancel; else why the last one ended early.
#pragma once

#include <QWidget>

#include "widgets/models/quantize_desk.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace gh::widgets {

class ElidedText;

class WorkBar : public QWidget {
    Q_OBJECT
public:
    explicit WorkBar(QWidget* parent = nullptr);
    void setWork(const QuantizeWork& work);
    QPushButton* cancelButton() const { return m_cancel; }

signals:
    void cancelled();

private:
    QProgressBar* m_progress;
    ElidedText* m_doing;
    QPushButton* m_cancel;
    QLabel* m_trouble;
    QWidget* m_busy;
};

}  // namespace gh::widgets
