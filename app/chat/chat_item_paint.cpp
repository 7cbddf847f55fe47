#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include "app/chat/chat_item.h"
#include "widgets/controls/icons.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {

constexpr double kIcon = 16, kBoxPadding = 14, kBoxIndent = 40;

struct {
    const char* action;
    const char* icon;
} constexpr kIcons[] = {
    {"copy", "copy"},          {"copy-code", "copy"},           {"regenerate", "refresh"},
    {"continue", "play"},      {"edit", "edit"},                {"branch-prev", "chevron-left"},
    {"branch-next", "chevron-right"}, {"more", "more"},
};

const char* iconOf(const ChatItem::Action& action) {
    for (const auto& entry : kIcons) {
        if (action.is(entry.action)) return entry.icon;
    }
    return nullptr;
}

}  // namespace

void ChatItem::paint(QPainter& painter, QPointF origin, const PaintContext& context) const {
    Theme& theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool editing = !m_editor.isNull();
    if (outOfPrompt && !editing) painter.setOpacity(theme.opacity("outOfWindow"));
    if (!m_bubble.isNull() && !editing) paintBubble(painter, origin);
    if (!editing) body.paint(painter, origin + QPointF(bodyLeft(), bodyTop()), context.clip, context.marks);
    painter.setOpacity(1);
    if (message().state == MessageState::Streaming) {
        const QPointF end = origin + QPointF(0, bodyTop()) + body.endOfText();
        const double step = body.lineHeight();
        painter.fillRect(QRectF(end.x() + (message().text.isEmpty() ? 0 : 3), end.y() + (step - 18) / 2, 4, 18),
                         theme.color("accent"));
    }
    if (!m_note.isEmpty() && !editing) {
        double right = width();
        if (const Action* reply = action("regenerate")) right = reply->rect.left() - 4;
        painter.setFont(theme.font("caption"));
        painter.setPen(theme.color("textMuted"));
        painter.drawText(QRectF(origin.x(), origin.y() + m_bubble.bottom() + 2, right, 22),
                         Qt::AlignRight | Qt::AlignVCenter, m_note);
    }
    if (!m_footer.isNull()) paintFooter(painter, origin, context);
    if (m_box) paintBox(painter, origin);
    if (!m_branchRect.isNull() && !editing) {
        painter.setFont(theme.font("caption"));
        painter.setPen(theme.color("textMuted"));
        painter.drawText(m_branchRect.translated(origin), Qt::AlignCenter,
                         QStringLiteral("%1 / %2").arg(message().branch + 1).arg(message().branches));
    }
    for (const Action& action : actions) {
        if (!editing && (!action.quiet || context.attended)) paintAction(painter, origin, action, context);
    }
    if (context.ring) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color("focus"), theme.line("focus")));
        painter.drawRoundedRect(QRectF(origin.x() - 9, origin.y() - 5, width() + 18, height + 10),
                                theme.radius("control"), theme.radius("control"));
    }
}

void ChatItem::paintBubble(QPainter& painter, QPointF origin) const {
    Theme& theme = Theme::instance();
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(theme.isDark() ? "raised" : "sunken"));
    painter.drawRoundedRect(m_bubble.translated(origin), theme.radius("bubble"), theme.radius("bubble"));
}

