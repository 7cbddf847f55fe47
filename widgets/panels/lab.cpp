#include "widgets/panels/lab.h"

#include <algorithm>

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/legend.h"
#include "widgets/controls/page_stack.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/lab/lab_results.h"
#include "widgets/panels/lab/run_names.h"
#include "widgets/plots/attention_tiles.h"
#include "widgets/plots/line_plot.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kAskWidth = 270, kRunsWidth = 230, kThree = 900;   // below that the kept runs give way
constexpr int kBeside = 560;                                     // below that the plot stands beneath the form
constexpr int kTilesBeside = 480;                                // below that the tiles stand alone
constexpr std::size_t kMostFigures = 3;                          // beneath the plot; all are among the results
enum View { kPlot, kResults };

QFrame* verticalRule(QWidget* parent) {
    auto* rule = new QFrame(parent);
    rule->setProperty("rule", "vertical");
    return rule;
}

}  // namespace

LabPanel::LabPanel(SelectionModel* selection, QWidget* parent) : Panel(selection, parent) {
    const Theme& theme = Theme::instance();
    m_pages = new PageStack(this);
    m_noModel = new EmptyState("empty-model", tr("No model is open"),
                               tr("Open a model: the experiments of the lab measure it on this machine."), tr("Open a model…"), "folder", this);
    m_loading = loadingState(this);
    m_content = new QWidget(this);
    auto* row = m_row = new QHBoxLayout(m_content);
    row->setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(2));
    row->setSpacing(theme.space(4));
    m_ask = buildAsk();
    m_rule = verticalRule(m_content);
    row->addWidget(m_ask);
    row->addWidget(m_rule);
    row->addWidget(buildPicture(), 1);
    m_right = buildRuns();
    row->addWidget(m_right);
    m_pages->addWidget(m_noModel);
    m_pages->addWidget(m_loading);
    m_pages->addWidget(m_content);
    connect(m_noModel, &EmptyState::clicked, this, [this] { emit actionRequested("open-model"); });
}

QWidget* LabPanel::buildAsk() {
    const Theme& theme = Theme::instance();
    auto* area = new QScrollArea(m_content);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    auto* page = new QWidget;
    page->setProperty("plane", "surface");
    page->setAttribute(Qt::WA_StyledBackground);
    QVBoxLayout* column = bareColumn(page);
    column->setContentsMargins(0, 0, theme.space(2), 0);
    column->setSpacing(theme.space(2));
    m_which = new QComboBox(page);
    m_which->setAccessibleName(tr("Experiment"));
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);   // as wide as the column
    column->addWidget(m_which);
    m_optionBox = new QWidget(page);
    m_options = new QFormLayout(m_optionBox);
    m_options->setContentsMargins(0, 0, 0, 0);
    m_options->setHorizontalSpacing(theme.space(2));
    m_options->setVerticalSpacing(theme.space(1) + 2);
    column->addWidget(m_optionBox);
    const auto words = [&](const char* role) {
        auto* label = new QLabel(page);
        label->setProperty("role", role);
        label->setWordWrap(true);
        column->addWidget(label);
        return label;
    };
    m_memory = words("caption");
    m_run = new QPushButton(page);
    m_run->setProperty("kind", "primary");
    column->addWidget(m_run);
    m_progress = new QProgressBar(page);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setAccessibleName(tr("Progress of the experiment"));
    column->addWidget(m_progress);
    m_doing = words("caption");
    m_stopTraffic = new QPushButton(icon("stop"), tr("Stop the traffic"), page);
    m_stopTraffic->setToolTip(tr("The experiment begins when no synthetic request is under way any more"));
    column->addWidget(m_stopTraffic);
    connect(m_stopTraffic, &QPushButton::clicked, this, [this] {
        if (m_desk) emit m_desk->stopTrafficWanted();
    });
    m_trouble = words("error");
    column->addStretch(1);
    area->setWidget(page);
    connect(m_which, &QComboBox::activated, this, [this](int index) { chooseExperiment(m_which->itemData(index).toString()); });
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (!m_desk) return;
        if (m_desk->state.phase != LabState::Phase::Idle) return emit m_desk->cancelWanted();
        QMap<QString, QString> options;
        for (QLineEdit* field : m_fields) options[field->property("key").toString()] = field->text().trimmed();
        m_desk->shown = 0;
        emit m_desk->startWanted(m_desk->chosen, options);
    });
    return area;
}

