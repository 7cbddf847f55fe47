#include "app/chat/attachment_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/chat/attachment_reader.h"
#include "widgets/controls/elided_text.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/panel_header.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;
namespace units = widgets::units;

namespace {
constexpr std::size_t kMostFiles = 16;

class Sign : public QWidget {
public:
    explicit Sign(QWidget* parent) : QWidget(parent) { setFixedSize(16, 16); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        widgets::drawIcon(painter, QRectF(1, 1, 14, 14), "file", Theme::instance().color("textMuted"));
    }
};
}  // namespace

AttachmentBar::AttachmentBar(QWidget* parent) : QWidget(parent) {
    m_rows = new QVBoxLayout(this);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(4);
    setAccessibleName(tr("Attached files"));
    hide();
}

void AttachmentBar::attach(const QStringList& paths) {
    for (const QString& path : paths) {
        QThreadPool::globalInstance()->start([self = QPointer(this), path] {
            AttachmentRead read = readAttachment(path);
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, read = std::move(read)] {
                    if (!self) return;
                    if (!read.refused.isEmpty()) {
                        emit self->refused(read.attachment.name, read.refused);
                        return;
                    }
                    if (self->m_attachments.size() >= kMostFiles) {
                        emit self->refused(read.attachment.name,
                                           tr("%1 files are attached already, which is as many as a message takes.")
                                               .arg(kMostFiles));
                        return;
                    }
                    std::vector<Attachment> all = self->m_attachments;
                    // The same file attached again takes the place of what it was.
                    std::erase_if(all, [&](const Attachment& a) { return a.name == read.attachment.name; });
                    all.push_back(read.attachment);
                    self->setAttachments(std::move(all));
                },
                Qt::QueuedConnection);
        });
    }
}

void AttachmentBar::setAttachments(std::vector<Attachment> attachments) {
    if (attachments == m_attachments) return;
    m_attachments = std::move(attachments);
    m_tokens.assign(m_attachments.size(), -2);
    m_tickets.clear();
    for (std::size_t i = 0; i < m_attachments.size(); ++i) m_tickets.push_back(m_nextTicket++);
    rebuild();
    emit changed();
    for (std::size_t i = 0; i < m_attachments.size(); ++i) emit countWanted(m_tickets[i], m_attachments[i].text);
}

void AttachmentBar::setCount(quint64 ticket, int tokens) {
    for (std::size_t i = 0; i < m_tickets.size(); ++i) {
        if (m_tickets[i] != ticket) continue;
        m_tokens[i] = tokens;
        auto* row = m_rows->itemAt(int(i))->widget();
        auto* figure = row->findChild<QLabel*>("figure");
        figure->setText(wordsOf(i));
        figure->setMinimumWidth(figure->sizeHint().width());  // the name gives way, not the figure
        row->setAccessibleName(m_attachments[i].name + ", " + wordsOf(i));
    }
}

QString AttachmentBar::wordsOf(std::size_t index) const {
    const QString bytes = units::bytes(std::uint64_t(m_attachments[index].bytes)).text();
    if (m_tokens[index] == -2) return tr("%1 · counting tokens…").arg(bytes);
    if (m_tokens[index] < 0) return tr("%1 · tokens not known without a model").arg(bytes);
    return bytes + QStringLiteral(" · ") + units::tokens(std::uint64_t(m_tokens[index]));
}

void AttachmentBar::remove(std::size_t index) {
    if (index >= m_attachments.size()) return;
    std::vector<Attachment> all = m_attachments;
    all.erase(all.begin() + std::ptrdiff_t(index));
    setAttachments(std::move(all));
}

void AttachmentBar::rebuild() {
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < m_attachments.size(); ++i) {
        auto* row = new QFrame(this);
        row->setProperty("card", "raised");
        row->setAccessibleName(m_attachments[i].name + ", " + wordsOf(i));
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(9, 1, 2, 1);
        line->setSpacing(8);
        line->addWidget(new Sign(row));
        auto* name = new widgets::ElidedText(1, Theme::instance().font("caption", "medium"), "text", row);
        name->setText(m_attachments[i].name);
        name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        line->addWidget(name, 1);
        auto* figure = new QLabel(wordsOf(i), row);
        figure->setObjectName("figure");
        figure->setProperty("role", "caption");
        line->addWidget(figure);
        QToolButton* close =
            widgets::iconButton("close", tr("Take %1 out").arg(m_attachments[i].name), row);
        close->setFocusPolicy(Qt::TabFocus);
        // Queued: the button goes with its row.
        connect(close, &QToolButton::clicked, this, [this, i] { remove(i); }, Qt::QueuedConnection);
        line->addWidget(close);
        m_rows->addWidget(row);
        row->show();
    }
    setVisible(!m_attachments.empty());
    updateGeometry();
}

}  // namespace gh::app
