#include "app/chat/chat_view.h"

#include <algorithm>
#include <cmath>
#include <QAccessible>
#include <QPainter>
#include <QScrollBar>

#include "app/chat/chat_accessible.h"
#include "app/chat/chat_view_measures.h"
#include "app/chat/message_editor.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;
using namespace chat_view;

ChatView::ChatView(QWidget* parent) : QAbstractScrollArea(parent) {
    installChatAccessibility();
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Conversation"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->setCursor(Qt::IBeamCursor);
    verticalScrollBar()->setSingleStep(24);
    m_slices.setSingleShot(true);
    m_slices.setInterval(0);
    connect(&m_slices, &QTimer::timeout, this, &ChatView::layOutSlice);
    connect(&Theme::instance(), &Theme::changed, this, [this] { reset(); });
}

ChatView::~ChatView() = default;

// ---- content -----------------------------------------------------------------------------------------

void ChatView::setConversation(const Conversation* conversation) {
    if (m_editor) {
        m_edits[m_editing] = m_editor->text();
        closeEditor();
    }
    m_conversation = conversation;
    m_atEnd = true;
    m_kept.reset();
    m_highlights.clear();
    m_later.clear();
    m_found.clear();
    m_keptFrom = 0;
    m_current = 0;
    m_currentAction = -1;
    m_ways.canContinue = false;
    m_items.clear();
    reset();
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (m_edits.count(m_items[i]->id)) {
            edit(i);
            break;
        }
    }
}

void ChatView::reset() {
    const Place reading = readingPlace();
    m_items.clear();
    m_hover = {};
    clearTextSelection();
    if (m_conversation) {
        for (std::size_t i = 0; i < m_conversation->messages.size(); ++i) {
            m_items.push_back(std::make_unique<ChatItem>(m_conversation, i));
            for (const int thought : m_unfolded[m_items[i]->id]) m_items[i]->body.setUnfolded(thought, true);
            m_items[i]->estimate(columnWidth());
        }
    }
    if (m_editor && !indexOf(m_editing)) {
        // The message is on another branch now; what was typed comes back with it.
        m_edits[m_editing] = m_editor->text();
        closeEditor();
    }
    place();
    setReadingPlace(reading);
    m_slices.start();
    viewport()->update();
    QAccessibleEvent changed(this, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&changed);
}

void ChatView::appended() {
    if (!m_conversation || m_items.size() + 1 != m_conversation->messages.size()) {
        reset();
        return;
    }
    m_items.push_back(std::make_unique<ChatItem>(m_conversation, m_items.size()));
    layOut(m_items.size() - 1);
    if (m_items.size() > 1) layOut(m_items.size() - 2);  // its buttons and box depend on being the last
    place();
    if (m_atEnd) scrollToEnd();
    bringIn();
    viewport()->update();
    QAccessibleEvent changed(this, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&changed);
}

void ChatView::messageChanged(std::size_t index) {
    if (index >= m_items.size() || m_items.size() != m_conversation->messages.size()) return;  // reset() is coming
    ChatItem& item = *m_items[index];
    const double before = item.height;
    const Place reading = readingPlace();
    layOut(index);
    const double from = item.body.changedFrom();
    // On show: its new lines are needed now, so that the height is not an estimate.
    const double low = scroll() - item.top - item.bodyTop();
    if (item.body.ensure(std::max(low, from), low + 2 * viewport()->height())) item.settle();
    if (item.height != before) {
        place();
        if (m_atEnd)
            scrollToEnd();
        else
            setReadingPlace(reading);
    }
    bringIn();
    // From the first changed line on, in the column: on a large screen most of the view is beside it. A reply that
    // ended has no caret behind its last line, which did not change.
    const double bottom = item.height != before ? viewport()->height() : item.top + item.height - scroll() + kGap;
    const double top = item.top + (item.stateChanged() ? 0 : item.bodyTop() + from) - scroll() - 2;
    viewport()->update(QRectF(columnLeft() - kGap, top, columnWidth() + 2 * kGap, bottom - top).toAlignedRect());
    if (item.message().state != MessageState::Streaming) notifyChatChild(this, index, QAccessible::NameChanged);
}

