#include "widgets/models/quantize_desk.h"

#include <algorithm>

namespace gh::widgets {
namespace {
constexpr std::size_t kPast = 200;   // steps that can be undone
}

const SchemeFacts* QuantizeDesk::find(const QString& name) const {
    const auto found = std::find_if(schemes.begin(), schemes.end(), [&](const SchemeFacts& s) { return s.name == name; });
    return found == schemes.end() ? nullptr : &*found;
}

const VariantFacts* QuantizeDesk::variant(qint64 id) const {
    const auto found = std::find_if(variants.begin(), variants.end(), [&](const VariantFacts& v) { return v.id == id; });
    return found == variants.end() ? nullptr : &*found;
}

QString QuantizeDesk::titleOf(const QString& name) const {
    if (name.isEmpty() || name == kAsStored) return stored.isEmpty() ? tr("as stored") : tr("%1 as stored").arg(stored);
    if (name == kDraft) return tr("the rules");
    if (const SchemeFacts* scheme = find(name)) return scheme->title;
    if (name.startsWith(QLatin1String("variant:")))
        if (const VariantFacts* found = variant(name.mid(8).toLongLong())) return found->name;
    return name;
}

void QuantizeDesk::set(qsizetype at) {
    m_at = at;
    m_rules = m_past[static_cast<std::size_t>(at)];
    emit rulesChanged();
}

void QuantizeDesk::edit(const RuleList& rules) {
    if (rules == m_rules) return;
    m_past.resize(static_cast<std::size_t>(m_at) + 1);
    m_past.push_back(rules);
    if (m_past.size() > kPast) m_past.erase(m_past.begin());
    set(static_cast<qsizetype>(m_past.size()) - 1);
}

void QuantizeDesk::addRule(const QString& pattern, const QString& scheme) {
    RuleList next = m_rules;
    std::erase_if(next.rules, [&](const RuleFacts& rule) { return rule.pattern == pattern; });
    next.rules.push_back({pattern, scheme});
    edit(next);
}

void QuantizeDesk::setBase(const QString& scheme) {
    RuleList next = m_rules;
    std::erase_if(next.rules, [](const RuleFacts& rule) { return rule.pattern == patternOfAll(); });
    next.rules.insert(next.rules.begin(), {patternOfAll(), scheme});
    edit(next);
}

void QuantizeDesk::undo() {
    if (canUndo()) set(m_at - 1);
}

void QuantizeDesk::redo() {
    if (canRedo()) set(m_at + 1);
}

}  // namespace gh::widgets
