#include "widgets/panels/quantize/tensor_page.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/metric_label.h"
#include "widgets/controls/panel_header.h"
#include "widgets/panels/quantize/tensor_words.h"
#include "widgets/plots/weight_histogram.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kRowsHeight = 104, kMuchWorse = 2;     // times the mean: the figure turns red

}  // namespace

TensorPage::TensorPage(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* outer = bareColumn(this);
    m_nothing = new QLabel(tr("Choose a cell of the map, or a line of the table, to see that matrix."), this);
    m_nothing->setProperty("role", "muted");
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    outer->addWidget(m_nothing, 1);
    m_content = new QWidget(this);
    outer->addWidget(m_content, 1);
    QVBoxLayout* column = bareColumn(m_content);
    column->setSpacing(theme.space(1) + 2);
    m_name = new ElidedText(1, theme.mono("body"), "text", m_content);
    m_shape = new ElidedText(1, theme.font("caption"), "textMuted", m_content);
    column->addWidget(m_name);
    column->addWidget(m_shape);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(theme.space(3));
    grid->setVerticalSpacing(theme.space(1));
    const auto metric = [&](const QString& caption, int place) {
        auto* label = new MetricLabel(caption, MetricLabel::Size::Value, m_content);
        grid->addWidget(label, place / 3, place % 3, Qt::AlignLeft);
        return label;
    };
    m_error = metric(measureName(ErrorMeasure::Error), 0);
    m_mean = metric(tr("Mean of all"), 1);
    m_bits = metric(tr("Bits a weight"), 2);
    m_spread = metric(measureName(ErrorMeasure::MaxOverStd), 3);
    m_beyond = metric(measureName(ErrorMeasure::Beyond6Sigma), 4);
    m_levels = metric(measureName(ErrorMeasure::LevelsUsed), 5);
    grid->setColumnStretch(2, 1);
    column->addLayout(grid);
    m_histogram = new WeightHistogram(m_content);
    column->addWidget(m_histogram, 1);
    m_legend = new QLabel(m_content);
    m_legend->setProperty("role", "caption");
    m_legend->setWordWrap(true);
    column->addWidget(m_legend);
    m_rows = new QTreeWidget(m_content);
    m_rows->setRootIsDecorated(false);
    m_rows->setProperty("rows", "dense");
    m_rows->setUniformRowHeights(true);
    m_rows->setHeaderLabels({tr("Worst rows"), tr("Relative error"), tr("Largest weight")});
    m_rows->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_rows->header()->setStretchLastSection(false);
    m_rows->setAccessibleName(tr("The rows with the largest error"));
    m_rows->setFixedHeight(kRowsHeight);
    column->addWidget(m_rows);
    m_assign = new QWidget(m_content);
    auto* assign = new QGridLayout(m_assign);
    assign->setContentsMargins(0, 0, 0, 0);
    assign->setHorizontalSpacing(theme.space(2));
    assign->setVerticalSpacing(theme.space(1) + 2);
    m_scheme = new QComboBox(m_assign);
    m_scheme->setAccessibleName(tr("Scheme for a rule"));
    m_scheme->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* use = new QLabel(tr("Use for a rule"), m_assign);
    use->setProperty("role", "muted");
    assign->addWidget(use, 0, 0);
    assign->addWidget(m_scheme, 0, 1, 1, 3, Qt::AlignLeft);
    const QString words[] = {tr("This matrix"), tr("This part"), tr("This layer")};
    const QString tips[] = {tr("A rule for this matrix alone"), tr("A rule for the same part of every layer"), tr("A rule for every matrix of this layer")};
    for (int i = 0; i < 3; ++i) {
        m_for[i] = new QPushButton(words[i], m_assign);
        m_for[i]->setToolTip(tips[i]);
        assign->addWidget(m_for[i], 1, i);
        connect(m_for[i], &QPushButton::clicked, this, [this, i] {
            const TensorFacts* facts = tensor();
            if (!m_desk || !facts) return;
            const QString pattern = i == 0 ? patternOfTensor(facts->name) : i == 1 ? patternOfPart(*facts) : patternOfLayer(*facts);
            m_desk->addRule(pattern, m_scheme->currentData().toString());
        });
    }
    assign->setColumnStretch(3, 1);
    column->addWidget(m_assign);
}

