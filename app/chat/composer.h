// Where messages are written: grows with the text, Enter sends, Shift+Enter begins a line, chips show how
// replies are sampled, one button sends or stops.
#pragma once

#include <QAbstractButton>
#include <QFrame>
#include <QPlainTextEdit>
#include <QPushButton>
#include <vector>

#include "app/settings/settings.h"

class QHBoxLayout;
class QLabel;

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

class Composer : public QFrame {
    Q_OBJECT
public:
    enum class Mode { Send, Stop };
    explicit Composer(QWidget* parent = nullptr);

    QString text() const { return m_edit->toPlainText(); }
    void setText(const QString& text);  // emits nothing; leaves an equal text alone
    void setMode(Mode mode);
    void setHint(const QString& placeholder);
    void setSampling(const SamplingSettings& sampling);
    QPlainTextEdit* edit() const { return m_edit; }
    QPushButton* button() const { return m_button; }

signals:
    void sendRequested();
    void stopRequested();
    void textEdited(const QString& text);
    void samplingRequested(QWidget* near);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();
    void refreshButton();

    QPlainTextEdit* m_edit;
    QHBoxLayout* m_chipRow;
    std::vector<Chip*> m_chips;
    QLabel* m_key;
    QPushButton* m_button;
    Mode m_mode = Mode::Send;
    bool m_quiet = false;
};

}  // namespace gh::app
