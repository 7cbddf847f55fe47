#include "app/chat/reply_box.h"

#include <QCoreApplication>

#include "app/model/error_text.h"
#include "widgets/text/units.h"

namespace gh::app {

namespace {

namespace units = widgets::units;

struct ReplyBoxText {
    Q_DECLARE_TR_FUNCTIONS(ReplyBoxText)
};

QString dropping() {
    return ReplyBoxText::tr("In the settings, under Cache, the oldest messages can leave the prompt instead.");
}

// What a prompt that is too long needs, by its cause: this model's own limit, or one that was set.
QString wayOut(const QString& error, const ReplyWays& ways) {
    if (ways.limit == 0) return {};
    if (promptTokensOf(error).value_or(UINT32_MAX) < ways.limit)
        return ReplyBoxText::tr("The context has %1 now: try again.").arg(units::tokens(ways.limit));
    if (ways.longerPossible()) {
        return ways.most > 0 ? ReplyBoxText::tr("In the settings, under Cache, the context can be made longer: this model reads "
                                                "up to %1.")
                                   .arg(units::tokens(ways.most))
                             : ReplyBoxText::tr("In the settings, under Cache, the context can be made longer.");
    }
    const QString all = ReplyBoxText::tr("The context of %1 is all that this model can read.").arg(units::tokens(ways.limit));
    return ways.dropsOldest ? all : all + ' ' + dropping();
}

}  // namespace

std::optional<ReplyBox> boxFor(const Message& m, bool last, const ReplyWays& ways) {
    if (m.role != Role::Assistant) return std::nullopt;
    ReplyBox box{"warnFill", "warn", {}, {}, {}};
    const auto button = [&box](const char* action, const QString& label) { box.buttons.push_back({action, label}); };
    if (!m.error.isEmpty()) {
        ErrorText words = replyErrorText(m.error);
        const bool tooLong = isTooLongForContext(m.error);
        if (const QString way = tooLong && last ? wayOut(m.error, ways) : QString(); !way.isEmpty()) words.advice += ' ' + way;
        box = {"errorFill", "error", words.title, words.below(), {}};
        if (last) button("regenerate", ReplyBoxText::tr("Try again"));
        if (last && tooLong) button("new-chat", ReplyBoxText::tr("New chat"));
        if (last && tooLong && ways.longerPossible()) button("cache-settings", ReplyBoxText::tr("Settings…"));
        button("copy-error", ReplyBoxText::tr("Copy details"));
        return box;
    }
    if (m.stopReason == "context_full") {
        box.title = ReplyBoxText::tr("Stopped: the context is full");
        box.text = ReplyBoxText::tr("All %1 tokens of this conversation's context are used. Everything above is saved.")
                       .arg(units::count(m.stats.contextLimit));
        if (!last) return box;  // what could be done then is done
        const bool longer = ways.limit > m.stats.contextLimit;
        if (longer || ways.dropsOldest) {
            box.text += ' ' + (longer ? ReplyBoxText::tr("The context has %1 now.").arg(units::tokens(ways.limit))
                                      : ReplyBoxText::tr("The oldest messages leave the prompt now."));
            if (ways.canContinue) button("continue", ReplyBoxText::tr("Continue"));
            button("regenerate", ReplyBoxText::tr("Write it again"));
            return box;
        }
        box.text += ' ' + ReplyBoxText::tr("A new chat begins with an empty context.") + ' ' + dropping();
        button("new-chat", ReplyBoxText::tr("New chat"));
        button("cache-settings", ReplyBoxText::tr("Settings…"));
        return box;
    }
    if (m.state == MessageState::Interrupted) {
        box.title = ReplyBoxText::tr("The program ended while this was written");
        box.text = m.stats.generated > 0
                       ? ReplyBoxText::tr("Saved above: %1.").arg(units::tokens(m.stats.generated))
                       : ReplyBoxText::tr("No token had been written yet.");
        if (last && ways.canContinue) button("continue", ReplyBoxText::tr("Continue"));
        if (last) button("regenerate", ReplyBoxText::tr("Write it again"));
        return box;
    }
    return std::nullopt;
}

}  // namespace gh::app
