// The files of texts: every text has its Bulgarian, every count its forms in both languages, and nothing that the
// program fills in or marks is lost on the way.
#include <algorithm>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace {

struct Entry {
    QString context, source, comment;
    bool numerus = false, unfinished = true;
    QStringList forms;  // one, or one for each number form
    QString key() const { return context + '\n' + source + '\n' + comment; }
    QString name() const { return context + ": " + source; }
};

QString root() { return QStringLiteral(GLASSHOUSE_SOURCES); }
QString fileOf(const QString& language) { return root() + "/translations/glasshouse_" + language + ".ts"; }

// Entries that lupdate keeps for texts that are gone do not count.
QList<Entry> entriesOf(const QString& path, QString* error) {
    QList<Entry> entries;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        *error = path + ": " + file.errorString();
        return entries;
    }
    QXmlStreamReader xml(&file);
    QString context;
    Entry entry;
    bool gone = false;
    while (!xml.atEnd()) {
        const auto token = xml.readNext();
        if (token == QXmlStreamReader::EndElement && xml.name() == u"message" && !gone) entries << entry;
        if (token != QXmlStreamReader::StartElement) continue;
        if (xml.name() == u"name") {
            context = xml.readElementText();
        } else if (xml.name() == u"message") {
            entry = {};
            entry.context = context;
            entry.numerus = xml.attributes().value("numerus") == u"yes";
            gone = false;
        } else if (xml.name() == u"source") {
            entry.source = xml.readElementText();
        } else if (xml.name() == u"comment") {
            entry.comment = xml.readElementText();
        } else if (xml.name() == u"translation") {
            const QString type = xml.attributes().value("type").toString();
            entry.unfinished = type == "unfinished";
            gone = type == "vanished" || type == "obsolete";
            if (!entry.numerus) entry.forms << xml.readElementText();
        } else if (xml.name() == u"numerusform") {
            entry.forms << xml.readElementText();
        }
    }
    if (xml.hasError()) *error = QStringLiteral("%1, line %2: %3").arg(path).arg(xml.lineNumber()).arg(xml.errorString());
    return entries;
}

// Placeholders and tags, sorted: their order may differ between languages.
QStringList partsOf(const QString& text, bool withCount) {
    static const QRegularExpression part(QStringLiteral("%L?\\d+|%n|</?[a-z]+[^<>]*>"));
    QStringList parts;
    for (auto it = part.globalMatch(text); it.hasNext();) {
        const QString found = it.next().captured();
        if (withCount || found != "%n") parts << found;
    }
    parts.sort();
    return parts;
}

// What is written alike in every language, taken out of a text.
bool saysNothing(QString text) {
    static const QRegularExpression alike(
        QStringLiteral("%L?\\d+|%n|</?[a-z]+>|"
                       "\\b(?:top-k|top-p|min-p|GGUF|CSV|PNG|SVG|JSON|Markdown|md|GB/s|GFLOP/s|tok/s|B|KiB|MiB|GiB|TiB|"
                       "FFN|KV|BOS|EOS|id|ids|Ctrl|Esc|Enter|Shift|F16|F32|int8|Glasshouse|Qt)\\b"),
        QRegularExpression::CaseInsensitiveOption);
    text.remove(alike);
    return std::none_of(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
}

QStringList faultsOf(const Entry& entry, const QString& form, bool first) {
    QStringList faults;
    // One of a thing may be said without the figure.
    const bool count = !(entry.numerus && first && !form.contains("%n"));
    if (partsOf(entry.source, count) != partsOf(form, count)) faults << "placeholders or tags differ";
    static const QRegularExpression letterOfMenu(QStringLiteral("&(?=\\S)"));
    if (entry.source.contains(letterOfMenu) != form.contains(letterOfMenu)) faults << "a menu letter (&) differs";
    if (entry.source.endsWith(u'…') != form.endsWith(u'…')) faults << "one ends with … and the other does not";
    if (entry.source.count('\n') != form.count('\n')) faults << "another number of lines";
    const auto edges = [](const QString& text) {
        return std::pair(!text.isEmpty() && text.front().isSpace(), !text.isEmpty() && text.back().isSpace());
    };
    if (edges(entry.source) != edges(form)) faults << "spaces at the ends differ";
    if (entry.numerus && form.contains(QStringLiteral("(s)"))) faults << "a form with (s)";
    return faults;
}

}  // namespace

class TranslationTest : public QObject {
    Q_OBJECT
private:
    QList<Entry> m_bulgarian, m_english;