QWidget* LabPanel::buildPicture() {
    const Theme& theme = Theme::instance();
    auto* side = new QWidget(m_content);
    QVBoxLayout* column = bareColumn(side);
    column->setSpacing(theme.space(1) + 2);
    auto* top = new QHBoxLayout;
    m_view = new Segmented({tr("Plot"), tr("Results")}, side);
    m_view->setCompact(true);
    m_view->setAccessibleName(tr("Plot or results"));
    m_view->setCurrent(kPlot);
    m_plotChoice = new QComboBox(side);
    m_plotChoice->setAccessibleName(tr("Plot"));
    m_plotChoice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_plotChoice->setMinimumWidth(80);   // in a narrow dock it ends in "…"
    m_legend = new Legend(side);
    top->addWidget(m_view);
    top->addWidget(m_plotChoice);
    top->addWidget(m_legend, 1);
    top->addStretch(0);
    column->addLayout(top);
    m_pictures = new QWidget(side);
    auto* pictures = new QHBoxLayout(m_pictures);
    pictures->setContentsMargins(0, 0, 0, 0);
    pictures->setSpacing(theme.space(3));
    m_plot = new LinePlot(m_pictures);
    m_tiles = new AttentionTiles(m_pictures);
    pictures->addWidget(m_plot, 3);
    pictures->addWidget(m_tiles, 2);
    column->addWidget(m_pictures, 1);
    m_results = new LabResults(side);
    column->addWidget(m_results, 1);
    m_nothing = new QLabel(tr("Not measured yet: run the experiment, or choose an earlier run."), side);
    m_nothing->setProperty("role", "muted");
    m_nothing->setAlignment(Qt::AlignCenter);
    m_nothing->setWordWrap(true);
    column->addWidget(m_nothing, 1);
    m_figures = new ElidedText(1, theme.font("caption"), "textMuted", side);
    column->addWidget(m_figures);
    m_explanation = new QLabel(side);
    m_explanation->setProperty("role", "caption");
    m_explanation->setWordWrap(true);
    column->addWidget(m_explanation);
    for (QWidget* part : std::initializer_list<QWidget*>{m_view, m_plotChoice, m_legend, m_pictures, m_tiles, m_results, m_figures}) part->hide();
    connect(m_view, &Segmented::chosen, this, [this](int view) {
        if (m_desk) m_desk->view = view;
        refreshPicture();
    });
    connect(m_plotChoice, &QComboBox::activated, this, [this](int index) {
        if (m_desk) m_desk->plot = index;
        refreshPicture();
    });
    return side;
}

QWidget* LabPanel::buildRuns() {
    const Theme& theme = Theme::instance();
    auto* side = new QWidget(m_content);
    QVBoxLayout* column = bareColumn(side);
    column->setSpacing(theme.space(1) + 2);
    QLabel *title = nullptr, *note = nullptr;
    QHBoxLayout* head = sideHead(title, note, side);
    title->setText(tr("Earlier runs"));
    title->setProperty("role", "title");
    note->setText(tr("ticked: laid over"));
    column->addLayout(head);
    m_runs = new QListWidget(side);
    m_runs->setAccessibleName(tr("Earlier runs of this experiment; ticked ones are laid over the one on show"));
    m_runs->setFrameShape(QFrame::NoFrame);
    m_runs->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_runs->setTextElideMode(Qt::ElideRight);
    column->addWidget(m_runs, 1);
    m_noRuns = new QLabel(tr("None yet. Every run of this experiment is kept here, to be looked at again and laid over others."), side);
    m_noRuns->setProperty("role", "muted");
    m_noRuns->setWordWrap(true);
    m_noRuns->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    column->addWidget(m_noRuns, 1);
    auto* buttons = new QHBoxLayout;
    m_export = new QPushButton(icon("export"), tr("Export…"), side);
    m_export->setToolTip(tr("The run on show as JSON or CSV; the picture alone by the right mouse button"));
    m_remove = new QPushButton(icon("trash"), tr("Delete"), side);
    m_remove->setProperty("kind", "ghost");
    buttons->addWidget(m_export);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    column->addLayout(buttons);
    side->setFixedWidth(kRunsWidth);
    connect(m_runs, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (m_filling || !item || !m_desk) return;
        m_desk->shown = item->data(Qt::UserRole).toLongLong();
        emit m_desk->loadWanted(m_desk->shown);
        refreshPicture();
    });
    connect(m_runs, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        if (m_filling || !m_desk) return;
        const qint64 id = item->data(Qt::UserRole).toLongLong();
        if (item->checkState() == Qt::Checked) {
            m_desk->laidOver.insert(id);
            emit m_desk->loadWanted(id);
        } else {
            m_desk->laidOver.remove(id);
        }
        refreshPicture();
    });
    connect(m_export, &QPushButton::clicked, this, &LabPanel::exportRun);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        const LabRunPtr run = shownRun();
        if (run && run->id != 0) emit m_desk->removeWanted(run->id);
    });
    return side;
}

