#include "app/settings/settings_file.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>

namespace gh::app {

namespace {

// A settings file is a few kilobytes; what is a thousand times that is something else.
constexpr qint64 kMostBytes = 8 * 1024 * 1024;

QJsonValue toJson(const QVariant& value) {
    if (value.typeId() == QMetaType::QByteArray) return QString::fromLatin1(value.toByteArray().toBase64());
    return QJsonValue::fromVariant(value);
}

QString writeWhole(const QString& path, const QByteArray& bytes) {
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return file.errorString();
    file.write(bytes);
    return file.commit() ? QString() : file.errorString();
}

}  // namespace

SettingsFile::SettingsFile(QString path) : m_path(std::move(path)) {
    m_pool.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(kWriteDelayMs);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { write(); });
    read();
}

SettingsFile::~SettingsFile() {
    m_tell = nullptr;
    flush();
}

void SettingsFile::read() {
    QFile file(m_path);
    if (!file.exists()) return;
    if (!file.open(QIODevice::ReadOnly)) {
        // Perhaps it is readable again tomorrow: leave it alone.
        m_trouble = Trouble{file.errorString(), {}};
        m_writable = false;
        return;
    }
    if (file.size() > kMostBytes) {
        file.close();
        moveAside(QStringLiteral("%1 bytes").arg(QFileInfo(m_path).size()));
        return;
    }
    const QByteArray bytes = file.readAll();
    file.close();
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &error);
    if (document.isObject()) {
        m_values = document.object();
    } else {
        moveAside(error.error == QJsonParseError::NoError
                      ? QStringLiteral("not a JSON object")
                      : QStringLiteral("%1 (byte %2)").arg(error.errorString()).arg(error.offset));
    }
}

void SettingsFile::moveAside(const QString& reason) {
    const QString stem =
        m_path + QDateTime::currentDateTime().toString(QStringLiteral("'.broken-'yyyyMMdd-HHmmss"));
    QString to = stem;
    for (int n = 2; QFileInfo::exists(to); ++n) to = QStringLiteral("%1-%2").arg(stem).arg(n);
    m_writable = QFile::rename(m_path, to);
    m_trouble = Trouble{reason, m_writable ? to : QString()};
}

QVariant SettingsFile::value(const QString& key, const QVariant& fallback) const {
    const auto it = m_values.constFind(key);
    return it == m_values.constEnd() ? fallback : it->toVariant();
}

void SettingsFile::setValue(const QString& key, const QVariant& value) {
    const QJsonValue json = toJson(value);
    if (m_values.value(key) == json) return;
    m_values.insert(key, json);
    schedule();
}

void SettingsFile::remove(const QString& key) {
    if (!m_values.contains(key)) return;
    m_values.remove(key);
    schedule();
}

void SettingsFile::schedule() {
    m_dirty = true;
    if (!m_timer.isActive()) m_timer.start();
}

void SettingsFile::write() {
    if (!std::exchange(m_dirty, false) || !m_writable) return;
    const QByteArray bytes = QJsonDocument(m_values).toJson();
    m_pool.start([this, bytes, path = m_path] {
        const QString problem = writeWhole(path, bytes);
        if (problem.isEmpty()) return;
        QMetaObject::invokeMethod(&m_timer, [this, problem] {
            if (m_tell) m_tell(problem);
        }, Qt::QueuedConnection);
    });
}

bool SettingsFile::flush(int ms) {
    m_timer.stop();
    write();
    return m_pool.waitForDone(ms);
}

}  // namespace gh::app
