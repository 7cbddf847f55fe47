// All that a run found: its findings and figures as a list, on what it ran, and what it means. It scrolls, so that no
// figure takes room from the plot.
#pragma once

#include <QScrollArea>

#include "widgets/models/lab_desk.h"

class QGridLayout;
class QLabel;

namespace gh::widgets {

class LabResults : public QScrollArea {
    Q_OBJECT
public:
    explicit LabResults(QWidget* parent = nullptr);
    // notes: what is to be known of the run before its figures are read; explanation: the paragraph behind them.
    void showRun(const LabRun& run, const QStringList& notes, const QString& explanation);

private:
    void addLine(const QString& name, const QString& value, const QString& exact);
    QWidget* m_page;
    QGridLayout* m_grid;
    QLabel *m_notes, *m_settings, *m_explanation;
    std::vector<std::pair<QLabel*, QLabel*>> m_lines;
    std::size_t m_used = 0;
};

}  // namespace gh::widgets
