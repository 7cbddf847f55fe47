#include "app/window/conversation_list.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QScrollBar>
#include <QShortcut>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/window/action_list.h"
#include "app/window/conversation_rows.h"
#include "app/window/undo_bar.h"
#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {

// For a narrow bar: the beginning of a title says which one it was.
QString shortened(const QString& title) {
    constexpr int kLongest = 24;
    return title.size() <= kLongest ? title : title.left(kLongest - 1).trimmed() + QChar(0x2026);
}

}  // namespace

ConversationList::ConversationList(ChatController* chat, QWidget* parent)
    : QWidget(parent), m_chat(chat), m_model(new ConversationModel(chat, this)), m_hits(new HitModel(this)) {
    build();
    connect(m_view, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (!rowId(index)) return;
        m_chat->openConversation(rowId(index));
        // With the mouse somebody goes to a chat; with the keys, through the list.
        if (!m_view->viewport()->findChild<QLineEdit*>()) emit picked();
    });
    connect(m_view, &QListView::activated, this, [this](const QModelIndex& index) {
        if (rowId(index)) m_chat->openConversation(rowId(index));
    });
    connect(m_view, &ConversationView::menuRequested, this,
            [this](const QModelIndex& index, const QPoint& at) {
                QMenu* menu = menuFor(index);
                menu->setAttribute(Qt::WA_DeleteOnClose);
                menu->popup(at);
            });
    connect(chat, &ChatController::currentChanged, this, &ConversationList::follow);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_scroll = m_view->verticalScrollBar()->value();
        m_renaming = 0;
        for (int row = 0; row < m_model->rowCount() && m_view->viewport()->findChild<QLineEdit*>(); ++row) {
            const QModelIndex index = m_model->index(row);
            const auto* edit = qobject_cast<QLineEdit*>(m_view->indexWidget(index));
            if (!edit) continue;
            m_renaming = rowId(index);
            m_newName = edit->text();
            break;
        }
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        follow();
        refreshEmpty();
        m_view->verticalScrollBar()->setValue(m_scroll);
        // A name that was being typed is typed on, wherever its row stands now.
        const int row = m_renaming ? m_model->rowOf(m_renaming) : -1;
        if (row < 0) return;
        m_view->edit(m_model->index(row));
        auto* edit = qobject_cast<QLineEdit*>(m_view->indexWidget(m_model->index(row)));
        if (!edit) return;
        edit->setText(m_newName);
        edit->setModified(true);
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_view->viewport()->update();
        m_results->viewport()->update();
    });

    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, [this] { m_chat->search(m_search->text()); });
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.trimmed().isEmpty()) {
            m_typing.stop();
            m_chat->search({});  // an answer that is on its way comes too late
            m_stack->setCurrentIndex(0);
        } else {
            m_typing.start();
        }
    });
    connect(chat, &ChatController::searched, this, &ConversationList::onSearched);
    connect(m_results, &QListView::clicked, this, &ConversationList::openHit);
    connect(m_results, &QListView::activated, this, &ConversationList::openHit);

    connect(chat, &ChatController::removedConversation, this, [this](const QString& title) {
        m_undo->say(tr("“%1” was deleted").arg(shortened(title)), true);
        if (searching()) m_typing.start();  // what was found in it is gone
    });
    connect(chat, &ChatController::exported, this, [this](const QString& file) {
        m_undo->say(tr("Exported to %1").arg(QFileInfo(file).fileName()), false);
    });
    connect(m_undo, &UndoBar::undoRequested, chat, &ChatController::undoRemove);
    const auto key = [&](const QKeySequence& keys, QWidget* where, Qt::ShortcutContext context, auto act) {
        auto* shortcut = new QShortcut(keys, where);
        shortcut->setContext(context);
        connect(shortcut, &QShortcut::activated, this, act);
    };
    key(QKeySequence::Delete, m_view, Qt::WidgetShortcut, [this] {
        if (const RowId id = rowId(m_view->currentIndex())) m_chat->remove(id);
    });
    key(Qt::Key_F2, m_view, Qt::WidgetShortcut, [this] { rename(rowId(m_view->currentIndex())); });
    key(QKeySequence::Undo, this, Qt::WidgetWithChildrenShortcut, [this] {
        if (m_chat->canUndoRemove()) undoRemove();
    });
    follow();
    refreshEmpty();
}

