#include "widgets/panels/quantize/evaluate_page.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/quantize/tensor_words.h"
#include "widgets/panels/quantize/work_bar.h"
#include "widgets/plots/axis_range.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kListHeight = 132, kTableHeight = 180, kMostTokens = 1'000'000, kTokenStep = 512;
enum Column { kName, kBits, kBytes, kPerplexity, kKl, kTop, kAgreement, kQuiz, kError, kWorst, kSpeed, kColumns };

QString estimate(const Estimate& value, int decimals) {
    if (!value.known()) return QStringLiteral("–");
    QString words = value.value >= 1e5 ? QString::number(value.value, 'g', 3) : units::number(value.value, decimals);
    if (value.error > 0) words += QStringLiteral(" ± ") + (value.error >= 1e5 ? QString::number(value.error, 'g', 2) : units::number(value.error, decimals));
    return words;
}

// Divergences span decades: three digits of each.
QString divergence(double value) { return value == 0 ? QStringLiteral("0") : QString::number(value, 'g', 3); }

QString portion(const Portion& value) {
    return value.of == 0 ? QStringLiteral("–") : QStringLiteral("%1/%2").arg(value.right).arg(value.of);
}

}  // namespace

EvaluatePage::EvaluatePage(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* column = bareColumn(this);
    column->setSpacing(theme.space(2));
    column->addWidget(buildForm());
    m_bar = new WorkBar(this);
    column->addWidget(m_bar);
    column->addWidget(buildTable(), 1);
    connect(m_bar, &WorkBar::cancelled, this, [this] {
        if (m_desk) emit m_desk->cancelWanted();
    });
}

QWidget* EvaluatePage::buildForm() {
    const Theme& theme = Theme::instance();
    auto* box = new QWidget(this);
    QVBoxLayout* column = bareColumn(box);
    column->setSpacing(theme.space(1) + 2);
    m_subjects = new QListWidget(box);
    m_subjects->setAccessibleName(tr("What is evaluated: ticked ones"));
    m_subjects->setFixedHeight(kListHeight);
    m_subjects->setProperty("frame", "box");
    column->addWidget(m_subjects);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(theme.space(2));
    grid->setVerticalSpacing(theme.space(1) + 2);
    m_text = new ElidedText(1, theme.font("caption"), "textMuted", box);
    m_chooseText = new QPushButton(icon("file"), tr("Text…"), box);
    m_chooseText->setToolTip(tr("Measure on a text file of your own instead of the text that comes with the program"));
    m_tokens = new QSpinBox(box);
    m_tokens->setRange(0, kMostTokens);
    m_tokens->setSingleStep(kTokenStep);
    m_tokens->setSpecialValueText(tr("all tokens"));
    m_tokens->setSuffix(tr(" tokens", "behind a number"));
    m_tokens->setAccessibleName(tr("Tokens of the text at most"));
    m_tokens->setKeyboardTracking(false);
    grid->addWidget(m_chooseText, 0, 0);
    grid->addWidget(m_text, 0, 1);
    grid->addWidget(m_tokens, 0, 2);
    grid->setColumnStretch(1, 1);
    column->addLayout(grid);
    auto* ticks = new QHBoxLayout;
    ticks->setSpacing(theme.space(3));
    m_asRun = new QCheckBox(tr("As run"), box);
    m_asRun->setToolTip(tr("Also as the variant runs, with int8 activations: schemes are judged with f32 ones, which takes half the time alone"));
    m_agreement = new QCheckBox(tr("Agreement"), box);
    m_agreement->setToolTip(tr("How often it chooses the same token on the reference’s own text"));
    m_quiz = new QCheckBox(tr("Quiz"), box);
    m_quiz->setToolTip(tr("16 short questions; one answer more or less is no difference"));
    for (QCheckBox* tick : {m_asRun, m_agreement, m_quiz}) ticks->addWidget(tick);
    ticks->addStretch(1);
    column->addLayout(ticks);
    auto* row = new QHBoxLayout;
    m_evaluate = new QPushButton(icon("play", "onAccent"), tr("Evaluate"), box);
    m_evaluate->setProperty("kind", "primary");
    row->addWidget(m_evaluate);
    row->addStretch(1);
    column->addLayout(row);
    connect(m_chooseText, &QPushButton::clicked, this, &EvaluatePage::chooseText);
    const auto take = [this] {
        if (!m_desk || m_filling) return;
        m_desk->wish.mostTokens = m_tokens->value();
        m_desk->wish.asRun = m_asRun->isChecked();
        m_desk->wish.agreement = m_agreement->isChecked();
        m_desk->wish.quiz = m_quiz->isChecked();
    };
    connect(m_tokens, &QSpinBox::valueChanged, this, take);
    for (QCheckBox* tick : {m_asRun, m_agreement, m_quiz}) connect(tick, &QCheckBox::toggled, this, take);
    connect(m_subjects, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        if (!m_desk || m_filling) return;
        const QString subject = item->data(Qt::UserRole).toString();
        if (item->checkState() == Qt::Checked) m_desk->ticked.insert(subject);
        else m_desk->ticked.remove(subject);
        refreshWork();
    });
    connect(m_evaluate, &QPushButton::clicked, this, [this] {
        if (!m_desk) return;
        EvaluateWish wish = m_desk->wish;
        wish.subjects.clear();
        for (int i = 0; i < m_subjects->count(); ++i)   // in the order of the list
            if (m_subjects->item(i)->checkState() == Qt::Checked) wish.subjects << m_subjects->item(i)->data(Qt::UserRole).toString();
        m_shownId = -1;
        emit m_desk->evaluateWanted(wish);
    });
    return box;
}

