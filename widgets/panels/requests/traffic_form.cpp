#include "widgets/panels/requests/traffic_form.h"

#include <cmath>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/segmented.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

using telemetry::TrafficLengths;
using telemetry::TrafficSettings;

constexpr int kMostUsers = 256, kMostTokens = 100'000;
constexpr double kMostRate = 200;
constexpr int kNumber = 76, kWords = 152;          // pixels of a field

QSpinBox* spin(QWidget* parent, int least, int most, const QString& name) {
    auto* box = new QSpinBox(parent);
    box->setRange(least, most);
    box->setAccessibleName(name);
    box->setKeyboardTracking(false);
    return box;
}

QLabel* caption(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setProperty("role", "muted");
    return label;
}

}  // namespace

TrafficForm::LengthFields TrafficForm::addLengths(QGridLayout* grid, int row, const QString& name) {
    LengthFields fields{};
    fields.kind = new QComboBox(m_fields);
    fields.kind->addItems({tr("all of"), tr("evenly from"), tr("half up to")});
    fields.kind->setItemData(0, tr("Every one has this many tokens"), Qt::ToolTipRole);
    fields.kind->setItemData(1, tr("Every length between the two is as likely"), Qt::ToolTipRole);
    fields.kind->setItemData(2, tr("Half of them have up to this many tokens, a few far more, none more than the most"), Qt::ToolTipRole);
    fields.kind->setAccessibleName(tr("%1: how lengths are spread").arg(name));
    fields.from = spin(m_fields, 1, kMostTokens, tr("%1: tokens").arg(name));
    fields.to = spin(m_fields, 1, kMostTokens, tr("%1: most tokens").arg(name));
    fields.to->setPrefix(tr("at most ", "before a number of tokens"));
    for (QSpinBox* box : {fields.from, fields.to}) box->setMaximumWidth(box == fields.from ? kNumber : kWords);
    grid->addWidget(caption(name, m_fields), row, 0);
    grid->addWidget(fields.kind, row, 1);
    grid->addWidget(fields.from, row, 2);
    grid->addWidget(fields.to, row, 3);
    connect(fields.kind, &QComboBox::currentIndexChanged, this, &TrafficForm::take);
    for (QSpinBox* box : {fields.from, fields.to}) connect(box, &QSpinBox::valueChanged, this, &TrafficForm::take);
    return fields;
}

TrafficForm::TrafficForm(RequestsDesk* desk, QWidget* parent) : QWidget(parent), m_desk(desk) {
    const Theme& theme = Theme::instance();
    setAccessibleName(tr("Synthetic traffic"));
    QVBoxLayout* column = bareColumn(this);
    column->setSpacing(theme.space(1) + 2);
    QLabel *title = nullptr, *note = nullptr;
    QHBoxLayout* head = sideHead(title, note, this);
    title->setText(tr("Synthetic traffic"));
    title->setProperty("role", "title");
    auto* close = iconButton("close", tr("Close the settings of the traffic"), this);
    connect(close, &QToolButton::clicked, this, &TrafficForm::closed);
    head->addWidget(close);
    column->addLayout(head);
    auto* what = new QLabel(tr("Requests of random tokens, to fill the engine. Nothing of them goes into your chats."), this);
    what->setProperty("role", "caption");
    what->setWordWrap(true);
    column->addWidget(what);

    m_fields = new QWidget(this);
    auto* grid = new QGridLayout(m_fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(theme.space(2));
    grid->setVerticalSpacing(theme.space(1) + 2);
    m_arrival = new Segmented({tr("At a time"), tr("Per second")}, m_fields);
    m_arrival->setCompact(true);
    m_arrival->setAccessibleName(tr("How requests arrive"));
    m_arrival->setTip(0, tr("So many requests are there at any time: as one ends, the next comes"));
    m_arrival->setTip(1, tr("So many come a second on average, unevenly, whatever becomes of those before"));
    m_users = spin(m_fields, 1, kMostUsers, tr("Requests at a time"));
    m_rate = new QDoubleSpinBox(m_fields);
    m_rate->setRange(0.1, kMostRate);
    m_rate->setDecimals(1);
    m_rate->setKeyboardTracking(false);
    m_rate->setAccessibleName(tr("Requests per second"));
    grid->addWidget(caption(tr("Requests"), m_fields), 0, 0);
    grid->addWidget(m_arrival, 0, 1, 1, 2);
    auto* amount = new QHBoxLayout;
    amount->addWidget(m_users);
    amount->addWidget(m_rate);
    for (QWidget* box : {static_cast<QWidget*>(m_users), static_cast<QWidget*>(m_rate)}) box->setMaximumWidth(kWords);
    grid->addLayout(amount, 0, 3);
    m_prompt = addLengths(grid, 1, tr("Prompt"));
    m_reply = addLengths(grid, 2, tr("Reply"));
    m_share = spin(m_fields, 0, 100, tr("Share of the prompts that begin alike"));
    m_share->setSuffix(QStringLiteral(" %"));
    m_shared = spin(m_fields, 1, kMostTokens, tr("Tokens with which they begin"));
    m_shared->setPrefix(tr("the first ", "before a number of tokens"));
    m_shared->setMaximumWidth(kWords);
    grid->addWidget(caption(tr("Begin alike"), m_fields), 3, 0);
    grid->addWidget(m_share, 3, 1, 1, 2);
    grid->addWidget(m_shared, 3, 3);
    m_seed = spin(m_fields, 0, 1'000'000'000, tr("Seed of the traffic"));
    m_seed->setToolTip(tr("The same seed gives the same requests"));
    grid->addWidget(caption(tr("Seed"), m_fields), 4, 0);
    grid->addWidget(m_seed, 4, 1, 1, 2);
    grid->setColumnStretch(3, 1);
    column->addWidget(m_fields);

    m_trouble = new QLabel(this);
    m_trouble->setProperty("role", "error");
    m_trouble->setWordWrap(true);
    column->addWidget(m_trouble);
    auto* foot = new QHBoxLayout;
    m_counts = new ElidedText(1, theme.font("caption"), "textMuted", this);
    m_button = new QPushButton(this);
    m_button->setProperty("kind", "primary");
    foot->addWidget(m_counts, 1);
    foot->addWidget(m_button);
    column->addLayout(foot);
    column->addStretch(1);

    connect(m_arrival, &Segmented::chosen, this, &TrafficForm::take);
    connect(m_rate, &QDoubleSpinBox::valueChanged, this, &TrafficForm::take);
    for (QSpinBox* box : {m_users, m_share, m_shared, m_seed}) connect(box, &QSpinBox::valueChanged, this, &TrafficForm::take);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (!m_desk) return;
        if (m_desk->state().running) emit m_desk->stopWanted();
        else emit m_desk->startWanted();
    });
    connect(desk, &RequestsDesk::stateChanged, this, &TrafficForm::refresh);
    show(desk->traffic());
    refresh();
}

