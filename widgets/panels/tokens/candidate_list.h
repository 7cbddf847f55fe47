// The candidates of one position as a list: text, a bar for the probability, the figure, and what became of it.
#pragma once

#include <QAbstractListModel>
#include <QListView>
#include <QStyledItemDelegate>
#include <vector>

#include "engine/telemetry/token_log.h"

namespace gh::widgets {

struct CandidateRow {
    std::int32_t id = 0;
    QString text, piece, fate;           // piece: as a cell shows it; text: as it is
    double probability = 0;
    std::uint32_t rank = 0;
    bool drawn = false, here = false;    // here: the token that stands in the sequence
    bool removed = false, special = false;
    bool operator==(const CandidateRow&) const = default;
};

class CandidateModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;
    void setRows(std::vector<CandidateRow> rows, bool branches);
    const CandidateRow& row(int index) const { return m_rows[static_cast<std::size_t>(index)]; }
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
    QVariant data(const QModelIndex& index, int role) const override;
    bool branches() const { return m_branches; }
    // The widest of a column is its width.
    const QString& longestFate() const { return m_longestFate; }
    const QString& longestPiece() const { return m_longestPiece; }

private:
    std::vector<CandidateRow> m_rows;
    QString m_longestFate, m_longestPiece;
    bool m_branches = false;
};

class CandidateView : public QListView {
    Q_OBJECT
public:
    using QListView::QListView;
    void reset() override;                        // laid out at once: the head above it changes in the same frame

signals:
    void chosenByKey(const QModelIndex& index);   // Enter or Space

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;   // shows whole rows: none is cut at the bottom
};

class CandidateDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

std::vector<CandidateRow> rowsOf(const telemetry::DrawFacts& draw, std::int32_t tokenHere);

}  // namespace gh::widgets
