#include "app/chat/message_values.h"

#include <cstring>
#include <QJsonDocument>

namespace gh::app {

QByteArray blobFromIds(const std::vector<TokenId>& ids) {
    return QByteArray(reinterpret_cast<const char*>(ids.data()), qsizetype(ids.size() * sizeof(TokenId)));
}

std::vector<TokenId> idsFromBlob(const QByteArray& blob) {
    std::vector<TokenId> ids(std::size_t(blob.size()) / sizeof(TokenId));
    if (!ids.empty()) std::memcpy(ids.data(), blob.constData(), ids.size() * sizeof(TokenId));
    return ids;
}

QJsonObject toJson(const ReplyStats& s) {
    return {{"ttft_ms", s.ttftMs},
            {"tokens_per_s", s.tokensPerSecond},
            {"seconds", s.seconds},
            {"prompt_tokens", double(s.promptTokens)},
            {"reused_tokens", double(s.reusedTokens)},
            {"generated", double(s.generated)},
            {"context_limit", double(s.contextLimit)},
            {"seed", QString::number(s.seed)},  // a JSON number holds 53 bits
            {"sample", double(s.sample)},
            {"kept_from", QString::number(s.keptFrom)}};
}

ReplyStats statsFromJson(const QJsonObject& o) {
    const auto number = [&](const char* key) {
        const double value = o[QLatin1String(key)].toDouble();
        return value >= 0 && value < 1e15 ? value : 0;
    };
    const auto whole = [&](const char* key) {
        const double value = number(key);
        return value <= UINT32_MAX ? std::uint32_t(value) : 0;
    };
    ReplyStats s;
    s.ttftMs = number("ttft_ms");
    s.tokensPerSecond = number("tokens_per_s");
    s.seconds = number("seconds");
    s.promptTokens = whole("prompt_tokens");
    s.reusedTokens = whole("reused_tokens");
    s.generated = whole("generated");
    s.contextLimit = whole("context_limit");
    s.seed = o["seed"].toString().toULongLong();
    s.sample = whole("sample");
    s.keptFrom = o["kept_from"].toString().toLongLong();
    return s;
}

QJsonArray toJson(const std::vector<Attachment>& attachments) {
    QJsonArray array;
    for (const Attachment& a : attachments)
        array << QJsonObject{{"name", a.name}, {"bytes", double(a.bytes)}, {"text", a.text}};
    return array;
}

std::vector<Attachment> attachmentsFromJson(const QJsonArray& array) {
    std::vector<Attachment> result;
    for (const auto& value : array) {
        const QJsonObject o = value.toObject();
        if (!o["text"].isString()) continue;
        const double bytes = o["bytes"].toDouble();
        result.push_back(
            {o["name"].toString(), o["text"].toString(), bytes >= 0 && bytes < 1e15 ? qint64(bytes) : 0});
    }
    return result;
}

QString compact(const QJsonObject& object) {
    if (object.isEmpty()) return QLatin1String("");
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

QString compact(const QJsonArray& array) {
    if (array.isEmpty()) return QLatin1String("");
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

}  // namespace gh::app
