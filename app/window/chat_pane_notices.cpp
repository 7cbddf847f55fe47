// What has to be said above the composer: loading, errors, templates.
#include <QApplication>
#include <QClipboard>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/model/error_text.h"
#include "app/model/model_path.h"
#include "app/model/sight_text.h"
#include "app/window/chat_pane.h"
#include "app/window/load_card.h"
#include "app/window/no_model_page.h"
#include "engine/text/chat_template.h"
#include "widgets/text/units.h"

namespace gh::app {

using widgets::InlineMessage;
namespace units = widgets::units;

void ChatPane::onModel() {
    if (m_model->loading()) {
        if (!m_load->isVisible() && !m_loadDelay.isActive()) {
            m_load->begin(m_model->loadingPath());
            m_loadPeek->look(m_model->loadingPath());
            m_loadDelay.start();
        }
    } else {
        m_loadDelay.stop();
        m_loadPeek->cancel();
        m_load->hide();
    }
    if (const auto& failure = m_model->failure()) {
        const QString kept = m_model->facts() ? tr("The model that was open stays open. Nothing was lost.")
                                              : tr("Nothing was lost.");
        ErrorText words = loadErrorText(failure->error);
        const QString details = words.details;
        const QString name = modelPathName(failure->path);
        if (!details.contains(name)) words.details.prepend(name + QStringLiteral(": "));
        words.advice += ' ' + kept;
        showNotice("load", InlineMessage::Severity::Error, words.title, words.below(),
                   {{tr("Choose another file…"), [this] { emit fileRequested(); }},
                    {tr("Copy details"), [path = failure->path, details] {
                         QApplication::clipboard()->setText(path + "\n" + details);
                     }}});
    } else {
        hideNotice("load");
    }
    onTemplate();
    refreshSampling();
    refreshTooLarge();
    onState();
    refreshEmpty();
}

void ChatPane::openModel(const QString& path) {
    m_peek->cancel();
    m_next.clear();
    hideNotice("refused");
    if (m_chat->busyAnywhere()) {
        m_next = modelPath(path);
        m_peek->look(m_next);
    } else {
        m_model->open(path);
    }
    refreshNext();
}

void ChatPane::chooseModel(const QString& path) {
    openModel(path);
    m_composer->edit()->setFocus(Qt::OtherFocusReason);
}

// A model that waits for the replies being written: what it is, and the way to it now.
void ChatPane::refreshNext() {
    if (m_next.isEmpty()) {
        hideNotice("next");
        return;
    }
    if (!m_chat->busyAnywhere()) {
        const QString path = m_next;
        openModel(path);
        return;
    }
    const ModelSight& sight = m_peek->sight();
    const auto drop = [this] {
        m_next.clear();
        m_peek->cancel();
        refreshNext();
    };
    if (sight.state == ModelSight::State::Refused) {
        const ErrorText words = loadErrorText(*sight.error);
        showNotice("refused", InlineMessage::Severity::Error, words.title, modelPathName(m_next) + ": " + words.below(),
                   {{tr("Dismiss"), [this] { hideNotice("refused"); }}});
        drop();
        return;
    }
    showNotice("next", InlineMessage::Severity::Warning, tr("%1 opens when the reply is done").arg(modelStem(m_next)),
               tr("Opened now, it would end the reply; what is written by then would be kept.") + '\n' + sightText(sight),
               {{tr("Open now"),
                 [this] {
                     const QString path = std::exchange(m_next, {});
                     m_peek->cancel();
                     refreshNext();
                     m_model->open(path);
                 }},
                {tr("Do not open it"), drop}});
}

// Said before it is sent: the engine refuses what is longer than the context.
void ChatPane::refreshTooLarge() {
    const std::uint64_t tokens = m_composer->attachments()->tokens();
    const std::uint64_t limit = m_model->facts() ? std::uint64_t(m_model->facts()->contextLimit) : 0;
    if (limit == 0 || tokens < limit) {
        hideNotice("large");
        return;
    }
    showNotice("large", InlineMessage::Severity::Warning, tr("What is attached is longer than the context"),
               tr("The files hold %1, the context %2. Take one out or attach a shorter one: as it is, the message gets no "
                  "reply.")
                   .arg(units::tokens(tokens), units::count(limit)),
               {{tr("Dismiss"), [this] { hideNotice("large"); }}});
}

// The template that the vocabulary speaks for stands first and is the one to press.
void ChatPane::onTemplate() {
    const auto& choice = m_model->templateChoice();
    if (!choice) {
        hideNotice("template");
        return;
    }
    if (std::exchange(m_templateFor, m_model->id().value) != m_model->id().value) {
        m_templateName.clear();
        m_templateMarker.clear();
        m_counter->suggestTemplate();
    }
    QString likely = m_templateName;
    const QString family = m_model->facts() ? QString::fromStdString(m_model->facts()->family) : QString();
    if (likely.isEmpty() && family.startsWith("gemma")) likely = "gemma";
    std::vector<std::pair<QString, std::function<void()>>> buttons;
    for (const NamedTemplate& named : namedTemplates()) {
        const auto at = likely == QLatin1String(named.name) ? buttons.begin() : buttons.end();
        buttons.insert(at, {QString::fromLatin1(named.name),
                            [this, source = named.source] { m_model->useTemplate(source); }});
    }
    const QString why = !choice->error.isEmpty() ? templateErrorText(choice->error)
                        : m_model->facts()
                            ? tr("%1 carries no chat template: the file does not say how turns are marked.")
                                  .arg(QString::fromStdString(m_model->facts()->fileName))
                            : QString();
    QString advice = tr("Choose the one that the model was trained with; messages wait until then.");
    if (!m_templateMarker.isEmpty())
        advice += " " + tr("Its vocabulary has %1, which speaks for %2.").arg(m_templateMarker, likely);
    else if (!likely.isEmpty())
        advice += " " + tr("Models of this family (%1) are trained with %2.").arg(family, likely);
    showNotice("template", InlineMessage::Severity::Warning, tr("Which chat template should be used?"),
               why + " " + advice, std::move(buttons), !likely.isEmpty());
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

}  // namespace gh::app
