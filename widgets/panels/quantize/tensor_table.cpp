#include "widgets/panels/quantize/tensor_table.h"

#include "widgets/panels/quantize/tensor_words.h"
#include "widgets/text/units.h"

namespace gh::widgets {

void TensorTable::setMap(ErrorMapPtr map, const QuantizeDesk* desk) {
    beginResetModel();
    m_map = std::move(map);
    m_desk = desk;
    endResetModel();
}

int TensorTable::rowOf(const QString& name) const {
    for (int row = 0; row < rowCount(); ++row)
        if (tensor(row).name == name) return row;
    return -1;
}

QVariant TensorTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !m_map || index.row() >= rowCount()) return {};
    const TensorFacts& facts = tensor(index.row());
    if (role == Qt::TextAlignmentRole && index.column() != kName && index.column() != kScheme && index.column() != kStored)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::UserRole) return {};
    const bool shown = role == Qt::DisplayRole;
    const auto measured = [&](ErrorMeasure measure) { return shown ? QVariant(measureText(facts, measure)) : QVariant(measureOf(facts, measure)); };
    switch (index.column()) {
        case kName: return shown ? QVariant(tensorShort(facts.name)) : QVariant(index.row());   // in the file's order
        case kScheme: return m_desk ? m_desk->titleOf(facts.scheme) : facts.scheme;
        case kBits: return shown ? QVariant(units::number(facts.bits, 3)) : QVariant(facts.bits);
        case kError: return measured(ErrorMeasure::Error);
        case kMaxOverStd: return measured(ErrorMeasure::MaxOverStd);
        case kBeyond: return shown ? measured(ErrorMeasure::Beyond6Sigma) : QVariant(facts.beyond6Sigma);
        case kLevels: return measured(ErrorMeasure::LevelsUsed);
        case kStored: return facts.storedType;
    }
    return {};
}

QVariant TensorTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
        case kName: return tr("Matrix");
        case kScheme: return tr("Scheme");
        case kBits: return tr("Bits");
        case kError: return measureName(ErrorMeasure::Error);
        case kMaxOverStd: return measureName(ErrorMeasure::MaxOverStd);
        case kBeyond: return measureName(ErrorMeasure::Beyond6Sigma);
        case kLevels: return measureName(ErrorMeasure::LevelsUsed);
        case kStored: return tr("Stored");
    }
    return {};
}

}  // namespace gh::widgets
