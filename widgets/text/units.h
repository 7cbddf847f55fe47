// Numbers as people read them: translated units, the user's grouping and decimal mark, the exact figure for a hover.
#pragma once

#include <cstdint>
#include <QLocale>
#include <QString>

namespace gh::widgets::units {

// A figure and its unit, apart, because the unit is set smaller and muted.
struct Figure {
    QString value, unit;
    QString text() const { return unit.isEmpty() ? value : value + QChar(0x00a0) + unit; }  // does not break between
};

// The user's locale, but with digits grouped even where the C locale would not.
QLocale locale();

QString count(std::uint64_t n);                          // 1,306
QString number(double value, int decimals);              // 0.50, grouped
QString range(std::uint64_t first, std::uint64_t last);  // 1,184–1,199, or one number when they are equal
Figure bytes(std::uint64_t n, int decimals = 1);         // B, KiB, MiB, GiB, TiB (powers of 1,024)
QString exactBytes(std::uint64_t n);                     // 57,139,200 B
Figure milliseconds(double ms);                          // three digits that matter; s from 10,000 ms on
Figure tokensPerSecond(double rate);                     // tok/s
Figure bytesPerSecond(double rate);                      // GB/s (powers of 1,000, as memory is sold)
Figure operationsPerSecond(double rate);                 // GFLOP/s
Figure percent(double share, int decimals = 1);          // 0.605 -> 60.5 %
QString blocks(std::uint64_t n);                         // "1 block", "82 blocks"
QString tokens(std::uint64_t n);
QString layers(int n);
QString messages(std::uint64_t n);
QString words(std::uint64_t n);

}  // namespace gh::widgets::units
