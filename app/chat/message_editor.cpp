#include "app/chat/message_editor.h"

#include <algorithm>
#include <cmath>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QTextBlock>
#include <QVBoxLayout>

#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

namespace {
constexpr int kMostLines = 14;
constexpr int kAround = 64;  // margins and the row of buttons
}  // namespace

MessageEditor::MessageEditor(const QString& text, QWidget* parent) : QFrame(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(13, 8, 9, 9);
    column->setSpacing(6);
    m_edit = new QPlainTextEdit(this);
    m_edit->setProperty("frame", "none");
    m_edit->setFrameShape(QFrame::NoFrame);
    m_edit->setFont(Theme::instance().font("chat"));
    m_edit->setTabChangesFocus(true);
    m_edit->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_edit->setAccessibleName(tr("Edit the message"));
    m_edit->document()->setDocumentMargin(1);
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
    m_edit->installEventFilter(this);
    column->addWidget(m_edit, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    auto* note = new QLabel(tr("The message as it was stays as a branch."), this);
    note->setProperty("role", "caption");
    note->setMinimumWidth(0);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(note, 1);
    m_cancel = new QPushButton(tr("Cancel"), this);
    m_cancel->setProperty("kind", "ghost");
    m_send = new QPushButton(tr("Send"), this);
    m_send->setProperty("kind", "primary");
    row->addWidget(m_cancel);
    row->addWidget(m_send);
    column->addLayout(row);
    setTabOrder(m_edit, m_send);
    setTabOrder(m_send, m_cancel);
    setFocusProxy(m_edit);
    connect(m_edit, &QPlainTextEdit::textChanged, this, [this] {
        m_send->setEnabled(!this->text().trimmed().isEmpty());
        emit heightChanged();
    });
    connect(m_send, &QPushButton::clicked, this, [this] { emit submitted(this->text()); });
    connect(m_cancel, &QPushButton::clicked, this, &MessageEditor::cancelled);
}

int MessageEditor::heightFor(int width) {
    resize(width, height());
    m_edit->resize(std::max(40, width - 22), m_edit->height());
    int lines = 0;
    for (QTextBlock block = m_edit->document()->begin(); block.isValid() && lines < kMostLines; block = block.next())
        lines += std::max(1, block.lineCount());
    const double line = QFontMetricsF(m_edit->font()).lineSpacing();
    return int(std::ceil(line * std::clamp(lines, 1, kMostLines))) + kAround;
}

bool MessageEditor::eventFilter(QObject* object, QEvent* event) {
    // Before the window's shortcuts see it: Esc here means this editor.
    if (object == m_edit && event->type() == QEvent::ShortcutOverride &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    if (object == m_edit && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape) {
            emit cancelled();
            return true;
        }
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) &&
            !(key->modifiers() & Qt::ShiftModifier)) {
            if (!text().trimmed().isEmpty()) emit submitted(text());
            return true;
        }
    }
    if (object == m_edit && (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)) update();
    return QFrame::eventFilter(object, event);
}

void MessageEditor::paintEvent(QPaintEvent*) {
    Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.fillRect(rect(), theme.color("surface"));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(m_edit->hasFocus() ? "control" : "lineStrong"), 1));
    painter.setBrush(theme.color("surface"));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius("card"),
                            theme.radius("card"));
}

}  // namespace gh::app
