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
    qRegisterMetaType<QVector<ConversationHead>>();
    m_thread.setObjectName("conversations");
    m_worker->moveToThread(&m_thread);
    connect(m_worker, &StoreWorker::opened, this, &ConversationStore::opened);
    connect(m_worker, &StoreWorker::loaded, this, &ConversationStore::loaded);
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

void ConversationStore::saveMessage(const Message& message) {
    Message copy = message;
    copy.tokens.clear();
    run([worker = m_worker, copy = std::move(copy)] { worker->saveMessage(copy); });
}

void ConversationStore::retireMessage(RowId message) {
    run([worker = m_worker, message] { worker->retireMessage(message); });
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
