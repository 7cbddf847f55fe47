// The look: every role is there, contrasts are as resources/tokens.json was computed for, both looks apply.
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QtTest>

#include "widgets/controls/icons.h"
#include "widgets/text/tabular.h"
#include "widgets/theme.h"
#include "widgets/tokens.h"

using namespace gh::widgets;

class ThemeTest : public QObject {
    Q_OBJECT
private slots:
    void mutedOwnersAreLessColourful() {
        // Muted hues stay apart from full ones, in both looks.
        Theme& theme = Theme::instance();
        for (const ThemeMode mode : {ThemeMode::Dark, ThemeMode::Light}) {
            theme.setMode(mode);
            for (std::size_t i = 0; i < theme.owners(); ++i) {
                const QColor full = theme.owner(i), muted = theme.owner(Theme::kMutedOwner + i);
                QVERIFY2(muted.hsvSaturationF() < 0.7 * full.hsvSaturationF(), qPrintable(full.name() + muted.name()));
                QVERIFY2(contrast(muted, theme.color("surface")) > 2, qPrintable(muted.name()));
            }
        }
    }

    void bothLooksHaveTheSameRoles() {
        const auto& light = Tokens::get().look(false);
        const auto& dark = Tokens::get().look(true);
        QVERIFY(light.roles.size() > 30);
        QCOMPARE(QSet<QByteArray>(light.roles.keyBegin(), light.roles.keyEnd()),
                 QSet<QByteArray>(dark.roles.keyBegin(), dark.roles.keyEnd()));
        for (const LookColors* look : {&light, &dark}) {
            for (auto it = look->roles.begin(); it != look->roles.end(); ++it)
                QVERIFY2(it->isValid(), it.key().constData());
            QCOMPARE(look->owners.size(), 8u);
            QCOMPARE(look->sequential.size(), 8u);
            QCOMPARE(look->diverging.size(), 7u);
        }
        for (const char* role : {"phase.prefill", "phase.rest", "memory.weights", "memory.cache", "memory.overhead"})
            QVERIFY2(light.roles.contains(role), role);
    }

    // Figures of the table "Contrast, computed", both looks: what is needed, and what was computed.
    void contrastsHold_data() {
        QTest::addColumn<QByteArray>("over");
        QTest::addColumn<QByteArray>("under");
        QTest::addColumn<double>("light");
        QTest::addColumn<double>("dark");
        QTest::newRow("text") << QByteArray("text") << QByteArray("surface") << 16.7 << 14.2;
        QTest::newRow("muted") << QByteArray("textMuted") << QByteArray("surface") << 6.2 << 6.7;
        QTest::newRow("control") << QByteArray("control") << QByteArray("surface") << 3.4 << 3.9;
    }
    void contrastsHold() {
        QFETCH(QByteArray, over);
        QFETCH(QByteArray, under);
        QFETCH(double, light);
        QFETCH(double, dark);
        for (const bool isDark : {false, true}) {
            const double ratio = contrast(Theme::colorOf(isDark, over.constData()), Theme::colorOf(isDark, under.constData()));
            QVERIFY2(std::abs(ratio - (isDark ? dark : light)) < 0.06, qPrintable(QString::number(ratio)));
        }
    }

    void everyTextPairIsReadable() {
        const QList<std::pair<const char*, const char*>> pairs = {
            {"text", "window"}, {"text", "surface"}, {"text", "raised"}, {"text", "sunken"}, {"textMuted", "window"},
            {"textMuted", "surface"}, {"textMuted", "raised"}, {"onAccent", "accent"}, {"accentText", "surface"},
            {"selectionText", "selection"}, {"textMuted", "selection"}, {"ok", "okFill"}, {"warn", "warnFill"},
            {"error", "errorFill"}, {"error", "surface"}, {"tooltipText", "tooltip"}};
        for (const bool dark : {false, true})
            for (const auto& [over, under] : pairs) {
                const double ratio = contrast(Theme::colorOf(dark, over), Theme::colorOf(dark, under));
                QVERIFY2(ratio >= 4.5, qPrintable(QString("%1 on %2: %3").arg(over, under).arg(ratio)));
            }
    }

