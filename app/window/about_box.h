// What this program is, its version, and whose work is in it.
#pragma once

#include <QDialog>

namespace gh::app {

class AboutBox : public QDialog {
    Q_OBJECT
public:
    explicit AboutBox(QWidget* parent = nullptr);
};

}  // namespace gh::app
