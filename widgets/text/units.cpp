#include "widgets/text/units.h"

#include <array>
#include <cmath>

#include <QCoreApplication>

namespace gh::widgets::units {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Units)
};

// Three digits that matter, at most `most` decimals.
int decimalsFor(double value, int most = 2) {
    const double size = std::abs(value);
    return size >= 99.95 ? 0 : size >= 9.995 ? std::min(1, most) : most;
}

QString plural(std::uint64_t n, const char* text) {
    // Qt chooses the form by an int; the figure itself is grouped by us, so the text has %1 and not %n.
    return Text::tr(text, nullptr, static_cast<int>(std::min<std::uint64_t>(n, 1'000'000'000))).arg(count(n));
}

// English has two forms and no translation file of its own when none is loaded.
QString pluralOr(std::uint64_t n, const char* text, const char* one, const char* many) {
    const QString translated = plural(n, text);
    const QString untranslated = QString::fromUtf8(text).arg(count(n));
    return translated != untranslated ? translated : QString::fromUtf8(n == 1 ? one : many).arg(count(n));
}

// Qt takes a language's least number of digits before the first separator (2 in Bulgarian: 1234, but 12 345) for every
// group, and writes "9584 640".
QString wellGrouped(QString text) {
    constexpr qsizetype kGroup = 3;
    const QString separator = locale().groupSeparator();
    const qsizetype at = separator.isEmpty() ? -1 : text.indexOf(separator);
    const qsizetype digits = at - (at > 0 && !text[0].isDigit() ? 1 : 0);   // a sign stands before them
    if (digits > kGroup) text.insert(at - kGroup, separator);
    return text;
}

}  // namespace

QLocale locale() {
    QLocale locale;
    locale.setNumberOptions(locale.numberOptions() & ~QLocale::OmitGroupSeparator);
    return locale;
}

QString count(std::uint64_t n) { return wellGrouped(locale().toString(static_cast<qulonglong>(n))); }

QString number(double value, int decimals) {
    // A small negative that rounds to nothing must not read "-0.0".
    const double scale = std::pow(10.0, decimals);
    return wellGrouped(locale().toString(std::round(value * scale) == 0 ? 0.0 : value, 'f', decimals));
}

QString range(std::uint64_t first, std::uint64_t last) {
    return first == last ? count(first) : count(first) + QChar(0x2013) + count(last);
}

Figure bytes(std::uint64_t n, int decimals) {
    static constexpr std::array<const char*, 5> kUnits = {
        QT_TRANSLATE_NOOP("Units", "B"), QT_TRANSLATE_NOOP("Units", "KiB"), QT_TRANSLATE_NOOP("Units", "MiB"),
        QT_TRANSLATE_NOOP("Units", "GiB"), QT_TRANSLATE_NOOP("Units", "TiB")};
    if (n < 1024) return {count(n), Text::tr(kUnits[0])};
    double value = static_cast<double>(n);
    std::size_t unit = 0;
    // Half a last digit below 1,024 already rounds up to it.
    const double limit = 1024 - 0.5 * std::pow(10.0, -decimals);
    while (value >= limit && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    return {number(value, decimals), Text::tr(kUnits[unit])};
}

QString exactBytes(std::uint64_t n) { return count(n) + QChar(0x00a0) + Text::tr("B"); }

Figure milliseconds(double ms) {
    if (ms >= 9'999.5) return {number(ms / 1000, decimalsFor(ms / 1000, 1)), Text::tr("s", "seconds")};
    return {number(ms, decimalsFor(ms)), Text::tr("ms")};
}

Figure tokensPerSecond(double rate) { return {number(rate, decimalsFor(rate, 1)), Text::tr("tok/s")}; }
Figure bytesPerSecond(double rate) { return {number(rate / 1e9, decimalsFor(rate / 1e9)), Text::tr("GB/s")}; }
Figure operationsPerSecond(double rate) { return {number(rate / 1e9, decimalsFor(rate / 1e9)), Text::tr("GFLOP/s")}; }
Figure percent(double share, int decimals) { return {number(share * 100, decimals), Text::tr("%")}; }

QString blocks(std::uint64_t n) {
    return pluralOr(n, QT_TRANSLATE_N_NOOP("Units", "%1 block(s)"), "%1 block", "%1 blocks");
}
QString tokens(std::uint64_t n) {
    return pluralOr(n, QT_TRANSLATE_N_NOOP("Units", "%1 token(s)"), "%1 token", "%1 tokens");
}
QString layers(int n) {
    return pluralOr(static_cast<std::uint64_t>(n), QT_TRANSLATE_N_NOOP("Units", "%1 layer(s)"), "%1 layer",
                    "%1 layers");
}
QString messages(std::uint64_t n) {
    return pluralOr(n, QT_TRANSLATE_N_NOOP("Units", "%1 message(s)"), "%1 message", "%1 messages");
}
QString words(std::uint64_t n) {
    return pluralOr(n, QT_TRANSLATE_N_NOOP("Units", "%1 word(s)"), "%1 word", "%1 words");
}

}  // namespace gh::widgets::units
