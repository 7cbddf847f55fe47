// An application that measures the CPU time of each event on the GUI thread, nested ones counted with their
// parent.
#pragma once

#include <algorithm>
#include <ctime>
#include <QApplication>

namespace gh::app::test {

class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override {
        if (m_depth++ > 0) {
            const bool result = QApplication::notify(receiver, event);
            --m_depth;
            return result;
        }
        const double start = cpuMs();
        const QEvent::Type type = event->type();
        const QByteArray name = receiver->metaObject()->className();
        const bool result = QApplication::notify(receiver, event);
        --m_depth;
        const double took = cpuMs() - start;
        if (type == QEvent::UpdateRequest || type == QEvent::Paint) m_painting += took;
        if (took > m_longest) {
            m_longest = took;
            m_what = name + " event " + QByteArray::number(int(type));
        }
        return result;
    }
    static double cpuMs() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }
    double longest() const { return m_longest; }
    QByteArray what() const { return m_what; }
    // What was spent on painting: a window paints everything that asked for it in one update request.
    double painting() const { return m_painting; }
    void restart() { m_longest = m_painting = 0; }

private:
    int m_depth = 0;
    double m_longest = 0, m_painting = 0;
    QByteArray m_what;
};

}  // namespace gh::app::test
