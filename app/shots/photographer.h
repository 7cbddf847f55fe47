// What pictures are taken with: the looks there are, waiting, and writing the files beside the next pictures.
#pragma once

#include <atomic>
#include <QApplication>
#include <QElapsedTimer>
#include <QString>
#include <QThreadPool>

#include "widgets/theme.h"

namespace gh::app {

class MainWindow;

constexpr int kLoadMs = 60'000, kReplyMs = 120'000;

// Runs the event loop until `done` or the limit; false: the limit.
template <class F>
bool waitFor(int limitMs, F&& done) {
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.elapsed() > limitMs) return false;
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
    }
    return true;
}
void settle(int ms);
bool fail(const char* what);  // says it; false

struct Look {
    widgets::ThemeMode mode;
    const char* language;
};
constexpr Look kLooks[] = {{widgets::ThemeMode::Light, "en"},
                           {widgets::ThemeMode::Dark, "en"},
                           {widgets::ThemeMode::Light, "bg"},
                           {widgets::ThemeMode::Dark, "bg"}};

class Photographer {
public:
    Photographer(QString folder, bool atTwo) : m_folder(std::move(folder)), m_atTwo(atTwo) {}
    ~Photographer() { m_pool.waitForDone(); }

    // Gives the window that look; the names of the pictures say it.
    void look(MainWindow& window, const Look& look);
    // As it is drawn on a screen of this scale.
    void take(QWidget* widget, const QString& name);
    bool done();  // false: a file could not be written

private:
    QString m_folder, m_suffix;
    bool m_atTwo;
    QThreadPool m_pool;
    std::atomic<bool> m_failed = false;
};

}  // namespace gh::app
