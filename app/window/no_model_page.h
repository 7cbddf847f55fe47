// What stands in the middle while no model is open: what to do, and the model files that are already here.
#pragma once

#include <limits>
#include <optional>
#include <QWidget>

#include "app/settings/settings.h"

class QVBoxLayout;

namespace gh::widgets {
class EmptyState;
}

namespace gh::app {

class NoModelPage : public QWidget {
    Q_OBJECT
public:
    explicit NoModelPage(Settings* settings, QWidget* parent = nullptr);
    void refresh();  // looks into the folders again
    widgets::EmptyState* state() const { return m_state; }
    void setRoom(int height);  // shows what fits
    QStringList found() const { return m_found.value_or(QStringList()); }

signals:
    void openRequested(const QString& path);
    void fileRequested();

private:
    Settings* m_settings;
    widgets::EmptyState* m_state;
    QVBoxLayout* m_files;
    int m_room = 0;
    std::optional<QStringList> m_found;  // none yet: nothing is said
};

// Models that were open before or lie in the models' folders, at most `most`.
QStringList modelsAtHand(Settings* settings, int most = std::numeric_limits<int>::max());

}  // namespace gh::app