void TensorPage::setDesk(QuantizeDesk* desk) {
    m_desk = desk;
    connect(desk, &QuantizeDesk::schemesChanged, this, &TensorPage::refreshSchemes);
    connect(desk, &QuantizeDesk::detailChanged, this, &TensorPage::refresh);
    connect(desk, &QuantizeDesk::mapChanged, this, &TensorPage::refresh);
    connect(desk, &QuantizeDesk::detailWanted, this, &TensorPage::refresh);   // another matrix was chosen
    refreshSchemes();
    refresh();
}

void TensorPage::refreshSchemes() {
    if (!m_desk) return;
    const QVariant chosen = m_scheme->currentData();
    m_scheme->clear();
    m_scheme->addItem(m_desk->titleOf(kAsStored), kAsStored);
    for (const SchemeFacts& scheme : m_desk->schemes) m_scheme->addItem(scheme.title, scheme.name);
    m_scheme->setCurrentIndex(std::max(0, m_scheme->findData(chosen)));
}

const TensorFacts* TensorPage::tensor() const {
    if (!m_desk || m_desk->chosenTensor.isEmpty()) return nullptr;
    if (m_desk->map)
        for (const TensorFacts& facts : m_desk->map->tensors)
            if (facts.name == m_desk->chosenTensor) return &facts;
    return m_desk->detail && m_desk->detail->tensor.name == m_desk->chosenTensor ? &m_desk->detail->tensor : nullptr;
}

void TensorPage::refresh() {
    const TensorFacts* facts = tensor();
    m_nothing->setVisible(!facts);
    m_content->setVisible(facts != nullptr);
    if (!facts) return;
    m_name->setText(tensorShort(facts->name));
    m_shape->setText(tr("%1 · stored as %2", "shape of a matrix, type").arg(tensorShape(*facts), facts->storedType));
    const auto figure = [](const QString& words) { return units::Figure{words, {}}; };
    m_error->setFigure(figure(measureText(*facts, ErrorMeasure::Error)));
    const double mean = m_desk->map ? m_desk->map->mean : 0;
    m_error->setColorRole(mean > 0 && facts->error > kMuchWorse * mean ? "error" : "text");
    if (m_desk->map) m_mean->setFigure(figure(measureNumber(mean, ErrorMeasure::Error)));
    else m_mean->setNothing();
    m_bits->setFigure(figure(units::number(facts->bits, 3)));
    m_spread->setFigure(figure(measureText(*facts, ErrorMeasure::MaxOverStd)));
    m_beyond->setFigure(figure(measureText(*facts, ErrorMeasure::Beyond6Sigma)), tr("%1 of all weights").arg(measureNumber(measureOf(*facts, ErrorMeasure::Beyond6Sigma), ErrorMeasure::Beyond6Sigma)));
    if (facts->levelsUsed > 0) m_levels->setFigure(figure(measureText(*facts, ErrorMeasure::LevelsUsed)));
    else m_levels->setNothing();
    const TensorDetailPtr detail = m_desk->detail && m_desk->detail->tensor.name == facts->name ? m_desk->detail : nullptr;
    m_histogram->setDetail(detail);
    m_histogram->setVisible(detail != nullptr);
    m_rows->setVisible(detail && !detail->worstRows.empty());
    QString legend = tr("Reading the weights…");
    if (detail) {
        legend = detail->levels.empty() ? tr("Bars: weights by value, on a logarithmic axis. This scheme has no fixed levels.")
                                        : tr("Bars: weights by value, on a logarithmic axis. Lines: the levels of the group with the largest weight.");
        m_rows->clear();
        for (const TensorDetailFacts::Row& row : detail->worstRows) {
            auto* item = new QTreeWidgetItem(m_rows, {units::count(static_cast<quint64>(row.row)), units::number(row.error, 3), axisNumber(row.max)});
            for (int i = 0; i < 3; ++i) item->setTextAlignment(i, Qt::AlignRight | Qt::AlignVCenter);
        }
    }
    m_legend->setText(legend);
}

}  // namespace gh::widgets
