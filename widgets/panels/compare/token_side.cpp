#include "widgets/panels/compare/token_side.h"

#include <algorithm>
#include <cmath>

#include <QHelpEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/plain_text.h"
#include "widgets/panels/compare/compare_words.h"
#include "widgets/plots/layer_curve.h"
#include "widgets/text/pieces.h"
#include "widgets/text/tabular.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kCandidates = 6, kLine = 19, kHead = 36, kLeastBlock = 170, kBlockGap = 14;
constexpr double kFigure = 44, kWord = 0.42;         // of the block that the word may take

}  // namespace

// ---- candidates ---------------------------------------------------------------------------------------

CandidateColumns::CandidateColumns(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Candidates of every variant"));
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

int CandidateColumns::perLine() const {
    const int count = m_facts ? static_cast<int>(m_facts->variants.size()) : 2;
    return std::clamp(width() / kLeastBlock, 1, std::max(1, count));
}

int CandidateColumns::blockHeight() const { return kHead + kCandidates * kLine + 6; }

QSize CandidateColumns::sizeHint() const {
    const int count = m_facts ? static_cast<int>(m_facts->variants.size()) : 2;
    return {2 * kLeastBlock, (count + perLine() - 1) / perLine() * blockHeight()};
}
QSize CandidateColumns::minimumSizeHint() const { return {kLeastBlock - 20, sizeHint().height()}; }

QRectF CandidateColumns::blockBox(std::size_t variant) const {
    const auto line = static_cast<int>(variant) / perLine(), place = static_cast<int>(variant) % perLine();
    const double width = static_cast<double>(this->width() - (perLine() - 1) * kBlockGap) / perLine();
    return {place * (width + kBlockGap), static_cast<double>(line * blockHeight()), width, static_cast<double>(blockHeight())};
}

void CandidateColumns::setPosition(ComparisonPtr facts, int index) {
    const std::size_t before = m_facts ? m_facts->variants.size() : 0;
    m_facts = std::move(facts);
    m_index = index;
    if (before != (m_facts ? m_facts->variants.size() : 0)) updateGeometry();
    QStringList words;
    if (m_facts && index >= 0)
        for (std::size_t v = 0; v < m_facts->variants.size(); ++v) words << plainWords(cellHover(*m_facts, m_facts->positions[static_cast<std::size_t>(index)], v));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    update();
}

void CandidateColumns::paintEvent(QPaintEvent*) {
    if (!m_facts || m_index < 0) return;
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const telemetry::ComparisonPosition& position = m_facts->positions[static_cast<std::size_t>(m_index)];
    const std::int32_t reference = position.cells.empty() ? -1 : position.cells[0].id;
    const QFont body = theme.font("body"), strong = theme.font("body", "semibold"), caption = theme.font("caption");
    for (std::size_t v = 0; v < position.cells.size(); ++v) {
        const telemetry::ComparisonCell& cell = position.cells[v];
        const QRectF box = blockBox(v);
        painter.setFont(strong);
        painter.setPen(theme.color("text"));
        const QString name = QStringLiteral("%1  %2").arg(variantLetter(v), v < m_facts->variants.size() ? QString::fromStdString(m_facts->variants[v].name) : QString());
        painter.drawText(QRectF(box.left(), box.top(), box.width(), 18), Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(strong).elidedText(name, Qt::ElideMiddle, box.width()));
        painter.setFont(caption);
        painter.setPen(theme.color("textMuted"));
        const QString line = v == 0                       ? tr("reference")
                             : std::isnan(cell.klForward) ? tr("behind the split")
                                                          : tr("rank %1 · KL %2, back %3").arg(cell.rank).arg(natsText(static_cast<double>(cell.klForward)), natsText(static_cast<double>(cell.klBackward)));
        painter.drawText(QRectF(box.left(), box.top() + 17, box.width(), 16), Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(caption).elidedText(line, Qt::ElideRight, box.width()));
        const double word = box.width() * kWord, bar = std::max(10.0, box.width() - word - kFigure - 8);
        for (int i = 0; i < std::min<int>(kCandidates, static_cast<int>(cell.candidates.size())); ++i) {
            const telemetry::ComparisonCandidate& candidate = cell.candidates[static_cast<std::size_t>(i)];
            const double top = box.top() + kHead + i * kLine;
            const bool its = candidate.id == cell.id, the = candidate.id == reference;
            painter.setFont(its ? strong : body);
            painter.setPen(theme.color("text"));
            painter.drawText(QRectF(box.left(), top, word, kLine), Qt::AlignLeft | Qt::AlignVCenter,
                             QFontMetricsF(painter.font()).elidedText(onOneLine(QString::fromStdString(candidate.text)), Qt::ElideRight, word - 2));
            const QRectF track(box.left() + word + 4, top + kLine / 2.0 - 4, bar, 8);
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.color("sunken"));
            painter.drawRoundedRect(track, 2, 2);
            painter.setBrush(theme.color(the ? "accent" : "control"));
            painter.drawRoundedRect(QRectF(track.left(), track.top(), std::max(1.0, track.width() * std::clamp(static_cast<double>(candidate.probability), 0.0, 1.0)), track.height()), 2, 2);
            painter.setFont(body);
            painter.setPen(theme.color("textMuted"));
            drawTabular(painter, QRectF(box.right() - kFigure, top, kFigure, kLine), Qt::AlignRight | Qt::AlignVCenter, units::number(static_cast<double>(candidate.probability), 3));
        }
    }
}

