// Conversations as the app keeps them: plain values that the store writes, the view draws and the controller
// changes.
#pragma once

#include <cstdint>
#include <optional>
#include <QDateTime>
#include <QString>
#include <vector>

#include "app/settings/sampling_settings.h"
#include "engine/base/ids.h"

namespace gh::app {

using RowId = qint64;  // of a conversation (also its engine ConversationId) or a message; 0 = none

// Tokens of a reply as they were shown: a token's text is message.text[begin, end) in UTF-16 units. A token
// whose bytes were held back (half a character, part of a stop string) has an empty range, the next one
// carries both.
struct TokenRange {
    std::uint32_t position = 0;  // in the sequence
    std::uint64_t step = 0;
    int begin = 0, end = 0;
};

enum class Role { System, User, Assistant };

enum class MessageState {
    Done,         // complete as far as it ever will be
    Waiting,      // a user's message that no engine has taken yet
    Streaming,    // a reply being written; found in the database: it was interrupted
    Interrupted,  // the program or its engine ended while it was written
};

struct ReplyStats {
    double ttftMs = 0, tokensPerSecond = 0, seconds = 0;
    std::uint32_t promptTokens = 0, reusedTokens = 0, generated = 0;
    std::uint32_t contextLimit = 0;
    std::uint64_t seed = 0;
    std::uint32_t sample = 0;
    RowId keptFrom = 0;  // the message that its prompt began with; 0: all before it were in it
    bool operator==(const ReplyStats&) const = default;
};

// A text file that goes with a user's message: into the prompt before what was typed.
struct Attachment {
    QString name;
    QString text;
    qint64 bytes = 0;  // of the file
    bool operator==(const Attachment&) const = default;
};

// Messages form a tree by `parent`: another version of a message is another child of the same parent.
struct Message {
    RowId id = 0, conversation = 0, parent = 0;
    Role role = Role::User;
    MessageState state = MessageState::Done;
    QDateTime created;
    QString text;
    std::vector<TokenId> ids;  // generated, for exact continuation under the same model
    QString model;             // key of the model that wrote it
    QString stopReason;        // stopReasonName(), empty while streaming
    QString error;             // why it failed, in words
    ReplyStats stats;
    std::vector<TokenRange> tokens;  // not stored: positions hold only while the sequence is cached
    std::vector<Attachment> attachments;
    std::optional<QString> edit;  // the user's new words for it, not sent yet
    bool active = true;  // the child of its parent that was shown last
    int branch = 0,
        branches = 1;  // not stored: place among its siblings, counted from 0, and how many they are
};

struct ConversationHead {
    RowId id = 0;
    QString title;  // empty until the first message
    QDateTime created, updated;
    QString draft;
    bool pinned = false;
    QString systemPrompt = {};                      // empty: none
    std::optional<SamplingSettings> sampling = {};  // none: the model's defaults, else the app's
};

struct Conversation {
    ConversationHead head;
    std::vector<Attachment> draftFiles;  // attached to the draft
    std::vector<Message> messages;  // the active path, oldest first
    std::vector<Message> aside;     // on other branches, in no order
    std::uint64_t version = 0;      // of the whole, counted by the controller
};

// The message of the path that the newest reply's prompt began with, where those before it were left out.
std::optional<RowId> keptFrom(const Conversation& conversation);

// First words of the first message, on one line.
QString titleFrom(const QString& firstMessage);

// "84 ms to first token · 149 tok/s · 214 tokens · end of turn"
// While the engine is paused a reply being written has no rate.
QString replyLine(const Message& message, bool paused = false);
// What the line leaves out: seed, sample, prompt and reused tokens; one a line.
QString replyDetails(const Message& message);
QString stopReasonText(const QString& stopReason);

// Ids for rows, made without asking the database: microseconds since 1970, never twice in a process.
RowId newRowId();
// Later ids are larger than that one: the clock may have been set back since a row was written, and a parent
// is older than its child.
void raiseRowIds(RowId floor);

}  // namespace gh::app
