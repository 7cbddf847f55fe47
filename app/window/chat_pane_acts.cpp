#include "app/window/chat_pane.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include "app/chat/sampling_popover.h"
#include "app/chat/token_text.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::InlineMessage;
using widgets::Theme;

namespace {
std::optional<std::size_t> lastOf(const Conversation* c, Role role) {
    for (std::size_t i = c ? c->messages.size() : 0; i-- > 0;) {
        if (c->messages[i].role == role) return i;
    }
    return std::nullopt;
}
}  // namespace

void ChatPane::send() {
    const QString text = m_composer->text();
    const std::vector<Attachment> files = m_composer->attachments()->attachments();
    if (!m_chat->send(text, files)) return;
    m_composer->setText({});
    m_composer->attachments()->setAttachments({});
    hideNotice("attachment");
}

// Into a chat of its own: it is no part of what is talked about in the open one, nor of what is being written there.
void ChatPane::samplePrompt() {
    const Conversation* c = m_chat->current();
    if (c && (!c->messages.empty() || !c->head.draft.isEmpty() || !m_composer->attachments()->attachments().empty()))
        m_chat->newConversation();
    m_chat->send(tr("Explain in a few sentences why a cache makes a language model faster."));
}

void ChatPane::walkBranch(int step) {
    const Conversation* c = m_chat->current();
    const int at = lastBranching(c);
    if (at < 0) return;
    const Message& message = c->messages[std::size_t(at)];
    const int to = message.branch + step;
    if (to >= 0 && to < message.branches) m_chat->showBranch(qulonglong(at), to);
}

void ChatPane::editLast() {
    if (const auto at = lastOf(m_chat->current(), Role::User)) m_view->edit(*at);
}

void ChatPane::copyLastReply() {
    if (const auto at = lastOf(m_chat->current(), Role::Assistant))
        QApplication::clipboard()->setText(m_chat->current()->messages[*at].text);
}

void ChatPane::onAction(const QString& action, qulonglong index) {
    const Conversation* c = m_chat->current();
    if (!c || index >= c->messages.size()) return;
    const Message& message = c->messages[index];
    if (action == "copy") QApplication::clipboard()->setText(message.text);
    if (action == "copy-error") QApplication::clipboard()->setText(message.error);
    if (action == "regenerate") m_chat->regenerate(index);
    if (action == "continue") m_chat->continueReply();
    if (action == "branch-prev") m_chat->showBranch(index, message.branch - 1);
    if (action == "branch-next") m_chat->showBranch(index, message.branch + 1);
    if (action == "select") selectMessage(index);
    if (action == "new-chat") m_chat->newConversation();
    if (action == "cache-settings") emit cacheSettingsRequested();
}

void ChatPane::onFound(RowId message, const HitRanges& ranges) {
    const auto index = m_chat->indexOf(message);
    if (!index) return;
    std::vector<TextRange> marks;
    for (const auto& [begin, end] : ranges) marks.push_back({begin, end});
    m_view->setFound(*index, std::move(marks));
}

// The one thing that leaves the window: asked for by a click, and only to what a browser or mail program opens.
void ChatPane::onLink(const QString& address) {
    const QUrl url(address, QUrl::StrictMode);
    const bool known = url.isValid() && (url.scheme() == "http" || url.scheme() == "https" || url.scheme() == "mailto");
    if (!known) {
        showNotice("link", InlineMessage::Severity::Warning, tr("This link is not opened"),
                   tr("%1 is no web or mail address.").arg(address.left(200)),
                   {{tr("Copy it"), [address] { QApplication::clipboard()->setText(address); }},
                    {tr("Dismiss"), [this] { hideNotice("link"); }}});
        return;
    }
    showNotice("link", InlineMessage::Severity::Warning, tr("Open this address in the browser?"), url.toDisplayString().left(300),
               {{tr("Open"),
                 [this, url] {
                     hideNotice("link");
                     QDesktopServices::openUrl(url);
                 }},
                {tr("Not now"), [this] { hideNotice("link"); }}});
}

