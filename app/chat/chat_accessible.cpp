#include "app/chat/chat_accessible.h"

#include <map>
#include <QAccessibleActionInterface>
#include <QAccessibleWidget>

#include "app/chat/chat_view.h"

namespace gh::app {

namespace {

class MessageAccessible : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    MessageAccessible(ChatView* view, RowId id) : m_view(view), m_id(id) {}

    bool isValid() const override { return m_view && index() >= 0; }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view ? m_view->window()->windowHandle() : nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view.data()); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QString text(QAccessible::Text kind) const override {
        const int at = index();
        return at >= 0 && kind == QAccessible::Name ? m_view->item(std::size_t(at)).spoken() : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}

    QRect rect() const override {
        const int at = index();
        if (at < 0) return {};
        const QRect inside = m_view->messageRect(std::size_t(at));
        return {m_view->viewport()->mapToGlobal(inside.topLeft()), inside.size()};
    }

    QAccessible::State state() const override {
        QAccessible::State state;
        const int at = index();
        state.focusable = true;
        state.readOnly = true;
        state.multiLine = true;
        state.invalid = at < 0;
        state.focused = at >= 0 && m_view->hasFocus() && m_view->currentMessage() == std::size_t(at);
        state.offscreen = at >= 0 && !m_view->messageRect(std::size_t(at)).intersects(m_view->viewport()->rect());
        state.busy = at >= 0 && m_view->item(std::size_t(at)).message().state == MessageState::Streaming;
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override {
        QStringList names{setFocusAction()};
        const int at = index();
        if (at < 0) return names;
        const ChatItem& item = m_view->item(std::size_t(at));
        for (const ChatItem::Action& action : item.actions) {
            if (action.enabled) names << ChatItem::actionTip(action, item.message().role == Role::Assistant);
        }
        return names;
    }
    void doAction(const QString& name) override {
        const int at = index();
        if (at < 0) return;
        if (name == setFocusAction()) {
            m_view->setCurrentMessage(std::size_t(at));
            m_view->setFocus(Qt::OtherFocusReason);
            return;
        }
        const ChatItem& item = m_view->item(std::size_t(at));
        for (const ChatItem::Action& action : item.actions) {
            if (!action.enabled || ChatItem::actionTip(action, item.message().role == Role::Assistant) != name)
                continue;
            m_view->trigger(std::size_t(at), action);
            return;
        }
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    int index() const {
        for (std::size_t i = m_view ? m_view->count() : 0; i-- > 0;) {
            if (m_view->messageId(i) == m_id) return int(i);
        }
        return -1;
    }
    QPointer<ChatView> m_view;
    RowId m_id;
};

class ChatAccessible : public QAccessibleWidget {
public:
    explicit ChatAccessible(ChatView* view) : QAccessibleWidget(view, QAccessible::List) {}
    ~ChatAccessible() override {
        for (const auto& [id, unique] : m_children) QAccessible::deleteAccessibleInterface(unique);
    }
    int childCount() const override { return int(view()->count()); }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || std::size_t(index) >= view()->count()) return nullptr;
        const RowId id = view()->messageId(std::size_t(index));
        auto it = m_children.find(id);
        if (it == m_children.end()) {
            auto* made = new MessageAccessible(view(), id);
            it = m_children.emplace(id, QAccessible::registerAccessibleInterface(made)).first;
        }
        return QAccessible::accessibleInterface(it->second);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (int i = 0; i < childCount(); ++i) {
            if (this->child(i) == child) return i;
        }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const QPoint at = view()->viewport()->mapFromGlobal(QPoint(x, y));
        for (std::size_t i = 0; i < view()->count(); ++i) {
            if (view()->messageRect(i).contains(at)) return child(int(i));
        }
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override {
        const auto current = view()->currentMessage();
        return view()->hasFocus() && current ? child(int(*current)) : QAccessibleWidget::focusChild();
    }

private:
    ChatView* view() const { return static_cast<ChatView*>(widget()); }
    mutable std::map<RowId, QAccessible::Id> m_children;
};

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* view = qobject_cast<ChatView*>(object);
    return view ? new ChatAccessible(view) : nullptr;
}

}  // namespace

void installChatAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(installed)
}

void notifyChatChild(ChatView* view, std::size_t index, QAccessible::Event event) {
    if (!QAccessible::isActive()) return;
    QAccessibleEvent change(view, event);
    change.setChild(int(index));
    QAccessible::updateAccessibility(&change);
}

}  // namespace gh::app
