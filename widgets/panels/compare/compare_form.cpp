#include "widgets/panels/compare/compare_form.h"

#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/controls/icons.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/segmented.h"
#include "widgets/models/quantize_facts.h"
#include "widgets/panels/compare/divergence_text.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kPromptHeight = 60, kLetter = 14, kMostTokens = 4096;

}  // namespace

CompareForm::Row CompareForm::buildRow(int variant) {
    const Theme& theme = Theme::instance();
    const QString letter = variantLetter(static_cast<std::size_t>(variant));
    Row row{};
    row.box = new QWidget(this);
    auto* grid = new QGridLayout(row.box);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(theme.space(1) + 2);
    grid->setVerticalSpacing(theme.space(1));
    row.letter = new QLabel(letter, row.box);
    row.letter->setFont(theme.font("body", "semibold"));
    row.letter->setFixedWidth(kLetter);
    row.letter->setToolTip(variant == 0 ? tr("The reference: the others are measured against it") : tr("Variant %1").arg(letter));
    row.weights = new QComboBox(row.box);
    row.weights->setAccessibleName(tr("Weights of variant %1").arg(letter));
    row.weights->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row.weights->setMaxVisibleItems(16);
    row.keys = new QComboBox(row.box);
    row.keys->setAccessibleName(tr("Type of the cache’s keys, variant %1").arg(letter));
    row.values = new QComboBox(row.box);
    row.values->setAccessibleName(tr("Type of the cache’s values, variant %1").arg(letter));
    for (QComboBox* box : {row.keys, row.values}) box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row.remove = iconButton("close", tr("Remove variant %1").arg(letter), row.box);
    grid->addWidget(row.letter, 0, 0);
    grid->addWidget(row.weights, 0, 1, 1, 2, Qt::AlignLeft);
    grid->addWidget(row.remove, 0, 4);
    grid->addWidget(row.keys, 1, 1, Qt::AlignLeft);
    grid->addWidget(row.values, 1, 2, Qt::AlignLeft);
    grid->setColumnStretch(3, 1);
    for (QComboBox* box : {row.weights, row.keys, row.values}) connect(box, &QComboBox::activated, this, &CompareForm::take);
    connect(row.remove, &QToolButton::clicked, this, [this, variant] {
        if (!m_desk || m_desk->wish.variants.size() <= 2) return;
        m_desk->wish.variants.erase(m_desk->wish.variants.begin() + variant);
        refresh();
    });
    return row;
}

CompareForm::CompareForm(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* column = bareColumn(this);
    column->setSpacing(theme.space(2));
    QLabel *title = nullptr, *note = nullptr;
    QHBoxLayout* head = sideHead(title, note, this);
    title->setText(tr("Variants"));
    title->setProperty("role", "title");
    note->setText(tr("A is the reference"));
    m_add = iconButton("plus", tr("Add a variant, four at most"), this);
    head->addWidget(m_add);
    column->addLayout(head);
    for (int i = 0; i < static_cast<int>(CompareDesk::kMost); ++i) {
        m_rows[static_cast<std::size_t>(i)] = buildRow(i);
        column->addWidget(m_rows[static_cast<std::size_t>(i)].box);
    }
    m_prompt = new QPlainTextEdit(this);
    m_prompt->setAccessibleName(tr("Prompt of the comparison"));
    m_prompt->setPlaceholderText(tr("What all of them are asked"));
    m_prompt->setFixedHeight(kPromptHeight);
    m_prompt->setTabChangesFocus(true);
    column->addWidget(m_prompt);
    m_chat = new QCheckBox(tr("The open chat’s last message"), this);
    m_chat->setToolTip(tr("The chat that is open, up to its last message of yours, in place of the prompt"));
    column->addWidget(m_chat);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme.space(2));
    m_mode = new Segmented({tr("In step"), tr("Each its own")}, this);
    m_mode->setCompact(true);
    m_mode->setAccessibleName(tr("How they generate"));
    m_mode->setTip(0, tr("All read the reference’s tokens: every position is compared on the same prefix"));
    m_mode->setTip(1, tr("Each goes on with its own choices, with the same draws; where a text leaves the reference’s is marked"));
    row->addWidget(m_mode);
    row->addStretch(1);
    column->addLayout(row);
    auto* last = new QHBoxLayout;
    last->setSpacing(theme.space(2));
    m_tokens = new QSpinBox(this);
    m_tokens->setRange(1, kMostTokens);
    m_tokens->setSuffix(tr(" tokens", "behind a number"));
    m_tokens->setAccessibleName(tr("Tokens at most"));
    m_tokens->setKeyboardTracking(false);
    m_start = new QPushButton(this);
    m_start->setProperty("kind", "primary");
    last->addWidget(m_start);
    last->addWidget(m_tokens);
    last->addStretch(1);
    column->addLayout(last);
    m_trouble = new QLabel(this);
    m_trouble->setProperty("role", "error");
    m_trouble->setWordWrap(true);
    column->addWidget(m_trouble);
    column->addStretch(1);
    connect(m_add, &QToolButton::clicked, this, [this] {
        if (!m_desk || m_desk->wish.variants.size() >= CompareDesk::kMost) return;
        m_desk->wish.variants.push_back(m_desk->wish.variants.empty() ? CompareVariant{kAsStored, {}, {}} : m_desk->wish.variants.back());
        refresh();
    });
    connect(m_chat, &QCheckBox::toggled, this, &CompareForm::take);
    connect(m_prompt, &QPlainTextEdit::textChanged, this, &CompareForm::take);
    connect(m_mode, &Segmented::chosen, this, &CompareForm::take);
    connect(m_tokens, &QSpinBox::valueChanged, this, &CompareForm::take);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (!m_desk) return;
        if (m_desk->running != 0) emit m_desk->stopWanted();
        else emit m_desk->startWanted();
    });
}

