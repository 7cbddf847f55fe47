#include "app/chat/chat_item.h"

#include <cmath>
#include <cstring>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {
constexpr double kFooterGap = 8, kFooterHeight = 24, kIcon = 16, kHit = 28;
constexpr double kBoxPadding = 14, kBoxIndent = 40, kButtonHeight = 28;
struct ChatItemText {
    Q_DECLARE_TR_FUNCTIONS(ChatItemText)
};

// Height of wrapped text in the font of the theme.
double textHeight(const QString& text, const QFont& font, double width) {
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text).height();
}
}  // namespace

QString ChatItem::actionTip(const char* id) {
    if (std::strcmp(id, "copy") == 0) return ChatItemText::tr("Copy this reply");
    if (std::strcmp(id, "copy-code") == 0) return ChatItemText::tr("Copy this code");
    if (std::strcmp(id, "regenerate") == 0) return ChatItemText::tr("Write this reply again");
    return {};
}

void ChatItem::estimate(const Message& message, double columnWidth) {
    width = columnWidth;
    laidOut = false;
    const double charsPerLine = std::max(10.0, columnWidth / 7.2);
    const double lines =
        std::ceil(double(message.text.size()) / charsPerLine) + double(message.text.count('\n'));
    height = std::max(1.0, lines) * 24 +
             (message.role == Role::Assistant ? kFooterGap + kFooterHeight : 2 * kBubbleY);
}

void ChatItem::layOut(const Message& message, double columnWidth, bool last) {
    Theme& theme = Theme::instance();
    width = columnWidth;
    laidOut = true;
    actions.clear();
    m_boxButtons.clear();
    m_note.clear();
    m_box.reset();
    m_bubble = m_footer = m_boxRect = {};

    if (message.role != Role::Assistant) {
        body.update(message.text, std::floor(columnWidth * 0.82) - 2 * kBubbleX, MessageLayout::Style::Plain);
        const double bubble = std::min(columnWidth, std::ceil(body.naturalWidth()) + 2 * kBubbleX + 1);
        m_bubble = QRectF(columnWidth - bubble, 0, bubble, body.height() + 2 * kBubbleY);
        height = m_bubble.height();
        if (message.state == MessageState::Waiting) {
            m_note = ChatItemText::tr("Waiting: it is sent when the model is ready");
        } else if (last) {
            m_note = ChatItemText::tr("No reply yet");
            const double w =
                QFontMetricsF(theme.font("caption")).horizontalAdvance(ChatItemText::tr("Get a reply")) + 16;
            actions.push_back({"regenerate", QRectF(columnWidth - w, height + 2, w, 22)});
        }
        if (!m_note.isEmpty()) height += 26;
        return;
    }

    body.update(message.text, columnWidth, MessageLayout::Style::Markdown);
    double y = body.height();
    if (message.text.isEmpty() && message.state == MessageState::Streaming)
        y = body.lineHeight();  // room for the caret
    m_footer = QRectF(0, y + (y > 0 ? kFooterGap : 0), columnWidth, kFooterHeight);
    double x = columnWidth - kHit + 6;
    const double iconTop = m_footer.center().y() - kHit / 2;
    if (message.state != MessageState::Streaming && last) {
        actions.push_back({"regenerate", QRectF(x, iconTop, kHit, kHit)});
        x -= kHit;
    }
    if (!message.text.isEmpty()) actions.push_back({"copy", QRectF(x, iconTop, kHit, kHit)});
    for (const QRectF& box : body.codeBoxes()) {
        if (message.state != MessageState::Streaming || box.bottom() < body.height()) {
            actions.push_back({"copy-code", QRectF(box.right() - kHit - 4, box.top() + 4, kHit, kHit)});
        }
    }
    height = m_footer.bottom();

    m_box = boxFor(message, last);
    if (!m_box) return;
    const double inner = columnWidth - kBoxIndent - kBoxPadding;
    const double title = QFontMetricsF(theme.font("body", "semibold")).height() + 2;
    double boxHeight = kBoxPadding + title + textHeight(m_box->text, theme.font("body"), inner) + kBoxPadding;
    if (!m_box->buttons.empty()) boxHeight += kButtonHeight + 10;
    m_boxRect = QRectF(0, height + 8, columnWidth, boxHeight);
    double buttonX = kBoxIndent;
    const QFontMetricsF metrics(theme.font("body", "medium"));
    for (const ReplyBox::Button& button : m_box->buttons) {
        const double w = std::ceil(metrics.horizontalAdvance(button.label)) + 24;
        const Action action{button.action, QRectF(buttonX, m_boxRect.bottom() - kBoxPadding - kButtonHeight,
                                                  w, kButtonHeight)};
        actions.push_back(action);
        m_boxButtons.emplace_back(action, button.label);
        buttonX += w + 8;
    }
    height = m_boxRect.bottom();
}

QRectF ChatItem::bodyRect() const {
    return m_bubble.isNull() ? QRectF(0, 0, width, body.height()) : m_bubble;
}

QString ChatItem::codeOf(const QRectF& action) const {
    QRectF box;
    return body.codeAt(action.center() - QPointF(0, bodyTop()), &box);
}

