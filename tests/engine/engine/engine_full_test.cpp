// A full context where the oldest turns may go: the answer is that of a chat that never had them, and a reply that fills
// the context goes on as if it had been begun without them.
#include <gtest/gtest.h>

#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

constexpr int kLimit = 128;
constexpr ConversationId kChat{1};

class EngineFull : public testing::Test {
protected:
    void SetUp() override {
        TinyOptions options = tinyOptions("llama", kernels::StorageType::Q8_0);
        options.chatTemplate = "{% for m in messages %}<{{ m.role }}>{{ m.content }};{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}";
        LoadOptions load;
        load.contextTokens = kLimit;
        ASSERT_TRUE(driver.load(tinyModelFile(options), load));
    }
    RequestFinished run(std::vector<ChatMessage> messages, int maxTokens, WhenFull whenFull, std::vector<TokenId> continued = {},
                        ConversationId conversation = {}) {
        SubmitRequest request;
        request.request = last = Engine::newRequestId();
        request.model = driver.model();
        request.conversation = conversation;
        request.prompt = std::move(messages);
        request.sampler = EngineDriver::noEnd();
        request.maxTokens = maxTokens;
        request.whenFull = whenFull;
        request.continued = std::move(continued);
        driver.post(std::move(request));
        return driver.finish(last);
    }
    std::string text() const {
        std::string all;
        for (const auto& token : driver.eventsOf<TokenProduced>(last)) all += token.text;
        return all;
    }
    RequestStarted started() const { return driver.eventsOf<RequestStarted>(last).at(0); }

    EngineDriver driver;
    RequestId last;
};

TEST_F(EngineFull, TheAnswerIsThatOfAChatWithTheKeptTurnsAlone) {
    std::vector<ChatMessage> chat{{"system", "be brief", {}}};
    bool dropped = false;
    for (int turn = 0; turn < 8; ++turn) {
        chat.push_back({"user", "question " + std::to_string(turn), {}});
        const auto reply = run(chat, 12, WhenFull::DropOldest, {}, kChat);
        ASSERT_FALSE(reply.error) << reply.error->message();
        EXPECT_EQ(reply.reason, StopReason::MaxTokens);
        const auto start = started();
        const std::string words = text() + reply.text;
        EXPECT_LE(start.promptIds.size() + 12, std::size_t(kLimit));
        std::vector<ChatMessage> kept = chat;
        kept.erase(kept.begin() + 1, kept.begin() + 1 + start.droppedMessages);
        EXPECT_EQ(kept.front().role, "system");
        EXPECT_EQ(kept.at(1).role, "user");
        dropped = dropped || start.droppedMessages > 0;
        const auto alone = run(kept, 12, WhenFull::Stop);
        EXPECT_EQ(started().promptIds, start.promptIds) << "turn " << turn;
        EXPECT_EQ(alone.ids, reply.ids) << "turn " << turn;
        chat.push_back({"assistant", words, reply.ids});
    }
    EXPECT_TRUE(dropped);
    // Without leave to drop the same chat is refused.
    chat.push_back({"user", "and now?", {}});
    EXPECT_EQ(run(chat, 12, WhenFull::Stop).reason, StopReason::Failed);
}

TEST_F(EngineFull, AReplyThatFillsTheContextGoesOn) {
    const std::vector<ChatMessage> chat{{"user", "a long question that comes first", {}}, {"assistant", "yes", {}}, {"user", "go", {}}};
    const auto first = run(chat, -1, WhenFull::DropOldest, {}, kChat);
    ASSERT_EQ(first.reason, StopReason::ContextFull);
    EXPECT_EQ(started().droppedMessages, 0u);
    const auto on = run(chat, 5, WhenFull::DropOldest, first.ids, kChat);
    EXPECT_EQ(on.reason, StopReason::MaxTokens);
    EXPECT_EQ(started().droppedMessages, 2u);
    EXPECT_EQ(on.ids.size(), first.ids.size() + 5);
    EXPECT_EQ(run({chat.back()}, 5, WhenFull::Stop, first.ids).ids, on.ids);
    // With nothing left to drop it has ended, without an error.
    const auto full = run({chat.back()}, -1, WhenFull::DropOldest, on.ids);
    ASSERT_EQ(full.reason, StopReason::ContextFull);
    const auto end = run({chat.back()}, -1, WhenFull::DropOldest, full.ids);
    EXPECT_EQ(end.reason, StopReason::ContextFull);
    EXPECT_EQ(end.stats.generated, 0u);
    EXPECT_EQ(end.ids, full.ids);
    EXPECT_FALSE(end.error);
}

}  // namespace
}  // namespace gh::test
