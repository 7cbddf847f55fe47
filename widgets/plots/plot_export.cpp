#include "widgets/plots/plot_export.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QPointer>
#include <QSaveFile>
#include <QSvgGenerator>

#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(PlotExport)
};

using Save = bool (*)(Exportable&, const QString&);

void askAndSave(QWidget* parent, Exportable& picture, const char* ending, Save save) {
    auto* dialog = new QFileDialog(parent, Text::tr("Save as %1").arg(QString(ending).toUpper()));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(ending);
    dialog->selectFile(picture.exportName() + '.' + ending);
    // The parent owns the picture: while it lives, so does the picture.
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, [parent, &picture, save](const QString& path) {
        if (save(picture, path)) return;
        QMessageBox::warning(parent, Text::tr("Not saved"),
                             Text::tr("%1 cannot be written. Choose another folder, or free some space.").arg(path));
    });
    dialog->open();
}

}  // namespace

QImage toImage(Exportable& picture, double scale) {
    QImage image(picture.exportSize() * scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    picture.drawForExport(painter);
    return image;
}

bool savePng(Exportable& picture, const QString& path) {
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && toImage(picture).save(&file, "PNG") && file.commit();
}

bool saveSvg(Exportable& picture, const QString& path) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(picture.exportSize());
    generator.setViewBox(QRect(QPoint(0, 0), picture.exportSize()));
    generator.setResolution(96);
    generator.setTitle(picture.exportName());
    QPainter painter(&generator);
    picture.drawForExport(painter);
    painter.end();
    return file.commit();
}

bool saveCsv(const Exportable& picture, const QString& path) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    const QByteArray bytes = picture.csv().toUtf8();
    return file.write(bytes) == bytes.size() && file.commit();
}

void drawFocus(QPainter& painter, const QWidget& widget) {
    if (!widget.hasFocus() || !widget.property("keyboardFocus").toBool()) return;
    const Theme& theme = Theme::instance();
    painter.setPen(QPen(theme.color("focus"), theme.line("focus")));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1));
}

void addExportActions(QMenu& menu, QWidget* parent, Exportable& picture) {
    menu.addAction(icon("copy"), Text::tr("Copy picture"), parent,
                   [&picture] { QGuiApplication::clipboard()->setImage(toImage(picture)); });
    menu.addAction(Text::tr("Copy numbers (CSV)"), parent,
                   [&picture] { QGuiApplication::clipboard()->setText(picture.csv()); });
    menu.addSeparator();
    menu.addAction(icon("export"), Text::tr("Save as PNG…"), parent,
                   [parent, &picture] { askAndSave(parent, picture, "png", savePng); });
    menu.addAction(Text::tr("Save as SVG…"), parent, [parent, &picture] { askAndSave(parent, picture, "svg", saveSvg); });
    menu.addAction(Text::tr("Save as CSV…"), parent, [parent, &picture] {
        askAndSave(parent, picture, "csv", [](Exportable& p, const QString& path) { return saveCsv(p, path); });
    });
}

}  // namespace gh::widgets