QString LabPanel::summary() const { return tr("Experiments that measure the open model on this machine."); }

QString LabPanel::helpText() const {
    return tr("Each experiment loads the model once more for itself, runs in the background and draws every point as soon as it is "
              "measured. It waits until the replies that are being written are done, and gives way to those that begin meanwhile; "
              "figures that such a reply disturbed are marked. All figures and what they mean stand under Results.\n\nFull lines are measured, dashed red ones are limits or "
              "predictions that were computed. Runs are kept: tick earlier ones to lay them over the one on show. The right mouse "
              "button copies and saves the picture, Export writes the run as JSON or CSV.");
}

void LabPanel::setDesk(LabDesk* desk) {
    if (m_desk || !desk) return;
    m_desk = desk;
    connect(desk, &LabDesk::experimentsChanged, this, &LabPanel::refreshAsk);
    connect(desk, &LabDesk::stateChanged, this, &LabPanel::refreshState);
    connect(desk, &LabDesk::currentChanged, this, &LabPanel::refreshPicture);
    connect(desk, &LabDesk::entriesChanged, this, &LabPanel::refreshRuns);
    connect(desk, &LabDesk::runLoaded, this, &LabPanel::refreshPicture);
    refreshAsk();
    refreshState();
}

void LabPanel::onSnapshot() { choosePage(); }

void LabPanel::choosePage() {
    const bool model = latest() && latest()->model;
    const bool any = m_desk && (!m_desk->entries.empty() || m_desk->current);   // kept runs are there without a model, too
    m_pages->setCurrentWidget(model || any ? m_content : latest() && latest()->loading ? static_cast<QWidget*>(m_loading) : m_noModel);
}

void LabPanel::chooseExperiment(const QString& id) {
    if (!m_desk || id == m_desk->chosen) return;
    m_desk->chosen = id;
    m_desk->shown = 0;
    m_desk->laidOver.clear();
    m_desk->plot = 0;
    refreshAsk();
}

void LabPanel::refreshAsk() {
    if (!m_desk) return;
    if (!m_desk->find(m_desk->chosen) && !m_desk->experiments.empty()) m_desk->chosen = m_desk->experiments.front().id;
    if (m_which->count() != static_cast<int>(m_desk->experiments.size())) {
        m_which->clear();
        for (const LabExperiment& experiment : m_desk->experiments) m_which->addItem(experiment.title, experiment.id);
    }
    for (int i = 0; i < m_which->count(); ++i) m_which->setItemText(i, m_desk->experiments[static_cast<std::size_t>(i)].title);   // of another language
    m_which->setCurrentIndex(m_which->findData(m_desk->chosen));
    const LabExperiment* experiment = m_desk->find(m_desk->chosen);
    // Another experiment, or the same in another language; else what is typed stays.
    const bool otherWords = experiment && !m_fields.empty() && !experiment->options.empty() &&
                            m_fields.front()->toolTip() != experiment->options.front().help;
    if (experiment && (m_askedFor != m_desk->chosen || otherWords)) {
        m_askedFor = m_desk->chosen;
        while (m_options->rowCount() > 0) m_options->removeRow(0);
        m_fields.clear();
        for (const LabOption& option : experiment->options) {
            auto* field = new QLineEdit(option.text, m_optionBox);
            field->setProperty("key", option.key);
            field->setPlaceholderText(option.standard);
            field->setAccessibleName(option.help);
            field->setToolTip(option.help);
            auto* label = new QLabel(option.help, m_optionBox);
            label->setProperty("role", "caption");
            label->setWordWrap(true);
            label->setBuddy(field);
            m_options->addRow(label);
            m_options->addRow(field);
            m_fields.push_back(field);
        }
    }
    QString memory;
    if (experiment && !experiment->loads) memory = tr("Reads the model file’s header only.");
    else if (experiment && experiment->memory > 0)
        memory = tr("Loads the model once more: takes %1 of memory while it runs.").arg(units::bytes(experiment->memory).text());
    m_memory->setText(memory);
    m_memory->setVisible(!memory.isEmpty());
    refreshState();
    refreshRuns();
}

