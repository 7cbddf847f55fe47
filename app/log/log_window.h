// The log, to be read, filtered and copied for a bug report.
#pragma once

#include <QDialog>
#include <QTimer>

#include "app/log/log_buffer.h"

class QComboBox;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace gh::app {

class ModelSession;

class LogWindow : public QDialog {
    Q_OBJECT
public:
    explicit LogWindow(ModelSession* model, QWidget* parent = nullptr);
    QString shown() const;   // the lines on show
    QString report() const;  // what the copy button copies
    QLineEdit* filter() const { return m_filter; }
    QComboBox* level() const { return m_level; }
    QPushButton* copyButton() const { return m_copy; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    bool passes(const LogLine& line) const;
    void readNew();
    void showAll();

    ModelSession* m_model;
    QPlainTextEdit* m_text;
    QLineEdit* m_filter;
    QComboBox* m_level;
    QPushButton* m_copy;
    std::vector<LogLine> m_lines;
    QTimer m_timer;  // looks for new lines, while the log is on show
};

}  // namespace gh::app
