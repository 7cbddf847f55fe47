// The head of a panel: title, one muted line, "?", float, close. Stands as the title bar of a QDockWidget.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace gh::widgets {

class PanelHeader : public QWidget {
    Q_OBJECT
public:
    explicit PanelHeader(const QString& title, QWidget* parent = nullptr);
    void setTitle(const QString& title);
    void setSubtitle(const QString& subtitle);
    void setHelp(const QString& summary, const QString& paragraph);   // empty: no "?"
    void addWidget(QWidget* widget);              // before the buttons
    void setDockButtons(bool on);                 // float and close, where the header is not a dock's

signals:
    void floatRequested();
    void closeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_title;
    QLabel* m_subtitle;
    QHBoxLayout* m_extra;
    QToolButton *m_help, *m_float, *m_close;
    QString m_summary, m_paragraph;
};

// A quiet square button with an icon, named for accessibility by its tip.
QToolButton* iconButton(const QString& iconName, const QString& tip, QWidget* parent = nullptr);

// A column of a side or a card: the panel around it has the margins.
QVBoxLayout* bareColumn(QWidget* parent);
// Its head: a title and, beside it in small words, a note that gives way; buttons may be added behind.
QHBoxLayout* sideHead(QLabel*& title, QLabel*& note, QWidget* parent);

// Shows a title and a paragraph near a widget until the user clicks elsewhere or presses Escape.
void showHelp(QWidget* near, const QString& title, const QString& paragraph);

}  // namespace gh::widgets
