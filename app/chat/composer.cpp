#include "app/chat/composer.h"

#include <algorithm>
#include <cmath>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QPainter>
#include <QTextBlock>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "app/model/model_path.h"
#include "app/window/shrink_area.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/panel_header.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {
constexpr int kMostLines = 8;
constexpr int kChipHeight = 22;
constexpr QSize kLeastAttachments(120, 64);  // two rows; more are scrolled to

QString attachKeys() {
    return QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O).toString(QKeySequence::NativeText);
}

// Files that are pasted are attached and not written as addresses.
class ComposerEdit : public QPlainTextEdit {
public:
    explicit ComposerEdit(Composer* composer) : QPlainTextEdit(composer), m_composer(composer) {}

protected:
    bool canInsertFromMimeData(const QMimeData* data) const override {
        return !attachableFiles(data).isEmpty() || QPlainTextEdit::canInsertFromMimeData(data);
    }
    void insertFromMimeData(const QMimeData* data) override {
        const QStringList files = attachableFiles(data);
        if (files.isEmpty())
            QPlainTextEdit::insertFromMimeData(data);
        else
            m_composer->attachments()->attach(files);
    }
    void dragEnterEvent(QDragEnterEvent* event) override {
        // Files are the window's, wherever over it they are dropped.
        if (event->mimeData()->hasUrls())
            event->ignore();
        else
            QPlainTextEdit::dragEnterEvent(event);
    }

private:
    Composer* m_composer;
};
}  // namespace

QStringList attachableFiles(const QMimeData* data) {
    QStringList files;
    if (!data || !data->hasUrls()) return files;
    for (const QUrl& url : data->urls()) {
        const QString path = url.toLocalFile();
        if (path.isEmpty()) continue;
        if (isModelPath(path)) return {};
        files << path;
    }
    return files;
}

// ---- chip --------------------------------------------------------------------------------------------

Chip::Chip(const QString& iconName, QWidget* parent) : QAbstractButton(parent), m_icon(iconName) {
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFont(Theme::instance().font("caption", "medium"));
}

QSize Chip::sizeHint() const {
    const int text = int(std::ceil(
        QFontMetricsF(Theme::instance().font("caption", "medium")).horizontalAdvance(this->text())));
    return {text + 20 + (m_icon.isEmpty() ? 0 : 18), kChipHeight};
}

QSize Chip::minimumSizeHint() const {
    return {std::min(sizeHint().width(), m_icon.isEmpty() ? 36 : 54), kChipHeight};
}

void Chip::paintEvent(QPaintEvent*) {
    Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.setPen(hasFocus()     ? QPen(theme.color("focus"), 2)
                   : underMouse() ? QPen(theme.color("lineStrong"), 1)
                                  : QPen(Qt::NoPen));
    painter.setBrush(theme.color(theme.isDark() ? "raised" : "sunken"));
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);
    double x = 10;
    if (!m_icon.isEmpty()) {
        widgets::drawIcon(painter, QRectF(x - 1, (height() - 14) / 2.0, 14, 14), m_icon,
                          theme.color("textMuted"));
        x += 18;
    }
    painter.setFont(theme.font("caption", "medium"));
    painter.setPen(theme.color("textMuted"));
    const QRectF room(x, 0, width() - x, height());
    const QFontMetricsF metrics(painter.font());
    const bool fits = metrics.horizontalAdvance(text()) <= room.width();
    painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                     fits ? text() : metrics.elidedText(text(), Qt::ElideRight, room.width() - 8));
}

// ---- composer ----------------------------------------------------------------------------------------

Composer::Composer(QWidget* parent) : QFrame(parent) {
    Theme& theme = Theme::instance();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 10, 10, 10);
    column->setSpacing(6);
    m_attachments = new AttachmentBar(this);
    auto* attached = new ShrinkArea(m_attachments, kLeastAttachments, this);
    attached->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    attached->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    attached->setFocusPolicy(Qt::NoFocus);
    attached->hide();
    connect(m_attachments, &AttachmentBar::changed, this, [this, attached] {
        attached->setVisible(!m_attachments->attachments().empty());
        refreshButton();
    });
    column->addWidget(attached);
    m_edit = new ComposerEdit(this);
    m_edit->setProperty("frame", "none");
    m_edit->setFrameShape(QFrame::NoFrame);
    m_edit->setFont(theme.font("chat"));
    m_edit->setTabChangesFocus(true);
    m_edit->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_edit->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_edit->setAccessibleName(tr("Message"));
    m_edit->document()->setDocumentMargin(1);
    m_edit->installEventFilter(this);
    column->addWidget(m_edit);

    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_attach = widgets::iconButton("attach", tr("Attach text files (%1)").arg(attachKeys()), this);
    m_attach->setToolTip(tr("Attach text files (%1)").arg(attachKeys()));
    m_attach->setFocusPolicy(Qt::TabFocus);
    connect(m_attach, &QToolButton::clicked, this, &Composer::attachRequested);
    row->addWidget(m_attach);
    m_chipRow = new QHBoxLayout;
    m_chipRow->setSpacing(8);
    row->addLayout(m_chipRow);
    row->addStretch(1);
    m_key = new QLabel(this);
    m_key->setProperty("role", "caption");
    row->addWidget(m_key);
    m_button = new QPushButton(this);
    m_button->setProperty("kind", "primary");
    m_button->setFocusPolicy(Qt::TabFocus);
    row->addWidget(m_button);
    column->addLayout(row);

    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        fitHeight();
        const QString now = text();  // a long one costs: once a key
        m_hasText = !now.trimmed().isEmpty();
        refreshButton();
        if (!m_quiet) emit textEdited(now);
    });
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_mode == Mode::Stop)
            emit stopRequested();
        else
            emit sendRequested();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_edit->setFont(Theme::instance().font("chat"));
        fitHeight();
    });
    setMode(Mode::Send);
    refreshButton();
    fitHeight();
}

