#include "widgets/panels/tokens.h"

#include <algorithm>

#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QFrame>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include "widgets/controls/empty_state.h"
#include "widgets/controls/legend.h"
#include "widgets/controls/page_stack.h"
#include "widgets/controls/panel_header.h"
#include "widgets/controls/segmented.h"
#include "widgets/models/cache_facts.h"
#include "widgets/panels/tokens/candidate_list.h"
#include "widgets/panels/tokens/candidate_side.h"
#include "widgets/panels/tokens/template_view.h"
#include "widgets/panels/tokens/token_flow.h"
#include "widgets/panels/tokens/token_strip.h"
#include "widgets/panels/tokens/wrapped_label.h"
#include "widgets/text/pieces.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kSideWidth = 312;          // of the candidates beside the tokens
constexpr int kBesideFrom = 640;         // a narrower panel has them below
constexpr int kLowBelow = 260;

std::function<void(QPainter&, const QRectF&)> voiceSwatch(TokenVoice voice) {
    return [voice](QPainter& painter, const QRectF& box) {
        const Theme& theme = Theme::instance();
        painter.fillRect(box, theme.color(voice == TokenVoice::Template ? "sunken" : voice == TokenVoice::Generated ? "surface" : "raised"));
        painter.fillRect(QRectF(box.left(), box.top(), box.width(), 2), voiceColor(voice));
    };
}

void specialSwatch(QPainter& painter, const QRectF& box) {
    const Theme& theme = Theme::instance();
    painter.fillRect(box, theme.color("sunken"));
    painter.setPen(QPen(specialColor(), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
}

void entropySwatch(QPainter& painter, const QRectF& box) {
    painter.fillRect(QRectF(box.left(), box.center().y() - 1, box.width(), 2), Theme::instance().color("text"));
}

}  // namespace

TokensPanel::TokensPanel(SelectionModel* selection, QWidget* parent) : Panel(selection, parent) {
    m_pages = new PageStack(this);
    m_noModel = new EmptyState("empty-model", tr("No model is open"),
                               tr("Open a model and send a message: this shows its tokens and what else could have been written."),
                               tr("Open a model…"), "folder", this);
    m_empty = buildEmpty();
    m_nothing = new EmptyState("empty-tokens", tr("No tokens yet"),
                               tr("Send a message: this shows how the template, the text and the token ids belong together, and "
                                  "what else could have been written at each position."),
                               tr("Run a sample prompt"), "play", m_empty);
    m_empty->layout()->addWidget(m_nothing);
    m_loading = loadingState(this);
    m_pages->addWidget(m_noModel);
    m_pages->addWidget(m_loading);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(buildContent());
    m_tokensPage = m_noModel;
    connect(m_noModel, &EmptyState::clicked, this, [this] { emit actionRequested("open-model"); });
    connect(m_nothing, &EmptyState::clicked, this, [this] { emit actionRequested("sample-prompt"); });
}

QWidget* TokensPanel::buildTop() {
    const Theme& theme = Theme::instance();
    auto* top = new QWidget(m_content);
    auto* layout = new QHBoxLayout(top);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.space(3));
    m_name = new QLabel(top);
    m_name->setTextFormat(Qt::PlainText);
    m_name->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_chooser = new QComboBox(top);
    m_chooser->setAccessibleName(tr("Which conversation's tokens"));
    m_chooser->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_chooser->setMinimumContentsLength(12);
    m_chooser->hide();
    m_legend = new Legend(top);
    m_copy = iconButton("copy", tr("Copy the tokens"), top);
    m_copy->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_copy);
    m_copy->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        fillCopyMenu(*menu);
    });
    layout->addWidget(makeViews(top));
    layout->addWidget(m_name);
    layout->addWidget(m_chooser);
    layout->addWidget(m_legend, 1);
    layout->addWidget(m_copy);
    connect(m_chooser, &QComboBox::activated, this, [this](int index) {
        m_pinned = m_chooser->itemData(index).toULongLong();
        refresh();
    });
    return top;
}

