#include "widgets/panels/quantize/rules_page.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "widgets/controls/icons.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/plain_text.h"
#include "widgets/panels/quantize/export_dialog.h"
#include "widgets/panels/quantize/tensor_words.h"
#include "widgets/panels/quantize/work_bar.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kListHeight = 120;
constexpr double kLeastBits = 1.5, kMostBits = 32, kStandardBits = 4.25, kMostMiB = 1e7;

}  // namespace

RulesPage::RulesPage(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* column = bareColumn(this);
    column->setSpacing(theme.space(2));
    column->addWidget(buildVariants());
    column->addWidget(buildRules());
    column->addWidget(buildBudget());
    m_bar = new WorkBar(this);
    column->addWidget(m_bar);
    auto* buttons = new QGridLayout;
    buttons->setHorizontalSpacing(theme.space(2));
    buttons->setVerticalSpacing(theme.space(1) + 2);
    m_open = new QPushButton(icon("play"), tr("Open as the model"), this);
    m_open->setToolTip(tr("Loads the open model anew with these rules: chats, requests and the lab then use it"));
    m_saveFile = new QPushButton(icon("export"), tr("Save as GGUF…"), this);
    m_stored = new QPushButton(tr("As stored again"), this);
    m_stored->setProperty("kind", "ghost");
    m_stored->setToolTip(tr("Loads the open model anew as its file stores it"));
    buttons->addWidget(m_open, 0, 0);
    buttons->addWidget(m_saveFile, 0, 1);
    buttons->addWidget(m_stored, 1, 0);
    buttons->setColumnStretch(2, 1);
    column->addLayout(buttons);
    m_exported = new QLabel(this);
    m_exported->setProperty("role", "caption");
    m_exported->setWordWrap(true);
    m_exported->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_exported);
    column->addStretch(1);
    connect(m_bar, &WorkBar::cancelled, this, [this] {
        if (m_desk) emit m_desk->cancelWanted();
    });
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (m_desk) emit m_desk->openWanted(false);
    });
    connect(m_stored, &QPushButton::clicked, this, [this] {
        if (m_desk) emit m_desk->openWanted(true);
    });
    connect(m_saveFile, &QPushButton::clicked, this, &RulesPage::askExport);
}

QWidget* RulesPage::buildVariants() {
    const Theme& theme = Theme::instance();
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme.space(1));
    m_variant = new QComboBox(box);
    m_variant->setAccessibleName(tr("Named variants"));
    m_variant->setToolTip(tr("Rules that were kept under a name"));
    m_variant->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row->addWidget(m_variant);
    m_save = iconButton("pin", tr("Keep the rules under a name…"), box);
    m_rename = iconButton("edit", tr("Rename this variant…"), box);
    m_delete = iconButton("trash", tr("Delete this variant"), box);
    for (QToolButton* button : {m_save, m_rename, m_delete}) row->addWidget(button);
    row->addStretch(1);
    connect(m_variant, &QComboBox::activated, this, [this] {
        if (!m_desk) return;
        const VariantFacts* variant = m_desk->variant(chosenVariant());
        m_desk->chosenVariant = variant ? variant->name : QString();
        if (variant) m_desk->edit(variant->rules);
        refreshVariants();
    });
    connect(m_save, &QToolButton::clicked, this, [this] { askName(false); });
    connect(m_rename, &QToolButton::clicked, this, [this] { askName(true); });
    connect(m_delete, &QToolButton::clicked, this, [this] {
        if (m_desk && chosenVariant() != 0) emit m_desk->removeWanted(chosenVariant());   // the rules stay
    });
    return box;
}

