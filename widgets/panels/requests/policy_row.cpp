#include "widgets/panels/requests/policy_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>

#include "widgets/controls/segmented.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kMostSlots = 256, kMostBudget = 8192, kField = 78;

}  // namespace

PolicyRow::PolicyRow(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(theme.space(2));
    m_kind = new Segmented({tr("Continuous"), tr("Static")}, this);
    m_kind->setCompact(true);
    m_kind->setAccessibleName(tr("Batching"));
    m_kind->setTip(0, tr("A request joins and leaves at any step"));
    m_kind->setTip(1, tr("A batch is filled, runs until its longest member ends, and returns as one: for comparison"));
    const auto field = [&](const QString& name, const QString& tip, int most) {
        auto* label = new QLabel(name, this);
        label->setProperty("role", "caption");
        auto* box = new QSpinBox(this);
        box->setRange(1, most);
        box->setMinimumWidth(kField);
        box->setKeyboardTracking(false);
        box->setAccessibleName(name);
        box->setToolTip(tip);
        label->setToolTip(tip);
        row->addWidget(label);
        row->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, &PolicyRow::ask);
        return box;
    };
    row->addWidget(m_kind);
    m_slots = field(tr("Slots"), tr("Most requests that run at once"), kMostSlots);
    m_budget = field(tr("Token budget"), tr("Most tokens that one step computes, prompts and replies together"), kMostBudget);
    connect(m_kind, &Segmented::chosen, this, &PolicyRow::ask);
    setEnabled(false);
}

void PolicyRow::setPolicy(const telemetry::PolicyFacts& policy) {
    setEnabled(m_desk && policy.mostRunning > 0);
    m_policy = policy;
    m_showing = true;
    m_kind->setCurrent(policy.kind == telemetry::BatchPolicy::Static ? 1 : 0);
    // A field that is being typed in is the user's.
    if (!m_slots->hasFocus() && m_slots->value() != policy.mostRunning) m_slots->setValue(policy.mostRunning);
    if (!m_budget->hasFocus() && m_budget->value() != policy.tokenBudget) m_budget->setValue(policy.tokenBudget);
    m_showing = false;
}

void PolicyRow::ask() {
    if (m_showing || !m_desk) return;
    telemetry::PolicyFacts wanted = m_policy;
    wanted.kind = m_kind->current() == 1 ? telemetry::BatchPolicy::Static : telemetry::BatchPolicy::Continuous;
    wanted.mostRunning = m_slots->value();
    wanted.tokenBudget = m_budget->value();
    emit m_desk->policyWanted(wanted);
}

}  // namespace gh::widgets
