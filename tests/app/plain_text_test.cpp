// What models, templates and names of files say is text, never HTML: it is read as it stands, opens no file, forges no link
// and keeps the marks that look like tags.
#include <QElapsedTimer>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QToolTip>

#include "app/application.h"
#include "app/settings/language.h"
#include "app/window/action_list.h"
#include "app/window/load_card.h"
#include "app/window/model_button.h"
#include "app/window/model_details.h"
#include "tests/app/support/window_driver.h"
#include "tests/support/tiny_model.h"
#include "widgets/controls/elided_text.h"
#include "widgets/controls/plain_text.h"
#include "widgets/theme.h"

using namespace gh::app;
using namespace gh::app::test;

namespace {

// Read as HTML, a picture without end, a heading, and a mark that is no tag of any kind.
const QString kHostile = QStringLiteral("<img src=\"/dev/zero\"><h1>Free</h1><a href=\"file:///etc/passwd\">more</a> <|im_start|> & so on");
const QString kName = QStringLiteral("<img src=zero><h1>A & B<|im_start|>.gguf");

QString hostileModel(const QString& folder) {
    gh::test::TinyOptions options = gh::test::tinyOptions("llama");
    options.chatTemplate = "{{ raise_exception('" + kHostile.toStdString() + "') }}";
    const QString path = folder + '/' + kName;
    QFile::copy(QString::fromStdString(gh::test::tinyModelFile(options)), path);
    return path;
}

// Every label that was on show is plain, and none is larger than the window.
void verifyPlain(const QWidget& top) {
    for (const QLabel* label : top.findChildren<QLabel*>()) {
        if (!label->isVisible()) continue;
        QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
        QVERIFY2(label->width() <= top.width(), qPrintable(label->text()));
    }
}

QLabel* tipOnShow() {
    for (QWidget* top : QApplication::topLevelWidgets())
        if (top->inherits("QTipLabel") && top->isVisible()) return qobject_cast<QLabel*>(top);
    return nullptr;
}

}  // namespace

class PlainTextTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { useLanguage("en"); }
    void cleanup() { QToolTip::hideText(); }

    void whatATemplateSaysIsReadAsItStands() {
        QTemporaryDir folder;
        WindowDriver d(realEngine(), hostileModel(folder.path()));
        d.open();
        QVERIFY(QTest::qWaitFor([&] { return d.window->model()->facts() && !d.window->model()->loading(); }, 60'000));
        d.type("Hello");
        QTRY_VERIFY_WITH_TIMEOUT(d.window->chatPane()->notice("template"), 20'000);
        const auto* notice = d.window->chatPane()->notice("template");
        QVERIFY2(notice->text().contains(kHostile), qPrintable(notice->text()));
        QCoreApplication::processEvents();
        verifyPlain(*d.window);
        QVERIFY(notice->height() < d.window->height() / 2);
    }

    void namesOfFilesAreNames() {
        QTemporaryDir folder;
        const QString path = hostileModel(folder.path());
        WindowDriver d;
        QVERIFY(d.openReady());
        d.window->settings()->setChosenFolders({folder.path()});
        d.window->actionList()->find("model.pick")->trigger();
        QMenu* menu = d.window->findChild<ModelButton*>()->findChild<QMenu*>();
        QAction* entry = nullptr;
        for (QAction* action : menu->actions())
            if (action->data().toString() == path) entry = action;
        QVERIFY(entry);
        QVERIFY2(entry->text().startsWith("<img src=zero><h1>A && B<|im_start|>.gguf\t"), qPrintable(entry->text()));
        menu->setActiveAction(entry);
        auto* details = menu->findChild<ModelDetails*>();
        QTRY_VERIFY(details->text().contains("it fits"));
        verifyPlain(*menu);
        entry->trigger();
        menu->close();
        QTRY_VERIFY(d.window->model()->facts() && QString::fromStdString(d.window->model()->facts()->path) == path);
        QCoreApplication::processEvents();
        verifyPlain(*d.window);
        // The button's own tool tip names the file.
        auto* button = d.window->findChild<ModelButton*>();
        QVERIFY(button->toolTip().contains("<h1>"));
        QHelpEvent help(QEvent::ToolTip, QPoint(5, 5), button->mapToGlobal(QPoint(5, 5)));
        QApplication::sendEvent(button, &help);
        QLabel* tip = tipOnShow();
        QVERIFY(tip && tip->text().contains("<h1>"));
        QCOMPARE(tip->textFormat(), Qt::PlainText);
    }

    void aFileThatCannotBeOpenedIsNamed() {
        QTemporaryDir folder;
        const QString path = folder.path() + '/' + kName;
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("GGUF....");
        file.close();
        WindowDriver d(realEngine(), path);
        d.open();
        QTRY_VERIFY_WITH_TIMEOUT(d.window->chatPane()->notice("load"), 20'000);
        QVERIFY(d.window->chatPane()->notice("load")->text().contains("<h1>A & B<|im_start|>"));
        QCoreApplication::processEvents();
        verifyPlain(*d.window);
    }

    // One tip is used again and again: what is written in HTML by the program is, what comes after it is not.
    void tipsAreWhatTheyWereWrittenAs() {
        QWidget widget;
        widget.resize(100, 100);
        widget.show();
        const QPoint at = widget.mapToGlobal(QPoint(10, 10));
        gh::widgets::showRichTip(at, "<b>Step 1</b>", &widget);
        QVERIFY(tipOnShow());
        QCOMPARE(tipOnShow()->textFormat(), Qt::RichText);
        gh::widgets::showTip(at, kHostile, &widget);
        QVERIFY(tipOnShow());
        QCOMPARE(tipOnShow()->textFormat(), Qt::PlainText);
        QCOMPARE(tipOnShow()->text(), kHostile);
        gh::widgets::showRichTip(at, "<b>Step 2</b>", &widget);
        QCOMPARE(tipOnShow()->textFormat(), Qt::RichText);
        widget.setToolTip(kHostile);
        QHelpEvent help(QEvent::ToolTip, QPoint(10, 10), at);
        QApplication::sendEvent(&widget, &help);
        QVERIFY(tipOnShow());
        QCOMPARE(tipOnShow()->textFormat(), Qt::PlainText);
        QCOMPARE(tipOnShow()->text(), kHostile);
    }

    // Boxes that Qt makes itself name files, too.
    void soAreMessageBoxes() {
        QMessageBox box(QMessageBox::Warning, "Not saved", kHostile);
        QElapsedTimer clock;
        clock.start();
        box.show();
        QCoreApplication::processEvents();
        QVERIFY(clock.elapsed() < 5000);
        auto* label = box.findChild<QLabel*>("qt_msgbox_label");
        QVERIFY(label);
        QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void onButtonsNoLetterIsAShortCut() {
        QCOMPARE(gh::widgets::onButton("A & B\tC\nD"), QString("A && B C D"));
    }
};

QTEST_MAIN(PlainTextTest)
#include "plain_text_test.moc"
