#include "widgets/panels/tokens/candidate_side.h"

#include <cmath>

#include <QHBoxLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "widgets/controls/metric_label.h"
#include "widgets/controls/panel_header.h"
#include "widgets/panels/tokens/candidate_list.h"
#include "widgets/panels/tokens/token_flow.h"
#include "widgets/panels/tokens/wrapped_label.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {

CandidateSide::CandidateSide(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* layout = bareColumn(this);
    layout->addLayout(sideHead(m_title, m_where, this));
    m_title->setProperty("role", "mono");
    m_title->setFont(plainMono("body"));

    auto* pages = new QWidget(this);
    m_pages = new QStackedLayout(pages);
    auto* page = new QWidget(pages);
    QVBoxLayout* column = bareColumn(page);
    auto* figures = new QHBoxLayout;
    figures->setSpacing(theme.space(4));
    m_probability = new MetricLabel(tr("Probability"), MetricLabel::Size::Value, page);
    m_rank = new MetricLabel(tr("Rank"), MetricLabel::Size::Value, page);
    m_entropy = new MetricLabel(tr("Entropy"), MetricLabel::Size::Value, page);
    m_probability->setToolTip(tr("How likely this token was: after bias and penalties, before the filters, at temperature 1."));
    m_rank->setToolTip(tr("1: the likeliest of all."));
    m_entropy->setToolTip(tr("How undecided the model was: 0 bits, one token has all the probability; each bit more, twice as "
                             "many equally likely ones."));
    for (MetricLabel* figure : {m_probability, m_rank, m_entropy}) figures->addWidget(figure);
    figures->addStretch(1);
    column->addLayout(figures);
    m_stages = new WrappedLabel("caption", page);
    column->addWidget(m_stages);
    m_hint = new WrappedLabel("caption", page);
    column->addWidget(m_hint);
    m_list = new CandidateView(page);
    m_model = new CandidateModel(this);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new CandidateDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMouseTracking(true);
    m_list->setUniformItemSizes(true);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Candidates"));
    m_list->setMinimumHeight(theme.size("hitMinimum") + 4);
    column->addWidget(m_list, 1);
    m_pages->addWidget(page);
    m_reason = new WrappedLabel("caption", pages);
    m_pages->addWidget(m_reason);
    layout->addWidget(pages, 1);
    connect(m_list, &QListView::clicked, this, &CandidateSide::choose);
    connect(m_list, &CandidateView::chosenByKey, this, &CandidateSide::choose);
}

bool CandidateSide::canBranch() const {
    return m_sequence && m_sequence.facts() && m_sequence.facts()->conversation != 0;
}

QString CandidateSide::reason() const { return m_pages->currentIndex() == 1 ? m_reason->text() : QString(); }

void CandidateSide::setPosition(const TokenSequence& sequence, std::optional<std::uint32_t> position,
                                const QString& why) {
    if (position && (!sequence || *position >= sequence.size())) position.reset();
    const Shown shown = position ? Shown{sequence.draw(*position), sequence.id(*position), sequence.step(*position)} : Shown();
    const bool samePlace = sequence.key() == m_sequence.key() && position == m_position;
    m_sequence = sequence;
    if (samePlace && position && shown == m_shown) return;
    m_position = position;
    m_shown = shown;
    const auto [draw, here, step] = shown;
    if (!position) {
        m_title->clear();
        m_where->clear();
        m_reason->setText(why.isEmpty() ? tr("Choose a token to see what else could have stood there.") : why);
        m_pages->setCurrentIndex(1);
        return;
    }
    m_title->setText(tr("“%1”").arg(pieceText(sequence.bytes(*position)).left(24)));
    QString where = tr("position %1 · id %2").arg(units::count(*position), QString::number(here));
    if (step) where += tr(" · step %1").arg(units::count(step));
    m_where->setText(where);
    m_where->setToolTip(where);
    if (!draw) {
        m_reason->setText(noDrawReason(sequence, *position));
        m_pages->setCurrentIndex(1);
        return;
    }
    // Of the token that stands here, which a branch may have put where another was drawn.
    if (const auto rank = sequence.rank(*position)) {
        m_probability->setFigure({probabilityText(*sequence.probability(*position)), {}});
        m_rank->setFigure({units::count(*rank + 1ull), {}});
    } else {
        m_probability->setNothing();
        m_rank->setNothing();
    }
    m_entropy->setFigure({units::number(static_cast<double>(draw->entropy), 2), tr("bits")});
    m_stages->setText(stageLine(*draw));
    m_stages->setToolTip(stageHover(*draw));
    m_stages->setAccessibleDescription(stageHover(*draw).replace(u'\n', QStringLiteral("; ")));
    const bool branches = canBranch();
    m_hint->setText(sequence.branched(*position) ? tr("A branch put another token here than the model had drawn.")
                    : branches                   ? tr("Click a candidate to branch there.")
                                                 : tr("This request belongs to no chat, so there is nothing to branch."));
    const QModelIndex current = m_list->currentIndex();
    m_model->setRows(rowsOf(*draw, here), branches);
    if (samePlace && current.isValid() && current.row() < m_model->rowCount()) m_list->setCurrentIndex(m_model->index(current.row()));
    m_pages->setCurrentIndex(0);
}

void CandidateSide::choose(const QModelIndex& index) {
    if (!index.isValid() || !m_position || !canBranch()) return;
    const CandidateRow& row = m_model->row(index.row());
    if (row.here) return;   // it stands there already
    emit branchWanted(*m_position, row.id, row.text);
}

}  // namespace gh::widgets
