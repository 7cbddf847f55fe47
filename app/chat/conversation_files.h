// Conversations as files for people and programs: JSON with everything, every branch too; Markdown with the
// active path, which reads like a page and still comes back as messages.
#pragma once

#include <optional>
#include <QByteArray>

#include "app/chat/conversation.h"

namespace gh::app {

QByteArray toJsonFile(const Conversation& conversation);
QByteArray toMarkdown(const Conversation& conversation);

// Reads either, and {"messages": [{"role", "content"}]} as other programs write it. Ids in the result count
// from 1 and mean nothing outside it. `name` is the title where the file has none. None: `why` says what was
// found and expected.
std::optional<Conversation> fromFile(const QByteArray& bytes, const QString& name, QString* why);

}  // namespace gh::app
