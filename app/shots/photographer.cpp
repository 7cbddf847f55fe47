#include "app/shots/photographer.h"

#include <cstdio>

#include "app/settings/language.h"
#include "app/window/main_window.h"

namespace gh::app {

using widgets::ThemeMode;

void settle(int ms) {
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < ms) QApplication::processEvents(QEventLoop::AllEvents, 20);
}

bool fail(const char* what) {
    std::fprintf(stderr, "glasshouse --shots: %s\n", what);
    return false;
}

void Photographer::look(MainWindow& window, const Look& look) {
    const QString language = QLatin1String(look.language);
    if (languageInUse() != language) {
        // The language is in use before the window has been made anew in it.
        bool rebuilt = false;
        const auto heard = QObject::connect(&window, &MainWindow::rebuilt, &window, [&] { rebuilt = true; });
        window.setLanguage(language);
        waitFor(5000, [&] { return rebuilt; });
        QObject::disconnect(heard);
        settle(300);
    }
    window.setThemeMode(look.mode);
    m_suffix = QStringLiteral("-%1-%2%3.png")
                   .arg(look.mode == ThemeMode::Dark ? "dark" : "light", language, m_atTwo ? "-2x" : "");
}

void Photographer::take(QWidget* widget, const QString& name) {
    const QString file = m_folder + '/' + name + m_suffix;
    m_pool.start([this, file, image = widget->grab().toImage()] {
        if (image.save(file)) return;
        std::fprintf(stderr, "glasshouse --shots: cannot write %s\n", qPrintable(file));
        m_failed = true;
    });
}

bool Photographer::done() {
    m_pool.waitForDone();
    return !m_failed;
}

}  // namespace gh::app
