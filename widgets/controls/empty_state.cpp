#include "widgets/controls/empty_state.h"

#include <algorithm>

#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kDrawing = 64, kMostSentenceWidth = 300;

class Drawing : public QWidget {
public:
    Drawing(QString name, QWidget* parent) : QWidget(parent), m_name(std::move(name)) {
        setFixedSize(kDrawing, kDrawing);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        drawIcon(painter, rect(), m_name, Theme::instance().color("lineStrong"));
    }

private:
    QString m_name;
};

}  // namespace

EmptyState::EmptyState(const QString& drawing, const QString& line, const QString& sentence, const QString& button,
                       const QString& buttonIcon, QWidget* parent)
    : QWidget(parent) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(theme.space(4), theme.space(4), theme.space(4), theme.space(4));
    layout->setSpacing(theme.space(1));
    layout->addStretch(2);
    m_drawing = new Drawing(drawing, this);
    layout->addWidget(m_drawing, 0, Qt::AlignHCenter);
    layout->addSpacing(theme.space(2));
    m_line = new QLabel(line, this);
    m_line->setProperty("role", "title");
    m_line->setAlignment(Qt::AlignCenter);
    layout->addWidget(m_line, 0, Qt::AlignHCenter);
    m_sentence = new QLabel(sentence, this);
    m_sentence->setProperty("role", "muted");
    m_sentence->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_sentence->setWordWrap(true);
    m_sentence->setFixedWidth(kMostSentenceWidth);   // until there is a width to wrap to
    layout->addWidget(m_sentence, 0, Qt::AlignHCenter);
    if (!button.isEmpty()) {
        layout->addSpacing(theme.space(3));
        m_button = new QPushButton(button, this);
        if (!buttonIcon.isEmpty()) m_button->setIcon(icon(buttonIcon));
        layout->addWidget(m_button, 0, Qt::AlignHCenter);
        connect(m_button, &QPushButton::clicked, this, &EmptyState::clicked);
    }
    layout->addStretch(3);
    setTexts(line, sentence);
}

void EmptyState::setTexts(const QString& line, const QString& sentence) {
    m_line->setText(line);
    m_sentence->setText(sentence);
    wrapSentence(m_sentence->minimumWidth());
    setAccessibleName(line);
    setAccessibleDescription(sentence);
}

// A centred label does not get its height for its width from a layout.
void EmptyState::wrapSentence(int width) {
    m_sentence->ensurePolished();
    m_sentence->setFixedWidth(width);   // first: a label counts lines for its least width
    m_sentence->setFixedHeight(std::max(0, m_sentence->heightForWidth(width)));
}

void EmptyState::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const QMargins margins = layout()->contentsMargins();
    const int room = std::max(width(), minimumSizeHint().width()) - margins.left() - margins.right();
    wrapSentence(std::min(room, kMostSentenceWidth));
}

QSize EmptyState::minimumSizeHint() const {
    const QMargins margins = layout()->contentsMargins();
    const int widest = std::max({kDrawing, m_line->sizeHint().width(), m_button ? m_button->sizeHint().width() : 0});
    return {widest + margins.left() + margins.right(), layout()->minimumSize().height()};
}

bool EmptyState::setRoom(int height) {
    const int drawing = kDrawing + layout()->spacing();
    const int words = sizeHint().height() - (m_drawing->isVisibleTo(this) ? drawing : 0);
    m_drawing->setVisible(height >= words + drawing);
    return height >= words;
}

EmptyState* loadingState(QWidget* parent) {
    return new EmptyState("empty-model", EmptyState::tr("A model is being opened"),
                          EmptyState::tr("What becomes of it stands here as soon as it is ready."), {}, {}, parent);
}

}  // namespace gh::widgets
