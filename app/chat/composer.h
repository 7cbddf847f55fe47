// Where messages are written: grows with the text, Enter sends, Shift+Enter begins a line, text files are
// attached by button, drop or paste, chips show how replies are sampled, one button sends or stops.
#pragma once

#include <QAbstractButton>
#include <QFrame>
#include <QPlainTextEdit>
#include <QPushButton>
#include <vector>

#include "app/chat/attachment_bar.h"
#include "app/settings/settings.h"

class QHBoxLayout;
class QLabel;
class QMimeData;
class QToolButton;

namespace gh::app {

// A small pill that says a setting and opens it.
class Chip : public QAbstractButton {
    Q_OBJECT
public:
    explicit Chip(const QString& iconName, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;  // the words are cut short in a narrow window

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    QString m_icon;
};

// Local files in what was dropped or pasted that may be text: all but models, which the window opens.
QStringList attachableFiles(const QMimeData* data);

class Composer : public QFrame {
    Q_OBJECT
public:
    enum class Mode { Send, Stop };
    explicit Composer(QWidget* parent = nullptr);

    QString text() const { return m_edit->toPlainText(); }
    void setText(const QString& text);  // emits nothing; leaves an equal text alone
    void setMode(Mode mode);
    void setHint(const QString& placeholder);
    void setSampling(const SamplingSettings& sampling, bool systemPrompt = false);
    QPlainTextEdit* edit() const { return m_edit; }
    QPushButton* button() const { return m_button; }
    AttachmentBar* attachments() const { return m_attachments; }
    QToolButton* attachButton() const { return m_attach; }

signals:
    void sendRequested();
    void stopRequested();
    void textEdited(const QString& text);
    void samplingRequested(QWidget* near);
    void attachRequested();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();
    void refreshButton();

    AttachmentBar* m_attachments;
    QPlainTextEdit* m_edit;
    QToolButton* m_attach;
    QHBoxLayout* m_chipRow;
    std::vector<Chip*> m_chips;
    QLabel* m_key;
    QPushButton* m_button;
    Mode m_mode = Mode::Send;
    bool m_quiet = false, m_hasText = false;
};

}  // namespace gh::app
