#include "widgets/panels/kv_blocks.h"

#include <algorithm>

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "engine/telemetry/history.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/legend.h"
#include "widgets/controls/page_stack.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/kv/block_detail.h"
#include "widgets/panels/kv/cache_header.h"
#include "widgets/panels/kv/owner_legend.h"
#include "widgets/plots/block_map.h"
#include "widgets/text/pieces.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr std::uint64_t kMovedSteps = 4;
constexpr int kLeastMapHeight = 212;   // some sixteen rows: below that the panel scrolls

Legend::Entry cellEntry(const QString& text, const QString& explanation, telemetry::BlockState state, int fill,
                        bool shared = false) {
    telemetry::BlockCell cell;
    cell.state = state;
    cell.filled = static_cast<std::uint16_t>(fill);
    cell.references = shared ? 2 : 1;
    const BlockLook look = lookOf(cell, {BlockColouring::Owner, kFillLevels, 1, 0, nullptr});
    return {text, explanation, [look](QPainter& painter, const QRectF& box) { BlockSprites::draw(painter, box, look); }, 11};
}

Legend::Entry rampEntry(const QString& text, const QString& explanation) {
    return {text, explanation,
            [](QPainter& painter, const QRectF& box) {
                const Theme& theme = Theme::instance();
                for (int i = 0; i < static_cast<int>(box.width()); ++i)
                    painter.fillRect(QRectF(box.left() + i, box.top(), 1, box.height()),
                                     theme.ramp("sequential", 0.18 + 0.82 * i / box.width()));
            },
            96};
}

}  // namespace

KvBlocksPanel::KvBlocksPanel(SelectionModel* selection, QWidget* parent)
    : Panel(selection, parent), m_hues(selection ? selection->hues() : m_ownHues) {
    m_pages = new PageStack(this);
    m_noModel = new EmptyState("empty-model", tr("No model is open"),
                               tr("Open a model: its cache is set aside as blocks, and this shows what becomes of them."),
                               tr("Open a model…"), "folder", this);
    m_nothing = new EmptyState("empty-blocks", tr("Nothing in the cache"), QString(), tr("Run a sample prompt"), "play", this);
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(buildContent());
    m_scroll->viewport()->installEventFilter(this);
    m_content->installEventFilter(this);
    m_notThen = new EmptyState("empty-blocks", QString(), QString(), tr("Go to live"), "live", this);
    m_loading = loadingState(this);
    m_pages->addWidget(m_noModel);
    m_pages->addWidget(m_loading);
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(m_notThen);
    m_pages->addWidget(m_scroll);
    connect(m_noModel, &EmptyState::clicked, this, [this] { emit actionRequested("open-model"); });
    connect(m_nothing, &EmptyState::clicked, this, [this] { emit actionRequested("sample-prompt"); });
    if (selection) connect(m_notThen, &EmptyState::clicked, selection->clock(), &ClockModel::goLive);
}

