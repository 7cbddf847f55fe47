// Synthetic traffic: how requests arrive, how long they are, what they share; start and stop.
#pragma once

#include <QPointer>
#include <QWidget>

#include "widgets/models/requests_desk.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace gh::widgets {

class ElidedText;
class Segmented;

class TrafficForm : public QWidget {
    Q_OBJECT
public:
    explicit TrafficForm(RequestsDesk* desk, QWidget* parent = nullptr);
    QPushButton* button() const { return m_button; }

signals:
    void closed();

private:
    struct LengthFields { QComboBox* kind; QSpinBox *from, *to; };
    LengthFields addLengths(class QGridLayout* grid, int row, const QString& name);
    void readLengths(const LengthFields& fields, telemetry::TrafficLengths& lengths) const;
    void showLengths(const LengthFields& fields, const telemetry::TrafficLengths& lengths);
    void show(const telemetry::TrafficSettings& settings);
    void take();                                     // from the fields to the desk
    void refresh();
    QPointer<RequestsDesk> m_desk;
    Segmented* m_arrival;
    QDoubleSpinBox* m_rate;
    QSpinBox *m_users, *m_share, *m_shared, *m_seed;
    LengthFields m_prompt, m_reply;
    QWidget* m_fields;
    QLabel* m_trouble;
    ElidedText* m_counts;                            // changes with every frame
    QPushButton* m_button;
    bool m_showing = false;
};

}  // namespace gh::widgets
