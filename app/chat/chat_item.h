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

struct ChatItem {
    struct Action {
        const char* id;
        QRectF rect;
    };
    struct PaintContext {
        const Message* message = nullptr;
        std::vector<TextMark> marks;
        QRectF clip;
        QString hovered;  // id of the action under the mouse
        bool paused = false;
    };

    MessageLayout body;
    std::vector<Action> actions;
    double top = 0;  // in the content, kept by the view
    double height = 0, width = 0;
    bool laidOut = false;

    void estimate(const Message& message, double columnWidth);  // a height without laying out
    void layOut(const Message& message, double columnWidth, bool last);
    void paint(QPainter& painter, QPointF origin, const PaintContext& context) const;

    double bodyLeft() const { return m_bubble.isNull() ? 0 : m_bubble.left() + kBubbleX; }
    double bodyTop() const { return m_bubble.isNull() ? 0 : kBubbleY; }
    QRectF bodyRect() const;
    QString codeOf(const QRectF& action) const;  // the code block a copy button stands in
    static QString actionTip(const char* id);
    bool onFooter(QPointF point) const { return m_footer.contains(point); }

private:
    static constexpr double kBubbleX = 14, kBubbleY = 5;
    void paintFooter(QPainter& painter, QPointF origin, const PaintContext& context) const;
    void paintBox(QPainter& painter, QPointF origin, const PaintContext& context) const;

    QRectF m_bubble;  // null for a reply
    QRectF m_footer, m_boxRect;
    QString m_note;  // below a bubble: why it waits
    std::optional<ReplyBox> m_box;
    std::vector<std::pair<Action, QString>> m_boxButtons;
};

}  // namespace gh::app
