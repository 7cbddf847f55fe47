#include "app/window/chat_pane.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/chat/token_text.h"
#include "app/window/load_card.h"
#include "app/window/no_model_page.h"
#include "app/window/shrink_area.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::InlineMessage;
using widgets::Theme;
namespace units = widgets::units;

namespace {
constexpr int kBelowWidth = ChatView::kColumn + 24;  // the composer stands a little out of the text column
constexpr QSize kLeastPage(120, 60), kLeastSaid(120, 64);
constexpr int kLoadDelayMs = 120;  // a load that is done by then flashes nothing
}  // namespace

ChatPane::ChatPane(EngineBridge* bridge, ChatController* chat, ModelSession* model, Settings* settings,
                   widgets::SelectionModel* selection, TokenCounter* counter, QWidget* parent)
    : QWidget(parent),
      m_bridge(bridge),
      m_chat(chat),
      m_model(model),
      m_settings(settings),
      m_selection(selection),
      m_counter(counter),
      m_peek(new ModelPeek(settings, this)),
      m_loadPeek(new ModelPeek(settings, this)) {
    setAttribute(Qt::WA_StyledBackground);
    setProperty("plane", "surface");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_header = new ChatHeader(chat, bridge, model, selection->clock(), this);
    column->addWidget(m_header);
    buildPages();
    column->addWidget(m_stack, 1);
    buildBelow(column);
    connectChat();
    connectView();
    onCurrent();
    onModel();
}

// ---- building ----------------------------------------------------------------------------------------

void ChatPane::buildPages() {
    m_stack = new QStackedWidget(this);
    m_view = new ChatView(m_stack);
    m_noModel = new NoModelPage(m_settings, m_stack);
    m_noMessages =
        new widgets::EmptyState("empty-chat", tr("A new chat"),
                                tr("Write a message below. Every token of it and of the reply shows up in KV "
                                   "blocks and Steps."),
                                tr("Run a sample prompt"), "play", m_stack);
    m_stack->addWidget(m_view);
    m_noModelPage = new ShrinkArea(m_noModel, kLeastPage, m_stack);
    m_noMessagesPage = new ShrinkArea(m_noMessages, kLeastPage, m_stack);
    m_stack->addWidget(m_noModelPage);
    m_stack->addWidget(m_noMessagesPage);
    // What has to be said and the composer come first, the conversation takes what is left.
    m_stack->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    for (ShrinkArea* area : {m_noModelPage, m_noMessagesPage})
        area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_noModelPage, &ShrinkArea::roomChanged, m_noModel, &NoModelPage::setRoom);
    // Half a sentence behind a card that asks or tells something is worse than none.
    connect(m_noMessagesPage, &ShrinkArea::roomChanged, m_noMessages,
            [state = m_noMessages](int height) { state->setVisible(state->setRoom(height)); });
    m_noMessagesPage->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void ChatPane::buildBelow(QVBoxLayout* column) {
    auto* below = new QWidget(this);
    auto* center = new QHBoxLayout(below);
    center->setContentsMargins(12, 8, 12, 14);
    auto* inner = new QWidget(below);
    inner->setMaximumWidth(kBelowWidth);
    auto* stacked = new QVBoxLayout(inner);
    stacked->setContentsMargins(0, 0, 0, 0);
    stacked->setSpacing(0);
    auto* said = new QWidget;
    m_said = new QVBoxLayout(said);
    m_said->setContentsMargins(0, 0, 0, 8);
    m_said->setSpacing(8);
    center->addStretch(1);
    center->addWidget(inner, 1000);
    center->addStretch(1);
    m_load = new LoadCard(said);
    m_load->hide();
    m_said->addWidget(m_load);
    auto* saidArea = new ShrinkArea(said, kLeastSaid, inner);
    saidArea->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    saidArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    stacked->addWidget(saidArea);
    m_composer = new Composer(inner);
    stacked->addWidget(m_composer);
    column->addWidget(below);
    m_loadDelay.setSingleShot(true);
    m_loadDelay.setInterval(kLoadDelayMs);
}

