// One JSON object on disk that is never half written and never lost: replaced as a whole (temporary file, rename)
// on a thread of its own, and moved aside with a word when it cannot be understood.
#pragma once

#include <functional>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <QVariant>

namespace gh::app {

class SettingsFile {
public:
    explicit SettingsFile(QString path);
    ~SettingsFile();  // writes what is left

    // Keys are flat ("cache/type"); values are strings, numbers, booleans, lists and maps of them. Keys that this
    // version does not know stay in the file.
    QVariant value(const QString& key, const QVariant& fallback = {}) const;
    bool contains(const QString& key) const { return m_values.contains(key); }
    void setValue(const QString& key, const QVariant& value);
    void remove(const QString& key);
    bool flush(int ms = -1);  // waits until the file is written; false: the limit passed first

    const QString& path() const { return m_path; }
    // Why the file was not read, and where it lies now (empty: it could not be moved, so nothing is written).
    struct Trouble {
        QString reason, movedTo;
    };
    const std::optional<Trouble>& trouble() const { return m_trouble; }
    // Called on this thread when writing failed, with the system's reason.
    void onWriteFailed(std::function<void(const QString&)> tell) { m_tell = std::move(tell); }

private:
    void read();
    void moveAside(const QString& reason);
    void schedule();
    void write();

    // Several changes of one moment are one write.
    static constexpr int kWriteDelayMs = 150;
    QString m_path;
    QJsonObject m_values;
    bool m_dirty = false, m_writable = true;
    std::optional<Trouble> m_trouble;
    std::function<void(const QString&)> m_tell;
    QTimer m_timer;
    QThreadPool m_pool;  // one thread: writes stay in order
};

}  // namespace gh::app