    void ownersAreVisibleAndRampsCarryLabels() {
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            const Theme& theme = Theme::instance();
            for (std::size_t i = 0; i < theme.owners(); ++i)
                QVERIFY(contrast(theme.owner(i), theme.color("surface")) >= 3.0);
            QCOMPARE(theme.owner(theme.owners()), theme.owner(0));
            for (const QColor& stop : Tokens::get().look(theme.isDark()).sequential)
                QVERIFY(contrast(theme.onRamp(stop), stop) >= 4.5);
            QCOMPARE(theme.ramp("sequential", 0), Tokens::get().look(theme.isDark()).sequential.front());
            QCOMPARE(theme.ramp("diverging", 1), Tokens::get().look(theme.isDark()).diverging.back());
            QCOMPARE(theme.ramp("sequential", 7), theme.ramp("sequential", 1));
        }
    }

    // One accent: what is chosen, focused or under way has its hue; planes, lines and text have none worth speaking of.
    void oneAccent() {
        const auto chroma = [](const QColor& c) {
            return std::max({c.red(), c.green(), c.blue()}) - std::min({c.red(), c.green(), c.blue()});
        };
        for (const bool dark : {false, true}) {
            for (const char* role : {"window", "surface", "raised", "sunken", "line", "lineStrong", "control", "text",
                                     "textMuted", "textDisabled", "tooltip", "tooltipText"}) {
                QVERIFY2(chroma(Theme::colorOf(dark, role)) < 28, role);
            }
            const int hue = Theme::colorOf(dark, "accent").hslHue();
            for (const char* role : {"accentHover", "accentText", "focus"}) {
                const int off = std::abs(Theme::colorOf(dark, role).hslHue() - hue);
                QVERIFY2(std::min(off, 360 - off) <= 10, role);
                QVERIFY2(chroma(Theme::colorOf(dark, role)) > 60, role);
            }
        }
    }

    void unknownRolesAreSaid() {
        QTest::ignoreMessage(QtWarningMsg, "the look has no colour role nonsense");
        QCOMPARE(Theme::instance().color("nonsense"), QColor(Qt::magenta));
        QTest::ignoreMessage(QtWarningMsg, "the look has no measure size.nonsense");
        QCOMPARE(Theme::instance().size("nonsense"), 0);
    }

    void measures() {
        const Theme& theme = Theme::instance();
        QCOMPARE(theme.space(2), 8);
        QCOMPARE(theme.size("panelHeader"), 36);
        QCOMPARE(theme.radius("control"), 6);
        QCOMPARE(theme.block("cell"), 18);
        QCOMPARE(theme.font("body").pixelSize(), 13);
        QCOMPARE(theme.font("body", "semibold").weight(), QFont::DemiBold);
        QVERIFY(theme.opacity("cachedBlock") > 0);
        QCOMPARE(theme.motion("reduced"), 0);
    }

    void applyingALookSaysNothingAndReachesWidgets() {
        QSignalSpy changed(&Theme::instance(), &Theme::changed);
        Theme::instance().setMode(ThemeMode::Dark);
        QCOMPARE(changed.size(), 1);
        QVERIFY(Theme::instance().isDark());
        QCOMPARE(qApp->palette().color(QPalette::WindowText), Theme::colorOf(true, "text"));
        QVERIFY(!qApp->styleSheet().contains("@{"));
        QLabel label("x");
        label.setProperty("role", "muted");
        label.ensurePolished();
        QCOMPARE(label.palette().color(QPalette::WindowText), Theme::colorOf(true, "textMuted"));
        Theme::instance().setMode(ThemeMode::Light);
        label.ensurePolished();
        QCOMPARE(label.palette().color(QPalette::WindowText), Theme::colorOf(false, "textMuted"));
    }

    void theFocusRingIsForTheKeyboard() {
        QWidget window;
        auto* a = new QPushButton("a", &window);
        auto* b = new QPushButton("b", &window);
        b->move(60, 0);
        window.show();
        QApplication::setActiveWindow(&window);
        QVERIFY(QTest::qWaitForWindowActive(&window));
        b->setFocus(Qt::OtherFocusReason);
        a->setFocus(Qt::TabFocusReason);
        QVERIFY(a->property("keyboardFocus").toBool());
        b->setFocus(Qt::MouseFocusReason);
        QVERIFY(!a->property("keyboardFocus").toBool());
        QVERIFY(!b->property("keyboardFocus").toBool());
    }

    void everyIconIsThere() {
        for (const char* name : {"chip", "chevron-down", "search", "plus", "stop", "play", "pause", "step", "copy", "refresh",
                                 "branch", "more", "help", "float", "close", "send", "warning", "check", "trash", "sun", "moon",
                                 "empty-blocks", "empty-steps", "empty-chat", "empty-model"}) {
            const QImage image = iconPixmap(name, Theme::instance().color("text"), QSize(16, 16), 2).toImage();
            QCOMPARE(image.size(), QSize(32, 32));
            int inked = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x) inked += qAlpha(image.pixel(x, y)) > 40;
            QVERIFY2(inked > 12, name);
        }
    }

    void noLineComesUnderTabs() {
        QTabBar tabs;
        for (const char* name : {"Steps", "Tokens"}) tabs.addTab(name);
        tabs.setExpanding(false);
        tabs.resize(400, tabs.sizeHint().height());
        tabs.show();
        QCoreApplication::processEvents();
        tabs.setDrawBase(false);
        const QImage plain = tabs.grab().toImage();
        tabs.setDrawBase(true);                                            // as a main window does with a row that it reuses
        QCOMPARE(tabs.grab().toImage(), plain);
    }

    void digitsTakeOneWidth() {
        const QFont font = Theme::instance().font("value");
        QCOMPARE(tabularWidth(font, "111,111"), tabularWidth(font, "888,888"));
        QVERIFY(tabularWidth(font, "1,111") < tabularWidth(font, "11,111"));
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
