// One selection over all panels: what is chosen in one is highlighted in every other.
#pragma once

#include <QObject>
#include <cstdint>
#include <optional>

namespace gh::widgets {

struct Selection {
    // Tokens of one sequence (SequenceFacts::key), inclusive positions; what a block, a word in the chat or a run of
    // steps comes down to.
    struct Tokens { std::uint64_t sequence = 0; std::uint32_t first = 0, last = 0; bool operator==(const Tokens&) const = default; };
    struct Block { int pool = 0, index = 0; bool operator==(const Block&) const = default; };
    struct Steps { std::uint64_t first = 0, last = 0; bool operator==(const Steps&) const = default; };
    std::optional<Tokens> tokens;
    std::optional<Block> block;
    std::optional<Steps> steps;
    bool empty() const { return !tokens && !block && !steps; }
    bool operator==(const Selection&) const = default;
};

class SelectionModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    const Selection& current() const { return m_current; }
    void select(const Selection& selection) {
        if (selection == m_current) return;
        m_current = selection;
        emit changed(m_current);
    }
    void clear() { select({}); }
signals:
    void changed(const gh::widgets::Selection& selection);

private:
    Selection m_current;
};

}  // namespace gh::widgets
