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

// canContinue: the reply could go on from where it was cut.
std::optional<ReplyBox> boxFor(const Message& message, bool last, bool canContinue = false);

}  // namespace gh::app
