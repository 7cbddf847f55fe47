#include "engine/text/marker_trie.h"

namespace gh {

void MarkerTrie::add(std::string_view text, TokenId id) {
    if (text.empty()) return;
    const auto make = [&](unsigned char byte) {
        m_nodes.push_back({-1, -1, -1, byte});
        return static_cast<std::int32_t>(m_nodes.size() - 1);
    };
    const auto first = static_cast<unsigned char>(text[0]);
    if (m_roots[first] < 0) m_roots[first] = make(first);
    std::int32_t node = m_roots[first];
    for (std::size_t i = 1; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        std::int32_t next = child(node, byte);
        if (next < 0) {
            next = make(byte);
            Node& parent = m_nodes[static_cast<std::size_t>(node)];
            m_nodes[static_cast<std::size_t>(next)].sibling = parent.firstChild;
            parent.firstChild = next;
        }
        node = next;
    }
    TokenId& stored = m_nodes[static_cast<std::size_t>(node)].id;
    if (stored < 0) stored = id;
}

}  // namespace gh