QWidget* RulesPage::buildRules() {
    const Theme& theme = Theme::instance();
    auto* box = new QWidget(this);
    QVBoxLayout* column = bareColumn(box);
    column->setSpacing(theme.space(1) + 2);
    QLabel *title = nullptr, *note = nullptr;
    QHBoxLayout* head = sideHead(title, note, box);
    title->setText(tr("Rules"));
    title->setProperty("role", "title");
    note->setText(tr("the last that matches decides"));
    m_up = iconButton("chevron-up", tr("Move this rule up"), box);
    m_remove = iconButton("close", tr("Remove this rule"), box);
    m_undo = iconButton("step-back", tr("Undo the last change of the rules"), box);
    m_redo = iconButton("step", tr("Make the change again"), box);
    for (QToolButton* button : {m_up, m_remove, m_undo, m_redo}) head->addWidget(button);
    column->addLayout(head);
    m_list = new QTreeWidget(box);
    m_list->setRootIsDecorated(false);
    m_list->setProperty("rows", "dense");
    m_list->setUniformRowHeights(true);
    m_list->setHeaderLabels({tr("Matrices"), tr("Scheme"), tr("Decides")});
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_list->header()->setStretchLastSection(false);
    m_list->setAccessibleName(tr("Rules, the last that matches decides"));
    m_list->setMinimumHeight(kListHeight);
    column->addWidget(m_list, 1);
    m_sum = new QLabel(box);
    m_sum->setProperty("role", "caption");
    m_sum->setWordWrap(true);
    column->addWidget(m_sum);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(theme.space(2));
    grid->setVerticalSpacing(theme.space(1) + 2);
    m_scheme = new QComboBox(box);
    m_scheme->setAccessibleName(tr("Scheme of a new rule"));
    m_scheme->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_all = new QPushButton(tr("For all layers"), box);
    m_all->setToolTip(tr("The first rule: what every matrix of the layers gets that no other rule decides"));
    m_pattern = new QLineEdit(box);
    m_pattern->setFont(theme.mono("body"));
    m_pattern->setAccessibleName(tr("Regular expression over the names of matrices"));
    m_pattern->setPlaceholderText(QStringLiteral("blk\\.(0|1)\\.ffn_.*"));
    m_pattern->setToolTip(tr("A regular expression over the whole name, as blk.3.ffn_down.weight"));
    m_add = new QPushButton(icon("plus"), tr("Add"), box);
    grid->addWidget(m_scheme, 0, 0, Qt::AlignLeft);
    grid->addWidget(m_all, 0, 1);
    grid->addWidget(m_pattern, 1, 0);
    grid->addWidget(m_add, 1, 1);
    grid->setColumnStretch(0, 1);
    column->addLayout(grid);
    m_trouble = new QLabel(box);
    m_trouble->setProperty("role", "error");
    m_trouble->setWordWrap(true);
    column->addWidget(m_trouble);
    const auto add = [this] {
        if (!m_desk || m_pattern->text().trimmed().isEmpty()) return;
        m_desk->addRule(m_pattern->text().trimmed(), m_scheme->currentData().toString());
        m_pattern->clear();
    };
    connect(m_add, &QPushButton::clicked, this, add);
    connect(m_pattern, &QLineEdit::returnPressed, this, add);
    connect(m_pattern, &QLineEdit::textChanged, this, [this] { m_add->setEnabled(!m_pattern->text().trimmed().isEmpty()); });
    m_add->setEnabled(false);
    connect(m_all, &QPushButton::clicked, this, [this] {
        if (m_desk) m_desk->setBase(m_scheme->currentData().toString());
    });
    const auto change = [this](bool up) {
        const int at = m_list->indexOfTopLevelItem(m_list->currentItem());
        if (!m_desk || at < 0) return;
        RuleList next = m_desk->rules();
        if (up && at > 0) std::swap(next.rules[static_cast<std::size_t>(at)], next.rules[static_cast<std::size_t>(at) - 1]);
        if (!up) next.rules.erase(next.rules.begin() + at);
        m_desk->edit(next);
        m_list->setCurrentItem(m_list->topLevelItem(up ? std::max(0, at - 1) : std::min(at, m_list->topLevelItemCount() - 1)));
    };
    connect(m_up, &QToolButton::clicked, this, [change] { change(true); });
    connect(m_remove, &QToolButton::clicked, this, [change] { change(false); });
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        m_up->setEnabled(item && m_list->indexOfTopLevelItem(item) > 0);
        m_remove->setEnabled(item != nullptr);
    });
    auto* key = new QShortcut(QKeySequence::Delete, m_list, nullptr, nullptr, Qt::WidgetShortcut);
    connect(key, &QShortcut::activated, this, [change] { change(false); });
    connect(m_undo, &QToolButton::clicked, this, [this] {
        if (m_desk) m_desk->undo();
    });
    connect(m_redo, &QToolButton::clicked, this, [this] {
        if (m_desk) m_desk->redo();
    });
    return box;
}

