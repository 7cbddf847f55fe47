// Measures that the chat view's own sources share, in logical pixels.
#pragma once

namespace gh::app::chat_view {

constexpr double kGap = 20, kBubbleGap = 6;  // between messages; behind a bubble
constexpr double kLineHeight = 28;           // of the line where the prompt begins

}  // namespace gh::app::chat_view
