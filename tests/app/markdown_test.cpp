// Lines and inline marks of the Markdown that models write, and that every drawn character knows its source.
#include <QTest>

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
    void hostileInputIsFast() {
        for (const QString& unit :
             {QString("*a"), QString("`"), QString("["), QString("**_"), QString("](")}) {
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
