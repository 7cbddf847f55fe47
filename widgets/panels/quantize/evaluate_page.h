// Variants against the model as it is stored: what to measure, the table of what was measured, copied as Markdown or CSV.
#pragma once

#include <QPointer>
#include <QWidget>

#include "widgets/models/quantize_desk.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QSpinBox;
class QTreeWidget;

namespace gh::widgets {

class ElidedText;
class Segmented;
class WorkBar;

class EvaluatePage : public QWidget {
    Q_OBJECT
public:
    explicit EvaluatePage(QWidget* parent = nullptr);
    void setDesk(QuantizeDesk* desk);
    QListWidget* subjects() const { return m_subjects; }
    QPushButton* evaluateButton() const { return m_evaluate; }
    QTreeWidget* table() const { return m_table; }
    QPushButton* copyMarkdownButton() const { return m_markdown; }
    Segmented* columnChoice() const { return m_column; }
    QLabel* notes() const { return m_notes; }

private:
    QWidget* buildForm();
    QWidget* buildTable();
    void refreshSubjects();
    void refreshWork();
    void refreshTable();
    void chooseText();
    EvaluationPtr shown() const;
    QPointer<QuantizeDesk> m_desk;
    QListWidget* m_subjects;
    QSpinBox* m_tokens;
    QCheckBox *m_asRun, *m_quiz, *m_agreement;
    ElidedText* m_text;
    QPushButton *m_chooseText, *m_evaluate, *m_markdown, *m_csv, *m_remove;
    QComboBox* m_which;
    Segmented* m_column;
    WorkBar* m_bar;
    QTreeWidget* m_table;
    QLabel *m_notes, *m_nothing;
    QWidget* m_results;
    qint64 m_shownId = -1;                           // -1: the newest
    bool m_filling = false;
};

}  // namespace gh::widgets
