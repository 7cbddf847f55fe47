// What the app remembers between runs, in one ini file below XDG_CONFIG_HOME (QSettings replaces the file as
// a whole).
#pragma once

#include <optional>
#include <QByteArray>
#include <QSettings>
#include <QStringList>
#include <QVector>

#include "app/settings/sampling_settings.h"
#include "widgets/theme.h"

namespace gh::app {

class Settings {
public:
    explicit Settings(const QString& file = defaultPath());
    static QString defaultPath();

    widgets::ThemeMode theme() const;
    void setTheme(widgets::ThemeMode mode);

    static constexpr int kRecentModels = 8;
    QStringList recentModels() const;  // newest first
    void addRecentModel(const QString& path);
    QString modelFolder() const;  // where the file dialog begins
    void setModelFolder(const QString& folder);

    SamplingSettings sampling() const;
    void setSampling(const SamplingSettings& sampling);
    // Named sets to choose from, in the order they were saved.
    QVector<SamplingPreset> presets() const;
    void setPresets(const QVector<SamplingPreset>& presets);
    // What a model's chats begin with instead of sampling(); none: nothing was set for it.
    std::optional<SamplingSettings> modelDefaults(const QString& modelKey) const;
    void setModelDefaults(const QString& modelKey, const std::optional<SamplingSettings>& sampling);

    qint64 lastConversation() const;
    void setLastConversation(qint64 id);

    QByteArray geometry() const, layout() const;
    void setWindow(const QByteArray& geometry, const QByteArray& layout);

private:
    QSettings m_store;
};

}  // namespace gh::app
