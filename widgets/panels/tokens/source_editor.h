// The source of a chat template: monospace, with line numbers, colours, and the place of an error marked. Tab leaves it,
// as every field; Ctrl+Enter applies.
#pragma once

#include <memory>
#include <QPlainTextEdit>

namespace gh::widgets {

class TemplateDesk;

class SourceEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit SourceEditor(TemplateDesk* desk, QWidget* parent = nullptr);
    ~SourceEditor() override;

    // Line and column from 1; line 0: no error.
    void setError(int line, int column);
    int errorLine() const { return m_errorLine; }
    QSize minimumSizeHint() const override;

signals:
    void applyWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Gutter;
    void measure();
    void placeGutter();
    void markError();
    void paintGutter(QPainter& painter, const QRect& area);

    std::shared_ptr<QTextDocument> m_document;
    Gutter* m_gutter;
    int m_gutterWidth = 0, m_errorLine = 0, m_errorColumn = 0;
};

}  // namespace gh::widgets
