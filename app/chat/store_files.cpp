// Copies of conversations and files of them, on the store's thread.
#include <algorithm>
#include <map>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include "app/chat/conversation_files.h"
#include "app/chat/conversation_tree.h"
#include "app/chat/store_worker.h"

namespace gh::app {

namespace {
constexpr qint64 kMostBytes = 256 << 20;
}

bool StoreWorker::addCopy(Conversation& c) {
    bool good = m_db.transaction();
    if (!good) complain(m_db.lastError());
    // Ids say when: those of the copy follow the times of the originals, so that search ranks them where they
    // belong.
    const auto freeId = [&](const char* sql, const QDateTime& when, RowId after) {
        RowId id = std::max(when.toMSecsSinceEpoch() * 1000, after + 1);
        for (;; ++id) {
            QSqlQuery& q = prepared(sql);
            q.addBindValue(id);
            good = good && exec(q);
            const bool taken = good && q.next();
            q.finish();
            if (!taken) return id;
        }
    };
    c.head.id = freeId("SELECT 1 FROM conversations WHERE id = ?", c.head.created, 0);
    good = good && saveHead(c.head) && (c.draftFiles.empty() || saveDraftFiles(c.head.id, c.draftFiles));
    std::map<RowId, RowId> renamed;
    RowId last = 0;
    for (const Message* original : parentsFirst(c)) {
        if (!good) break;
        Message m = *original;
        last = freeId("SELECT 1 FROM messages WHERE id = ?", m.created, last);
        renamed[m.id] = last;
        const auto parent = renamed.find(m.parent);
        m.id = last;
        m.parent = parent == renamed.end() ? 0 : parent->second;
        m.conversation = c.head.id;
        if (m.state == MessageState::Streaming) m.state = MessageState::Interrupted;
        if (m.state == MessageState::Waiting) m.state = MessageState::Done;
        good = good && writeMessage(m);
    }
    raiseRowIds(std::max(last, c.head.id));  // what is written on there comes after it
    return endTransaction(good);
}

QString StoreWorker::notWritten() const {
    return tr("%1 cannot be written: %2.").arg(m_path, m_lastError);
}

void StoreWorker::duplicate(RowId conversation, const QString& title) {
    auto copy = read(conversation);
    if (!copy) return;
    copy->head.title = title;
    copy->head.pinned = false;
    copy->head.created = copy->head.updated = QDateTime::currentDateTime();
    if (addCopy(*copy))
        emit added(copy->head);
    else
        emit fileFailed(tr("A conversation could not be saved"), notWritten());
}

void StoreWorker::exportTo(RowId conversation, const QString& file) {
    const auto found = read(conversation);
    if (!found) {
        emit fileFailed(tr("The conversation was not exported"),
                        tr("It is no longer in the conversation file."));
        return;
    }
    const bool markdown = file.endsWith(".md", Qt::CaseInsensitive);
    const QByteArray bytes = markdown ? toMarkdown(*found) : toJsonFile(*found);
    QSaveFile out(file);  // an older file stays until this one is whole
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit()) {
        emit fileFailed(tr("The conversation was not exported"),
                        tr("%1 cannot be written: %2. Choose another folder.").arg(file, out.errorString()));
        return;
    }
    emit exported(file);
}

void StoreWorker::importFrom(const QString& file) {
    const QString title = tr("%1 was not imported").arg(QFileInfo(file).fileName());
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly)) {
        emit fileFailed(title, tr("It cannot be read: %1.").arg(in.errorString()));
        return;
    }
    if (in.size() > kMostBytes) {
        emit fileFailed(title,
                        tr("It has %1 bytes; conversations have at most %2.").arg(in.size()).arg(kMostBytes));
        return;
    }
    QString why;
    auto conversation = fromFile(in.readAll(), QFileInfo(file).completeBaseName(), &why);
    if (!conversation) {
        emit fileFailed(title, why);
        return;
    }
    if (addCopy(*conversation))
        emit added(conversation->head);
    else
        emit fileFailed(title, notWritten());
}

}  // namespace gh::app
