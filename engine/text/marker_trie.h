// Finds the vocabulary's markers (control and user-defined tokens) in a text: the leftmost, and there the
// longest that is allowed. One node a byte; children hang on a list, as markers share long beginnings and
// fork rarely.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"

namespace gh {

class MarkerTrie {
public:
    MarkerTrie() { m_roots.fill(-1); }

    // The first id given for a text stays.
    void add(std::string_view text, TokenId id);

    // Longest marker at text[pos] for which allowed(id, length) holds: its id and length, or {-1, 0}.
    struct Hit {
        TokenId id = -1;
        std::size_t length = 0;
    };
    template <class Allowed>
    Hit longest(std::string_view text, std::size_t pos, Allowed allowed) const {
        Hit hit;
        std::int32_t node = m_roots[static_cast<unsigned char>(text[pos])];
        for (std::size_t i = pos + 1; node >= 0; ++i) {
            const TokenId id = m_nodes[static_cast<std::size_t>(node)].id;
            if (id >= 0 && allowed(id, i - pos)) hit = {id, i - pos};
            if (i >= text.size()) break;
            node = child(node, static_cast<unsigned char>(text[i]));
        }
        return hit;
    }

private:
    struct Node {
        TokenId id = -1;
        std::int32_t firstChild = -1, sibling = -1;
        unsigned char byte = 0;
    };
    std::int32_t child(std::int32_t node, unsigned char byte) const {
        std::int32_t c = m_nodes[static_cast<std::size_t>(node)].firstChild;
        while (c >= 0 && m_nodes[static_cast<std::size_t>(c)].byte != byte) {
            c = m_nodes[static_cast<std::size_t>(c)].sibling;
        }
        return c;
    }

    std::array<std::int32_t, 256> m_roots;
    std::vector<Node> m_nodes;
};

}  // namespace gh
