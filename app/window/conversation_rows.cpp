#include "app/window/conversation_rows.h"

#include <QHelpEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>

#include "app/window/conversation_model.h"
#include "app/window/hit_text.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/plain_text.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {

constexpr int kMore = 24, kPad = 12;
constexpr int kHitPad = 5, kUnderTitle = 2, kQuoteIndent = 8, kQuoteLines = 2;

bool focused(const QStyleOptionViewItem& option) {
    return option.state & QStyle::State_HasFocus && option.widget && option.widget->hasFocus();
}

void drawBox(QPainter* painter, const QStyleOptionViewItem& option, const QRectF& box) {
    const Theme& theme = Theme::instance();
    const int radius = theme.radius("control");
    const bool selected = option.state & QStyle::State_Selected;
    if (selected || option.state & QStyle::State_MouseOver) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.color(selected ? "selection" : "sunken"));
        painter->drawRoundedRect(box, radius, radius);
    }
    if (focused(option)) {
        painter->setPen(QPen(theme.color("focus"), theme.line("focus")));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius);
    }
}

QRectF boxOf(const QRect& rect) {
    return QRectF(rect).adjusted(0, 1, 0, -1);
}

}  // namespace

// ---- the list ------------------------------------------------------------------------------------------

ConversationView::ConversationView(QWidget* parent) : QListView(parent) {
    setMouseTracking(true);
    setUniformItemSizes(true);
    setEditTriggers(QAbstractItemView::EditKeyPressed);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
}

QRect ConversationView::moreRect(const QModelIndex& index) const {
    if (!index.isValid() || !(index.flags() & Qt::ItemIsEnabled)) return {};
    const QRect row = visualRect(index);
    return {row.right() - kMore - 3, row.center().y() - kMore / 2 + 1, kMore, kMore};
}

bool ConversationView::overMore(const QPoint& at) const {
    return moreRect(indexAt(at)).contains(at);
}

void ConversationView::mousePressEvent(QMouseEvent* event) {
    m_onMore = event->button() == Qt::LeftButton && overMore(event->position().toPoint());
    if (!m_onMore) QListView::mousePressEvent(event);
}

void ConversationView::mouseReleaseEvent(QMouseEvent* event) {
    if (!std::exchange(m_onMore, false)) {
        QListView::mouseReleaseEvent(event);
        return;
    }
    const QPoint at = event->position().toPoint();
    if (overMore(at)) emit menuRequested(indexAt(at), event->globalPosition().toPoint());
}

void ConversationView::mouseMoveEvent(QMouseEvent* event) {
    QListView::mouseMoveEvent(event);
    viewport()->update(visualRect(indexAt(event->position().toPoint())));
}

void ConversationView::contextMenuEvent(QContextMenuEvent* event) {
    const bool mouse = event->reason() == QContextMenuEvent::Mouse;
    const QModelIndex index = mouse ? indexAt(event->pos()) : currentIndex();
    const QPoint at =
        mouse ? event->globalPos()
              : viewport()->mapToGlobal(index.isValid() ? visualRect(index).center() : QPoint(8, 8));
    emit menuRequested(index, at);
}

bool ConversationView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        if (overMore(help->pos())) {
            widgets::showTip(help->globalPos(), tr("Rename, pin, export, delete"), this);
            return true;
        }
    }
    return QListView::viewportEvent(event);
}

// ---- conversations -------------------------------------------------------------------------------------

QSize ConversationRows::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    const int text = QFontMetrics(Theme::instance().font("body")).height();
    return {0, std::max(Theme::instance().size("row"), text + 8) + 2};
}

void ConversationRows::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const {
    const Theme& theme = Theme::instance();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = boxOf(option.rect);
    const QString heading = index.data(ConversationModel::HeadingRole).toString();
    if (!heading.isEmpty()) {
        painter->setFont(theme.font("caption", "medium"));
        painter->setPen(theme.color("textMuted"));
        const QRectF line = box.adjusted(kPad, 0, -kPad, -4);  // nearer to what it heads
        painter->drawText(line, Qt::AlignLeft | Qt::AlignBottom,
                          QFontMetricsF(painter->font()).elidedText(heading, Qt::ElideRight, line.width()));
        painter->restore();
        return;
    }
    drawBox(painter, option, box);
    const bool selected = option.state & QStyle::State_Selected;
    double right = box.right() - kPad;
    if (option.state & QStyle::State_MouseOver) {
        const auto* view = qobject_cast<const ConversationView*>(option.widget);
        const QRectF more =
            view ? QRectF(view->moreRect(index)) : QRectF(box.right() - kMore - 3, box.top(), kMore, kMore);
        const bool over = view && more.contains(view->viewport()->mapFromGlobal(QCursor::pos()));
        if (over) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color(selected ? "surface" : "line"));
            painter->drawRoundedRect(more, theme.radius("control"), theme.radius("control"));
        }
        const QRectF sign(more.center().x() - 8, more.center().y() - 8, 16, 16);
        widgets::drawIcon(*painter, sign, "more", theme.color(over ? "text" : "textMuted"));
        right = more.left() - 4;
    } else if (index.data(ConversationModel::BusyRole).toBool()) {
        // Full: it writes. A ring: it waits for its turn.
        const bool queued = index.data(ConversationModel::QueuedRole).toBool();
        painter->setPen(queued ? QPen(theme.color("ok"), 1.5) : QPen(Qt::NoPen));
        painter->setBrush(queued ? QBrush(Qt::NoBrush) : QBrush(theme.color("ok")));
        painter->drawEllipse(QPointF(right - 4, box.center().y()), queued ? 3.25 : 4, queued ? 3.25 : 4);
        right -= 16;
    } else {
        const QString time = index.data(ConversationModel::TimeRole).toString();
        painter->setFont(theme.font("caption"));
        painter->setPen(theme.color("textMuted"));
        painter->drawText(QRectF(box.left(), box.top(), right - box.left(), box.height()),
                          Qt::AlignRight | Qt::AlignVCenter, time);
        right -= QFontMetricsF(painter->font()).horizontalAdvance(time) + 8;
    }
    painter->setFont(theme.font("body", selected ? "medium" : "regular"));
    painter->setPen(theme.color(selected ? "selectionText" : "text"));
    const double left = box.left() + kPad;
    painter->drawText(QRectF(left, box.top(), right - left, box.height()), Qt::AlignVCenter,
                      QFontMetricsF(painter->font())
                          .elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight, right - left));
    painter->restore();
}

