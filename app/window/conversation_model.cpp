#include "app/window/conversation_model.h"

#include <algorithm>
#include <limits>
#include <QCoreApplication>

#include "widgets/text/units.h"

namespace gh::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ConversationModel)
};

// Headings in order, each with the first moment that belongs to it. Asked from the newest conversation to the
// oldest.
class Headings {
public:
    Headings() : m_today(QDate::currentDate()) {}
    QString of(qint64 ms) {
        if (ms >= m_from && ms < m_before) return m_text;
        const QDate day = QDateTime::fromMSecsSinceEpoch(ms).date();
        const qint64 ago = day.daysTo(m_today);
        if (ago <= 0) return set(Text::tr("Today"), m_today, QDate());
        if (ago == 1) return set(Text::tr("Yesterday"), m_today.addDays(-1), m_today);
        if (ago <= 7) return set(Text::tr("Previous 7 days"), m_today.addDays(-7), m_today.addDays(-1));
        const QDate month(day.year(), day.month(), 1);
        const QLocale locale = widgets::units::locale();
        QString name = locale.standaloneMonthName(day.month());
        name = locale.toUpper(name.left(1)) + name.mid(1);
        if (day.year() != m_today.year())
            name = Text::tr("%1 %2", "month and year").arg(name, QString::number(day.year()));
        return set(name, month, std::min(month.addMonths(1), m_today.addDays(-7)));
    }

private:
    QString set(const QString& text, QDate from, QDate before) {
        m_text = text;
        m_from = from.startOfDay().toMSecsSinceEpoch();
        m_before =
            before.isValid() ? before.startOfDay().toMSecsSinceEpoch() : std::numeric_limits<qint64>::max();
        return m_text;
    }
    const QDate m_today;
    QString m_text;
    qint64 m_from = 0, m_before = 0;
};

}  // namespace

QString nameOf(const ConversationHead& head) {
    if (!head.title.isEmpty()) return head.title;
    return head.draft.trimmed().isEmpty() ? Text::tr("New chat")
                                          : Text::tr("Draft: %1").arg(titleFrom(head.draft));
}

QString shortTime(const QDateTime& when) {
    const qint64 days = when.date().daysTo(QDate::currentDate());
    const QLocale locale = widgets::units::locale();
    if (days <= 0) return locale.toString(when.time(), QLocale::ShortFormat);
    if (days < 7) return locale.dayName(when.date().dayOfWeek(), QLocale::ShortFormat);
    return locale.toString(when.date(), QStringLiteral("d MMM"));
}

ConversationModel::ConversationModel(ChatController* chat, QObject* parent)
    : QAbstractListModel(parent), m_chat(chat) {
    connect(chat, &ChatController::headsChanged, this, &ConversationModel::refresh);
    connect(chat, &ChatController::headChanged, this, &ConversationModel::refreshRow);
    connect(chat, &ChatController::busyChanged, this, &ConversationModel::refreshRow);
    m_midnight.setSingleShot(true);
    connect(&m_midnight, &QTimer::timeout, this, [this] {
        refresh();
        waitForMidnight();
    });
    refresh();
    waitForMidnight();
}

void ConversationModel::waitForMidnight() {
    const QDateTime now = QDateTime::currentDateTime();
    // An hour at most: a computer that slept finds its way back to today.
    m_midnight.start(
        int(std::min<qint64>(now.msecsTo(now.date().addDays(1).startOfDay()) + 1000, 3'600'000)));
}

void ConversationModel::refresh() {
    const QVector<ConversationHead>& heads = m_chat->heads();
    std::vector<Row> rows;
    rows.reserve(std::size_t(heads.size()) + 32);
    for (int i = 0; i < heads.size(); ++i) {
        if (!heads[i].pinned) continue;
        if (rows.empty()) rows.push_back({0, 0, tr("Pinned")});
        rows.push_back({heads[i].id, i, {}});
    }
    Headings headings;
    QString heading;
    for (int i = 0; i < heads.size(); ++i) {
        if (heads[i].pinned) continue;
        if (const QString now = headings.of(heads[i].updated.toMSecsSinceEpoch()); now != heading) {
            heading = now;
            rows.push_back({0, 0, heading});
        }
        rows.push_back({heads[i].id, i, {}});
    }
    const bool same =
        std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                   [](const Row& a, const Row& b) { return a.id == b.id && a.heading == b.heading; });
    if (same) {
        m_rows = std::move(rows);
        if (!m_rows.empty()) emit dataChanged(index(0), index(int(m_rows.size()) - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    m_places.clear();
    m_places.reserve(qsizetype(m_rows.size()));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].id) m_places.insert(m_rows[i].id, int(i));
    }
    endResetModel();
}