void ChatView::setHighlights(std::vector<std::pair<std::size_t, TextRange>> ranges, bool show) {
    if (ranges == m_highlights && !show) return;
    m_highlights = std::move(ranges);
    if (show && !m_highlights.empty() && m_highlights.front().first < m_items.size())
        reveal(m_highlights.front().first, m_highlights.front().second.begin);
    viewport()->update();
}

void ChatView::setLater(std::vector<std::pair<std::size_t, TextRange>> ranges, bool show) {
    if (ranges == m_later) return;
    m_later = std::move(ranges);
    if (show && !m_later.empty() && m_later.front().first < m_items.size())
        reveal(m_later.front().first, m_later.front().second.begin);
    viewport()->update();
}

void ChatView::setFound(std::size_t index, std::vector<TextRange> ranges) {
    m_found = std::move(ranges);
    m_foundIn = index < m_items.size() ? m_items[index]->id : 0;
    viewport()->update();
    if (!m_foundIn) return;
    if (m_found.empty()) {
        revealMessage(index);
        return;
    }
    layOut(index);
    const int thought = m_items[index]->body.thoughtOf(m_found.front().begin);
    if (thought >= 0) {
        m_unfolded[m_foundIn].insert(thought);
        m_items[index]->body.setUnfolded(thought, true);
        m_items[index]->settle();
        place();
    }
    reveal(index, m_found.front().begin);
}

void ChatView::setPaused(bool paused) {
    if (std::exchange(m_paused, paused) != paused) viewport()->update();
}

void ChatView::setReplyWays(const ReplyWays& ways) {
    if (std::exchange(m_ways, ways) == ways || m_items.empty()) return;
    messageChanged(m_items.size() - 1);
}

void ChatView::setWaitingFor(const QString& words) {
    if (std::exchange(m_waitingFor, words) == words || m_items.empty()) return;
    messageChanged(m_items.size() - 1);
}

// ---- editing in place --------------------------------------------------------------------------------

void ChatView::edit(std::size_t index) {
    if (index >= m_items.size() || m_conversation->messages[index].role != Role::User) return;
    const Message& message = m_conversation->messages[index];
    if (m_editor && m_editing == message.id) {
        m_editor->setFocus(Qt::OtherFocusReason);
        return;
    }
    // What was typed elsewhere comes back when that message is edited again.
    if (m_editor) m_edits[m_editing] = m_editor->text();
    closeEditor();
    const auto kept = m_edits.find(message.id);
    m_editing = message.id;
    m_editor = new MessageEditor(kept == m_edits.end() ? message.text : kept->second, viewport());
    m_edits.erase(message.id);
    connect(m_editor->edit(), &QPlainTextEdit::textChanged, this,
            [this] { emit editChanged(m_editing, m_editor->text()); });
    connect(m_editor, &MessageEditor::cancelled, this, [this] {
        emit editChanged(m_editing, std::nullopt);
        closeEditor();
        setFocus(Qt::ShortcutFocusReason);
    });
    connect(m_editor, &MessageEditor::submitted, this, [this](const QString& text) {
        const RowId edited = m_editing;
        const auto at = indexOf(edited);
        closeEditor();
        setFocus(Qt::OtherFocusReason);
        if (at) emit editSubmitted(*at, text);
        emit editChanged(edited, std::nullopt);
    });
    connect(m_editor, &MessageEditor::heightChanged, this, [this] {
        if (const auto at = indexOf(m_editing)) messageChanged(*at);
        placeEditor();
    });
    messageChanged(index);
    m_editor->show();
    placeEditor();
    revealMessage(index);
    m_editor->setFocus(Qt::OtherFocusReason);
}

void ChatView::closeEditor() {
    if (!m_editor) return;
    m_editor->hide();
    m_editor->deleteLater();
    m_editor = nullptr;
    const auto index = indexOf(std::exchange(m_editing, 0));
    if (index) messageChanged(*index);
}

std::map<RowId, QString> ChatView::edits() const {
    std::map<RowId, QString> all = m_edits;
    if (m_editor) all[m_editing] = m_editor->text();
    return all;
}

void ChatView::setEdits(const std::map<RowId, QString>& edits) {
    m_edits = edits;
    for (std::size_t i = 0; i < m_items.size() && !m_editor; ++i) {
        if (m_edits.count(m_items[i]->id)) edit(i);
    }
}

void ChatView::rememberEdits(const std::map<RowId, QString>& edits) {
    for (const auto& [message, text] : edits) m_edits[message] = text;
}

