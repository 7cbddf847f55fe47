// F1: every key of the window, from the list of actions, and the keys that belong to one part of it.
#pragma once

#include <QDialog>

class QVBoxLayout;

namespace gh::app {

class ActionList;

class ShortcutSheet : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutSheet(const ActionList* actions, QWidget* parent = nullptr);
};

}  // namespace gh::app
