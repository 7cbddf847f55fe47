// A language that is a third longer than English, in letters with marks above and below: what does not fit, or is not
// translated at all, shows itself.
#pragma once

#include <algorithm>
#include <QTranslator>

namespace gh::app::test {

class PseudoLanguage : public QTranslator {
public:
    using QTranslator::QTranslator;
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override {
        // Qt's own texts stay: their lengths are not ours.
        if (context && context[0] == 'Q' && context[1] >= 'A' && context[1] <= 'Z') return {};
        QString text = QString::fromUtf8(source);
        if (text.isEmpty()) return {};
        int letters = 0;
        for (QChar& c : text) {
            letters += c.isLetter();
            if (c == 'a') c = u'å';
            if (c == 'o') c = u'ö';
            if (c == 'E') c = u'É';
        }
        // Keeps placeholders and markup as they are; what is longer stands at the end, in words that can wrap.
        if (letters == 0) return text;
        for (int more = (letters + 2) / 3; more > 0; more -= 6) {
            if (letters > 12) text += ' ';
            text += QString(std::min(more, 6), QChar(u'ж'));
        }
        return text;
    }
};

}  // namespace gh::app::test