void ChatView::placeEditor() {
    const auto index = m_editor ? indexOf(m_editing) : std::nullopt;
    if (!index) return;
    const ChatItem& item = *m_items[*index];
    m_editor->setGeometry(
        item.editorRect().translated(columnLeft(), std::round(item.top - scroll())).toRect());
}

// ---- painting ----------------------------------------------------------------------------------------

std::vector<TextMark> ChatView::marksFor(std::size_t index) const {
    std::vector<TextMark> marks;
    Theme& theme = Theme::instance();
    for (const auto& [message, range] : m_later) {
        if (message == index)
            marks.push_back({range, {}, theme.color("textMuted"), true});  // faded, and still to be read
    }
    if (m_items[index]->id == m_foundIn) {
        for (const TextRange& range : m_found) marks.push_back({range, theme.color("warnFill")});
    }
    for (const auto& [message, range] : m_highlights) {
        if (message == index) marks.push_back({range, theme.color("selection")});
    }
    if (m_anchor && m_cursor && *m_anchor != *m_cursor) {
        const auto [low, high] = std::minmax(*m_anchor, *m_cursor);
        if (index >= low.message && index <= high.message) {
            const int begin = index == low.message ? low.source : 0;
            const int end =
                index == high.message ? high.source : int(m_conversation->messages[index].text.size());
            QColor fill = theme.color("accent");
            fill.setAlphaF(0.28f);
            marks.push_back({{begin, end}, fill});
        }
    }
    return marks;
}

void ChatView::setKeptFrom(std::optional<std::size_t> index) {
    if (m_keptFrom == index.value_or(0)) return;
    m_keptFrom = index.value_or(0);
    const Place reading = readingPlace();
    place();
    setReadingPlace(reading);
    viewport()->update();
}

QString ChatView::keptLine() const {
    return m_keptFrom > 0 && m_keptFrom < m_items.size()
               ? tr("The %n message(s) above are no longer in the prompt", nullptr, int(m_keptFrom))
               : QString();
}

QRect ChatView::keptLineRect() const {
    if (keptLine().isEmpty()) return {};
    const double bottom = m_items[m_keptFrom]->top - scroll() - (kGap - kBubbleGap) / 2;
    return QRectF(columnLeft(), bottom - kLineHeight, columnWidth(), kLineHeight).toRect();
}

void ChatView::paintKeptLine(QPainter& painter) const {
    const QRectF rect = keptLineRect();
    if (rect.isEmpty()) return;
    const Theme& theme = Theme::instance();
    painter.setFont(theme.font("caption"));
    const QFontMetricsF metrics(painter.font());
    const QString words = metrics.elidedText(keptLine(), Qt::ElideRight, rect.width());
    const double half = metrics.horizontalAdvance(words) / 2 + 12, y = std::floor(rect.center().y()) + 0.5;
    painter.setPen(QPen(theme.color("lineStrong"), 1));
    if (rect.width() / 2 > half) {
        painter.drawLine(QPointF(rect.left(), y), QPointF(rect.center().x() - half, y));
        painter.drawLine(QPointF(rect.center().x() + half, y), QPointF(rect.right(), y));
    }
    painter.setPen(theme.color("textMuted"));
    painter.drawText(rect, Qt::AlignCenter, words);
}

void ChatView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const QRectF clip = event->rect();
    painter.fillRect(clip, Theme::instance().color("surface"));
    if (!m_conversation) return;
    const double shift = scroll();
    const ChatItem::Action* focused = focusedAction();
    for (std::size_t i = firstAt(shift + clip.top() - kGap); i < m_items.size(); ++i) {
        ChatItem& item = *m_items[i];
        if (item.top - shift - kGap > clip.bottom()) break;
        ChatItem::PaintContext context;
        context.marks = marksFor(i);
        context.clip = clip;
        if (m_hover.message == i && !m_hover.action.isEmpty())
            context.hovered = item.action(m_hover.action.constData(), m_hover.argument);
        const bool here = m_keyboard && hasFocus() && item.id == m_current;
        context.focused = here ? focused : nullptr;
        context.ring = here && !focused;
        context.attended = m_hover.message == i || here;
        context.paused = m_paused;
        item.paint(painter, QPointF(columnLeft(), item.top - shift), context);
    }
    paintKeptLine(painter);
}

}  // namespace gh::app