void LabPanel::refreshState() {
    if (!m_desk) return;
    choosePage();
    const LabState& state = m_desk->state;
    const bool busy = state.phase != LabState::Phase::Idle;
    const QString word = busy ? tr("Cancel") : tr("Run");
    if (word != m_run->text()) {
        m_run->setText(word);
        m_run->setIcon(icon(busy ? "stop" : "play", "onAccent"));
    }
    m_run->setEnabled(busy || (state.possible && m_desk->find(m_desk->chosen)));
    m_optionBox->setEnabled(!busy);
    m_progress->setVisible(busy);
    m_progress->setValue(static_cast<int>(state.share * 1000));
    QString doing = state.phase == LabState::Phase::Waiting ? tr("Waits until all replies and synthetic requests are done.") : state.doing;
    if (busy && state.experiment != m_desk->chosen)
        if (const LabExperiment* other = m_desk->find(state.experiment)) doing = tr("%1: %2").arg(other->title, doing);
    if (!busy && state.cancelled && state.experiment == m_desk->chosen)
        doing = m_desk->current ? tr("Cancelled: what was measured until then is kept.") : tr("Cancelled before anything was measured.");
    else if (!busy) doing.clear();
    m_doing->setText(doing);
    m_doing->setVisible(!doing.isEmpty());
    m_stopTraffic->setVisible(state.phase == LabState::Phase::Waiting && state.traffic);
    m_trouble->setText(state.trouble);
    m_trouble->setVisible(!busy && !state.trouble.isEmpty());
}

void LabPanel::refreshRuns() {
    if (!m_desk) return;
    choosePage();
    m_filling = true;
    m_runs->clear();
    for (const LabEntry& entry : m_desk->entries) {
        if (entry.experiment != m_desk->chosen) continue;
        const QString difference = differenceOf(entry, *m_desk);
        QString words = whenText(entry.when);
        if (!entry.complete) words += QStringLiteral(" · ") + tr("cancelled");
        words += QStringLiteral("\n") + (difference.isEmpty() ? entry.model : difference);
        auto* item = new QListWidgetItem(words, m_runs);
        item->setData(Qt::UserRole, entry.id);
        QString all = words + (difference.isEmpty() ? QString() : QStringLiteral("\n") + entry.model);
        if (const LabExperiment* experiment = m_desk->find(entry.experiment))
            for (const LabOption& option : experiment->options)
                if (entry.options.contains(option.key)) all += QStringLiteral("\n") + tr("%1: %2", "option of a run").arg(option.help, entry.options.value(option.key));
        item->setToolTip(all);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(m_desk->laidOver.contains(entry.id) ? Qt::Checked : Qt::Unchecked);
        if (entry.id == m_desk->shown) m_runs->setCurrentItem(item);
    }
    m_filling = false;
    m_runs->setVisible(m_runs->count() > 0);
    m_noRuns->setVisible(m_runs->count() == 0);
    refreshPicture();
}

LabRunPtr LabPanel::shownRun() const {
    if (!m_desk) return nullptr;
    if (m_desk->shown != 0) return m_desk->loaded.value(m_desk->shown);
    if (m_desk->current && m_desk->current->experiment == m_desk->chosen) return m_desk->current;
    return nullptr;
}

// Of runs that are laid over each other: when, and what differs.
QString LabPanel::nameOf(const LabRun& run) const {
    for (const LabEntry& entry : m_desk->entries)
        if (entry.id == run.id)
            if (const QString difference = differenceOf(entry, *m_desk); !difference.isEmpty())
                return QStringLiteral("%1, %2").arg(whenText(run.when), difference);
    return whenText(run.when);
}

