#include "widgets/panels/lab/lab_results.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include "widgets/plots/line_plot.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {

LabResults::LabResults(QWidget* parent) : QScrollArea(parent) {
    const Theme& theme = Theme::instance();
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Results"));
    m_page = new QWidget;
    m_page->setProperty("plane", "surface");
    m_page->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(m_page);
    column->setContentsMargins(0, 0, theme.space(2), 0);
    column->setSpacing(theme.space(2));
    const auto words = [&](const char* role) {
        auto* label = new QLabel(m_page);
        label->setWordWrap(true);
        label->setProperty("role", role);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        return label;
    };
    m_notes = words("warn");
    column->addWidget(m_notes);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(theme.space(4));
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    column->addLayout(m_grid);
    m_settings = words("caption");
    m_explanation = words("caption");
    column->addWidget(m_settings);
    column->addWidget(m_explanation);
    column->addStretch(1);
    setWidget(m_page);
}

void LabResults::addLine(const QString& name, const QString& value, const QString& exact) {
    if (m_used == m_lines.size()) {
        auto* what = new QLabel(m_page);
        what->setProperty("role", "muted");
        what->setWordWrap(true);
        what->setMinimumWidth(160);
        auto* is = new QLabel(m_page);
        is->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_grid->addWidget(what, static_cast<int>(m_used), 0, Qt::AlignTop);
        m_grid->addWidget(is, static_cast<int>(m_used), 1, Qt::AlignTop);
        m_lines.emplace_back(what, is);
    }
    const auto& [what, is] = m_lines[m_used++];
    if (what->text() != name) what->setText(name);
    if (is->text() != value) is->setText(value);
    is->setToolTip(exact);
    what->show();
    is->show();
}

void LabResults::showRun(const LabRun& run, const QStringList& notes, const QString& explanation) {
    m_used = 0;
    for (const LabFigure& figure : run.figures) {
        const bool bytes = figure.unit == QLatin1String("bytes") && figure.value >= 0;
        addLine(figure.name, labValue(figure.value, figure.unit), bytes ? units::exactBytes(static_cast<std::uint64_t>(figure.value)) : QString());
    }
    for (std::size_t i = m_used; i < m_lines.size(); ++i) {
        m_lines[i].first->hide();
        m_lines[i].second->hide();
    }
    QStringList above = notes;
    above << run.findings;
    const auto set = [](QLabel* label, const QString& text) {
        if (label->text() != text) label->setText(text);
        label->setVisible(!text.isEmpty());
    };
    set(m_notes, above.join(QStringLiteral("\n")));
    set(m_settings, run.settings);
    set(m_explanation, explanation);
}

}  // namespace gh::widgets