void ConversationList::build() {
    setAttribute(Qt::WA_StyledBackground);
    setProperty("plane", "surface");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 8);
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    m_search = new QLineEdit(this);
    m_search->setPlaceholderText(tr("Search all messages"));
    m_search->setAccessibleName(tr("Search all messages"));
    m_search->setToolTip(tr("Search titles and messages (Ctrl+F)"));
    m_search->addAction(widgets::icon("search"), QLineEdit::LeadingPosition);
    m_search->setClearButtonEnabled(true);
    m_search->setMinimumWidth(80);
    m_search->installEventFilter(this);
    auto* add = new QToolButton(this);
    add->setIcon(widgets::icon("plus", "text"));
    add->setProperty("kind", "outlined");
    add->setToolTip(tr("New chat (Ctrl+N)"));
    add->setAccessibleName(tr("New chat"));
    add->setFixedSize(28, 28);
    connect(add, &QToolButton::clicked, m_chat, &ChatController::newConversation);
    head->addWidget(m_search, 1);
    head->addWidget(add);
    column->addLayout(head);

    m_stack = new QStackedWidget(this);
    m_view = new ConversationView(m_stack);
    m_view->setModel(m_model);
    m_view->setItemDelegate(new ConversationRows(m_view));
    m_view->setAccessibleName(tr("Conversations"));
    m_stack->addWidget(m_view);
    auto* page = new QWidget(m_stack);
    auto* found = new QVBoxLayout(page);
    found->setContentsMargins(0, 0, 0, 0);
    found->setSpacing(4);
    m_found = new QLabel(page);
    m_found->setProperty("role", "caption");
    m_found->setWordWrap(true);
    m_found->setContentsMargins(12, 0, 12, 0);
    m_none = new QLabel(
        tr("Search looks at every message and title, in pinned conversations and other branches too."), page);
    m_none->setWordWrap(true);
    m_none->setContentsMargins(12, 4, 12, 0);
    m_results = new QListView(page);
    m_results->setModel(m_hits);
    m_results->setItemDelegate(new HitRows(m_results));
    m_results->setMouseTracking(true);
    m_results->setResizeMode(QListView::Adjust);  // the height of a hit goes by the width
    m_results->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_results->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_results->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_results->setAccessibleName(tr("What was found"));
    m_results->installEventFilter(this);
    found->addWidget(m_found);
    found->addWidget(m_none);
    found->addWidget(m_results, 1);
    found->addStretch(0);  // the words stay on top where there are no results
    m_stack->addWidget(page);
    auto* empty =
        new QLabel(tr("No conversations yet. What you write begins one; one that was exported can be "
                      "imported from the menu."),
                   m_stack);
    empty->setProperty("role", "muted");
    empty->setWordWrap(true);
    empty->setAlignment(Qt::AlignTop);
    empty->setMargin(12);
    empty->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(empty, &QWidget::customContextMenuRequested, this, [this, empty](const QPoint& at) {
        QMenu* menu = menuFor({});
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(empty->mapToGlobal(at));
    });
    m_stack->addWidget(empty);
    column->addWidget(m_stack, 1);
    m_undo = new UndoBar(this);
    column->addWidget(m_undo);
}

QListView* ConversationList::view() const {
    return m_view;
}

RowId ConversationList::rowId(const QModelIndex& index) const {
    return index.isValid() ? index.data(ConversationModel::IdRole).toLongLong() : 0;
}

RowId ConversationList::currentId() const {
    return m_chat->current() ? m_chat->current()->head.id : 0;
}

