// A conversation file of any size, for tests of speed: the same for the same numbers.
#pragma once

#include <QString>

namespace gh::app::test {

struct ManyConversations {
    int conversations = 1000, messages = 50'000;
    int words = 24;  // of a message, on average
    // A word that stands in one message only, and one in every hundredth.
    static QString rareWord() { return QStringLiteral("quillwort"); }
    static QString commonWord() { return QStringLiteral("lantern"); }
};

// Seconds it took; < 0: it could not be written.
double writeConversations(const QString& path, const ManyConversations& size);

// CPU time of the calling thread, in milliseconds.
double threadMs();
// Of the whole process.
double processMs();

}  // namespace gh::app::test
