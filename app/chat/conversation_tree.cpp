#include "app/chat/conversation_tree.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace gh::app {

void arrange(Conversation& c) {
    std::vector<Message> all = std::move(c.messages);
    std::move(c.aside.begin(), c.aside.end(), std::back_inserter(all));
    c.messages.clear();
    c.aside.clear();
    std::sort(all.begin(), all.end(), [](const Message& a, const Message& b) { return a.id < b.id; });
    std::unordered_map<RowId, std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i) places.emplace(all[i].id, i);
    std::map<RowId, std::vector<std::size_t>> children;  // by parent, oldest first
    for (std::size_t i = 0; i < all.size(); ++i) {
        Message& m = all[i];
        if (!places.contains(m.parent)) m.parent = 0;
        children[m.parent].push_back(i);
    }
    for (const auto& [parent, list] : children) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            all[list[i]].branch = int(i);
            all[list[i]].branches = int(list.size());
        }
    }
    std::vector<bool> onPath(all.size());
    RowId at = 0;
    for (auto list = children.find(at); list != children.end(); list = children.find(at)) {
        const auto& places = list->second;
        const auto active =
            std::find_if(places.rbegin(), places.rend(), [&](std::size_t i) { return all[i].active; });
        const std::size_t chosen = active == places.rend() ? places.back() : *active;
        if (onPath[chosen]) break;  // a file may hold a circle
        onPath[chosen] = true;
        at = all[chosen].id;
        c.messages.push_back(std::move(all[chosen]));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!onPath[i]) c.aside.push_back(std::move(all[i]));
    }
}

std::vector<RowId> siblingsOf(const Conversation& c, std::size_t index) {
    std::vector<RowId> ids{c.messages[index].id};
    for (const Message& m : c.aside) {
        if (m.parent == c.messages[index].parent) ids.push_back(m.id);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

Message& append(Conversation& c, Role role, MessageState state) {
    Message message;
    message.id = newRowId();
    message.conversation = c.head.id;
    message.parent = c.messages.empty() ? 0 : c.messages.back().id;
    message.role = role;
    message.state = state;
    message.created = QDateTime::currentDateTime();
    int siblings = 0;
    for (Message& m : c.aside) {
        if (m.parent != message.parent) continue;
        m.active = false;
        ++siblings;
    }
    message.branch = siblings;
    message.branches = siblings + 1;
    c.messages.push_back(std::move(message));
    return c.messages.back();
}

void cutPath(Conversation& c, std::size_t first) {
    if (first >= c.messages.size()) return;
    const auto from = c.messages.begin() + std::ptrdiff_t(first);
    std::move(from, c.messages.end(), std::back_inserter(c.aside));
    c.messages.erase(from, c.messages.end());
}

std::vector<const Message*> parentsFirst(const Conversation& c) {
    const auto older = [](const Message* a, const Message* b) { return a->id < b->id; };
    std::set<const Message*, decltype(older)> left(older), ready(older);
    std::unordered_map<RowId, std::vector<const Message*>> children;
    for (const std::vector<Message>* list : {&c.messages, &c.aside}) {
        for (const Message& m : *list) {
            left.insert(&m);
            children[m.parent].push_back(&m);
        }
    }
    for (const Message* m : left) {
        Message parent;
        parent.id = m->parent;
        if (!left.contains(&parent)) ready.insert(m);
    }
    std::vector<const Message*> order;
    while (!ready.empty()) {
        const Message* m = ready.extract(ready.begin()).value();
        left.erase(m);
        order.push_back(m);
        const auto& next = children[m->id];
        ready.insert(next.begin(), next.end());
    }
    order.insert(order.end(), left.begin(), left.end());
    return order;
}

Message* findMessage(Conversation& c, RowId message) {
    for (std::vector<Message>* list : {&c.messages, &c.aside}) {
        // From the end: what is looked for is mostly the newest.
        const auto at =
            std::find_if(list->rbegin(), list->rend(), [&](const Message& m) { return m.id == message; });
        if (at != list->rend()) return &*at;
    }
    return nullptr;
}

const Message* findMessage(const Conversation& c, RowId message) {
    return findMessage(const_cast<Conversation&>(c), message);  // it only looks
}

bool activate(Conversation& c, RowId message) {
    Message* at = findMessage(c, message);
    if (!at) return false;
    for (std::size_t steps = c.messages.size() + c.aside.size(); at && steps > 0; --steps) {
        for (std::vector<Message>* list : {&c.messages, &c.aside}) {
            for (Message& m : *list) {
                if (m.parent == at->parent) m.active = m.id == at->id;
            }
        }
        at = findMessage(c, at->parent);
    }
    arrange(c);
    return true;
}

}  // namespace gh::app
