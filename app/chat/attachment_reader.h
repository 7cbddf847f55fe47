// Text files on their way into a message: read whole, or refused with what was found in them.
#pragma once

#include <QString>

#include "app/chat/conversation.h"

namespace gh::app {

constexpr qint64 kMostAttachmentBytes = 1 << 20;

struct AttachmentRead {
    Attachment attachment;
    QString refused;  // why, in words; empty: it was read
};

// Reads the file; to be called on a worker thread.
AttachmentRead readAttachment(const QString& path);
// The same for bytes at hand.
AttachmentRead attachmentFrom(const QString& name, const QByteArray& bytes);

}  // namespace gh::app
