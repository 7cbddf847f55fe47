#include "app/chat/conversation_markdown.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace gh::app::markdown {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ConversationMarkdown)
};

const QString kMark = QStringLiteral("<!-- glasshouse: ");
const QString kEnd = QStringLiteral(" -->");

// A line that looks like one of the marks gets a backslash, one more than it had, so that it stays text.
QString escaped(QString text) {
    static const QRegularExpression kLooksLikeMark("^<!-- (\\\\*)glasshouse: ",
                                                   QRegularExpression::MultilineOption);
    return text.replace(kLooksLikeMark, "<!-- \\\\1glasshouse: ");
}

QString unescaped(QString text) {
    static const QRegularExpression kEscaped("^<!-- \\\\(\\\\*)glasshouse: ",
                                             QRegularExpression::MultilineOption);
    return text.replace(kEscaped, "<!-- \\1glasshouse: ");
}

struct Section {
    QString kind, rest;  // of the mark
    QString body;
};

std::vector<Section> sectionsOf(const QString& text) {
    std::vector<Section> sections;
    qsizetype at = text.startsWith(kMark) ? 0 : text.indexOf('\n' + kMark) + 1;
    while (at >= 0 && at < text.size() && text.mid(at, kMark.size()) == kMark) {
        const qsizetype lineEnd = text.indexOf('\n', at) < 0 ? text.size() : text.indexOf('\n', at);
        QString mark = text.mid(at + kMark.size(), lineEnd - at - kMark.size()).trimmed();
        if (mark.endsWith("-->")) mark.chop(3);
        mark = mark.trimmed();
        const qsizetype next = text.indexOf('\n' + kMark, lineEnd);
        const QString body = text.mid(lineEnd + 1, next < 0 ? -1 : next - lineEnd);
        sections.push_back({mark.section(' ', 0, 0), mark.section(' ', 1), body});
        if (next < 0) break;
        at = next + 1;
    }
    return sections;
}

// Without its heading and the empty lines that write() puts around it, but no others.
QString bodyOf(const Section& section) {
    QString body = section.body;
    if (body.startsWith(section.kind == "file" ? "**" : "## ")) {
        const qsizetype end = body.indexOf('\n');
        body = end < 0 ? QString() : body.mid(end + 1);
        if (body.startsWith('\n')) body.remove(0, 1);
    }
    for (int i = 0; i < 2 && body.endsWith('\n'); ++i) body.chop(1);
    return unescaped(body);
}

QString fenced(const QString& body) {
    const QString fence = body.section('\n', 0, 0);
    const qsizetype begin = fence.size() + 1;
    const qsizetype end = body.lastIndexOf('\n' + fence);
    if (!fence.startsWith("```") || end < begin - 1) return body;
    return body.mid(begin, std::max<qsizetype>(0, end - begin));
}

}  // namespace

QString fenceFor(const QString& text) {
    int longest = 2, run = 0;
    for (const QChar c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return QString(longest + 1, '`');
}

QByteArray write(const Conversation& c) {
    QString out = QStringLiteral("# %1\n\n").arg(c.head.title);
    const auto mark = [&](const QString& text) { out += kMark + text + kEnd + '\n'; };
    const auto stamp = [](const QDateTime& when) { return when.toUTC().toString(Qt::ISODateWithMs); };
    if (!c.head.systemPrompt.isEmpty()) {
        mark("system");
        out += "## " + Words::tr("System prompt") + "\n\n" + escaped(c.head.systemPrompt) + "\n\n";
    }
    for (const Message& m : c.messages) {
        const QString model = m.model.section(':', 0, -3);
        const char* kind = m.role == Role::Assistant ? "assistant" : m.role == Role::System ? "note" : "user";
        mark(QStringLiteral("%1 %2 %3").arg(kind, stamp(m.created), m.model).trimmed());
        out += "## " + (m.role == Role::User     ? Words::tr("You")
                        : m.role == Role::System ? Words::tr("System")
                        : model.isEmpty()        ? Words::tr("Reply")
                                                 : Words::tr("Reply of %1").arg(model));
        out += "\n\n" + escaped(m.text) + "\n\n";
        for (const Attachment& file : m.attachments) {
            const QString fence = fenceFor(file.text);
            mark(QStringLiteral("file %1 %2").arg(file.bytes).arg(file.name.simplified()));
            out += "**" + file.name.simplified() + "**\n\n" + fence + '\n' + escaped(file.text) + '\n' +
                   fence + "\n\n";
        }
    }
    return out.toUtf8();
}

std::optional<Conversation> read(QString text, QString* why) {
    text.replace("\r\n", "\n");
    Conversation c;
    c.head.created = QDateTime::currentDateTime();
    if (text.startsWith("# ")) c.head.title = text.section('\n', 0, 0).mid(2).simplified();
    QDateTime when = c.head.created;
    for (const Section& section : sectionsOf(text)) {
        if (section.kind == "system") {
            c.head.systemPrompt = bodyOf(section);
            continue;
        }
        if (section.kind == "file") {
            if (c.messages.empty()) continue;
            const qint64 bytes = std::max<qint64>(0, section.rest.section(' ', 0, 0).toLongLong());
            c.messages.back().attachments.push_back(
                {section.rest.section(' ', 1), fenced(bodyOf(section)), bytes});
            continue;
        }
        const bool reply = section.kind == "assistant";
        if (!reply && section.kind != "user" && section.kind != "note") continue;  // of a later version
        Message m;
        m.role = reply ? Role::Assistant : section.kind == "note" ? Role::System : Role::User;
        const QDateTime stamped = QDateTime::fromString(section.rest.section(' ', 0, 0), Qt::ISODateWithMs);
        if (stamped.isValid() && stamped.date().year() >= 1970 && stamped.date().year() < 10'000)
            when = stamped.toLocalTime();
        m.created = when;
        m.model = section.rest.section(' ', 1);
        m.text = bodyOf(section);
        m.id = RowId(c.messages.size()) + 1;
        m.parent = m.id - 1;
        if (c.messages.empty()) c.head.created = when;
        c.messages.push_back(std::move(m));
    }
    if (c.messages.empty()) {
        *why = Words::tr(
                   "No message begins in it. A file that Glasshouse exported was expected: JSON, or Markdown "
                   "with a "
                   "line “%1” before each message.")
                   .arg(kMark + "user" + kEnd);
        return std::nullopt;
    }
    return c;
}

}  // namespace gh::app::markdown
