#include "app/chat/attachment_reader.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include "widgets/text/units.h"

namespace gh::app {

namespace units = widgets::units;

namespace {

struct AttachmentText {
    Q_DECLARE_TR_FUNCTIONS(AttachmentText)
};

struct Signature {
    const char* bytes;
    int length, at;
    const char* what;
};
// Beginnings of files that people drop by mistake.
constexpr Signature kSignatures[] = {
    {"%PDF-", 5, 0, QT_TRANSLATE_NOOP("AttachmentText", "a PDF document")},
    {"\x89PNG", 4, 0, QT_TRANSLATE_NOOP("AttachmentText", "a PNG picture")},
    {"\xff\xd8\xff", 3, 0, QT_TRANSLATE_NOOP("AttachmentText", "a JPEG picture")},
    {"GIF8", 4, 0, QT_TRANSLATE_NOOP("AttachmentText", "a GIF picture")},
    {"WEBP", 4, 8, QT_TRANSLATE_NOOP("AttachmentText", "a WebP picture")},
    {"PK\x03\x04", 4, 0, QT_TRANSLATE_NOOP("AttachmentText", "a ZIP archive or an office document")},
    {"\x1f\x8b", 2, 0, QT_TRANSLATE_NOOP("AttachmentText", "a gzip archive")},
    {"\x7f\x45LF", 4, 0, QT_TRANSLATE_NOOP("AttachmentText", "a program")},
    {"GGUF", 4, 0, QT_TRANSLATE_NOOP("AttachmentText", "a model (GGUF)")},
    {"SQLite format 3", 15, 0, QT_TRANSLATE_NOOP("AttachmentText", "a database (SQLite)")},
    {"ID3", 3, 0, QT_TRANSLATE_NOOP("AttachmentText", "a sound file (MP3)")},
    {"ftyp", 4, 4, QT_TRANSLATE_NOOP("AttachmentText", "a video or sound file (MP4)")},
};

// Position of the first byte that is no UTF-8; -1: all of it is.
qsizetype badByte(const QByteArray& bytes) {
    const auto* p = reinterpret_cast<const unsigned char*>(bytes.constData());
    const qsizetype n = bytes.size();
    for (qsizetype i = 0; i < n;) {
        const unsigned char c = p[i];
        const int more = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : -1;
        if (more < 0 || i + more >= n) return i;
        for (int k = 1; k <= more; ++k) {
            if ((p[i + k] & 0xc0) != 0x80) return i;
        }
        if (more == 2 && ((c == 0xe0 && p[i + 1] < 0xa0) || (c == 0xed && p[i + 1] > 0x9f))) return i;
        if (more == 3 && ((c == 0xf0 && p[i + 1] < 0x90) || (c == 0xf4 && p[i + 1] > 0x8f))) return i;
        i += more + 1;
    }
    return -1;
}

QString refusal(const QByteArray& bytes) {
    if (bytes.trimmed().isEmpty()) return AttachmentText::tr("The file is empty.");
    for (const Signature& s : kSignatures) {
        if (bytes.mid(s.at, s.length) == QByteArray(s.bytes, s.length))
            return AttachmentText::tr("It is %1; only text goes into a message.").arg(AttachmentText::tr(s.what));
    }
    if (bytes.startsWith("\xff\xfe") || bytes.startsWith("\xfe\xff"))
        return AttachmentText::tr("It is UTF-16 text. Save it as UTF-8 and attach it again.");
    const qsizetype zero = bytes.indexOf('\0');
    if (zero >= 0)
        return AttachmentText::tr("It holds a zero byte at position %1, so it is no text.")
            .arg(units::count(std::uint64_t(zero)));
    const qsizetype bad = badByte(bytes);
    if (bad >= 0) {
        return AttachmentText::tr("It is not UTF-8: byte 0x%1 at position %2. Save it as UTF-8 and attach it again.")
            .arg(QString::number(static_cast<unsigned char>(bytes[bad]), 16).toUpper())
            .arg(units::count(std::uint64_t(bad)));
    }
    return {};
}

}  // namespace

AttachmentRead attachmentFrom(const QString& name, const QByteArray& bytes) {
    AttachmentRead read;
    read.attachment.name = name;
    read.attachment.bytes = bytes.size();
    read.refused = refusal(bytes);
    if (!read.refused.isEmpty()) return read;
    read.attachment.text = QString::fromUtf8(bytes.startsWith("\xef\xbb\xbf") ? bytes.mid(3) : bytes);
    read.attachment.text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    return read;
}

AttachmentRead readAttachment(const QString& path) {
    const QFileInfo info(path);
    AttachmentRead read;
    read.attachment.name = info.fileName();
    read.attachment.bytes = info.size();
    if (info.isDir()) {
        read.refused = AttachmentText::tr("It is a folder. Attach the files in it.");
        return read;
    }
    QFile file(path);
    if (!info.isFile() || !file.open(QIODevice::ReadOnly)) {
        read.refused = AttachmentText::tr("It cannot be read: %1.")
                           .arg(info.exists() && !info.isFile() ? AttachmentText::tr("it is no ordinary file")
                                                                : file.errorString());
        return read;
    }
    // One byte more than allowed tells a file that grows from one that fits.
    const QByteArray bytes = file.read(kMostAttachmentBytes + 1);
    if (info.size() > kMostAttachmentBytes || bytes.size() > kMostAttachmentBytes) {
        const QString binary = refusal(bytes.left(4096));
        read.refused = AttachmentText::tr("It holds %1; at most %2 go into a message.")
                           .arg(units::bytes(std::uint64_t(info.size())).text(),
                                units::bytes(std::uint64_t(kMostAttachmentBytes), 0).text());
        // A cut character at the end of the sample says nothing.
        if (bytes.left(4000).contains('\0') && !binary.isEmpty()) read.refused = binary;
        return read;
    }
    return attachmentFrom(info.fileName(), bytes);
}

}  // namespace gh::app