void ChatPane::connectChat() {
    connect(&m_loadDelay, &QTimer::timeout, this, [this] { m_load->setVisible(m_model->loading()); });
    connect(m_load, &LoadCard::cancelled, m_model, &ModelSession::cancel);
    connect(m_chat, &ChatController::currentChanged, this, &ChatPane::onCurrent);
    connect(m_chat, &ChatController::appended, this, [this] {
        m_view->appended();
        m_view->scrollToEnd();
        m_header->refresh();
        refreshEmpty();
        refreshLater();
        refreshKept();
    });
    connect(m_chat, &ChatController::changed, this, [this](qulonglong index) {
        m_view->messageChanged(index);
        const Conversation* c = m_chat->current();
        if (c && index < c->messages.size() && c->messages[index].stopReason == "context_full")
            hideNotice("full");  // it is
        refreshKept();
    });
    connect(m_chat, &ChatController::removed, this, [this] {
        m_view->reset();
        m_header->refresh();
        refreshHighlights(false);
        refreshLater();
        refreshEmpty();
        refreshKept();
    });
    connect(m_chat, &ChatController::draftReturned, this, [this] {
        m_composer->setText(m_chat->draft());
        m_composer->attachments()->setAttachments(m_chat->takeReturnedAttachments());
    });
    connect(m_chat, &ChatController::stateChanged, this, &ChatPane::onState);
    connect(m_chat, &ChatController::stateChanged, this, &ChatPane::refreshNext);
    connect(m_peek, &ModelPeek::changed, this, &ChatPane::refreshNext);
    connect(m_loadPeek, &ModelPeek::changed, this, [this] { m_load->setSight(m_loadPeek->sight()); });
    connect(m_chat, &ChatController::headChanged, this, &ChatPane::refreshSampling);
    connect(m_chat, &ChatController::found, this,
            [this](qlonglong, qlonglong message, const HitRanges& ranges) { onFound(message, ranges); });
    connect(m_chat, &ChatController::nearlyFull, this, [this](quint32 left, quint32 limit) {
        if (m_settings->contextFull() == Settings::ContextFull::DropOldest) return;
        showNotice("full", InlineMessage::Severity::Warning, tr("The context is nearly full"),
                   tr("%1 of %2 are left. The reply stops when they are used; nothing written is lost. A new chat "
                      "begins with an empty context.")
                       .arg(units::count(left), units::tokens(limit)),
                   {{tr("New chat"), [this] { m_chat->newConversation(); }},
                    {tr("Dismiss"), [this] { hideNotice("full"); }}});
    });
    connect(m_model, &ModelSession::changed, this, &ChatPane::onModel);
    connect(m_bridge, &EngineBridge::snapshotChanged, this, &ChatPane::onSnapshot);
    connect(m_selection, &widgets::SelectionModel::changed, this, &ChatPane::onSelection);
    connect(m_selection->clock(), &widgets::ClockModel::changed, this, [this] {
        refreshLater(true);
        m_header->refresh();
    });
    connect(m_counter, &TokenCounter::templateSuggested, this, [this](const QString& name, const QString& marker) {
        m_templateName = name;
        m_templateMarker = marker;
        onTemplate();
    });
}

