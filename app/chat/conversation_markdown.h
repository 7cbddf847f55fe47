// A conversation as Markdown and back: comments, which no page shows, say where each message begins.
#pragma once

#include <optional>

#include "app/chat/conversation.h"

namespace gh::app::markdown {

QByteArray write(const Conversation& conversation);
std::optional<Conversation> read(QString text, QString* why);

QString fenceFor(const QString& text);  // backquotes, more in a row than the text has

}  // namespace gh::app::markdown
