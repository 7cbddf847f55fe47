#include "app/window/command_palette.h"

#include <algorithm>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>

#include "app/model/model_path.h"
#include "app/window/action_list.h"
#include "app/window/chat_pane.h"
#include "app/window/main_window.h"
#include "app/window/no_model_page.h"
#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {

constexpr int kWidth = 560, kRow = 34, kRows = 11, kTop = 64, kPad = 10;
constexpr std::size_t kChats = 300;  // newest ones: what is older, the search over all messages finds

// Title with the letters that matched in bold, its group muted behind, keys at the right.
class RowPainter : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {100, kRow}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = Theme::instance();
        const bool chosen = option.state & QStyle::State_Selected, able = option.state & QStyle::State_Enabled;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF box = QRectF(option.rect).adjusted(6, 1, -6, -1);
        if (chosen) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(theme.color("selection"));
            painter->drawRoundedRect(box, theme.radius("control"), theme.radius("control"));
        }
        const double middle = box.center().y();
        const QIcon icon = index.data(Qt::DecorationRole).value<QIcon>();
        if (!icon.isNull())
            icon.paint(painter, QRect(int(box.left()) + kPad, int(middle) - 8, 16, 16), Qt::AlignCenter,
                       able ? QIcon::Normal : QIcon::Disabled);
        double x = box.left() + kPad + 16 + kPad, right = box.right() - kPad;
        const QString keys = index.data(PaletteModel::KeysRole).toString();
        painter->setFont(theme.font("caption"));
        painter->setPen(theme.color(able ? "textMuted" : "textDisabled"));
        if (!keys.isEmpty()) {
            const double w = QFontMetricsF(painter->font()).horizontalAdvance(keys);
            painter->drawText(QRectF(right - w, box.top(), w + 1, box.height()), Qt::AlignVCenter, keys);
            right -= w + 16;
        }
        const QString group = index.data(PaletteModel::GroupRole).toString();
        const QFontMetricsF small(painter->font());
        const double groupWidth = group.isEmpty() ? 0 : std::min(small.horizontalAdvance(group), (right - x) * 0.4);
        const QFont plain = theme.font("body"), bold = theme.font("body", "semibold");
        const QFontMetricsF metrics(bold);
        const QString title = metrics.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideRight,
                                                 right - x - (groupWidth > 0 ? groupWidth + 12 : 0));
        const QVariantList at = index.data(PaletteModel::MatchRole).toList();
        painter->setPen(theme.color(able ? "text" : "textDisabled"));
        for (int i = 0; i < title.size();) {
            const bool matched = at.contains(i);
            int end = i;
            while (end < title.size() && at.contains(end) == matched) ++end;
            painter->setFont(matched ? bold : plain);
            const QString part = title.mid(i, end - i);
            painter->drawText(QRectF(x, box.top(), right - x, box.height()), Qt::AlignVCenter, part);
            x += QFontMetricsF(painter->font()).horizontalAdvance(part);
            i = end;
        }
        if (groupWidth > 0 && x + 12 < right) {
            painter->setFont(theme.font("caption"));
            painter->setPen(theme.color(able ? "textMuted" : "textDisabled"));
            const QRectF room(x + 12, box.top(), right - x - 12, box.height());
            painter->drawText(room, Qt::AlignVCenter, small.elidedText(group, Qt::ElideRight, room.width()));
        }
        painter->restore();
    }
};

}  // namespace

// ---- what is found -----------------------------------------------------------------------------------

PaletteModel::PaletteModel(std::vector<PaletteItem> items, QObject* parent)
    : QAbstractListModel(parent), m_items(std::move(items)) {
    m_names.reserve(m_items.size());
    for (const PaletteItem& item : m_items) {
        // Group and other names are found too ("theme dark"), behind the title so that places stay places of the title.
        const QString title = item.title + QStringLiteral(" · ");
        m_names.push_back({title + item.group, item.words.isEmpty() ? FoldedText() : FoldedText(title + item.words)});
    }
    find({});
}

int PaletteModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const PaletteItem& i = item(index.row());
    switch (role) {
        case Qt::DisplayRole: return i.title;
        case Qt::DecorationRole: return i.icon;
        case Qt::AccessibleTextRole:
            return QStringList{i.title, i.group, i.keys}.filter(QRegularExpression(".")).join(QStringLiteral(", "));
        case GroupRole: return i.group;
        case KeysRole: return i.keys;
        case MatchRole: return m_rows[std::size_t(index.row())].at;
        default: return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const {
    return index.isValid() && item(index.row()).enabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable
                                                        : Qt::ItemIsSelectable;
}

void PaletteModel::find(const QString& query) {
    beginResetModel();
    m_rows.clear();
    const FoldedText wanted(query);
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        const PaletteItem& item = m_items[i];
        auto match = fuzzyMatch(wanted, m_names[i].inGroup);
        if (!match && !item.words.isEmpty()) match = fuzzyMatch(wanted, m_names[i].other);
        if (!match) continue;
        QVariantList at;
        bool inTitle = false;
        for (const int place : match->at) {
            if (place >= item.title.size()) continue;
            at << place;
            inTitle = true;
        }
        m_rows.push_back({i, match->score + (inTitle ? 4 : 0) - (item.enabled ? 0 : 6), at});
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) { return a.score > b.score; });
    endResetModel();
}

