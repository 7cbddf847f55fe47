// What a screen reader sees of the chat: a list of messages, each with its text and its actions.
#pragma once

#include <cstddef>
#include <QAccessible>

namespace gh::app {

class ChatView;

void installChatAccessibility();  // once is enough
void notifyChatChild(ChatView* view, std::size_t index, QAccessible::Event event);

}  // namespace gh::app
