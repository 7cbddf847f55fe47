// What a reply says below itself when it did not end by itself: found, and what can be done.
#pragma once

#include <optional>
#include <QString>
#include <vector>

#include "app/chat/conversation.h"

namespace gh::app {

struct ReplyBox {
    const char* fill;   // colour role behind
    const char* color;  // colour role of the icon
    QString title, text;
    struct Button {
        const char* action;
        QString label;
    };
    std::vector<Button> buttons;
};

// What can be done about it now, whatever was so when it happened.
struct ReplyWays {
    bool canContinue = false;  // the reply could go on from where it was cut
    std::uint32_t limit = 0;   // tokens of context that the open model is used with; 0: none is open
    std::uint32_t most = 0;    // that it could have by itself; 0: its file does not say
    bool dropsOldest = false;  // the oldest messages leave a full prompt
    bool longerPossible() const { return limit > 0 && (most == 0 || limit < most); }
    bool operator==(const ReplyWays&) const = default;
};

std::optional<ReplyBox> boxFor(const Message& message, bool last, const ReplyWays& ways = {});

}  // namespace gh::app
