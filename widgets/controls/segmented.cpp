#include "widgets/controls/segmented.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>

#include "widgets/theme.h"

namespace gh::widgets {
namespace {

class Segment : public QAbstractButton {
public:
    Segment(const QString& text, QWidget* parent) : QAbstractButton(parent) {
        setText(text);
        setAccessibleName(text);
        setCheckable(true);
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    }
    QSize sizeHint() const override {
        const Theme& theme = Theme::instance();
        const QFontMetrics metrics(theme.font(compact ? "caption" : "body", "medium"));
        return {metrics.horizontalAdvance(text()) + 2 * (theme.space(2) + (compact ? 0 : 2)), theme.size("hitMinimum")};
    }
    bool compact = false;

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::instance();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF box = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
        const double radius = theme.radius("control") - 1;
        if (isChecked()) {
            painter.setPen(QPen(theme.color("line"), 1));
            // In the dark look a plane that lies higher is lighter; the surface itself would sink.
            painter.setBrush(theme.color(theme.isDark() ? "line" : "surface"));
            painter.drawRoundedRect(box, radius, radius);
        }
        if (hasFocus() && property("keyboardFocus").toBool()) {
            painter.setPen(QPen(theme.color("focus"), theme.line("focus")));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
        }
        painter.setFont(theme.font(compact ? "caption" : "body", "medium"));
        painter.setPen(theme.color(!isEnabled()                   ? "textDisabled"
                                   : isChecked() || underMouse() ? "text"
                                                                 : "textMuted"));
        painter.drawText(rect(), Qt::AlignCenter, text());
    }
};

}  // namespace

Segmented::Segmented(const QStringList& words, QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_group.setExclusive(true);
    connect(&m_group, &QButtonGroup::idClicked, this, &Segmented::chosen);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    setWords(words);
}

void Segmented::setWords(const QStringList& words) {
    const int before = current();
    const auto old = m_group.buttons();
    if (old.size() == words.size()) {
        for (int i = 0; i < words.size(); ++i) {
            m_group.button(i)->setText(words[i]);
            m_group.button(i)->setAccessibleName(words[i]);
            m_group.button(i)->updateGeometry();
        }
        return;
    }
    for (QAbstractButton* button : old) {
        m_group.removeButton(button);
        delete button;
    }
    for (int i = 0; i < words.size(); ++i) {
        auto* segment = new Segment(words[i], this);
        segment->compact = m_compact;
        m_group.addButton(segment, i);
        layout()->addWidget(segment);
    }
    if (!words.isEmpty()) setCurrent(before >= 0 && before < words.size() ? before : 0);
    updateGeometry();
}

int Segmented::count() const { return static_cast<int>(m_group.buttons().size()); }
int Segmented::current() const { return m_group.checkedId(); }

void Segmented::setCurrent(int index) {
    if (QAbstractButton* button = m_group.button(index)) button->setChecked(true);
}

void Segmented::setTip(int index, const QString& tip) {
    if (QAbstractButton* button = m_group.button(index)) {
        button->setToolTip(tip);
        button->setAccessibleDescription(tip);
    }
}

void Segmented::setCompact(bool on) {
    m_compact = on;
    for (QAbstractButton* button : m_group.buttons()) {
        static_cast<Segment*>(button)->compact = on;
        button->updateGeometry();
        button->update();
    }
}

void Segmented::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color("sunken"));
    painter.drawRoundedRect(rect(), theme.radius("control"), theme.radius("control"));
}

}  // namespace gh::widgets
