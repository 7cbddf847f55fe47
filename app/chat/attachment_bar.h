// The text files that go with the message being written: name, token count, a button to take one out.
#pragma once

#include <QWidget>
#include <vector>

#include "app/chat/conversation.h"

class QVBoxLayout;

namespace gh::app {

class AttachmentBar : public QWidget {
    Q_OBJECT
public:
    explicit AttachmentBar(QWidget* parent = nullptr);

    // Reads the files on worker threads; what is no text is refused by name.
    void attach(const QStringList& paths);
    const std::vector<Attachment>& attachments() const { return m_attachments; }
    void setAttachments(std::vector<Attachment> attachments);
    void setCount(quint64 ticket, int tokens);  // -1: not known
    QString wordsOf(std::size_t index) const;   // "1,306 tokens"

signals:
    void changed();
    void countWanted(quint64 ticket, const QString& text);
    void refused(const QString& name, const QString& why);

private:
    void rebuild();
    void remove(std::size_t index);
    std::vector<Attachment> m_attachments;
    std::vector<quint64> m_tickets;
    std::vector<int> m_tokens;  // -2: being counted
    QVBoxLayout* m_rows;
    quint64 m_nextTicket = 1;
};

}  // namespace gh::app