QWidget* EvaluatePage::buildTable() {
    const Theme& theme = Theme::instance();
    auto* outer = new QWidget(this);
    QVBoxLayout* stack = bareColumn(outer);
    m_nothing = new QLabel(tr("Nothing was evaluated yet. Tick schemes above: each is compared with the model as it is stored, on a text that neither was made for."), outer);
    m_nothing->setProperty("role", "muted");
    m_nothing->setWordWrap(true);
    stack->addWidget(m_nothing);
    m_results = new QWidget(outer);
    stack->addWidget(m_results, 1);
    QVBoxLayout* column = bareColumn(m_results);
    column->setSpacing(theme.space(1) + 2);
    auto* top = new QHBoxLayout;
    top->setSpacing(theme.space(2));
    m_which = new QComboBox(m_results);
    m_which->setAccessibleName(tr("Earlier evaluations"));
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_column = new Segmented({tr("f32"), tr("As run")}, m_results);
    m_column->setCompact(true);
    m_column->setAccessibleName(tr("Activations"));
    m_column->setTip(0, tr("With f32 activations: the scheme alone"));
    m_column->setTip(1, tr("With the activations that the variant runs with"));
    top->addWidget(m_which);
    top->addStretch(1);
    top->addWidget(m_column);
    column->addLayout(top);
    m_table = new QTreeWidget(m_results);
    m_table->setRootIsDecorated(false);
    m_table->setProperty("rows", "dense");
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    m_table->setHeaderLabels({tr("Scheme"), tr("Bits"), tr("Bytes"), tr("Perplexity"), tr("KL, nats"), tr("Same top"), tr("Agreement"), tr("Quiz"), tr("Error, mean"), tr("Worst"), tr("tok/s")});
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->header()->setStretchLastSection(false);
    m_table->setAccessibleName(tr("What was measured of each variant"));
    m_table->setMinimumHeight(kTableHeight);
    column->addWidget(m_table, 1);
    m_notes = new QLabel(m_results);
    m_notes->setProperty("role", "caption");
    m_notes->setWordWrap(true);
    column->addWidget(m_notes);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(theme.space(2));
    m_markdown = new QPushButton(icon("copy"), tr("Markdown"), m_results);
    m_markdown->setToolTip(tr("Copies the table as Markdown"));
    m_csv = new QPushButton(icon("copy"), tr("CSV"), m_results);
    m_csv->setToolTip(tr("Copies the table as CSV"));
    m_remove = new QPushButton(icon("trash"), tr("Delete"), m_results);
    m_remove->setProperty("kind", "ghost");
    for (QPushButton* button : {m_markdown, m_csv, m_remove}) buttons->addWidget(button);
    buttons->addStretch(1);
    column->addLayout(buttons);
    connect(m_which, &QComboBox::activated, this, [this] {
        m_shownId = m_which->currentData().toLongLong();
        refreshTable();
    });
    connect(m_column, &Segmented::chosen, this, [this](int index) {
        if (m_desk) m_desk->asRunShown = index == 1;
        refreshTable();
    });
    connect(m_markdown, &QPushButton::clicked, this, [this] {
        if (const EvaluationPtr evaluation = shown()) QGuiApplication::clipboard()->setText(evaluation->markdown);
    });
    connect(m_csv, &QPushButton::clicked, this, [this] {
        if (const EvaluationPtr evaluation = shown()) QGuiApplication::clipboard()->setText(evaluation->csv);
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        const EvaluationPtr evaluation = shown();
        if (m_desk && evaluation && evaluation->id != 0) emit m_desk->removeEvaluationWanted(evaluation->id);
    });
    return outer;
}

