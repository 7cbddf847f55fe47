#include "widgets/controls/panel_header.h"

#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QScreen>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kHelpWidth = 340;  // about 55 letters of body text: a line that the eye can follow

}  // namespace

QToolButton* iconButton(const QString& iconName, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setFocusPolicy(Qt::TabFocus);
    const int hit = Theme::instance().size("hitMinimum");
    button->setFixedSize(hit, hit);
    return button;
}

QVBoxLayout* bareColumn(QWidget* parent) {
    auto* column = new QVBoxLayout(parent);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::instance().space(1));
    return column;
}

QHBoxLayout* sideHead(QLabel*& title, QLabel*& note, QWidget* parent) {
    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::instance().space(2));
    title = new QLabel(parent);
    title->setTextFormat(Qt::PlainText);
    note = new QLabel(parent);
    note->setProperty("role", "caption");
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    row->addWidget(title);
    row->addWidget(note, 1);
    return row;
}

void showHelp(QWidget* near, const QString& title, const QString& paragraph) {
    const Theme& theme = Theme::instance();
    auto* box = new QFrame(near, Qt::Popup);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setStyleSheet(QString("QFrame#help { background: %1; border: 1px solid %2; }")
                           .arg(theme.color("surface").name(), theme.color("lineStrong").name()));
    box->setObjectName("help");
    box->setAccessibleName(title);
    box->setAccessibleDescription(paragraph);
    auto* layout = new QVBoxLayout(box);
    const int pad = theme.space(4);
    layout->setContentsMargins(pad, theme.space(3), pad, theme.space(3) + 2);
    layout->setSpacing(theme.space(1));
    auto* head = new QLabel(title, box);
    head->setProperty("role", "title");
    head->setWordWrap(true);
    auto* text = new QLabel(paragraph, box);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    layout->addWidget(head);
    layout->addWidget(text);
    for (QLabel* label : {head, text}) {
        label->ensurePolished();
        label->setFixedWidth(kHelpWidth - 2 * pad - 2);
        label->setFixedHeight(label->heightForWidth(label->maximumWidth()));
    }
    box->setFixedWidth(kHelpWidth);
    box->adjustSize();
    const QPoint below = near->mapToGlobal(QPoint(near->width() - box->width(), near->height() + 4));
    const QRect screen = near->screen()->availableGeometry();
    box->move(qBound(screen.left(), below.x(), screen.right() - box->width()),
              qMin(below.y(), screen.bottom() - box->height()));
    box->show();
}

PanelHeader::PanelHeader(const QString& title, QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(theme.space(4), 0, theme.space(2) + 2, 0);
    layout->setSpacing(theme.space(2));
    m_title = new QLabel(title, this);
    m_title->setProperty("role", "title");
    m_subtitle = new QLabel(this);
    m_subtitle->setProperty("role", "caption");
    m_subtitle->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_extra = new QHBoxLayout;
    m_extra->setSpacing(theme.space(2));
    m_help = iconButton("help", tr("What this shows"), this);
    m_float = iconButton("float", tr("Float this panel"), this);
    m_close = iconButton("close", tr("Close this panel"), this);
    m_help->hide();
    layout->addWidget(m_title);
    layout->addWidget(m_subtitle, 1);
    layout->addLayout(m_extra);
    layout->addWidget(m_help);
    layout->addWidget(m_float);
    layout->addWidget(m_close);
    setFixedHeight(theme.size("panelHeader"));
    setAccessibleName(title);
    connect(m_help, &QToolButton::clicked, this, [this] { showHelp(m_help, m_summary, m_paragraph); });
    connect(m_float, &QToolButton::clicked, this, &PanelHeader::floatRequested);
    connect(m_close, &QToolButton::clicked, this, &PanelHeader::closeRequested);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void PanelHeader::setTitle(const QString& title) {
    m_title->setText(title);
    setAccessibleName(title);
}

void PanelHeader::setSubtitle(const QString& subtitle) {
    if (m_subtitle->text() != subtitle) m_subtitle->setText(subtitle);
}

void PanelHeader::setHelp(const QString& summary, const QString& paragraph) {
    m_summary = summary;
    m_paragraph = paragraph;
    m_help->setVisible(!paragraph.isEmpty());
    m_help->setAccessibleDescription(summary);
}

void PanelHeader::addWidget(QWidget* widget) { m_extra->addWidget(widget); }

void PanelHeader::setDockButtons(bool on) {
    m_float->setVisible(on);
    m_close->setVisible(on);
}

void PanelHeader::paintEvent(QPaintEvent*) { QPainter(this).fillRect(rect(), Theme::instance().color("surface")); }

}  // namespace gh::widgets
