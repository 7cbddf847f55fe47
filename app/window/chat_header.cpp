#include "app/window/chat_header.h"

#include <cmath>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QRegularExpression>
#include <QToolButton>

#include "app/chat/composer.h"
#include "app/chat/conversation_tree.h"
#include "app/chat/token_text.h"
#include "widgets/controls/elided_text.h"
#include "widgets/controls/icons.h"
#include "widgets/clock.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/plain_text.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;
namespace units = widgets::units;

namespace {
// As wide as its words where there is room, cut short where there is not.
class Words : public widgets::ElidedText {
public:
    Words(const QFont& font, const char* role, QWidget* parent) : ElidedText(1, font, role, parent) {
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }
    QSize sizeHint() const override {
        // Digits of one width: a count that grows does not move the window about.
        return {int(std::ceil(widgets::tabularWidth(font(), text()))) + 2, ElidedText::sizeHint().height()};
    }
};
}  // namespace

int lastBranching(const Conversation* c) {
    if (!c) return -1;
    for (int i = int(c->messages.size()); i-- > 0;) {
        if (c->messages[std::size_t(i)].branches > 1) return i;
    }
    return -1;
}

ChatHeader::ChatHeader(ChatController* chat, EngineBridge* bridge, ModelSession* model,
                       const widgets::ClockModel* clock, QWidget* parent)
    : QWidget(parent), m_chat(chat), m_bridge(bridge), m_model(model), m_clock(clock) {
    setFixedHeight(Theme::instance().size("panelHeader"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 12, 0);
    row->setSpacing(12);
    m_title = new Words(Theme::instance().font("chat", "semibold"), "text", this);
    m_figures = new Words(Theme::instance().font("caption"), "textMuted", this);
    row->addWidget(m_title);
    row->addWidget(m_figures);
    row->addStretch(1);
    m_branch = new Chip("branch", this);
    m_branch->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);  // title and figures give way, it says too little
    m_branch->hide();
    row->addWidget(m_branch);
    m_more = widgets::iconButton("more", tr("More for this chat"), this);
    m_more->setFocusPolicy(Qt::TabFocus);
    row->addWidget(m_more);
    connect(m_branch, &Chip::clicked, this, &ChatHeader::openBranches);
    connect(m_more, &QToolButton::clicked, this, [this] {
        QMenu menu(this);
        fillMenu(menu);
        menu.exec(m_more->mapToGlobal(QPoint(0, m_more->height() + 2)));
    });
    connect(chat, &ChatController::headChanged, this, &ChatHeader::refresh);
    connect(chat, &ChatController::headsChanged, this, &ChatHeader::refresh);
}

QString ChatHeader::figures() const {
    return m_figures->text();
}

void ChatHeader::refresh() {
    const Conversation* c = m_chat->current();
    const QString title = c && !c->head.title.isEmpty() ? c->head.title : tr("New chat");
    if (m_title->text() != title) {
        m_title->setText(title);
        m_title->updateGeometry();
    }
    QString text;
    const QString notCached = tr("not in the cache");
    if (c && !c->messages.empty()) {
        text = units::messages(c->messages.size());
        if (const telemetry::SequenceFacts* sequence = sequenceOf(*m_bridge->latest(), c->head.id))
            text += QStringLiteral(" · ") + tokensInWords(*m_bridge->latest(), *sequence, *m_clock);
        else if (m_model->ready() && !m_chat->generating() && c->messages.size() > 1)
            text += QStringLiteral(" · ") + notCached;
    }
    if (m_figures->text() != text) {
        const QSize before = m_figures->sizeHint();
        m_figures->setText(text);
        m_figures->setToolTip(text.endsWith(notCached)
                                  ? text + QStringLiteral(". ") + tr("The next message computes its tokens again.")
                                  : text);
        if (m_figures->sizeHint() != before) m_figures->updateGeometry();
    }
    const int at = lastBranching(c);
    m_branch->setVisible(at >= 0);
    if (at >= 0) {
        const Message& message = c->messages[std::size_t(at)];
        const QString words = tr("Branch %1 of %2").arg(message.branch + 1).arg(message.branches);
        if (m_branch->text() != words) {
            m_branch->setText(words);
            m_branch->setAccessibleName(words);
            m_branch->setToolTip(tr("Where this chat last divides: message %1").arg(at + 1));
            m_branch->updateGeometry();
        }
    }
}