void ChatPane::openSampling(QWidget* near) {
    auto* popover = new SamplingPopover(m_chat, m_model, m_settings, this);
    connect(popover, &SamplingPopover::defaultsChanged, this, &ChatPane::refreshSampling);
    popover->showNear(near ? near : m_composer);
}

// ---- files -------------------------------------------------------------------------------------------

void ChatPane::attach(const QStringList& files) {
    m_composer->attachments()->attach(files);
    m_composer->edit()->setFocus();
}

void ChatPane::attachFiles() {
    auto* dialog = new QFileDialog(this, tr("Attach text files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &ChatPane::attach);
    dialog->open();
}

void ChatPane::showAttachment(qulonglong index, int number) {
    const Conversation* c = m_chat->current();
    if (!c || index >= c->messages.size()) return;
    const Message& message = c->messages[index];
    if (number < 0 || std::size_t(number) >= message.attachments.size()) return;
    const Attachment& file = message.attachments[std::size_t(number)];
    auto* dialog = new QDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(file.name);
    auto* column = new QVBoxLayout(dialog);
    auto* text = new QPlainTextEdit(file.text, dialog);
    text->setReadOnly(true);
    text->setFont(Theme::instance().mono("body"));
    text->setAccessibleName(file.name);
    column->addWidget(text);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QPushButton* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, dialog, [text] { QApplication::clipboard()->setText(text->toPlainText()); });
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    column->addWidget(buttons);
    dialog->resize(640, 480);
    dialog->open();
}

// ---- the one selection -------------------------------------------------------------------------------

void ChatPane::onSelection(const widgets::Selection&) {
    refreshHighlights(!m_selecting);
}

void ChatPane::refreshHighlights(bool reveal) {
    const Conversation* c = m_chat->current();
    if (!c) return;
    m_view->setHighlights(selectedRanges(*c, *m_bridge->latest(), m_selection->current()), reveal);
}

// While the clock is scrubbed back, what was written later is faded.
void ChatPane::refreshLater(bool reveal) {
    const Conversation* c = m_chat->current();
    const widgets::ClockModel& clock = *m_selection->clock();
    m_view->setLater(c && !clock.isLive() ? laterRanges(*c, *m_bridge->latest(), clock.step())
                                          : std::vector<std::pair<std::size_t, TextRange>>(),
                     reveal);
}

void ChatPane::onCharacter(qulonglong index, int source) {
    const Conversation* c = m_chat->current();
    if (!c) return;
    const auto selection = selectionAt(*c, *m_bridge->latest(), index, source);
    m_selecting = true;
    if (selection)
        m_selection->select(*selection);
    else
        m_selection->clear();
    m_selecting = false;
}

void ChatPane::selectMessage(qulonglong index) {
    const Conversation* c = m_chat->current();
    if (!c) return;
    const telemetry::SequenceFacts* facts = sequenceOf(*m_bridge->latest(), c->head.id);
    const telemetry::SequenceTokens* tokens = facts ? tokensOf(*m_bridge->latest(), facts->key) : nullptr;
    if (!tokens) {
        showNotice("select", InlineMessage::Severity::Warning, tr("This chat is not in the cache"),
                   tr("Its tokens are computed again with the next message."),
                   {{tr("Dismiss"), [this] { hideNotice("select"); }}});
        return;
    }
    const auto aligned = alignTokens(*c, *tokens);
    if (index >= aligned.size() || aligned[index].empty()) return;
    widgets::Selection selection;
    selection.tokens = {facts->key, aligned[index].front().position, aligned[index].back().position};
    std::uint64_t first = UINT64_MAX, last = 0;
    for (const TokenRange& token : aligned[index]) {
        if (token.step == 0) continue;
        first = std::min(first, token.step);
        last = std::max(last, token.step);
    }
    if (last > 0) selection.steps = {first, last};
    m_selecting = true;
    m_selection->select(selection);
    m_selecting = false;
}

}  // namespace gh::app