void ChatPane::connectView() {
    connect(m_noModel, &NoModelPage::fileRequested, this, &ChatPane::fileRequested);
    connect(m_noModel, &NoModelPage::openRequested, this, &ChatPane::chooseModel);
    connect(m_noMessages, &widgets::EmptyState::clicked, this, &ChatPane::samplePrompt);
    connect(m_view, &ChatView::characterClicked, this, &ChatPane::onCharacter);
    connect(m_view, &ChatView::emptyClicked, this, [this] { m_selection->clear(); });
    connect(m_view, &ChatView::actionRequested, this, &ChatPane::onAction);
    connect(m_view, &ChatView::linkRequested, this, &ChatPane::onLink);
    connect(m_view, &ChatView::attachmentRequested, this, &ChatPane::showAttachment);
    connect(m_view, &ChatView::editSubmitted, m_chat, &ChatController::editAndSend);
    connect(m_view, &ChatView::editChanged, m_chat, &ChatController::setEdit);
    connect(m_header, &ChatHeader::samplingRequested, this, &ChatPane::openSampling);
    connect(m_header, &ChatHeader::messageRequested, this, [this](qulonglong index) {
        m_view->setCurrentMessage(index);
        m_view->setFocus(Qt::OtherFocusReason);
    });
    connect(m_composer, &Composer::sendRequested, this, &ChatPane::send);
    connect(m_composer, &Composer::stopRequested, m_chat, &ChatController::stop);
    connect(m_composer, &Composer::textEdited, m_chat, &ChatController::setDraft);
    connect(m_composer, &Composer::samplingRequested, this, &ChatPane::openSampling);
    connect(m_composer, &Composer::attachRequested, this, &ChatPane::attachFiles);
    AttachmentBar* files = m_composer->attachments();
    connect(files, &AttachmentBar::countWanted, m_counter, &TokenCounter::count);
    connect(m_counter, &TokenCounter::counted, files, &AttachmentBar::setCount);
    connect(files, &AttachmentBar::changed, this,
            [this, files] {
                const RowId id = currentId();
                m_attachments[id] = files->attachments();
                if (!m_showingFiles) m_chat->setDraftFiles(id, files->attachments());
                refreshTooLarge();
            });
    connect(files, &AttachmentBar::counted, this, &ChatPane::refreshTooLarge);
    connect(files, &AttachmentBar::readElsewhere, this,
            [this, files](qlonglong owner, const Attachment& file) {
                if (files->addTo(m_attachments[owner], file) && owner) m_chat->setDraftFiles(owner, m_attachments[owner]);
            });
    connect(m_counter, &TokenCounter::modelChanged, files, &AttachmentBar::recount);
    connect(files, &AttachmentBar::refused, this, [this](const QString& name, const QString& why) {
        showNotice("attachment", InlineMessage::Severity::Warning, tr("%1 was not attached").arg(name), why,
                   {{tr("Dismiss"), [this] { hideNotice("attachment"); }}});
    });
}

// ---- what is on show ---------------------------------------------------------------------------------

RowId ChatPane::currentId() const {
    return m_chat->current() ? m_chat->current()->head.id : 0;
}

void ChatPane::onCurrent() {
    hideNotice("full");
    hideNotice("attachment");
    if (const Conversation* c = m_chat->current()) {
        std::map<RowId, QString> edits;
        for (const auto* messages : {&c->messages, &c->aside}) {
            for (const Message& message : *messages) {
                if (message.edit) edits[message.id] = *message.edit;
            }
        }
        m_view->rememberEdits(edits);
    }
    m_view->setConversation(m_chat->current());
    m_composer->setText(m_chat->draft());
    showFiles();
    m_header->refresh();
    refreshSampling();
    refreshEmpty();
    refreshHighlights(false);
    refreshLater();
    refreshKept();
    onState();
}

void ChatPane::refreshKept() {
    const Conversation* c = m_chat->current();
    const auto first = c ? keptFrom(*c) : std::nullopt;
    m_view->setKeptFrom(first ? m_chat->indexOf(*first) : std::nullopt);
}

void ChatPane::showFiles() {
    const RowId id = currentId();
    const Conversation* c = m_chat->current();
    AttachmentBar* bar = m_composer->attachments();
    if (c && !m_attachments.count(id)) {
        // What was attached before there was a conversation goes with the one that begins with it.
        const bool begins = c->messages.empty() && c->draftFiles.empty();
        const auto begun = begins ? m_attachments.extract(0) : decltype(m_attachments)::node_type();
        if (begins) bar->handOver(0, id);
        m_attachments[id] = begun ? begun.mapped() : c->draftFiles;
        m_chat->setDraftFiles(id, std::vector<Attachment>(m_attachments[id]));
    }
    m_showingFiles = true;
    bar->show(id, std::vector<Attachment>(m_attachments[id]));
    m_showingFiles = false;
}

