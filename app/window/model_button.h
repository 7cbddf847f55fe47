// The model picker: which model is open, in one line; a click lists recent ones and opens files.
#pragma once

#include <QAbstractButton>

#include "app/model/model_session.h"

namespace gh::app {

class ModelButton : public QAbstractButton {
    Q_OBJECT
public:
    ModelButton(ModelSession* session, Settings* settings, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void fileRequested();
    void folderRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    void refresh();
    void openMenu();

    ModelSession* m_session;
    Settings* m_settings;
    QString m_name, m_line;
};

}  // namespace gh::app
