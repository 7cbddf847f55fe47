#include "app/window/conversation_list.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/controls/icons.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {

// Today the time, this week the day, else the date.
QString shortTime(const QDateTime& when) {
    const QDate today = QDate::currentDate();
    const qint64 days = when.date().daysTo(today);
    const QLocale locale = widgets::units::locale();
    if (days <= 0) return when.time().toString("HH:mm");
    if (days < 7) return locale.dayName(when.date().dayOfWeek(), QLocale::ShortFormat);
    return locale.toString(when.date(), QStringLiteral("d MMM"));
}

class RowPainter : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {0, 32}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        Theme& theme = Theme::instance();
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const bool selected = option.state & QStyle::State_Selected;
        const bool hovered = option.state & QStyle::State_MouseOver;
        const QRectF box = QRectF(option.rect).adjusted(0, 1, 0, -1);
        if (selected || hovered) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color(selected ? "selection" : "sunken"));
            painter->drawRoundedRect(box, theme.radius("control"), theme.radius("control"));
        }
        if (option.state & QStyle::State_HasFocus && option.widget->property("keyboardFocus").toBool()) {
            painter->setPen(QPen(theme.color("focus"), 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(box.adjusted(1, 1, -1, -1), theme.radius("control"),
                                     theme.radius("control"));
        }
        double right = box.right() - 12;
        if (index.data(ConversationModel::BusyRole).toBool()) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color("ok"));
            painter->drawEllipse(QPointF(right - 4, box.center().y()), 4, 4);
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
        const double left = box.left() + 12;
        painter->drawText(
            QRectF(left, box.top(), right - left, box.height()), Qt::AlignVCenter,
            QFontMetricsF(painter->font())
                .elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight, right - left));
        painter->restore();
    }
};

}  // namespace

ConversationModel::ConversationModel(ChatController* chat, QObject* parent)
    : QAbstractListModel(parent), m_chat(chat) {
    connect(chat, &ChatController::headsChanged, this, &ConversationModel::refresh);
    m_heads = chat->heads();
}

void ConversationModel::refresh() {
    const QVector<ConversationHead>& heads = m_chat->heads();
    const bool sameRows = std::equal(heads.begin(), heads.end(), m_heads.begin(), m_heads.end(),
                                     [](const auto& a, const auto& b) { return a.id == b.id; });
    if (sameRows) {
        m_heads = heads;
        if (!m_heads.isEmpty()) emit dataChanged(index(0), index(int(m_heads.size()) - 1));
        return;
    }
    beginResetModel();
    m_heads = heads;
    endResetModel();
}

int ConversationModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_heads.size());
}

QVariant ConversationModel::data(const QModelIndex& index, int role) const {
    if (index.row() < 0 || index.row() >= m_heads.size()) return {};
    const ConversationHead& head = m_heads[index.row()];
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole: {
            if (!head.title.isEmpty()) return head.title;
            return head.draft.trimmed().isEmpty() ? tr("New chat")
                                                  : tr("Draft: %1").arg(titleFrom(head.draft));
        }
        case IdRole:
            return head.id;
        case TimeRole:
            return shortTime(head.updated);
        case BusyRole:
            return m_chat->generatingIn(head.id);
        default:
            return {};
    }
}

int ConversationModel::rowOf(RowId id) const {
    const auto at = std::find_if(m_heads.begin(), m_heads.end(), [&](const auto& h) { return h.id == id; });
    return at == m_heads.end() ? -1 : int(at - m_heads.begin());
}

ConversationList::ConversationList(ChatController* chat, QWidget* parent)
    : QWidget(parent), m_chat(chat), m_model(new ConversationModel(chat, this)) {
    setAttribute(Qt::WA_StyledBackground);
    setProperty("plane", "surface");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 8);
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 0, 0);
    auto* title = new QLabel(tr("Conversations"), this);
    title->setProperty("role", "title");
    auto* add = new QToolButton(this);
    add->setIcon(widgets::icon("plus", "text"));
    add->setToolTip(tr("New chat (Ctrl+N)"));
    add->setAccessibleName(tr("New chat"));
    add->setFixedSize(28, 28);
    head->addWidget(title, 1);
    head->addWidget(add);
    column->addLayout(head);
    m_view = new QListView(this);
    m_view->setModel(m_model);
    m_view->setItemDelegate(new RowPainter(m_view));
    m_view->setUniformItemSizes(true);
    m_view->setMouseTracking(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAccessibleName(tr("Conversations"));
    column->addWidget(m_view, 1);
    connect(add, &QToolButton::clicked, chat, &ChatController::newConversation);
    const auto open = [this](const QModelIndex& index) {
        if (index.isValid()) m_chat->openConversation(index.data(ConversationModel::IdRole).toLongLong());
    };
    connect(m_view, &QListView::clicked, this, open);
    connect(m_view, &QListView::activated, this, open);
    connect(chat, &ChatController::currentChanged, this, &ConversationList::follow);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ConversationList::follow);
    connect(&Theme::instance(), &Theme::changed, m_view->viewport(), qOverload<>(&QWidget::update));
}

void ConversationList::follow() {
    const int row = m_chat->current() ? m_model->rowOf(m_chat->current()->head.id) : -1;
    if (row < 0) {
        m_view->clearSelection();
        m_view->setCurrentIndex({});
    } else {
        m_view->setCurrentIndex(m_model->index(row));
    }
}

}  // namespace gh::app
