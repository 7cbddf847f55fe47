#include "app/chat/chat_item.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <utility>

#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;
namespace units = widgets::units;

namespace {
constexpr double kFooterGap = 8, kFooterHeight = 24, kHit = 28;
constexpr double kBoxPadding = 14, kBoxIndent = 40, kButtonHeight = 28;
constexpr double kChip = 26, kChipGap = 4;
struct ChatItemText {
    Q_DECLARE_TR_FUNCTIONS(ChatItemText)
};

// Height of wrapped text in the font of the theme.
double textHeight(const QString& text, const QFont& font, double width) {
    return QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text).height();
}
}  // namespace

ChatItem::ChatItem(const Conversation* conversation, std::size_t index)
    : id(conversation->messages[index].id), m_conversation(conversation), m_index(index) {
    body.thoughtLabel = [this](const ThoughtRange& range) { return thoughtLabel(range); };
}

QString ChatItem::actionTip(const Action& action, bool reply) {
    if (!action.label.isEmpty() && !action.is("attachment")) return action.label;
    if (action.is("copy")) return reply ? ChatItemText::tr("Copy this reply") : ChatItemText::tr("Copy this message");
    if (action.is("copy-code")) return ChatItemText::tr("Copy this code");
    if (action.is("regenerate")) return ChatItemText::tr("Write this reply again; this one stays as a branch");
    if (action.is("continue")) return ChatItemText::tr("Continue this reply");
    if (action.is("edit")) return ChatItemText::tr("Edit and send again; this one stays as a branch");
    if (action.is("branch-prev")) return ChatItemText::tr("The branch before");
    if (action.is("branch-next")) return ChatItemText::tr("The next branch");
    if (action.is("more")) return ChatItemText::tr("More");
    if (action.is("thought")) return ChatItemText::tr("Fold or unfold what the model thought");
    if (action.is("attachment")) return ChatItemText::tr("Show %1").arg(action.label);
    return {};
}

QString ChatItem::thoughtLabel(const ThoughtRange& range) const {
    const Message& m = message();
    QString amount;
    if (!m.tokens.empty() && m.tokens.size() == m.ids.size()) {
        const auto at = [&](int source) {
            return std::partition_point(m.tokens.begin(), m.tokens.end(),
                                        [&](const TokenRange& t) { return t.begin < source; });
        };
        amount = units::tokens(std::uint64_t(at(range.end) - at(range.begin)));
    } else {
        // Read from disk: which tokens stood where is not known any more, the words are.
        const QStringView text = QStringView(m.text).mid(range.begin, range.end - range.begin);
        std::uint64_t words = 0;
        bool inside = false;
        for (const QChar c : text) {
            words += !inside && !c.isSpace();
            inside = !c.isSpace();
        }
        amount = units::words(words);
    }
    return range.open && m.state == MessageState::Streaming ? ChatItemText::tr("Thinking: %1 so far").arg(amount)
                                                            : ChatItemText::tr("Thought for %1").arg(amount);
}

void ChatItem::estimate(double columnWidth) {
    m_frame.columnWidth = columnWidth;
    laidOut = false;
    const Message& m = message();
    const double charsPerLine = std::max(10.0, columnWidth / 7.2);
    const double lines = std::ceil(double(m.text.size()) / charsPerLine) + double(m.text.count('\n'));
    height = std::max(1.0, lines) * 24 +
             (m.role == Role::Assistant ? kFooterGap + kFooterHeight : 2 * kBubbleY + kFooterHeight);
}

void ChatItem::layOut(const Frame& frame) {
    laidOut = true;
    const Message& m = message();
    m_stateChanged = std::exchange(m_state, m.state) != m.state;
    if (m.role == Role::Assistant) {
        body.update(m.text, frame.columnWidth, MessageLayout::Style::Markdown);
    } else {
        body.update(m.text, std::floor(frame.columnWidth * 0.82) - 2 * kBubbleX, MessageLayout::Style::Plain);
        body.ensure(0, 400);  // a bubble is as wide as its text: a short one is measured at once
    }
    arrange(frame);
}

void ChatItem::arrange(const Frame& frame) {
    m_frame = frame;
    actions.clear();
    m_note.clear();
    m_box.reset();
    m_attachments = 0;
    m_bubble = m_footer = m_boxRect = m_branchRect = m_editor = {};
    if (message().role == Role::Assistant) {
        arrangeFooter(frame);
        arrangeBox(frame);
    } else {
        arrangeBubble(frame);
    }
}

