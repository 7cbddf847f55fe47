// Where the messages of a chat stand: laying out a slice at a time, what is read keeping its place, points and rectangles.
#include <algorithm>
#include <cmath>
#include <QAccessible>
#include <QElapsedTimer>
#include <QScrollBar>

#include "app/chat/chat_view.h"
#include "app/chat/chat_view_measures.h"
#include "app/chat/message_editor.h"

namespace gh::app {

using namespace chat_view;

namespace {
constexpr double kTopMargin = 16, kBottomMargin = 20, kSide = 24;
constexpr qint64 kSliceMs = 5;  // of layout work at once while idle
// Behind a bubble its row of buttons is room enough.
double gapBehind(const ChatItem& item, const Message& message) {
    return message.role == Role::Assistant || !item.editorRect().isNull() ? kGap : kBubbleGap;
}
}  // namespace

double ChatView::scroll() const {
    return verticalScrollBar()->value();
}
double ChatView::columnWidth() const {
    return std::max(120.0, std::min<double>(kColumn, viewport()->width() - 2 * kSide));
}
double ChatView::columnLeft() const {
    return std::floor((viewport()->width() - columnWidth()) / 2);
}

void ChatView::layOut(std::size_t index) {
    ChatItem::Frame frame;
    frame.columnWidth = columnWidth();
    frame.last = index + 1 == m_items.size();
    frame.ways = m_ways;
    frame.waitingFor = m_waitingFor;
    if (m_editor && m_items[index]->id == m_editing) frame.editorHeight = m_editor->heightFor(int(frame.columnWidth));
    m_items[index]->layOut(frame);
}

void ChatView::layOutSlice() {
    QElapsedTimer clock;
    clock.start();
    const Place reading = readingPlace();
    bool more = false, changed = false;
    for (std::size_t i = m_items.size(); i-- > 0;) {
        ChatItem& item = *m_items[i];
        if (item.laidOut && item.body.complete()) continue;
        if (clock.elapsed() >= kSliceMs) {
            more = true;
            break;
        }
        if (!item.laidOut) layOut(i);
        if (item.body.layOutMore(clock, kSliceMs)) item.settle();
        more = more || !item.body.complete();
        changed = true;
    }
    if (changed) {
        place();
        if (m_atEnd)
            scrollToEnd();
        else
            setReadingPlace(reading);
        bringIn();
    }
    if (more) m_slices.start();
}

void ChatView::place() {
    double y = kTopMargin;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        m_items[i]->outOfPrompt = i < m_keptFrom;
        if (i > 0 && i == m_keptFrom) y += kLineHeight;
        m_items[i]->top = y;
        y += m_items[i]->height + gapBehind(*m_items[i], m_conversation->messages[i]);
    }
    m_contentHeight = m_items.empty() ? 0 : y - kGap + kBottomMargin;
    m_placing = true;  // the range alone must not change what the user wanted
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, int(std::ceil(m_contentHeight)) - viewport()->height()));
    m_placing = false;
    placeEditor();
}

void ChatView::bringIn(const Place* kept) {
    if (m_bringing || m_items.empty()) return;
    m_bringing = true;
    const Place reading = kept ? *kept : readingPlace();
    // Heights differ from their estimates, which brings others into view.
    constexpr int kMostRounds = 8;
    for (int round = 0; round < kMostRounds; ++round) {
        bool changed = false;
        const double top = scroll(), bottom = top + viewport()->height();
        for (std::size_t i = firstAt(top); i < m_items.size() && m_items[i]->top <= bottom; ++i) {
            ChatItem& item = *m_items[i];
            if (!item.laidOut) {
                layOut(i);
                changed = true;
            }
            const double begin = item.top + item.bodyTop();
            if (item.body.ensure(top - begin, bottom - begin)) {
                item.settle();
                changed = true;
            }
        }
        if (!changed) break;
        place();
        m_placing = true;
        verticalScrollBar()->setValue(m_atEnd ? verticalScrollBar()->maximum() : int(std::round(heightOf(reading))));
        m_placing = false;
        viewport()->update();
    }
    m_bringing = false;
    placeEditor();
}

ChatView::Place ChatView::readingPlace() const {
    // A place that was given stays the same through any number of widths, until somebody scrolls.
    if (m_kept && !m_atEnd) return *m_kept;
    Place place;
    place.atEnd = m_atEnd;
    const std::size_t index = firstAt(scroll());
    if (index >= m_items.size()) return place;
    const ChatItem& item = *m_items[index];
    place.message = item.id;
    const double inside = scroll() - item.top - item.bodyTop();
    if (!item.laidOut || inside < 0) {
        place.source = -1;  // from the item's top
        place.shift = scroll() - item.top;
    } else if (inside >= item.body.height()) {
        place.source = INT_MAX;
        place.shift = inside - item.body.height();
    } else {
        place.source = item.body.rowSourceAt(inside);
        place.shift = inside - item.body.rowTop(place.source);
    }
    return place;
}