bool CandidateColumns::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (std::size_t v = 0; m_facts && m_index >= 0 && v < m_facts->variants.size(); ++v)
        if (blockBox(v).contains(help->pos())) {
            showRichTip(help->globalPos(), cellHover(*m_facts, m_facts->positions[static_cast<std::size_t>(m_index)], v), this);
            return true;
        }
    hideTip();
    return true;
}

// ---- the side -----------------------------------------------------------------------------------------

TokenSide::TokenSide(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* column = bareColumn(this);
    column->setSpacing(theme.space(1) + 2);
    m_title = new ElidedText(1, theme.font("title", "semibold"), "text", this);
    m_note = new ElidedText(1, theme.font("caption"), "textMuted", this);
    column->addWidget(m_title);
    column->addWidget(m_note);
    m_candidates = new CandidateColumns(this);
    column->addWidget(m_candidates);
    m_departs = new QLabel(this);
    m_departs->setProperty("role", "caption");
    m_departs->setWordWrap(true);
    column->addWidget(m_departs);
    m_curve = new LayerCurve(this);
    m_curve->setFixedHeight(m_curve->sizeHint().height());
    column->addWidget(m_curve);
    column->addStretch(1);
}

QString TokenSide::title() const { return m_title->text(); }

void TokenSide::setFacts(ComparisonPtr facts, std::optional<DivergenceText::Spot> spot) {
    const bool at = facts && spot && spot->index < static_cast<int>(facts->positions.size());
    const int index = at ? spot->index : -1;
    // A chosen position does not change; the means over all do with every step.
    if (at && facts->id == m_of && index == m_index) return;
    m_of = facts ? facts->id : 0;
    m_index = index;
    std::vector<LayerCurve::Series> series;
    QStringList departs;
    if (facts)
        for (std::size_t v = 1; v < facts->variants.size(); ++v) {
            LayerCurve::Series one;
            one.name = QStringLiteral("%1 %2").arg(variantLetter(v), QString::fromStdString(facts->variants[v].name));
            if (at) {
                const auto& cells = facts->positions[static_cast<std::size_t>(index)].cells;
                if (v < cells.size()) one.errors = cells[v].layerErrors, one.departsAt = cells[v].departsAt;
            } else {
                one.errors = facts->variants[v].layerErrorMeans;
                for (std::size_t layer = 0; layer < one.errors.size() && one.departsAt < 0; ++layer)
                    if (static_cast<double>(one.errors[layer]) > static_cast<double>(facts->departThreshold)) one.departsAt = static_cast<int>(layer);
            }
            if (one.errors.empty()) continue;
            departs << (one.departsAt < 0 ? tr("%1: no layer departs", "letter of a variant").arg(variantLetter(v)) : tr("%1: from layer %2 on", "letter of a variant").arg(variantLetter(v)).arg(one.departsAt));
            series.push_back(std::move(one));
        }
    if (at) {
        const telemetry::ComparisonPosition& position = facts->positions[static_cast<std::size_t>(index)];
        m_title->setText(tr("Token %1: “%2”").arg(units::count(static_cast<std::uint64_t>(index) + 1), onOneLine(QString::fromStdString(position.cells.empty() ? std::string() : position.cells[0].text))));
        m_note->setText(tr("position %1; accent: the reference’s token").arg(units::count(position.position)));
    } else {
        m_title->setText(tr("All tokens so far"));
        m_note->setText(tr("Choose a token for its candidates"));
    }
    m_candidates->setPosition(facts, index);
    m_candidates->setVisible(at);
    m_departs->setVisible(!series.empty());
    m_departs->setText(departs.isEmpty() ? QString() : tr("Departs (error over %1): %2", "threshold, letters with layers").arg(units::percent(facts ? static_cast<double>(facts->departThreshold) : 0, 0).text(), departs.join(QStringLiteral("; "))));
    m_curve->setVisible(!series.empty());
    m_curve->setSeries(std::move(series), facts ? static_cast<double>(facts->departThreshold) : 0);
}

}  // namespace gh::widgets
