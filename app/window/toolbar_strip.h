// What stands in the toolbar: the model at the left, the workspaces in the middle, the engine's state and its buttons at
// the right. In a narrow window words give way to icons; nothing is cut.
#pragma once

#include <QPushButton>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace gh::widgets {
class Segmented;
class SteadyLabel;
}

namespace gh::app {

class ToolbarStrip : public QWidget {
    Q_OBJECT
public:
    ToolbarStrip(QWidget* modelButton, QWidget* parent = nullptr);

    // word: "Live"; role: a QLabel role of the look; step: "step 2,330", may be empty.
    void setState(const QString& word, const char* role, const QString& step);
    void setPaused(bool paused);
    // The longest that setState() may be given: room is kept for them, so that nothing moves when the state changes.
    void reserve(const QStringList& words, const QString& step);

    widgets::Segmented* workspaces() const { return m_workspaces; }
    QPushButton* stopButton() const { return m_stop; }
    QPushButton* pauseButton() const { return m_pause; }
    QPushButton* stepButton() const { return m_step; }
    QMenu* menu() const { return m_menu; }
    void openMenu();
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Room { Full, NoStep, IconsOnly };
    QPushButton* button(const char* icon, const char* role, const QString& text, const QString& tip);
    void apply(Room room);
    void fit();
    int widthAt(Room room, int model) const;
    int rightAt(Room room) const;

    QWidget* m_model;
    widgets::Segmented* m_workspaces;
    QLabel* m_word;
    widgets::SteadyLabel* m_stepLabel;
    QPushButton *m_stop, *m_pause, *m_step;
    QToolButton* m_more;
    QMenu* m_menu;
    QWidget *m_left, *m_right;
    Room m_room = Room::Full;
    QStringList m_longestWords;
    QString m_longestStep;
};

}  // namespace gh::app
