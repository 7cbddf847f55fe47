#include "app/model/error_text.h"

#include <algorithm>
#include <iterator>
#include <QCoreApplication>

namespace gh::app {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ErrorText)
};

// The first whose phrase is in the engine's words. Each list ends with one for whatever is left.
struct Kind {
    ErrorCode code;
    const char* phrase;
    const char* title;
    const char* advice;
};

constexpr const char* kNotOpened = QT_TRANSLATE_NOOP("ErrorText", "The file cannot be opened");
constexpr const char* kDamaged = QT_TRANSLATE_NOOP("ErrorText", "The file is cut off or damaged");
constexpr const char* kFetchAgain =
    QT_TRANSLATE_NOOP("ErrorText", "A download may have ended early. Fetch the file again.");
constexpr const char* kUnknownKind =
    QT_TRANSLATE_NOOP("ErrorText", "This model is of a kind that Glasshouse does not know yet");
constexpr const char* kDetailsSay =
    QT_TRANSLATE_NOOP("ErrorText", "Choose another model; the details say what is not supported.");
constexpr const char* kFault = QT_TRANSLATE_NOOP("ErrorText", "This should not happen. The log says more.");

constexpr Kind kLoading[] = {
    {ErrorCode::MissingFile, "No such file", QT_TRANSLATE_NOOP("ErrorText", "The file is not there"),
     QT_TRANSLATE_NOOP("ErrorText",
                       "It may have been moved, renamed or deleted, or its disk is not connected. Choose it again.")},
    {ErrorCode::MissingFile, "Permission denied", QT_TRANSLATE_NOOP("ErrorText", "The file may not be read"),
     QT_TRANSLATE_NOOP("ErrorText", "Its permissions forbid it. Change them, or choose another file.")},
    {ErrorCode::MissingFile, "is a folder", kNotOpened,
     QT_TRANSLATE_NOOP("ErrorText", "It is a folder. Choose a model file in it.")},
    {ErrorCode::MissingFile, "", kNotOpened, QT_TRANSLATE_NOOP("ErrorText", "Choose another file.")},
    {ErrorCode::BadFile, "is no GGUF file", QT_TRANSLATE_NOOP("ErrorText", "The file is no model in the GGUF format"),
     QT_TRANSLATE_NOOP("ErrorText", "Glasshouse opens GGUF files only. Most models can be had in this format too.")},
    {ErrorCode::BadFile, "cut off", kDamaged, kFetchAgain},
    {ErrorCode::BadFile, "bytes are left", kDamaged, kFetchAgain},
    {ErrorCode::BadFile, "", QT_TRANSLATE_NOOP("ErrorText", "The file is damaged or is no model"),
     QT_TRANSLATE_NOOP("ErrorText", "Fetch it again, or choose another file.")},
    {ErrorCode::Unsupported, "a family that is not supported", kUnknownKind,
     QT_TRANSLATE_NOOP("ErrorText", "Choose a model of another family; the details name those that are supported.")},
    {ErrorCode::Unsupported, "a type that is not supported",
     QT_TRANSLATE_NOOP("ErrorText", "The weights are stored in a type that Glasshouse does not know yet"),
     QT_TRANSLATE_NOOP("ErrorText", "Choose the same model in another quantization.")},
    {ErrorCode::Unsupported, "in several files", QT_TRANSLATE_NOOP("ErrorText", "The file is one part of a model"),
     QT_TRANSLATE_NOOP("ErrorText", "Join its parts into one file and open that.")},
    {ErrorCode::Unsupported, "tokenizer", QT_TRANSLATE_NOOP("ErrorText", "Glasshouse does not know this model's tokenizer"),
     kDetailsSay},
    {ErrorCode::Unsupported, "", kUnknownKind, kDetailsSay},
    {ErrorCode::DoesNotFit, "", QT_TRANSLATE_NOOP("ErrorText", "The model does not fit in memory"),
     QT_TRANSLATE_NOOP("ErrorText",
                       "Close other programs, choose a smaller model, or set a shorter context in the settings.")},
    {ErrorCode::Template, "", QT_TRANSLATE_NOOP("ErrorText", "The model's chat template cannot be used"), kDetailsSay},
    {ErrorCode::Internal, "", QT_TRANSLATE_NOOP("ErrorText", "The model could not be opened"), kFault},
};

// Kept without their code.
constexpr Kind kReplies[] = {
    {ErrorCode::InvalidArgument, "the context limit is",
     QT_TRANSLATE_NOOP("ErrorText", "This chat is too long for the context"),
     QT_TRANSLATE_NOOP("ErrorText",
                       "Shorten the message, begin a new chat, or set a longer context in the settings.")},
    {ErrorCode::DoesNotFit, "no free cache block", QT_TRANSLATE_NOOP("ErrorText", "The cache has no room left"),
     QT_TRANSLATE_NOOP("ErrorText", "Other replies hold all of it. What was written is kept; try again when they are done.")},
    {ErrorCode::DoesNotFit, "memory", QT_TRANSLATE_NOOP("ErrorText", "There was not enough memory"),
     QT_TRANSLATE_NOOP("ErrorText", "Close other programs or open the model with a shorter context, then try again.")},
    {ErrorCode::InvalidArgument, "no model is loaded", QT_TRANSLATE_NOOP("ErrorText", "No model is open"),
     QT_TRANSLATE_NOOP("ErrorText", "Open a model and try again.")},
    {ErrorCode::InvalidArgument, "the prompt has no tokens",
     QT_TRANSLATE_NOOP("ErrorText", "There is nothing to answer"),
     QT_TRANSLATE_NOOP("ErrorText", "Write something first.")},
    {ErrorCode::InvalidArgument, "is outside this model's vocabulary",
     QT_TRANSLATE_NOOP("ErrorText", "This reply is another model's"),
     QT_TRANSLATE_NOOP("ErrorText", "Its tokens mean nothing to the model that is open. Write it again.")},
    {ErrorCode::Template, "chat template", QT_TRANSLATE_NOOP("ErrorText", "The chat template could not be filled in"),
     QT_TRANSLATE_NOOP("ErrorText", "Choose another template or model.")},
    {ErrorCode::Internal, "", QT_TRANSLATE_NOOP("ErrorText", "The reply failed"), kFault},
};

template <class Matches>
const Kind& firstOf(const Kind* begin, const Kind* end, const QString& text, Matches&& matches) {
    const Kind* at = std::find_if(
        begin, end, [&](const Kind& kind) { return matches(kind) && text.contains(QLatin1String(kind.phrase)); });
    return at == end ? *(end - 1) : *at;
}

ErrorText textOf(const Kind& kind, const QString& details) {
    return {Words::tr(kind.title), Words::tr(kind.advice), details};
}

}  // namespace

QString ErrorText::below() const {
    return advice + '\n' + Words::tr("Details: %1").arg(details);
}

ErrorText loadErrorText(const Error& error) {
    const QString details = QString::fromStdString(error.message());
    return textOf(firstOf(std::begin(kLoading), std::end(kLoading), QString::fromStdString(error.detail),
                          [&](const Kind& kind) { return kind.code == error.code; }),
                  details);
}

ErrorText replyErrorText(const QString& message) {
    return textOf(firstOf(std::begin(kReplies), std::end(kReplies), message, [](const Kind&) { return true; }), message);
}

QString templateErrorText(const QString& message) {
    return Words::tr("The model's own chat template could not be filled in.") + ' ' +
           Words::tr("Details: %1").arg(message);
}

}  // namespace gh::app
