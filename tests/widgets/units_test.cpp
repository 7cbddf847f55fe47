// Numbers as people read them, and the text of tokens.
#include <QtTest>

#include "widgets/text/pieces.h"
#include "widgets/text/units.h"

using namespace gh::widgets;
namespace telemetry = gh::telemetry;

namespace {

TokenLog logOf(const std::vector<std::pair<std::string, std::uint64_t>>& pieces) {
    telemetry::ChunkedLog<telemetry::TokenFacts> log;
    for (const auto& [text, step] : pieces) {
        telemetry::TokenFacts facts;
        facts.text = text;
        facts.step = step;
        log.append(facts);
    }
    return log.view();
}

const QString kSpace = QString(QChar(0x00a0));

}  // namespace

class UnitsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void bytes() {
        QCOMPARE(units::bytes(0).text(), "0" + kSpace + "B");
        QCOMPARE(units::bytes(1023).text(), "1,023" + kSpace + "B");
        QCOMPARE(units::bytes(1024).text(), "1.0" + kSpace + "KiB");
        QCOMPARE(units::bytes(57'139'200, 2).text(), "54.49" + kSpace + "MiB");
        QCOMPARE(units::bytes(1'048'575).text(), "1.0" + kSpace + "MiB");   // not "1,024.0 KiB"
        QCOMPARE(units::bytes(3ull << 30).text(), "3.0" + kSpace + "GiB");
        QCOMPARE(units::bytes(5ull << 50).unit, QString("TiB"));
        QCOMPARE(units::exactBytes(57'139'200), "57,139,200" + kSpace + "B");
    }
    void times() {
        QCOMPARE(units::milliseconds(0.123).text(), "0.12" + kSpace + "ms");
        QCOMPARE(units::milliseconds(6.714).text(), "6.71" + kSpace + "ms");
        QCOMPARE(units::milliseconds(9.996).text(), "10.0" + kSpace + "ms");
        QCOMPARE(units::milliseconds(84.2).text(), "84.2" + kSpace + "ms");
        QCOMPARE(units::milliseconds(1234.4).text(), "1,234" + kSpace + "ms");
        QCOMPARE(units::milliseconds(12'340).text(), "12.3" + kSpace + "s");
    }
    void ratesAndShares() {
        QCOMPARE(units::tokensPerSecond(149.3).text(), "149" + kSpace + "tok/s");
        QCOMPARE(units::tokensPerSecond(9.31).text(), "9.3" + kSpace + "tok/s");
        QCOMPARE(units::bytesPerSecond(33.04e9).text(), "33.0" + kSpace + "GB/s");
        QCOMPARE(units::operationsPerSecond(412e9).text(), "412" + kSpace + "GFLOP/s");
        QCOMPARE(units::percent(0.605).text(), "60.5" + kSpace + "%");
        QCOMPARE(units::percent(-0.0001).text(), "0.0" + kSpace + "%");
    }
    void counts() {
        QCOMPARE(units::count(1306), QString("1,306"));
        QCOMPARE(units::range(1184, 1199), QString("1,184–1,199"));
        QCOMPARE(units::range(7, 7), QString("7"));
        QCOMPARE(units::blocks(1), QString("1 block"));
        QCOMPARE(units::blocks(1306), QString("1,306 blocks"));
        QCOMPARE(units::tokens(16), QString("16 tokens"));
        QCOMPARE(units::layers(1), QString("1 layer"));
    }
    void otherLocales() {
        QLocale::setDefault(QLocale(QLocale::Bulgarian, QLocale::Bulgaria));
        QCOMPARE(units::bytes(57'139'200, 2).value, QString("54,49"));
        // Bulgarian groups from five digits on, and then every group.
        for (const auto& [n, text] : std::initializer_list<std::pair<std::uint64_t, const char*>>{
                 {1234, "1234"}, {12'345, "12 345"}, {123'456, "123 456"}, {9'584'640, "9 584 640"},
                 {12'345'678, "12 345 678"}, {1'234'567'890, "1 234 567 890"}, {1'234'567'890'123, "1 234 567 890 123"}})
            QCOMPARE(units::count(n).replace(QChar(0x00a0), ' '), QString(text));
        QCOMPARE(units::number(9'584'640.5, 1).replace(QChar(0x00a0), ' '), QString("9 584 640,5"));
        QCOMPARE(units::number(-9'584'640, 0).replace(QChar(0x00a0), ' '), QString("-9 584 640"));
        QLocale::setDefault(QLocale::c());
        QCOMPARE(units::count(1306), QString("1,306"));   // grouped even where the C locale would not
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }

    void piecesAreJoinedBeforeTheyAreDecoded() {
        const TokenLog log = logOf({{" na", 1}, {"\xc3", 2}, {"\xaf", 3}, {"ve", 4}});
        QCOMPARE(textOf(log, 0, 3), QString(" naïve"));
        QCOMPARE(textOf(log, 0, 1), QString(" na"));         // the cut character is left out
        QCOMPARE(textOf(log, 2, 3), QString("ve"));
        QCOMPARE(textOf(log, 0, 99), QString(" naïve"));     // cut to what is there
        QCOMPARE(textOf(logOf({{"a\xff", 1}, {"b", 1}}), 0, 1), QString("a\ufffd" "b"));
        QCOMPARE(textOf(logOf({{"\xf0\x9f\x8c", 1}}), 0, 0), QString());
        QCOMPARE(onOneLine("a\nb\tc\x01"), QString("a↵b→c\ufffd"));
    }
    void stepsAndPositionsFindEachOther() {
        const TokenLog log = logOf({{"a", 3}, {"b", 3}, {"c", 4}, {"d", 7}, {"e", 0}});
        QCOMPARE(stepsOf(log, 0, 2).first, 3u);
        QCOMPARE(stepsOf(log, 0, 3).last, 7u);
        QCOMPARE(stepsOf(log, 4, 4).first, 0u);              // not computed yet
        const auto range = positionsOf(log, 4, 9);
        QVERIFY(range);
        QCOMPARE(range->first, 2u);
        QCOMPARE(range->last, 3u);
        QVERIFY(!positionsOf(log, 8, 9));
    }
};

QTEST_GUILESS_MAIN(UnitsTest)
#include "units_test.moc"
