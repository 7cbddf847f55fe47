#include "app/chat/token_counter.h"

#include <mutex>
#include <QPointer>
#include <QThreadPool>

#include "engine/model/model_file.h"
#include "engine/text/tokenizer.h"

namespace gh::app {

// What the workers of one model share; it lives as long as any of them.
struct TokenCounter::Shared {
    std::mutex mutex;
    std::string path;
    bool tried = false;
    std::shared_ptr<const ModelFile> file;
    std::shared_ptr<const Tokenizer> tokenizer;

    const Tokenizer* get() {
        const std::lock_guard lock(mutex);
        if (!tried && !path.empty()) {
            if (auto opened = openModelFile(path)) {
                file = opened.value();
                if (auto made = Tokenizer::create(*file)) tokenizer = made.value();
            }
        }
        tried = true;
        return tokenizer.get();
    }
};

TokenCounter::TokenCounter(QObject* parent) : QObject(parent), m_shared(std::make_shared<Shared>()) {}

void TokenCounter::setModel(const QString& path) {
    if (path == m_path) return;
    m_path = path;
    m_shared = std::make_shared<Shared>();
    m_shared->path = path.toStdString();
    emit modelChanged();
}

void TokenCounter::run(std::function<void(const Tokenizer*)> work) {
    QThreadPool::globalInstance()->start([shared = m_shared, work = std::move(work)] { work(shared->get()); });
}

void TokenCounter::count(quint64 ticket, const QString& text) {
    run([self = QPointer(this), ticket, bytes = text.toStdString()](const Tokenizer* tokenizer) {
        const int tokens = tokenizer ? int(tokenizer->encode(bytes, false).size()) : -1;
        // Asked of the application, which outlives the counter: the pointer is looked at on its thread.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, ticket, tokens] {
                if (self) emit self->counted(ticket, tokens);
            },
            Qt::QueuedConnection);
    });
}

void TokenCounter::suggestTemplate() {
    run([self = QPointer(this)](const Tokenizer* tokenizer) {
        static constexpr struct {
            const char* marker;
            const char* name;
        } kMarkers[] = {{"<start_of_turn>", "gemma"},
                        {"<|start_header_id|>", "llama3"},
                        {"[INST]", "mistral"},
                        {"<|im_start|>", "chatml"}};
        QString name, marker;
        for (const auto& entry : kMarkers) {
            if (!tokenizer || !name.isEmpty()) break;
            // A marker is one that the vocabulary holds whole.
            if (tokenizer->encode(entry.marker, true).size() != 1) continue;
            name = QString::fromLatin1(entry.name);
            marker = QString::fromLatin1(entry.marker);
        }
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, name, marker] {
                if (self) emit self->templateSuggested(name, marker);
            },
            Qt::QueuedConnection);
    });
}

}  // namespace gh::app
