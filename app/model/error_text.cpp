#include "app/model/error_text.h"

#include <algorithm>
#include <iterator>
#include <QCoreApplication>
#include <QRegularExpression>

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
constexpr const char* kPartMissing = QT_TRANSLATE_NOOP("ErrorText", "A file of the model is missing");
constexpr const char* kPartsOfSeveral =
    QT_TRANSLATE_NOOP("ErrorText", "The files do not belong to one model");
constexpr const char* kFetchPart =
    QT_TRANSLATE_NOOP("ErrorText", "Fetch the file that the details name again, from where the others came.");
constexpr const char* kUnknownKind =
    QT_TRANSLATE_NOOP("ErrorText", "This model is of a kind that Glasshouse does not know yet");
constexpr const char* kDetailsSay =
    QT_TRANSLATE_NOOP("ErrorText", "Choose another model; the details say what is not supported.");
constexpr const char* kFault = QT_TRANSLATE_NOOP("ErrorText", "This should not happen. The log says more.");

constexpr Kind kLoading[] = {
    {ErrorCode::MissingFile, "neither config.json nor a GGUF file", QT_TRANSLATE_NOOP("ErrorText", "The folder holds no model"),
     QT_TRANSLATE_NOOP("ErrorText", "Choose a GGUF file in it, or a folder with config.json, tokenizer.json and safetensors "
                                    "files.")},
    {ErrorCode::MissingFile, "GGUF models; choose one", kNotOpened,
     QT_TRANSLATE_NOOP("ErrorText", "It is a folder. Choose a model file in it.")},
    {ErrorCode::MissingFile, "no config.json beside it",
     QT_TRANSLATE_NOOP("ErrorText", "The file holds weights only, not the whole model"),
     QT_TRANSLATE_NOOP("ErrorText", "Fetch the model's config.json and tokenizer.json into the same folder and open that, "
                                    "or take the same model as a GGUF file.")},
    {ErrorCode::MissingFile, "of the model cannot be opened", kPartMissing,
     QT_TRANSLATE_NOOP("ErrorText", "All parts must lie in one folder under their own names. The details name the one that "
                                    "is missing: fetch it too.")},
    {ErrorCode::MissingFile, "the model's index names it", kPartMissing, kFetchPart},
    {ErrorCode::MissingFile, "has no weights", QT_TRANSLATE_NOOP("ErrorText", "The folder has no weights that can be read"),
     QT_TRANSLATE_NOOP("ErrorText", "Fetch the model's safetensors files into it, or take the same model as a GGUF file.")},
    {ErrorCode::MissingFile, "several safetensors files", kPartMissing,
     QT_TRANSLATE_NOOP("ErrorText", "Weights in several files come with an index that says what lies where. Fetch it too.")},
    {ErrorCode::MissingFile, "transformers saves tokenizer.json", QT_TRANSLATE_NOOP("ErrorText", "The model's tokenizer is missing"),
     QT_TRANSLATE_NOOP("ErrorText", "Fetch its tokenizer.json into the folder; the details say how to make one of older "
                                    "files.")},
    {ErrorCode::MissingFile, "No such file", QT_TRANSLATE_NOOP("ErrorText", "The file is not there"),
     QT_TRANSLATE_NOOP("ErrorText",
                       "It may have been moved, renamed or deleted, or its disk is not connected. Choose it again.")},
    {ErrorCode::MissingFile, "Permission denied", QT_TRANSLATE_NOOP("ErrorText", "The file may not be read"),
     QT_TRANSLATE_NOOP("ErrorText", "Its permissions forbid it. Change them, or choose another file.")},
    {ErrorCode::MissingFile, "is a folder", kNotOpened,
     QT_TRANSLATE_NOOP("ErrorText", "It is a folder. Choose a model file in it.")},
    {ErrorCode::MissingFile, "", kNotOpened, QT_TRANSLATE_NOOP("ErrorText", "Choose another file.")},
    {ErrorCode::BadFile, "is no GGUF file", QT_TRANSLATE_NOOP("ErrorText", "The file is no model in the GGUF format"),
     QT_TRANSLATE_NOOP("ErrorText", "Glasshouse opens GGUF files and folders with safetensors. Most models can be had in "
                                    "one of them.")},
    {ErrorCode::BadFile, "a part of another model", kPartsOfSeveral, kFetchPart},
    {ErrorCode::BadFile, "are the files of one model", kPartsOfSeveral, kFetchPart},
    {ErrorCode::BadFile, "which the index places there", kPartsOfSeveral, kFetchPart},
    {ErrorCode::BadFile, "which an earlier part holds too", kPartsOfSeveral, kFetchPart},
    {ErrorCode::BadFile, "but the parts hold", kPartsOfSeveral, kFetchPart},
    {ErrorCode::BadFile, "its own name back", QT_TRANSLATE_NOOP("ErrorText", "A part of the model was renamed"),
     QT_TRANSLATE_NOOP("ErrorText", "Parts find each other by their names. The details say what this one must be called.")},
    {ErrorCode::BadFile, "is no JSON", QT_TRANSLATE_NOOP("ErrorText", "A file of the model is cut off or damaged"), kFetchPart},
    {ErrorCode::BadFile, "cut off", kDamaged, kFetchAgain},
    {ErrorCode::BadFile, "bytes are left", kDamaged, kFetchAgain},
    {ErrorCode::BadFile, "", QT_TRANSLATE_NOOP("ErrorText", "The file is damaged or is no model"),
     QT_TRANSLATE_NOOP("ErrorText", "Fetch it again, or choose another file.")},
    {ErrorCode::Unsupported, "a family that is not supported", kUnknownKind,
     QT_TRANSLATE_NOOP("ErrorText", "Choose a model of another family; the details name those that are supported.")},
    {ErrorCode::Unsupported, "a type that is not supported",
     QT_TRANSLATE_NOOP("ErrorText", "The weights are stored in a type that Glasshouse does not know yet"),
     QT_TRANSLATE_NOOP("ErrorText", "Choose the same model in another quantization.")},
    {ErrorCode::Unsupported, "quantized safetensors",
     QT_TRANSLATE_NOOP("ErrorText", "Quantized safetensors cannot be opened"),
     QT_TRANSLATE_NOOP("ErrorText", "Fetch the model in 16 or 32 bits, or the quantized one as a GGUF file.")},
    {ErrorCode::Unsupported, "F32, F16 and BF16 are supported", QT_TRANSLATE_NOOP("ErrorText", "The weights are stored in a type that Glasshouse does not know yet"),
     QT_TRANSLATE_NOOP("ErrorText", "Fetch the model in 16 or 32 bits, or the quantized one as a GGUF file.")},
    {ErrorCode::Unsupported, "tokenizer", QT_TRANSLATE_NOOP("ErrorText", "Glasshouse does not know this model's tokenizer"),
     kDetailsSay},
    {ErrorCode::Unsupported, "", kUnknownKind, kDetailsSay},
    {ErrorCode::DoesNotFit, "", QT_TRANSLATE_NOOP("ErrorText", "The model does not fit in memory"),
     QT_TRANSLATE_NOOP("ErrorText",
                       "Close other programs, choose a smaller model, or set a shorter context in the settings.")},
    {ErrorCode::Template, "", QT_TRANSLATE_NOOP("ErrorText", "The model's chat template cannot be used"), kDetailsSay},
    {ErrorCode::Internal, "", QT_TRANSLATE_NOOP("ErrorText", "The model could not be opened"), kFault},
};

constexpr const char* kTooLong = "the context limit is";  // the engine's words

// Kept without their code.
constexpr Kind kReplies[] = {
    {ErrorCode::InvalidArgument, kTooLong, QT_TRANSLATE_NOOP("ErrorText", "This chat is too long for the context"),
     QT_TRANSLATE_NOOP("ErrorText", "Shorten the message or begin a new chat.")},
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

bool isTooLongForContext(const QString& message) { return message.contains(QLatin1String(kTooLong)); }

std::optional<std::uint32_t> promptTokensOf(const QString& message) {
    static const QRegularExpression kGiven(QStringLiteral("it has (\\d+) tokens, ") + QLatin1String(kTooLong));
    bool good = false;
    const std::uint32_t tokens = kGiven.match(message).captured(1).toUInt(&good);
    return good ? std::optional(tokens) : std::nullopt;
}

QString templateErrorText(const QString& message) {
    return Words::tr("The model's own chat template could not be filled in.") + ' ' +
           Words::tr("Details: %1").arg(message);
}

}  // namespace gh::app
