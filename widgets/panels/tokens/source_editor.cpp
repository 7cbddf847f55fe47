#include "widgets/panels/tokens/source_editor.h"

#include <algorithm>
#include <cmath>

#include <QKeyEvent>
#include <QPainter>
#include <QTextBlock>

#include "widgets/models/template_desk.h"
#include "widgets/panels/tokens/jinja_highlighter.h"
#include "widgets/panels/tokens/token_flow.h"
#include "widgets/text/tabular.h"
#include "widgets/theme.h"

namespace gh::widgets {

class SourceEditor::Gutter : public QWidget {
public:
    explicit Gutter(SourceEditor* editor) : QWidget(editor), m_editor(editor) {}

protected:
    void paintEvent(QPaintEvent* event) override {
        QPainter painter(this);
        m_editor->paintGutter(painter, event->rect());
    }
    void wheelEvent(QWheelEvent* event) override { QCoreApplication::sendEvent(m_editor->viewport(), event); }

private:
    SourceEditor* m_editor;
};

SourceEditor::SourceEditor(TemplateDesk* desk, QWidget* parent)
    : QPlainTextEdit(parent), m_document(desk->document()), m_gutter(new Gutter(this)) {
    setDocument(m_document.get());
    // Templates are often one line of thousands of letters.
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setTabChangesFocus(true);
    setAccessibleName(tr("Source of the chat template"));
    setAccessibleDescription(tr("Jinja. Ctrl+Enter applies it, Tab leaves the field."));
    auto* colours = new JinjaHighlighter(m_document.get());
    colours->setParent(this);   // the document outlives it
    measure();
    connect(&Theme::instance(), &Theme::changed, this, &SourceEditor::measure);
    connect(this, &QPlainTextEdit::blockCountChanged, this, &SourceEditor::measure);
    connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int dy) {
        if (dy != 0) m_gutter->scroll(0, dy);
        else m_gutter->update(0, area.y(), m_gutter->width(), area.height());
    });
    // A mark belongs to the text that it was found in.
    connect(desk, &TemplateDesk::textChanged, this, [this] { setError(0, 0); });
}

SourceEditor::~SourceEditor() {
    delete findChild<JinjaHighlighter*>();
    setDocument(nullptr);
}

QSize SourceEditor::minimumSizeHint() const { return {160, fontMetrics().lineSpacing() * 3 + 16}; }

void SourceEditor::measure() {
    const Theme& theme = Theme::instance();
    setFont(plainMono("body"));
    const QString longest(std::max<qsizetype>(2, QString::number(blockCount()).size()), u'0');
    m_gutterWidth = static_cast<int>(std::ceil(tabularWidth(theme.font("caption"), longest))) + 2 * theme.space(2);
    setViewportMargins(m_gutterWidth, 0, 0, 0);
    placeGutter();
    markError();
}

void SourceEditor::placeGutter() {
    const QRect inside = contentsRect();
    m_gutter->setGeometry(QRect(inside.left(), inside.top(), m_gutterWidth, inside.height()));
}

void SourceEditor::resizeEvent(QResizeEvent* event) {
    // An error below the editor takes its height from it: the line that is being written stays in view.
    const bool seen = QRect(QPoint(), event->oldSize()).intersects(cursorRect());
    QPlainTextEdit::resizeEvent(event);
    placeGutter();
    if (seen) ensureCursorVisible();
}

void SourceEditor::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (enter && (event->modifiers() & Qt::ControlModifier)) return emit applyWanted();
    // Shift+Enter is an end of line as any other, not the editor's soft one.
    if (enter && (event->modifiers() & Qt::ShiftModifier)) {
        textCursor().insertBlock();
        return ensureCursorVisible();
    }
    QPlainTextEdit::keyPressEvent(event);
}

// ---- the error ----------------------------------------------------------------------------------------

void SourceEditor::setError(int line, int column) {
    if (line == m_errorLine && column == m_errorColumn) return;
    m_errorLine = line;
    m_errorColumn = column;
    markError();
    m_gutter->update();
}

// The line as it is on show (a long one is wrapped), and the word at the column.
void SourceEditor::markError() {
    QList<QTextEdit::ExtraSelection> marks;
    const QTextBlock block = document()->findBlockByNumber(m_errorLine - 1);
    if (m_errorLine > 0 && block.isValid()) {
        const Theme& theme = Theme::instance();
        const int last = std::max(0, block.length() - 1);
        const int at = std::clamp(m_errorColumn - 1, 0, last);
        QTextEdit::ExtraSelection line, word;
        line.cursor = QTextCursor(block);
        line.cursor.setPosition(block.position() + at);
        line.format.setBackground(theme.color("errorFill"));
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        word.cursor = line.cursor;
        int end = std::min(at + 1, last);
        const QString text = block.text();
        while (end < last && text[end - 1].isLetterOrNumber() && text[end].isLetterOrNumber()) ++end;
        word.cursor.setPosition(block.position() + end, QTextCursor::KeepAnchor);
        word.format.setBackground(theme.color("errorFill"));
        word.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        word.format.setUnderlineColor(theme.color("error"));
        marks = {line, word};
    }
    setExtraSelections(marks);
}

// ---- line numbers -------------------------------------------------------------------------------------

void SourceEditor::paintGutter(QPainter& painter, const QRect& area) {
    const Theme& theme = Theme::instance();
    painter.fillRect(area, theme.color("raised"));
    painter.setFont(theme.font("caption"));
    const int here = textCursor().blockNumber();
    const double shift = viewport()->y() - m_gutter->y();
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (box.top() + shift > area.bottom()) break;
        const int number = block.blockNumber();
        painter.setPen(theme.color(number + 1 == m_errorLine ? "error" : number == here ? "text" : "textMuted"));
        const double line = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).height() : box.height();
        painter.drawText(QRectF(0, box.top() + shift, m_gutterWidth - theme.space(2), line), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(number + 1));
    }
}

}  // namespace gh::widgets
