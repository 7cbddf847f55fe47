#include "app/settings/settings.h"

#include <algorithm>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>

namespace gh::app {

namespace {
// Arrangements of another set of docks must not be applied: count up when docks change.
constexpr int kLayoutVersion = 1;
constexpr const char* kThemes[] = {"system", "light", "dark"};
}  // namespace

QString Settings::defaultPath() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           "/glasshouse/glasshouse.ini";
}

Settings::Settings(const QString& file) : m_store(file, QSettings::IniFormat) {
    m_store.setAtomicSyncRequired(true);
}

widgets::ThemeMode Settings::theme() const {
    const QString name = m_store.value("look/theme").toString();
    for (int i = 0; i < 3; ++i) {
        if (name == kThemes[i]) return widgets::ThemeMode(i);
    }
    return widgets::ThemeMode::System;
}

void Settings::setTheme(widgets::ThemeMode mode) {
    m_store.setValue("look/theme", kThemes[int(mode)]);
}

QStringList Settings::recentModels() const {
    return m_store.value("models/recent").toStringList();
}

void Settings::addRecentModel(const QString& path) {
    QStringList list = recentModels();
    list.removeAll(path);
    list.prepend(path);
    m_store.setValue("models/recent", list.mid(0, kRecentModels));
    setModelFolder(QFileInfo(path).absolutePath());
}

QString Settings::modelFolder() const {
    const QString folder = m_store.value("models/folder").toString();
    if (!folder.isEmpty()) return folder;
    const QString own = qEnvironmentVariable("GLASSHOUSE_MODELS");
    return own.isEmpty()
               ? QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + "/glasshouse"
               : own;
}

void Settings::setModelFolder(const QString& folder) {
    m_store.setValue("models/folder", folder);
}

SamplingSettings Settings::sampling() const {
    SamplingSettings s;
    const auto number = [&](const char* key, double fallback) {
        return m_store.value(key, fallback).toDouble();
    };
    s.temperature = number("sampling/temperature", s.temperature);
    s.topP = number("sampling/top_p", s.topP);
    s.minP = number("sampling/min_p", s.minP);
    s.repeatPenalty = number("sampling/repeat_penalty", s.repeatPenalty);
    s.presencePenalty = number("sampling/presence_penalty", s.presencePenalty);
    s.frequencyPenalty = number("sampling/frequency_penalty", s.frequencyPenalty);
    const auto whole = [&](const char* key, int fallback) { return m_store.value(key, fallback).toInt(); };
    s.penaltyLastN = whole("sampling/penalty_last_n", s.penaltyLastN);
    s.topK = whole("sampling/top_k", s.topK);
    s.maxTokens = whole("sampling/max_tokens", s.maxTokens);
    s.stops = m_store.value("sampling/stops").toStringList();
    bool good = false;
    const quint64 seed = m_store.value("sampling/seed").toString().toULongLong(&good);
    if (good) s.seed = seed;
    return s.clamped();  // the file may have been edited
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
    const auto array = QJsonDocument::fromJson(m_store.value("sampling/presets").toByteArray()).array();
    for (const auto& entry : array) {
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
    m_store.setValue("sampling/presets", QJsonDocument(array).toJson(QJsonDocument::Compact));
}

std::optional<SamplingSettings> Settings::modelDefaults(const QString& modelKey) const {
    const auto all = QJsonDocument::fromJson(m_store.value("sampling/models").toByteArray()).object();
    const auto found = all.constFind(modelKey);
    if (found == all.constEnd()) return std::nullopt;
    return SamplingSettings::fromJson(found->toObject());
}

void Settings::setModelDefaults(const QString& modelKey, const std::optional<SamplingSettings>& sampling) {
    auto all = QJsonDocument::fromJson(m_store.value("sampling/models").toByteArray()).object();
    if (sampling) {
        all[modelKey] = sampling->toJson();
    } else {
        all.remove(modelKey);
    }
    m_store.setValue("sampling/models", QJsonDocument(all).toJson(QJsonDocument::Compact));
}

qint64 Settings::lastConversation() const {
    return m_store.value("chat/last").toLongLong();
}
void Settings::setLastConversation(qint64 id) {
    m_store.setValue("chat/last", id);
}

QByteArray Settings::geometry() const {
    return m_store.value("window/geometry").toByteArray();
}

QByteArray Settings::layout() const {
    return m_store.value("window/version").toInt() == kLayoutVersion
               ? m_store.value("window/layout").toByteArray()
               : QByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& layout) {
    m_store.setValue("window/geometry", geometry);
    m_store.setValue("window/layout", layout);
    m_store.setValue("window/version", kLayoutVersion);
}

}  // namespace gh::app
