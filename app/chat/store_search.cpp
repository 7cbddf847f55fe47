// Search over all titles and messages, on the store's thread.
#include "app/chat/search_terms.h"
#include "app/chat/store_worker.h"

namespace gh::app {

QVector<SearchHit> StoreWorker::search(const QString& text) {
    QVector<SearchHit> hits;
    const QString expression = ftsQuery(text);
    if (expression.isEmpty() || !m_db.isOpen()) return hits;
    const std::vector<SearchTerm> terms = searchTerms(text);

    QSqlQuery& titles = prepared(
        "SELECT c.id, c.title, c.updated FROM titles_fts f CROSS JOIN conversations c ON c.id = f.rowid"
        " WHERE titles_fts MATCH ? AND c.removed = 0 ORDER BY c.updated DESC LIMIT ?");
    titles.addBindValue(expression);
    titles.addBindValue(kMostTitles);
    if (exec(titles)) {
        while (titles.next()) {
            SearchHit hit;
            hit.conversation = titles.value(0).toLongLong();
            hit.title = titles.value(1).toString();
            hit.when = QDateTime::fromMSecsSinceEpoch(titles.value(2).toLongLong());
            hit.inTitle = rangesOf(terms, hit.title);
            hits.push_back(std::move(hit));
        }
    }
    titles.finish();

    // Ids of messages grow with time, so the index gives the newest first by itself and stops at the limit.
    QSqlQuery& messages = prepared(
        "SELECT m.id, m.conversation, m.role, m.created, m.text, c.title FROM messages_fts f"
        " CROSS JOIN messages m ON m.id = f.rowid CROSS JOIN conversations c ON c.id = m.conversation"
        " WHERE messages_fts MATCH ? AND c.removed = 0 ORDER BY f.rowid DESC LIMIT ?");
    messages.addBindValue(expression);
    messages.addBindValue(kMostMessages);
    if (exec(messages)) {
        while (messages.next()) {
            SearchHit hit;
            hit.message = messages.value(0).toLongLong();
            hit.conversation = messages.value(1).toLongLong();
            hit.role = Role(std::clamp(messages.value(2).toInt(), 0, 2));
            hit.when = QDateTime::fromMSecsSinceEpoch(messages.value(3).toLongLong());
            const QString whole = messages.value(4).toString();
            hit.title = messages.value(5).toString();
            hit.inMessage = rangesOf(terms, whole);
            hit.snippet = snippetOf(whole, hit.inMessage, &hit.inSnippet);
            hits.push_back(std::move(hit));
        }
    }
    messages.finish();
    return hits;
}

}  // namespace gh::app