// "‹ 1 / 2 ›" right aligned; the left edge of what it took.
double ChatItem::arrangeBranches(double right, double top) {
    const Message& m = message();
    if (m.branches <= 1) return right;
    const QString place = QStringLiteral("%1 / %2").arg(m.branch + 1).arg(m.branches);
    const double words = std::ceil(QFontMetricsF(Theme::instance().font("caption")).horizontalAdvance(place));
    Action next{"branch-next", QRectF(right - kHit + 6, top, kHit, kHit)};
    next.enabled = m.branch + 1 < m.branches;
    m_branchRect = QRectF(next.rect.left() - words, top, words, kHit);
    Action previous{"branch-prev", QRectF(m_branchRect.left() - kHit, top, kHit, kHit)};
    previous.enabled = m.branch > 0;
    actions.push_back(previous);
    actions.push_back(next);
    return previous.rect.left();
}

void ChatItem::arrangeBubble(const Frame& frame) {
    const Message& m = message();
    Theme& theme = Theme::instance();
    double chips = 0;
    const QFontMetricsF caption(theme.font("caption", "medium"));
    std::vector<double> chipWidths;
    for (const Attachment& attachment : m.attachments) {
        const double wide = std::ceil(caption.horizontalAdvance(
                                attachment.name + QStringLiteral("   ") + units::bytes(std::uint64_t(attachment.bytes)).text())) + 44;
        chipWidths.push_back(std::min(wide, frame.columnWidth * 0.82 - 2 * kBubbleX));
        chips = std::max(chips, chipWidths.back());
    }
    if (!m.attachments.empty()) m_attachments = double(m.attachments.size()) * (kChip + kChipGap) + 3;
    const double natural = std::max(std::ceil(body.naturalWidth()), chips);
    const double bubble = std::min(frame.columnWidth, natural + 2 * kBubbleX + 1);
    const double text = m.text.isEmpty() ? 0 : body.height();
    m_bubble = QRectF(frame.columnWidth - bubble, 0, bubble, m_attachments + text + 2 * kBubbleY);
    if (frame.editorHeight > 0) {
        m_bubble = QRectF(0, 0, frame.columnWidth, frame.editorHeight);
        m_editor = m_bubble;
        height = m_bubble.height();
        return;
    }
    for (std::size_t i = 0; i < m.attachments.size(); ++i) {
        Action chip{"attachment", QRectF(m_bubble.left() + kBubbleX, kBubbleY + 3 + double(i) * (kChip + kChipGap),
                                         chipWidths[i], kChip),
                    int(i), m.attachments[i].name};
        actions.push_back(chip);
    }
    height = m_bubble.height();
    double right = frame.columnWidth;
    const double top = height - 1;
    const bool waiting = m.state == MessageState::Waiting;
    if (waiting) {
        m_note = frame.waitingFor;
    } else if (frame.last && m.role == Role::User) {
        m_note = ChatItemText::tr("No reply yet");
        const QString words = ChatItemText::tr("Get a reply");
        const double w = std::ceil(caption.horizontalAdvance(words)) + 16;
        actions.push_back({"regenerate", QRectF(right - w, height + 2, w, 22), 0, words});
        right -= w;
    }
    if (!m_note.isEmpty())
        right -= std::ceil(QFontMetricsF(theme.font("caption")).horizontalAdvance(m_note)) + 12;
    right = arrangeBranches(right, top);
    if (right < frame.columnWidth) right -= 2;
    double x = right - kHit + (right == frame.columnWidth ? 6 : 0);
    const auto icon = [&](const char* id) {
        actions.push_back({id, QRectF(x, top, kHit, kHit), 0, {}, true});
        x -= kHit;
    };
    icon("more");
    if (m.role == Role::User && !waiting) icon("edit");
    icon("copy");
    height += kFooterHeight;
}

