#include "widgets/panels/tokens/template_view.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QClipboard>
#include <QComboBox>
#include <QFrame>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/panel_header.h"
#include "widgets/panels/tokens/source_editor.h"
#include "widgets/panels/tokens/wrapped_label.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kBesideFrom = 640;   // a narrower panel has the prompt below the source, and a second row of controls
constexpr std::uint32_t kBehindChange = 40;   // tokens of what follows a change that are brought into view with it

// Shown while there is something to say, and spoken when it comes up.
void say(WrappedLabel* label, const QString& text) {
    if (text == label->text()) return;
    label->setText(text);
    label->setVisible(!text.isEmpty());
    if (text.isEmpty()) return;
    QAccessibleEvent event(label, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

}  // namespace

TemplateView::TemplateView(TemplateDesk* desk, QWidget* parent) : QWidget(parent), m_desk(desk) {
    const Theme& theme = Theme::instance();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(2));
    column->setSpacing(theme.space(1));
    buildHead();
    column->addLayout(m_top);
    m_split = new QBoxLayout(QBoxLayout::LeftToRight);
    m_split->setSpacing(theme.space(3));
    column->addLayout(m_split, 1);

    auto* source = new QVBoxLayout;
    source->setSpacing(theme.space(1));
    m_editor = new SourceEditor(desk, this);
    m_error = new WrappedLabel("error", this);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_error->hide();
    source->addWidget(m_editor, 1);
    source->addWidget(m_error);
    m_rule = new QFrame(this);
    m_split->addLayout(source, 1);
    m_split->addWidget(m_rule);
    m_split->addWidget(buildPreview(), 1);
    arrange();

    QTextCursor cursor = m_editor->textCursor();
    cursor.setPosition(std::clamp(desk->caret, 0, static_cast<int>(desk->text().size())));
    m_editor->setTextCursor(cursor);

    connect(m_editor, &SourceEditor::applyWanted, this, [this] {
        if (m_apply->isEnabled()) emit m_desk->applyWanted();
    });
    connect(m_apply, &QPushButton::clicked, desk, &TemplateDesk::applyWanted);
    connect(m_revert, &QPushButton::clicked, desk, &TemplateDesk::revertWanted);
    connect(m_chooser, &QComboBox::activated, desk, [this](int index) {
        emit m_desk->templateWanted(m_chooser->itemData(index).toInt());
        refreshFacts();   // the text says which one it is
    });
    connect(desk, &TemplateDesk::factsChanged, this, &TemplateView::refreshFacts);
    connect(desk, &TemplateDesk::previewChanged, this, &TemplateView::refreshPreview);
    refreshFacts();
    refreshPreview();
}

TemplateView::~TemplateView() {
    if (m_desk) m_desk->caret = m_editor->textCursor().position();
}