QWidget* TokensPanel::buildContent() {
    const Theme& theme = Theme::instance();
    m_content = new QWidget(this);
    m_split = new QBoxLayout(QBoxLayout::LeftToRight, m_content);
    m_split->setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(2));
    m_split->setSpacing(theme.space(3));
    auto* column = new QVBoxLayout;
    column->setSpacing(theme.space(1));
    column->addWidget(buildTop());
    m_notices = new WrappedLabel("caption", m_content);
    m_notices->hide();
    column->addWidget(m_notices);
    m_strip = new TokenStrip(m_content);
    m_flow = new TokenFlow(m_content);
    column->addWidget(m_strip);
    column->addWidget(m_flow, 1);
    m_rule = new QFrame(m_content);
    m_side = new CandidateSide(m_content);
    m_split->addLayout(column, 1);
    m_split->addWidget(m_rule);
    m_split->addWidget(m_side);
    fillLegend();
    arrange();

    connect(m_flow, &TokenFlow::chosenByUser, this, &TokensPanel::choose);
    connect(m_flow, &TokenFlow::cleared, this, &TokensPanel::clear);
    connect(m_flow, &TokenFlow::hovered, this, [this](int position) {
        m_strip->setHovered(position < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(position)));
    });
    connect(m_flow, &TokenFlow::activated, this, [this] {
        if (!m_side->list()->isVisible()) return;
        m_side->list()->setFocus(Qt::ShortcutFocusReason);
        if (!m_side->list()->currentIndex().isValid()) m_side->list()->setCurrentIndex(m_side->list()->model()->index(0, 0));
    });
    connect(m_flow, &TokenFlow::copyWanted, this, [this] {
        const auto range = m_flow->chosen();
        if (range) QGuiApplication::clipboard()->setText(idsText(m_sequence, range->first, range->last));
    });
    connect(m_flow, &TokenFlow::menuWanted, this, [this](const QPoint& at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        fillCopyMenu(*menu);
        menu->popup(at);
    });
    connect(m_strip, &TokenStrip::chosenByUser, this, [this](quint32 position) { choose(position, position); });
    connect(m_strip, &TokenStrip::cleared, this, &TokensPanel::clear);
    connect(m_strip, &TokenStrip::hovered, this, [this](int position) {
        m_flow->setHovered(position < 0 ? std::nullopt : std::optional(static_cast<std::uint32_t>(position)));
    });
    connect(m_side, &CandidateSide::branchWanted, this, [this](quint32 position, qint32 token, const QString& text) {
        emit branchRequested(m_sequence.key(), position, token, text);
    });
    return m_content;
}

QString TokensPanel::summary() const {
    return tr("What the model really reads and writes: tokens, and how sure it was of each.");
}

QString TokensPanel::helpText() const {
    return tr("A model reads numbers. The chat template puts markers around what you write, the tokenizer cuts the result into "
              "tokens, and each token is an id. The three rows belong together: who wrote it, the text, the id. Special tokens "
              "stand in boxes; a marker that you type yourself stays plain text.\n\nAt each position the model gives every "
              "token a probability. The bar under a written token, and in the strip, is the probability of the one that was "
              "drawn; the dark mark is the entropy in bits: how undecided the model was. Both are measured after bias and "
              "penalties, before the sampler's filters, at temperature 1. The prompt is only read, so it has no probabilities.\n\nChoose a token, with the "
              "mouse or the arrow keys, to see its candidates and what the filters removed. Enter goes to the candidates; "
              "choosing one there continues the reply from it in a branch of its own.\n\nTokens that a windowed layer no "
              "longer sees, or that have no room in the context, are faded.") +
           QStringLiteral("\n\n") +
           tr("The view Template has the template itself: change it, and the prompt of this conversation changes beside it. "
              "Apply uses it from the next message on and keeps it for this model; Revert goes back to the model's own.");
}

// ---- what is shown ------------------------------------------------------------------------------------

void TokensPanel::onSnapshot() {
    // Of the parts that stand here only requests change with every snapshot.
    const auto same = [&](auto part) { return m_sequence && latest() && m_sequence.snapshot().*part == (*latest()).*part; };
    using telemetry::Snapshot;
    if (!same(&Snapshot::tokens) || !same(&Snapshot::blocks) || !same(&Snapshot::model)) return refresh();
    m_sequence = TokenSequence(latest(), m_sequence.key());
    refreshNotices();
}

void TokensPanel::refresh() {
    const SnapshotPtr& snapshot = latest();
    if (!snapshot || !snapshot->tokens || snapshot->tokens->empty()) {
        m_sequence = {};
        m_flow->setSequence(m_sequence);
        m_strip->setSequence(m_sequence);
        m_side->setPosition(m_sequence, {});
        return showTokens(snapshot && snapshot->model     ? m_empty
                          : snapshot && snapshot->loading ? m_loading
                                                          : m_noModel);
    }
    if (m_pinned != 0 && !tokensOf(*snapshot, m_pinned)) m_pinned = 0;
    const std::uint64_t before = m_sequence.key();
    m_sequence = TokenSequence(snapshot, wantedSequence());
    if (!m_sequence || m_sequence.size() == 0) {
        return showTokens(m_empty);
    }
    showTokens(m_content);
    fillChooser();
    m_flow->setSequence(m_sequence);
    m_strip->setSequence(m_sequence);
    refreshNotices();
    onClock();
    onSelection();
    if (m_clock && m_sequence.key() != before && !m_flow->chosen()) showNewest();
}

