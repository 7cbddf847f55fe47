#include "app/chat/template_presenter.h"

#include <algorithm>
#include <QPointer>

#include "app/chat/chat_prompt.h"

namespace gh::app {

using widgets::TemplateName;

namespace {

// A source as an editor has it: every end of a line is one "\n".
QString shown(std::string_view source) {
    QString text = QString::fromUtf8(source.data(), qsizetype(source.size()));
    text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    text.replace(u'\r', u'\n');
    text.replace(QChar::ParagraphSeparator, u'\n');
    text.replace(QChar::LineSeparator, u'\n');
    return text;
}

// Messages that the next reply would read: up to the last one that is the user's.
std::size_t promptEnd(const Conversation& conversation) {
    std::size_t end = conversation.messages.size();
    while (end > 0 && conversation.messages[end - 1].role != Role::User) --end;
    return end;
}

// From bytes, as the interpreter counts, to letters of the line.
int columnOf(const QString& text, const TemplatePlace& place) {
    const QByteArray line = text.section(u'\n', place.line - 1, place.line - 1).toUtf8();
    return int(QString::fromUtf8(line.left(place.column - 1)).size()) + 1;
}

int roomOfReply(const SamplingSettings& sampling) {
    return sampling.maxTokens > 0 ? sampling.maxTokens : -1;
}

}  // namespace

TemplatePresenter::TemplatePresenter(ModelSession* model, ChatController* chat, Settings* settings,
                                     TokenCounter* counter, QObject* parent)
    : QObject(parent),
      m_model(model),
      m_chat(chat),
      m_settings(settings),
      m_counter(counter),
      m_desk(new widgets::TemplateDesk(this)) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(kPreviewMs);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        save();
        ask();
    });
    connect(model, &ModelSession::changed, this, &TemplatePresenter::onModel);
    for (auto signal : {&ChatController::currentChanged, &ChatController::appended, &ChatController::removed,
                        &ChatController::stateChanged})
        connect(chat, signal, this, &TemplatePresenter::outdated);
    connect(chat, &ChatController::headChanged, this, &TemplatePresenter::outdated);
    connect(m_desk, &widgets::TemplateDesk::textChanged, this, &TemplatePresenter::onText);
    connect(m_desk, &widgets::TemplateDesk::seenChanged, this, &TemplatePresenter::ask);
    connect(m_desk, &widgets::TemplateDesk::applyWanted, this, &TemplatePresenter::apply);
    connect(m_desk, &widgets::TemplateDesk::revertWanted, this, &TemplatePresenter::revert);
    connect(m_desk, &widgets::TemplateDesk::templateWanted, this, &TemplatePresenter::choose);
    onModel();
}

// ---- the text ----------------------------------------------------------------------------------------

void TemplatePresenter::onModel() {
    if (!m_model->facts()) return refreshFacts();  // the text stays: the same model may come again
    const QString key = m_model->modelKey(), before = m_inUse;
    const bool other = key != m_key;
    if (other) save();
    m_own = shown(m_model->ownTemplate());
    m_inUse = shown(m_model->templateInUse());
    if (other) {
        m_key = key;
        m_applyWaits = false;
        m_desk->setPreview({});
        m_desk->beginText(m_settings->templateDraft(key).value_or(m_inUse));
    } else if (m_inUse != before && m_desk->text() == before) {
        m_desk->setText(m_inUse);
    }
    refreshFacts();
    outdated();
}

void TemplatePresenter::onText() {
    m_applyWaits = false;
    refreshFacts();
    outdated();
}

void TemplatePresenter::save() {
    if (m_key.isEmpty()) return;
    const QString text = m_desk->text();
    m_settings->setTemplateDraft(m_key, text == m_inUse ? std::nullopt : std::optional(text));
}

TemplateName TemplatePresenter::nameOf(const QString& text) const {
    using Kind = TemplateName::Kind;
    if (text.isEmpty()) return {Kind::None};
    if (text == m_own) return {Kind::Own};
    for (std::size_t i = 0; i < namedTemplates().size(); ++i)
        if (text == shown(namedTemplates()[i].source)) return {Kind::Named, int(i)};
    return {Kind::Edited};
}

// What the editor changed on the way (ends of lines) is as it was in a text that nobody edited.
std::string TemplatePresenter::sourceOf(const QString& text) const {
    return text == m_own     ? m_model->ownTemplate()
           : text == m_inUse ? m_model->templateInUse()
                             : text.toStdString();
}

