#include "app/window/load_card.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/model/model_path.h"
#include "app/model/model_session.h"
#include "widgets/controls/icons.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;
namespace units = widgets::units;

class LoadCard::Sign : public QWidget {
public:
    enum class State { Ahead, Now, Done };
    explicit Sign(QWidget* parent) : QWidget(parent) { setFixedSize(16, 16); }
    void setState(State state) {
        if (state == m_state) return;
        m_state = state;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        Theme& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (m_state == State::Done) {
            widgets::drawIcon(painter, rect(), "check", theme.color("ok"));
            return;
        }
        painter.setPen(m_state == State::Now ? QPen(Qt::NoPen) : QPen(theme.color("control"), 1.2));
        painter.setBrush(m_state == State::Now ? QBrush(theme.color("accent")) : QBrush(Qt::NoBrush));
        painter.drawEllipse(QPointF(8, 8), 4, 4);
    }

private:
    State m_state = State::Ahead;
};

LoadCard::LoadCard(QWidget* parent) : QFrame(parent) {
    setProperty("card", "raised");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    m_title = new QLabel(this);
    m_title->setProperty("role", "title");
    m_share = new QLabel(this);
    m_share->setProperty("role", "caption");
    head->addWidget(m_title, 1);
    head->addWidget(m_share);
    column->addLayout(head);
    m_details = new QLabel(this);
    m_details->setProperty("role", "caption");
    m_details->setWordWrap(true);
    column->addWidget(m_details);
    m_bar = new QProgressBar(this);
    m_bar->setRange(0, 100);
    m_bar->setTextVisible(false);
    column->addWidget(m_bar);
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(4);
    grid->setHorizontalSpacing(10);
    grid->setColumnStretch(1, 1);
    for (int i = 0; i < kStages; ++i) {
        m_rows[std::size_t(i)] = {new Sign(this), new QLabel(this), new QLabel(this)};
        m_rows[std::size_t(i)].figure->setProperty("role", "caption");
        grid->addWidget(m_rows[std::size_t(i)].sign, i, 0);
        grid->addWidget(m_rows[std::size_t(i)].name, i, 1);
        grid->addWidget(m_rows[std::size_t(i)].figure, i, 2, Qt::AlignRight);
    }
    column->addLayout(grid);
    auto* foot = new QHBoxLayout;
    auto* hint = new QLabel(tr("Typing is possible, the message waits."), this);
    hint->setProperty("role", "caption");
    m_cancel = new QPushButton(tr("Cancel"), this);
    foot->addWidget(hint, 1);
    foot->addWidget(m_cancel);
    column->addLayout(foot);
    connect(m_cancel, &QPushButton::clicked, this, &LoadCard::cancelled);
}

void LoadCard::begin(const QString& path) {
    m_title->setText(tr("Opening %1").arg(modelStem(path)));
    setAccessibleName(m_title->text());
    m_tensors = 0;
    m_details->setText(tr("Its header says what it is."));
    telemetry::LoadProgress start;
    setProgress(start);
}

QString LoadCard::details() const {
    return m_details->text();
}

void LoadCard::setSight(const ModelSight& sight) {
    if (!sight.outline) return;  // what is wrong with it the engine says
    const telemetry::ModelFacts& facts = sight.outline->facts;
    m_details->setText(modelLine(facts) + '\n' +
                       QStringList{units::layers(facts.layers),
                                   tr("context %1").arg(units::tokens(std::uint64_t(facts.contextLimit))),
                                   tr("needs %1 of memory").arg(units::bytes(sight.needs).text())}
                           .join(QStringLiteral(" · ")));
}

void LoadCard::setProgress(const telemetry::LoadProgress& p) {
    const auto stage = std::size_t(p.stage);
    if (p.stage == telemetry::LoadStage::Tensors && p.total > 0) m_tensors = p.total;
    // Shares of the work as seen: reading the tables takes next to nothing, repacking nearly all.
    constexpr std::array<int, kStages + 1> kFrom{0, 2, 5, 90, 100};
    const double inside = p.total > 0 ? double(std::min(p.done, p.total)) / double(p.total) : 0;
    m_percent = int(kFrom[stage] + inside * (kFrom[stage + 1] - kFrom[stage]));
    m_bar->setValue(m_percent);
    m_share->setText(units::percent(m_percent / 100.0, 0).text());
    const QString names[kStages] = {
        tr("Header and tensor table"),
        m_tensors > 0 ? tr("Checked %1 tensors").arg(units::count(m_tensors)) : tr("Checking tensors"),
        tr("Repacking weights"),
        tr("First pass"),
    };
    for (std::size_t i = 0; i < kStages; ++i) {
        Row& row = m_rows[i];
        const bool now = i == stage, done = i < stage;
        row.sign->setState(done ? Sign::State::Done : now ? Sign::State::Now : Sign::State::Ahead);
        if (row.name->text() != names[i]) row.name->setText(names[i]);
        const QString weight = now         ? QStringLiteral("title")
                               : i > stage ? QStringLiteral("muted")
                                           : QString();
        if (row.name->property("role").toString() != weight) {
            row.name->setProperty("role", weight);
            Theme::restyle(row.name);
        }
        QString figure;
        if (done && i < p.stageMs.size()) figure = units::milliseconds(p.stageMs[i]).text();
        if (now && p.stage == telemetry::LoadStage::Packing && p.total > 0) {
            figure = tr("%1 of %2").arg(units::bytes(p.done).value, units::bytes(p.total).text());
        }
        if (row.figure->text() != figure) row.figure->setText(figure);
    }
}

}  // namespace gh::app