QWidget* KvBlocksPanel::buildContent() {
    const Theme& theme = Theme::instance();
    m_content = new QWidget(this);
    m_content->setProperty("plane", "surface");
    m_content->setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(4));
    layout->setSpacing(theme.space(3));
    m_header = new CacheHeader(m_content);
    layout->addWidget(m_header);

    auto* colourRow = new QHBoxLayout;
    auto* colourBy = new QLabel(tr("Colour by"), m_content);
    colourBy->setProperty("role", "muted");
    m_colouring = new Segmented({tr("Owner"), tr("References"), tr("Age"), tr("Fill")}, m_content);
    m_colouring->setCompact(true);
    m_colouring->setAccessibleName(tr("Colour by"));
    colourRow->addWidget(colourBy);
    colourRow->addWidget(m_colouring);
    colourRow->addStretch();
    layout->addLayout(colourRow);

    m_poolSwitch = new Segmented({}, m_content);
    m_poolSwitch->setAccessibleName(tr("Layers"));
    m_poolSwitch->hide();
    m_scale = new QLabel(m_content);
    m_scale->setProperty("role", "caption");
    m_scale->setWordWrap(true);
    m_map = new BlockMapView(m_content);
    auto* mapColumn = new QVBoxLayout;
    mapColumn->setSpacing(theme.space(1) + 2);
    mapColumn->addWidget(m_poolSwitch);
    mapColumn->addWidget(m_scale);
    mapColumn->addWidget(m_map);
    layout->addLayout(mapColumn);

    m_key = new Legend(m_content);
    layout->addWidget(m_key);
    m_owners = new OwnerLegend(m_content);
    layout->addWidget(m_owners);
    m_detail = new BlockDetail(m_content);
    layout->addWidget(m_detail);
    layout->addStretch(1);

    connect(m_colouring, &Segmented::chosen, this, [this](int index) {
        m_map->setColouring(static_cast<BlockColouring>(index));
        m_keyState = -1;
        refreshKey();
    });
    connect(m_poolSwitch, &Segmented::chosen, this, &KvBlocksPanel::showPool);
    connect(m_header, &CacheHeader::blockWanted, this, [this](int pool, int block) {
        showPool(pool);
        if (m_snapshot && this->selection()) this->selection()->select(selectionOfBlock(*m_snapshot, pool, block));
    });
    const auto clear = [this] {
        if (this->selection()) this->selection()->clear();
    };
    connect(m_map, &BlockMapView::chosen, this, [this](int block) {
        if (m_snapshot && this->selection()) this->selection()->select(selectionOfBlock(*m_snapshot, m_pool, block));
    });
    connect(m_map, &BlockMapView::cleared, this, clear);
    connect(m_detail, &BlockDetail::closed, this, clear);
    connect(m_owners, &OwnerLegend::ownerChosen, this, [this](std::uint64_t sequence) {
        const TokenLog* log = m_snapshot ? tokensOf(*m_snapshot, sequence) : nullptr;
        if (!log || log->empty() || !this->selection()) return;
        this->selection()->select(selectionOfTokens(
            *m_snapshot, {sequence, static_cast<std::uint32_t>(log->first()), static_cast<std::uint32_t>(log->end() - 1)}));
    });
    m_map->setDescribers([this](int block) { return m_snapshot ? hoverText(*m_snapshot, m_pool, block) : QString(); },
                         [this](int block) { return m_snapshot ? spokenText(*m_snapshot, m_pool, block) : QString(); });
    return m_content;
}

QString KvBlocksPanel::summary() const {
    return tr("Every block of the key–value cache: who holds it and how full it is.");
}

QString KvBlocksPanel::helpText() const {
    return tr("While a model writes, it keeps the keys and values of every token it has read, so that nothing is computed "
              "twice. They lie in blocks of equal size, one square each; a block fills from the bottom. Full squares of one "
              "colour belong to one conversation, hatched ones to a conversation that waits for its next turn, pale ones are "
              "free, and two lines in a pale one say that its content is kept for a prompt that begins alike.\n\nA ring that "
              "fades says what a step did to a block: green, it was taken; blue, another sequence shares or found it; two blue "
              "ones, it was copied before a write; yellow, its content was given up for another; grey, it was given back.\n\nPredicted comes from the number of tokens and the shape of the model alone, allocated is counted by "
              "the pool when it hands out a block. They must agree to the byte.\n\nClick a square, or move with the arrow "
              "keys, to see its tokens here, in the conversation and in Steps.");
}

int KvBlocksPanel::pools() const {
    return m_snapshot && m_snapshot->blocks ? static_cast<int>(m_snapshot->blocks->pools.size()) : 0;
}

