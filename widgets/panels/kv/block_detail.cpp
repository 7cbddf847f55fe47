#include "widgets/panels/kv/block_detail.h"

#include <algorithm>

#include <QCoreApplication>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/panel_header.h"
#include "widgets/models/cache_facts.h"
#include "widgets/text/pieces.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

// A block of 16 tokens is about this long; a whole conversation is not put into a tool tip.
constexpr qsizetype kMostText = 400;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(BlockDetail)
};

struct Words {
    QString title, owner, positions, steps, text, filled, references, state, chain;
};

QString quoted(QString text) {
    text = onOneLine(std::move(text));
    if (text.size() > kMostText) text = text.left(kMostText) + QChar(0x2026);
    return Text::tr("“%1”").arg(text);
}

// The first eight of its sixteen digits: enough to follow a chain with the eye.
QString shortHash(std::uint64_t hash) { return QStringLiteral("%1").arg(hash >> 32, 8, 16, QLatin1Char('0')); }

// As the index of prefixes knows the block; empty: of a past step, or nothing is in it.
QString chainOf(const telemetry::Snapshot& snapshot, std::size_t pool, std::size_t block, const telemetry::BlockCell& cell, int blockTokens) {
    if (!snapshot.chains || pool >= snapshot.chains->pools.size() || block >= snapshot.chains->pools[pool].size()) return {};
    const telemetry::BlockChain& chain = snapshot.chains->pools[pool][block];
    if (chain.depth > 0)
        return Text::tr("Hash chain, place %1: %2 → %3").arg(units::count(chain.depth), shortHash(chain.parent), shortHash(chain.hash));
    return cell.filled > 0 && cell.filled < blockTokens ? Text::tr("no hash until it is full") : QString();
}

Words wordsOf(const telemetry::Snapshot& snapshot, int poolIndex, int block) {
    Words words;
    const telemetry::BlockPool& pool = snapshot.blocks->pools[static_cast<std::size_t>(poolIndex)];
    const telemetry::BlockCell& cell = pool.cells[static_cast<std::size_t>(block)];
    words.title = Text::tr("Block %1").arg(units::count(static_cast<std::uint64_t>(block)));
    words.filled = Text::tr("%1 of %2 filled").arg(cell.filled).arg(pool.blockTokens);
    words.references = cell.references == 1 ? Text::tr("1 reference")
                                            : Text::tr("%1 references").arg(cell.references);
    switch (cell.state) {
        case telemetry::BlockState::Free: words.state = Text::tr("free"); return words;
        case telemetry::BlockState::Reusable: words.state = Text::tr("reusable"); break;
        case telemetry::BlockState::Cached: words.state = Text::tr("cached"); break;
        case telemetry::BlockState::Used: words.state = Text::tr("in use"); break;
    }
    if (cell.owner == 0) words.owner = Text::tr("no owner");
    words.chain = chainOf(snapshot, static_cast<std::size_t>(poolIndex), static_cast<std::size_t>(block), cell, pool.blockTokens);
    for (const telemetry::SequenceFacts& sequence : snapshot.blocks->sequences)
        if (sequence.key == cell.owner) words.owner = QString::fromStdString(sequence.label);
    if (cell.filled == 0) return words;
    const std::uint32_t last = cell.firstToken + cell.filled - 1u;
    words.positions = (cell.filled == 1 ? Text::tr("token %1") : Text::tr("tokens %1")).arg(units::range(cell.firstToken, last));
    // Of a past step: its sequence may be gone by now, or have other tokens in these places.
    if (const TokenLog* log = tokensOf(snapshot, cell.owner); log && log->find(last)) {
        words.text = quoted(textOf(*log, cell.firstToken, last));
        const StepRange steps = stepsOf(*log, cell.firstToken, last);
        if (steps.first > 0)
            words.steps = (steps.first == steps.last ? Text::tr("step %1") : Text::tr("steps %1"))
                              .arg(units::range(steps.first, steps.last));
    } else {
        words.steps = Text::tr("text no longer kept");
    }
    return words;
}

QString joined(QStringList parts) {
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

bool exists(const telemetry::Snapshot& snapshot, int pool, int block) {
    return snapshot.blocks && pool >= 0 && static_cast<std::size_t>(pool) < snapshot.blocks->pools.size() && block >= 0 &&
           static_cast<std::size_t>(block) < snapshot.blocks->pools[static_cast<std::size_t>(pool)].cells.size();
}

}  // namespace

