#include "app/chat/conversation_store.h"

#include <QSemaphore>
#include <QStandardPaths>

#include "app/chat/store_worker.h"

namespace gh::app {

template <class F>
void ConversationStore::run(F&& job) {
    QMetaObject::invokeMethod(m_worker, std::forward<F>(job), Qt::QueuedConnection);
}

QString ConversationStore::defaultPath() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           "/glasshouse/conversations.db";
}

ConversationStore::ConversationStore(QString path, QObject* parent)
    : QObject(parent), m_worker(new StoreWorker(std::move(path))) {
    qRegisterMetaType<Conversation>();
    qRegisterMetaType<ConversationHead>();
    qRegisterMetaType<QVector<ConversationHead>>();
    qRegisterMetaType<QVector<SearchHit>>();
    m_thread.setObjectName("conversations");
    m_worker->moveToThread(&m_thread);
    connect(m_worker, &StoreWorker::opened, this, &ConversationStore::opened);
    connect(m_worker, &StoreWorker::loaded, this, &ConversationStore::loaded);
    connect(m_worker, &StoreWorker::added, this, &ConversationStore::added);
    connect(m_worker, &StoreWorker::exported, this, &ConversationStore::exported);
    connect(m_worker, &StoreWorker::fileFailed, this, &ConversationStore::fileFailed);
    connect(m_worker, &StoreWorker::notice, this, &ConversationStore::notice);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
    run([worker = m_worker] { worker->open(); });
}

ConversationStore::~ConversationStore() {
    flush();
    m_thread.quit();
    if (m_thread.wait(kFlushMs)) return;
    m_thread.terminate();  // a disk that hangs must not hang the window; the log keeps what was written
    m_thread.wait(100);
}

void ConversationStore::saveHead(const ConversationHead& head) {
    run([worker = m_worker, head] { worker->saveHead(head); });
}

void ConversationStore::saveDraft(RowId conversation, const QString& draft) {
    run([worker = m_worker, conversation, draft] { worker->saveDraft(conversation, draft); });
}

void ConversationStore::saveDraftFiles(RowId conversation, const std::vector<Attachment>& files) {
    run([worker = m_worker, conversation, files] { worker->saveDraftFiles(conversation, files); });
}

void ConversationStore::saveEdit(RowId message, const std::optional<QString>& text) {
    run([worker = m_worker, message, text] { worker->saveEdit(message, text); });
}

void ConversationStore::saveMessage(const Message& message) {
    Message copy = message;
    copy.tokens.clear();
    run([worker = m_worker, copy = std::move(copy)] { worker->saveMessage(copy); });
}

void ConversationStore::saveTitle(RowId conversation, const QString& title) {
    run([worker = m_worker, conversation, title] { worker->saveTitle(conversation, title); });
}

void ConversationStore::savePinned(RowId conversation, bool pinned) {
    run([worker = m_worker, conversation, pinned] { worker->savePinned(conversation, pinned); });
}

void ConversationStore::activate(RowId conversation, RowId parent, RowId message) {
    run([=, worker = m_worker] { worker->activate(conversation, parent, message); });
}

void ConversationStore::discardMessage(RowId message) {
    run([worker = m_worker, message] { worker->discardMessage(message); });
}

void ConversationStore::setRemoved(RowId conversation, bool removed) {
    run([worker = m_worker, conversation, removed] { worker->setRemoved(conversation, removed); });
}

void ConversationStore::removeAll() {
    run([worker = m_worker] { worker->removeAll(); });
}

void ConversationStore::duplicate(RowId conversation, const QString& title) {
    run([worker = m_worker, conversation, title] { worker->duplicate(conversation, title); });
}

void ConversationStore::exportTo(RowId conversation, const QString& file) {
    run([worker = m_worker, conversation, file] { worker->exportTo(conversation, file); });
}

void ConversationStore::importFrom(const QString& file) {
    run([worker = m_worker, file] { worker->importFrom(file); });
}

void ConversationStore::search(const QString& text) {
    const quint64 mine = ++*m_lastSearch;
    run([this, worker = m_worker, latest = m_lastSearch, mine, text] {
        if (*latest != mine) return;  // while this one waited for its turn
        const QVector<SearchHit> hits = worker->search(text);
        QMetaObject::invokeMethod(
            this,
            [this, latest, mine, text, hits] {
                if (*latest == mine) emit searched(text, hits);
            },
            Qt::QueuedConnection);
    });
}

void ConversationStore::load(RowId conversation) {
    run([worker = m_worker, conversation] { worker->load(conversation); });
}

bool ConversationStore::flush(int limitMs) {
    // Queued last, so it runs last.
    auto done = std::make_shared<QSemaphore>();
    run([done] { done->release(); });
    return done->tryAcquire(1, limitMs);
}

}  // namespace gh::app
