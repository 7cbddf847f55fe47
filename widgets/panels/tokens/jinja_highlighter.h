// Colours for the source of a chat template: what stands between {{ }} and {% %}, comments, strings, numbers, keywords.
// The text around them is what the template writes as it stands, and keeps the plain ink.
#pragma once

#include <QSyntaxHighlighter>

namespace gh::widgets {

class JinjaHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    explicit JinjaHighlighter(QTextDocument* document);

protected:
    void highlightBlock(const QString& text) override;

private:
    // What the end of a line is in; the state of a QTextBlock.
    enum State { Text = 0, Code = 1, Comment = 2, SingleQuoted = 3, DoubleQuoted = 4 };
    int code(const QString& text, int at, State& state);
    int quoted(const QString& text, int begin, int at, QChar quote, State& state);
    void paint(int begin, int end, const char* role, bool strong = false);
};

}  // namespace gh::widgets
