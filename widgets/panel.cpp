#include "widgets/panel.h"

#include <utility>

namespace gh::widgets {

Panel::Panel(SelectionModel* selection, QWidget* parent) : QWidget(parent), m_selection(selection) {
    setProperty("plane", "surface");
    setAttribute(Qt::WA_StyledBackground);
    if (!selection) return;
    connect(selection, &SelectionModel::changed, this, [this] { note(kSelection); });
    connect(selection->clock(), &ClockModel::changed, this, [this] { note(kClock); });
}

void Panel::setSnapshot(SnapshotPtr snapshot) {
    if (snapshot == m_latest && snapshot) return;
    m_latest = std::move(snapshot);
    note(kSnapshot);
}

void Panel::setOnShow(bool on) {
    const bool changed = std::exchange(m_onShow, on) != on;
    if (on) note(0);
    if (changed) onShown(on);
}

std::optional<std::uint64_t> Panel::scrubbedTo() const {
    return m_selection ? m_selection->clock()->scrubbedTo() : std::nullopt;
}

void Panel::note(int part) {
    m_missed |= part;
    if (!m_onShow) return;
    // A snapshot first: the clock and the selection are looked up in it.
    const int missed = std::exchange(m_missed, 0);
    if (missed & kSnapshot) onSnapshot();
    if (missed & kClock) onClock();
    if (missed & kSelection) onSelection();
}

}  // namespace gh::widgets
