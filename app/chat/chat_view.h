// The conversation as a picture: bubbles at the right, replies at the left, streaming. Own painting, so that
// a token costs the last line of the last message, and a conversation of any length costs what is on show:
// what is out of sight is laid out in small slices while nothing else happens. Content and geometry are in
// chat_view.cpp, mouse and keys in chat_view_input.cpp, what a screen reader sees in chat_accessible.cpp.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <QAbstractScrollArea>
#include <QTimer>
#include <set>
#include <vector>

#include "app/chat/chat_item.h"
#include "app/chat/conversation.h"
#include "app/chat/message_layout.h"

class QMenu;

namespace gh::app {

class MessageEditor;

class ChatView : public QAbstractScrollArea {
    Q_OBJECT
public:
    explicit ChatView(QWidget* parent = nullptr);
    ~ChatView() override;

    static constexpr int kColumn = 640;  // width of the text column

    // The conversation belongs to the controller and outlives this view's use of it. Null: nothing to show.
    void setConversation(const Conversation* conversation);
    void appended();                         // a message was added at the end
    void messageChanged(std::size_t index);  // its text, state or figures
    void reset();                            // messages were removed or replaced; what is read stays in place

    // Ranges to draw as selected, by message index; the first one is scrolled into view when asked.
    void setHighlights(std::vector<std::pair<std::size_t, TextRange>> ranges, bool reveal);
    const std::vector<std::pair<std::size_t, TextRange>>& highlights() const { return m_highlights; }
    // What was not yet there at the step of a scrubbed clock, by message index: drawn faded. Its beginning, where the
    // step is, is scrolled into view when asked.
    void setLater(std::vector<std::pair<std::size_t, TextRange>> ranges, bool reveal = false);
    const std::vector<std::pair<std::size_t, TextRange>>& later() const { return m_later; }
    // What a search found, marked in another colour and scrolled to; empty: nothing is marked.
    void setFound(std::size_t index, std::vector<TextRange> ranges);
    const std::vector<TextRange>& found() const { return m_found; }

    // The message that the prompt begins with now: those before it are faded, and a line says so. None: all are in it.
    void setKeptFrom(std::optional<std::size_t> index);
    QString keptLine() const;   // empty: none
    QRect keptLineRect() const;  // in the viewport

    void setPaused(bool paused);  // the engine: replies being written say so
    bool paused() const { return m_paused; }
    void setReplyWays(const ReplyWays& ways);  // of the last reply
    void setWaitingFor(const QString& words);  // what a message that waits says below itself

    // Where one reads, to be found again after the view was built anew.
    struct Place {
        RowId message = 0;
        int source = 0;
        double shift = 0;
        bool atEnd = true;
    };
    Place readingPlace() const;
    void setReadingPlace(const Place& place);

    // An editor in the place of a message. Its text is kept when another conversation is shown meanwhile.
    void edit(std::size_t index);
    void closeEditor();
    MessageEditor* editor() const { return m_editor; }
    std::map<RowId, QString> edits() const;  // texts being edited, by message
    void setEdits(const std::map<RowId, QString>& edits);
    void rememberEdits(const std::map<RowId, QString>& edits);  // for when their messages are shown

    QString selectedText() const;
    void scrollToEnd();

    // Messages as the keyboard and screen readers meet them.
    std::size_t count() const { return m_items.size(); }
    RowId messageId(std::size_t index) const { return m_items[index]->id; }
    const ChatItem& item(std::size_t index) const;  // laid out
    std::optional<std::size_t> currentMessage() const;
    void setCurrentMessage(std::size_t index);
    void trigger(std::size_t index, const ChatItem::Action& action);
    void fillMenu(QMenu& menu, std::size_t index);

    // Where things are drawn, in viewport coordinates (tests and pictures click there).
    QRect messageRect(std::size_t index) const;
    QRect actionRect(std::size_t index, const char* action, int argument = 0) const;
    QPoint pointOf(std::size_t index, int source) const;

signals:
    // A click on a character of a message.
    void characterClicked(qulonglong index, int source);
    void emptyClicked();
    // "copy", "regenerate", "continue", "branch-prev", "branch-next", "select", "new-chat", "copy-error",
    // "cache-settings"
    void actionRequested(const QString& action, qulonglong index);
    void attachmentRequested(qulonglong index, int attachment);
    // The text in a message's editor; none: it was sent or given up.
    void editChanged(qlonglong message, const std::optional<QString>& text);
    void editSubmitted(qulonglong index, const QString& text);
    void linkRequested(const QString& address);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override { mousePressEvent(event); }
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    struct Spot {
        std::size_t message = 0;
        int source = 0;
        auto operator<=>(const Spot&) const = default;
    };
    struct Hover {
        std::size_t message = SIZE_MAX;
        QByteArray action;
        int argument = 0;
        bool operator==(const Hover&) const = default;
    };

    void layOut(std::size_t index);
    void layOutSlice();
    // Lays out what is on show; what is read (or is to be read) stays where it is.
    void bringIn(const Place* kept = nullptr);
    void place();    // tops of all items from their heights; scroll range
    double heightOf(const Place& place) const;  // scroll value
    void reveal(std::size_t index, int source);
    void revealMessage(std::size_t index);
    void placeEditor();
    double columnLeft() const;
    double columnWidth() const;
    double scroll() const;
    std::size_t firstAt(double y) const;  // item whose bottom is below y; count() when none
    std::optional<std::size_t> itemAt(double y) const;
    std::optional<std::size_t> indexOf(RowId message) const;
    Spot spotAt(QPoint point) const;
    QPointF inItem(std::size_t index, QPoint point) const;
    const ChatItem::Action* actionAt(QPoint point, std::size_t* index) const;
    void setHover(const Hover& hover, QPoint globalPoint);
    void moveCurrent(int step);
    void moveAction(int step);
    const ChatItem::Action* focusedAction() const;
    std::vector<TextMark> marksFor(std::size_t index) const;
    void paintKeptLine(QPainter& painter) const;
    void clearTextSelection();

    const Conversation* m_conversation = nullptr;
    std::vector<std::unique_ptr<ChatItem>> m_items;
    std::vector<std::pair<std::size_t, TextRange>> m_highlights, m_later;
    std::vector<TextRange> m_found;
    std::size_t m_keptFrom = 0;
    RowId m_foundIn = 0;
    std::map<RowId, std::set<int>> m_unfolded;  // thoughts
    std::optional<Place> m_kept;  // where the view was put, until somebody scrolls
    QTimer m_slices;
    QString m_waitingFor;
    ReplyWays m_ways;
    double m_contentHeight = 0;
    bool m_atEnd = true, m_paused = false, m_bringing = false, m_placing = false;
    std::optional<Spot> m_anchor, m_cursor;  // text selected with the mouse
    QPoint m_pressed;
    bool m_dragging = false;
    Hover m_hover;
    bool m_tipShown = false;
    RowId m_current = 0;  // the message that the keyboard is in
    int m_currentAction = -1;
    bool m_keyboard = false;
    MessageEditor* m_editor = nullptr;
    RowId m_editing = 0;
    std::map<RowId, QString> m_edits;  // of editors that are not open
};

}  // namespace gh::app
