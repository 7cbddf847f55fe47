#include "app/settings/settings.h"

#include <algorithm>
#include <QFileInfo>
#include <QStandardPaths>

namespace gh::app {

namespace {
// Arrangements of another set of docks must not be applied: count up when docks change.
constexpr int kLayoutVersion = 1;
constexpr const char* kThemes[] = {"system", "light", "dark"};
}  // namespace

SamplerSettings SamplingSettings::forEngine(std::uint64_t seedUsed, std::uint32_t sample) const {
    SamplerSettings s;
    s.temperature = float(temperature);
    s.topP = float(topP);
    s.minP = float(minP);
    s.topK = topK;
    s.repeatPenalty = float(repeatPenalty);
    s.seed = seedUsed;
    s.sample = sample;
    return s;
}

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
    const auto number = [&](const char* key, double fallback, double low, double high) {
        return std::clamp(m_store.value(key, fallback).toDouble(), low,
                          high);  // the file may have been edited
    };
    s.temperature = number("sampling/temperature", s.temperature, 0, 5);
    s.topP = number("sampling/top_p", s.topP, 0.01, 1);
    s.minP = number("sampling/min_p", s.minP, 0, 1);
    s.repeatPenalty = number("sampling/repeat_penalty", s.repeatPenalty, 0.1, 3);
    s.topK = int(number("sampling/top_k", s.topK, 0, 100'000));
    s.maxTokens = int(number("sampling/max_tokens", s.maxTokens, 0, 1'000'000));
    bool good = false;
    const quint64 seed = m_store.value("sampling/seed").toString().toULongLong(&good);
    if (good) s.seed = seed;
    return s;
}

void Settings::setSampling(const SamplingSettings& s) {
    m_store.setValue("sampling/temperature", s.temperature);
    m_store.setValue("sampling/top_p", s.topP);
    m_store.setValue("sampling/min_p", s.minP);
    m_store.setValue("sampling/repeat_penalty", s.repeatPenalty);
    m_store.setValue("sampling/top_k", s.topK);
    m_store.setValue("sampling/max_tokens", s.maxTokens);
    if (s.seed) {
        m_store.setValue("sampling/seed", QString::number(*s.seed));
    } else {
        m_store.remove("sampling/seed");
    }
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
