// By which rule requests share the steps, as the engine says it is; what is changed here is asked of the desk.
#pragma once

#include <QPointer>
#include <QWidget>

#include "widgets/models/requests_desk.h"

class QSpinBox;

namespace gh::widgets {

class Segmented;

class PolicyRow : public QWidget {
    Q_OBJECT
public:
    explicit PolicyRow(QWidget* parent = nullptr);
    void setDesk(RequestsDesk* desk) { m_desk = desk; }
    void setPolicy(const telemetry::PolicyFacts& policy);    // what holds now

private:
    void ask();
    QPointer<RequestsDesk> m_desk;
    telemetry::PolicyFacts m_policy;
    Segmented* m_kind;
    QSpinBox *m_slots, *m_budget;
    bool m_showing = false;
};

}  // namespace gh::widgets
