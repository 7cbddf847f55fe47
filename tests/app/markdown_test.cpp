// Lines and inline marks of the Markdown that models write, and that every drawn character knows its source.
#include <QTest>

#include "app/chat/code_lexer.h"
#include "app/chat/markdown.h"

using namespace gh::app;

class MarkdownTest : public QObject {
    Q_OBJECT
private slots:
    void blocks() {
        const QString text =
            "# Title\n\nFirst *line*\nsecond\n\n- one\n  - two\n1. three\n> said\n```py\na = "
            "1\n\nb\n```\nend";
        const auto lines = splitMarkdown(text);
        std::vector<LineKind> kinds;
        for (const auto& line : lines) kinds.push_back(line.kind);
        using K = LineKind;
        const std::vector<LineKind> expected{K::Heading, K::Paragraph, K::Paragraph, K::Item,
                                             K::Item,    K::Item,      K::Quote,     K::Code,
                                             K::Code,    K::Code,      K::Paragraph};
        QCOMPARE(kinds, expected);
        QCOMPARE(lines[0].level, 1);
        QCOMPARE(lines[4].level, 1);
        QCOMPARE(lines[5].marker, QString("1."));
        QVERIFY(!lines[2].startsBlock);
    }
    void unclosedFenceIsCode() {
        const auto lines = splitMarkdown(u"so:\n```\nx = 1");
        QCOMPARE(lines.size(), 2u);
        QCOMPARE(lines[1].kind, LineKind::Code);
    }
    void inlineMarks() {
        const QString text = "a **bold *both* b** `x**y` ~~no~~ 2*3*4 snake_case_name [link](http://x) \\*";
        const InlineText drawn = parseInline(text, 0, int(text.size()));
        QCOMPARE(drawn.text, QString("a bold both b x**y no 234 snake_case_name link *")
                                 .replace("234",
                                          "2"
                                          "3"
                                          "4"));
        QCOMPARE(drawn.source.size(), std::size_t(drawn.text.size()) + 1);
        for (int i = 0; i < drawn.text.size(); ++i)
            QCOMPARE(text[drawn.source[std::size_t(i)]], drawn.text[i]);
        const auto bold =
            std::find_if(drawn.spans.begin(), drawn.spans.end(), [](const auto& s) { return s.bold; });
        QVERIFY(bold != drawn.spans.end());
        QCOMPARE(bold->begin, 2);
    }
    void unclosedMarksAreText() {
        for (const QString text : {"**not yet", "*a", "`code", "a * b * c", "__x", "[a](b", "2 ** 3"}) {
            QCOMPARE(parseInline(text, 0, int(text.size())).text, text);
        }
    }
    void longLinesAreCut() {
        const QString text = QString("word ").repeated(5000);
        const auto lines = splitMarkdown(text);
        QVERIFY(lines.size() > 10);
        int at = 0;
        for (const auto& line : lines) {
            QCOMPARE(line.begin, at);
            QVERIFY(line.end - line.begin <= 2001);
            at = line.end;
        }
        QCOMPARE(at, int(text.size()));
    }
    void tables() {
        const QString text = "Before\n| Name | Size |\n|:-----|-----:|\n| a \\| b | `x|y` |\n| c | 2 | extra |\nAfter";
        MarkdownSplitter splitter;
        splitter.update(text, false);
        const auto& lines = splitter.lines();
        QCOMPARE(lines.size(), 5u);
        QCOMPARE(lines[1].kind, LineKind::TableRow);
        QCOMPARE(lines[4].kind, LineKind::Paragraph);
        QCOMPARE(splitter.tables().size(), 1u);
        const std::vector<CellAlign> aligned{CellAlign::Left, CellAlign::Right};
        QVERIFY(splitter.tables()[0].columns == aligned);
        const auto cells = tableCells(text, lines[2].begin, lines[2].end);
        QCOMPARE(cells.size(), 2u);
        QCOMPARE(parseInline(text, cells[0].first, cells[0].second).text, QString("a | b"));
        QCOMPARE(parseInline(text, cells[1].first, cells[1].second).text, QString("x|y"));
        // Neither a line with a bar nor a rule below a line makes a table by itself.
        for (const QString plain : {"a | b\nc | d", "a\n---\nb", "| a | b |\n|---|"}) {
            for (const auto& line : splitMarkdown(plain)) QVERIFY(line.kind != LineKind::TableRow);
        }
    }
    void thoughts() {
        MarkdownSplitter splitter;
        splitter.update(u"<think>\nFirst I\n\n- look\n</think>\n\nThe answer", false);
        QCOMPARE(splitter.thoughts().size(), 1u);
        QVERIFY(!splitter.thoughts()[0].open);
        QCOMPARE(splitter.lines().front().kind, LineKind::Thought);
        QCOMPARE(splitter.lines()[1].thought, 0);
        QCOMPARE(splitter.lines().back().thought, -1);
        // Not closed yet, and begun by the template so that only its end is written.
        splitter.update(u"<think>\nStill at it", false);
        QVERIFY(splitter.thoughts()[0].open);
        splitter.update(u"Thinking without a mark\n</think>\nAnswer", false);
        QCOMPARE(splitter.thoughts().size(), 1u);
        QCOMPARE(splitter.lines().back().thought, -1);
        QCOMPARE(splitter.lines().back().kind, LineKind::Paragraph);
        // In code it is text.
        splitter.update(u"```\n<think>\n```", false);
        QVERIFY(splitter.thoughts().empty());
    }
    // Whatever the text and wherever it was cut, growing gives the same lines as splitting the whole.
    void growingEqualsSplittingAnew() {
        const QString text =
            "# Title\nSome | text\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |\nend\nmore | text\n|---|---|\n| x | y |\n\n"
            "<think>\nhm | hm\n|--|--|\n|1|2|\n```py\na = \"\"\"x\n\"\"\"\n```\n</think>and on\n> quoted\n> - item\n  1. one\n"
            "~~~\ncode\n~~~\n| q |\n|---|\n| r |";
        for (int step : {1, 2, 3, 7, 50}) {
            MarkdownSplitter growing;
            growing.update(QStringView(text).left(0), false);
            for (int length = step; length < text.size() + step; length += step) {
                const QStringView part = QStringView(text).left(std::min<qsizetype>(length, text.size()));
                growing.update(part, true);
                MarkdownSplitter whole;
                whole.update(part, false);
                QVERIFY2(growing.lines() == whole.lines(), qPrintable(part.toString()));
                QVERIFY(growing.tables() == whole.tables());
                QCOMPARE(growing.thoughts().size(), whole.thoughts().size());
            }
        }
    }
    void links() {
        const QString text = "See [the page](https://a.example/x_(y) \"title\"), https://b.example/z. or <https://c.example>!";
        const InlineText drawn = parseInline(text, 0, int(text.size()));
        QCOMPARE(drawn.text, QString("See the page, https://b.example/z. or https://c.example!"));
        QCOMPARE(drawn.links, QStringList({"https://a.example/x_(y)", "https://b.example/z", "https://c.example"}));
    }
    void codeIsColoured_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("tokens");  // of each coloured span: its first letter and its text
        QTest::newRow("cpp") << "cpp" << "#include <x>\nint a = 0x1F; // c\nauto s = \"q\\\"\"; /* b\nb */ return 'x';"
                             << "K#include S<x> Tint N0x1F C// c Kauto S\"q\\\"\" C/* b Cb */ Kreturn S'x'";
        QTest::newRow("python") << "py" << "@wraps\ndef f(x=1.5e-3):\n    \"\"\"a\n    b\"\"\"\n    return None # c"
                                << "T@wraps Kdef N1.5e-3 S\"\"\"a S    b\"\"\" Kreturn TNone C# c";
        QTest::newRow("js") << "ts" << "const f = async (a: string) => `x${a}\ny`;"
                            << "Kconst Kasync Tstring S`x${a} Sy`";
        QTest::newRow("rust") << "rust" << "fn f<'a>(s: &'a str) -> char { 'x' }" << "Kfn Tstr Tchar S'x'";
        QTest::newRow("bash") << "sh" << "for f in *; do echo \"$f\" ${HOME}; done # c"
                              << "Kfor Kin Kdo Techo S\"$f\" T${HOME Kdone C# c";
        QTest::newRow("sql") << "SQL" << "SELECT a FROM t WHERE b = 'it''s' -- c" << "KSELECT KFROM KWHERE S'it' S's' C-- c";
        QTest::newRow("json") << "json" << "{\"a\": [1, true, \"b\"]}" << "K\"a\" N1 Ttrue S\"b\"";
        QTest::newRow("yaml") << "yml" << "a-b: 1 # c\nc: true" << "Ka-b N1 C# c Kc Ttrue";
        QTest::newRow("toml") << "toml" << "[x.y]\na = \"b\"" << "T[x.y] Ka S\"b\"";
        QTest::newRow("html") << "html" << "<a href=\"x\">t</a> <!-- c\nd -->" << "K<a Thref S\"x\" K> K</a K> C<!-- c Cd -->";
        QTest::newRow("css") << "css" << ".a { color: #fff; }" << "T.a Kcolor N#fff";
        QTest::newRow("diff") << "diff" << "@@ -1 +1 @@\n-a\n+b\n c" << "T@@ -1 +1 @@ R-a A+b";
        QTest::newRow("go") << "go" << "func f() (int, error) { return 1, nil }" << "Kfunc Tint Terror Kreturn N1 Tnil";
        QTest::newRow("java") << "java" << "public class A { String s = \"x\"; }" << "Kpublic Kclass TString S\"x\"";
        QTest::newRow("unknown") << "brainfuck" << "int a" << "";
    }
    void codeIsColoured() {
        QFETCH(QString, language);
        QFETCH(QString, code);
        QFETCH(QString, tokens);
        static const QString kLetters = "KTSNCAR";
        QStringList found;
        int state = 0;
        for (const QString& line : code.split('\n')) {
            std::vector<CodeSpan> spans;
            state = lexCode(codeLanguage(language), line, state, spans);
            for (const CodeSpan& span : spans)
                found << kLetters[int(span.token)] + line.mid(span.begin, span.end - span.begin);
        }
        QCOMPARE(found.join(' '), tokens);
    }
    void hostileInputIsFast() {
        for (const QString& unit : {QString("*a"), QString("`"), QString("["), QString("**_"), QString("]("),
                                    QString("<think>"), QString("</think>"), QString("|-"), QString("> "),
                                    QString("<think></think>"), QString("a|b\n|-|-|\n"), QString("https://"),
                                    QString("[a](b) ")}) {
            const QString text = unit.repeated(100'000);
            QElapsedTimer clock;
            clock.start();
            for (const auto& line : splitMarkdown(text)) parseInline(text, line.contentBegin, line.end);
            QVERIFY2(clock.elapsed() < 3000, qPrintable(unit));
        }
    }
};

QTEST_APPLESS_MAIN(MarkdownTest)
#include "markdown_test.moc"
