// Files dragged over the window: what a drop would do with them, said over the place where it would happen.
#pragma once

#include <QStringList>
#include <QWidget>

class QMimeData;

namespace gh::app {

struct Drop {
    enum class Kind { Nothing, Model, Folder, Attach };
    Kind kind = Kind::Nothing;
    QStringList files;
};
// One model is opened (whole or by any of its files), a folder with models is listed in the picker, other files are
// attached to the message; nothing else has a meaning here.
Drop dropOf(const QMimeData* data);

class DropHint : public QWidget {
    Q_OBJECT
public:
    explicit DropHint(QWidget* parent);
    void showFor(const Drop& drop, const QRect& where);
    QString title() const { return m_title; }
    QString text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const char* m_icon = "file";
    QString m_title, m_text;
};

}  // namespace gh::app