void LabPanel::refreshPicture() {
    if (!m_desk) return;
    LabRunPtr run = shownRun();
    // Nothing was measured in this session: the newest that is kept.
    if (!run && m_desk->shown == 0 && m_runs->count() > 0 && m_desk->state.phase == LabState::Phase::Idle) {
        m_filling = true;
        m_runs->setCurrentRow(0);
        m_filling = false;
        m_desk->shown = m_runs->item(0)->data(Qt::UserRole).toLongLong();
        run = m_desk->loaded.value(m_desk->shown);
        if (!run) emit m_desk->loadWanted(m_desk->shown);
    }
    const LabExperiment* experiment = m_desk->find(m_desk->chosen);
    const QString explanation = run && !run->explanation.isEmpty() ? run->explanation : experiment ? experiment->explanation : QString();
    const bool any = run && !run->plots.empty(), results = any && m_desk->view == kResults;
    m_view->setCurrent(m_desk->view);
    m_view->setVisible(any);
    m_pictures->setVisible(any && !results);
    m_plotChoice->setVisible(any && !results);
    m_legend->setVisible(any && !results);
    m_results->setVisible(results);
    m_nothing->setVisible(!any);
    // The paragraph stands among the results: beneath the plot it would take the plot's room.
    m_explanation->setText(explanation);
    m_explanation->setVisible(!any && !explanation.isEmpty());
    m_figures->setVisible(any && !results);
    m_export->setEnabled(run != nullptr);
    m_remove->setEnabled(run && run->id != 0);
    if (!any) return;
    const bool goesOn = m_desk->state.phase == LabState::Phase::Running && run == m_desk->current;
    QStringList notes;
    if (!run->complete && !goesOn) notes << tr("Cancelled: this is what was measured until then");
    if (run->disturbed) notes << tr("Replies were written meanwhile: times may be too long");
    m_results->showRun(*run, notes, explanation);
    QStringList titles;
    for (const LabPlot& plot : run->plots) titles << plot.title;
    QStringList now;
    for (int i = 0; i < m_plotChoice->count(); ++i) now << m_plotChoice->itemText(i);
    if (titles != now) {
        m_plotChoice->clear();
        m_plotChoice->addItems(titles);
    }
    m_desk->plot = std::clamp(m_desk->plot, 0, static_cast<int>(run->plots.size()) - 1);
    m_plotChoice->setCurrentIndex(m_desk->plot);
    const LabPlot& plot = run->plots[static_cast<std::size_t>(m_desk->plot)];

    std::vector<LabRunPtr> runs{run};
    for (const LabEntry& entry : m_desk->entries)
        if (m_desk->laidOver.contains(entry.id) && entry.id != run->id)
            if (const LabRunPtr other = m_desk->loaded.value(entry.id)) runs.push_back(other);
    QStringList names;
    std::vector<LinePlot::Curve> curves;
    std::vector<Legend::Entry> entries;
    for (std::size_t r = 0; r < runs.size(); ++r)
        for (const LabSeries& series : runs[r]->series) {
            if (series.plot != plot.id || series.x.empty()) continue;
            qsizetype hue = names.indexOf(series.name);
            if (hue < 0) {
                hue = names.size();
                names << series.name;
                const bool limit = series.limit;
                entries.push_back({series.name, limit ? tr("Computed, not measured") : tr("Measured"),
                                   [hue, limit](QPainter& painter, const QRectF& box) {
                                       const Theme& theme = Theme::instance();
                                       QPen pen(limit ? theme.color("limit") : theme.owner(static_cast<std::size_t>(hue)), 2);
                                       if (limit) pen.setDashPattern({2, 1.5});
                                       painter.setPen(pen);
                                       painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
                                   },
                                   16});
            }
            curves.push_back({series, static_cast<std::size_t>(hue), r, runs.size() > 1 ? nameOf(*runs[r]) : QString()});
        }
    // Points come many a second; a legend that is set lays the panel out anew.
    if (names != m_named) {
        m_named = names;
        m_legend->setEntries(std::move(entries));
    }
    m_plot->setPlot(plot, std::move(curves));
    QStringList figures = notes + run->findings;
    for (std::size_t i = 0; i < run->figures.size() && i < kMostFigures; ++i)
        figures << tr("%1: %2", "figure of a run").arg(run->figures[i].name, labValue(run->figures[i].value, run->figures[i].unit));
    m_figures->setText(figures.join(QStringLiteral(" · ")));
    m_figures->setRole(notes.isEmpty() ? "textMuted" : "warn");
    const bool tiles = plot.id == QLatin1String("tiles") && run->tiles.context > 0;
    if (tiles) m_tiles->setTiles(run->tiles);
    m_tiles->setVisible(tiles);
    m_plot->setVisible(!tiles || m_pictures->parentWidget()->width() >= kTilesBeside);
}

void LabPanel::exportRun() {
    const LabRunPtr run = shownRun();
    if (!run) return;
    auto* dialog = new QFileDialog(this, tr("Export the run"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("JSON (*.json)"), tr("CSV (*.csv)")});
    dialog->setDefaultSuffix("json");
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.contains("csv") ? "csv" : "json");
    });
    dialog->selectFile(run->experiment);
    connect(dialog, &QFileDialog::fileSelected, this, [this, id = run->id](const QString& path) { emit m_desk->exportWanted(id, path); });
    dialog->open();
}

void LabPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    m_right->setVisible(width() >= kThree);
    const bool beside = width() >= kBeside;
    m_row->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_rule->setVisible(beside);
    m_ask->setMinimumWidth(beside ? kAskWidth : 0);
    m_ask->setMaximumWidth(beside ? kAskWidth : QWIDGETSIZE_MAX);
    refreshPicture();   // the tiles have the place of the plot where both have none
}

}  // namespace gh::widgets
