// What the app remembers between runs, in one JSON file below XDG_CONFIG_HOME. Values out of range are refused by name
// (setting_rules) and their defaults used.
#pragma once

#include <optional>
#include <QByteArray>
#include <QStringList>
#include <QVector>

#include "app/settings/setting_rules.h"
#include "app/settings/settings_file.h"
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
    QString modelFolder() const;
    QString dialogFolder() const;  // where file dialogs for models begin: one that is there
    void setModelFolder(const QString& folder);
    QStringList modelFolders() const;  // whose files the picker lists: chosen ones, then the cache folder
    QStringList chosenFolders() const;
    void setChosenFolders(const QStringList& folders);
    static QString cacheFolder();  // where ./dev models puts them, or GLASSHOUSE_MODELS

    SamplingSettings sampling() const;
    void setSampling(const SamplingSettings& sampling);
    // Named sets to choose from, in the order they were saved.
    QVector<SamplingPreset> presets() const;
    void setPresets(const QVector<SamplingPreset>& presets);
    // What a model's chats begin with instead of sampling(); none: nothing was set for it.
    std::optional<SamplingSettings> modelDefaults(const QString& modelKey) const;
    void setModelDefaults(const QString& modelKey, const std::optional<SamplingSettings>& sampling);

    // The chat template that a model is used with instead of its own, and one that is being edited and not in use yet;
    // none: nothing is kept.
    std::optional<QString> modelTemplate(const QString& modelKey) const;
    void setModelTemplate(const QString& modelKey, const std::optional<QString>& source);
    std::optional<QString> templateDraft(const QString& modelKey) const;
    void setTemplateDraft(const QString& modelKey, const std::optional<QString>& source);

    qint64 lastConversation() const;
    void setLastConversation(qint64 id);

    // "system", or a code of language_list.
    QString language() const;
    void setLanguage(const QString& code);

    // What the engine is made with and models are loaded with (engine_settings.h turns them into its types).
    int threads() const;  // 0: every usable core
    void setThreads(int threads);
    QString activations() const;  // "int8", "f32"
    void setActivations(const QString& mode);
    // Words of kernels::kvTypeList.
    QString keyType() const;
    void setKeyType(const QString& type);
    QString valueType() const;
    void setValueType(const QString& type);
    enum class CacheBudget { Model, Tokens, Bytes };
    CacheBudget cacheBudget() const;
    int cacheTokens() const;
    int cacheMebibytes() const;
    void setCacheBudget(CacheBudget budget, int tokens, int mebibytes);

    // Of a chat whose prompt and reply the context does not hold.
    enum class ContextFull { Stop, DropOldest };
    ContextFull contextFull() const;
    void setContextFull(ContextFull what);

    enum class StartModel { Last, Default, None };
    StartModel startModel() const;
    QString defaultModel() const;
    void setStartModel(StartModel start, const QString& model);
    QString modelAtStart() const;  // empty: none, or it is gone

    QByteArray geometry() const;
    void setGeometry(const QByteArray& geometry);
    // One arrangement of the docks a workspace, and the panels there were when it was stored: a panel that came
    // later stands where its default is.
    struct Arrangement {
        QByteArray state;
        QStringList panels;
    };
    QString workspace() const;
    void setWorkspace(const QString& id);
    std::optional<Arrangement> arrangement(const QString& workspace) const;
    void setArrangement(const QString& workspace, const Arrangement& arrangement);
    void forgetArrangement(const QString& workspace);

    const SettingsFile& file() const { return m_store; }
    SettingsFile& file() { return m_store; }

private:
    template <class E>
    E word(const char* key) const;  // place of the word in its rule's list
    double number(const char* key, double fallback) const;
    QVariant checked(const char* key, const QVariant& fallback) const;
    std::optional<QString> textOfModel(const char* key, const QString& modelKey) const;
    void setTextOfModel(const char* key, const QString& modelKey, const std::optional<QString>& text);
    SettingsFile m_store;
};

}  // namespace gh::app
