// A filled box where the work is: what was found, what was expected, and at most two buttons.
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace gh::widgets {

class InlineMessage : public QFrame {
    Q_OBJECT
public:
    enum class Severity { Warning, Error };
    explicit InlineMessage(Severity severity, QWidget* parent = nullptr);
    void setMessage(const QString& title, const QString& text);
    void setSeverity(Severity severity);
    // At most two; the first is the one that helps. primary: filled with the accent.
    QPushButton* addButton(const QString& text, bool primary = false);
    void clearButtons();
    QString title() const;
    QString text() const;

private:
    class Sign;
    Sign* m_sign;
    QLabel *m_title, *m_text;
    QHBoxLayout* m_buttons;
    QWidget* m_buttonRow;
};

}  // namespace gh::widgets
