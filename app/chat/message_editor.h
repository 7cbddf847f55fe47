// Editing a sent message where it stands: Enter sends it as another branch, Esc leaves it as it was.
#pragma once

#include <QFrame>
#include <QPlainTextEdit>
#include <QPushButton>

namespace gh::app {

class MessageEditor : public QFrame {
    Q_OBJECT
public:
    MessageEditor(const QString& text, QWidget* parent);
    QString text() const { return m_edit->toPlainText(); }
    QPlainTextEdit* edit() const { return m_edit; }
    QPushButton* sendButton() const { return m_send; }
    QPushButton* cancelButton() const { return m_cancel; }
    int heightFor(int width);  // what the text wants, within limits

signals:
    void submitted(const QString& text);
    void cancelled();
    void heightChanged();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QPlainTextEdit* m_edit;
    QPushButton *m_send, *m_cancel;
};

}  // namespace gh::app
