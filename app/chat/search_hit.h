// What a search over all conversations found, and where in the text.
#pragma once

#include <QDateTime>
#include <QMetaType>
#include <QString>
#include <utility>
#include <vector>

#include "app/chat/conversation.h"

namespace gh::app {

// Ranges in UTF-16 units, [begin, end), ascending.
using HitRanges = std::vector<std::pair<int, int>>;

struct SearchHit {
    RowId conversation = 0;
    RowId message = 0;  // 0: the title was found
    Role role = Role::User;
    QDateTime when;
    QString title;      // of the conversation
    QString snippet;    // one line around the first place
    HitRanges inTitle;  // when the title was found
    HitRanges inSnippet;
    HitRanges inMessage;  // in Message::text, at most kMostRanges
    static constexpr int kMostRanges = 500;
};

}  // namespace gh::app
