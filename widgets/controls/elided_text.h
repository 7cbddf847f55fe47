// Text in at most a few lines, its own or wrapped; what does not fit ends in "…", and the whole is in the tool tip.
#pragma once

#include <QWidget>

namespace gh::widgets {

class ElidedText : public QWidget {
    Q_OBJECT
public:
    ElidedText(int lines, const QFont& font, const char* role = "text", QWidget* parent = nullptr);
    void setText(const QString& text);
    void setRole(const char* role);
    const QString& text() const { return m_text; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
    QByteArray m_role;
    int m_lines;
};

}  // namespace gh::widgets