QWidget* ConversationRows::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                        const QModelIndex&) const {
    auto* edit = new QLineEdit(parent);
    edit->setAccessibleName(tr("Name of the conversation"));
    edit->setMaxLength(200);
    return edit;
}

void ConversationRows::setEditorData(QWidget* editor, const QModelIndex& index) const {
    // The row changes meanwhile, as when a reply in it ends: what is being typed stays.
    auto* edit = qobject_cast<QLineEdit*>(editor);
    if (edit && !edit->isModified()) edit->setText(index.data(Qt::EditRole).toString());
}

void ConversationRows::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                            const QModelIndex&) const {
    editor->setGeometry(option.rect);
}

// ---- what a search found -------------------------------------------------------------------------------

QString HitRows::speaker(const QModelIndex& index) {
    return tr("%1: ", "who says what was found").arg(index.data(HitModel::SpeakerRole).toString());
}

QSize HitRows::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::instance();
    const QFontMetrics title(theme.font("body", "medium")), text(theme.font("caption"));
    const bool titled = index.data(HitModel::HeadRole).toBool();
    const QString quote = index.data(HitModel::SnippetRole).toString();
    const auto* list = qobject_cast<const QAbstractItemView*>(option.widget);
    const double width = (list ? list->viewport()->width() : 0) - 2 * kPad - kQuoteIndent;
    const int lines = quote.isEmpty()                                                       ? 0
                      : QFontMetricsF(theme.font("caption")).horizontalAdvance(speaker(index) + quote) < width ? 1
                                                                                            : kQuoteLines;
    return {0, (titled ? title.height() : 0) + lines * text.lineSpacing() + (titled && lines > 0 ? kUnderTitle : 0) +
                   2 * kHitPad + 2};
}

void HitRows::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::instance();
    const auto* model = qobject_cast<const HitModel*>(index.model());
    const SearchHit* hit = model ? model->hitAt(index) : nullptr;
    if (!hit) return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = boxOf(option.rect);
    drawBox(painter, option, box);
    const QRectF inner = box.adjusted(kPad, kHitPad, -kPad, -kHitPad);
    const bool selected = option.state & QStyle::State_Selected;
    QTextCharFormat mark;
    mark.setBackground(theme.color(selected ? "surface" : "selection"));
    mark.setForeground(theme.color("accentText"));
    const auto draw = [&](const HitText& what, const QFont& font, const char* role, const QRectF& where) {
        QTextLayout layout(what.text, font);
        QVector<QTextLayout::FormatRange> formats;
        for (const auto& [begin, end] : what.ranges) formats.push_back({begin, end - begin, mark});
        layout.setFormats(formats);
        QTextOption wrap;
        wrap.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(wrap);
        layout.beginLayout();
        double y = 0;
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(where.width());
            line.setPosition({0, y});
            y += QFontMetricsF(font).lineSpacing();
        }
        layout.endLayout();
        painter->setPen(theme.color(role));
        layout.draw(painter, where.topLeft());
    };

    const QFont captions = theme.font("caption");
    double top = inner.top();
    if (index.data(HitModel::HeadRole).toBool()) {
        const QString time = shortTime(hit->when);
        const QFont titles = theme.font("body", "medium");
        const double height = QFontMetricsF(titles).height();
        const QRectF head(inner.left(), top, inner.width() - QFontMetricsF(captions).horizontalAdvance(time) - 8,
                          height);
        draw(fitHit({}, index.data(HitModel::TitleRole).toString(), hit->inTitle, titles, head.width(), 1), titles,
             selected ? "selectionText" : "text", head);
        painter->setFont(captions);
        painter->setPen(theme.color("textMuted"));
        painter->drawText(QRectF(inner.left(), top, inner.width(), height), Qt::AlignRight | Qt::AlignVCenter, time);
        top += height + kUnderTitle;
    }
    if (hit->message != 0) {
        const QRectF body(inner.left() + kQuoteIndent, top, inner.width() - kQuoteIndent, inner.bottom() - top);
        draw(fitHit(speaker(index), hit->snippet, hit->inSnippet, captions, body.width(), kQuoteLines), captions, "textMuted",
             body);
    }
    painter->restore();
}

}  // namespace gh::app