void TrafficForm::showLengths(const LengthFields& fields, const TrafficLengths& lengths) {
    fields.kind->setCurrentIndex(static_cast<int>(lengths.kind));
    fields.from->setValue(static_cast<int>(lengths.from));
    fields.to->setValue(static_cast<int>(lengths.to));
}

void TrafficForm::readLengths(const LengthFields& fields, TrafficLengths& lengths) const {
    lengths = {static_cast<TrafficLengths::Kind>(fields.kind->currentIndex()), static_cast<std::uint32_t>(fields.from->value()),
               static_cast<std::uint32_t>(fields.to->value())};
}

void TrafficForm::show(const TrafficSettings& settings) {
    m_showing = true;
    m_arrival->setCurrent(settings.arrival == TrafficSettings::Arrival::Users ? 0 : 1);
    m_users->setValue(static_cast<int>(settings.users));
    m_rate->setValue(settings.perSecond);
    showLengths(m_prompt, settings.prompt);
    showLengths(m_reply, settings.reply);
    m_share->setValue(static_cast<int>(std::lround(settings.sharedShare * 100)));
    m_shared->setValue(static_cast<int>(settings.sharedTokens));
    m_seed->setValue(static_cast<int>(settings.seed));
    m_showing = false;
}

void TrafficForm::take() {
    if (m_showing || !m_desk) return;
    TrafficSettings settings = m_desk->traffic();
    settings.arrival = m_arrival->current() == 0 ? TrafficSettings::Arrival::Users : TrafficSettings::Arrival::Rate;
    settings.users = static_cast<std::uint32_t>(m_users->value());
    settings.perSecond = m_rate->value();
    readLengths(m_prompt, settings.prompt);
    readLengths(m_reply, settings.reply);
    settings.sharedShare = m_share->value() / 100.0;
    settings.sharedTokens = static_cast<std::uint32_t>(m_shared->value());
    settings.seed = static_cast<std::uint64_t>(m_seed->value());
    m_desk->setTraffic(settings);
    refresh();
}

void TrafficForm::refresh() {
    if (!m_desk) return;
    const TrafficState& state = m_desk->state();
    const TrafficSettings& settings = m_desk->traffic();
    const bool users = m_arrival->current() == 0;
    m_users->setVisible(users);
    m_rate->setVisible(!users);
    for (const LengthFields& fields : {m_prompt, m_reply}) fields.to->setVisible(fields.kind->currentIndex() != 0);
    m_shared->setEnabled(m_share->value() > 0);
    m_fields->setEnabled(!state.running);
    // What cannot be is said before it is tried.
    QString trouble = state.trouble;
    const std::uint64_t longest = std::uint64_t{settings.prompt.most()} + settings.reply.most() +
                                  (settings.sharedShare > 0 ? settings.sharedTokens : 0);
    for (const TrafficLengths* lengths : {&settings.prompt, &settings.reply})
        if (lengths->most() < lengths->from) trouble = tr("The most tokens are fewer than those that half of them have.");
    const bool tooLong = state.possible && longest > state.contextTokens;
    if (tooLong)
        trouble = tr("The longest request would hold %1, the context of this model holds %2. Make prompts, replies or the common "
                     "beginning shorter.").arg(units::tokens(longest), units::count(state.contextTokens));
    if (!state.possible) trouble = tr("Open a model first.");
    m_trouble->setText(trouble);
    m_trouble->setVisible(!trouble.isEmpty());
    m_button->setEnabled(state.running || (state.possible && (trouble.isEmpty() || trouble == state.trouble)));
    const QString word = state.running ? tr("Stop traffic") : tr("Start traffic");
    if (word != m_button->text()) {
        m_button->setText(word);
        m_button->setIcon(icon(state.running ? "stop" : "play", "onAccent"));
    }
    QString counts;
    if (state.counts.submitted > 0)
        counts = tr("%1 sent, %2 done").arg(units::count(state.counts.submitted), units::count(state.counts.finished));
    if (state.counts.failed > 0) counts += tr(", %1 failed").arg(units::count(state.counts.failed));
    if (state.counts.heldBack > 0) counts += tr(", %1 held back: the queue is full").arg(units::count(state.counts.heldBack));
    m_counts->setText(counts);
}

}  // namespace gh::widgets
