#include "app/window/chat_pane.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "app/chat/sampling_popover.h"
#include "app/chat/token_text.h"
#include "app/window/load_card.h"
#include "app/window/shrink_area.h"
#include "engine/text/chat_template.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::InlineMessage;
using widgets::Theme;
namespace units = widgets::units;

namespace {

constexpr int kBelowWidth = ChatView::kColumn + 24;  // the composer stands a little out of the text column
constexpr QSize kLeastPage(120, 60), kLeastSaid(120, 64);
constexpr int kLoadDelayMs = 120;                    // a load that is done by then flashes nothing

QString failureTitle(const Error& error) {
    switch (error.code) {
        case ErrorCode::MissingFile:
            return QObject::tr("The file cannot be opened");
        case ErrorCode::BadFile:
            return QObject::tr("The file is damaged or is no model");
        case ErrorCode::Unsupported:
            return QObject::tr("This model is of a kind that Glasshouse does not know yet");
        case ErrorCode::DoesNotFit:
            return QObject::tr("The model does not fit in memory");
        default:
            return QObject::tr("The model could not be opened");
    }
}

}  // namespace

ChatPane::ChatPane(EngineBridge* bridge, ChatController* chat, ModelSession* model, Settings* settings,
                   widgets::SelectionModel* selection, QWidget* parent)
    : QWidget(parent),
      m_bridge(bridge),
      m_chat(chat),
      m_model(model),
      m_settings(settings),
      m_selection(selection) {
    setAttribute(Qt::WA_StyledBackground);
    setProperty("plane", "surface");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    auto* head = new QWidget(this);
    head->setFixedHeight(Theme::instance().size("panelHeader"));
    auto* headRow = new QHBoxLayout(head);
    headRow->setContentsMargins(16, 0, 12, 0);
    headRow->setSpacing(12);
    m_title = new QLabel(head);
    m_title->setFont(Theme::instance().font("chat", "semibold"));
    m_title->setTextFormat(Qt::PlainText);
    m_subtitle = new QLabel(head);
    m_subtitle->setProperty("role", "caption");
    headRow->addWidget(m_title);
    headRow->addWidget(m_subtitle);
    headRow->addStretch(1);
    column->addWidget(head);

    m_stack = new QStackedWidget(this);
    m_view = new ChatView(m_stack);
    m_noModel = new widgets::EmptyState(
        "empty-model", tr("No model is open"),
        tr("Open a GGUF file, or drop one here. In a terminal, ./dev models fetches the "
           "default model into the cache folder, where the model picker finds it."),
        tr("Open file…"), "file", m_stack);
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
    column->addWidget(m_stack, 1);

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
    for (ShrinkArea* area : {m_noModelPage, m_noMessagesPage, saidArea})
        area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    stacked->addWidget(saidArea);
    m_composer = new Composer(inner);
    m_composer->setSampling(settings->sampling());
    stacked->addWidget(m_composer);
    column->addWidget(below);

    m_loadDelay.setSingleShot(true);
    m_loadDelay.setInterval(kLoadDelayMs);
    connect(&m_loadDelay, &QTimer::timeout, this, [this] { m_load->setVisible(m_model->loading()); });
    connect(m_load, &LoadCard::cancelled, model, &ModelSession::cancel);
    connect(m_noModel, &widgets::EmptyState::clicked, this, &ChatPane::fileRequested);
    connect(m_noMessages, &widgets::EmptyState::clicked, this, &ChatPane::samplePrompt);

    connect(chat, &ChatController::currentChanged, this, &ChatPane::onCurrent);
    connect(chat, &ChatController::appended, this, [this] {
        m_view->appended();
        m_view->scrollToEnd();
        refreshHeader();
        refreshEmpty();
    });
    connect(chat, &ChatController::changed, this, [this](qulonglong index) {
        m_view->messageChanged(index);
        const Conversation* c = m_chat->current();
        if (c && index < c->messages.size() && c->messages[index].stopReason == "context_full")
            hideNotice("full");  // it is
        refreshHeader();
    });
    connect(chat, &ChatController::removed, this, [this] {
        m_view->reset();
        refreshHighlights(false);
        refreshEmpty();
    });
    connect(chat, &ChatController::draftReturned, this, [this] { m_composer->setText(m_chat->draft()); });
    connect(chat, &ChatController::stateChanged, this, &ChatPane::onState);
    connect(chat, &ChatController::nearlyFull, this, [this](quint32 left, quint32 limit) {
        showNotice("full", InlineMessage::Severity::Warning, tr("The context is nearly full"),
                   tr("%1 of %2 tokens are left. The reply stops when they are used; nothing written is "
                      "lost. A new chat "
                      "begins with an empty context.")
                       .arg(units::count(left), units::count(limit)),
                   {{tr("New chat"), [this] { m_chat->newConversation(); }},
                    {tr("Dismiss"), [this] { hideNotice("full"); }}});
    });
    connect(model, &ModelSession::changed, this, &ChatPane::onModel);
    connect(bridge, &EngineBridge::snapshotChanged, this, &ChatPane::onSnapshot);
    connect(selection, &widgets::SelectionModel::changed, this, &ChatPane::onSelection);
    connect(m_view, &ChatView::characterClicked, this, &ChatPane::onCharacter);
    connect(m_view, &ChatView::emptyClicked, this, [this] { m_selection->clear(); });
    connect(m_view, &ChatView::actionRequested, this, &ChatPane::onAction);
    connect(m_composer, &Composer::sendRequested, this, &ChatPane::send);
    connect(m_composer, &Composer::stopRequested, chat, &ChatController::stop);
    connect(m_composer, &Composer::textEdited, chat, &ChatController::setDraft);
    connect(m_composer, &Composer::samplingRequested, this, &ChatPane::openSampling);
    connect(&Theme::instance(), &Theme::changed, this,
            [this] { m_title->setFont(Theme::instance().font("chat", "semibold")); });
    onCurrent();
    onModel();
}

