#include "app/chat/reply_box.h"

#include <QCoreApplication>

#include "app/model/error_text.h"
#include "widgets/text/units.h"

namespace gh::app {

namespace {
struct ReplyBoxText {
    Q_DECLARE_TR_FUNCTIONS(ReplyBoxText)
};
}  // namespace

std::optional<ReplyBox> boxFor(const Message& m, bool last, bool canContinue) {
    if (m.role != Role::Assistant) return std::nullopt;
    ReplyBox box{"warnFill", "warn", {}, {}, {}};
    if (!m.error.isEmpty()) {
        const ErrorText words = replyErrorText(m.error);
        box = {"errorFill", "error", words.title, words.below(), {}};
        if (last) box.buttons.push_back({"regenerate", ReplyBoxText::tr("Try again")});
        box.buttons.push_back({"copy-error", ReplyBoxText::tr("Copy details")});
        return box;
    }
    if (m.stopReason == "context_full") {
        const QString limit = widgets::units::count(m.stats.contextLimit);
        box.title = ReplyBoxText::tr("Stopped: the context is full");
        box.text = ReplyBoxText::tr(
                       "All %1 tokens of this conversation's context are used. Everything above is saved. A "
                       "new chat begins "
                       "with an empty context; in the settings, Cache can let the oldest messages leave the prompt "
                       "instead.")
                       .arg(limit);
        if (last) box.buttons.push_back({"new-chat", ReplyBoxText::tr("New chat")});
        return box;
    }
    if (m.state == MessageState::Interrupted) {
        box.title = ReplyBoxText::tr("The program ended while this was written");
        box.text = m.stats.generated > 0
                       ? ReplyBoxText::tr("Saved above: %1.").arg(widgets::units::tokens(m.stats.generated))
                       : ReplyBoxText::tr("No token had been written yet.");
        if (last && canContinue) box.buttons.push_back({"continue", ReplyBoxText::tr("Continue")});
        if (last) box.buttons.push_back({"regenerate", ReplyBoxText::tr("Write it again")});
        return box;
    }
    return std::nullopt;
}

}  // namespace gh::app
