// The conversation as a picture: bubbles at the right, replies at the left, streaming. Own painting, so that
// a token costs the last line of the last message, and a conversation of any length costs what is on show:
// messages out of sight are laid out in small slices while nothing else happens.
#pragma once

#include <memory>
#include <optional>
#include <QAbstractScrollArea>
#include <QTimer>
#include <vector>

#include "app/chat/chat_item.h"
#include "app/chat/conversation.h"
#include "app/chat/message_layout.h"

namespace gh::app {

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
    void reset();                            // messages were removed

    // Ranges to draw as selected, by message index; the first one is scrolled into view when asked.
    void setHighlights(std::vector<std::pair<std::size_t, TextRange>> ranges, bool reveal);
    const std::vector<std::pair<std::size_t, TextRange>>& highlights() const { return m_highlights; }

    void setPaused(bool paused);  // the engine: replies being written say so
    bool paused() const { return m_paused; }

    QString selectedText() const;
    void scrollToEnd();

    // Where things are drawn, in viewport coordinates (tests and pictures click there).
    QRect messageRect(std::size_t index) const;
    QRect actionRect(std::size_t index, const char* action) const;
    QPoint pointOf(std::size_t index, int source) const;

signals:
    // A click on a character of a message.
    void characterClicked(qulonglong index, int source);
    void emptyClicked();
    void actionRequested(const QString& action, qulonglong index);  // "copy", "regenerate", "new-chat"

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    struct Place {
        std::size_t message = 0;
        int source = 0;
        auto operator<=>(const Place&) const = default;
    };

    void layOut(std::size_t index);
    void layOutSlice();
    void place();  // tops of all items from their heights; scroll range
    void keepPlace(double anchorBottom);
    double columnLeft() const;
    double columnWidth() const;
    std::optional<std::size_t> itemAt(double y) const;
    Place placeAt(QPoint point) const;
    const ChatItem::Action* actionAt(QPoint point, std::size_t* index) const;
    std::vector<TextMark> marksFor(std::size_t index) const;

    const Conversation* m_conversation = nullptr;
    std::vector<std::unique_ptr<ChatItem>> m_items;
    std::vector<std::pair<std::size_t, TextRange>> m_highlights;
    QTimer m_slices;
    double m_contentHeight = 0;
    bool m_atEnd = true, m_paused = false;
    std::optional<Place> m_anchor, m_cursor;  // text selected with the mouse
    QPoint m_pressed;
    bool m_dragging = false;
    QString m_hoverAction;
    std::size_t m_hoverIndex = 0;
    bool m_tipShown = false;
};

}  // namespace gh::app
