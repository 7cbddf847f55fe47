// What the engine's errors mean to someone at the window, in the window's language: a title and a sentence that says
// what to do. The engine's own words, in English, stand beneath as details.
#pragma once

#include <optional>
#include <QString>

#include "engine/base/result.h"

namespace gh::app {

struct ErrorText {
    QString title, advice, details;
    QString below() const;  // the advice, and the details in a line of their own
};

ErrorText loadErrorText(const Error& error);  // of opening a model

// Of a reply. message: Error::message() as it is kept with the reply, whichever version of the program wrote it.
ErrorText replyErrorText(const QString& message);

bool isTooLongForContext(const QString& message);                          // of a reply
std::optional<std::uint32_t> promptTokensOf(const QString& message);      // of one that is: what its prompt had

QString templateErrorText(const QString& message);  // of a template that could not be rendered

}  // namespace gh::app
