// Fills the view "Template" of the Tokens panel: which template the open model is used with, what is being edited, and
// what it makes of the conversation on show, rendered and tokenized off this thread. It keeps what is edited per model.
#pragma once

#include <QObject>
#include <QTimer>

#include "app/chat/chat_controller.h"
#include "app/chat/prompt_preview.h"
#include "app/chat/token_counter.h"
#include "app/model/model_session.h"
#include "widgets/models/template_desk.h"

namespace gh::app {

class TemplatePresenter : public QObject {
    Q_OBJECT
public:
    // The counter's model is that of the session; it has the tokenizer.
    TemplatePresenter(ModelSession* model, ChatController* chat, Settings* settings, TokenCounter* counter,
                      QObject* parent = nullptr);

    static constexpr int kPreviewMs = 150;  // after the last key
    widgets::TemplateDesk* desk() const { return m_desk; }
    void save();      // before the program ends
    void outdated();  // what the preview is made of has changed

private:
    void onModel();
    void onText();
    void refreshFacts();
    widgets::TemplateName nameOf(const QString& text) const;
    std::string sourceOf(const QString& text) const;
    void ask();
    void take(const QString& text, const QString& modelKey, bool sample, PreviewAnswer answer);
    void apply();
    void revert();
    void choose(int named);

    ModelSession* m_model;
    ChatController* m_chat;
    Settings* m_settings;
    TokenCounter* m_counter;
    widgets::TemplateDesk* m_desk;
    QString m_key;                  // the model whose text is on the desk
    QString m_own, m_inUse;         // of it, as the editor has them
    QTimer m_timer;
    std::uint64_t m_sequence = 0;   // the last preview's
    bool m_asking = false;          // one preview is being made
    bool m_outdated = true;         // what it was made of has changed
    bool m_applyWaits = false;      // for the preview that says whether the text can be used
};

}  // namespace gh::app