void EvaluatePage::setDesk(QuantizeDesk* desk) {
    m_desk = desk;
    connect(desk, &QuantizeDesk::schemesChanged, this, &EvaluatePage::refreshSubjects);
    connect(desk, &QuantizeDesk::variantsChanged, this, &EvaluatePage::refreshSubjects);
    connect(desk, &QuantizeDesk::rulesChanged, this, &EvaluatePage::refreshSubjects);
    connect(desk, &QuantizeDesk::workChanged, this, &EvaluatePage::refreshWork);
    connect(desk, &QuantizeDesk::modelChanged, this, &EvaluatePage::refreshWork);
    connect(desk, &QuantizeDesk::evaluationsChanged, this, &EvaluatePage::refreshTable);
    refreshSubjects();
    refreshTable();
}

void EvaluatePage::refreshSubjects() {
    if (!m_desk) return;
    m_filling = true;
    m_subjects->clear();
    const auto add = [this](const QString& subject, const QString& title, const QString& tip) {
        auto* item = new QListWidgetItem(title, m_subjects);
        item->setData(Qt::UserRole, subject);
        item->setToolTip(tip);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(m_desk->ticked.contains(subject) ? Qt::Checked : Qt::Unchecked);
    };
    if (!m_desk->rules().rules.empty()) add(kDraft, tr("The rules as they are now"), {});
    for (const VariantFacts& variant : m_desk->variants) add(QStringLiteral("variant:%1").arg(variant.id), variant.name, tr("Kept rules"));
    for (const SchemeFacts& scheme : m_desk->schemes) add(scheme.name, scheme.title, tr("%1: %2 a weight").arg(scheme.name, weightBits(scheme.bits)));
    m_tokens->setValue(m_desk->wish.mostTokens);
    m_asRun->setChecked(m_desk->wish.asRun);
    m_agreement->setChecked(m_desk->wish.agreement);
    m_quiz->setChecked(m_desk->wish.quiz);
    m_chooseText->setText(m_desk->wish.textFile.isEmpty() ? tr("Text…") : tr("Held-out text"));
    m_text->setText(m_desk->wish.textFile.isEmpty() ? tr("the program’s held-out text") : QFileInfo(m_desk->wish.textFile).fileName());
    m_filling = false;
    refreshWork();
}

void EvaluatePage::refreshWork() {
    if (!m_desk) return;
    const QuantizeWork& work = m_desk->work;
    m_bar->setWork(work.concerns() == QuantizeWork::Kind::Evaluate ? work : QuantizeWork{});
    bool any = false;
    for (int i = 0; i < m_subjects->count() && !any; ++i) any = m_subjects->item(i)->checkState() == Qt::Checked;
    m_evaluate->setEnabled(m_desk->possible && !work.busy() && any);
    m_evaluate->setToolTip(!any ? tr("Tick what is to be evaluated first") : work.busy() ? tr("Something else is being measured") : QString());
}

EvaluationPtr EvaluatePage::shown() const {
    if (!m_desk || m_desk->evaluations.empty()) return nullptr;
    for (const EvaluationPtr& evaluation : m_desk->evaluations)
        if (evaluation->id == m_shownId) return evaluation;
    return m_desk->evaluations.front();
}

