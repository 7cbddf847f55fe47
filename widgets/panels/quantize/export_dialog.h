// Before a file is written: which matrices become what, which types only Glasshouse knows, and where the file goes.
#pragma once

#include <QDialog>
#include <QPointer>

#include "widgets/models/quantize_desk.h"

class QCheckBox;
class QLabel;

namespace gh::widgets {

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    explicit ExportDialog(QuantizeDesk* desk, QWidget* parent = nullptr);
    QCheckBox* nearestBox() const { return m_nearest; }
    QString notes() const;

private:
    void refresh();
    void chooseFile();
    QPointer<QuantizeDesk> m_desk;
    QLabel *m_what, *m_own;
    QCheckBox* m_nearest;
};

}  // namespace gh::widgets
