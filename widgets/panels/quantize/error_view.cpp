#include "widgets/panels/quantize/error_view.h"

#include <algorithm>
#include <cmath>

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QProgressBar>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/quantize/tensor_table.h"
#include "widgets/panels/quantize/tensor_words.h"
#include "widgets/plots/heat_map.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kTableHeight = 190;

}  // namespace

ErrorView::ErrorView(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* column = bareColumn(this);
    column->setSpacing(theme.space(1) + 2);
    auto* first = new QHBoxLayout;
    first->setSpacing(theme.space(2));
    m_scheme = new QComboBox(this);
    m_scheme->setAccessibleName(tr("Scheme of the map"));
    m_scheme->setToolTip(tr("What every matrix is quantized with for this map"));
    m_scheme->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_scheme->setMaxVisibleItems(16);
    m_leastSquares = new QCheckBox(tr("Least squares"), this);
    m_leastSquares->setToolTip(tr("Scales with the least squared error, found by a search over clipped ranges; else the largest value is met exactly"));
    first->addWidget(m_scheme);
    first->addStretch(1);
    first->addWidget(m_leastSquares);
    column->addLayout(first);
    auto* second = new QHBoxLayout;
    second->setSpacing(theme.space(2));
    m_form = new Segmented({tr("Map"), tr("Table")}, this);
    m_form->setCompact(true);
    m_form->setAccessibleName(tr("The errors as a map or a table"));
    m_measure = new QComboBox(this);
    m_measure->setAccessibleName(tr("What the colours say"));
    m_measure->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (const ErrorMeasure measure : {ErrorMeasure::Error, ErrorMeasure::MaxOverStd, ErrorMeasure::Beyond6Sigma, ErrorMeasure::LevelsUsed})
        m_measure->addItem(measureName(measure), static_cast<int>(measure));
    m_measure->setItemData(0, tr("‖W − Ŵ‖ / ‖W‖: how much of the matrix is lost"), Qt::ToolTipRole);
    m_measure->setItemData(1, tr("How far the largest weight stands out"), Qt::ToolTipRole);
    m_measure->setItemData(2, tr("Share of the weights beyond six standard deviations"), Qt::ToolTipRole);
    m_measure->setItemData(3, tr("Two to the entropy of the levels: how many of them carry anything"), Qt::ToolTipRole);
    second->addWidget(m_form);
    second->addWidget(m_measure);
    second->addStretch(1);
    column->addLayout(second);
    auto* third = new QHBoxLayout;
    third->setSpacing(theme.space(2));
    m_summary = new ElidedText(1, theme.font("caption"), "textMuted", this);
    m_ramp = new RampLegend(this);
    third->addWidget(m_summary, 1);
    third->addWidget(m_ramp);
    column->addLayout(third);
    m_progress = new QProgressBar(this);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setAccessibleName(tr("Progress of the map"));
    column->addWidget(m_progress);
    m_map = new HeatMap(this);
    column->addWidget(m_map, 1);
    m_table = new TensorTable(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSortRole(Qt::UserRole);
    m_sorted->setSourceModel(m_table);
    m_tree = new QTreeView(this);
    m_tree->setRootIsDecorated(false);
    m_tree->setProperty("rows", "dense");
    m_tree->setUniformRowHeights(true);
    m_tree->setSortingEnabled(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setModel(m_sorted);
    m_tree->sortByColumn(TensorTable::kError, Qt::DescendingOrder);
    m_tree->header()->setResizeContentsPrecision(0);   // by what is on show
    m_tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_tree->header()->setStretchLastSection(false);
    m_tree->setMinimumHeight(kTableHeight);
    m_tree->setAccessibleName(tr("Errors by matrix"));
    column->addWidget(m_tree, 1);
    m_tree->hide();
    m_progress->hide();

    connect(m_scheme, &QComboBox::activated, this, [this](int index) {
        if (!m_desk) return;
        m_desk->chosenScheme = m_scheme->itemData(index).toString();
        emit m_desk->mapWanted();
        refreshLook();
    });
    connect(m_leastSquares, &QCheckBox::toggled, this, [this](bool on) {
        if (!m_desk || m_filling) return;
        m_desk->leastSquares = on;
        emit m_desk->mapWanted();
    });
    connect(m_measure, &QComboBox::activated, this, [this](int index) {
        if (!m_desk) return;
        m_desk->measure = static_cast<ErrorMeasure>(m_measure->itemData(index).toInt());
        refreshMap();
    });
    connect(m_form, &Segmented::chosen, this, [this](int index) {
        if (m_desk) m_desk->table = index == 1;
        refreshMap();
    });
    connect(m_map, &HeatMap::chosenByUser, this, [this](int row, int column) {
        const auto at = static_cast<std::size_t>(row) * static_cast<std::size_t>(m_map->table().columns) + static_cast<std::size_t>(column);
        if (m_desk && m_desk->map && at < m_tensorAt.size() && m_tensorAt[at] >= 0)
            choose(m_desk->map->tensors[static_cast<std::size_t>(m_tensorAt[at])].name);
    });
    m_map->setDescriber([this](HeatMap::Cell cell) {
        const auto at = static_cast<std::size_t>(cell.row) * static_cast<std::size_t>(m_map->table().columns) + static_cast<std::size_t>(cell.column);
        if (!m_desk || !m_desk->map || at >= m_tensorAt.size() || m_tensorAt[at] < 0) return QString();
        const auto index = static_cast<std::size_t>(m_tensorAt[at]);
        if (index >= m_desk->map->tensors.size()) return QString();
        QString words = tensorHover(m_desk->map->tensors[index], *m_desk);
        if (at < m_map->table().marked.size() && m_map->table().marked[at])
            words += QStringLiteral("<br>") + tr("● a rule of its own");
        return words;
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (!m_filling && index.isValid()) choose(m_table->tensor(m_sorted->mapToSource(index).row()).name);
    });
}

void ErrorView::setDesk(QuantizeDesk* desk) {
    m_desk = desk;
    connect(desk, &QuantizeDesk::schemesChanged, this, &ErrorView::refreshSchemes);
    connect(desk, &QuantizeDesk::mapChanged, this, &ErrorView::refreshMap);
    connect(desk, &QuantizeDesk::assignmentChanged, this, &ErrorView::refreshMap);
    connect(desk, &QuantizeDesk::lookChanged, this, &ErrorView::refreshLook);
    connect(desk, &QuantizeDesk::detailChanged, this, &ErrorView::showChosen);
    refreshSchemes();
    refreshMap();
    refreshLook();
}

void ErrorView::refreshSchemes() {
    if (!m_desk) return;
    m_filling = true;
    m_scheme->clear();
    m_scheme->addItem(tr("Mixed: the rules"), kDraft);
    m_scheme->setItemData(0, tr("Every matrix with the scheme that the rules give it"), Qt::ToolTipRole);
    for (const SchemeFacts& scheme : m_desk->schemes) {
        m_scheme->addItem(scheme.title, scheme.name);
        m_scheme->setItemData(m_scheme->count() - 1, tr("%1: %2 a weight").arg(scheme.name, weightBits(scheme.bits)), Qt::ToolTipRole);
    }
    m_scheme->setCurrentIndex(m_scheme->findData(m_desk->chosenScheme));
    m_measure->setCurrentIndex(m_measure->findData(static_cast<int>(m_desk->measure)));
    m_leastSquares->setChecked(m_desk->leastSquares);
    m_form->setCurrent(m_desk->table ? 1 : 0);
    m_filling = false;
}

void ErrorView::refreshLook() {
    if (!m_desk) return;
    m_scheme->setCurrentIndex(m_scheme->findData(m_desk->chosenScheme));
    const QuantizeWork& look = m_desk->look;
    m_progress->setVisible(look.busy());
    m_progress->setValue(static_cast<int>(look.share * 1000));
    const ErrorMapFacts* map = m_desk->map.get();
    QString words;
    if (look.busy()) words = look.doing.isEmpty() ? tr("Measuring every matrix…") : look.doing;
    else if (!look.trouble.isEmpty()) words = look.trouble;
    else if (map && map->worst >= 0 && map->worst < static_cast<int>(map->tensors.size())) {
        const TensorFacts& worst = map->tensors[static_cast<std::size_t>(map->worst)];
        words = tr("%1 · mean error %2 · worst %3 in %4")
                    .arg(weightBits(map->bits), measureNumber(map->mean, ErrorMeasure::Error), measureNumber(worst.error, ErrorMeasure::Error), tensorShort(worst.name));
    }
    m_summary->setRole(!look.busy() && !look.trouble.isEmpty() ? "error" : "textMuted");
    m_summary->setText(words);
}

void ErrorView::refreshMap() {
    if (!m_desk) return;
    const bool table = m_desk->table;
    m_map->setVisible(!table);
    m_tree->setVisible(table);
    m_ramp->setVisible(!table);
    m_measure->setVisible(!table);
    HeatMap::Table made;
    made.name = tr("%1 by part and layer").arg(measureName(m_desk->measure));
    made.valueName = measureName(m_desk->measure);
    made.columnName = tr("layer");
    m_tensorAt.clear();
    if (const ErrorMapFacts* map = m_desk->map.get()) {
        for (const TensorFacts& tensor : map->tensors) {
            if (tensor.layer < 0) continue;
            made.columns = std::max(made.columns, tensor.layer + 1);
            if (!made.rows.contains(tensor.part)) made.rows << tensor.part;
        }
        const std::size_t cells = static_cast<std::size_t>(made.rows.size()) * static_cast<std::size_t>(made.columns);
        made.values.assign(cells, kUnknown);
        made.marked.assign(cells, false);
        m_tensorAt.assign(cells, -1);
        QSet<QString> own;
        const RuleList& rules = m_desk->rules();
        for (const AssignmentFacts::Tensor& tensor : m_desk->assignment.tensors)
            if (tensor.rule >= 0 && tensor.rule < static_cast<int>(rules.rules.size()) && rules.rules[static_cast<std::size_t>(tensor.rule)].pattern != patternOfAll())
                own.insert(tensor.name);
        bool any = false;
        for (std::size_t i = 0; i < map->tensors.size(); ++i) {
            const TensorFacts& tensor = map->tensors[i];
            if (tensor.layer < 0) continue;
            const auto at = static_cast<std::size_t>(made.rows.indexOf(tensor.part)) * static_cast<std::size_t>(made.columns) + static_cast<std::size_t>(tensor.layer);
            const double value = measureOf(tensor, m_desk->measure);
            made.values[at] = value;
            made.marked[at] = own.contains(tensor.name);
            m_tensorAt[at] = static_cast<int>(i);
            made.low = any ? std::min(made.low, value) : value;
            made.high = any ? std::max(made.high, value) : value;
            any = true;
        }
        m_ramp->setScale(measureName(m_desk->measure), measureNumber(made.low, m_desk->measure), measureNumber(made.high, m_desk->measure));
        m_ramp->setVisible(!table && any);
    } else {
        m_ramp->hide();
    }
    m_map->setTable(std::move(made));
    m_filling = true;
    m_table->setMap(table ? m_desk->map : nullptr, m_desk);   // sorted and measured only where it is looked at
    m_filling = false;
    showChosen();
    refreshLook();
}

void ErrorView::choose(const QString& tensor) {
    if (!m_desk || m_desk->chosenTensor == tensor) return;
    m_desk->chosenTensor = tensor;
    emit m_desk->detailWanted();
    showChosen();
}

void ErrorView::showChosen() {
    if (!m_desk) return;
    std::optional<HeatMap::Cell> cell;
    for (std::size_t at = 0; m_desk->map && at < m_tensorAt.size(); ++at)
        if (m_tensorAt[at] >= 0 && m_desk->map->tensors[static_cast<std::size_t>(m_tensorAt[at])].name == m_desk->chosenTensor)
            cell = HeatMap::Cell{static_cast<int>(at) / m_map->table().columns, static_cast<int>(at) % m_map->table().columns};
    m_map->setChosen(cell);
    const int row = m_table->rowOf(m_desk->chosenTensor);
    m_filling = true;
    m_tree->setCurrentIndex(row < 0 ? QModelIndex() : m_sorted->mapFromSource(m_table->index(row, 0)));
    m_filling = false;
}

}  // namespace gh::widgets