void CompareForm::setDesk(CompareDesk* desk) {
    m_desk = desk;
    connect(desk, &CompareDesk::changed, this, &CompareForm::refresh);
    refresh();
}

void CompareForm::take() {
    if (!m_desk || m_filling) return;
    CompareWish& wish = m_desk->wish;
    for (std::size_t i = 0; i < wish.variants.size(); ++i)
        wish.variants[i] = {m_rows[i].weights->currentData().toString(), m_rows[i].keys->currentData().toString(), m_rows[i].values->currentData().toString()};
    wish.lastMessage = m_chat->isChecked();
    wish.prompt = m_prompt->toPlainText();
    wish.mode = m_mode->current() == 1 ? telemetry::ComparisonMode::Free : telemetry::ComparisonMode::Lockstep;
    wish.maxTokens = m_tokens->value();
    refresh();
}

void CompareForm::refresh() {
    if (!m_desk) return;
    m_filling = true;
    CompareWish& wish = m_desk->wish;
    while (wish.variants.size() < 2) wish.variants.push_back({kAsStored, {}, {}});
    const auto fill = [](QComboBox* box, const std::vector<std::pair<QString, QString>>& entries, const QString& chosen) {
        bool same = box->count() == static_cast<int>(entries.size());
        for (int i = 0; same && i < box->count(); ++i) same = box->itemData(i).toString() == entries[static_cast<std::size_t>(i)].first && box->itemText(i) == entries[static_cast<std::size_t>(i)].second;
        if (!same) {
            box->clear();
            for (const auto& [data, text] : entries) box->addItem(text, data);
        }
        box->setCurrentIndex(std::max(0, box->findData(chosen)));
    };
    std::vector<std::pair<QString, QString>> weights, keys{{QString(), tr("K as set", "type of the cache's keys")}}, values{{QString(), tr("V as set", "type of the cache's values")}};
    for (const CompareChoice& choice : m_desk->choices) weights.emplace_back(choice.subject, choice.title);
    for (const QString& word : m_desk->cacheTypes) {
        keys.emplace_back(word, QStringLiteral("K ") + word.toUpper());
        values.emplace_back(word, QStringLiteral("V ") + word.toUpper());
    }
    const bool busy = m_desk->running != 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        const bool there = i < wish.variants.size();
        row.box->setVisible(there);
        row.box->setEnabled(!busy);
        row.remove->setVisible(wish.variants.size() > 2);
        if (!there) continue;
        fill(row.weights, weights, wish.variants[i].subject);
        fill(row.keys, keys, wish.variants[i].keys);
        fill(row.values, values, wish.variants[i].values);
    }
    m_add->setEnabled(!busy && wish.variants.size() < CompareDesk::kMost);
    m_chat->setEnabled(!busy && m_desk->chatHasMessage);
    if (!m_desk->chatHasMessage) wish.lastMessage = false;
    m_chat->setChecked(wish.lastMessage);
    if (m_prompt->toPlainText() != wish.prompt) m_prompt->setPlainText(wish.prompt);
    m_prompt->setEnabled(!busy && !wish.lastMessage);
    m_mode->setCurrent(wish.mode == telemetry::ComparisonMode::Free ? 1 : 0);
    m_mode->setEnabled(!busy);
    m_tokens->setValue(wish.maxTokens);
    m_tokens->setEnabled(!busy);
    const QString word = busy ? tr("Stop") : tr("Compare");
    if (word != m_start->text()) {
        m_start->setText(word);
        m_start->setIcon(icon(busy ? "stop" : "play", "onAccent"));
    }
    m_start->setEnabled(busy || (m_desk->possible && (wish.lastMessage || !wish.prompt.trimmed().isEmpty())));
    m_start->setToolTip(busy || m_start->isEnabled() ? QString() : tr("Write a prompt first"));
    m_trouble->setText(m_desk->trouble);
    m_trouble->setVisible(!m_desk->trouble.isEmpty());
    m_filling = false;
}

}  // namespace gh::widgets
