// Which turns stay in a prompt that would be too long. Here a message has as many tokens as its text has letters.
#include <gtest/gtest.h>

#include "engine/text/kept_turns.h"

namespace gh::test {
namespace {

using Messages = std::vector<ChatMessage>;

Result<ChatIds> letters(const Messages& messages) {
    ChatIds chat;
    for (const ChatMessage& m : messages) chat.ids.insert(chat.ids.end(), m.content.begin(), m.content.end());
    return chat;
}

std::string kept(const Messages& messages, PromptRoom room, bool foldSystem = false) {
    const auto prompt = keepNewestTurns(messages, room, foldSystem, letters);
    if (!prompt) return prompt.error().message();
    return std::to_string(prompt->dropped) + ":" + std::string(prompt->chat.ids.begin(), prompt->chat.ids.end());
}

const Messages kChat{{"system", "SS", {}},     {"user", "aaaa", {}}, {"assistant", "AAAA", {}}, {"user", "bb", {}},
                     {"assistant", "BB", {}}, {"user", "cc", {}},   {"assistant", "CC", {}},   {"user", "d", {}}};

TEST(KeptTurns, AllStayWhereTheyFit) {
    EXPECT_EQ(kept(kChat, {}), "0:SSaaaaAAAAbbBBccCCd");
    EXPECT_EQ(kept(kChat, {19, 0, 0}), "0:SSaaaaAAAAbbBBccCCd");
}

TEST(KeptTurns, TheOldestGoWholeAndNoMoreThanTheTargetAsks) {
    EXPECT_EQ(kept(kChat, {18, 18, 0}), "2:SSbbBBccCCd");
    EXPECT_EQ(kept(kChat, {18, 11, 0}), "2:SSbbBBccCCd");
    EXPECT_EQ(kept(kChat, {18, 10, 0}), "4:SSccCCd");
    EXPECT_EQ(kept(kChat, {18, 6, 0}), "6:SSd");
    EXPECT_EQ(kept(kChat, {1, 0, 0}), "6:SSd");  // the shortest there is
}

TEST(KeptTurns, ACutStaysWhileItIsEnough) {
    EXPECT_EQ(kept(kChat, {18, 3, 2}), "2:SSbbBBccCCd");
    EXPECT_EQ(kept(kChat, {10, 7, 2}), "4:SSccCCd");
    EXPECT_EQ(kept(kChat, {19, 3, 4}), "0:SSaaaaAAAAbbBBccCCd");  // the context is longer now
    EXPECT_EQ(kept(kChat, {18, 18, 99}), "6:SSd");
}

TEST(KeptTurns, WithoutSystemRoleItsTextGoesWithTheFirstThatStays) {
    EXPECT_EQ(kept(kChat, {}, true), "0:SS\n\naaaaAAAAbbBBccCCd");
    EXPECT_EQ(kept(kChat, {13, 13, 0}, true), "2:SS\n\nbbBBccCCd");
    EXPECT_EQ(kept({{"user", "aa", {}}, {"assistant", "A", {}}, {"user", "b", {}}}, {2, 2, 0}, true), "2:b");
}

TEST(KeptTurns, WhateverStandsAloneStays) {
    EXPECT_EQ(kept({{"user", "aaaa", {}}}, {1, 1, 0}), "0:aaaa");
    EXPECT_EQ(kept({}, {1, 1, 0}), "0:");
    EXPECT_EQ(kept({{"assistant", "AA", {}}, {"user", "b", {}}}, {1, 1, 0}), "1:b");
}

TEST(KeptTurns, ErrorsOfTheTemplateAreHandedOn) {
    const auto prompt = keepNewestTurns(kChat, {}, false, [](const Messages&) -> Result<ChatIds> {
        return Error{ErrorCode::Template, "chat template", "no"};
    });
    ASSERT_FALSE(prompt.ok());
    EXPECT_EQ(prompt.error().code, ErrorCode::Template);
}

TEST(KeptTurns, FewAreAsked) {
    Messages many;
    for (int i = 0; i < 1000; ++i) many.push_back({i % 2 ? "assistant" : "user", "x", {}});
    many.push_back({"user", "x", {}});
    int asked = 0;
    const auto prompt = keepNewestTurns(many, {500, 250, 0}, false, [&](const Messages& m) {
        ++asked;
        return letters(m);
    });
    ASSERT_TRUE(prompt.ok());
    EXPECT_EQ(prompt->chat.ids.size(), 249u);  // whole turns: 752 of them gone
    EXPECT_EQ(prompt->dropped, 752u);
    EXPECT_LE(asked, 12);
}

TEST(KeptTurns, RoomForAReply) {
    EXPECT_EQ(roomFor(1000, -1, 0, 0).most, 750u);
    EXPECT_EQ(roomFor(1000, 100, 0, 0).most, 900u);
    EXPECT_EQ(roomFor(1000, 400, 0, 0).most, 750u);
    EXPECT_EQ(roomFor(1000, -1, 300, 0).most, 450u);
    EXPECT_EQ(roomFor(1000, -1, 300, 0).target, 200u);
    EXPECT_EQ(roomFor(1000, -1, 1001, 0).most, 0u);
}

}  // namespace
}  // namespace gh::test