void ConversationModel::refreshRow(qlonglong id) {
    const int row = rowOf(id);
    if (row >= 0) emit dataChanged(index(row), index(row));
}

const ConversationHead* ConversationModel::headOf(const Row& row) const {
    const QVector<ConversationHead>& heads = m_chat->heads();
    // The controller's list may be ahead of these rows for a moment.
    return row.id && row.head < heads.size() && heads[row.head].id == row.id ? &heads[row.head] : nullptr;
}

int ConversationModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ConversationModel::data(const QModelIndex& index, int role) const {
    if (index.row() < 0 || index.row() >= int(m_rows.size())) return {};
    const Row& row = m_rows[std::size_t(index.row())];
    if (role == HeadingRole) return row.heading;
    if (!row.id) return role == Qt::DisplayRole ? QVariant(row.heading) : QVariant();
    const ConversationHead* head = headOf(row);
    if (!head) return {};
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole:
            return nameOf(*head);
        case Qt::EditRole:
            return head->title;
        case Qt::AccessibleTextRole:
            return m_chat->queuedIn(row.id)       ? tr("%1, waiting for its turn").arg(nameOf(*head))
                   : m_chat->generatingIn(row.id) ? tr("%1, writing").arg(nameOf(*head))
                                                  : nameOf(*head);
        case Qt::AccessibleDescriptionRole:
            return head->pinned ? tr("pinned, %1").arg(shortTime(head->updated)) : shortTime(head->updated);
        case IdRole:
            return row.id;
        case TimeRole:
            return shortTime(head->updated);
        case BusyRole:
            return m_chat->generatingIn(row.id);
        case QueuedRole:
            return m_chat->queuedIn(row.id);
        case PinnedRole:
            return head->pinned;
        default:
            return {};
    }
}

bool ConversationModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid()) return false;
    m_chat->rename(index.data(IdRole).toLongLong(), value.toString());
    return true;
}

Qt::ItemFlags ConversationModel::flags(const QModelIndex& index) const {
    if (index.row() < 0 || index.row() >= int(m_rows.size()) || !m_rows[std::size_t(index.row())].id)
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemNeverHasChildren;
}

// ---- what a search found -------------------------------------------------------------------------------

void HitModel::setHits(const QVector<SearchHit>& hits) {
    beginResetModel();
    m_hits = hits;
    QHash<RowId, qsizetype> places;
    for (const SearchHit& hit : hits) {
        if (!places.contains(hit.conversation)) places.insert(hit.conversation, places.size());
    }
    std::stable_sort(m_hits.begin(), m_hits.end(), [&](const SearchHit& a, const SearchHit& b) {
        return places.value(a.conversation) < places.value(b.conversation);
    });
    endResetModel();
}

const SearchHit* HitModel::hitAt(const QModelIndex& index) const {
    return index.isValid() && index.row() < m_hits.size() ? &m_hits[index.row()] : nullptr;
}

int HitModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_hits.size());
}

QVariant HitModel::data(const QModelIndex& index, int role) const {
    const SearchHit* hit = hitAt(index);
    if (!hit) return {};
    const QString title = hit->title.isEmpty() ? tr("New chat") : hit->title;
    const QString speaker = hit->message == 0 ? QString() : hit->role == Role::User ? tr("You") : tr("Reply");
    switch (role) {
        case Qt::DisplayRole:
        case TitleRole:
            return title;
        case SnippetRole:
            return hit->snippet;
        case SpeakerRole:
            return speaker;
        case HeadRole:
            return index.row() == 0 || m_hits[index.row() - 1].conversation != hit->conversation;
        case Qt::ToolTipRole:
            return tr("%1, %2", "title of a conversation, when").arg(title, shortTime(hit->when));
        case TimeRole:
            return shortTime(hit->when);
        case Qt::AccessibleTextRole:
            return hit->message == 0 ? title : tr("%1, in %2: %3").arg(speaker, title, hit->snippet);
        default:
            return {};
    }
}

}  // namespace gh::app