QString hoverText(const telemetry::Snapshot& snapshot, int pool, int block) {
    if (!exists(snapshot, pool, block)) return {};
    const Words w = wordsOf(snapshot, pool, block);
    if (w.owner.isEmpty()) return QStringLiteral("<b>%1</b> · %2").arg(w.title, w.state);
    QString html = QStringLiteral("<b>%1</b> · %2<br>%3").arg(w.title, w.owner.toHtmlEscaped(), joined({w.positions, w.steps}));
    if (!w.text.isEmpty())
        html += QStringLiteral("<br><span style='font-family:\"%1\"'>%2</span>")
                    .arg(Theme::instance().mono("caption").family(), w.text.toHtmlEscaped());
    html += QStringLiteral("<br>") + joined({w.filled, w.references, w.state});
    return w.chain.isEmpty() ? html : html + QStringLiteral("<br>") + w.chain;
}

QString spokenText(const telemetry::Snapshot& snapshot, int pool, int block) {
    if (!exists(snapshot, pool, block)) return {};
    const Words w = wordsOf(snapshot, pool, block);
    QStringList parts{w.title, w.owner, w.state, w.positions, w.owner.isEmpty() ? QString() : w.filled, w.text, w.chain};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

BlockDetail::BlockDetail(QWidget* parent) : QFrame(parent) {
    const Theme& theme = Theme::instance();
    m_pages = new QStackedLayout(this);
    auto* hint = new QLabel(tr("Select a block to see its tokens and steps."), this);
    hint->setProperty("role", "caption");
    hint->setAlignment(Qt::AlignCenter);
    hint->setWordWrap(true);
    m_pages->addWidget(hint);
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(theme.space(3), theme.space(2), theme.space(2), theme.space(2) + 2);
    layout->setSpacing(theme.space(1));
    QHBoxLayout* head = sideHead(m_title, m_where, page);
    m_title->setProperty("role", "title");
    auto* close = iconButton("close", tr("Clear the selection"), page);
    connect(close, &QToolButton::clicked, this, &BlockDetail::closed);
    head->addWidget(close);
    m_text = new ElidedText(2, theme.mono("caption"), "selectionText", page);
    m_facts = new ElidedText(1, theme.font("caption"), "textMuted", page);
    layout->addLayout(head);
    layout->addWidget(m_text);
    layout->addWidget(m_facts);
    m_pages->addWidget(page);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    showHint();
}

void BlockDetail::show(const QString& title, const QString& where, const QString& text, const QString& facts) {
    m_title->setText(title);
    m_where->setText(where);
    m_text->setText(text);
    m_facts->setText(facts);
    setAccessibleName(title);
    setAccessibleDescription(joined({where, text, facts}));
    if (m_pages->currentIndex() == 1) return;
    m_pages->setCurrentIndex(1);
    setProperty("card", "selection");
    Theme::restyle(this);
}

void BlockDetail::showBlock(const telemetry::Snapshot& snapshot, int pool, int block) {
    if (!exists(snapshot, pool, block)) return showHint();
    const Words w = wordsOf(snapshot, pool, block);
    show(w.title, joined({w.positions, w.steps}), w.text,
         w.owner.isEmpty() ? w.state : joined({w.filled, w.references, w.state, w.owner}));
}

void BlockDetail::showTokens(const telemetry::Snapshot& snapshot, const Selection::Tokens& tokens) {
    const TokenLog* log = tokensOf(snapshot, tokens.sequence);
    if (!log) return showHint();
    const StepRange steps = stepsOf(*log, tokens.first, tokens.last);
    show(units::tokens(tokens.last - tokens.first + 1ull),
         joined({(tokens.first == tokens.last ? tr("position %1") : tr("positions %1"))
                     .arg(units::range(tokens.first, tokens.last)),
                 steps.first == 0 ? QString()
                                  : (steps.first == steps.last ? tr("step %1") : tr("steps %1"))
                                        .arg(units::range(steps.first, steps.last))}),
         quoted(textOf(*log, tokens.first, std::min<std::uint32_t>(tokens.last, tokens.first + kMostText))), tr("The blocks that hold them are ringed."));
}

void BlockDetail::showHint() {
    if (property("card").toString() == "outlined") return;
    m_pages->setCurrentIndex(0);
    setProperty("card", "outlined");
    setAccessibleName(tr("No block is selected"));
    Theme::restyle(this);
}

}  // namespace gh::widgets
