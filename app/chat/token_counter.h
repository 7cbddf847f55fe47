// Counts the tokens of texts and reads a vocabulary, with the tokenizer of the open model's file, on a thread
// of its own: the file's header alone is read, once a model.
#pragma once

#include <functional>
#include <memory>
#include <QObject>
#include <QString>

namespace gh {
class Tokenizer;
}

namespace gh::app {

class TokenCounter : public QObject {
    Q_OBJECT
public:
    explicit TokenCounter(QObject* parent = nullptr);

    void setModel(const QString& path);  // empty: none is open
    // The answer comes by counted(); -1: no model, or its tokenizer cannot be read.
    void count(quint64 ticket, const QString& text);
    // Work there, with nullptr where there is no tokenizer; it must touch nothing of the caller's thread.
    void run(std::function<void(const Tokenizer*)> work);
    // Which named template (engine/text/chat_template.h) the vocabulary's markers speak for.
    void suggestTemplate();

signals:
    void modelChanged();  // what was counted holds no more
    void counted(quint64 ticket, int tokens);
    // name is empty where no marker is known.
    void templateSuggested(const QString& name, const QString& marker);

private:
    struct Shared;
    QString m_path;
    std::shared_ptr<Shared> m_shared;
};

}  // namespace gh::app
