#include "app/settings/settings.h"

#include <algorithm>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QStandardPaths>

namespace gh::app {

namespace {

// Arrangements of another set of docks must not be applied: count up when docks change.
constexpr int kLayoutVersion = 2;

QByteArray fromBase64(const QVariant& value) {
    return QByteArray::fromBase64(value.toString().toLatin1());
}

}  // namespace

QString Settings::defaultPath() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           "/glasshouse/settings.json";
}

Settings::Settings(const QString& file) : m_store(file) {}

// ---- values under their rules ------------------------------------------------------------------------

QVariant Settings::checked(const char* key, const QVariant& fallback) const {
    const QVariant value = m_store.value(QString::fromLatin1(key));
    return value.isValid() && !refusal(QString::fromLatin1(key), value) ? value : fallback;
}

template <class E>
E Settings::word(const char* key) const {
    const SettingRule* rule = findRule(QString::fromLatin1(key));
    const QStringList words = QString::fromLatin1(rule->words).split(' ');
    return E(std::max<qsizetype>(0, words.indexOf(checked(key, words.front()).toString())));
}

double Settings::number(const char* key, double fallback) const {
    return checked(key, fallback).toDouble();
}

namespace {

template <class E>
QString wordOf(const char* key, E value) {
    return QString::fromLatin1(findRule(QString::fromLatin1(key))->words).split(' ').value(int(value));
}

}  // namespace

// ---- look, language ----------------------------------------------------------------------------------

widgets::ThemeMode Settings::theme() const {
    return word<widgets::ThemeMode>("look/theme");
}
void Settings::setTheme(widgets::ThemeMode mode) {
    m_store.setValue("look/theme", wordOf("look/theme", mode));
}

QString Settings::language() const {
    return checked("look/language", QStringLiteral("system")).toString();
}
void Settings::setLanguage(const QString& code) {
    m_store.setValue("look/language", code);
}

// ---- models ------------------------------------------------------------------------------------------

QStringList Settings::recentModels() const {
    return m_store.value("models/recent").toStringList();
}

void Settings::addRecentModel(const QString& path) {
    QStringList list = recentModels();
    list.removeAll(path);
    list.prepend(path);
    m_store.setValue("models/recent", QStringList(list.mid(0, kRecentModels)));
    setModelFolder(QFileInfo(path).absolutePath());
}

QString Settings::cacheFolder() {
    const QString own = qEnvironmentVariable("GLASSHOUSE_MODELS");
    return own.isEmpty()
               ? QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + "/glasshouse"
               : own;
}

QString Settings::modelFolder() const {
    const QString folder = m_store.value("models/folder").toString();
    return folder.isEmpty() ? cacheFolder() : folder;
}
QString Settings::dialogFolder() const {
    const QString folder = modelFolder();
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}
void Settings::setModelFolder(const QString& folder) {
    m_store.setValue("models/folder", folder);
}

QStringList Settings::chosenFolders() const {
    return m_store.value("models/folders").toStringList();
}
void Settings::setChosenFolders(const QStringList& folders) {
    m_store.setValue("models/folders", folders);
}
QStringList Settings::modelFolders() const {
    QStringList all = chosenFolders();
    all << modelFolder() << cacheFolder();
    all.removeDuplicates();
    return all;
}

Settings::StartModel Settings::startModel() const {
    return word<StartModel>("models/start");
}
QString Settings::defaultModel() const {
    return m_store.value("models/default").toString();
}
void Settings::setStartModel(StartModel start, const QString& model) {
    m_store.setValue("models/start", wordOf("models/start", start));
    m_store.setValue("models/default", model);
}
QString Settings::modelAtStart() const {
    const StartModel start = startModel();
    const QString path = start == StartModel::Last      ? recentModels().value(0)
                         : start == StartModel::Default ? defaultModel()
                                                        : QString();
    return !path.isEmpty() && QFileInfo::exists(path) ? path : QString();
}

// ---- engine ------------------------------------------------------------------------------------------

