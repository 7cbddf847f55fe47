// A label whose words change with every step. A QLabel asks for a new layout of the whole window at each change; this one
// only when it needs more room than it had, or other lines.
#pragma once

#include <QLabel>

namespace gh::widgets {

class SteadyLabel : public QWidget {
    Q_OBJECT
public:
    explicit SteadyLabel(QWidget* parent = nullptr);
    void setText(const QString& text);
    QString text() const { return m_label->text(); }
    QLabel* label() { return m_label; }   // for its font, role and interaction
    QSize sizeHint() const override { return m_room; }
    QSize minimumSizeHint() const override { return m_room; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void fit(bool afresh = false);
    QLabel* m_label;
    QFont m_font;
    QSize m_room;
};

}  // namespace gh::widgets
