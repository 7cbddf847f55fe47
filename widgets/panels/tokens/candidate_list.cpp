#include "widgets/panels/tokens/candidate_list.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QPainter>

#include "widgets/controls/icons.h"
#include "widgets/models/token_facts.h"
#include "widgets/panels/tokens/token_flow.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr double kLeastBar = 24;         // beside the longest piece: the figure beside it says the rest

}  // namespace

std::vector<CandidateRow> rowsOf(const telemetry::DrawFacts& draw, std::int32_t tokenHere) {
    std::vector<CandidateRow> rows;
    for (const telemetry::CandidateFacts& candidate : draw.candidates) {
        CandidateRow row;
        row.id = candidate.id;
        row.text = QString::fromUtf8(candidate.text.data(), static_cast<qsizetype>(candidate.text.size()));
        row.piece = pieceText(candidate.text);
        row.fate = candidateFate(draw, candidate);
        row.probability = static_cast<double>(candidate.probability);
        row.rank = candidate.rank;
        row.drawn = candidate.id == draw.id;
        row.here = candidate.id == tokenHere;
        row.removed = draw.removedBy(candidate.rank) != nullptr;
        row.special = candidate.special;
        rows.push_back(std::move(row));
    }
    return rows;
}

void CandidateModel::setRows(std::vector<CandidateRow> rows, bool branches) {
    if (rows == m_rows && branches == m_branches) return;
    beginResetModel();
    m_rows = std::move(rows);
    m_branches = branches;
    m_longestFate.clear();
    m_longestPiece.clear();
    for (const CandidateRow& row : m_rows) {
        if (row.fate.size() > m_longestFate.size()) m_longestFate = row.fate;
        if (row.piece.size() > m_longestPiece.size()) m_longestPiece = row.piece;
    }
    endResetModel();
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const CandidateRow& r = row(index.row());
    switch (role) {
        case Qt::DisplayRole: return r.piece;
        case Qt::AccessibleTextRole: {
            QStringList parts{r.text.trimmed().isEmpty() ? r.piece : r.text, tr("id %1").arg(r.id), probabilityText(r.probability), r.fate};
            parts.removeAll(QString());
            return parts.join(QStringLiteral(", "));
        }
        case Qt::ToolTipRole: {
            QStringList lines{tr("id %1 · rank %2 · %3").arg(QString::number(r.id), units::count(r.rank + 1ull), probabilityText(r.probability))};
            if (!r.fate.isEmpty()) lines << r.fate;
            if (m_branches && !r.here) lines << tr("Click: a branch of this reply goes on with this token.");
            return lines.join(QLatin1Char('\n'));
        }
        default: return {};
    }
}

void CandidateView::reset() {
    QListView::reset();
    doItemsLayout();
}

void CandidateView::keyPressEvent(QKeyEvent* event) {
    const bool choose = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (choose && currentIndex().isValid()) emit chosenByKey(currentIndex());
    else QListView::keyPressEvent(event);
}

void CandidateView::resizeEvent(QResizeEvent* event) {
    QListView::resizeEvent(event);
    const int row = itemDelegate()->sizeHint({}, {}).height();
    setViewportMargins(0, 0, 0, height() > row ? height() % row : 0);
}

QSize CandidateDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
    const Theme& theme = Theme::instance();
    return {200, std::max(theme.size("hitMinimum"), static_cast<int>(std::ceil(QFontMetricsF(theme.mono("body")).height())) + 4)};
}

void CandidateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* model = static_cast<const CandidateModel*>(index.model());
    const CandidateRow& row = model->row(index.row());
    const Theme& theme = Theme::instance();
    painter->save();
    const QRectF box = QRectF(option.rect).adjusted(0, 1, 0, -1);
    const bool hover = option.state & QStyle::State_MouseOver, current = option.state & QStyle::State_Selected;
    const bool focus = option.state & QStyle::State_HasFocus;
    const bool branches = model->branches() && !row.here;
    if (row.here || hover || current) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.color(row.here ? "selection" : "sunken"));
        painter->drawRoundedRect(box, theme.radius("mark"), theme.radius("mark"));
    }
    if (focus) {
        painter->setPen(QPen(theme.color("focus"), theme.line("focus")));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(box.adjusted(1, 1, -1, -1), theme.radius("mark"), theme.radius("mark"));
    }
    const double gap = theme.space(2);
    const QFont caption = theme.font("caption");
    const double figure = tabularWidth(caption, QStringLiteral("< ") + units::percent(0.888).text());
    QRectF rest = box.adjusted(theme.space(1) + 2, 0, -theme.space(1), 0);
    // From the right: what became of it (or the invitation), the figure; then the text, as wide as the widest, and the bar.
    const double fateWidth = std::min(rest.width() * 0.36, std::max(QFontMetricsF(caption).horizontalAdvance(model->longestFate()), 20.0));
    const QRectF fateBox(rest.right() - fateWidth, rest.top(), fateWidth, rest.height());
    rest.setRight(fateBox.left() - gap);
    const QRectF figureBox(rest.right() - figure, rest.top(), figure, rest.height());
    rest.setRight(figureBox.left() - gap);
    const double textWidth = std::min(rest.width() - gap - kLeastBar, QFontMetricsF(plainMono("body")).horizontalAdvance(model->longestPiece()) + 1);
    const QRectF textBox(rest.left(), rest.top(), textWidth, rest.height());
    const QRectF track(textBox.right() + gap, rest.center().y() - 3, std::max(0.0, rest.right() - textBox.right() - gap), 6);

    painter->setFont(plainMono("body"));
    painter->setPen(row.special ? specialColor() : theme.color(row.here ? "selectionText" : row.removed ? "textMuted" : "text"));
    painter->drawText(textBox, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetricsF(painter->font()).elidedText(row.piece, Qt::ElideRight, textBox.width()));
    painter->fillRect(track, theme.color(row.here || hover || current ? "surface" : "sunken"));
    QRectF bar(track.left(), track.top(), std::max(1.0, track.width() * row.probability), track.height());
    painter->fillRect(bar, row.removed ? QBrush(theme.color("phase.sampling"), Qt::BDiagPattern) : QBrush(theme.color("phase.decode")));
    painter->setFont(caption);
    painter->setPen(theme.color(row.removed ? "textMuted" : "text"));
    drawTabular(*painter, figureBox, Qt::AlignRight | Qt::AlignVCenter, probabilityText(row.probability));
    if (branches && (hover || focus)) {
        drawIcon(*painter, QRectF(fateBox.left(), fateBox.center().y() - 7, 14, 14), QStringLiteral("branch"), theme.color("accentText"));
    } else if (!row.fate.isEmpty()) {
        painter->setPen(theme.color(row.drawn ? (row.here ? "accentText" : "text") : "textMuted"));
        painter->drawText(fateBox, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetricsF(caption).elidedText(row.fate, Qt::ElideRight, fateBox.width()));
    }
    painter->restore();
}

}  // namespace gh::widgets
