// One selection over all panels: what is chosen in one is highlighted in every other. Earlier selections can be gone back
// to. With it goes the one clock; a selection alone never scrubs.
#pragma once

#include <QObject>
#include <cstdint>
#include <optional>
#include <vector>

#include "widgets/clock.h"
#include "widgets/models/owner_hues.h"

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
    std::optional<std::uint64_t> request;     // chosen as a whole, or with what it did in these steps
    bool empty() const { return !tokens && !block && !steps && !request; }
    bool operator==(const Selection&) const = default;
};

class SelectionModel : public QObject {
    Q_OBJECT
public:
    explicit SelectionModel(QObject* parent = nullptr) : QObject(parent) {}
    const Selection& current() const { return m_current; }
    void select(const Selection& selection);
    void clear() { select({}); }

    // The selections so far, as a browser's pages: a cleared one is gone back to, a new one after going back takes the
    // place of those ahead.
    static constexpr std::size_t kKept = 64;
    bool canGoBack() const;
    bool canGoForward() const { return m_at + 1 < m_past.size(); }
    void goBack();
    void goForward();

    ClockModel* clock() { return &m_clock; }
    OwnerHues& hues() { return m_hues; }      // of sequences: the same in every panel

signals:
    void changed(const gh::widgets::Selection& selection);
    void pastChanged();                       // whether one can go back or forward

private:
    void remember(const Selection& selection);
    void show(const Selection& selection);
    Selection m_current;
    std::vector<Selection> m_past;
    std::size_t m_at = 0;                     // the newest that was shown, in m_past
    ClockModel m_clock;
    OwnerHues m_hues;
};

}  // namespace gh::widgets
