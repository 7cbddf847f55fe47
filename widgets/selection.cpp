#include "widgets/selection.h"

#include <algorithm>

namespace gh::widgets {
namespace {

// One run that is the other drawn longer or shorter at one end: what dragging and Shift with the arrow keys make, many
// times over, on the way to one selection.
template <class Run>
bool stretched(const std::optional<Run>& a, const std::optional<Run>& b) {
    return a && b && (a->first == b->first || a->last == b->last);
}

bool sameGesture(const Selection& was, const Selection& now) {
    if (was.block || now.block || was.request != now.request) return false;
    if (was.steps && now.steps && !(was.steps->first == was.steps->last && now.steps->first == now.steps->last))
        return stretched(was.steps, now.steps);
    return was.tokens && now.tokens && was.tokens->sequence == now.tokens->sequence && stretched(was.tokens, now.tokens) &&
           !was.steps && !now.steps;
}

}  // namespace

void SelectionModel::select(const Selection& selection) {
    if (selection == m_current) return;
    if (!selection.empty()) remember(selection);
    show(selection);
}

void SelectionModel::remember(const Selection& selection) {
    if (!m_past.empty() && m_past[m_at] == selection) return;   // cleared and chosen again
    const bool replace = !m_current.empty() && !m_past.empty() && sameGesture(m_past[m_at], selection);
    m_past.resize(m_past.empty() ? 0 : m_at + 1);
    if (replace) m_past.back() = selection;
    else m_past.push_back(selection);
    if (m_past.size() > kKept) m_past.erase(m_past.begin());
    m_at = m_past.size() - 1;
}

void SelectionModel::show(const Selection& selection) {
    m_current = selection;
    emit changed(m_current);
    emit pastChanged();
}

bool SelectionModel::canGoBack() const { return !m_past.empty() && (m_at > 0 || m_current.empty()); }

void SelectionModel::goBack() {
    if (!canGoBack()) return;
    if (!m_current.empty()) --m_at;
    show(m_past[m_at]);
}

void SelectionModel::goForward() {
    if (!canGoForward()) return;
    show(m_past[++m_at]);
}

}  // namespace gh::widgets
