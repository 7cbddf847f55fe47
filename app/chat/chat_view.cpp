#include "app/chat/chat_view.h"

#include <algorithm>
#include <cmath>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {
constexpr double kTopMargin = 16, kBottomMargin = 20, kGap = 20, kSide = 24;
constexpr qint64 kSliceMs = 5;  // of layout work at once while idle
}  // namespace

ChatView::ChatView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Conversation"));
    viewport()->setMouseTracking(true);
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
    m_conversation = conversation;
    m_atEnd = true;
    m_anchor.reset();
    m_cursor.reset();
    m_highlights.clear();
    reset();
}

void ChatView::reset() {
    m_items.clear();
    if (m_conversation) {
        for (const Message& message : m_conversation->messages) {
            m_items.push_back(std::make_unique<ChatItem>());
            m_items.back()->estimate(message, columnWidth());
        }
    }
    m_anchor.reset();
    m_cursor.reset();
    place();
    // What will be on show first is laid out now, the rest in slices.
    double room = viewport()->height();
    for (std::size_t i = m_items.size(); i-- > 0 && room > 0;) {
        layOut(i);
        room -= m_items[i]->height + kGap;
    }
    place();
    if (m_atEnd) scrollToEnd();
    m_slices.start();
    viewport()->update();
}

void ChatView::appended() {
    m_items.push_back(std::make_unique<ChatItem>());
    layOut(m_items.size() - 1);
    if (m_items.size() > 1) layOut(m_items.size() - 2);  // its buttons and box depend on being the last
    place();
    if (m_atEnd) scrollToEnd();
    viewport()->update();
}

void ChatView::messageChanged(std::size_t index) {
    if (index >= m_items.size()) return;
    const double before = m_items[index]->height;
    layOut(index);
    if (m_items[index]->height != before) {
        place();
        if (m_atEnd) scrollToEnd();
    }
    viewport()->update();
}

void ChatView::setHighlights(std::vector<std::pair<std::size_t, TextRange>> ranges, bool reveal) {
    if (ranges == m_highlights && !reveal) return;
    m_highlights = std::move(ranges);
    if (reveal && !m_highlights.empty() && m_highlights.front().first < m_items.size()) {
        // All below it as well: a height that is only guessed would move what was scrolled to.
        const auto& [index, range] = m_highlights.front();
        layOut(index);
        for (std::size_t i = index + 1; i < m_items.size(); ++i) {
            if (!m_items[i]->laidOut) layOut(i);
        }
        place();
        // The wrapped row, not its paragraph: a long one is higher than the view.
        const ChatItem& item = *m_items[index];
        const double y = item.top + item.bodyTop() + item.body.pointOf(range.begin).y();
        const double half = item.body.lineHeight() / 2;
        const double shown = verticalScrollBar()->value();
        if (y - half < shown || y + half > shown + viewport()->height()) {
            m_atEnd = false;
            verticalScrollBar()->setValue(int(y - viewport()->height() / 3.0));
        }
    }
    viewport()->update();
}

void ChatView::setPaused(bool paused) {
    if (std::exchange(m_paused, paused) != paused) viewport()->update();
}

// ---- geometry ----------------------------------------------------------------------------------------

double ChatView::columnWidth() const {
    return std::max(120.0, std::min<double>(kColumn, viewport()->width() - 2 * kSide));
}
double ChatView::columnLeft() const {
    return std::floor((viewport()->width() - columnWidth()) / 2);
}

void ChatView::layOut(std::size_t index) {
    m_items[index]->layOut(m_conversation->messages[index], columnWidth(), index + 1 == m_items.size());
}

void ChatView::layOutSlice() {
    QElapsedTimer clock;
    clock.start();
    // A line of a message above the view must not move what is read: the distance to the end of the content
    // stays.
    const double below = m_contentHeight - verticalScrollBar()->value();
    bool more = false, changed = false;
    for (std::size_t i = m_items.size(); i-- > 0;) {
        if (m_items[i]->laidOut) continue;
        if (clock.elapsed() >= kSliceMs) {
            more = true;
            break;
        }
        layOut(i);
        changed = true;
    }
    if (changed) {
        place();
        keepPlace(below);
        viewport()->update();
    }
    if (more) m_slices.start();
}

void ChatView::keepPlace(double below) {
    if (m_atEnd) {
        scrollToEnd();
    } else {
        verticalScrollBar()->setValue(int(std::round(m_contentHeight - below)));
    }
}

void ChatView::place() {
    double y = kTopMargin;
    for (auto& item : m_items) {
        item->top = y;
        y += item->height + kGap;
    }
    m_contentHeight = m_items.empty() ? 0 : y - kGap + kBottomMargin;
    const bool atEnd = m_atEnd;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, int(std::ceil(m_contentHeight)) - viewport()->height()));
    m_atEnd = atEnd;  // the range alone must not change what the user wanted
}

