#include "app/shots/state_shots.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLineEdit>

#include "app/chat/template_presenter.h"
#include "app/shots/holding_door.h"
#include "app/shots/quantize_shots.h"
#include "app/shots/traffic_shots.h"
#include "app/window/chat_pane.h"
#include "app/window/conversation_list.h"
#include "app/window/load_card.h"
#include "app/window/main_window.h"
#include "app/window/panel_dock.h"
#include "app/window/undo_bar.h"
#include "widgets/panels/tokens.h"

namespace gh::app {

namespace {

bool ready(MainWindow& window) {
    return waitFor(kLoadMs, [&] { return window.model()->ready() || window.model()->failure(); }) &&
           window.model()->ready();
}

bool idle(MainWindow& window) {
    return waitFor(kReplyMs, [&] { return !window.chat()->generating() && !window.chat()->messageWaiting(); });
}

bool ask(MainWindow& window, const QString& text, int tokens) {
    SamplingSettings sampling = window.settings()->sampling();
    sampling.maxTokens = tokens;
    window.settings()->setSampling(sampling);
    return window.chat()->send(text) && idle(window);
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(bytes);
}

bool branches(MainWindow& window, Photographer& photographer) {
    window.chat()->newConversation();
    if (!ask(window, "Name a thing that is made of glass.", 40)) return fail("no reply to branch from");
    for (int i = 0; i < 2; ++i) {
        window.chat()->regenerate();
        if (!idle(window)) return fail("no other reply");
    }
    window.chat()->showBranch(1, 1);
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        settle(80);
        photographer.take(&window, "branches");
    }
    return true;
}

// The template beside its prompt: the model's own, edited and in use, with an error, and where a model has none.
widgets::TokensPanel* showTemplate(MainWindow& window) {
    window.switchWorkspace(QStringLiteral("teach"));
    PanelDock* dock = window.panel(QStringLiteral("tokens"));
    dock->show();
    dock->raise();
    settle(50);
    auto* panel = static_cast<widgets::TokensPanel*>(dock->panel());
    panel->showTemplate(true);
    return panel;
}

void leaveTemplate(MainWindow& window, widgets::TokensPanel* panel) {
    panel->showTemplate(false);
    window.switchWorkspace(QStringLiteral("chat"));
}

bool templates(MainWindow& window, Photographer& photographer) {
    widgets::TemplateDesk* desk = window.templates()->desk();
    const QString edited = QStringLiteral("{# One line a turn. #}\n{% for message in messages %}\n"
                                          "{{- '<|im_start|>' + message.role + ': ' + message.content | trim }}<|im_end|>\n"
                                          "{%- endfor %}\n{% if add_generation_prompt %}<|im_start|>assistant: {% endif %}");
    QString wrong = edited;
    wrong.replace(QStringLiteral("| trim }}"), QStringLiteral("| trimmed }}"));
    const auto previewed = [&](bool error) {
        return waitFor(5000, [&] { return desk->preview().snapshot && desk->preview().error.isEmpty() != error; });
    };
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        showTemplate(window);
        if (!previewed(false)) return fail("no prompt of the template");
        settle(60);
        photographer.take(&window, "template");
        desk->setText(wrong);
        if (!previewed(true)) return fail("an error that is not said");
        settle(60);
        photographer.take(window.panel(QStringLiteral("tokens")), "panel-template-error");
        desk->setText(QStringLiteral("<|im_start|>user\nTell me a joke<|im_end|>\n<|im_start|>assistant\n"));
        if (!waitFor(5000, [&] { return desk->preview().lacksMessage; })) return fail("a prompt without the message");
        settle(60);
        photographer.take(window.panel(QStringLiteral("tokens")), "panel-template-no-message");
        desk->setText(edited);
        if (!previewed(false)) return fail("no prompt of the edited template");
        emit desk->applyWanted();
        if (!waitFor(5000, [&] { return desk->facts().applied; })) return fail("the template was not applied");
        settle(60);
        photographer.take(window.panel(QStringLiteral("tokens")), "panel-template-edited");
        emit desk->templateWanted(-1);
        emit desk->applyWanted();
        if (!waitFor(5000, [&] { return desk->facts().applied; })) return fail("the model's own template was not applied");
        // A look builds the panels anew.
        leaveTemplate(window, showTemplate(window));
    }
    return true;
}

