// A label that wraps its words and gives way: it asks for one line at least, where a QLabel asks for the height that its
// text would take in a very narrow box.
#pragma once

#include <QFontMetrics>
#include <QLabel>

namespace gh::widgets {

class WrappedLabel : public QLabel {
    Q_OBJECT
public:
    explicit WrappedLabel(const char* role, QWidget* parent = nullptr) : QLabel(parent) {
        setProperty("role", role);
        setWordWrap(true);
        setTextFormat(Qt::PlainText);
        setAlignment(Qt::AlignTop | Qt::AlignLeft);
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }
    QSize minimumSizeHint() const override { return {0, text().isEmpty() ? 0 : QFontMetrics(font()).lineSpacing()}; }
    QSize sizeHint() const override { return {160, heightForWidth(std::max(160, width()))}; }
};

}  // namespace gh::widgets
