// The error map as a table: one line a matrix, sorted by any column.
#pragma once

#include <QAbstractTableModel>

#include "widgets/models/quantize_desk.h"

namespace gh::widgets {

class TensorTable : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { kName, kScheme, kBits, kError, kMaxOverStd, kBeyond, kLevels, kStored, kColumns };
    explicit TensorTable(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
    void setMap(ErrorMapPtr map, const QuantizeDesk* desk);
    const TensorFacts& tensor(int row) const { return m_map->tensors[static_cast<std::size_t>(row)]; }
    int rowOf(const QString& name) const;            // -1: none

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() || !m_map ? 0 : static_cast<int>(m_map->tensors.size()); }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : kColumns; }
    QVariant data(const QModelIndex& index, int role) const override;   // Qt::UserRole: what is sorted by
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ErrorMapPtr m_map;
    const QuantizeDesk* m_desk = nullptr;
};

}  // namespace gh::widgets