void ChatView::scrollToEnd() {
    m_atEnd = true;
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void ChatView::scrollContentsBy(int, int dy) {
    m_atEnd = verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 4;
    viewport()->scroll(0, dy);
    m_slices.start();
}

void ChatView::resizeEvent(QResizeEvent* event) {
    const double width = columnWidth();
    const bool stay = m_atEnd;
    if (!m_items.empty() && m_items.front()->width != width) {
        // Only what is on show is laid out at once; the rest keeps its old height until its slice comes.
        for (auto& item : m_items) item->laidOut = false;
        double room = viewport()->height();
        for (std::size_t i = m_items.size(); i-- > 0 && room > 0;) {
            layOut(i);
            room -= m_items[i]->height + kGap;
        }
        m_slices.start();
    }
    place();
    if (stay) scrollToEnd();
    QAbstractScrollArea::resizeEvent(event);
}

std::optional<std::size_t> ChatView::itemAt(double y) const {
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (y < m_items[i]->top + m_items[i]->height + kGap / 2) return i;
    }
    return std::nullopt;
}

ChatView::Place ChatView::placeAt(QPoint point) const {
    if (m_items.empty()) return {};
    const double y = point.y() + verticalScrollBar()->value();
    const std::size_t index = itemAt(y).value_or(m_items.size() - 1);
    const ChatItem& item = *m_items[index];
    const QPointF inside(point.x() - columnLeft() - item.bodyLeft(), y - item.top - item.bodyTop());
    if (inside.y() < 0) return {index, 0};
    if (inside.y() >= item.body.height()) return {index, int(m_conversation->messages[index].text.size())};
    return {index, item.body.sourceAt(inside)};
}

const ChatItem::Action* ChatView::actionAt(QPoint point, std::size_t* index) const {
    const double y = point.y() + verticalScrollBar()->value();
    const auto at = itemAt(y);
    if (!at) return nullptr;
    const QPointF inside(point.x() - columnLeft(), y - m_items[*at]->top);
    for (const ChatItem::Action& action : m_items[*at]->actions) {
        if (!action.rect.contains(inside)) continue;
        *index = *at;
        return &action;
    }
    return nullptr;
}

QRect ChatView::messageRect(std::size_t index) const {
    if (index >= m_items.size()) return {};
    const ChatItem& item = *m_items[index];
    return QRectF(columnLeft(), item.top - verticalScrollBar()->value(), columnWidth(), item.height).toRect();
}

QRect ChatView::actionRect(std::size_t index, const char* action) const {
    if (index >= m_items.size()) return {};
    for (const ChatItem::Action& a : m_items[index]->actions) {
        if (qstrcmp(a.id, action) == 0) {
            return a.rect.translated(columnLeft(), m_items[index]->top - verticalScrollBar()->value())
                .toRect();
        }
    }
    return {};
}

QPoint ChatView::pointOf(std::size_t index, int source) const {
    const ChatItem& item = *m_items[index];
    const QPointF at = item.body.pointOf(source);
    return QPointF(columnLeft() + item.bodyLeft() + at.x(),
                   item.top - verticalScrollBar()->value() + item.bodyTop() + at.y())
        .toPoint();
}

// ---- painting ----------------------------------------------------------------------------------------

std::vector<TextMark> ChatView::marksFor(std::size_t index) const {
    std::vector<TextMark> marks;
    Theme& theme = Theme::instance();
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

void ChatView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const QRectF clip = event->rect();
    painter.fillRect(clip, Theme::instance().color("surface"));
    if (!m_conversation) return;
    const double shift = verticalScrollBar()->value();
    bool changed = false;
    const double below = m_contentHeight - shift;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        ChatItem& item = *m_items[i];
        if (item.top - shift > viewport()->height()) break;
        if (item.top + item.height - shift < 0) continue;
        if (!item.laidOut) {
            layOut(i);
            changed = true;
        }
        ChatItem::PaintContext context;
        context.message = &m_conversation->messages[i];
        context.marks = marksFor(i);
        context.clip = clip;
        context.hovered = i == m_hoverIndex ? m_hoverAction : QString();
        context.paused = m_paused;
        item.paint(painter, QPointF(columnLeft(), item.top - shift), context);
    }
    if (changed) {
        // Heights came out different from the estimate: put things in place for the next frame.
        QMetaObject::invokeMethod(
            this,
            [this, below] {
                place();
                keepPlace(below);
                viewport()->update();
            },
            Qt::QueuedConnection);
    }
}

// ---- mouse and keys ----------------------------------------------------------------------------------