void Composer::setText(const QString& text) {
    if (text == m_edit->toPlainText()) return;
    m_quiet = true;
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
    m_quiet = false;
}

void Composer::setMode(Mode mode) {
    m_mode = mode;
    refreshButton();
}

void Composer::refreshButton() {
    const bool stop = m_mode == Mode::Stop;
    const QString label = stop ? tr("Stop") : tr("Send");
    m_button->setEnabled(stop || m_hasText || !m_attachments->attachments().empty());
    if (m_button->text() == label && !m_button->icon().isNull()) return;
    m_button->setText(label);
    m_button->setIcon(widgets::icon(stop ? "stop" : "send", "onAccent"));
    m_button->setAccessibleName(stop ? tr("Stop the reply") : tr("Send the message"));
    m_key->setText(stop ? tr("Esc") : tr("Enter"));
}

void Composer::setHint(const QString& placeholder) {
    if (m_edit->placeholderText() == placeholder) return;
    m_edit->setPlaceholderText(placeholder);
    m_edit->viewport()->update();  // Qt draws anew only when a hint appears or goes, not when its words change
}

void Composer::setSampling(const SamplingSettings& s, bool systemPrompt) {
    const QLocale locale;
    QStringList words;
    if (systemPrompt) words << tr("System prompt");
    words << tr("Temperature %1").arg(locale.toString(s.temperature, 'g', 3));
    if (s.topP < 1) words << tr("Top-p %1").arg(locale.toString(s.topP, 'g', 3));
    if (s.topK > 0) words << tr("Top-k %1").arg(locale.toString(s.topK));
    if (s.minP > 0) words << tr("Min-p %1").arg(locale.toString(s.minP, 'g', 3));
    if (s.repeatPenalty != 1) words << tr("Repetition %1").arg(locale.toString(s.repeatPenalty, 'g', 3));
    if (s.presencePenalty != 0) words << tr("Presence %1").arg(locale.toString(s.presencePenalty, 'g', 3));
    if (s.frequencyPenalty != 0) words << tr("Frequency %1").arg(locale.toString(s.frequencyPenalty, 'g', 3));
    if (!s.stops.isEmpty()) words << tr("Stop texts: %1").arg(locale.toString(s.stops.size()));
    if (s.maxTokens > 0) words << tr("At most %1").arg(widgets::units::tokens(std::uint64_t(s.maxTokens)));
    words << (s.seed ? tr("Seed %1").arg(*s.seed) : tr("New seed each time"));
    while (m_chips.size() < std::size_t(words.size())) {
        auto* chip = new Chip(m_chips.empty() ? QStringLiteral("settings") : QString(), this);
        connect(chip, &Chip::clicked, this, [this, chip] { emit samplingRequested(chip); });
        m_chipRow->addWidget(chip);
        m_chips.push_back(chip);
    }
    for (std::size_t i = 0; i < m_chips.size(); ++i) {
        m_chips[i]->setVisible(i < std::size_t(words.size()));
        if (i >= std::size_t(words.size())) continue;
        m_chips[i]->setText(words[int(i)]);
        m_chips[i]->setAccessibleName(tr("Sampling: %1").arg(words[int(i)]));
        m_chips[i]->updateGeometry();
        m_chips[i]->update();
    }
}

void Composer::fitHeight() {
    const double line = QFontMetricsF(m_edit->font()).lineSpacing();
    int lines = 0;
    for (QTextBlock block = m_edit->document()->begin(); block.isValid() && lines < kMostLines;
         block = block.next()) {
        lines += std::max(1, block.lineCount());
    }
    const int height = int(std::ceil(line * std::clamp(lines, 1, kMostLines))) + 8;
    m_edit->setMinimumHeight(std::min(height, int(std::ceil(line * 2)) + 8));  // a low window scrolls the text
    m_edit->setMaximumHeight(height);
}

void Composer::resizeEvent(QResizeEvent* event) {
    QFrame::resizeEvent(event);
    fitHeight();
}

bool Composer::eventFilter(QObject* object, QEvent* event) {
    if (object == m_edit && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) &&
            !(key->modifiers() & Qt::ShiftModifier)) {
            emit sendRequested();
            return true;
        }
    }
    if (object == m_edit && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) update();
    return QFrame::eventFilter(object, event);
}

void Composer::paintEvent(QPaintEvent*) {
    Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(m_edit->hasFocus() ? "control" : "lineStrong"), 1));
    painter.setBrush(theme.color("surface"));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius("card"),
                            theme.radius("card"));
}

}  // namespace gh::app