std::vector<PaletteItem> CommandPalette::itemsOf(MainWindow* window) {
    std::vector<PaletteItem> items;
    for (const ActionList::Entry& entry : window->actionList()->entries()) {
        if (!entry.action || entry.id == "app.palette") continue;
        QString title = entry.action->text();
        title.remove(QChar(u'…')).remove('&');
        items.push_back({title, ActionList::path(entry.group),
                         entry.action->shortcut().toString(QKeySequence::NativeText), entry.action->icon(),
                         entry.action->isEnabled(),
                         [action = QPointer<QAction>(entry.action)] {
                             if (action) action->trigger();
                         },
                         entry.words});
    }
    const QIcon model = widgets::icon("chip"), chat = widgets::icon("edit");
    for (const QString& path : modelsAtHand(window->settings())) {
        items.push_back({modelPathName(path), tr("Open model"), {}, model, true,
                         [window, path] { window->chatPane()->chooseModel(path); }});
    }
    std::size_t chats = 0;
    for (const ConversationHead& head : window->chat()->heads()) {
        if (head.title.isEmpty()) continue;
        if (chats++ == kChats) break;
        items.push_back(
            {head.title, tr("Conversation"), {}, chat, true, [window, id = head.id] { window->chat()->openConversation(id); }});
    }
    return items;
}

// ---- the box -----------------------------------------------------------------------------------------

CommandPalette::CommandPalette(MainWindow* window)
    : QFrame(window, Qt::Popup | Qt::FramelessWindowHint), m_window(window) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("palette");
    const Theme& theme = Theme::instance();
    setStyleSheet(QStringLiteral("QFrame#palette { background: %1; border: 1px solid %2; } "
                                 "QFrame#palette > QLineEdit { border: none; background: transparent; padding: 0; }")
                      .arg(theme.color("surface").name(), theme.color("lineStrong").name()));
    setAccessibleName(tr("Find an action"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 6);
    column->setSpacing(6);
    m_edit = new QLineEdit(this);
    m_edit->setProperty("frame", "none");
    m_edit->setPlaceholderText(tr("Find an action, a panel, a model, a chat"));
    m_edit->setAccessibleName(tr("Find an action, a panel, a model, a chat"));
    m_edit->setFont(theme.font("chat"));
    m_edit->setTextMargins(8, 0, 8, 0);
    m_edit->setFixedHeight(44);
    m_edit->addAction(widgets::icon("search"), QLineEdit::LeadingPosition);
    column->addWidget(m_edit);
    auto* rule = new QFrame(this);
    rule->setProperty("rule", "horizontal");
    column->addWidget(rule);
    m_model = new PaletteModel(itemsOf(window), this);
    m_list = new QListView(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new RowPainter(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("What was found"));
    column->addWidget(m_list, 1);
    m_nothing = new QLabel(tr("Nothing here is called that."), this);
    m_nothing->setProperty("role", "muted");
    m_nothing->setContentsMargins(16, 8, 16, 10);
    m_nothing->hide();
    column->addWidget(m_nothing);
    m_edit->installEventFilter(this);
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->find(text);
        changed();
    });
    connect(m_list, &QListView::clicked, this, &CommandPalette::run);
    connect(m_list, &QListView::entered, m_list, &QListView::setCurrentIndex);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &CommandPalette::describe);
    changed();
}

void CommandPalette::open() {
    const int width = std::min(kWidth, m_window->width() - 48);
    const int height = std::min(m_edit->sizeHint().height() + kRows * kRow + 24, m_window->height() - 2 * kTop);
    resize(width, height);
    move(m_window->mapToGlobal(QPoint((m_window->width() - width) / 2, kTop)));
    show();
    m_edit->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::changed() {
    const bool any = m_model->rowCount() > 0;
    m_list->setVisible(any);
    m_nothing->setVisible(!any);
    if (any) {
        m_list->setCurrentIndex(m_model->index(0));
        m_list->scrollToTop();
    }
    describe();
}

void CommandPalette::describe() {
    // The focus stays in the field, so what is chosen below is said there.
    const QModelIndex now = m_list->currentIndex();
    m_edit->setAccessibleDescription(m_model->rowCount() == 0 ? m_nothing->text()
                                                              : now.data(Qt::AccessibleTextRole).toString());
}

bool CommandPalette::eventFilter(QObject* object, QEvent* event) {
    if (object == m_edit && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        const int rows = m_model->rowCount(), now = m_list->currentIndex().row();
        int to = now;
        switch (key->key()) {
            case Qt::Key_Down: to = now + 1 < rows ? now + 1 : 0; break;
            case Qt::Key_Up: to = now > 0 ? now - 1 : rows - 1; break;
            case Qt::Key_PageDown: to = std::min(rows - 1, now + kRows - 1); break;
            case Qt::Key_PageUp: to = std::max(0, now - kRows + 1); break;
            case Qt::Key_Return:
            case Qt::Key_Enter: run(m_list->currentIndex()); return true;
            default: return QFrame::eventFilter(object, event);
        }
        if (to >= 0 && rows > 0) m_list->setCurrentIndex(m_model->index(to));
        return true;
    }
    return QFrame::eventFilter(object, event);
}

void CommandPalette::run(const QModelIndex& index) {
    if (!index.isValid() || !m_model->item(index.row()).enabled) return;
    // After the box has gone: what is run may open another, or build the window anew.
    QTimer::singleShot(0, m_window, m_model->item(index.row()).run);
    close();
}

}  // namespace gh::app
