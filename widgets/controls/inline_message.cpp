#include "widgets/controls/inline_message.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::widgets {

class InlineMessage::Sign : public QWidget {
public:
    using QWidget::QWidget;
    bool error = false;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        drawIcon(painter, rect(), "warning", Theme::instance().color(error ? "error" : "warn"));
    }
};

InlineMessage::InlineMessage(Severity severity, QWidget* parent) : QFrame(parent) {
    const Theme& theme = Theme::instance();
    const int gap = theme.space(3);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(theme.space(4) - 2, gap, theme.space(4) - 2, gap);
    layout->setSpacing(theme.space(2) + 2);
    m_sign = new Sign(this);
    m_sign->setFixedSize(theme.size("icon"), theme.size("icon"));
    layout->addWidget(m_sign, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout;
    column->setSpacing(theme.space(1) - 1);
    layout->addLayout(column, 1);
    m_title = new QLabel(this);
    m_title->setProperty("role", "title");
    m_title->setWordWrap(true);
    m_text = new QLabel(this);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_buttonRow = new QWidget(this);
    m_buttons = new QHBoxLayout(m_buttonRow);
    m_buttons->setContentsMargins(0, theme.space(2), 0, 0);
    m_buttons->setSpacing(theme.space(2));
    m_buttons->addStretch();
    m_buttonRow->hide();
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_buttonRow);
    column->addStretch();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setSeverity(severity);
}

void InlineMessage::setSeverity(Severity severity) {
    m_sign->error = severity == Severity::Error;
    setProperty("card", m_sign->error ? "error" : "warn");
    Theme::restyle(this);
}

void InlineMessage::setMessage(const QString& title, const QString& text) {
    if (m_title->text() != title) m_title->setText(title);
    if (m_text->text() != text) m_text->setText(text);
    m_text->setVisible(!text.isEmpty());
    setAccessibleName(title);
    setAccessibleDescription(text);
}

QPushButton* InlineMessage::addButton(const QString& text, bool primary) {
    auto* button = new QPushButton(text, m_buttonRow);
    const int before = m_buttons->count() - 1;  // the stretch stays last
    if (primary) button->setProperty("kind", "primary");
    else if (before > 0) button->setProperty("kind", "ghost");
    m_buttons->insertWidget(before, button);
    m_buttonRow->show();
    return button;
}

void InlineMessage::clearButtons() {
    while (m_buttons->count() > 1) {
        QLayoutItem* item = m_buttons->takeAt(0);
        delete item->widget();
        delete item;
    }
    m_buttonRow->hide();
}

QString InlineMessage::title() const { return m_title->text(); }
QString InlineMessage::text() const { return m_text->text(); }

}  // namespace gh::widgets
