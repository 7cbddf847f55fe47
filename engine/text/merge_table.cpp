#include "engine/text/merge_table.h"

#include <bit>
#include <limits>

#include "engine/model/model_file.h"

namespace gh {

Result<MergeTable> MergeTable::read(const ModelFile& file, const Vocabulary& vocabulary) {
    constexpr const char* kMerges = "tokenizer.ggml.merges";
    const auto merges = file.strings(kMerges);
    if (!merges) return merges.error();
    if (merges->size() > std::numeric_limits<std::uint32_t>::max() / 4) {
        return Error{ErrorCode::BadFile, kMerges, "more merges than any vocabulary has"};
    }

    MergeTable table;
    const std::size_t slots = std::bit_ceil(merges->size() * 2 + 2);
    table.m_slots.assign(slots, {});
    table.m_shift = 64 - std::countr_zero(slots);

    std::unordered_map<std::string, TokenId> between;
    std::string joined;
    const auto idOf = [&](std::string_view text) -> TokenId {
        const TokenId id = vocabulary.findText(text);
        if (id >= 0) return id;
        const auto [it, added] = between.try_emplace(std::string(text), 0);
        if (added) it->second = vocabulary.size() + static_cast<TokenId>(between.size()) - 1;
        return it->second;
    };
    for (std::size_t rank = 0; rank < merges->size(); ++rank) {
        const std::string_view merge = (*merges)[rank];
        // The space stands between two parts of one character or more; a part may itself begin with a space.
        const std::size_t space = merge.find(' ', 1);
        if (space == std::string_view::npos || space + 1 >= merge.size()) {
            return Error{ErrorCode::BadFile, kMerges,
                         "merge " + std::to_string(rank) + " is \"" + std::string(merge.substr(0, 100)) +
                             "\", expected two parts with a space between them"};
        }
        const std::string_view left = merge.substr(0, space), right = merge.substr(space + 1);
        joined.assign(left).append(right);
        const std::uint64_t key = keyOf(idOf(left), idOf(right));
        std::size_t i = table.slotOf(key);
        while (table.m_slots[i].key != kFree && table.m_slots[i].key != key) i = (i + 1) & (slots - 1);
        if (table.m_slots[i].key == kFree) {
            table.m_slots[i] = {key, {static_cast<std::uint32_t>(rank), idOf(joined)}};
        }
    }
    return table;
}

}  // namespace gh