void ChatHeader::openBranches() {
    QMenu menu(this);
    fillBranches(menu);
    if (!menu.isEmpty()) menu.exec(m_branch->mapToGlobal(QPoint(0, m_branch->height() + 2)));
}

void ChatHeader::fillBranches(QMenu& menu) {
    const Conversation* c = m_chat->current();
    const int at = lastBranching(c);
    if (at < 0) return;
    const Message& message = c->messages[std::size_t(at)];
    const RowId id = message.id;
    const std::vector<RowId> siblings = siblingsOf(*c, std::size_t(at));
    for (int branch = 0; branch < message.branches; ++branch) {
        QString name = tr("Branch %1").arg(branch + 1);
        const Message* version = findMessage(*c, siblings[std::size_t(branch)]);
        if (const QString begins = version ? titleFrom(version->text) : QString(); !begins.isEmpty())
            name += QStringLiteral(": ") + widgets::onButton(begins);
        QAction* action = menu.addAction(name, this, [this, at, branch] {
            m_chat->showBranch(qulonglong(at), branch);
        });
        action->setCheckable(true);
        action->setChecked(branch == message.branch);
    }
    menu.addSeparator();
    menu.addAction(tr("Show where it divides"), this, [this, id] {
        if (const auto index = m_chat->indexOf(id)) emit messageRequested(*index);
    });
}

void ChatHeader::fillMenu(QMenu& menu) {
    menu.addAction(widgets::icon("settings"), tr("System prompt and sampling…"), this,
                   [this] { emit samplingRequested(m_more); });
    const Conversation* c = m_chat->current();
    if (!c) return;
    const RowId id = c->head.id;
    menu.addSeparator();
    menu.addAction(widgets::icon("edit"), tr("Rename…"), this, &ChatHeader::renameChat);
    menu.addAction(widgets::icon("pin"), c->head.pinned ? tr("Unpin") : tr("Pin"), this,
                   [this, id, pinned = c->head.pinned] { m_chat->setPinned(id, !pinned); });
    menu.addAction(widgets::icon("copy"), tr("Duplicate"), this, [this, id] { m_chat->duplicate(id); });
    menu.addAction(widgets::icon("export"), tr("Export…"), this, &ChatHeader::exportChat);
    menu.addAction(widgets::icon("copy"), tr("Copy the whole chat"), this, [this] {
        const Conversation* current = m_chat->current();
        if (!current) return;
        QStringList parts;
        for (const Message& message : current->messages)
            parts << (message.role == Role::Assistant ? tr("Reply:") : tr("You:")) + "\n" + message.text;
        QApplication::clipboard()->setText(parts.join("\n\n"));
    });
    menu.addSeparator();
    menu.addAction(widgets::icon("trash"), tr("Delete"), this, [this, id] { m_chat->remove(id); });
}

void ChatHeader::renameChat() {
    const Conversation* c = m_chat->current();
    if (!c) return;
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename the chat"));
    dialog->setLabelText(tr("Title"));
    dialog->setTextValue(c->head.title);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, id = c->head.id](const QString& title) {
        if (!title.trimmed().isEmpty()) m_chat->rename(id, title.trimmed());
    });
    dialog->open();
}

void ChatHeader::exportChat() {
    const Conversation* c = m_chat->current();
    if (!c) return;
    auto* dialog = new QFileDialog(this, tr("Export the chat"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Markdown (*.md)"), tr("JSON with every branch (*.json)")});
    dialog->setDefaultSuffix("md");
    QString name = c->head.title;
    dialog->selectFile(name.replace(QRegularExpression(R"([/\\:*?"<>|\n])"), "-").left(80));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.contains("*.json") ? "json" : "md");
    });
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, id = c->head.id](const QString& file) { m_chat->exportTo(id, file); });
    dialog->open();
}

}  // namespace gh::app
