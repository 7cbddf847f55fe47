// What the app remembers between runs, in one ini file below XDG_CONFIG_HOME (QSettings replaces the file as
// a whole).
#pragma once

#include <optional>
#include <QByteArray>
#include <QSettings>
#include <QStringList>

#include "engine/sample/sampler.h"
#include "widgets/theme.h"

namespace gh::app {

// How replies are sampled: one set for the app, so far.
struct SamplingSettings {
    double temperature = 0.7, topP = 0.9, minP = 0, repeatPenalty = 1;
    int topK = 0;
    int maxTokens = 0;            // 0: until the end of the turn
    std::optional<quint64> seed;  // none: a new one for each reply
    bool operator==(const SamplingSettings&) const = default;
    SamplerSettings forEngine(std::uint64_t seedUsed, std::uint32_t sample) const;
};

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

    qint64 lastConversation() const;
    void setLastConversation(qint64 id);

    QByteArray geometry() const, layout() const;
    void setWindow(const QByteArray& geometry, const QByteArray& layout);

private:
    QSettings m_store;
};

}  // namespace gh::app