void KvBlocksPanel::refresh() {
    m_snapshot = m_past.at(latest(), scrubbedTo());
    const std::shared_ptr<const telemetry::BlockMap> before = std::exchange(m_shown, nullptr);
    if (latest() && !m_snapshot) {
        const std::uint64_t kept = latest()->history ? latest()->history->firstStep() : 0;
        m_notThen->setTexts(tr("Step %1 is not kept").arg(units::count(*scrubbedTo())),
                            kept ? tr("The past of the cache is kept back to step %1; what is older makes room for what is new.")
                                       .arg(units::count(kept))
                                 : tr("Nothing is kept of the cache's past."));
        return m_pages->setCurrentWidget(m_notThen);
    }
    if (pools() == 0)
        return m_pages->setCurrentWidget(m_snapshot && m_snapshot->model     ? m_nothing
                                         : m_snapshot && m_snapshot->loading ? m_loading
                                                                             : m_noModel);
    const std::shared_ptr<const telemetry::BlockMap>& map = m_snapshot->blocks;
    if (map != before) {
        m_facts = cacheFacts(*map);
        // Who is there now keeps its hue while the clock is in the past, and the other way round.
        m_hues.update(*map, latest()->blocks.get());
    }
    if (m_facts.empty()) {
        m_nothing->setTexts(tr("Nothing in the cache"),
                            tr("Send a message: every %1 tokens fill one square, coloured by the conversation that owns it.")
                                .arg(units::count(static_cast<std::uint64_t>(map->pools[0].blockTokens))));
        m_notThen->setTexts(tr("Nothing in the cache"), tr("At the end of step %1 no block was held.").arg(units::count(m_snapshot->step)));
        return m_pages->setCurrentWidget(scrubbedTo() ? m_notThen : m_nothing);
    }
    m_shown = map;
    m_pages->setCurrentWidget(m_scroll);
    // Age changes with every step, the rest only with the map.
    if (map == before && m_map->colouring() != BlockColouring::Age) return;
    if (map != before) {
        m_header->setFacts(*map, m_facts);
        fillPoolSwitch();
    }
    refreshMap();
    refreshSelection();
    showMotion();
}

// What the newest steps did to the blocks of the pool on show. The past stands still.
void KvBlocksPanel::showMotion() {
    const std::uint64_t now = m_snapshot->step, before = std::exchange(m_movedAt, now);
    if (scrubbedTo() || !m_snapshot->history || now <= before || before == 0) return;
    // One step does not hide what the others did, but nobody sees more than the last few.
    for (std::uint64_t step = std::max(before + 1, now > kMovedSteps ? now - kMovedSteps + 1 : 1); step <= now; ++step)
        for (const telemetry::CellChange& change : m_snapshot->history->changesOf(step))
            if (change.pool == m_pool) m_map->flash(static_cast<int>(change.block), change.kind);
}

// Another model may have as many pools, with other layers in them.
void KvBlocksPanel::fillPoolSwitch() {
    QStringList names;
    if (pools() > 1)
        for (const telemetry::BlockPool& pool : m_shown->pools) names << poolTitle(pool);
    m_pool = std::clamp(m_pool, 0, pools() - 1);
    if (names != m_poolNames) {
        m_poolNames = names;
        m_poolSwitch->setWords(names);
        m_poolSwitch->setVisible(!names.isEmpty());
    }
    m_poolSwitch->setCurrent(m_pool);
}

void KvBlocksPanel::showPool(int pool) {
    if (!m_shown || pool == m_pool || pool < 0 || pool >= pools()) return;
    m_pool = pool;
    m_poolSwitch->setCurrent(pool);
    refreshMap();
    refreshSelection();
}

void KvBlocksPanel::refreshMap() {
    const telemetry::BlockPool& pool = m_shown->pools[static_cast<std::size_t>(m_pool)];
    const PoolFacts& facts = m_facts.pools[static_cast<std::size_t>(m_pool)];
    m_map->setCells(m_shown, static_cast<std::size_t>(m_pool), m_snapshot->step, m_hues);
    QString scale = tr("1 square = 1 block = %1 = %2 · %3")
                        .arg(units::tokens(static_cast<std::uint64_t>(pool.blockTokens)),
                             units::bytes(pool.blockBytes).text(), units::blocks(facts.total));
    if (scrubbedTo()) scale = tr("As of step %1").arg(units::count(m_snapshot->step)) + QStringLiteral(" · ") + scale;
    if (scale != m_scale->text()) {
        m_scale->setText(scale);
        m_scale->setToolTip(units::exactBytes(pool.blockBytes));
    }
    m_owners->setFacts(facts, m_hues);
    refreshKey();
    fitMap();
}

