// The steps that are kept as a slider, with marks of what happened: above it a request that began, and what deserves
// attention; below it first tokens and ends. A slider to a screen reader too.
#pragma once

#include <map>

#include <QAbstractSlider>
#include <QImage>

#include "engine/telemetry/snapshot.h"
#include "widgets/clock.h"

namespace gh::widgets {

class ScrubTrack : public QAbstractSlider {
    Q_OBJECT
public:
    explicit ScrubTrack(ClockModel* clock, QWidget* parent = nullptr);
    void setLogs(telemetry::LogView<telemetry::StepRecord> steps, telemetry::LogView<telemetry::StepMark> marks);

    double xOf(std::uint64_t step) const;
    std::uint64_t stepAt(double x) const;
    QString hoverText(double x) const;            // rich text; empty: no step yet

    QSize sizeHint() const override { return {360, 44}; }
    QSize minimumSizeHint() const override { return {80, 44}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override { event->ignore(); }   // the bar's
    bool event(QEvent* event) override;

private:
    QStringList marksAt(double x) const;
    void nameMarks(QPointF at);
    void follow();
    void scrubTo(double x);
    void drawMarks(QPainter& painter);
    const QImage& markPicture(telemetry::MarkKind kind);
    ClockModel* m_clock;
    telemetry::LogView<telemetry::StepRecord> m_steps;
    telemetry::LogView<telemetry::StepMark> m_marks;
    bool m_following = false, m_dragging = false;
    int m_wheel = 0;
    QString m_named;                              // marks whose words are on show
    // Marks are drawn once and then copied: in full traffic there is one at every place, in every frame.
    std::map<telemetry::MarkKind, QImage> m_pictures;
    double m_picturesRatio = 0;
    int m_picturesHeight = 0;
};

}  // namespace gh::widgets