int Settings::threads() const {
    return int(number("engine/threads", 0));
}
void Settings::setThreads(int threads) {
    m_store.setValue("engine/threads", threads);
}
QString Settings::activations() const {
    return checked("engine/activations", QStringLiteral("int8")).toString();
}
void Settings::setActivations(const QString& mode) {
    m_store.setValue("engine/activations", mode);
}
// "cache/type" is both, from the time when they were not chosen apart.
QString Settings::keyType() const {
    return checked("cache/key_type", checked("cache/type", QStringLiteral("f16"))).toString();
}
void Settings::setKeyType(const QString& type) {
    m_store.setValue("cache/key_type", type);
}
QString Settings::valueType() const {
    return checked("cache/value_type", checked("cache/type", QStringLiteral("f16"))).toString();
}
void Settings::setValueType(const QString& type) {
    m_store.setValue("cache/value_type", type);
}
Settings::CacheBudget Settings::cacheBudget() const {
    return word<CacheBudget>("cache/budget");
}
int Settings::cacheTokens() const {
    return int(number("cache/tokens", 8192));
}
int Settings::cacheMebibytes() const {
    return int(number("cache/mib", 256));
}
void Settings::setCacheBudget(CacheBudget budget, int tokens, int mebibytes) {
    m_store.setValue("cache/budget", wordOf("cache/budget", budget));
    m_store.setValue("cache/tokens", tokens);
    m_store.setValue("cache/mib", mebibytes);
}

Settings::ContextFull Settings::contextFull() const {
    return word<ContextFull>("cache/when_full");
}
void Settings::setContextFull(ContextFull what) {
    m_store.setValue("cache/when_full", wordOf("cache/when_full", what));
}

// ---- sampling ----------------------------------------------------------------------------------------

SamplingSettings Settings::sampling() const {
    SamplingSettings s;
    s.temperature = number("sampling/temperature", s.temperature);
    s.topP = number("sampling/top_p", s.topP);
    s.minP = number("sampling/min_p", s.minP);
    s.repeatPenalty = number("sampling/repeat_penalty", s.repeatPenalty);
    s.presencePenalty = number("sampling/presence_penalty", s.presencePenalty);
    s.frequencyPenalty = number("sampling/frequency_penalty", s.frequencyPenalty);
    const auto whole = [&](const char* key, int fallback) { return int(number(key, fallback)); };
    s.penaltyLastN = whole("sampling/penalty_last_n", s.penaltyLastN);
    s.topK = whole("sampling/top_k", s.topK);
    s.maxTokens = whole("sampling/max_tokens", s.maxTokens);
    s.stops = m_store.value("sampling/stops").toStringList();
    bool good = false;
    const quint64 seed = m_store.value("sampling/seed").toString().toULongLong(&good);
    if (good) s.seed = seed;
    return s.clamped();
}

void Settings::setSampling(const SamplingSettings& s) {
    m_store.setValue("sampling/temperature", s.temperature);
    m_store.setValue("sampling/top_p", s.topP);
    m_store.setValue("sampling/min_p", s.minP);
    m_store.setValue("sampling/repeat_penalty", s.repeatPenalty);
    m_store.setValue("sampling/presence_penalty", s.presencePenalty);
    m_store.setValue("sampling/frequency_penalty", s.frequencyPenalty);
    m_store.setValue("sampling/penalty_last_n", s.penaltyLastN);
    m_store.setValue("sampling/top_k", s.topK);
    m_store.setValue("sampling/max_tokens", s.maxTokens);
    m_store.setValue("sampling/stops", s.stops);
    if (s.seed) {
        m_store.setValue("sampling/seed", QString::number(*s.seed));
    } else {
        m_store.remove("sampling/seed");
    }
}

QVector<SamplingPreset> Settings::presets() const {
    QVector<SamplingPreset> result;
    for (const auto& entry : QJsonArray::fromVariantList(m_store.value("sampling/presets").toList())) {
        const QJsonObject o = entry.toObject();
        const QString name = o["name"].toString();
        if (!name.isEmpty()) result.push_back({name, SamplingSettings::fromJson(o["sampling"].toObject())});
    }
    return result;
}