// ---- what is on show ---------------------------------------------------------------------------------

void ChatPane::onCurrent() {
    hideNotice("full");
    m_view->setConversation(m_chat->current());
    m_composer->setText(m_chat->draft());
    refreshHeader();
    refreshEmpty();
    refreshHighlights(false);
    onState();
}

void ChatPane::refreshHeader() {
    const Conversation* c = m_chat->current();
    const QString title = c && !c->head.title.isEmpty() ? c->head.title : tr("New chat");
    if (m_title->text() != title) m_title->setText(title);
    QString text;
    if (c && !c->messages.empty()) {
        text = c->messages.size() == 1 ? tr("1 message")
                                       : tr("%1 messages").arg(units::count(c->messages.size()));
        const telemetry::SequenceFacts* sequence = sequenceOf(*m_bridge->latest(), c->head.id);
        if (sequence) text += tr(" · %1 tokens").arg(units::count(sequence->tokens));
    }
    if (m_subtitle->text() != text) m_subtitle->setText(text);
}

void ChatPane::refreshEmpty() {
    const Conversation* c = m_chat->current();
    if (c && !c->messages.empty()) {
        m_stack->setCurrentWidget(m_view);
    } else if (!m_model->facts() && !m_model->loading()) {
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
    if (m_chat->messageWaiting()) {
        m_composer->setHint(generating ? tr("One message waits for this reply.")
                                       : tr("One message waits for the model."));
    } else if (generating) {
        m_composer->setHint(tr("Write a message. It is sent when this reply is done."));
    } else if (m_model->loading()) {
        m_composer->setHint(tr("Write a message. It is sent when the model is ready."));
    } else {
        m_composer->setHint(tr("Write a message"));
    }
    refreshHeader();
}

void ChatPane::onModel() {
    if (m_model->loading()) {
        if (!m_load->isVisible() && !m_loadDelay.isActive()) {
            m_load->begin(m_model->loadingPath());
            m_loadDelay.start();
        }
    } else {
        m_loadDelay.stop();
        m_load->hide();
    }
    if (const auto& failure = m_model->failure()) {
        const QString kept = m_model->facts() ? tr("The model that was open stays open. Nothing was lost.")
                                              : tr("Nothing was lost.");
        const QString details = QString::fromStdString(failure->error.message());
        showNotice("load", InlineMessage::Severity::Error, failureTitle(failure->error),
                   QStringLiteral("%1: %2\n%3").arg(QFileInfo(failure->path).fileName(), details, kept),
                   {{tr("Choose another file…"), [this] { emit fileRequested(); }},
                    {tr("Copy details"), [path = failure->path, details] {
                         QApplication::clipboard()->setText(path + "\n" + details);
                     }}});
    } else {
        hideNotice("load");
    }
    if (const auto& choice = m_model->templateChoice()) {
        std::vector<std::pair<QString, std::function<void()>>> buttons;
        for (const NamedTemplate& named : namedTemplates()) {
            buttons.emplace_back(QString::fromLatin1(named.name),
                                 [this, source = named.source] { m_model->chooseTemplate(source); });
        }
        showNotice("template", InlineMessage::Severity::Warning, tr("Which chat template should be used?"),
                   tr("%1 Choose the one that the model was trained with; messages wait until then.")
                       .arg(choice->why),
                   buttons);
    } else {
        hideNotice("template");
    }
    onState();
    refreshEmpty();
}

void ChatPane::onSnapshot(const widgets::SnapshotPtr& snapshot) {
    if (snapshot->loading && m_model->loading()) m_load->setProgress(*snapshot->loading);
    m_view->setPaused(snapshot->state == telemetry::EngineState::Paused);
    refreshHeader();
    // A selected block that is still being filled grows in the text as well.
    const widgets::Selection& selection = m_selection->current();
    if (!selection.tokens) return;
    const telemetry::SequenceTokens* tokens = tokensOf(*snapshot, selection.tokens->sequence);
    const std::size_t seen = tokens ? tokens->tokens.size() : 0;
    if (seen != m_tokensSeen && m_tokensSeen <= selection.tokens->last + 1) refreshHighlights(false);
    m_tokensSeen = seen;
}

// ---- notices -----------------------------------------------------------------------------------------

InlineMessage* ChatPane::notice(const QString& key) const {
    const auto it = m_notices.find(key);
    return it == m_notices.end() ? nullptr : it->second;
}

void ChatPane::showNotice(const QString& key, InlineMessage::Severity severity, const QString& title,
                          const QString& text, std::vector<std::pair<QString, std::function<void()>>> buttons,
                          bool firstIsPrimary) {
    InlineMessage*& message = m_notices[key];
    if (message && message->title() == title && message->text() == text) return;
    if (!message) {
        message = new InlineMessage(severity, m_said->parentWidget());
        m_said->addWidget(message);
    }
    message->setSeverity(severity);
    message->setMessage(title, text);
    message->clearButtons();
    bool primary = firstIsPrimary;
    for (auto& [label, act] : buttons) {
        // Queued: the act may remove the very button that is being clicked.
        connect(message->addButton(label, std::exchange(primary, false)), &QPushButton::clicked, this, act,
                Qt::QueuedConnection);
    }
    message->show();
}

void ChatPane::hideNotice(const QString& key) {
    const auto it = m_notices.find(key);
    if (it == m_notices.end()) return;
    it->second->hide();
    it->second->deleteLater();
    m_notices.erase(it);
}

// ---- acts --------------------------------------------------------------------------------------------

void ChatPane::send() {
    const QString text = m_composer->text();
    if (!m_chat->send(text)) return;
    m_composer->setText({});
}

void ChatPane::samplePrompt() {
    m_chat->send(tr("Explain in a few sentences why a cache makes a language model faster."));
}

void ChatPane::onAction(const QString& action, qulonglong index) {
    const Conversation* c = m_chat->current();
    if (!c || index >= c->messages.size()) return;
    if (action == "copy") QApplication::clipboard()->setText(c->messages[index].text);
    if (action == "copy-error") QApplication::clipboard()->setText(c->messages[index].error);
    if (action == "regenerate") m_chat->regenerate();
    if (action == "new-chat") m_chat->newConversation();
}

void ChatPane::openSampling(QWidget* near) {
    auto* popover = new SamplingPopover(m_settings->sampling(), this);
    connect(popover, &SamplingPopover::changed, this, [this](const SamplingSettings& sampling) {
        m_settings->setSampling(sampling);
        m_composer->setSampling(sampling);
    });
    popover->showNear(near);
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

}  // namespace gh::app