double ChatView::heightOf(const Place& place) const {
    const auto index = indexOf(place.message);
    if (!index) return scroll();
    const ChatItem& item = *m_items[*index];
    if (place.source < 0) return item.top + place.shift;
    return item.top + item.bodyTop() + place.shift +
           (place.source == INT_MAX ? item.body.height() : item.body.rowTop(place.source));
}

void ChatView::setReadingPlace(const Place& place) {
    if (place.atEnd) {
        scrollToEnd();
        bringIn();
        return;
    }
    m_atEnd = false;
    m_kept = place;
    const auto index = indexOf(place.message);
    if (index && !m_items[*index]->laidOut) {
        layOut(*index);
        this->place();
    }
    m_placing = true;
    verticalScrollBar()->setValue(int(std::round(heightOf(place))));
    m_placing = false;
    bringIn(&place);
}

void ChatView::reveal(std::size_t index, int source) {
    const double room = viewport()->height();
    // Lines around it come out higher or lower than their estimates: look again until it stands.
    constexpr int kMostRounds = 4;
    for (int round = 0; round < kMostRounds; ++round) {
        ChatItem& item = *m_items[index];
        if (!item.laidOut) layOut(index);
        const double at = item.body.pointOf(source).y();
        if (item.body.ensure(at - room, at + room)) item.settle();
        place();
        // The wrapped row, not its paragraph: a long one is higher than the view.
        const double y = item.top + item.bodyTop() + item.body.pointOf(source).y();
        const double half = item.body.lineHeight() / 2;
        if (y - half >= scroll() && y + half <= scroll() + room) break;
        m_atEnd = false;
        verticalScrollBar()->setValue(int(y - room / 3.0));
        bringIn();
    }
}

void ChatView::revealMessage(std::size_t index) {
    constexpr double kAir = 12;
    for (int round = 0; round < 2; ++round) {
        if (!m_items[index]->laidOut) layOut(index);
        place();
        const ChatItem& item = *m_items[index];
        const double room = viewport()->height();
        if (item.top - kAir < scroll())
            verticalScrollBar()->setValue(int(item.top - kAir));
        else if (item.top + item.height + kAir > scroll() + room)
            verticalScrollBar()->setValue(int(std::min(item.top - kAir, item.top + item.height + kAir - room)));
        bringIn();
    }
}

void ChatView::scrollToEnd() {
    m_placing = true;
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    m_placing = false;
    m_atEnd = true;
}

void ChatView::scrollContentsBy(int, int dy) {
    if (!m_placing) m_kept.reset();
    if (!m_placing) m_atEnd = verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 4;
    viewport()->scroll(0, dy);
    if (!m_placing) bringIn();
    m_slices.start();
}

void ChatView::resizeEvent(QResizeEvent* event) {
    const Place reading = readingPlace();
    if (!m_items.empty() && m_items.front()->width() != columnWidth()) {
        // Only what is on show is laid out at once; the rest keeps its old height until its slice comes.
        for (auto& item : m_items) item->laidOut = false;
        const auto index = indexOf(reading.message);
        if (index) layOut(*index);
        m_slices.start();
    }
    place();
    setReadingPlace(reading);
    placeEditor();
    QAbstractScrollArea::resizeEvent(event);
}

std::size_t ChatView::firstAt(double y) const {
    const auto it = std::partition_point(m_items.begin(), m_items.end(),
                                         [&](const auto& item) { return item->top + item->height <= y; });
    return std::size_t(it - m_items.begin());
}

std::optional<std::size_t> ChatView::itemAt(double y) const {
    const std::size_t index = firstAt(y - kGap / 2);
    if (index >= m_items.size()) return std::nullopt;
    return index;
}

std::optional<std::size_t> ChatView::indexOf(RowId message) const {
    if (!message) return std::nullopt;
    for (std::size_t i = m_items.size(); i-- > 0;) {
        if (m_items[i]->id == message) return i;
    }
    return std::nullopt;
}

const ChatItem& ChatView::item(std::size_t index) const {
    if (!m_items[index]->laidOut) const_cast<ChatView*>(this)->layOut(index);
    return *m_items[index];
}

QRect ChatView::messageRect(std::size_t index) const {
    if (index >= m_items.size()) return {};
    const ChatItem& item = *m_items[index];
    return QRectF(columnLeft(), item.top - scroll(), columnWidth(), item.height).toRect();
}

QRect ChatView::actionRect(std::size_t index, const char* action, int argument) const {
    if (index >= m_items.size()) return {};
    const ChatItem::Action* found = m_items[index]->action(action, argument);
    return found ? found->rect.translated(columnLeft(), m_items[index]->top - scroll()).toRect() : QRect();
}

QPoint ChatView::pointOf(std::size_t index, int source) const {
    const ChatItem& item = *m_items[index];
    const QPointF at = item.body.pointOf(source);
    return QPointF(columnLeft() + item.bodyLeft() + at.x(), item.top - scroll() + item.bodyTop() + at.y()).toPoint();
}

}  // namespace gh::app
