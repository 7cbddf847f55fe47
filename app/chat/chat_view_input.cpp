// The chat view's mouse, keys and menus.
#include <algorithm>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>

#include "app/chat/chat_accessible.h"
#include "app/chat/chat_view.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/plain_text.h"

namespace gh::app {

// ---- what is below a point ---------------------------------------------------------------------------

QPointF ChatView::inItem(std::size_t index, QPoint point) const {
    return {point.x() - columnLeft(), point.y() + scroll() - m_items[index]->top};
}

ChatView::Spot ChatView::spotAt(QPoint point) const {
    if (m_items.empty()) return {};
    const std::size_t index = itemAt(point.y() + scroll()).value_or(m_items.size() - 1);
    const ChatItem& item = *m_items[index];
    const QPointF inside = inItem(index, point) - QPointF(item.bodyLeft(), item.bodyTop());
    if (inside.y() < 0) return {index, 0};
    if (inside.y() >= item.body.height()) return {index, int(m_conversation->messages[index].text.size())};
    return {index, item.body.sourceAt(inside)};
}

const ChatItem::Action* ChatView::actionAt(QPoint point, std::size_t* index) const {
    const double y = point.y() + scroll();
    // Buttons below a bubble reach a little into the gap.
    for (std::size_t i = firstAt(y - 12); i < m_items.size() && m_items[i]->top <= y; ++i) {
        const ChatItem::Action* action = m_items[i]->actionAt(inItem(i, point));
        if (!action) continue;
        *index = i;
        return action;
    }
    return nullptr;
}

void ChatView::clearTextSelection() {
    m_anchor.reset();
    m_cursor.reset();
}

// ---- mouse -------------------------------------------------------------------------------------------

void ChatView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_conversation || m_items.empty()) {
        event->ignore();
        return;
    }
    m_keyboard = false;
    m_pressed = event->pos();
    m_dragging = false;
    std::size_t index = 0;
    if (actionAt(event->pos(), &index)) return;
    if (const auto at = itemAt(event->pos().y() + scroll())) m_current = m_items[*at]->id;
    m_currentAction = -1;
    m_anchor = spotAt(event->pos());
    m_cursor = m_anchor;
    viewport()->update();
}

void ChatView::setHover(const Hover& hover, QPoint global) {
    if (hover == m_hover) return;
    const bool newAction = !hover.action.isEmpty();
    m_hover = hover;
    viewport()->update();
    if (!newAction) return;
    const ChatItem& item = *m_items[hover.message];
    const ChatItem::Action* action = item.action(hover.action.constData(), hover.argument);
    if (action && action->label.isEmpty())
        widgets::showTip(global, ChatItem::actionTip(*action, item.message().role == Role::Assistant), viewport());
    m_tipShown = false;
}

void ChatView::mouseMoveEvent(QMouseEvent* event) {
    if (!m_conversation || m_items.empty()) return;
    if (event->buttons() & Qt::LeftButton && m_anchor) {
        if (!m_dragging && (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance())
            return;
        m_dragging = true;
        m_cursor = spotAt(event->pos());
        viewport()->update();
        return;
    }
    std::size_t index = 0;
    const ChatItem::Action* action = actionAt(event->pos(), &index);
    const auto at = action ? std::optional(index) : itemAt(event->pos().y() + scroll());
    Hover hover;
    if (at) hover.message = *at;
    if (action) {
        hover.action = action->id;
        hover.argument = action->argument;
    }
    setHover(hover, event->globalPosition().toPoint());
    QString tip;
    if (!action && at) {
        const ChatItem& item = *m_items[*at];
        const QPointF inside = inItem(*at, event->pos());
        tip = item.body.linkAt(inside - QPointF(item.bodyLeft(), item.bodyTop()));
        viewport()->setCursor(tip.isEmpty() ? Qt::IBeamCursor : Qt::PointingHandCursor);
        if (tip.isEmpty() && item.onFooter(inside)) tip = replyDetails(item.message());
    } else {
        viewport()->setCursor(action ? Qt::PointingHandCursor : Qt::IBeamCursor);
    }
    if (tip.isEmpty()) {
        if (m_tipShown) widgets::hideTip();
    } else if (!m_tipShown) {
        widgets::showTip(event->globalPosition().toPoint(), tip, viewport());
    }
    m_tipShown = !tip.isEmpty();
}

void ChatView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_conversation || m_items.empty()) return;
    std::size_t index = 0;
    if (!m_dragging) {
        if (const ChatItem::Action* action = actionAt(event->pos(), &index)) {
            trigger(index, *action);
            return;
        }
        const auto at = itemAt(event->pos().y() + scroll());
        const QPointF inside = at ? inItem(*at, event->pos()) : QPointF();
        const bool onText = at && m_items[*at]->bodyRect().contains(inside);
        clearTextSelection();
        m_found.clear();
        viewport()->update();
        const QString link =
            onText ? m_items[*at]->body.linkAt(inside - QPointF(m_items[*at]->bodyLeft(), m_items[*at]->bodyTop()))
                   : QString();
        if (!link.isEmpty()) {
            emit linkRequested(link);
        } else if (onText) {
            emit characterClicked(*at, spotAt(event->pos()).source);
        } else {
            emit emptyClicked();
        }
    }
    m_dragging = false;
}

