// What is known of a model before it is opened, in a block of constant size: it stands in menus, which do not grow while
// they are open.
#pragma once

#include <array>
#include <QWidget>

#include "app/model/sight_text.h"

class QLabel;
class QStackedLayout;

namespace gh::widgets {
class ElidedText;
}

namespace gh::app {

class ModelDetails : public QWidget {
    Q_OBJECT
public:
    explicit ModelDetails(QWidget* parent = nullptr);
    void show(const QString& name, const ModelSight& sight);
    void showHint(const QString& text);  // nothing is looked at
    QString text() const;

private:
    void setProblem(const QString& text);

    QLabel* m_title;
    widgets::ElidedText* m_problem;
    QStackedLayout* m_stack;
    std::array<QLabel*, kSightRows> m_names;
    std::array<widgets::ElidedText*, kSightRows> m_values;
};

}  // namespace gh::app