void Settings::setPresets(const QVector<SamplingPreset>& presets) {
    QJsonArray array;
    for (const SamplingPreset& preset : presets) {
        array << QJsonObject{{"name", preset.name}, {"sampling", preset.sampling.toJson()}};
    }
    m_store.setValue("sampling/presets", array.toVariantList());
}

std::optional<SamplingSettings> Settings::modelDefaults(const QString& modelKey) const {
    const auto all = QJsonObject::fromVariantMap(m_store.value("sampling/models").toMap());
    const auto found = all.constFind(modelKey);
    if (found == all.constEnd()) return std::nullopt;
    return SamplingSettings::fromJson(found->toObject());
}

void Settings::setModelDefaults(const QString& modelKey, const std::optional<SamplingSettings>& sampling) {
    auto all = QJsonObject::fromVariantMap(m_store.value("sampling/models").toMap());
    if (sampling) {
        all[modelKey] = sampling->toJson();
    } else {
        all.remove(modelKey);
    }
    m_store.setValue("sampling/models", all.toVariantMap());
}

// ---- chat templates ----------------------------------------------------------------------------------

std::optional<QString> Settings::textOfModel(const char* key, const QString& modelKey) const {
    const QVariantMap all = m_store.value(QString::fromLatin1(key)).toMap();
    const auto found = all.constFind(modelKey);
    if (found == all.constEnd()) return std::nullopt;
    return found->toString();
}

void Settings::setTextOfModel(const char* key, const QString& modelKey, const std::optional<QString>& text) {
    if (textOfModel(key, modelKey) == text) return;
    QVariantMap all = m_store.value(QString::fromLatin1(key)).toMap();
    if (text) {
        all[modelKey] = *text;
    } else {
        all.remove(modelKey);
    }
    m_store.setValue(QString::fromLatin1(key), all);
}

std::optional<QString> Settings::modelTemplate(const QString& modelKey) const {
    return textOfModel("templates/used", modelKey);
}
void Settings::setModelTemplate(const QString& modelKey, const std::optional<QString>& source) {
    setTextOfModel("templates/used", modelKey, source);
}
std::optional<QString> Settings::templateDraft(const QString& modelKey) const {
    return textOfModel("templates/drafts", modelKey);
}
void Settings::setTemplateDraft(const QString& modelKey, const std::optional<QString>& source) {
    setTextOfModel("templates/drafts", modelKey, source);
}

qint64 Settings::lastConversation() const {
    return m_store.value("chat/last").toLongLong();
}
void Settings::setLastConversation(qint64 id) {
    m_store.setValue("chat/last", id);
}

// ---- window ------------------------------------------------------------------------------------------

QByteArray Settings::geometry() const {
    return fromBase64(m_store.value("window/geometry"));
}
void Settings::setGeometry(const QByteArray& geometry) {
    m_store.setValue("window/geometry", geometry);
}

QString Settings::workspace() const {
    return m_store.value("window/workspace").toString();
}
void Settings::setWorkspace(const QString& id) {
    m_store.setValue("window/workspace", id);
}

std::optional<Settings::Arrangement> Settings::arrangement(const QString& workspace) const {
    const QVariantMap map = m_store.value("workspaces/" + workspace).toMap();
    if (map.value("version").toInt() != kLayoutVersion) return {};
    return Arrangement{fromBase64(map.value("state")), map.value("panels").toStringList()};
}
void Settings::setArrangement(const QString& workspace, const Arrangement& arrangement) {
    m_store.setValue("workspaces/" + workspace,
                     QVariantMap{{"version", kLayoutVersion},
                                 {"state", QString::fromLatin1(arrangement.state.toBase64())},
                                 {"panels", arrangement.panels}});
}
void Settings::forgetArrangement(const QString& workspace) {
    m_store.remove("workspaces/" + workspace);
}

}  // namespace gh::app