void EvaluatePage::refreshTable() {
    if (!m_desk) return;
    const EvaluationPtr evaluation = shown();
    m_nothing->setVisible(!evaluation);
    m_results->setVisible(evaluation != nullptr);
    if (!evaluation) return;
    m_column->setCurrent(m_desk->asRunShown ? 1 : 0);
    m_which->clear();
    for (const EvaluationPtr& one : m_desk->evaluations) {
        QString words = units::locale().toString(one->when.date(), QLocale::ShortFormat) + one->when.time().toString(QStringLiteral(" HH:mm"));
        if (!one->complete) words = tr("%1, not complete").arg(words);
        m_which->addItem(words, one->id);
        if (one == evaluation) m_which->setCurrentIndex(m_which->count() - 1);
    }
    m_remove->setEnabled(evaluation->id != 0);
    m_table->clear();
    const auto add = [&](const EvaluatedFacts& facts, bool base) {
        const EvaluatedColumn& column = m_desk->asRunShown ? facts.asRun : facts.exact;
        auto* item = new QTreeWidgetItem(m_table);
        item->setText(kName, base ? evaluation->reference : m_desk->titleOf(facts.name));
        item->setToolTip(kName, facts.name);
        item->setText(kBits, facts.bits > 0 ? units::number(facts.bits, 3) : QStringLiteral("–"));
        item->setText(kBytes, facts.bytes > 0 ? units::bytes(facts.bytes).text() : QStringLiteral("–"));
        item->setToolTip(kBytes, units::exactBytes(facts.bytes));
        item->setText(kPerplexity, estimate(column.perplexity, 2));
        item->setText(kKl, !column.kl.known() ? QStringLiteral("–") : column.kl.error > 0 ? QStringLiteral("%1 ± %2").arg(divergence(column.kl.value), QString::number(column.kl.error, 'g', 2)) : divergence(column.kl.value));
        if (column.kl.known())
            item->setToolTip(kKl, tr("median %1 · 90 % %2 · 95 % %3 · 99 % %4 · 99.9 % %5 · largest %6")
                                      .arg(divergence(column.klMedian), divergence(column.kl90), divergence(column.kl95), divergence(column.kl99), divergence(column.kl999), divergence(column.klMax)));
        item->setText(kTop, column.sameTop.known() ? units::percent(column.sameTop.value).text() : QStringLiteral("–"));
        if (column.rmsDp.known()) {
            QString tip = tr("probability of the right token off by %1 (root mean square)").arg(units::percent(column.rmsDp.value, 2).text());
            if (column.dp.size() == 7)
                tip += QChar('\n') + tr("1 % %1 · 25 % %2 · median %3 · 75 % %4 · 99 % %5; even on both sides is noise, a long way down is damage")
                                         .arg(units::percent(column.dp[0], 2).text(), units::percent(column.dp[2], 2).text(), units::percent(column.dp[3], 2).text(), units::percent(column.dp[4], 2).text(), units::percent(column.dp[6], 2).text());
            item->setToolTip(kTop, tip);
        }
        item->setText(kAgreement, portion(column.agreement));
        item->setText(kQuiz, portion(column.quiz));
        for (const auto& [place, value] : {std::pair(kAgreement, &column.agreement), std::pair(kQuiz, &column.quiz)})
            if (value->of > 0) item->setToolTip(place, tr("between %1 and %2 (95 % interval)").arg(units::percent(value->low, 0).text(), units::percent(value->high, 0).text()));
        item->setText(kError, base ? QStringLiteral("–") : units::number(facts.errorMean, 4));
        item->setText(kWorst, base ? QStringLiteral("–") : units::number(facts.errorWorst, 4));
        item->setToolTip(kWorst, facts.worstTensor);
        item->setText(kSpeed, facts.tokensPerSecond > 0 ? units::number(facts.tokensPerSecond, facts.tokensPerSecond < 100 ? 1 : 0) : QStringLiteral("–"));
        for (int i = 1; i < kColumns; ++i) item->setTextAlignment(i, Qt::AlignRight | Qt::AlignVCenter);
    };
    add(evaluation->base, true);
    for (const EvaluatedFacts& facts : evaluation->variants) add(facts, false);
    QStringList notes;
    if (evaluation->referenceQuantized)
        notes << tr("The reference is itself quantized (%1): what its own quantization lost is in none of these figures.").arg(evaluation->reference);
    if (m_desk->asRunShown && evaluation->base.asRun.kl.known())
        notes << tr("Noise floor: the reference as it runs is %1 nats from itself with f32 activations.").arg(divergence(evaluation->base.asRun.kl.value));
    notes << tr("Measured on %1. KL: of the variant’s next-token probabilities from the reference’s.").arg(evaluation->text.isEmpty() ? tr("the program’s held-out text") : evaluation->text);
    m_notes->setText(notes.join(QChar(' ')));
}

// A second press gives the program's own text back.
void EvaluatePage::chooseText() {
    if (m_desk && !m_desk->wish.textFile.isEmpty()) {
        m_desk->wish.textFile.clear();
        return refreshSubjects();
    }
    auto* dialog = new QFileDialog(this, tr("A text to measure on"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Texts (*.txt *.md)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        if (!m_desk) return;
        m_desk->wish.textFile = path;
        refreshSubjects();
    });
    dialog->open();
}

}  // namespace gh::widgets
