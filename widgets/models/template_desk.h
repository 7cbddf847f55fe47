// What the view "Template" of the Tokens panel and the app have between them: plain values that the app fills, the text
// that is being edited, and what the user wants done. It lives as long as the window, so that text, undo and caret
// outlive every panel.
#pragma once

#include <memory>
#include <QObject>
#include <QStringList>

#include "widgets/panel.h"

class QTextDocument;

namespace gh::widgets {

// Which template a text is.
struct TemplateName {
    enum class Kind { None, Own, Named, Edited };   // Own: the model file's; None: there is no text
    Kind kind = Kind::None;
    int named = -1;                                  // index into TemplateFacts::named
    bool operator==(const TemplateName&) const = default;
};

struct TemplateFacts {
    bool model = false;                              // one is open
    QString fileName;                                // of the model
    bool hasOwn = false;                             // it carries a template
    QStringList named;                               // others to choose from
    TemplateName inUse;                              // what the next message is written with
    TemplateName text;                               // what is in the editor
    bool applied = true;                             // the two are the same
    bool operator==(const TemplateFacts&) const = default;
};

struct TemplatePreview {
    SnapshotPtr snapshot;                            // the prompt as a sequence, with text and ids; null: none was made yet
    std::uint64_t sequence = 0;                      // its key there
    bool sample = false;                             // of a sample conversation: the one on show is empty
    bool folded = false;                             // the system prompt stands before the first message
    bool lacksMessage = false;                       // the user's newest is not in it
    // Of the newest text; the snapshot is then that of the last one that could be rendered.
    QString error;                                   // empty: none
    int line = 0, column = 0;                        // where, in characters from 1; 0: not said
};

class TemplateDesk : public QObject {
    Q_OBJECT
public:
    explicit TemplateDesk(QObject* parent = nullptr);

    const TemplateFacts& facts() const { return m_facts; }
    void setFacts(TemplateFacts facts);
    const TemplatePreview& preview() const { return m_preview; }
    void setPreview(TemplatePreview preview);

    // Editors share it with the desk, so that neither needs to end first.
    std::shared_ptr<QTextDocument> document() const { return m_document; }
    QString text() const;                            // lines end with "\n"
    void setText(const QString& text);               // as an edit, which can be undone
    void beginText(const QString& text);             // another model's: nothing of the one before is left

    // The view is the one that was chosen; it is seen. Previews are made while it is seen.
    bool isChosen() const { return m_chosen; }
    void setChosen(bool on) { m_chosen = on; }
    bool isSeen() const { return m_seen; }
    void setSeen(bool on);
    int caret = 0;                                   // where it stood when the last editor went

signals:
    void factsChanged();
    void previewChanged();
    void textChanged();
    void seenChanged(bool on);
    void applyWanted();
    void revertWanted();                             // to what is in use
    void templateWanted(int named);                  // into the editor; -1: the model's own

private:
    TemplateFacts m_facts;
    TemplatePreview m_preview;
    std::shared_ptr<QTextDocument> m_document;
    bool m_chosen = false, m_seen = false;
};

}  // namespace gh::widgets
