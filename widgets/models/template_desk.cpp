#include "widgets/models/template_desk.h"

#include <QPlainTextDocumentLayout>
#include <QTextCursor>
#include <QTextDocument>

namespace gh::widgets {

TemplateDesk::TemplateDesk(QObject* parent) : QObject(parent), m_document(std::make_shared<QTextDocument>()) {
    m_document->setDocumentLayout(new QPlainTextDocumentLayout(m_document.get()));
    connect(m_document.get(), &QTextDocument::contentsChange, this, [this] { emit textChanged(); });
}

void TemplateDesk::setFacts(TemplateFacts facts) {
    if (facts == m_facts) return;
    m_facts = std::move(facts);
    emit factsChanged();
}

void TemplateDesk::setPreview(TemplatePreview preview) {
    m_preview = std::move(preview);
    emit previewChanged();
}

// Not toPlainText(), which makes plain spaces of no-break ones.
QString TemplateDesk::text() const {
    QString text = m_document->toRawText();
    text.replace(QChar::ParagraphSeparator, u'\n');
    text.replace(QChar::LineSeparator, u'\n');
    return text;
}

void TemplateDesk::setText(const QString& text) {
    if (text == this->text()) return;
    QTextCursor cursor(m_document.get());
    cursor.beginEditBlock();
    cursor.select(QTextCursor::Document);
    cursor.insertText(text);
    cursor.endEditBlock();
}

void TemplateDesk::beginText(const QString& text) {
    caret = 0;
    m_document->setPlainText(text);
}

void TemplateDesk::setSeen(bool on) {
    if (std::exchange(m_seen, on) != on) emit seenChanged(on);
}

}  // namespace gh::widgets
