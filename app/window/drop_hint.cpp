#include "app/window/drop_hint.h"

#include <algorithm>
#include <QFileInfo>
#include <QMimeData>
#include <QPainter>
#include <QUrl>

#include "app/chat/composer.h"
#include "app/model/model_path.h"
#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

Drop dropOf(const QMimeData* data) {
    if (!data || !data->hasUrls()) return {};
    const QList<QUrl> urls = data->urls();
    const QString first = urls.isEmpty() ? QString() : urls.front().toLocalFile();
    const auto ofFirst = [&](const QUrl& url) { return modelPath(url.toLocalFile()) == modelPath(first); };
    if (isModelPath(first) && std::all_of(urls.begin(), urls.end(), ofFirst)) return {Drop::Kind::Model, {modelPath(first)}};
    if (urls.size() == 1 && QFileInfo(first).isDir() && !modelsIn(first, 1).isEmpty()) return {Drop::Kind::Folder, {first}};
    const QStringList files = attachableFiles(data);
    return files.isEmpty() ? Drop() : Drop{Drop::Kind::Attach, files};
}

DropHint::DropHint(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);  // what is dragged is the window's
    hide();
}

void DropHint::showFor(const Drop& drop, const QRect& where) {
    const QString name = modelPathName(drop.files.value(0));
    if (drop.kind == Drop::Kind::Model) {
        m_icon = "chip";
        m_title = tr("Drop to open %1").arg(name);
        m_text = tr("A model that is open stays until this one is ready.");
    } else if (drop.kind == Drop::Kind::Folder) {
        m_icon = "folder";
        m_title = tr("Drop to list the models in %1").arg(name);
        m_text = tr("They are offered in the model picker.");
    } else {
        m_icon = "attach";
        m_title = drop.files.size() == 1 ? tr("Drop to attach %1").arg(name)
                                         : tr("Drop to attach %n files", "", int(drop.files.size()));
        m_text = tr("Text files go into your message, before what you write.");
    }
    setAccessibleName(m_title);
    setGeometry(where);
    show();
    raise();
    update();
}

void DropHint::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme.color("surface");
    veil.setAlphaF(0.92f);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(theme.color("accent"), 2, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(rect()).adjusted(12, 12, -12, -12), theme.radius("card"), theme.radius("card"));
    constexpr int kSign = 32, kGap = 12;
    const QFont titles = theme.font("chat", "semibold"), texts = theme.font("body");
    const QRect room = rect().adjusted(36, 0, -36, 0);
    const auto heightOf = [&](const QFont& font, const QString& text) {
        return QFontMetrics(font).boundingRect(room, Qt::AlignHCenter | Qt::TextWrapAnywhere | Qt::TextWordWrap, text).height();
    };
    const int title = heightOf(titles, m_title), text = heightOf(texts, m_text);
    int y = (height() - kSign - title - text - 2 * kGap) / 2;
    widgets::drawIcon(painter, QRectF((width() - kSign) / 2.0, y, kSign, kSign), m_icon, theme.color("accentText"));
    y += kSign + kGap;
    painter.setFont(titles);
    painter.setPen(theme.color("text"));
    painter.drawText(QRect(room.left(), y, room.width(), title), Qt::AlignHCenter | Qt::TextWrapAnywhere | Qt::TextWordWrap, m_title);
    y += title + kGap / 2;
    painter.setFont(texts);
    painter.setPen(theme.color("textMuted"));
    painter.drawText(QRect(room.left(), y, room.width(), text), Qt::AlignHCenter | Qt::TextWordWrap, m_text);
}

}  // namespace gh::app
