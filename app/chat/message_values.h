// Parts of a message as the database and exported files write them.
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>

#include "app/chat/conversation.h"

namespace gh::app {

QByteArray blobFromIds(const std::vector<TokenId>& ids);  // little-endian int32, as the machine has them
std::vector<TokenId> idsFromBlob(const QByteArray& blob);

QJsonObject toJson(const ReplyStats& stats);
ReplyStats statsFromJson(const QJsonObject& object);

QJsonArray toJson(const std::vector<Attachment>& attachments);
std::vector<Attachment> attachmentsFromJson(const QJsonArray& array);

// One line; empty for none.
QString compact(const QJsonObject& object);
QString compact(const QJsonArray& array);

}  // namespace gh::app
