#include "app/chat/attachment_bar.h"

#include <algorithm>
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
constexpr int kCounting = -2;

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
        const quint64 job = s_nextTicket++;
        m_reading[job] = m_owner;
        QThreadPool::globalInstance()->start([self = QPointer(this), job, path] {
            AttachmentRead read = readAttachment(path);
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, job, path, read = std::move(read)] {
                    if (self) self->onRead(job, path, read);
                },
                Qt::QueuedConnection);
        });
    }
}

void AttachmentBar::onRead(quint64 job, const QString& path, const AttachmentRead& read) {
    const RowId owner = m_reading.extract(job).mapped();
    if (!read.refused.isEmpty()) {
        emit refused(read.attachment.name, read.refused);
    } else if (owner != m_owner) {
        emit readElsewhere(owner, read.attachment);
    } else {
        std::vector<Attachment> all;
        // The same file attached again takes the place of what it was; another of its name stands beside it.
        for (const Entry& entry : m_entries) {
            if (entry.path != path && entry.file != read.attachment) all.push_back(entry.file);
        }
        if (!addTo(all, read.attachment)) return;
        setAttachments(std::move(all));
        m_entries.back().path = path;
    }
}

bool AttachmentBar::addTo(std::vector<Attachment>& all, const Attachment& file) {
    if (all.size() >= kMostFiles) {
        emit refused(file.name,
                     tr("%1 files are attached already, which is as many as a message takes.").arg(kMostFiles));
        return false;
    }
    all.push_back(file);
    return true;
}

void AttachmentBar::show(RowId owner, std::vector<Attachment> attachments) {
    m_owner = owner;
    setAttachments(std::move(attachments));
}

void AttachmentBar::handOver(RowId from, RowId to) {
    for (auto& [job, owner] : m_reading) {
        if (owner == from) owner = to;
    }
    if (m_owner == from) m_owner = to;
}

std::vector<Attachment> AttachmentBar::attachments() const {
    std::vector<Attachment> all;
    for (const Entry& entry : m_entries) all.push_back(entry.file);
    return all;
}

void AttachmentBar::setAttachments(std::vector<Attachment> attachments) {
    if (attachments == this->attachments()) return;
    std::vector<Entry> before = std::exchange(m_entries, {});
    for (Attachment& file : attachments) {
        // What stays is not counted again.
        const auto known = std::find_if(before.begin(), before.end(), [&](const Entry& e) { return e.file == file; });
        if (known == before.end()) {
            m_entries.push_back({std::move(file), {}, 0, kCounting});
        } else {
            m_entries.push_back(std::move(*known));
            before.erase(known);
        }
    }
    rebuild();
    emit changed();
    countNew();
}

void AttachmentBar::recount() {
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        m_entries[i].ticket = 0;
        m_entries[i].tokens = kCounting;
        showWords(i);
    }
    countNew();
}

void AttachmentBar::countNew() {
    for (Entry& entry : m_entries) {
        if (entry.ticket) continue;
        entry.ticket = s_nextTicket++;
        emit countWanted(entry.ticket, entry.file.text);
    }
}

void AttachmentBar::setCount(quint64 ticket, int tokens) {
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].ticket != ticket) continue;
        m_entries[i].tokens = tokens;
        showWords(i);
    }
    emit counted();
}

std::uint64_t AttachmentBar::tokens() const {
    std::uint64_t all = 0;
    for (const Entry& entry : m_entries) all += std::uint64_t(std::max(0, entry.tokens));
    return all;
}

void AttachmentBar::showWords(std::size_t index) {
    auto* row = m_rows->itemAt(int(index))->widget();
    auto* figure = row->findChild<QLabel*>("figure");
    figure->setText(wordsOf(index));
    figure->setMinimumWidth(figure->sizeHint().width());  // the name gives way, not the figure
    row->setAccessibleName(m_entries[index].file.name + ", " + wordsOf(index));
}

QString AttachmentBar::wordsOf(std::size_t index) const {
    const QString bytes = units::bytes(std::uint64_t(m_entries[index].file.bytes)).text();
    if (m_entries[index].tokens == kCounting) return tr("%1 · counting tokens…").arg(bytes);
    if (m_entries[index].tokens < 0) return tr("%1 · tokens not known without a model").arg(bytes);
    return bytes + QStringLiteral(" · ") + units::tokens(std::uint64_t(m_entries[index].tokens));
}

void AttachmentBar::remove(std::size_t index) {
    if (index >= m_entries.size()) return;
    std::vector<Attachment> all = attachments();
    all.erase(all.begin() + std::ptrdiff_t(index));
    setAttachments(std::move(all));
}

void AttachmentBar::rebuild() {
    while (QLayoutItem* item = m_rows->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        auto* row = new QFrame(this);
        row->setProperty("card", "raised");
        row->setAccessibleName(m_entries[i].file.name + ", " + wordsOf(i));
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(9, 1, 2, 1);
        line->setSpacing(8);
        line->addWidget(new Sign(row));
        auto* name = new widgets::ElidedText(1, Theme::instance().font("caption", "medium"), "text", row);
        name->setText(m_entries[i].file.name);
        name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        line->addWidget(name, 1);
        auto* figure = new QLabel(wordsOf(i), row);
        figure->setObjectName("figure");
        figure->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        figure->setProperty("role", "caption");
        line->addWidget(figure);
        QToolButton* close =
            widgets::iconButton("close", tr("Take %1 out").arg(m_entries[i].file.name), row);
        close->setFocusPolicy(Qt::TabFocus);
        // Queued: the button goes with its row.
        connect(close, &QToolButton::clicked, this, [this, i] { remove(i); }, Qt::QueuedConnection);
        line->addWidget(close);
        m_rows->addWidget(row);
        row->show();
    }
    setVisible(!m_entries.empty());
    updateGeometry();
}

}  // namespace gh::app
