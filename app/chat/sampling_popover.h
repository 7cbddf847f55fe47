// How the next replies of this chat are sampled and what the model is told first, in a small window of its
// own by the chips: says whose values they are (this chat's, the model's defaults, the app's), and keeps
// named sets. It is of the chat that it was opened for, writes each change at once, and closes when another
// chat is shown.
#pragma once

#include <QFrame>

#include "app/chat/chat_controller.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace gh::app {

class SamplingPopover : public QFrame {
    Q_OBJECT
public:
    SamplingPopover(ChatController* chat, ModelSession* model, Settings* settings, QWidget* parent = nullptr);
    const SamplingSettings& value() const { return m_value; }
    void showNear(QWidget* chip);
    QString origin() const;  // the line that says whose values these are

signals:
    void defaultsChanged();  // of the model or the app

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void buildPresets(class QVBoxLayout* column);
    void buildFields(QVBoxLayout* column);
    void buildDefaults(QVBoxLayout* column);
    // A field writes its own member and no other: what it shows may be rounded. Its limits are those of the
    // rule.
    QDoubleSpinBox* real(const QString& label, const char* rule, double SamplingSettings::*member,
                         double step, const QString& tip, const QString& off = {});
    QSpinBox* whole(const QString& label, const char* rule, int SamplingSettings::*member, int step,
                    const QString& tip, const QString& off);
    void addField(const QString& label, QWidget* field);
    void show(const SamplingSettings& settings);  // in the fields
    void edited();                                // a field was
    void setSampling(const std::optional<SamplingSettings>& sampling);  // of the chat
    void setSystemPrompt();
    RowId currentId() const;
    void refreshOrigin();
    void refreshPresets(const QString& chosen = {});
    void savePreset();

    ChatController* m_chat;
    ModelSession* m_model;
    Settings* m_settings;
    QGridLayout* m_grid = nullptr;
    int m_fields = 0;
    QLabel* m_origin = nullptr;
    QPushButton *m_useDefaults = nullptr, *m_makeModel = nullptr;
    QComboBox* m_presets = nullptr;
    QLineEdit* m_presetName = nullptr;
    QToolButton* m_deletePreset = nullptr;
    QPlainTextEdit *m_system = nullptr, *m_stops = nullptr;
    QDoubleSpinBox *m_temperature, *m_topP, *m_minP, *m_repeat, *m_presence, *m_frequency;
    QSpinBox *m_topK, *m_maxTokens, *m_lastN;
    QCheckBox* m_newSeed;
    QLineEdit* m_seed;
    SamplingSettings m_value;
    RowId m_conversation = 0;  // 0: the one that a change begins
    bool m_quiet = false, m_writing = false;
};

}  // namespace gh::app
