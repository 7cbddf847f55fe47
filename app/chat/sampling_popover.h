// How the next replies are sampled, in a small window of its own by the chips.
#pragma once

#include <QFrame>

#include "app/settings/settings.h"

class QCheckBox;
class QDoubleSpinBox;
class QLineEdit;
class QSpinBox;

namespace gh::app {

class SamplingPopover : public QFrame {
    Q_OBJECT
public:
    explicit SamplingPopover(const SamplingSettings& settings, QWidget* parent = nullptr);
    SamplingSettings value() const;
    void showNear(QWidget* chip);

signals:
    void changed(const gh::app::SamplingSettings& settings);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QDoubleSpinBox *m_temperature, *m_topP, *m_minP, *m_repeat;
    QSpinBox *m_topK, *m_maxTokens;
    QCheckBox* m_newSeed;
    QLineEdit* m_seed;
};

}  // namespace gh::app
