// One message as the chat view draws it: bubble or reply, its line of figures with buttons, its box when it
// did not end by itself. Coordinates are from the item's top left corner, which is the column's left edge.
#pragma once

#include <optional>
#include <QRectF>
#include <QString>
#include <vector>

#include "app/chat/conversation.h"
#include "app/chat/message_layout.h"
#include "app/chat/reply_box.h"

namespace gh::app {

class ChatItem {
public:
    // What can be clicked in a message. label: words drawn instead of an icon.
    struct Action {
        const char* id = "";
        QRectF rect;
        int argument = 0;  // which code block, thought or attachment
        QString label = {};
        bool quiet = false;  // drawn only while the mouse or the keyboard is here
        bool enabled = true;
        bool is(const char* other) const { return qstrcmp(id, other) == 0; }
    };
    struct Frame {  // what a layout depends on beside the message
        double columnWidth = 0;
        bool last = false;
        ReplyWays ways = {};
        QString waitingFor = {};
        double editorHeight = 0;  // > 0: an editor stands in place of the text
    };
    struct PaintContext {
        std::vector<TextMark> marks;
        QRectF clip;
        const Action* hovered = nullptr;
        const Action* focused = nullptr;
        bool attended = false;  // the mouse is over the message, or the keyboard is in it
        bool ring = false;      // the keyboard is in it
        bool paused = false;
    };

    ChatItem(const Conversation* conversation, std::size_t index);
    const Message& message() const { return m_conversation->messages[m_index]; }

    const RowId id;  // of the message
    double top = 0;  // in the content, kept by the view
    double height = 0;
    bool laidOut = false;
    bool outOfPrompt = false;  // faded: the model does not read it any more
    MessageLayout body;
    std::vector<Action> actions;

    void estimate(double columnWidth);  // a height without laying out
    void layOut(const Frame& frame);
    // Since the layout before the last one: what stands beside the text, such as the caret, changed with it.
    bool stateChanged() const { return m_stateChanged; }
    // After body.ensure() or layOutMore(): heights moved.
    void settle() { arrange(m_frame); }
    double width() const { return m_frame.columnWidth; }
    void paint(QPainter& painter, QPointF origin, const PaintContext& context) const;

    double bodyLeft() const { return m_bubble.isNull() ? 0 : m_bubble.left() + kBubbleX; }
    double bodyTop() const { return m_bubble.isNull() ? 0 : kBubbleY + m_attachments; }
    QRectF bodyRect() const;
    QRectF editorRect() const { return m_editor; }
    bool onFooter(QPointF point) const { return m_footer.contains(point); }
    const Action* actionAt(QPointF point) const;
    const Action* action(const char* id, int argument = 0) const;
    static QString actionTip(const Action& action, bool reply);
    QString spoken() const;  // for a screen reader: who, and what

private:
    static constexpr double kBubbleX = 14, kBubbleY = 5;
    void arrange(const Frame& frame);
    void arrangeBubble(const Frame& frame);
    void arrangeFooter(const Frame& frame);
    void arrangeBox(const Frame& frame);
    double arrangeBranches(double right, double top);
    QString thoughtLabel(const ThoughtRange& range) const;
    void paintBubble(QPainter& painter, QPointF origin) const;
    void paintAction(QPainter& painter, QPointF origin, const Action& action, const PaintContext& context) const;
    void paintFooter(QPainter& painter, QPointF origin, const PaintContext& context) const;
    void paintBox(QPainter& painter, QPointF origin) const;

    const Conversation* m_conversation;
    std::size_t m_index;
    Frame m_frame;
    MessageState m_state = MessageState::Waiting;  // that it was laid out in
    bool m_stateChanged = false;
    QRectF m_bubble;  // null for a reply
    QRectF m_footer, m_boxRect, m_branchRect, m_editor;
    double m_attachments = 0;  // height of their chips above the text
    QString m_note;            // below a bubble: why it waits
    std::optional<ReplyBox> m_box;
};

}  // namespace gh::app