void ChatView::leaveEvent(QEvent*) {
    setHover({}, {});
}

QString ChatView::selectedText() const {
    if (!m_conversation || !m_anchor || !m_cursor || *m_anchor == *m_cursor) return {};
    const auto [low, high] = std::minmax(*m_anchor, *m_cursor);
    QStringList parts;
    for (std::size_t i = low.message; i <= high.message && i < m_conversation->messages.size(); ++i) {
        const QString& text = m_conversation->messages[i].text;
        const int begin = i == low.message ? low.source : 0;
        const int end = i == high.message ? high.source : int(text.size());
        parts << text.mid(begin, end - begin);
    }
    return parts.join("\n\n");
}

// ---- actions -----------------------------------------------------------------------------------------

void ChatView::trigger(std::size_t index, const ChatItem::Action& action) {
    if (!action.enabled) return;
    // The item may be built anew by what is done: nothing of it is used afterwards.
    const QString id = QString::fromLatin1(action.id);
    const int argument = action.argument;
    ChatItem& item = *m_items[index];
    if (id == "copy-code") {
        QApplication::clipboard()->setText(item.body.codeText(argument));
    } else if (id == "thought") {
        const bool unfold = !item.body.unfolded(argument);
        const Place reading = readingPlace();
        if (unfold)
            m_unfolded[item.id].insert(argument);
        else
            m_unfolded[item.id].erase(argument);
        item.body.setUnfolded(argument, unfold);
        item.settle();
        place();
        Place stay = reading;
        stay.atEnd = false;  // what was clicked stays below the mouse
        setReadingPlace(stay);
        m_slices.start();
        viewport()->update();
    } else if (id == "attachment") {
        emit attachmentRequested(index, argument);
    } else if (id == "edit") {
        edit(index);
    } else if (id == "more") {
        const QRect rect = actionRect(index, "more");
        QMenu menu(this);
        fillMenu(menu, index);
        menu.exec(viewport()->mapToGlobal(rect.bottomLeft()));
    } else {
        emit actionRequested(id, index);
    }
}

void ChatView::fillMenu(QMenu& menu, std::size_t index) {
    const ChatItem& item = *m_items[index];
    const RowId message = item.id;
    const bool reply = item.message().role == Role::Assistant;
    const QString selected = selectedText();
    if (!selected.isEmpty()) {
        menu.addAction(widgets::icon("copy"), tr("Copy selected text"),
                       [selected] { QApplication::clipboard()->setText(selected); });
    }
    // By id: other messages may have gone when the menu is done.
    const auto add = [&](const char* icon, const QString& words, const char* action) {
        menu.addAction(icon ? widgets::icon(icon) : QIcon(), words, this, [this, message, action] {
            const auto at = indexOf(message);
            if (!at) return;
            if (qstrcmp(action, "edit") == 0)
                edit(*at);
            else
                emit actionRequested(QString::fromLatin1(action), *at);
        });
    };
    add("copy", reply ? tr("Copy reply") : tr("Copy message"), "copy");
    if (item.action("edit")) add("edit", tr("Edit and send again…"), "edit");
    if (item.action("continue")) add("play", tr("Continue this reply"), "continue");
    if (item.action("regenerate"))
        add("refresh", reply ? tr("Write this reply again") : tr("Get a reply"), "regenerate");
    if (item.message().branches > 1) {
        menu.addSeparator();
        const ChatItem::Action* previous = item.action("branch-prev");
        const ChatItem::Action* next = item.action("branch-next");
        if (previous && previous->enabled) add("chevron-left", tr("The branch before"), "branch-prev");
        if (next && next->enabled) add("chevron-right", tr("The next branch"), "branch-next");
    }
    menu.addSeparator();
    add(nullptr, tr("Select its tokens in the panels"), "select");
}

void ChatView::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_conversation || m_items.empty()) return;
    const bool keyboard = event->reason() == QContextMenuEvent::Keyboard;
    const auto at = keyboard ? currentMessage() : itemAt(event->pos().y() + scroll());
    if (!at) return;
    QMenu menu(this);
    fillMenu(menu, *at);
    const QRect rect = messageRect(*at);
    menu.exec(keyboard ? viewport()->mapToGlobal(QPoint(rect.left() + 20, std::max(8, rect.top() + 20)))
                       : event->globalPos());
}

// ---- keys --------------------------------------------------------------------------------------------

std::optional<std::size_t> ChatView::currentMessage() const {
    if (const auto at = indexOf(m_current)) return at;
    if (m_items.empty()) return std::nullopt;
    return m_items.size() - 1;
}