// The one from the list while it is there, else the selected one, else the one that runs, or ran when the clock stands
// in the past.
std::uint64_t TokensPanel::wantedSequence() const {
    if (m_pinned != 0) return m_pinned;
    if (selection())
        if (const auto& tokens = selection()->current().tokens; tokens && tokensOf(*latest(), tokens->sequence)) return tokens->sequence;
    return scrubbedTo() ? sequenceAt(*latest(), *scrubbedTo()) : liveSequence(*latest());
}

void TokensPanel::fillChooser() {
    const auto& sequences = *latest()->tokens;
    const auto label = [this](std::uint64_t key) {
        if (latest()->blocks)
            for (const telemetry::SequenceFacts& facts : latest()->blocks->sequences)
                if (facts.key == key && !facts.label.empty()) return QString::fromStdString(facts.label);
        return tr("Sequence %1").arg(key);
    };
    const bool several = sequences.size() > 1;
    m_chooser->setVisible(several);
    m_name->setVisible(!several);
    if (!several) {
        m_name->setText(QFontMetrics(m_name->font()).elidedText(label(m_sequence.key()), Qt::ElideRight, 180));
        m_name->setToolTip(label(m_sequence.key()));
        return;
    }
    std::vector<std::pair<QString, qulonglong>> items{{tr("Selected or running"), 0}};
    for (const auto& entry : sequences) items.emplace_back(label(entry.key), entry.key);
    bool same = m_chooser->count() == static_cast<int>(items.size());
    for (int i = 0; same && i < m_chooser->count(); ++i)
        same = m_chooser->itemText(i) == items[static_cast<std::size_t>(i)].first &&
               m_chooser->itemData(i).toULongLong() == items[static_cast<std::size_t>(i)].second;
    if (!same) {
        m_chooser->clear();
        for (const auto& [text, key] : items) m_chooser->addItem(text, key);
    }
    m_chooser->setCurrentIndex(std::max(0, m_chooser->findData(static_cast<qulonglong>(m_pinned))));
    m_chooser->setToolTip(tr("Shown: %1").arg(label(m_sequence.key())));
}

void TokensPanel::refreshNotices() {
    std::vector<TokenNotice> notices = noticesOf(m_sequence);
    if (notices == m_shownNotices) return;
    m_shownNotices = std::move(notices);
    QStringList lines;
    bool warning = false;
    for (const TokenNotice& notice : m_shownNotices) {
        lines << notice.text;
        warning = warning || notice.warning;
    }
    m_notices->setText(lines.join(QLatin1Char('\n')));
    m_notices->setProperty("role", warning ? "warn" : "caption");
    Theme::restyle(m_notices);
    m_notices->setVisible(!lines.isEmpty());
}

void TokensPanel::fillLegend() {
    // The tokens' own bands say who wrote them, and a hover over a boxed one that it is special.
    std::vector<Legend::Entry> entries;
    entries.push_back({tr("Template"), tr("Written by the chat template: roles and markers."), voiceSwatch(TokenVoice::Template), 14, true});
    entries.push_back({tr("Content"), tr("Written by a person, a file or an earlier reply: never a marker."), voiceSwatch(TokenVoice::User), 14, true});
    entries.push_back({tr("Reply"), tr("Written by the model, one token a step."), voiceSwatch(TokenVoice::Generated), 14, true});
    entries.push_back({tr("Special"), tr("A token with a meaning of its own: the beginning or the end of a turn."), specialSwatch, 14, true});
    entries.push_back({tr("Probability"), tr("Of the token that was drawn: after bias and penalties, before the filters, at temperature 1."), roleSwatch("phase.sampling"), 8});
    entries.push_back({tr("Entropy"), tr("How undecided the model was, in bits: one bit more, twice as many equally likely tokens."), entropySwatch, 8});
    m_legend->setEntries(std::move(entries));
}

// ---- the selection and the clock ----------------------------------------------------------------------

void TokensPanel::choose(std::uint32_t first, std::uint32_t last) {
    if (!m_sequence || !selection()) return;
    selection()->select(selectionOfTokens(*latest(), {m_sequence.key(), first, last}));
}