void ChatItem::arrangeFooter(const Frame& frame) {
    const Message& m = message();
    double y = body.height();
    const bool streaming = m.state == MessageState::Streaming;
    if (m.text.isEmpty() && streaming) y = body.lineHeight();  // room for the caret
    m_footer = QRectF(0, y + (y > 0 ? kFooterGap : 0), frame.columnWidth, kFooterHeight);
    const double iconTop = m_footer.center().y() - kHit / 2;
    double x = frame.columnWidth - kHit + 6;
    const auto icon = [&](const char* id) {
        actions.push_back({id, QRectF(x, iconTop, kHit, kHit)});
        x -= kHit;
    };
    for (std::size_t i = 0; i < body.thoughts().size(); ++i) {
        const QRectF rect = body.thoughtRect(int(i));
        if (!rect.isNull()) actions.push_back({"thought", rect, int(i)});
    }
    for (const MessageLayout::CodeBox& box : body.codeBoxes()) {
        if (!streaming || box.rect.bottom() < body.height()) {
            actions.push_back(
                {"copy-code", QRectF(box.rect.right() - kHit - 3, box.rect.top() + 2, kHit, kHit), box.block});
        }
    }
    if (!streaming) icon("more");
    if (!streaming) icon("regenerate");
    if (!m.text.isEmpty()) icon("copy");
    if (frame.last && frame.ways.canContinue && !streaming) icon("continue");
    m_footer.setRight(arrangeBranches(x + kHit - 6, iconTop));
    height = m_footer.bottom();
}

void ChatItem::arrangeBox(const Frame& frame) {
    m_box = boxFor(message(), frame.last, frame.ways);
    if (!m_box) return;
    Theme& theme = Theme::instance();
    const double inner = frame.columnWidth - kBoxIndent - kBoxPadding;
    const double title = textHeight(m_box->title, theme.font("body", "semibold"), inner) + 2;
    double boxHeight = kBoxPadding + title + textHeight(m_box->text, theme.font("body"), inner) + kBoxPadding;
    m_boxRect = QRectF(0, height + 8, frame.columnWidth, 0);
    // Buttons that do not stand beside each other stand below each other.
    double x = kBoxIndent, y = m_boxRect.top() + boxHeight - kBoxPadding + 10;
    const QFontMetricsF metrics(theme.font("body", "medium"));
    for (const ReplyBox::Button& button : m_box->buttons) {
        const double w = std::min(std::ceil(metrics.horizontalAdvance(button.label)) + 24, inner);
        if (x > kBoxIndent && x + w > frame.columnWidth - kBoxPadding) {
            x = kBoxIndent;
            y += kButtonHeight + 6;
        }
        actions.push_back({button.action, QRectF(x, y, w, kButtonHeight), 0, button.label});
        x += w + 8;
    }
    if (!m_box->buttons.empty()) boxHeight = y + kButtonHeight + kBoxPadding - m_boxRect.top();
    m_boxRect.setHeight(boxHeight);
    height = m_boxRect.bottom();
}

QRectF ChatItem::bodyRect() const {
    return m_bubble.isNull() ? QRectF(0, 0, width(), body.height()) : m_bubble;
}

const ChatItem::Action* ChatItem::actionAt(QPointF point) const {
    for (const Action& action : actions) {
        if (action.rect.contains(point)) return &action;
    }
    return nullptr;
}

const ChatItem::Action* ChatItem::action(const char* id, int argument) const {
    for (const Action& action : actions) {
        if (action.is(id) && action.argument == argument) return &action;
    }
    return nullptr;
}

QString ChatItem::spoken() const {
    const Message& m = message();
    QString text = m.role == Role::Assistant ? ChatItemText::tr("Reply: ")
                   : m.role == Role::System  ? ChatItemText::tr("System prompt: ")
                                             : ChatItemText::tr("You: ");
    for (const Attachment& attachment : m.attachments) text += ChatItemText::tr("File %1. ").arg(attachment.name);
    if (outOfPrompt) text += ChatItemText::tr("No longer in the prompt. ");
    text += body.spokenText();
    if (m.role == Role::Assistant) {
        const QString line = replyLine(m);
        if (!line.isEmpty()) text += "\n" + line;
        if (m_box) text += "\n" + m_box->title + ". " + m_box->text;
    } else if (!m_note.isEmpty()) {
        text += "\n" + m_note;
    }
    if (m.branches > 1) text += "\n" + ChatItemText::tr("Branch %1 of %2").arg(m.branch + 1).arg(m.branches);
    return text;
}

}  // namespace gh::app
