// Distances and fonts of a message's lines, shared by its layout and its painting.
#pragma once

#include <cmath>
#include <QFont>

#include "app/chat/markdown.h"
#include "widgets/theme.h"

namespace gh::app::measures {

constexpr double kListIndent = 28;  // holds "99."
constexpr double kMarkerGap = 7;    // between a bullet or number and its text
constexpr double kQuoteIndent = 14;
constexpr double kCodePadding = 12;
constexpr double kCodeHead = 20;  // where a block's language and copy button stand
constexpr double kBlockGap = 10, kItemGap = 4;
constexpr double kCellX = 10, kCellY = 4;
constexpr double kThoughtIcon = 22;

inline QFont fontOf(const SourceLine& part) {
    widgets::Theme& theme = widgets::Theme::instance();
    switch (part.kind) {
        case LineKind::Code:
            return theme.mono("body");
        case LineKind::Heading: {
            QFont font = theme.font("chat", "semibold");
            if (part.level <= 2) font.setPixelSize(font.pixelSize() + (part.level == 1 ? 4 : 2));
            return font;
        }
        default:
            return theme.font("chat");
    }
}

inline double rowHeightOf(const SourceLine& part) {
    const QFont font = fontOf(part);
    // 1.55 of the size (tokens.json) over the font's own 1.21 would crowd capitals with accents; a hair more
    // air.
    return part.kind == LineKind::Code ? std::round(font.pixelSize() * 1.4)
                                       : std::round(font.pixelSize() * 1.72);
}

// Where the text of a line begins: behind its bullet, the bars of quotes, the bar of a thought.
inline double indentOf(const SourceLine& part) {
    const bool inThought = part.thought >= 0 && part.kind != LineKind::Thought;
    const double bars = kQuoteIndent * (part.quote + inThought);
    switch (part.kind) {
        case LineKind::Code:
            return bars + kCodePadding;
        case LineKind::Item:
            return bars + kListIndent * (part.level + 1);
        default:
            return bars;
    }
}

}  // namespace gh::app::measures
