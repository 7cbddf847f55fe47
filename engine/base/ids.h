// Identifiers that cross layers. Strong types, so that a request is never taken for a model.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace gh {

template <class Tag>
struct Id {
    std::uint64_t value = 0;  // 0 = none
    auto operator<=>(const Id&) const = default;
    explicit operator bool() const { return value != 0; }
};

using ModelId = Id<struct ModelTag>;
using RequestId = Id<struct RequestTag>;
using ConversationId = Id<struct ConversationTag>;  // owner of a sequence that stays cached between turns
using TokenId = std::int32_t;

}  // namespace gh

template <class Tag>
struct std::hash<gh::Id<Tag>> {
    std::size_t operator()(gh::Id<Tag> id) const noexcept { return std::hash<std::uint64_t>()(id.value); }
};
