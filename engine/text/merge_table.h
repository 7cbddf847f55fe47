// The merges of byte-level BPE as one flat table: (left id, right id) to (rank, merged id).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/result.h"
#include "engine/text/vocabulary.h"

namespace gh {

class MergeTable {
public:
    struct Merge {
        std::uint32_t rank = 0;
        TokenId result = -1;
    };
    // Reads tokenizer.ggml.merges. Merges may pass through strings that are no tokens; those get ids from
    // vocabulary.size() on, which never leave the tokenizer. Errors (BadFile) name the merge.
    static Result<MergeTable> read(const ModelFile& file, const Vocabulary& vocabulary);

    const Merge* find(TokenId left, TokenId right) const {
        const std::uint64_t key = keyOf(left, right);
        for (std::size_t i = slotOf(key);; i = (i + 1) & (m_slots.size() - 1)) {
            if (m_slots[i].key == key) return &m_slots[i].merge;
            if (m_slots[i].key == kFree) return nullptr;
        }
    }

private:
    static constexpr std::uint64_t kFree = ~0ull;
    struct Slot {
        std::uint64_t key = kFree;
        Merge merge;
    };
    static std::uint64_t keyOf(TokenId left, TokenId right) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32 |
               static_cast<std::uint32_t>(right);
    }
    std::size_t slotOf(std::uint64_t key) const {
        return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ull) >> m_shift);
    }

    std::vector<Slot> m_slots;
    int m_shift = 63;
};

}  // namespace gh