void ConversationList::follow() {
    const int row = m_chat->current() ? m_model->rowOf(m_chat->current()->head.id) : -1;
    if (row < 0) {
        m_view->clearSelection();
        m_view->setCurrentIndex({});
    } else if (m_view->currentIndex().row() != row) {
        m_view->setCurrentIndex(m_model->index(row));
        m_scroll = m_view->verticalScrollBar()->value();
    }
}

void ConversationList::refreshEmpty() {
    if (!searching()) m_stack->setCurrentIndex(m_model->rowCount() == 0 ? 2 : 0);
}

// ---- what can be done ----------------------------------------------------------------------------------

QMenu* ConversationList::menuFor(const QModelIndex& index) {
    auto* menu = new QMenu(this);
    const RowId id = rowId(index);
    if (id) {
        const bool pinned = index.data(ConversationModel::PinnedRole).toBool();
        menu->addAction(widgets::icon("edit"), tr("Rename"), Qt::Key_F2, this, [this, id] { rename(id); });
        menu->addAction(widgets::icon("pin"), pinned ? tr("Unpin") : tr("Pin"), this,
                        [this, id, pinned] { m_chat->setPinned(id, !pinned); });
        menu->addAction(widgets::icon("copy"), tr("Duplicate"), this, [this, id] { m_chat->duplicate(id); });
        menu->addAction(widgets::icon("export"), tr("Export…"), this, [this, id] { exportAs(id); });
        menu->addAction(widgets::icon("trash"), tr("Delete"), QKeySequence::Delete, this,
                        [this, id] { m_chat->remove(id); });
        menu->addSeparator();
    }
    menu->addAction(widgets::icon("plus"), tr("New chat"), m_chat, &ChatController::newConversation);
    menu->addAction(widgets::icon("file"), tr("Import a conversation…"), this, &ConversationList::importFile);
    return menu;
}

void ConversationList::addActions(ActionList& list, std::function<void()> show) {
    const auto add = [&](const char* id, const QString& text, const char* icon,
                         const QList<QKeySequence>& keys, void (ConversationList::*act)()) {
        list.add(id, "chat", text, icon, keys, [this, show, act] {
            show();
            (this->*act)();
        });
    };
    list.addSeparator("chat");
    add("chat.find", tr("Search all messages"), "search", {QKeySequence::Find},
        &ConversationList::focusSearch);
    add("chat.rename", tr("Rename this conversation"), "edit", {}, &ConversationList::renameCurrent);
    add("chat.pin", tr("Pin or unpin this conversation"), "pin", {}, &ConversationList::togglePinCurrent);
    add("chat.duplicate", tr("Duplicate this conversation"), "copy", {}, &ConversationList::duplicateCurrent);
    add("chat.export", tr("Export this conversation…"), "export",
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)}, &ConversationList::exportCurrent);
    add("chat.import", tr("Import a conversation…"), "file", {}, &ConversationList::importFile);
    add("chat.delete", tr("Delete this conversation"), "trash", {}, &ConversationList::removeCurrent);
    add("chat.undelete", tr("Bring back the conversation deleted last"), "refresh", {},
        &ConversationList::undoRemove);
}

void ConversationList::undoRemove() {
    m_undo->hide();
    m_chat->undoRemove();
}

void ConversationList::rename(RowId id) {
    const int row = m_model->rowOf(id);
    if (row < 0) return;
    leaveSearch();
    m_view->scrollTo(m_model->index(row));
    m_view->setFocus(Qt::OtherFocusReason);
    m_view->edit(m_model->index(row));
}

void ConversationList::exportAs(RowId id) {
    const int row = m_model->rowOf(id);
    if (row < 0) return;
    static const QRegularExpression kNoName(QStringLiteral("[\\\\/:*?\"<>|\\x00-\\x1f]+"));
    QString name =
        m_model->index(row).data(Qt::DisplayRole).toString().replace(kNoName, "-").left(80).trimmed();
    if (name.isEmpty() || name.startsWith('.')) name.prepend(tr("chat"));
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    QString kind;
    QString file =
        QFileDialog::getSaveFileName(this, tr("Export conversation"), folder + '/' + name + ".md",
                                     tr("Markdown (*.md)") + ";;" + tr("JSON, every branch (*.json)"), &kind);
    if (file.isEmpty()) return;
    if (QFileInfo(file).suffix().isEmpty()) file += kind.contains("*.json") ? ".json" : ".md";
    m_chat->exportTo(id, file);
}

