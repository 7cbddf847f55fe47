#include "engine/text/kept_turns.h"

#include <algorithm>

namespace gh {

namespace {

// The messages without `dropped` ones behind the system message.
std::vector<ChatMessage> without(const std::vector<ChatMessage>& messages, std::size_t system, std::size_t dropped,
                                 bool foldSystem) {
    std::vector<ChatMessage> kept;
    kept.reserve(messages.size() - dropped);
    if (!foldSystem) kept.assign(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(system));
    kept.insert(kept.end(), messages.begin() + static_cast<std::ptrdiff_t>(system + dropped), messages.end());
    if (!foldSystem || system == 0) return kept;
    const auto first = std::find_if(kept.begin(), kept.end(), [](const ChatMessage& m) { return m.role == "user"; });
    if (first != kept.end()) first->content = messages.front().content + "\n\n" + first->content;
    return kept;
}

}  // namespace

Result<KeptPrompt> keepNewestTurns(const std::vector<ChatMessage>& messages, const PromptRoom& room, bool foldSystem,
                                   const PromptMaker& make) {
    const std::size_t system = !messages.empty() && messages.front().role == "system" ? 1 : 0;
    // How many messages are dropped where each turn is the first that stays.
    std::vector<std::size_t> cuts{0};
    for (std::size_t i = system + 1; i < messages.size(); ++i)
        if (messages[i].role == "user") cuts.push_back(i - system);

    const auto promptAt = [&](std::size_t cut) -> Result<KeptPrompt> {
        auto chat = make(without(messages, system, cuts[cut], foldSystem));
        if (!chat) return chat.error();
        return KeptPrompt{std::move(*chat), cuts[cut]};
    };
    const auto within = [](const Result<KeptPrompt>& prompt, std::size_t most) {
        return prompt.ok() && prompt->chat.ids.size() <= most;
    };
    auto best = promptAt(0);
    if (!best || within(best, room.most) || cuts.size() == 1) return best;
    const auto before = std::upper_bound(cuts.begin(), cuts.end(), room.droppedBefore) - cuts.begin() - 1;
    std::size_t tooLong = static_cast<std::size_t>(before), shortest = cuts.size() - 1;
    if (before > 0) {
        best = promptAt(tooLong);
        if (!best || within(best, room.most) || tooLong == shortest) return best;
    }
    best = promptAt(shortest);
    while (within(best, room.target) && shortest - tooLong > 1) {
        const std::size_t middle = tooLong + (shortest - tooLong) / 2;
        auto prompt = promptAt(middle);
        if (!prompt) return prompt;
        if (within(prompt, room.target)) {
            shortest = middle;
            best = std::move(prompt);
        } else {
            tooLong = middle;
        }
    }
    return best;
}

PromptRoom roomFor(std::size_t contextLimit, int maxTokens, std::size_t written, std::size_t droppedBefore) {
    std::size_t reply = std::max<std::size_t>(contextLimit / 4, 1);
    if (maxTokens >= 0) reply = std::min(reply, static_cast<std::size_t>(maxTokens));
    const auto left = [&](std::size_t taken) { return contextLimit - std::min(contextLimit, taken); };
    return {left(reply + written), std::min(left(reply + written), left(contextLimit / 2 + written)), droppedBefore};
}

}  // namespace gh