QWidget* RulesPage::buildBudget() {
    const Theme& theme = Theme::instance();
    auto* box = new QWidget(this);
    QVBoxLayout* column = bareColumn(box);
    column->setSpacing(theme.space(1) + 2);
    auto* title = new QLabel(tr("Rules within a budget"), box);
    title->setProperty("role", "title");
    column->addWidget(title);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme.space(2));
    m_amount = new QDoubleSpinBox(box);
    m_amount->setDecimals(2);
    m_amount->setRange(kLeastBits, kMostBits);
    m_amount->setValue(kStandardBits);
    m_amount->setSingleStep(0.25);
    m_amount->setAccessibleName(tr("Budget"));
    m_unit = new QComboBox(box);
    m_unit->setAccessibleName(tr("Unit of the budget"));
    m_unit->addItems({tr("bits a weight"), QStringLiteral("MiB")});
    m_findBudget = new QPushButton(icon("search"), tr("Find"), box);
    m_findBudget->setToolTip(tr("Measures what each scheme on each matrix alone does to the next tokens, then chooses the assignment with the least sum"));
    row->addWidget(m_amount);
    row->addWidget(m_unit);
    row->addWidget(m_findBudget);
    row->addStretch(1);
    column->addLayout(row);
    connect(m_unit, &QComboBox::activated, this, [this](int index) {
        const bool mib = index == 1;
        const double now = m_desk ? static_cast<double>(m_desk->assignment.bytes) / (1024.0 * 1024.0) : 0;
        m_amount->setRange(mib ? 0.01 : kLeastBits, mib ? kMostMiB : kMostBits);
        m_amount->setValue(mib ? std::max(1.0, now / 2) : kStandardBits);
    });
    connect(m_findBudget, &QPushButton::clicked, this, [this] {
        if (m_desk) emit m_desk->budgetWanted(m_amount->value(), m_unit->currentIndex() == 0);
    });
    return box;
}

void RulesPage::setDesk(QuantizeDesk* desk) {
    m_desk = desk;
    connect(desk, &QuantizeDesk::schemesChanged, this, &RulesPage::refreshSchemes);
    connect(desk, &QuantizeDesk::rulesChanged, this, &RulesPage::refreshRules);
    connect(desk, &QuantizeDesk::rulesChanged, this, &RulesPage::refreshVariants);
    connect(desk, &QuantizeDesk::assignmentChanged, this, &RulesPage::refreshRules);
    connect(desk, &QuantizeDesk::variantsChanged, this, &RulesPage::refreshVariants);
    connect(desk, &QuantizeDesk::workChanged, this, &RulesPage::refreshWork);
    connect(desk, &QuantizeDesk::exportedChanged, this, &RulesPage::refreshWork);
    connect(desk, &QuantizeDesk::modelChanged, this, &RulesPage::refreshWork);
    refreshSchemes();
    refreshRules();
    refreshVariants();
    refreshWork();
}

void RulesPage::refreshSchemes() {
    if (!m_desk) return;
    const QVariant chosen = m_scheme->currentData();
    m_scheme->clear();
    m_scheme->addItem(m_desk->titleOf(kAsStored), kAsStored);
    for (const SchemeFacts& scheme : m_desk->schemes) m_scheme->addItem(scheme.title, scheme.name);
    m_scheme->setCurrentIndex(std::max(0, m_scheme->findData(chosen)));
    refreshRules();
}

