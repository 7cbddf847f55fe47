#include "widgets/panels/quantize/plane_page.h"

#include <QLabel>
#include <QVBoxLayout>

#include "widgets/controls/panel_header.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/quantize/tensor_words.h"
#include "widgets/plots/quality_plot.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kPlotHeight = 240;

}  // namespace

PlanePage::PlanePage(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* column = bareColumn(this);
    column->setSpacing(theme.space(1) + 2);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme.space(2));
    const auto choice = [&](const QStringList& words, const QString& name) {
        auto* made = new Segmented(words, this);
        made->setCompact(true);
        made->setAccessibleName(name);
        row->addWidget(made);
        return made;
    };
    m_quality = choice({tr("Mean KL"), tr("Perplexity")}, tr("Quality"));
    m_size = choice({tr("MiB", "size of the weights"), tr("Bits")}, tr("Size"));
    m_column = choice({tr("f32"), tr("As run")}, tr("Activations"));
    row->addStretch(1);
    column->addLayout(row);
    m_plot = new QualityPlot(this);
    m_plot->setMinimumHeight(kPlotHeight);
    column->addWidget(m_plot, 1);
    m_caption = new QLabel(this);
    m_caption->setProperty("role", "caption");
    m_caption->setWordWrap(true);
    column->addWidget(m_caption);
    m_nothing = new QLabel(tr("Every variant that was evaluated becomes a point here. Begin with Evaluate."), this);
    m_nothing->setProperty("role", "muted");
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    column->addWidget(m_nothing, 1);
    connect(m_quality, &Segmented::chosen, this, [this](int index) {
        if (m_desk) m_desk->planeOfPerplexity = index == 1;
        refresh();
    });
    connect(m_size, &Segmented::chosen, this, [this](int index) {
        if (m_desk) m_desk->planeOfBits = index == 1;
        refresh();
    });
    connect(m_column, &Segmented::chosen, this, [this](int index) {
        if (m_desk) m_desk->asRunShown = index == 1;
        refresh();
    });
}

void PlanePage::setDesk(QuantizeDesk* desk) {
    m_desk = desk;
    connect(desk, &QuantizeDesk::evaluationsChanged, this, &PlanePage::refresh);
    connect(desk, &QuantizeDesk::variantsChanged, this, &PlanePage::refresh);
    connect(desk, &QuantizeDesk::schemesChanged, this, &PlanePage::refresh);
    refresh();
}

void PlanePage::refresh() {
    if (!m_desk) return;
    m_quality->setCurrent(m_desk->planeOfPerplexity ? 1 : 0);
    m_size->setCurrent(m_desk->planeOfBits ? 1 : 0);
    m_column->setCurrent(m_desk->asRunShown ? 1 : 0);
    std::vector<QualityPlot::Point> points;
    QStringList seen;
    const auto& all = m_desk->evaluations;
    const auto add = [&](const EvaluatedFacts& facts, bool base, const EvaluationFacts& of) {
        const QString name = base ? of.reference : m_desk->titleOf(facts.name);
        if (seen.contains(name)) return;             // the newest figure of a variant counts
        const EvaluatedColumn& column = m_desk->asRunShown ? facts.asRun : facts.exact;
        Estimate quality = m_desk->planeOfPerplexity ? column.perplexity : column.kl;
        if (base && !m_desk->planeOfPerplexity) quality = {0, 0};
        const double size = m_desk->planeOfBits ? facts.bits : static_cast<double>(facts.bytes);
        if (!quality.known() || !(size > 0)) return;
        seen << name;
        QStringList details{QStringLiteral("%1 · %2").arg(weightBits(facts.bits), units::bytes(facts.bytes).text())};
        if (facts.tokensPerSecond > 0) details << units::tokensPerSecond(facts.tokensPerSecond).text();
        points.push_back({name, details.join(QChar('\n')), size, quality.value, quality.error > 0 ? quality.error : 0, base});
    };
    for (const EvaluationPtr& evaluation : all) {
        // Other texts and other references give other figures.
        if (evaluation->text != all.front()->text || evaluation->reference != all.front()->reference) continue;
        add(evaluation->base, true, *evaluation);
        for (const EvaluatedFacts& facts : evaluation->variants) add(facts, false, *evaluation);
    }
    const bool any = points.size() > 1;
    m_plot->setVisible(any);
    m_caption->setVisible(any);
    m_nothing->setVisible(!any);
    if (!any) return;
    m_plot->setPoints({m_desk->planeOfBits ? tr("bits a weight") : tr("weights in memory, MiB"),
                       m_desk->planeOfPerplexity ? tr("perplexity, lower is better") : tr("mean KL, nats, lower is better"), !m_desk->planeOfBits},
                      std::move(points));
    m_caption->setText(tr("Bars are standard errors. Full points on the line: nothing smaller is as good. Measured on %1.")
                           .arg(all.front()->text.isEmpty() ? tr("the program’s held-out text") : all.front()->text));
}

}  // namespace gh::widgets