    static void verifyNone(const QStringList& faults) {
        if (!faults.isEmpty()) QFAIL(qUtf8Printable(QString::number(faults.size()) + " fault(s):\n" + faults.join('\n')));
    }

private slots:
    void initTestCase() {
        QString error;
        m_bulgarian = entriesOf(fileOf("bg"), &error);
        QVERIFY2(error.isEmpty(), qPrintable(error));
        m_english = entriesOf(fileOf("en"), &error);
        QVERIFY2(error.isEmpty(), qPrintable(error));
        QVERIFY(m_bulgarian.size() > 300);
        QVERIFY(!m_english.isEmpty());
    }

    void everyTextHasItsBulgarian() {
        QStringList faults;
        for (const Entry& e : m_bulgarian) {
            if (e.unfinished || e.forms.isEmpty() || e.forms.contains(QString())) faults << "not translated: " + e.name();
        }
        verifyNone(faults);
    }

    void countsHaveTheirForms() {
        QStringList faults;
        for (const QList<Entry>* entries : {&m_bulgarian, &m_english}) {
            for (const Entry& e : *entries) {
                if (e.source.contains("%n") && !e.numerus) faults << "%n without forms: " + e.name();
                if (!e.numerus) continue;
                if (e.unfinished || e.forms.size() != 2 || e.forms.contains(QString()))
                    faults << (entries == &m_english ? "English" : "Bulgarian") + (": one and many needed: " + e.name());
            }
        }
        verifyNone(faults);
    }

    void nothingIsLostOnTheWay() {
        QStringList faults;
        for (const QList<Entry>* entries : {&m_bulgarian, &m_english}) {
            for (const Entry& e : *entries) {
                for (int i = 0; i < e.forms.size(); ++i) {
                    if (e.forms[i].isEmpty()) continue;
                    for (const QString& fault : faultsOf(e, e.forms[i], i == 0)) faults << fault + ": " + e.name();
                }
            }
        }
        verifyNone(faults);
    }

    void nothingStaysEnglish() {
        QStringList faults;
        for (const Entry& e : m_bulgarian) {
            if (!e.unfinished && e.forms.contains(e.source) && !saysNothing(e.source)) faults << "as in English: " + e.name();
        }
        verifyNone(faults);
    }

    void bothFilesHaveTheSameTexts() {
        QSet<QString> bulgarian;
        for (const Entry& e : m_bulgarian) bulgarian.insert(e.key());
        QStringList faults;
        for (const Entry& e : m_english) {
            if (e.numerus && !bulgarian.contains(e.key())) faults << "no such text in the Bulgarian file: " + e.name();
        }
        verifyNone(faults);
    }

    // Collects the texts of the sources afresh, as `ninja update_translations` would.
    void theFilesKnowEveryText() {
        const QString collector = QStringLiteral(GLASSHOUSE_LUPDATE);
        if (!QFile::exists(collector)) QSKIP("lupdate is not installed, so the sources were not searched for texts");
        QTemporaryDir folder;
        QFile list(folder.filePath("sources"));
        QVERIFY(list.open(QIODevice::WriteOnly));
        for (const char* part : {"app", "widgets"}) {
            QDirIterator it(root() + '/' + part, {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
            while (it.hasNext()) {
                const QString path = it.next();
                if (!path.contains("/app/cli/")) list.write(path.toUtf8() + '\n');
            }
        }
        list.close();
        const QString fresh = folder.filePath("fresh_bg.ts");
        QProcess process;
        process.start(collector, {"-silent", "-locations", "none", "-target-language", "bg", "-I", root(),
                                  '@' + list.fileName(), "-ts", fresh});
        QVERIFY(process.waitForFinished(60'000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().constData());

        QString error;
        const QList<Entry> found = entriesOf(fresh, &error);
        QVERIFY2(error.isEmpty(), qPrintable(error));
        QSet<QString> now;
        QStringList faults;
        QHash<QString, int> known;
        for (const Entry& e : m_bulgarian) known.insert(e.key(), e.numerus);
        for (const Entry& e : found) {
            now.insert(e.key());
            const auto it = known.constFind(e.key());
            if (it == known.constEnd() || *it != int(e.numerus)) faults << "new text, run update_translations: " + e.name();
        }
        for (const Entry& e : m_bulgarian) {
            if (!now.contains(e.key())) faults << "no longer in the sources: " + e.name();
        }
        verifyNone(faults);
    }
};

QTEST_GUILESS_MAIN(TranslationTest)
#include "translation_test.moc"
