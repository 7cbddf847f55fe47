#include "widgets/text/pieces.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace gh::widgets {
namespace {

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

// Length of the character that the lead byte announces; 1 for what is no lead byte.
std::size_t announced(char byte) {
    const auto b = static_cast<unsigned char>(byte);
    return b >= 0xf0 ? 4 : b >= 0xe0 ? 3 : b >= 0xc0 ? 2 : 1;
}

// What remains of the bytes when a character that is cut at either end is left out.
std::string_view wholeCharacters(std::string_view bytes) {
    while (!bytes.empty() && continues(bytes.front())) bytes.remove_prefix(1);
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, bytes.size()); ++back) {
        const char byte = bytes[bytes.size() - back];
        if (continues(byte)) continue;
        if (announced(byte) > back) bytes.remove_suffix(back);
        break;
    }
    return bytes;
}

}  // namespace

const TokenLog* tokensOf(const telemetry::Snapshot& snapshot, std::uint64_t sequence) {
    if (!snapshot.tokens) return nullptr;
    for (const telemetry::SequenceTokens& entry : *snapshot.tokens)
        if (entry.key == sequence) return &entry.tokens;
    return nullptr;
}

QString textOf(const TokenLog& tokens, std::uint32_t first, std::uint32_t last) {
    std::string bytes;
    for (std::uint64_t i = std::max<std::uint64_t>(first, tokens.first()); i <= last && i < tokens.end(); ++i)
        bytes.append(tokens.find(i)->text);
    const std::string_view whole = wholeCharacters(bytes);
    return QString::fromUtf8(whole.data(), static_cast<qsizetype>(whole.size()));
}

QString onOneLine(QString text) {
    text.replace("\r\n", QString(QChar(0x21b5)));
    text.replace('\n', QChar(0x21b5));
    text.replace('\t', QChar(0x2192));
    for (QChar& c : text)
        if (c.unicode() < 0x20 || c.unicode() == 0x7f) c = QChar(0xfffd);
    return text;
}

StepRange stepsOf(const TokenLog& tokens, std::uint32_t first, std::uint32_t last) {
    StepRange range;
    for (std::uint64_t i = std::max<std::uint64_t>(first, tokens.first()); i <= last && i < tokens.end(); ++i) {
        const std::uint64_t step = tokens.find(i)->step;
        if (step == 0) continue;
        range.first = range.first == 0 ? step : std::min(range.first, step);
        range.last = std::max(range.last, step);
    }
    return range;
}

std::optional<PositionRange> positionsOf(const TokenLog& tokens, std::uint64_t firstStep, std::uint64_t lastStep) {
    std::optional<PositionRange> range;
    for (std::uint64_t i = tokens.first(); i < tokens.end(); ++i) {
        const std::uint64_t step = tokens.find(i)->step;
        if (step < firstStep || step > lastStep || step == 0) continue;
        const auto position = static_cast<std::uint32_t>(i);
        if (!range) range = PositionRange{position, position};
        range->last = position;
    }
    return range;
}

}  // namespace gh::widgets
