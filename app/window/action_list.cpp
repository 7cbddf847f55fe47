#include "app/window/action_list.h"

#include <array>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMap>
#include <QMenu>
#include <QWidget>

#include "widgets/controls/icons.h"

namespace gh::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(Actions)
};

const ActionGroupEntry* groupOf(const QByteArray& id) {
    for (const ActionGroupEntry& entry : actionGroups()) {
        if (id == entry.id) return &entry;
    }
    return nullptr;
}

}  // namespace

std::span<const ActionGroupEntry> actionGroups() {
    static constexpr std::array kGroups = {
        ActionGroupEntry{"chat", "", [] { return Text::tr("Chat"); }, "empty-chat"},
        ActionGroupEntry{"model", "", [] { return Text::tr("Model"); }, "chip"},
        ActionGroupEntry{"engine", "", [] { return Text::tr("Engine"); }, "play"},
        ActionGroupEntry{"go", "", [] { return Text::tr("Go"); }, "chevron-right"},
        ActionGroupEntry{"view", "", [] { return Text::tr("View"); }, "float"},
        ActionGroupEntry{"workspace", "view", [] { return Text::tr("Workspace"); }, nullptr},
        ActionGroupEntry{"panel", "view", [] { return Text::tr("Panels"); }, nullptr},
        ActionGroupEntry{"float", "panel", [] { return Text::tr("Float or dock"); }, "float"},
        ActionGroupEntry{"theme", "view", [] { return Text::tr("Theme"); }, "sun"},
        ActionGroupEntry{"language", "view", [] { return Text::tr("Language"); }, nullptr},
        ActionGroupEntry{"help", "", [] { return Text::tr("Help"); }, "help"},
        ActionGroupEntry{"app", "", [] { return QStringLiteral("Glasshouse"); }, nullptr},
    };
    return kGroups;
}

ActionList::ActionList(QWidget* window) : QObject(window), m_window(window) {}

QAction* ActionList::add(const char* id, const char* group, const QString& text, const char* icon,
                         const QList<QKeySequence>& keys, std::function<void()> act) {
    auto* action = new QAction(text, this);
    if (icon) action->setIcon(widgets::icon(icon));
    action->setObjectName(QLatin1String(id));
    action->setShortcuts(keys);
    connect(action, &QAction::triggered, this, [act = std::move(act)] { act(); });
    m_window->addAction(action);  // the keys work without the menu being open
    m_entries.push_back({id, group, action, {}});
    return action;
}

QAction* ActionList::addChoice(const char* id, const char* group, const QString& text, const char* icon,
                               const QList<QKeySequence>& keys, bool on, std::function<void()> act) {
    QAction* action = add(id, group, text, icon, keys, std::move(act));
    action->setCheckable(true);
    action->setChecked(on);
    auto known = std::find_if(m_choices.begin(), m_choices.end(), [&](const auto& c) { return c.first == group; });
    if (known == m_choices.end()) known = m_choices.insert(known, {group, new QActionGroup(this)});
    known->second->addAction(action);
    return action;
}

void ActionList::addSeparator(const char* group) {
    m_entries.push_back({{}, group, nullptr, {}});
}

void ActionList::setWords(const QByteArray& id, const QString& words) {
    for (Entry& entry : m_entries) {
        if (entry.action && entry.id == id) entry.words = words;
    }
}

QAction* ActionList::find(const QByteArray& id) const {
    for (const Entry& entry : m_entries) {
        if (entry.action && entry.id == id) return entry.action;
    }
    return nullptr;
}

QString ActionList::path(const QByteArray& group) {
    const ActionGroupEntry* entry = groupOf(group);
    if (!entry) return {};
    const QString above = path(entry->parent);
    return above.isEmpty() ? entry->title() : above + QStringLiteral(" › ") + entry->title();
}

void ActionList::fill(QMenu* menu) const {
    QMap<QByteArray, QMenu*> menus;
    menus[{}] = menu;
    for (const ActionGroupEntry& entry : actionGroups()) {
        // The app's own actions stand in the menu itself, below the groups.
        if (QByteArray(entry.id) == "app") continue;
        QMenu* above = menus.value(entry.parent);
        QMenu* sub = above->addMenu(entry.title());
        if (entry.icon) sub->setIcon(widgets::icon(entry.icon));
        menus[entry.id] = sub;
    }
    menu->addSeparator();
    menus["app"] = menu;
    for (const Entry& entry : m_entries) {
        QMenu* where = menus.value(entry.group);
        if (!where) continue;
        if (entry.action) {
            where->addAction(entry.action);
        } else {
            where->addSeparator();
        }
    }
    for (const ActionGroupEntry& entry : actionGroups()) {
        QMenu* sub = menus.value(entry.id);
        if (sub && sub != menu && sub->isEmpty()) sub->menuAction()->setVisible(false);
    }
}

}  // namespace gh::app
