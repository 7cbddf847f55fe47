// Text of tokens. A piece is bytes and may hold a part of a character, so pieces are joined before they are decoded.
#pragma once

#include <cstdint>
#include <optional>
#include <QString>

#include "engine/telemetry/snapshot.h"

namespace gh::widgets {

using TokenLog = telemetry::LogView<telemetry::TokenFacts>;

// nullptr: the snapshot holds no such sequence.
const TokenLog* tokensOf(const telemetry::Snapshot& snapshot, std::uint64_t sequence);

// The text of positions first..last (inclusive, cut to what is kept). A character that is cut at either end is left
// out; bytes that are no UTF-8 inside become U+FFFD.
QString textOf(const TokenLog& tokens, std::uint32_t first, std::uint32_t last);

// On one line, as a label shows it: line ends and tabs become visible signs.
QString onOneLine(QString text);

// Steps that computed positions first..last: smallest and largest; {0, 0} when none has been computed.
struct StepRange { std::uint64_t first = 0, last = 0; };
StepRange stepsOf(const TokenLog& tokens, std::uint32_t first, std::uint32_t last);

// Positions that steps first..last computed; nothing when there are none. Positions enter the cache in order, so
// they are one run.
struct PositionRange { std::uint32_t first = 0, last = 0; };
std::optional<PositionRange> positionsOf(const TokenLog& tokens, std::uint64_t firstStep, std::uint64_t lastStep);

}  // namespace gh::widgets
