// Text fits and everything is reached: each workspace, in English and in a language a third longer, light and dark.
#include <QComboBox>
#include <QLabel>

#include "app/chat/template_presenter.h"
#include "app/log/log_window.h"
#include "app/settings/settings_dialog.h"
#include "app/window/command_palette.h"
#include "app/window/workspace_list.h"
#include "tests/app/support/pseudo_language.h"
#include "tests/app/support/text_fit.h"
#include "tests/app/support/window_driver.h"
#include "widgets/panels/tokens.h"
#include "widgets/theme.h"

using namespace gh::app;
using namespace gh::app::test;

class FitTest : public QObject {
    Q_OBJECT
private:
    PseudoLanguage m_pseudo;

    static QString lines(const QStringList& found, const QString& where) {
        return where + ":\n  " + found.join("\n  ");
    }

private slots:
    void everyWorkspace_data() {
        QTest::addColumn<bool>("pseudo");
        QTest::addColumn<QSize>("size");
        QTest::newRow("English, 1280x800") << false << QSize(1280, 800);
        QTest::newRow("a third longer, 1280x800") << true << QSize(1280, 800);
        QTest::newRow("English, 900x600") << false << QSize(900, 600);
        QTest::newRow("a third longer, 2560x1440") << true << QSize(2560, 1440);
    }
    void everyWorkspace() {
        QFETCH(bool, pseudo);
        QFETCH(QSize, size);
        if (pseudo) QCoreApplication::installTranslator(&m_pseudo);
        Script script;
        script.repeats = 8;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.window->resize(size);
        QStringList all;
        const auto look = [&](const QString& state) {
            for (const WorkspaceEntry& entry : workspaceList()) {
                d.window->switchWorkspace(QLatin1String(entry.id));
                QTest::qWait(30);
                const QStringList found = unfittingText(d.window.get()) + inaccessible(d.window.get());
                if (!found.isEmpty()) all << lines(found, state + " " + QLatin1String(entry.id));
            }
        };
        look("empty");
        d.type("A question of some length about nothing much");
        QVERIFY(d.waitTokens(30));
        look("generating");
        QVERIFY(d.waitIdle());
        for (PanelDock* dock : d.window->panels())
            if (auto* tokens = qobject_cast<gh::widgets::TokensPanel*>(dock->panel())) tokens->showTemplate(true);
        d.window->templates()->desk()->setText("{{ messages[0].content }}");
        look("template");
        QCoreApplication::removeTranslator(&m_pseudo);
        QCOMPARE(d.window->size(), size);
        for (const QString& line : all) qWarning("%s", qPrintable(line));
        QVERIFY(all.isEmpty());
    }

    void everyBox_data() {
        QTest::addColumn<bool>("pseudo");
        QTest::newRow("English") << false;
        QTest::newRow("a third longer") << true;
    }
    void everyBox() {
        QFETCH(bool, pseudo);
        if (pseudo) QCoreApplication::installTranslator(&m_pseudo);
        WindowDriver d;
        QVERIFY(d.openReady());
        QStringList all;
        const auto look = [&](QWidget* box, const QString& name) {
            QTest::qWait(30);
            const QStringList found = unfittingText(box) + inaccessible(box);
            if (!found.isEmpty()) all << lines(found, name);
        };
        d.window->openSettings();
        for (int page = 0; page < 5; ++page) {
            d.window->settingsDialog()->setPage(page);
            look(d.window->settingsDialog(), QString("settings page %1").arg(page));
        }
        d.window->openShortcuts();
        d.window->openLog();
        d.window->openAbout();
        d.window->openPalette();
        for (QDialog* dialog : d.window->findChildren<QDialog*>()) look(dialog, dialog->metaObject()->className());
        look(d.window->commandPalette(), "palette");
        QCoreApplication::removeTranslator(&m_pseudo);
        for (const QString& line : all) qWarning("%s", qPrintable(line));
        QVERIFY(all.isEmpty());
    }

    // The walkers themselves: what does not fit is found.
    void theWalkersSee() {
        QWidget window;
        window.resize(400, 200);
        auto* label = new QLabel("A text that is much too long for its place", &window);
        label->setGeometry(10, 10, 60, 20);
        auto* wrapped = new QLabel("A text that wraps into more lines than it has room for, again and again", &window);
        wrapped->setWordWrap(true);
        wrapped->setGeometry(10, 40, 80, 20);
        auto* button = new QPushButton("Something long on a button", &window);
        button->setGeometry(100, 10, 50, 24);
        auto* over = new QLabel("over", &window);
        over->setGeometry(100, 12, 50, 20);
        auto* unnamed = new QPushButton(&window);
        unnamed->setGeometry(300, 100, 30, 30);
        unnamed->setFocusPolicy(Qt::NoFocus);
        window.show();
        const QString found = unfittingText(&window).join('\n');
        QVERIFY(found.contains("A text that is much") && found.contains("A text that wraps"));
        QVERIFY(found.contains("Something long") && found.contains("lies over another"));
        const QString names = inaccessible(&window).join('\n');
        QVERIFY(names.contains("no accessible name") && names.contains("not reached with Tab"));
        label->setGeometry(10, 10, 390, 20);
        QVERIFY(!unfittingText(&window).join('\n').contains("A text that is much"));
    }

    // Text on the ground it is really drawn on, both looks.
    void contrastAsRendered() {
        using gh::widgets::Theme;
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Contrast");
        QVERIFY(d.waitIdle());
        for (const auto mode : {gh::widgets::ThemeMode::Light, gh::widgets::ThemeMode::Dark}) {
            d.window->setThemeMode(mode);
            QTest::qWait(30);
            const QImage picture = d.window->grab().toImage();
            for (const QLabel* label : d.window->findChildren<QLabel*>()) {
                if (!label->isVisible() || label->text().isEmpty() || !label->isEnabled()) continue;
                const QPoint corner = label->mapTo(d.window.get(), QPoint(0, 0));
                // The ground: what most of the label's box is painted in.
                QHash<QRgb, int> colours;
                const double dpr = picture.devicePixelRatio();
                for (int y = 0; y < label->height(); ++y) {
                    for (int x = 0; x < label->width(); ++x) {
                        const QPoint at = ((QPointF(corner) + QPointF(x, y)) * dpr).toPoint();
                        if (picture.rect().contains(at)) ++colours[picture.pixel(at)];
                    }
                }
                if (colours.isEmpty()) continue;
                const auto most = std::max_element(colours.begin(), colours.end());
                const double ratio = gh::widgets::contrast(label->palette().color(QPalette::WindowText), QColor(most.key()));
                QVERIFY2(ratio >= 4.5, qPrintable(QString("%1: %2").arg(label->text()).arg(ratio)));
            }
        }
        d.window->setThemeMode(gh::widgets::ThemeMode::Light);
    }
};

QTEST_MAIN(FitTest)
#include "fit_test.moc"