void TokensPanel::clear() {
    if (selection()) selection()->clear();
}

void TokensPanel::onSelection() {
    if (!m_sequence) return;
    const bool any = selection() && selection()->current().tokens;
    const Selection::Tokens* tokens = any ? &*selection()->current().tokens : nullptr;
    // A selection in another sequence leads there, one that is cleared leads back, unless the list says otherwise.
    if (wantedSequence() != m_sequence.key()) return refresh();
    std::optional<TokenFlow::Range> range;
    if (tokens && tokens->sequence == m_sequence.key() && tokens->first < m_sequence.size())
        range = TokenFlow::Range{tokens->first, std::min(tokens->last, m_sequence.size() - 1)};
    const bool ends = m_flow->chosen() && !range;
    m_flow->setChosen(range);
    m_strip->setChosen(range ? std::optional(range->first) : std::nullopt, range ? range->last : 0);
    // Where a scrubbed clock stands, the newest token is not the last one.
    if (ends && m_clock) showNewest();
    refreshSide();
}

void TokensPanel::onClock() {
    const bool moved = std::exchange(m_clock, scrubbedTo()) != m_clock;
    if (moved && m_sequence && wantedSequence() != m_sequence.key()) return refresh();
    m_flow->setClock(m_clock);
    m_strip->setClock(m_clock);
    // A clock that moves takes the views along, unless something is chosen.
    if (moved && m_sequence && m_sequence.size() > 0 && !m_flow->chosen()) showNewest();
    refreshSide();
}

void TokensPanel::showNewest() {
    m_flow->ensureVisible(newest());
    m_strip->ensureVisible(newest());
}

// The chosen token; without one, the newest that the clock has reached.
void TokensPanel::refreshSide() {
    if (!m_sequence || m_sequence.size() == 0) return m_side->setPosition(m_sequence, {});
    if (const auto range = m_flow->chosen()) {
        const std::uint32_t at = m_flow->head();
        return m_side->setPosition(m_sequence, at >= range->first && at <= range->last ? at : range->last);
    }
    if (m_clock && m_sequence.reachedAt(m_clock) == 0)
        return m_side->setPosition(m_sequence, {}, tr("At step %1 this conversation had no token yet.").arg(units::count(*m_clock)));
    m_side->setPosition(m_sequence, newest());
}

std::uint32_t TokensPanel::newest() const { return std::max(1u, m_sequence.reachedAt(m_clock)) - 1; }

// ---- copying ------------------------------------------------------------------------------------------

void TokensPanel::fillCopyMenu(QMenu& menu) {
    if (!m_sequence || m_sequence.size() == 0) return;
    const auto add = [&](const QString& text, QString (*make)(const TokenSequence&, std::uint32_t, std::uint32_t), std::uint32_t first,
                         std::uint32_t last) {
        menu.addAction(text, this, [this, make, first, last] {
            QGuiApplication::clipboard()->setText(make(m_sequence, first, last));
        });
    };
    if (const auto range = m_flow->chosen()) {
        const QString count = units::tokens(range->last - range->first + 1ull);
        add(tr("Copy ids of %1").arg(count), idsText, range->first, range->last);
        add(tr("Copy %1 as a Python list").arg(count), pythonList, range->first, range->last);
        add(tr("Copy text of %1").arg(count), plainTextOf, range->first, range->last);
        menu.addSeparator();
    }
    const std::uint32_t last = m_sequence.size() - 1;
    add(tr("Copy all ids"), idsText, 0, last);
    add(tr("Copy all as a Python list"), pythonList, 0, last);
    add(tr("Copy all text"), plainTextOf, 0, last);
}

// ---- the room -----------------------------------------------------------------------------------------

void TokensPanel::arrange() {
    const bool beside = width() >= kBesideFrom;
    m_split->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_rule->setProperty("rule", beside ? "vertical" : "horizontal");
    Theme::restyle(m_rule);
    m_side->setMinimumWidth(beside ? kSideWidth : 0);
    m_side->setMaximumWidth(beside ? kSideWidth : QWIDGETSIZE_MAX);
    // In a low panel the strip gives the tokens room for a second line.
    m_strip->setFixedHeight(height() < kLowBelow ? m_strip->minimumSizeHint().height() : m_strip->sizeHint().height());
    m_split->setStretch(0, 1);
    m_split->setStretch(2, beside ? 0 : 1);
}

void TokensPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    arrange();
}

}  // namespace gh::widgets
