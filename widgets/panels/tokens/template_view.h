// The view "Template" of the Tokens panel: the source that the model's chats are written with, to be edited, and beside
// it what the present conversation becomes: text, who wrote it, ids.
#pragma once

#include <QPointer>
#include <QWidget>

#include "widgets/models/template_desk.h"
#include "widgets/models/token_facts.h"
#include "widgets/panels/tokens/token_flow.h"

class QBoxLayout;
class QComboBox;
class QFrame;
class QHBoxLayout;
class QLabel;
class QPushButton;

namespace gh::widgets {

class ElidedText;
class SourceEditor;
class WrappedLabel;

class TemplateView : public QWidget {
    Q_OBJECT
public:
    explicit TemplateView(TemplateDesk* desk, QWidget* parent = nullptr);
    ~TemplateView() override;

    QHBoxLayout* head() const { return m_head; }             // its first row; the panel puts its switch there
    SourceEditor* editor() const { return m_editor; }
    TokenFlow* flow() const { return m_flow; }
    QComboBox* chooser() const { return m_chooser; }
    QPushButton* applyButton() const { return m_apply; }
    QPushButton* revertButton() const { return m_revert; }
    QString errorText() const;                               // empty: none
    QString countText() const;
    QString warningText() const;                             // empty: none

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildHead();
    QWidget* buildPreview();
    void refreshFacts();
    void refreshPreview();
    void refreshButtons();
    void showChange(const TokenSequence& before);
    void arrange();

    QPointer<TemplateDesk> m_desk;
    TokenSequence m_sequence;
    QStringList m_listed;                                    // what the chooser was filled with
    QBoxLayout *m_top, *m_split;
    QHBoxLayout* m_head;
    ElidedText* m_state;
    QComboBox* m_chooser;
    QPushButton *m_revert, *m_apply;
    SourceEditor* m_editor;
    WrappedLabel *m_error, *m_nothing, *m_warning;
    QFrame* m_rule;
    QLabel *m_title, *m_note;
    TokenFlow* m_flow;
};

}  // namespace gh::widgets