void ChatItem::paint(QPainter& painter, QPointF origin, const PaintContext& context) const {
    Theme& theme = Theme::instance();
    painter.setRenderHint(QPainter::Antialiasing);
    if (!m_bubble.isNull()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(theme.isDark() ? "raised" : "sunken"));
        painter.drawRoundedRect(m_bubble.translated(origin), theme.radius("bubble"), theme.radius("bubble"));
    }
    body.paint(painter, origin + QPointF(bodyLeft(), bodyTop()), context.clip, context.marks);
    if (context.message->state == MessageState::Streaming) {
        const QPointF end = origin + QPointF(0, bodyTop()) + body.endOfText();
        const double step = body.lineHeight();
        painter.fillRect(
            QRectF(end.x() + (context.message->text.isEmpty() ? 0 : 3), end.y() + (step - 18) / 2, 4, 18),
            theme.color("accent"));
    }
    if (!m_note.isEmpty()) {
        painter.setFont(theme.font("caption"));
        painter.setPen(theme.color("textMuted"));
        double right = width;
        for (const Action& action : actions) {
            if (std::strcmp(action.id, "regenerate") != 0) continue;
            painter.setPen(theme.color("accentText"));
            QFont font = theme.font("caption", "medium");
            font.setUnderline(context.hovered == "regenerate");
            painter.setFont(font);
            painter.drawText(action.rect.translated(origin), Qt::AlignCenter,
                             ChatItemText::tr("Get a reply"));
            right = action.rect.left() - 4;
            painter.setFont(theme.font("caption"));
            painter.setPen(theme.color("textMuted"));
        }
        painter.drawText(QRectF(origin.x(), origin.y() + m_bubble.bottom() + 2, right, 22),
                         Qt::AlignRight | Qt::AlignVCenter, m_note);
    }
    if (!m_footer.isNull()) paintFooter(painter, origin, context);
    for (const Action& action : actions) {
        if (std::strcmp(action.id, "copy-code") != 0) continue;
        widgets::drawIcon(
            painter,
            QRectF(origin + action.rect.center() - QPointF(kIcon / 2, kIcon / 2), QSizeF(kIcon, kIcon)),
            "copy", theme.color("textMuted"));
    }
    if (m_box) paintBox(painter, origin, context);
}

void ChatItem::paintFooter(QPainter& painter, QPointF origin, const PaintContext& context) const {
    Theme& theme = Theme::instance();
    const QRectF rect = m_footer.translated(origin);
    double x = rect.left();
    if (context.message->state == MessageState::Streaming) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.color(context.paused ? "warn" : "ok"));
        painter.drawEllipse(QPointF(x + 4, rect.center().y()), 3.5, 3.5);
        x += 14;
    }
    painter.setFont(theme.font("caption"));
    painter.setPen(theme.color("textMuted"));
    painter.drawText(QRectF(x, rect.top(), rect.width() - 80, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, replyLine(*context.message, context.paused));
    for (const Action& action : actions) {
        const char* name = std::strcmp(action.id, "copy") == 0         ? "copy"
                           : std::strcmp(action.id, "regenerate") == 0 ? "refresh"
                                                                       : nullptr;
        if (!name || !m_footer.intersects(action.rect)) continue;
        const QRectF box = action.rect.translated(origin);
        const bool hovered = context.hovered == QLatin1String(action.id);
        if (hovered) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color("sunken"));
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), theme.radius("control"),
                                    theme.radius("control"));
        }
        widgets::drawIcon(painter, QRectF(box.center() - QPointF(kIcon / 2, kIcon / 2), QSizeF(kIcon, kIcon)),
                          name, theme.color(hovered ? "text" : "textMuted"));
    }
}

void ChatItem::paintBox(QPainter& painter, QPointF origin, const PaintContext& context) const {
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
    const double title = QFontMetricsF(painter.font()).height();
    painter.drawText(QRectF(rect.left() + kBoxIndent, rect.top() + kBoxPadding, inner, title), Qt::AlignLeft,
                     m_box->title);
    painter.setFont(theme.font("body"));
    painter.drawText(
        QRectF(rect.left() + kBoxIndent, rect.top() + kBoxPadding + title + 2, inner, rect.height()),
        Qt::TextWordWrap, m_box->text);
    painter.setFont(theme.font("body", "medium"));
    bool first = true;
    for (const auto& [action, label] : m_boxButtons) {
        const QRectF button = action.rect.translated(origin).adjusted(0.5, 0.5, -0.5, -0.5);
        const bool hovered = context.hovered == QLatin1String(action.id);
        if (first) {
            painter.setPen(QPen(theme.color(hovered ? "control" : "lineStrong"), 1));
            painter.setBrush(theme.color("surface"));
            painter.drawRoundedRect(button, theme.radius("control"), theme.radius("control"));
        }
        painter.setPen(theme.color(first || hovered ? "text" : "textMuted"));
        painter.drawText(button, Qt::AlignCenter, label);
        first = false;
    }
}

}  // namespace gh::app