void ChatItem::paintAction(QPainter& painter, QPointF origin, const Action& action,
                           const PaintContext& context) const {
    Theme& theme = Theme::instance();
    const QRectF box = action.rect.translated(origin);
    const bool hovered = context.hovered == &action && action.enabled;
    const double radius = theme.radius("control");
    if (action.is("attachment")) {
        const Attachment& attachment = message().attachments[std::size_t(action.argument)];
        painter.setPen(QPen(theme.color(hovered ? "control" : "lineStrong"), 1));
        painter.setBrush(theme.color("surface"));
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        widgets::drawIcon(painter, QRectF(box.left() + 7, box.center().y() - 7, 14, 14), "file",
                          theme.color("textMuted"));
        const QString bytes = widgets::units::bytes(std::uint64_t(attachment.bytes)).text();
        painter.setFont(theme.font("caption"));
        painter.setPen(theme.color("textMuted"));
        painter.drawText(box.adjusted(0, 0, -9, 0), Qt::AlignRight | Qt::AlignVCenter, bytes);
        const double room =
            box.width() - 27 - 9 - 8 - QFontMetricsF(painter.font()).horizontalAdvance(bytes);
        painter.setFont(theme.font("caption", "medium"));
        painter.setPen(theme.color("text"));
        painter.drawText(QRectF(box.left() + 27, box.top(), room, box.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(attachment.name, Qt::ElideMiddle, room));
    } else if (!m_boxRect.isNull() && m_boxRect.contains(action.rect)) {
        const bool first = m_box->buttons.front().action == QLatin1String(action.id);
        painter.setFont(theme.font("body", "medium"));
        if (first) {
            painter.setPen(QPen(theme.color(hovered ? "control" : "lineStrong"), 1));
            painter.setBrush(theme.color("surface"));
            painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        }
        painter.setPen(theme.color(first || hovered ? "text" : "textMuted"));
        painter.drawText(box, Qt::AlignCenter,
                         QFontMetricsF(painter.font()).elidedText(action.label, Qt::ElideRight, box.width() - 8));
    } else if (!action.label.isEmpty()) {
        QFont font = theme.font("caption", "medium");
        font.setUnderline(hovered);
        painter.setFont(font);
        painter.setPen(theme.color("accentText"));
        painter.drawText(box, Qt::AlignCenter, action.label);
    } else if (const char* name = iconOf(action)) {
        if (hovered) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color("sunken"));
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), radius, radius);
        }
        widgets::drawIcon(painter, QRectF(box.center() - QPointF(kIcon / 2, kIcon / 2), QSizeF(kIcon, kIcon)), name,
                          theme.color(!action.enabled ? "textDisabled" : hovered ? "text" : "textMuted"));
    }
    if (context.focused == &action) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.color("focus"), theme.line("focus")));
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius);
    }
}

void ChatItem::paintFooter(QPainter& painter, QPointF origin, const PaintContext& context) const {
    Theme& theme = Theme::instance();
    const QRectF rect = m_footer.translated(origin);
    double x = rect.left();
    if (message().state == MessageState::Streaming) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(context.paused ? "warn" : "ok"));
        painter.drawEllipse(QPointF(x + 4, rect.center().y()), 3.5, 3.5);
        x += 14;
    }
    painter.setFont(theme.font("caption"));
    painter.setPen(theme.color("textMuted"));
    const QRectF room(x, rect.top(), rect.right() - x - 8, rect.height());
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(painter.font())
                         .elidedText(replyLine(message(), context.paused), Qt::ElideRight, room.width()));
}

void ChatItem::paintBox(QPainter& painter, QPointF origin) const {
    Theme& theme = Theme::instance();
    const QRectF rect = m_boxRect.translated(origin);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(m_box->fill));
    painter.drawRoundedRect(rect, theme.radius("control"), theme.radius("control"));
    widgets::drawIcon(painter, QRectF(rect.left() + 14, rect.top() + kBoxPadding, kIcon, kIcon), "warning",
                      theme.color(m_box->color));
    const double inner = rect.width() - kBoxIndent - kBoxPadding;
    painter.setPen(theme.color("text"));
    painter.setFont(theme.font("body", "semibold"));
    const QRectF titleRoom(rect.left() + kBoxIndent, rect.top() + kBoxPadding, inner, rect.height());
    const double title =
        QFontMetricsF(painter.font()).boundingRect(titleRoom, Qt::TextWordWrap, m_box->title).height();
    painter.drawText(titleRoom, Qt::TextWordWrap, m_box->title);
    painter.setFont(theme.font("body"));
    painter.drawText(titleRoom.translated(0, title + 2), Qt::TextWordWrap, m_box->text);
}

}  // namespace gh::app
