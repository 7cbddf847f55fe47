// What is to be compared: two to four variants, a prompt or the open chat, in step or each its own way.
#pragma once

#include <array>

#include <QPointer>
#include <QWidget>

#include "widgets/models/compare_desk.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace gh::widgets {

class Segmented;

class CompareForm : public QWidget {
    Q_OBJECT
public:
    explicit CompareForm(QWidget* parent = nullptr);
    void setDesk(CompareDesk* desk);
    void refresh();
    QPushButton* startButton() const { return m_start; }
    QToolButton* addButton() const { return m_add; }
    QComboBox* weightsBox(int variant) const { return m_rows[static_cast<std::size_t>(variant)].weights; }
    QComboBox* keysBox(int variant) const { return m_rows[static_cast<std::size_t>(variant)].keys; }
    QPlainTextEdit* promptEdit() const { return m_prompt; }
    Segmented* modeChoice() const { return m_mode; }

private:
    struct Row {
        QWidget* box;
        QLabel* letter;
        QComboBox *weights, *keys, *values;
        QToolButton* remove;
    };
    Row buildRow(int variant);
    void take();
    QPointer<CompareDesk> m_desk;
    std::array<Row, CompareDesk::kMost> m_rows;
    QToolButton* m_add;
    QCheckBox* m_chat;
    QPlainTextEdit* m_prompt;
    Segmented* m_mode;
    QSpinBox* m_tokens;
    QPushButton* m_start;
    QLabel* m_trouble;
    bool m_filling = false;
};

}  // namespace gh::widgets
