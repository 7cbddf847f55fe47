// A segmented control: one of a few words is chosen ("Colour by: Owner | References | Age | Fill").
#pragma once

#include <QButtonGroup>
#include <QStringList>
#include <QWidget>

namespace gh::widgets {

class Segmented : public QWidget {
    Q_OBJECT
public:
    explicit Segmented(const QStringList& words = {}, QWidget* parent = nullptr);
    void setWords(const QStringList& words);      // keeps the choice where it still exists
    int count() const;
    int current() const;                          // -1: none
    void setCurrent(int index);                   // emits chosen only when the user chooses
    void setTip(int index, const QString& tip);
    void setCompact(bool on);                     // smaller words, where a plot needs the room

signals:
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup m_group;
    bool m_compact = false;
};

}  // namespace gh::widgets