bool attachments(MainWindow& window, Photographer& photographer, const QString& scratch) {
    const QString notes = scratch + "/notes.md", table = scratch + "/measured over a whole week.csv";
    write(notes, "# Notes\n\nA pane of float glass is 4 mm thick.\n");
    write(table, "day,tokens\n" + QByteArray("Monday,1306\n").repeated(200));
    window.chatPane()->composer()->edit()->setPlainText("What do these files say about glass?");
    window.chatPane()->attach({notes, table});
    const auto there = [&] { return window.chatPane()->composer()->attachments()->attachments().size() == 2; };
    if (!waitFor(5000, there)) return fail("the files were not attached");
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        settle(120);
        if (!there()) return fail("another language lost the files");
        photographer.take(&window, "attachments");
    }
    window.chatPane()->composer()->attachments()->setAttachments({});
    window.chatPane()->composer()->edit()->clear();
    return true;
}

bool searchAndUndo(MainWindow& window, Photographer& photographer) {
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        window.conversations()->focusSearch();
        window.conversations()->searchBox()->setText("glass");
        if (!waitFor(5000, [&] { return window.conversations()->results()->model()->rowCount() > 0; }))
            return fail("nothing was found");
        settle(80);
        photographer.take(&window, "search");
        window.conversations()->leaveSearch();
        window.chat()->remove(window.chat()->heads().back().id);
        if (!waitFor(2000, [&] { return window.conversations()->undoBar()->isVisible(); }))
            return fail("a deletion that cannot be undone");
        settle(300);  // the search field's button fades
        photographer.take(&window, "deleted");
        window.conversations()->undoRemove();
        settle(40);
    }
    return true;
}

bool fullContext(MainWindow& window, Photographer& photographer) {
    constexpr int kTokens = 192;
    window.settings()->setCacheBudget(Settings::CacheBudget::Tokens, kTokens, 0);
    window.model()->reload();
    if (!ready(window)) return fail("the model did not load with a short context");
    window.chat()->newConversation();
    if (!ask(window, "Write a long story about a glass house whose walls show how it thinks.", 4000))
        return fail("no reply that fills the context");
    if (window.chat()->current()->messages.back().stopReason != "context_full") return fail("the context is not full");
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        settle(80);
        photographer.take(&window, "context-full");
    }
    window.settings()->setCacheBudget(Settings::CacheBudget::Model, 0, 0);
    return true;
}

// The same file, in which the template goes by a name that nothing asks for.
bool noTemplate(MainWindow& window, Photographer& photographer, const QString& model, const QString& scratch) {
    const QString copy = scratch + '/' + QFileInfo(model).completeBaseName() + "-plain.gguf";
    QFile file(copy);
    if (!QFile::copy(model, copy) || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) ||
        !file.open(QIODevice::ReadWrite))
        return fail("the model cannot be copied");
    const QByteArray key = "tokenizer.chat_template";
    constexpr qint64 kHeader = 16 << 20;
    const qsizetype at = file.read(kHeader).indexOf(key);
    if (at < 0) return fail("the model has no template to take away");
    file.seek(at + key.size() - 1);
    file.write("_");
    file.close();
    window.chat()->newConversation();
    window.model()->open(copy);
    if (!waitFor(kLoadMs, [&] { return window.model()->templateChoice() || window.model()->failure(); }) ||
        !window.model()->templateChoice())
        return fail("no template was asked for");
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        settle(120);
        photographer.take(&window, "no-template");
        widgets::TokensPanel* panel = showTemplate(window);
        settle(120);
        photographer.take(window.panel(QStringLiteral("tokens")), "panel-template-none");
        leaveTemplate(window, panel);
    }
    return true;
}

}  // namespace

bool beginningStates(MainWindow& window, HoldingDoor& engine, Photographer& photographer, const QString& brokenFile,
                     const QString& model) {
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        settle(60);
        photographer.take(&window, "empty-no-model");
        window.model()->open(brokenFile);
        if (!waitFor(kLoadMs, [&] { return window.model()->failure().has_value(); }))
            return fail("a broken file opened");
        settle(60);
        photographer.take(&window, "error-broken-file");
        window.model()->dismissFailure();
    }
    engine.holdWhileLoading();
    window.model()->open(model);
    if (!waitFor(kLoadMs, [&] { return engine.holds(); })) return fail("the model is not being loaded");
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        if (!waitFor(5000, [&] { return window.chatPane()->loadCard()->isVisible(); })) return fail("no loading card");
        engine.repeat();
        settle(60);
        photographer.take(&window, "loading");
    }
    engine.release();
    return true;
}

bool laterStates(MainWindow& window, Photographer& photographer, const QString& model, const QString& scratch) {
    window.chat()->stop();
    if (!idle(window)) return fail("the reply did not stop");
    window.selection()->clear();
    window.switchWorkspace(QStringLiteral("chat"));
    return trafficStates(window, photographer) && quantizeStates(window, photographer) && branches(window, photographer) && templates(window, photographer) && attachments(window, photographer, scratch) &&
           searchAndUndo(window, photographer) && fullContext(window, photographer) &&
           noTemplate(window, photographer, model, scratch);
}

}  // namespace gh::app
