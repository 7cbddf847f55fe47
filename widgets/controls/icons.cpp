#include "widgets/controls/icons.h"

#include <cmath>

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "widgets/theme.h"

namespace gh::widgets {
namespace {

const QByteArray& drawing(const QString& name) {
    static QHash<QString, QByteArray> read;
    auto it = read.find(name);
    if (it == read.end()) {
        QFile file(":/look/icons/" + name + ".svg");
        if (!file.open(QIODevice::ReadOnly)) qWarning("there is no icon %s", qPrintable(name));
        it = read.insert(name, file.isOpen() ? file.readAll() : QByteArray());
    }
    return *it;
}

class Engine : public QIconEngine {
public:
    Engine(QString name, const char* role) : m_name(std::move(name)), m_role(role) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        drawIcon(*painter, rect, m_name, color(mode));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        return iconPixmap(m_name, color(mode), size, 1);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
        // Here the size is in device pixels already.
        QPixmap pixmap = iconPixmap(m_name, color(mode), size, 1);
        pixmap.setDevicePixelRatio(scale);
        return pixmap;
    }
    QIconEngine* clone() const override { return new Engine(m_name, m_role.constData()); }

private:
    QColor color(QIcon::Mode mode) const {
        return Theme::instance().color(mode == QIcon::Disabled ? "textDisabled" : m_role.constData());
    }
    QString m_name;
    QByteArray m_role;
};

}  // namespace

QPixmap iconPixmap(const QString& name, const QColor& color, QSize size, double devicePixelRatio) {
    const QSize device(static_cast<int>(std::ceil(size.width() * devicePixelRatio)),
                       static_cast<int>(std::ceil(size.height() * devicePixelRatio)));
    const QString key = QString("gh-icon %1 %2 %3x%4@%5").arg(name, color.name(QColor::HexArgb))
                            .arg(device.width()).arg(device.height()).arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    pixmap = QPixmap(device);
    pixmap.fill(Qt::transparent);
    QByteArray svg = drawing(name);
    svg.replace("currentColor", color.name().toUtf8());
    QSvgRenderer renderer(svg);
    QPainter painter(&pixmap);
    painter.setOpacity(color.alphaF());
    renderer.render(&painter, QRectF(QPointF(0, 0), QSizeF(device)));
    painter.end();
    pixmap.setDevicePixelRatio(devicePixelRatio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

void drawIcon(QPainter& painter, const QRectF& box, const QString& name, const QColor& color) {
    const double ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1;
    painter.drawPixmap(box.topLeft(), iconPixmap(name, color, box.size().toSize(), ratio));
}

QIcon icon(const QString& name, const char* role) { return QIcon(new Engine(name, role)); }

}  // namespace gh::widgets
