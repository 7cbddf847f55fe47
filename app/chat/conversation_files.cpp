#include "app/chat/conversation_files.h"

#include <algorithm>
#include <map>
#include <QCoreApplication>
#include <QJsonDocument>
#include <QLocale>

#include "app/chat/conversation_markdown.h"
#include "app/chat/conversation_tree.h"
#include "app/chat/message_values.h"

namespace gh::app {

namespace {

struct Files {
    Q_DECLARE_TR_FUNCTIONS(ConversationFiles)
};

constexpr int kFormat = 1;
constexpr const char* kRoles[] = {"system", "user", "assistant"};

QString stamp(const QDateTime& when) {
    return when.toUTC().toString(Qt::ISODateWithMs);
}

QDateTime timeOf(const QJsonValue& value, const QDateTime& fallback) {
    const QDateTime when = QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
    const bool possible = when.isValid() && when.date().year() >= 1970 && when.date().year() < 10'000;
    return possible ? when.toLocalTime() : fallback;
}

QJsonObject toJson(const Message& m, const std::map<RowId, int>& numbers) {
    QJsonObject o{{"id", numbers.at(m.id)},
                  {"role", kRoles[int(m.role)]},
                  {"created", stamp(m.created)},
                  {"content", m.text}};
    const auto parent = numbers.find(m.parent);
    o["parent"] = parent == numbers.end() || parent->second >= numbers.at(m.id) ? 0 : parent->second;
    if (m.branches > 1) o["active"] = m.active;
    if (!m.attachments.empty()) o["attachments"] = toJson(m.attachments);
    if (m.role == Role::Assistant) {
        QJsonArray ids;
        for (const TokenId id : m.ids) ids << id;
        o["ids"] = ids;
        o["model"] = m.model;
        o["stop_reason"] = m.state == MessageState::Done ? m.stopReason : QStringLiteral("interrupted");
        o["stats"] = toJson(m.stats);
        if (!m.error.isEmpty()) o["error"] = m.error;
    }
    return o;
}

// A message of a file; none: `why` says what is wrong with it.
std::optional<Message> messageFrom(const QJsonValue& value, QString* why) {
    if (!value.isObject()) {
        *why = Files::tr("an object was expected");
        return std::nullopt;
    }
    const QJsonObject o = value.toObject();
    const QString role = o["role"].toString();
    const auto known = std::find(std::begin(kRoles), std::end(kRoles), role);
    if (known == std::end(kRoles)) {
        *why = Files::tr("its role is “%1”; system, user or assistant was expected").arg(role.left(40));
        return std::nullopt;
    }
    if (!o["content"].isString()) {
        *why = Files::tr("its “content” is not a text");
        return std::nullopt;
    }
    Message m;
    m.role = Role(known - std::begin(kRoles));
    m.text = o["content"].toString();
    m.active = o["active"].toBool(true);
    m.attachments = attachmentsFromJson(o["attachments"].toArray());
    m.model = o["model"].toString();
    m.stopReason = o["stop_reason"].toString();
    if (m.stopReason == "interrupted") {
        m.stopReason.clear();
        m.state = MessageState::Interrupted;
    }
    m.error = o["error"].toString();
    m.stats = statsFromJson(o["stats"].toObject());
    for (const auto& id : o["ids"].toArray()) {
        if (!id.isDouble() || id.toInt(-1) < 0) {
            *why = Files::tr("one of its ids is not a token id");
            return std::nullopt;
        }
        m.ids.push_back(id.toInt());
    }
    return m;
}

std::optional<Conversation> fromJson(const QByteArray& bytes, QString* why) {
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(bytes, &error);
    if (document.isNull()) {
        *why = Files::tr("It is no JSON: %1 at byte %2.").arg(error.errorString()).arg(error.offset);
        return std::nullopt;
    }
    const QJsonObject o = document.object();
    if (const int format = o["glasshouse_conversation"].toInt(kFormat); format > kFormat) {
        *why = Files::tr("It was written by a newer Glasshouse: format %1, this one reads up to %2.")
                   .arg(format)
                   .arg(kFormat);
        return std::nullopt;
    }
    const QJsonArray list = document.isArray() ? document.array() : o["messages"].toArray();
    if (list.isEmpty()) {
        *why = Files::tr("It has no messages: a list “messages” with “role” and “content” was expected.");
        return std::nullopt;
    }
    Conversation c;
    c.head.title = o["title"].toString().simplified();
    c.head.systemPrompt = o["system_prompt"].toString();
    c.head.pinned = o["pinned"].toBool();
    if (o["sampling"].isObject()) c.head.sampling = SamplingSettings::fromJson(o["sampling"].toObject());
    c.head.created = timeOf(o["created"], QDateTime::currentDateTime());
    std::map<int, RowId> places;  // number in the file -> place
    QDateTime when = c.head.created;
    for (qsizetype i = 0; i < list.size(); ++i) {
        QString wrong;
        auto m = messageFrom(list[i], &wrong);
        const QJsonObject entry = list[i].toObject();
        if (m && entry.contains("parent")) {
            const int parent = entry["parent"].toInt(-1);
            const auto place = places.find(parent);
            if (parent != 0 && place == places.end()) {
                wrong = Files::tr("its parent %1 is not before it").arg(parent);
                m.reset();
            } else {
                m->parent = parent == 0 ? 0 : place->second;
            }
        } else if (m) {
            m->parent = i == 0 ? 0 : RowId(i);
        }
        if (!m) {
            *why = Files::tr("Message %1: %2.").arg(i + 1).arg(wrong);
            return std::nullopt;
        }
        m->id = RowId(i + 1);
        m->created = when = timeOf(entry["created"], when);
        places[entry["id"].toInt(int(i + 1))] = m->id;
        c.messages.push_back(std::move(*m));
    }
    return c;
}

// A system message at the beginning, as other programs write it, is the conversation's system prompt.
void takeSystemPrompt(Conversation& c) {
    if (!c.head.systemPrompt.isEmpty() || c.messages.size() < 2 || c.messages[0].role != Role::System) return;
    const RowId first = c.messages[0].id;
    c.head.systemPrompt = c.messages[0].text;
    c.messages.erase(c.messages.begin());
    for (Message& m : c.messages) {
        if (m.parent == first) m.parent = 0;
    }
}

}  // namespace

QByteArray toJsonFile(const Conversation& c) {
    const std::vector<const Message*> all = parentsFirst(c);
    std::map<RowId, int> numbers;
    for (const Message* m : all) numbers.emplace(m->id, int(numbers.size()) + 1);
    QJsonArray messages;
    for (const Message* m : all) messages << toJson(*m, numbers);
    QJsonObject o{{"glasshouse_conversation", kFormat},
                  {"title", c.head.title},
                  {"created", stamp(c.head.created)},
                  {"updated", stamp(c.head.updated)},
                  {"messages", messages}};
    if (c.head.pinned) o["pinned"] = true;
    if (!c.head.systemPrompt.isEmpty()) o["system_prompt"] = c.head.systemPrompt;
    if (c.head.sampling) o["sampling"] = c.head.sampling->toJson();
    return QJsonDocument(o).toJson();
}

QByteArray toMarkdown(const Conversation& c) {
    return markdown::write(c);
}

std::optional<Conversation> fromFile(const QByteArray& bytes, const QString& name, QString* why) {
    const QByteArray start = bytes.left(64).trimmed();
    std::optional<Conversation> c;
    if (start.startsWith('{') || start.startsWith('[')) {
        c = fromJson(bytes, why);
    } else if (!bytes.isValidUtf8()) {
        *why = Files::tr("It is neither JSON nor Markdown: its bytes are no UTF-8 text.");
    } else {
        c = markdown::read(QString::fromUtf8(bytes), why);
    }
    if (!c) return c;
    takeSystemPrompt(*c);
    if (c->head.title.isEmpty()) c->head.title = name.simplified();
    c->head.updated = c->head.created;
    for (const Message& m : c->messages) c->head.updated = std::max(c->head.updated, m.created);
    arrange(*c);
    return c;
}

}  // namespace gh::app
