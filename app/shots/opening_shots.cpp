#include "app/shots/opening_shots.h"

#include <QMenu>
#include <QPushButton>

#include "app/model/model_path.h"
#include "app/window/action_list.h"
#include "app/window/chat_pane.h"
#include "app/window/main_window.h"
#include "app/window/model_button.h"
#include "app/window/model_details.h"

namespace gh::app {

namespace {

bool idle(MainWindow& window) {
    return waitFor(kReplyMs, [&] { return !window.chat()->generating() && !window.chat()->messageWaiting(); });
}

// A model chosen while a reply is being written.
bool waiting(MainWindow& window, Photographer& photographer, const QString& model) {
    // Paused, so that it is still being written when the last picture is taken.
    window.chat()->newConversation();
    const auto writing = [&] { return window.chat()->generating() && window.chat()->current()->messages.back().stats.generated > 8; };
    if (!window.chat()->send("Write a long story about a glass house whose walls show how it thinks.") || !waitFor(kReplyMs, writing))
        return fail("no reply is being written");
    window.bridge()->post(SetPaused{true});
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        window.chatPane()->openModel(model);
        const auto* notice = window.chatPane()->notice("next");
        if (!waitFor(30000, [&] { return notice && notice->text().count('\n') > 4; })) return fail("no model that waits");
        settle(60);
        photographer.take(&window, "model-waits");
    }
    window.chatPane()->notice("next")->findChildren<QPushButton*>().back()->click();
    settle(40);
    window.bridge()->post(SetPaused{false});
    return true;
}

// The picker with what is known of the entry that is pointed at.
bool picker(MainWindow& window, Photographer& photographer, const QString& model, const QString& broken) {
    window.settings()->addRecentModel(broken);
    window.settings()->addRecentModel(modelPath(model));
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        window.actionList()->find("model.pick")->trigger();
        auto* menu = window.findChild<ModelButton*>()->findChild<QMenu*>();
        auto* details = menu ? menu->findChild<ModelDetails*>() : nullptr;
        if (!details) return fail("a picker without entries");
        for (const auto& [path, name] : {std::pair(model, "picker"), std::pair(broken, "picker-refused")}) {
            for (QAction* action : menu->actions())
                if (action->data().toString() == modelPath(path)) menu->setActiveAction(action);
            const QString before = details->text();
            if (!waitFor(30000, [&] { return details->text() != before; })) return fail("nothing is known of a model");
            settle(600);
            photographer.take(menu, name);
        }
        menu->close();
        settle(40);
    }
    return true;
}

// The oldest messages have left the prompt.
bool fullContext(MainWindow& window, Photographer& photographer) {
    const SamplingSettings before = window.settings()->sampling();
    window.settings()->setCacheBudget(Settings::CacheBudget::Tokens, 256, 0);
    window.settings()->setContextFull(Settings::ContextFull::DropOldest);
    window.model()->reload();
    if (!waitFor(kLoadMs, [&] { return window.model()->ready(); })) return fail("the model did not load");
    window.chat()->newConversation();
    SamplingSettings sampling = before;
    sampling.maxTokens = 40;
    window.settings()->setSampling(sampling);
    for (const char* text : {"What is glass made of?", "And how is it made?", "Who made the first window?", "What is it used for today?", "Which kind is the hardest?"}) {
        if (!window.chat()->send(text) || !idle(window)) return fail("no reply in a short context");
    }
    if (window.chatPane()->view()->keptLine().isEmpty()) return fail("no message left the prompt");
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        window.chatPane()->view()->setReadingPlace({*keptFrom(*window.chat()->current()), -1, -120, false});
        settle(80);
        photographer.take(&window, "oldest-dropped");
    }
    window.settings()->setSampling(before);
    window.settings()->setContextFull(Settings::ContextFull::Stop);
    window.settings()->setCacheBudget(Settings::CacheBudget::Model, 0, 0);
    window.model()->reload();
    return waitFor(kLoadMs, [&] { return window.model()->ready(); }) || fail("the model did not load again");
}

}  // namespace

bool openingStates(MainWindow& window, Photographer& photographer, const QString& model, const QString& brokenFile) {
    window.selection()->clear();
    window.switchWorkspace(QStringLiteral("chat"));
    if (!waiting(window, photographer, model)) return false;
    window.chat()->stop();
    if (!idle(window)) return fail("the reply did not stop");
    return picker(window, photographer, model, brokenFile) && fullContext(window, photographer);
}

}  // namespace gh::app
