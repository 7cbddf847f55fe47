// A model being opened: its stages, how far it is, and a way out.
#pragma once

#include <array>
#include <QFrame>

#include "app/model/model_peek.h"
#include "engine/telemetry/snapshot.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace gh::app {

class LoadCard : public QFrame {
    Q_OBJECT
public:
    explicit LoadCard(QWidget* parent = nullptr);
    void begin(const QString& path);
    void setSight(const ModelSight& sight);
    void setProgress(const telemetry::LoadProgress& progress);
    int percent() const { return m_percent; }
    QString details() const;  // what is known of the model by now
    QPushButton* cancelButton() const { return m_cancel; }

signals:
    void cancelled();

private:
    static constexpr int kStages = 4;
    class Sign;
    struct Row {
        Sign* sign;
        QLabel *name, *figure;
    };
    QLabel *m_title, *m_share, *m_details;
    QProgressBar* m_bar;
    std::array<Row, kStages> m_rows;
    QPushButton* m_cancel;
    std::uint64_t m_tensors = 0;
    int m_percent = 0;
};

}  // namespace gh::app