void ConversationList::importFile() {
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Import a conversation"), folder,
                                     tr("Conversations (*.json *.md)") + ";;" + tr("All files (*)"));
    if (!file.isEmpty()) m_chat->importFrom(file);
}

void ConversationList::renameCurrent() {
    rename(currentId());
}
void ConversationList::togglePinCurrent() {
    if (const int row = m_model->rowOf(currentId()); row >= 0)
        m_chat->setPinned(currentId(), !m_model->index(row).data(ConversationModel::PinnedRole).toBool());
}
void ConversationList::duplicateCurrent() {
    if (currentId()) m_chat->duplicate(currentId());
}
void ConversationList::exportCurrent() {
    exportAs(currentId());
}
void ConversationList::removeCurrent() {
    if (currentId()) m_chat->remove(currentId());
}

// ---- search --------------------------------------------------------------------------------------------

bool ConversationList::searching() const {
    return !m_search->text().trimmed().isEmpty();
}

void ConversationList::focusSearch() {
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void ConversationList::leaveSearch() {
    const bool inside = m_search->hasFocus() || m_results->hasFocus();
    m_search->clear();
    refreshEmpty();
    if (inside) m_view->setFocus(Qt::OtherFocusReason);
}

void ConversationList::onSearched(const QString& text, const QVector<SearchHit>& hits) {
    if (!searching() || text != m_search->text()) return;
    m_hits->setHits(hits);
    m_results->scrollToTop();
    const bool none = hits.isEmpty();
    const int titles =
        int(std::count_if(hits.begin(), hits.end(), [](const auto& h) { return h.message == 0; }));
    const bool cut = hits.size() - titles >= 100;
    m_found->setText(none  ? tr("Nothing contains “%1”.").arg(titleFrom(text))
                     : cut ? tr("The newest %n places", "", int(hits.size()))
                           : tr("%n places", "", int(hits.size())));
    m_none->setVisible(none);
    m_results->setVisible(!none);
    m_stack->setCurrentIndex(1);
}

void ConversationList::openHit(const QModelIndex& index) {
    if (const SearchHit* hit = m_hits->hitAt(index)) m_chat->openHit(SearchHit(*hit));
}

bool ConversationList::eventFilter(QObject* object, QEvent* event) {
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(object, event);
    auto* key = static_cast<QKeyEvent*>(event);
    const bool escape = key->key() == Qt::Key_Escape;
    if (event->type() == QEvent::ShortcutOverride) {
        // Esc leaves the search before it stops a reply.
        if (escape && (searching() || object == m_search)) event->accept();
        return QWidget::eventFilter(object, event);
    }
    if (escape) {
        leaveSearch();
        return true;
    }
    if (object == m_search) {
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (key->key() == Qt::Key_Down || enter) {
            QListView* list = searching() ? m_results : static_cast<QListView*>(m_view);
            if (list->model()->rowCount() == 0) return true;
            if (list == m_results && !list->currentIndex().isValid()) list->setCurrentIndex(m_hits->index(0));
            if (enter && list == m_results) {
                openHit(list->currentIndex());
            } else {
                list->setFocus(Qt::OtherFocusReason);
            }
            return true;
        }
    } else if (object == m_results && key->key() == Qt::Key_Up && m_results->currentIndex().row() <= 0) {
        m_search->setFocus(Qt::OtherFocusReason);
        return true;
    } else if (object == m_results && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
        openHit(m_results->currentIndex());
        return true;
    }
    return QWidget::eventFilter(object, event);
}

}  // namespace gh::app
