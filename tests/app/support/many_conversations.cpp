#include "tests/app/support/many_conversations.h"

#include <cmath>
#include <ctime>
#include <QDateTime>
#include <QElapsedTimer>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <vector>

#include "app/chat/store_schema.h"

namespace gh::app::test {

namespace {

class Words {
public:
    Words() {
        static const char* const kLatin[] = {"ca", "ri", "to",  "men", "al", "su",
                                             "ve", "no", "ter", "pi",  "lo", "ga"};
        static const char* const kCyrillic[] = {"ка", "ри", "то",  "мен", "ал", "съ",
                                                "ве", "но", "тер", "пи",  "ло", "га"};
        for (int i = 0; i < kCount; ++i) {
            QString word;
            const auto& parts = i % 4 == 3 ? kCyrillic : kLatin;
            for (int n = i + 3; n > 0; n /= 12) word += QString::fromUtf8(parts[n % 12]);
            m_words.push_back(word);
        }
    }
    // As in a language: few words are used most of the time.
    const QString& next() {
        m_state = m_state * 6364136223846793005ull + 1442695040888963407ull;
        const double u = double(m_state >> 33) / double(1ull << 31);
        return m_words[std::size_t(std::pow(double(kCount), u)) % m_words.size()];
    }
    quint32 number(quint32 below) {
        m_state = m_state * 6364136223846793005ull + 1442695040888963407ull;
        return quint32(m_state >> 33) % below;
    }

private:
    static constexpr int kCount = 20'000;
    std::vector<QString> m_words;
    quint64 m_state = 42;
};

double clockMs(clockid_t which) {
    timespec t{};
    clock_gettime(which, &t);
    return double(t.tv_sec) * 1e3 + double(t.tv_nsec) / 1e6;
}

}  // namespace

double threadMs() {
    return clockMs(CLOCK_THREAD_CPUTIME_ID);
}

double processMs() {
    return clockMs(CLOCK_PROCESS_CPUTIME_ID);
}

double writeConversations(const QString& path, const ManyConversations& size) {
    QElapsedTimer clock;
    clock.start();
    bool good = false;
    {
        QSqlDatabase db = QSqlDatabase::addDatabase("QSQLITE", "many");
        db.setDatabaseName(path);
        good = store::openAndMigrate(db).good;
        QSqlQuery(db).exec("PRAGMA synchronous = OFF");
        QSqlQuery(db).exec("PRAGMA cache_size = -200000");
        // The index grows in fewer, larger pieces than in use.
        QSqlQuery(db).exec("INSERT INTO messages_fts(messages_fts, rank) VALUES('hashsize', 67108864)");
        db.transaction();
        QSqlQuery head(db), message(db);
        head.prepare(
            "INSERT INTO conversations(id, title, created, updated, draft, pinned) VALUES(?, ?, ?, ?, '', "
            "?)");
        message.prepare(
            "INSERT INTO messages(id, conversation, parent, role, state, created, text, ids, model, "
            "stop_reason)"
            " VALUES(?, ?, ?, ?, 0, ?, ?, ?, ?, ?)");
        Words words;
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const int each = std::max(1, size.messages / size.conversations);
        const qint64 apart = 3ll * 365 * 86'400'000 / size.conversations;  // over three years
        int written = 0;
        for (int c = 0; c < size.conversations && good; ++c) {
            const qint64 begun = now - apart * (size.conversations - c);
            QString title;
            for (int w = 0; w < 4; ++w) title += (w ? " " : "") + words.next();
            head.addBindValue(begun * 1000);
            head.addBindValue(title);
            head.addBindValue(begun);
            head.addBindValue(begun + each * 60'000);
            head.addBindValue(c % 500 == 0);
            good = good && head.exec();
            qint64 parent = 0;
            for (int m = 0; m < each; ++m, ++written) {
                QString text;
                const int count = size.words / 2 + int(words.number(quint32(size.words)));
                for (int w = 0; w < count; ++w) text += words.next() + (w % 11 == 10 ? ". " : " ");
                if (written % 100 == 50) text += ManyConversations::commonWord();
                if (written == size.messages / 2) text += ManyConversations::rareWord();
                const qint64 at = begun + m * 60'000;
                message.addBindValue(at * 1000 + 1);
                message.addBindValue(begun * 1000);
                message.addBindValue(parent);
                message.addBindValue(m % 2 ? 2 : 1);
                message.addBindValue(at);
                message.addBindValue(text);
                message.addBindValue(m % 2 ? QByteArray(4 * count, 'x') : QByteArray());
                message.addBindValue(m % 2 ? "model.gguf:1:2" : "");
                message.addBindValue(m % 2 ? "end_of_generation" : "");
                good = good && message.exec();
                parent = at * 1000 + 1;
            }
        }
        good = db.commit() && good;
        head.finish();
        message.finish();
        QSqlQuery(db).exec("INSERT INTO messages_fts(messages_fts, rank) VALUES('hashsize', 1048576)");
        db.close();
    }
    QSqlDatabase::removeDatabase("many");
    return good ? double(clock.elapsed()) / 1e3 : -1;
}

}  // namespace gh::app::test