void ChatView::setCurrentMessage(std::size_t index) {
    if (index >= m_items.size()) return;
    m_current = m_items[index]->id;
    m_currentAction = -1;
    m_keyboard = true;
    revealMessage(index);
    viewport()->update();
    notifyChatChild(this, index, QAccessible::Focus);
}

void ChatView::focusInEvent(QFocusEvent* event) {
    m_keyboard = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason ||
                 event->reason() == Qt::ShortcutFocusReason;
    if (m_keyboard && !indexOf(m_current) && !m_items.empty()) m_current = m_items.back()->id;
    viewport()->update();
    QAbstractScrollArea::focusInEvent(event);
}

void ChatView::focusOutEvent(QFocusEvent* event) {
    viewport()->update();
    QAbstractScrollArea::focusOutEvent(event);
}

const ChatItem::Action* ChatView::focusedAction() const {
    const auto at = currentMessage();
    if (!at || m_currentAction < 0) return nullptr;
    const auto& actions = m_items[*at]->actions;
    return std::size_t(m_currentAction) < actions.size() ? &actions[std::size_t(m_currentAction)] : nullptr;
}

void ChatView::moveCurrent(int step) {
    const auto at = currentMessage();
    if (!at) return;
    m_keyboard = true;
    const QRect rect = messageRect(*at);
    // A message that reaches out of the view is read to its end first.
    const bool more = step > 0 ? rect.bottom() > viewport()->height() : rect.top() < 0;
    if (more && indexOf(m_current)) {
        verticalScrollBar()->setValue(verticalScrollBar()->value() + step * 3 * verticalScrollBar()->singleStep());
        viewport()->update();
        return;
    }
    const auto next = std::clamp<qint64>(qint64(*at) + (indexOf(m_current) ? step : 0), 0, qint64(m_items.size()) - 1);
    setCurrentMessage(std::size_t(next));
}

void ChatView::moveAction(int step) {
    const auto at = currentMessage();
    if (!at) return;
    m_keyboard = true;
    m_current = m_items[*at]->id;
    const auto& actions = m_items[*at]->actions;
    int next = m_currentAction;
    do next += step;
    while (next >= 0 && std::size_t(next) < actions.size() && !actions[std::size_t(next)].enabled);
    if (next >= int(actions.size())) return;
    m_currentAction = std::max(next, -1);
    if (const ChatItem::Action* action = focusedAction()) {
        const double y = m_items[*at]->top + action->rect.center().y();
        if (y < scroll() + 20 || y > scroll() + viewport()->height() - 20)
            verticalScrollBar()->setValue(int(y - viewport()->height() / 2.0));
        widgets::showTip(viewport()->mapToGlobal(QPoint(int(columnLeft() + action->rect.left()),
                                                        int(m_items[*at]->top + action->rect.bottom() - scroll()))),
                         ChatItem::actionTip(*action, m_items[*at]->message().role == Role::Assistant), viewport());
    }
    viewport()->update();
}

bool ChatView::event(QEvent* event) {
    // These keys act here while the conversation has the focus, whatever the window does with them elsewhere.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool marks = !m_found.empty() || focusedAction();
        if (key->key() == Qt::Key_F2 || (key->key() == Qt::Key_Escape && marks)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

void ChatView::keyPressEvent(QKeyEvent* event) {
    QScrollBar* bar = verticalScrollBar();
    if (event->matches(QKeySequence::Copy)) {
        const QString text = selectedText();
        const auto at = currentMessage();
        if (!text.isEmpty())
            QApplication::clipboard()->setText(text);
        else if (at && m_keyboard)
            emit actionRequested("copy", *at);
        return;
    }
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
        case Qt::Key_Up:
            moveCurrent(-1);
            return;
        case Qt::Key_Down:
            moveCurrent(1);
            return;
        case Qt::Key_Left:
            moveAction(-1);
            return;
        case Qt::Key_Right:
            moveAction(1);
            return;
        case Qt::Key_PageUp:
            bar->setValue(bar->value() - bar->pageStep() + 40);
            return;
        case Qt::Key_PageDown:
            bar->setValue(bar->value() + bar->pageStep() - 40);
            return;
        case Qt::Key_Home:
            bar->setValue(0);
            if (!m_items.empty() && m_keyboard) setCurrentMessage(0);
            return;
        case Qt::Key_End:
            if (!m_items.empty() && m_keyboard) setCurrentMessage(m_items.size() - 1);
            scrollToEnd();
            bringIn();
            return;
        case Qt::Key_F2:
            if (const auto at = currentMessage()) edit(*at);
            return;
        case Qt::Key_Escape:
            if (!m_found.empty() || m_currentAction >= 0) {
                m_found.clear();
                m_currentAction = -1;
                viewport()->update();
                return;
            }
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space: {
            const auto at = currentMessage();
            if (!at) return;
            if (const ChatItem::Action* action = focusedAction()) {
                trigger(*at, *action);
                return;
            }
            QContextMenuEvent menu(QContextMenuEvent::Keyboard, QPoint(), QPoint());
            contextMenuEvent(&menu);
            return;
        }
        default:
            break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

}  // namespace gh::app