void RulesPage::refreshRules() {
    if (!m_desk) return;
    const int at = m_list->indexOfTopLevelItem(m_list->currentItem());
    m_list->clear();
    const RuleList& rules = m_desk->rules();
    const AssignmentFacts& comes = m_desk->assignment;
    QString trouble;
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
        const RuleFacts& rule = rules.rules[i];
        const QString decides = i < comes.decides.size() ? units::count(static_cast<quint64>(comes.decides[i])) : QString();
        auto* item = new QTreeWidgetItem(m_list, {patternWords(rule.pattern), m_desk->titleOf(rule.scheme), decides});
        item->setToolTip(0, rule.pattern);
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        if (i < comes.troubles.size() && !comes.troubles[i].isEmpty()) {
            item->setIcon(0, icon("warning", "error"));
            trouble = tr("%1: %2", "rule, what is wrong with it").arg(rule.pattern, comes.troubles[i]);
        }
    }
    if (at >= 0 && at < m_list->topLevelItemCount()) m_list->setCurrentItem(m_list->topLevelItem(at));
    m_up->setEnabled(m_list->currentItem() && m_list->indexOfTopLevelItem(m_list->currentItem()) > 0);
    m_remove->setEnabled(m_list->currentItem() != nullptr);
    m_undo->setEnabled(m_desk->canUndo());
    m_redo->setEnabled(m_desk->canRedo());
    m_trouble->setText(trouble);
    m_trouble->setVisible(!trouble.isEmpty());
    m_sum->setText(rules.rules.empty() ? tr("No rules: every matrix stays as the file stores it. Choose a scheme here for all layers, or one for a matrix of the map.")
                   : comes.bytes > 0 ? tr("Together %1, %2 a weight").arg(units::bytes(comes.bytes).text(), weightBits(comes.bits))
                                     : QString());
    m_sum->setToolTip(comes.bytes > 0 ? units::exactBytes(comes.bytes) : QString());
    m_sum->setVisible(!m_sum->text().isEmpty());
    refreshWork();
}

qint64 RulesPage::chosenVariant() const { return m_variant->currentData().toLongLong(); }

void RulesPage::refreshVariants() {
    if (!m_desk) return;
    m_variant->clear();
    m_variant->addItem(tr("Not kept"), 0);
    for (const VariantFacts& variant : m_desk->variants) {
        const bool changed = variant.name == m_desk->chosenVariant && variant.rules != m_desk->rules();
        m_variant->addItem(onButton(changed ? tr("%1, changed", "a variant").arg(variant.name) : variant.name), variant.id);
        if (variant.name == m_desk->chosenVariant) m_variant->setCurrentIndex(m_variant->count() - 1);
    }
    m_rename->setEnabled(chosenVariant() != 0);
    m_delete->setEnabled(chosenVariant() != 0);
    m_save->setEnabled(!m_desk->rules().rules.empty());
}

void RulesPage::refreshWork() {
    if (!m_desk) return;
    const QuantizeWork& work = m_desk->work;
    m_bar->setWork(work.concerns() == QuantizeWork::Kind::Evaluate ? QuantizeWork{} : work);
    bool wrong = false;
    for (const QString& trouble : m_desk->assignment.troubles) wrong = wrong || !trouble.isEmpty();
    const bool ready = m_desk->possible && !wrong;
    m_findBudget->setEnabled(m_desk->possible && !work.busy());
    m_open->setEnabled(ready && !m_desk->rules().rules.empty());
    m_stored->setVisible(!m_desk->applied.isEmpty());
    m_saveFile->setEnabled(ready && !work.busy());
    QString words;
    if (const ExportFacts* file = m_desk->exported.get()) {
        words = tr("Written: %1, %2, %3 a weight.").arg(file->path, units::bytes(file->bytes).text(), weightBits(file->bits));
        if (!file->ownTypes.isEmpty()) words += QChar(' ') + tr("Only Glasshouse opens it: %1.").arg(file->ownTypes.join(QStringLiteral(", ")));
        for (const QString& note : file->notes) words += QChar('\n') + note;
    }
    m_exported->setText(words);
    m_exported->setVisible(!words.isEmpty());
}

void RulesPage::askName(bool rename) {
    if (!m_desk) return;
    const qint64 id = chosenVariant();
    const VariantFacts* variant = m_desk->variant(id);
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(rename ? tr("Rename the variant") : tr("Keep the rules"));
    dialog->setLabelText(tr("Name"));
    dialog->setTextValue(variant ? variant->name : QString());
    connect(dialog, &QInputDialog::textValueSelected, this, [this, rename, id](const QString& text) {
        const QString name = text.trimmed();
        if (!m_desk || name.isEmpty()) return;
        if (rename) emit m_desk->renameWanted(id, name);
        else emit m_desk->saveWanted(name);
    });
    dialog->open();
}

void RulesPage::askExport() {
    if (!m_desk) return;
    auto* dialog = new ExportDialog(m_desk, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

}  // namespace gh::widgets
