#include "widgets/controls/plain_text.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPointer>
#include <QToolTip>

namespace gh::widgets {
namespace {

QPointer<QLabel> tip;          // Qt has one at a time, and uses it again
Qt::TextFormat wanted = Qt::PlainText;   // of the next one that is made

void prepareTip(Qt::TextFormat format) {
    wanted = format;
    if (!tip || tip->textFormat() == format) return;
    tip->clear();              // what it says is not to be read in the other way
    tip->setTextFormat(format);
}

class Keeper : public QObject {
public:
    using QObject::QObject;
    // A label is polished before it is measured for the first time, and nothing of it is parsed before that.
    bool eventFilter(QObject* object, QEvent* event) override {
        if (event->type() == QEvent::ToolTip) prepareTip(Qt::PlainText);
        if (event->type() != QEvent::Polish) return false;
        auto* label = qobject_cast<QLabel*>(object);
        if (!label || label->textFormat() != Qt::AutoText) return false;
        const bool isTip = label->inherits("QTipLabel");
        label->setTextFormat(isTip ? wanted : Qt::PlainText);
        if (isTip) tip = label;
        return false;
    }
};

}  // namespace

void keepTextsPlain(QApplication* application) { application->installEventFilter(new Keeper(application)); }

void showTip(const QPoint& globalPosition, const QString& text, QWidget* widget, const QRect& rect) {
    prepareTip(Qt::PlainText);
    QToolTip::showText(globalPosition, text, widget, rect);
}

void showRichTip(const QPoint& globalPosition, const QString& html, QWidget* widget, const QRect& rect) {
    prepareTip(Qt::RichText);
    QToolTip::showText(globalPosition, html, widget, rect);
    wanted = Qt::PlainText;
}

void hideTip() { QToolTip::hideText(); }

QString onButton(QString text) {
    for (QChar& c : text)
        if (c.category() == QChar::Other_Control) c = u' ';
    return text.replace(u'&', QStringLiteral("&&"));
}

}  // namespace gh::widgets
