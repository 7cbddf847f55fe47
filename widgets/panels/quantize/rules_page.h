// Which matrix gets which scheme: the rules, the last that matches decides; their undo, the variants they are kept as, a
// budget that makes them, and what becomes of them: the open model anew, or a file.
#pragma once

#include <QPointer>
#include <QWidget>

#include "widgets/models/quantize_desk.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;
class QTreeWidget;

namespace gh::widgets {

class WorkBar;

class RulesPage : public QWidget {
    Q_OBJECT
public:
    explicit RulesPage(QWidget* parent = nullptr);
    void setDesk(QuantizeDesk* desk);
    QTreeWidget* list() const { return m_list; }
    QToolButton* undoButton() const { return m_undo; }
    QToolButton* redoButton() const { return m_redo; }
    QLineEdit* patternField() const { return m_pattern; }
    QPushButton* addButton() const { return m_add; }
    QComboBox* variantBox() const { return m_variant; }
    QComboBox* schemeBox() const { return m_scheme; }
    QPushButton* budgetButton() const { return m_findBudget; }
    QPushButton* openButton() const { return m_open; }
    QPushButton* saveFileButton() const { return m_saveFile; }

signals:
    void actionRequested(const QString& action);

private:
    QWidget* buildRules();
    QWidget* buildVariants();
    QWidget* buildBudget();
    void refreshSchemes();
    void refreshRules();
    void refreshVariants();
    void refreshWork();
    void askName(bool rename);
    void askExport();
    qint64 chosenVariant() const;
    QPointer<QuantizeDesk> m_desk;
    QComboBox *m_variant, *m_scheme, *m_unit;
    QToolButton *m_undo, *m_redo, *m_up, *m_remove, *m_save, *m_rename, *m_delete;
    QTreeWidget* m_list;
    QLineEdit* m_pattern;
    QPushButton *m_add, *m_all, *m_findBudget, *m_open, *m_stored, *m_saveFile;
    QDoubleSpinBox* m_amount;
    QLabel *m_sum, *m_trouble, *m_exported;
    WorkBar* m_bar;
    bool m_filling = false;
};

}  // namespace gh::widgets