void ChatView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_conversation || m_items.empty()) return;
    m_pressed = event->pos();
    m_dragging = false;
    std::size_t index = 0;
    if (actionAt(event->pos(), &index)) return;
    m_anchor = placeAt(event->pos());
    m_cursor = m_anchor;
    viewport()->update();
}

void ChatView::mouseMoveEvent(QMouseEvent* event) {
    if (!m_conversation || m_items.empty()) return;
    if (event->buttons() & Qt::LeftButton && m_anchor) {
        if (!m_dragging && (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance())
            return;
        m_dragging = true;
        m_cursor = placeAt(event->pos());
        viewport()->update();
        return;
    }
    std::size_t index = 0;
    const ChatItem::Action* action = actionAt(event->pos(), &index);
    const QString name = action ? QString::fromLatin1(action->id) : QString();
    if (!action) {
        const double y = event->pos().y() + verticalScrollBar()->value();
        const auto at = itemAt(y);
        const bool figures =
            at && m_items[*at]->onFooter(QPointF(event->pos().x() - columnLeft(), y - m_items[*at]->top));
        const QString tip = figures ? replyDetails(m_conversation->messages[*at]) : QString();
        if (tip.isEmpty()) {
            if (m_tipShown) QToolTip::hideText();
        } else if (!m_tipShown) {
            QToolTip::showText(event->globalPosition().toPoint(), tip, viewport());
        }
        m_tipShown = !tip.isEmpty();
    }
    if (name != m_hoverAction || index != m_hoverIndex) {
        m_hoverAction = name;
        m_hoverIndex = index;
        viewport()->setCursor(action ? Qt::PointingHandCursor : Qt::IBeamCursor);
        viewport()->update();
        if (action) {
            QToolTip::showText(event->globalPosition().toPoint(), ChatItem::actionTip(action->id),
                               viewport());
        }
    }
}

void ChatView::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_conversation || m_items.empty()) return;
    std::size_t index = 0;
    if (!m_dragging) {
        if (const ChatItem::Action* action = actionAt(event->pos(), &index)) {
            const QString id = QString::fromLatin1(action->id);
            if (id == "copy-code") {
                QApplication::clipboard()->setText(m_items[index]->codeOf(action->rect));
            } else {
                emit actionRequested(id, index);
            }
            return;
        }
        const double y = event->pos().y() + verticalScrollBar()->value();
        const auto at = itemAt(y);
        const bool onText = at && m_items[*at]->bodyRect().contains(
                                      QPointF(event->pos().x() - columnLeft(), y - m_items[*at]->top));
        m_anchor.reset();
        m_cursor.reset();
        viewport()->update();
        if (onText) {
            emit characterClicked(*at, placeAt(event->pos()).source);
        } else {
            emit emptyClicked();
        }
    }
    m_dragging = false;
}

void ChatView::leaveEvent(QEvent*) {
    if (m_hoverAction.isEmpty()) return;
    m_hoverAction.clear();
    viewport()->update();
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

void ChatView::keyPressEvent(QKeyEvent* event) {
    QScrollBar* bar = verticalScrollBar();
    if (event->matches(QKeySequence::Copy)) {
        const QString text = selectedText();
        if (!text.isEmpty()) QApplication::clipboard()->setText(text);
        return;
    }
    switch (event->key()) {
        case Qt::Key_Up:
            bar->setValue(bar->value() - bar->singleStep());
            return;
        case Qt::Key_Down:
            bar->setValue(bar->value() + bar->singleStep());
            return;
        case Qt::Key_PageUp:
            bar->setValue(bar->value() - bar->pageStep() + 40);
            return;
        case Qt::Key_PageDown:
            bar->setValue(bar->value() + bar->pageStep() - 40);
            return;
        case Qt::Key_Home:
            bar->setValue(0);
            return;
        case Qt::Key_End:
            scrollToEnd();
            return;
        default:
            QAbstractScrollArea::keyPressEvent(event);
    }
}

void ChatView::contextMenuEvent(QContextMenuEvent* event) {
    if (!m_conversation || m_items.empty()) return;
    const auto at = itemAt(event->pos().y() + verticalScrollBar()->value());
    QMenu menu(this);
    const QString selected = selectedText();
    if (!selected.isEmpty()) {
        menu.addAction(widgets::icon("copy"), tr("Copy selected text"),
                       [selected] { QApplication::clipboard()->setText(selected); });
    }
    if (at) {
        const qulonglong index = *at;
        menu.addAction(widgets::icon("copy"), tr("Copy message"),
                       [this, index] { emit actionRequested("copy", index); });
    }
    if (!menu.isEmpty()) menu.exec(event->globalPos());
}

}  // namespace gh::app