void KvBlocksPanel::refreshKey() {
    if (!m_shown) return;
    const PoolFacts& facts = m_facts.pools[static_cast<std::size_t>(m_pool)];
    const BlockColouring colouring = m_map->colouring();
    const int references = m_map->mostReferences();
    const int state = static_cast<int>(colouring) | (facts.shared ? 4 : 0) | (facts.cached > 0 ? 8 : 0) | (facts.reusable > 0 ? 16 : 0) | references << 5;
    if (state == m_keyState) return;
    m_keyState = state;
    using telemetry::BlockState;
    std::vector<Legend::Entry> entries;
    switch (colouring) {
        case BlockColouring::Owner: break;
        case BlockColouring::References:
            entries.push_back(rampEntry(references > 1 ? tr("1 to %1 references").arg(references) : tr("1 reference"),
                                        tr("How many sequences use the block.")));
            break;
        case BlockColouring::Age:
            entries.push_back(rampEntry(tr("%1 steps ago to now").arg(units::count(kOldestAge)),
                                        tr("Steps since a token was last written into the block.")));
            break;
        case BlockColouring::Fill:
            entries.push_back(rampEntry(tr("empty to full"), tr("How many of the block's tokens are written.")));
            break;
    }
    if (entries.empty())
        entries.push_back(cellEntry(tr("Part-filled"), tr("The level shows how many of its tokens are written."),
                                    BlockState::Used, kFillLevels * 5 / 8));
    if (facts.shared)
        entries.push_back(cellEntry(tr("Shared"), tr("More than one sequence uses the block."), BlockState::Used,
                                    kFillLevels, true));
    if (facts.reusable > 0)
        entries.push_back(cellEntry(tr("Reusable"), tr("Nobody holds the block; its content is kept, and found by a prompt that begins alike."),
                                    BlockState::Reusable, kFillLevels));
    if (facts.cached > 0)
        entries.push_back(cellEntry(tr("Cached"), tr("Belongs to a conversation that waits for its next turn, which goes on "
                                                     "from it."),
                                    BlockState::Cached, kFillLevels));
    entries.push_back(cellEntry(tr("Free"), tr("Nobody holds the block."), BlockState::Free, 0));
    m_key->setEntries(std::move(entries));
}

// A block that is selected brings its pool on show, once: the switch may lead away from it again.
void KvBlocksPanel::onSelection() {
    if (!m_shown || !selection()) return;
    if (const auto& block = selection()->current().block) showPool(block->pool);
    refreshSelection();
}

void KvBlocksPanel::refreshSelection() {
    if (!m_shown || !selection()) return;
    const Selection& chosen = selection()->current();
    std::optional<int> block;
    std::vector<int> holders;
    if (chosen.block && chosen.block->pool == m_pool) block = chosen.block->index;
    else if (chosen.tokens) holders = holdersOf(m_shown->pools[static_cast<std::size_t>(m_pool)], *chosen.tokens);
    m_map->setChosen(block, std::move(holders));
    m_owners->setChosen(chosen.tokens ? chosen.tokens->sequence : 0);
    if (block) m_detail->showBlock(*m_snapshot, m_pool, *block);
    else if (chosen.tokens) m_detail->showTokens(*m_snapshot, *chosen.tokens);
    else m_detail->showHint();
}

// The map takes the height that the rest leaves; with more blocks than fit, smaller cells, then a scroll bar.
void KvBlocksPanel::fitMap() {
    if (!m_shown) return;
    QLayout* layout = m_content->layout();
    layout->activate();
    const int all = layout->hasHeightForWidth() ? layout->minimumHeightForWidth(m_scroll->viewport()->width())
                                                : layout->minimumSize().height();
    const int available = std::max(kLeastMapHeight, m_scroll->viewport()->height() - (all - m_map->minimumHeight()));
    const QMargins margins = layout->contentsMargins();
    const int width = m_scroll->viewport()->width() - margins.left() - margins.right();
    const int height = std::min(available, m_map->heightFor(width, available));
    if (m_map->minimumHeight() != height || m_map->maximumHeight() != height) m_map->setFixedHeight(height);
}

void KvBlocksPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    fitMap();
}

// The room changes with the panel, and with what the rest needs (a message appears, an owner joins).
bool KvBlocksPanel::eventFilter(QObject* object, QEvent* event) {
    if ((object == m_scroll->viewport() && event->type() == QEvent::Resize) ||
        (object == m_content && event->type() == QEvent::LayoutRequest))
        fitMap();
    return Panel::eventFilter(object, event);
}

}  // namespace gh::widgets
