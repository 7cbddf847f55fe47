// The text files that go with the message being written: name, token count, a button to take one out.
#pragma once

#include <map>
#include <QWidget>
#include <vector>

#include "app/chat/conversation.h"

class QVBoxLayout;

namespace gh::app {

struct AttachmentRead;

class AttachmentBar : public QWidget {
    Q_OBJECT
public:
    explicit AttachmentBar(QWidget* parent = nullptr);

    // Reads the files on worker threads; what is no text is refused by name.
    void attach(const QStringList& paths);
    std::vector<Attachment> attachments() const;
    void setAttachments(std::vector<Attachment> attachments);
    // Those of a conversation (0: of the one that is not begun yet). A file that is being read goes to the one on show
    // when it was attached.
    void show(RowId owner, std::vector<Attachment> attachments);
    void handOver(RowId from, RowId to);  // what was of the one is of the other now
    bool addTo(std::vector<Attachment>& all, const Attachment& file);  // false: refused, there are too many
    void recount();                                                    // with another model
    void setCount(quint64 ticket, int tokens);  // -1: not known
    std::uint64_t tokens() const;               // of all files, as far as they are counted
    QString wordsOf(std::size_t index) const;   // "1,306 tokens"

signals:
    void changed();
    void counted();
    void countWanted(quint64 ticket, const QString& text);
    void readElsewhere(qlonglong owner, const gh::app::Attachment& file);
    void refused(const QString& name, const QString& why);

private:
    struct Entry {
        Attachment file;
        QString path;        // where it was read; empty: not known any more
        quint64 ticket = 0;  // of the counting; 0: not asked for yet
        int tokens = 0;
    };
    void onRead(quint64 job, const QString& path, const AttachmentRead& read);
    void rebuild();
    void remove(std::size_t index);
    void countNew();
    void showWords(std::size_t index);
    std::vector<Entry> m_entries;
    std::map<quint64, RowId> m_reading;  // whose the files are that are being read
    RowId m_owner = 0;
    QVBoxLayout* m_rows;
    static inline quint64 s_nextTicket = 1;  // an answer may come for a bar that is gone
};

}  // namespace gh::app