void TemplatePresenter::refreshFacts() {
    widgets::TemplateFacts facts;
    facts.model = m_model->facts() != nullptr;
    if (facts.model) facts.fileName = QString::fromStdString(m_model->facts()->fileName);
    facts.hasOwn = !m_own.isEmpty();
    for (const NamedTemplate& named : namedTemplates()) facts.named << QString::fromLatin1(named.name);
    const QString text = m_desk->text();
    facts.inUse = nameOf(m_inUse);
    facts.text = nameOf(text);
    // There is nothing to apply in a text of nothing.
    facts.applied = text == m_inUse || text.trimmed().isEmpty();
    m_desk->setFacts(std::move(facts));
}

// ---- the preview -------------------------------------------------------------------------------------

void TemplatePresenter::outdated() {
    m_outdated = true;
    m_timer.start();
}

void TemplatePresenter::ask() {
    // One at a time: what changes meanwhile is asked for when its answer is there.
    if (!m_outdated || m_asking || !m_desk->isSeen() || !m_model->facts()) return;
    m_outdated = false;
    const QString text = m_desk->text();
    if (text.isEmpty()) return m_desk->setPreview({});
    PreviewQuestion question;
    question.source = sourceOf(text);
    question.model = m_model->sharedFacts();
    question.sequence = ++m_sequence;
    const Conversation* current = m_chat->current();
    const std::size_t end = current ? promptEnd(*current) : 0;
    const bool sample = end == 0;
    if (sample) {
        const QString own = current ? current->head.systemPrompt.trimmed() : QString();
        const std::string system = (own.isEmpty() ? tr("You explain things in a few words.") : own).toStdString();
        const std::string first = tr("What is glass?").toStdString();
        const std::string reply = tr("Sand that was melted and cooled before it could set.").toStdString();
        const std::string second = tr("And why is it clear?").toStdString();
        question.messages = {{"system", system, {}}, {"user", first, {}}, {"assistant", reply, {}}, {"user", second, {}}};
    } else {
        ChatPrompt prompt = promptOf(*current, end, m_key);
        if (m_settings->contextFull() == Settings::ContextFull::DropOldest)
            question.room = roomFor(std::size_t(m_model->facts()->contextLimit), roomOfReply(m_chat->samplingInUse()), 0,
                                    prompt.before(keptFrom(*current).value_or(0)));
        question.messages = std::move(prompt.turns);
    }
    m_asking = true;
    m_counter->run([self = QPointer(this), text, key = m_key, sample, question = std::move(question)](const Tokenizer* tokenizer) {
        auto answer = std::make_shared<PreviewAnswer>(previewOf(tokenizer, question));
        // Asked of the application, which outlives this: the pointer is looked at on its thread.
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, text, key, sample, answer] {
                if (self) self->take(text, key, sample, std::move(*answer));
            },
            Qt::QueuedConnection);
    });
}

void TemplatePresenter::take(const QString& text, const QString& modelKey, bool sample, PreviewAnswer answer) {
    m_asking = false;
    const bool newest = modelKey == m_key && text == m_desk->text();
    if (newest) {
        widgets::TemplatePreview preview;
        if (answer.error) {
            preview = m_desk->preview();
            preview.error = QString::fromStdString(answer.error->detail);
            preview.line = preview.column = 0;
            if (const auto place = templatePlace(*answer.error)) {
                preview.line = place->line;
                preview.column = columnOf(text, *place);
            }
        } else if (answer.snapshot) {
            preview.snapshot = answer.snapshot;
            preview.sequence = answer.snapshot->tokens->front().key;
            preview.sample = sample;
            preview.folded = answer.folded;
            preview.lacksMessage = answer.lacksMessage;
        } else {
            preview.error = tr("The vocabulary of this model cannot be read, so its tokens are not known here.");
        }
        m_desk->setPreview(std::move(preview));
        if (std::exchange(m_applyWaits, false) && !answer.error) m_model->useTemplate(sourceOf(text));
    }
    if (m_outdated && !m_timer.isActive()) ask();
}

// ---- what is wanted ----------------------------------------------------------------------------------

// Only what renders: else the next message would find out.
void TemplatePresenter::apply() {
    if (!m_model->facts() || m_desk->facts().applied) return;
    m_applyWaits = true;
    m_outdated = true;
    m_timer.stop();
    save();
    ask();
}

void TemplatePresenter::revert() {
    if (!m_model->facts()) return;
    m_desk->setText(m_inUse);
}

void TemplatePresenter::choose(int named) {
    const auto all = namedTemplates();
    if (named < 0) m_desk->setText(m_own);
    else if (std::size_t(named) < all.size()) m_desk->setText(shown(all[std::size_t(named)].source));
}

}  // namespace gh::app
