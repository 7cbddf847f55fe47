// The panel "Lab": experiments that measure the open model on this machine, with plots that fill as they go, and the runs
// that were kept, to be laid over each other.
#pragma once

#include <QPointer>

#include "widgets/models/lab_desk.h"
#include "widgets/panel.h"

class QBoxLayout;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QStackedLayout;

namespace gh::widgets {

class AttentionTiles;
class ElidedText;
class EmptyState;
class LabResults;
class Legend;
class LinePlot;
class Segmented;

class LabPanel : public Panel {
    Q_OBJECT
public:
    explicit LabPanel(SelectionModel* selection, QWidget* parent = nullptr);
    void setDesk(LabDesk* desk);
    QString helpText() const override;
    QString summary() const override;
    LinePlot* plot() const { return m_plot; }
    AttentionTiles* tiles() const { return m_tiles; }
    LabResults* results() const { return m_results; }
    Segmented* view() const { return m_view; }
    QPushButton* runButton() const { return m_run; }
    QListWidget* runList() const { return m_runs; }

protected:
    void onSnapshot() override;
    void onClock() override {}
    void onSelection() override {}
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildAsk();
    QWidget* buildPicture();
    QWidget* buildRuns();
    void choosePage();
    void chooseExperiment(const QString& id);
    void refreshAsk();
    void refreshState();
    void refreshRuns();
    void refreshPicture();
    void exportRun();
    LabRunPtr shownRun() const;
    QString nameOf(const LabRun& run) const;
    QPointer<LabDesk> m_desk;
    QStackedLayout* m_pages;
    EmptyState *m_noModel, *m_loading;
    QWidget *m_content, *m_ask, *m_rule, *m_right, *m_pictures;
    QBoxLayout* m_row;
    QComboBox *m_which, *m_plotChoice;
    QWidget* m_optionBox;
    QFormLayout* m_options;
    std::vector<QLineEdit*> m_fields;
    QLabel *m_memory, *m_trouble, *m_explanation, *m_nothing, *m_noRuns;
    ElidedText* m_figures;
    Segmented* m_view;
    LabResults* m_results;
    QPushButton *m_run, *m_remove, *m_export, *m_stopTraffic;
    QProgressBar* m_progress;
    QLabel* m_doing;
    Legend* m_legend;
    LinePlot* m_plot;
    AttentionTiles* m_tiles;
    QListWidget* m_runs;
    QString m_askedFor;                              // the experiment whose options are in the form
    bool m_filling = false;
    QStringList m_named;                             // series in the legend
};

}  // namespace gh::widgets