void TemplateView::buildHead() {
    const Theme& theme = Theme::instance();
    m_top = new QBoxLayout(QBoxLayout::LeftToRight);
    m_top->setSpacing(theme.space(2));
    m_head = new QHBoxLayout;
    m_head->setSpacing(theme.space(3));
    m_state = new ElidedText(1, theme.font("caption"), "textMuted", this);
    m_head->addWidget(m_state, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(theme.space(2));
    m_chooser = new QComboBox(this);
    m_chooser->setAccessibleName(tr("Template to begin with"));
    m_chooser->setToolTip(tr("Puts another template into the editor"));
    m_chooser->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_chooser->setMinimumContentsLength(11);
    m_revert = new QPushButton(tr("Revert"), this);
    m_revert->setToolTip(tr("Puts the template that is in use back into the editor"));
    m_apply = new QPushButton(tr("Apply"), this);
    m_apply->setProperty("kind", "primary");
    m_apply->setToolTip(tr("Used from the next message on, and kept for this model (Ctrl+Enter)"));
    buttons->addWidget(m_chooser, 1);
    buttons->addWidget(m_revert);
    buttons->addWidget(m_apply);
    m_top->addLayout(m_head, 1);
    m_top->addLayout(buttons);
}

QWidget* TemplateView::buildPreview() {
    auto* side = new QWidget(this);
    QVBoxLayout* column = bareColumn(side);
    column->addLayout(sideHead(m_title, m_note, side));
    m_title->setText(tr("Prompt"));
    m_nothing = new WrappedLabel("muted", side);
    m_nothing->hide();
    m_flow = new TokenFlow(side);
    m_flow->setLive(false);
    m_flow->setAccessibleName(tr("Tokens of the prompt that this template writes"));
    m_warning = new WrappedLabel("warn", side);
    m_warning->hide();
    column->addWidget(m_nothing);
    column->addWidget(m_warning);
    column->addWidget(m_flow, 1);
    column->addStretch();   // without a flow the words stay at the top
    connect(m_flow, &TokenFlow::chosenByUser, this, [this](quint32 first, quint32 last) {
        m_flow->setChosen(TokenFlow::Range{first, last});
    });
    connect(m_flow, &TokenFlow::cleared, this, [this] { m_flow->setChosen({}); });
    connect(m_flow, &TokenFlow::copyWanted, this, [this] {
        if (const auto range = m_flow->chosen())
            QGuiApplication::clipboard()->setText(idsText(m_sequence, range->first, range->last));
    });
    return side;
}

// ---- what is shown ------------------------------------------------------------------------------------

void TemplateView::refreshFacts() {
    using Kind = TemplateName::Kind;
    const TemplateFacts& facts = m_desk->facts();
    QStringList list = facts.named;
    if (facts.hasOwn) list.prepend(QString());
    if (list != m_listed || m_chooser->count() == 0) {
        m_listed = list;
        m_chooser->clear();
        if (facts.hasOwn) m_chooser->addItem(tr("The model's own"), -1);
        for (int i = 0; i < facts.named.size(); ++i) m_chooser->addItem(facts.named[i], i);
    }
    m_chooser->setPlaceholderText(facts.text.kind == Kind::Edited ? tr("Edited") : tr("Choose a template"));
    m_chooser->setCurrentIndex(facts.text.kind == Kind::Own     ? m_chooser->findData(-1)
                               : facts.text.kind == Kind::Named ? m_chooser->findData(facts.text.named)
                                                                : -1);
    m_editor->setPlaceholderText(facts.hasOwn ? tr("An empty template writes nothing.")
                                              : tr("%1 carries no chat template. Choose one of the named templates above, or write "
                                                   "one here.").arg(facts.fileName));
    QString words = facts.inUse.kind == Kind::Own     ? tr("The model's own is in use")
                    : facts.inUse.kind == Kind::Named ? tr("%1 is in use").arg(facts.named.value(facts.inUse.named))
                    : facts.inUse.kind == Kind::Edited ? tr("Edited by you, in use")
                                                       : tr("None is in use");
    if (!facts.applied) words += QStringLiteral(" · ") + tr("what is here is not applied yet");
    m_state->setText(words);
    refreshButtons();
}

void TemplateView::refreshPreview() {
    const TemplatePreview& preview = m_desk->preview();
    TokenSequence changedFrom;
    if (preview.sequence != m_sequence.key() || !preview.snapshot) {
        const TokenSequence before = m_sequence;
        m_sequence = preview.snapshot ? TokenSequence(preview.snapshot, preview.sequence) : TokenSequence();
        m_flow->setSequence(m_sequence);
        changedFrom = before;
    }
    const bool wrong = !preview.error.isEmpty();
    m_flow->setPale(wrong);
    m_flow->setVisible(static_cast<bool>(m_sequence));
    m_nothing->setVisible(!m_sequence);
    m_nothing->setText(wrong ? tr("There is no prompt until the template can be rendered.")
                             : tr("Here the prompt appears, as text and ids."));
    showChange(changedFrom);
    const QString warning = !wrong && m_sequence && preview.lacksMessage
                                ? tr("The newest message is not in this prompt: the model would not read it.")
                                : QString();
    say(m_warning, warning);
    QStringList notes;
    if (m_sequence) notes << units::tokens(m_sequence.size());
    if (m_sequence && wrong) notes << tr("as it was before the error");
    if (m_sequence && preview.sample) notes << tr("of a sample conversation");
    if (m_sequence && preview.folded) notes << tr("the system prompt stands in the first message");
    m_note->setText(notes.join(QStringLiteral(" · ")));
    m_note->setToolTip(m_note->text());
    QString error = preview.error;
    if (wrong && preview.line > 0)
        error = tr("Line %1, column %2: %3").arg(units::count(static_cast<std::uint64_t>(preview.line)),
                                                 units::count(static_cast<std::uint64_t>(preview.column)), preview.error);
    say(m_error, error);
    m_editor->setError(wrong ? preview.line : 0, preview.column);
    refreshButtons();
}

void TemplateView::refreshButtons() {
    const TemplateFacts& facts = m_desk->facts();
    m_apply->setEnabled(facts.model && !facts.applied && m_desk->preview().line == 0);
    m_revert->setEnabled(facts.model && (!facts.applied || facts.text != facts.inUse));
}

// What an edit made of the prompt may lie far below its top.
void TemplateView::showChange(const TokenSequence& before) {
    if (!before || !m_sequence || m_sequence.size() == 0) return;
    std::uint32_t at = 0;
    const std::uint32_t both = std::min(before.size(), m_sequence.size());
    while (at < both && before.id(at) == m_sequence.id(at)) ++at;
    if (at == before.size() && at == m_sequence.size()) return;
    at = std::min(at, m_sequence.size() - 1);
    m_flow->ensureVisible(std::min(at + kBehindChange, m_sequence.size() - 1));
    m_flow->ensureVisible(at);
}

QString TemplateView::errorText() const { return m_error->text(); }
QString TemplateView::warningText() const { return m_warning->text(); }
QString TemplateView::countText() const { return m_note->text(); }

// ---- the room -----------------------------------------------------------------------------------------

void TemplateView::arrange() {
    const bool beside = width() >= kBesideFrom;
    m_top->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_split->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_rule->setProperty("rule", beside ? "vertical" : "horizontal");
    Theme::restyle(m_rule);
}

void TemplateView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

}  // namespace gh::widgets