void ChatPane::refreshSampling() {
    const Conversation* c = m_chat->current();
    m_composer->setSampling(m_chat->samplingInUse(), c && !c->head.systemPrompt.isEmpty());
}

void ChatPane::refreshEmpty() {
    const Conversation* c = m_chat->current();
    if (c && !c->messages.empty()) {
        m_stack->setCurrentWidget(m_view);
    } else if (!m_model->facts() && !m_model->loading()) {
        m_noModel->refresh();
        m_stack->setCurrentWidget(m_noModelPage);
    } else {
        m_noMessages->button()->setVisible(!m_chat->messageWaiting());
        m_stack->setCurrentWidget(m_noMessagesPage);
    }
}

void ChatPane::onState() {
    const bool generating = m_chat->generating();
    // While a reply is written the button stops it, unless there is text to send after it.
    m_composer->setMode(generating ? Composer::Mode::Stop : Composer::Mode::Send);
    const bool asked = m_model->templateChoice().has_value();
    if (m_chat->messageWaiting()) {
        m_composer->setHint(generating ? tr("One message waits for this reply.")
                            : asked    ? tr("One message waits for a chat template.")
                                       : tr("One message waits for the model."));
    } else if (generating) {
        m_composer->setHint(tr("Write a message. It is sent when this reply is done."));
    } else if (m_model->loading()) {
        m_composer->setHint(tr("Write a message. It is sent when the model is ready."));
    } else {
        m_composer->setHint(tr("Write a message"));
    }
    m_view->setWaitingFor(generating ? tr("Waiting: it is sent when this reply is done")
                          : asked    ? tr("Waiting: it is sent when a chat template is chosen")
                                     : tr("Waiting: it is sent when the model is ready"));
    refreshWays();
    m_header->refresh();
}

void ChatPane::refreshWays() {
    ReplyWays ways;
    ways.canContinue = m_chat->canContinue();
    ways.dropsOldest = m_settings->contextFull() == Settings::ContextFull::DropOldest;
    if (const auto* facts = m_model->facts()) {
        ways.limit = std::uint32_t(facts->contextLimit);
        ways.most = std::uint32_t(facts->context);
    }
    if (ways.dropsOldest) hideNotice("full");  // it makes room for itself
    m_view->setReplyWays(ways);
}

void ChatPane::onSnapshot(const widgets::SnapshotPtr& snapshot) {
    if (snapshot->loading && m_model->loading()) m_load->setProgress(*snapshot->loading);
    m_view->setPaused(snapshot->state == telemetry::EngineState::Paused);
    m_header->refresh();
    // Of a clock that was held at the newest step the later part begins with the next token.
    if (!m_selection->clock()->isLive() && m_view->later().empty()) refreshLater();
    // A selected block that is still being filled grows in the text as well.
    const widgets::Selection& selection = m_selection->current();
    if (!selection.tokens) return;
    const telemetry::SequenceTokens* tokens = tokensOf(*snapshot, selection.tokens->sequence);
    const std::size_t seen = tokens ? tokens->tokens.size() : 0;
    if (seen != m_tokensSeen && m_tokensSeen <= selection.tokens->last + 1) refreshHighlights(false);
    m_tokensSeen = seen;
}

// ---- kept over another language ----------------------------------------------------------------------

ChatPane::Kept ChatPane::keep() const {
    return {m_view->readingPlace(), m_view->edits(), m_attachments, m_next};
}

void ChatPane::giveBack(const Kept& kept) {
    m_attachments = kept.attachments;
    showFiles();
    m_view->setEdits(kept.edits);
    m_view->setReadingPlace(kept.place);
    if (!kept.next.isEmpty()) openModel(kept.next);
}

}  // namespace gh::app
