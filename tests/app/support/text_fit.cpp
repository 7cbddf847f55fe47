#include "tests/app/support/text_fit.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QAccessibleInterface>
#include <QCheckBox>
#include <QCoreApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QStyle>
#include <QStyleOption>
#include <QTabBar>
#include <QTextDocument>
#include <QToolButton>

#include "widgets/controls/elided_text.h"

namespace gh::app::test {

namespace {

constexpr int kSlack = 1;  // rounding of font metrics

QString plain(const QString& text, Qt::TextFormat format) {
    if (format == Qt::PlainText || (format == Qt::AutoText && !Qt::mightBeRichText(text))) return text;
    QTextDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

class Walk {
public:
    explicit Walk(const QWidget* root) : m_root(root) {}

    void visit(const QWidget* w) {
        if (!w->isVisibleTo(m_root)) return;
        if (w != m_root && w->isWindow()) return;
        // Behind another tab, or scrolled away: not on show. A dock behind another lies outside the window.
        if (w != m_root && (w->visibleRegion().isEmpty() || w->size().isEmpty())) return;
        if (!w->objectName().startsWith("qt_scrollarea")) check(w);
        overlaps(w);
        for (const QObject* child : w->children()) {
            if (child->isWidgetType()) visit(static_cast<const QWidget*>(child));
        }
    }
    QStringList found;

private:
    void report(const QWidget* w, const QString& text, const QString& what) {
        QStringList path;
        for (const QWidget* p = w; p && p != m_root; p = p->parentWidget()) {
            if (path.size() == 4) break;
            path.prepend(QString::fromLatin1(p->metaObject()->className()) +
                         (p->objectName().isEmpty() ? QString() : '#' + p->objectName()));
        }
        found << QStringLiteral("%1 \"%2\": %3").arg(path.join('/'), text.left(60), what);
    }
    void need(const QWidget* w, const QString& text, int needs, int has, const char* what) {
        if (needs > has + kSlack) report(w, text, QStringLiteral("%1 %2 of %3").arg(what).arg(has).arg(needs));
    }

    void check(const QWidget* w) {
        if (const auto* label = qobject_cast<const QLabel*>(w)) return checkLabel(label);
        if (const auto* tabs = qobject_cast<const QTabBar*>(w)) return checkTabs(tabs);
        if (const auto* box = qobject_cast<const QComboBox*>(w)) return checkBox(box);
        if (const auto* header = qobject_cast<const QHeaderView*>(w)) return checkHeader(header);
        if (qobject_cast<const QToolButton*>(w) && qobject_cast<const QTabBar*>(w->parentWidget()))
            return report(w, {}, QStringLiteral("the tabs do not fit: they scroll"));
        if (const auto* button = qobject_cast<const QAbstractButton*>(w)) {
            if (button->text().isEmpty() || elides(w)) return;
            need(w, button->text(), button->sizeHint().width(), button->width(), "width");
            visible(w, button->text());
            return;
        }
        if (qobject_cast<const QAbstractScrollArea*>(w) || elides(w)) return;
        // Widgets that draw themselves say what they need.
        const QSize least = w->minimumSizeHint();
        if (w->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored && !w->isWindow())
            need(w, w->accessibleName(), least.width(), w->width(), "least width");
        if (w->sizePolicy().verticalPolicy() != QSizePolicy::Ignored && !w->isWindow())
            need(w, w->accessibleName(), least.height(), w->height(), "least height");
    }

    // Says the whole in its tip when it shortens its text.
    bool elides(const QWidget* w) const {
        return qobject_cast<const widgets::ElidedText*>(w) || w->property("elides").toBool() ||
               QByteArray(w->metaObject()->className()).contains("ModelButton") ||
               QByteArray(w->metaObject()->className()).contains("Chip");
    }

    void checkLabel(const QLabel* label) {
        const QString text = plain(label->text(), label->textFormat());
        if (text.isEmpty()) return;
        const QRect room = label->contentsRect();
        if (label->wordWrap()) {
            need(label, text, label->heightForWidth(label->width()), label->height(), "height");
        } else {
            int widest = 0;
            for (const QString& line : text.split('\n'))
                widest = std::max(widest, label->fontMetrics().horizontalAdvance(line));
            need(label, text, widest, room.width(), "width");
            need(label, text, label->fontMetrics().height(), room.height() + 2, "height");
        }
        visible(label, text);
    }

    void checkTabs(const QTabBar* tabs) {
        for (int i = 0; i < tabs->count(); ++i) {
            if (!tabs->isTabVisible(i)) continue;
            need(tabs, tabs->tabText(i), tabs->fontMetrics().horizontalAdvance(tabs->tabText(i)),
                 tabs->tabRect(i).width(), "tab width");
            if (!tabs->rect().contains(tabs->tabRect(i))) report(tabs, tabs->tabText(i), QStringLiteral("tab is cut"));
        }
    }

    void checkBox(const QComboBox* box) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.subControls = QStyle::SC_All;
        option.editable = box->isEditable();
        const QRect field = box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        int icon = box->itemIcon(box->currentIndex()).isNull() ? 0 : box->iconSize().width() + 4;
        need(box, box->currentText(), box->fontMetrics().horizontalAdvance(box->currentText()) + icon, field.width(),
             "field width");
        visible(box, box->currentText());
    }

    void checkHeader(const QHeaderView* header) {
        for (int i = 0; i < header->count(); ++i) {
            if (header->isSectionHidden(i)) continue;
            const QString text = header->model()->headerData(i, header->orientation()).toString();
            need(header, text, header->fontMetrics().horizontalAdvance(text), header->sectionSize(i), "section width");
        }
    }

    // Not cut by a parent, unless that one scrolls.
    void visible(const QWidget* w, const QString& text) {
        for (const QWidget* p = w->parentWidget(); p; p = p->parentWidget()) {
            const auto* area = qobject_cast<const QAbstractScrollArea*>(p->parentWidget());
            if (area && area->viewport() == p) return;
            if (!p->rect().contains(QRect(w->mapTo(p, QPoint(0, 0)), w->size())))
                return report(w, text, QStringLiteral("lies partly outside %1").arg(p->metaObject()->className()));
            if (p == m_root || p->isWindow()) return;
        }
    }

    static bool hasWords(const QWidget* w) {
        if (const auto* label = qobject_cast<const QLabel*>(w)) return !label->text().isEmpty();
        if (const auto* button = qobject_cast<const QAbstractButton*>(w)) return !button->text().isEmpty();
        return qobject_cast<const QComboBox*>(w) || qobject_cast<const QLineEdit*>(w);
    }
    void overlaps(const QWidget* parent) {
        QList<const QWidget*> words;
        for (const QObject* child : parent->children()) {
            const auto* w = child->isWidgetType() ? static_cast<const QWidget*>(child) : nullptr;
            if (!w || w->isWindow() || !w->isVisibleTo(m_root) || !hasWords(w)) continue;
            for (const QWidget* other : words) {
                const QRect both = other->geometry() & w->geometry();
                if (both.width() > 1 && both.height() > 1) report(w, w->accessibleName(), QStringLiteral("lies over another"));
            }
            words << w;
        }
    }

    const QWidget* m_root;
};

// Qt's own small parts: reached and named through the widget that they belong to.
bool isPartOfAnother(const QWidget* w) {
    const QWidget* parent = w->parentWidget();
    return w->objectName().startsWith("qt_") || (parent && (parent->inherits("QTabBar") || parent->inherits("QLineEdit") ||
                                                            parent->inherits("QAbstractSpinBox") ||
                                                            parent->inherits("QComboBox") || parent->inherits("QScrollBar")));
}

}  // namespace

QStringList unfittingText(const QWidget* root) {
    // Figures that changed a moment ago have their room with the next turn of the layouts.
    for (int i = 0; i < 4; ++i) QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    Walk walk(root);
    walk.visit(root);
    return walk.found;
}

QStringList inaccessible(QWidget* root) {
    QSet<const QWidget*> chain;
    for (QWidget* w = root->nextInFocusChain(); w && w != root; w = w->nextInFocusChain()) {
        if (w->focusPolicy() & Qt::TabFocus) chain.insert(w);
    }
    QStringList found;
    for (QWidget* w : root->findChildren<QWidget*>()) {
        const bool button = qobject_cast<QAbstractButton*>(w) != nullptr;
        if (!w->isVisibleTo(root) || w->window() != root || isPartOfAnother(w)) continue;
        if (w->visibleRegion().isEmpty() || w->size().isEmpty()) continue;
        if (!button && w->focusPolicy() == Qt::NoFocus) continue;
        // A text that can be marked with the mouse is read as any label is.
        if (qobject_cast<QLabel*>(w) && !(w->focusPolicy() & Qt::TabFocus)) continue;
        if (w->focusProxy()) continue;
        const auto say = [&](const QString& what) {
            found << QStringLiteral("%1 %2 in %3: %4")
                         .arg(w->metaObject()->className(), w->objectName(),
                              w->parentWidget() ? w->parentWidget()->metaObject()->className() : "", what);
        };
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(w);
        if (!face) {
            say(QStringLiteral("has no accessible interface"));
            continue;
        }
        if (face->text(QAccessible::Name).isEmpty()) say(QStringLiteral("has no accessible name"));
        if (face->role() == QAccessible::NoRole) say(QStringLiteral("has no role"));
        if (w->isEnabled() && !chain.contains(w)) say(QStringLiteral("is not reached with Tab"));
    }
    return found;
}

}  // namespace gh::app::test
